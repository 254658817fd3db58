"""What holds of the code as a whole, beyond what lint and the layer contracts see."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "stratagate_app"
MAX_LINES = 600
# Function to how many of its arguments are texts; a number may follow.
TRANSLATING = {"tr": 2, "translate": 3, "QT_TRANSLATE_NOOP": 2}


def modules(*folders: Path) -> list[Path]:
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def run_python(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_the_engine_works_where_there_is_no_qt() -> None:
    program = (
        "import sys\n"
        "sys.modules['PySide6'] = sys.modules['shiboken6'] = None\n"
        "import stratagate_app.engine as engine\n"
        "print(all(hasattr(engine, name) for name in engine.__all__))\n"
    )
    done = run_python(program)
    assert done.stdout.strip() == "True", done.stderr


def test_the_command_line_starts_without_loading_qt() -> None:
    program = (
        "import sys, json\n"
        "import stratagate_app.__main__\n"
        "print(json.dumps([name for name in sys.modules if name.startswith('PySide6')]))\n"
    )
    done = run_python(program)
    assert json.loads(done.stdout) == [], done.stderr


def test_no_module_is_longer_than_can_be_read_at_once() -> None:
    sizes = {
        named(path): path.read_text("utf-8").count("\n")
        for path in modules(PACKAGE, ROOT / "tests", ROOT / "packaging")
    }
    assert {name: lines for name, lines in sizes.items() if lines > MAX_LINES} == {}


def test_every_module_says_what_it_is_for() -> None:
    silent = [
        named(path)
        for path in modules(PACKAGE)
        if not ast.get_docstring(ast.parse(path.read_text("utf-8")))
    ]
    assert silent == []


def test_every_folder_with_code_is_a_package() -> None:
    folders = {path.parent for path in modules(PACKAGE, ROOT / "tests")}
    assert [named(folder) for folder in folders if not (folder / "__init__.py").exists()] == []


def test_no_file_names_a_package_registry() -> None:
    pattern = re.compile(r"pypi|index-url|files\.pythonhosted|registry\.", re.IGNORECASE)
    paths = [ROOT / "pyproject.toml", ROOT / "README.md", ROOT / ".ci" / "run"]
    paths += [path for path in (ROOT / "packaging").rglob("*") if path.is_file()]
    paths = [path for path in paths if path.suffix != ".pyc"]
    found = [named(path) for path in paths if pattern.search(path.read_text("utf-8", "replace"))]
    assert found == []


def formatted_before_translation(source: str) -> Iterator[int]:
    """Yield the lines where a text that cannot be found again is handed to a translator."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else ""
        name = function.id if isinstance(function, ast.Name) else name
        if name in TRANSLATING and any(
            isinstance(argument, ast.JoinedStr | ast.BinOp)
            or (
                isinstance(argument, ast.Call)
                and isinstance(argument.func, ast.Attribute)
                and argument.func.attr == "format"
            )
            for argument in node.args[: TRANSLATING[name]]
        ):
            yield node.lineno


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ('self.tr("Imported {count}").format(count=3)', []),
        ('self.tr(f"Imported {count}")', [1]),
        ('translate("Page", "Imported {n}".format(n=3))', [1]),
        ('QT_TRANSLATE_NOOP("Page", "Imported " + name)', [1]),
        ('text.translate(table)\nself.tr("%n item(s)", "", n - 1)', []),
    ],
)
def test_a_text_formatted_before_translation_is_noticed(source: str, lines: list[int]) -> None:
    assert list(formatted_before_translation(source)) == lines


def test_texts_are_translated_before_they_are_formatted() -> None:
    found = [
        f"{named(path)}:{line}"
        for path in modules(PACKAGE)
        for line in formatted_before_translation(path.read_text("utf-8"))
    ]
    assert found == []


def untranslatable_calls(source: str) -> Iterator[int]:
    """Yield the lines where lupdate and Qt would look in different places for a text.

    lupdate files what is called on another object under the name of the variable, and takes the
    number after the texts of `translate` for something else, so that plural forms are lost.
    """
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        on_self = isinstance(node.func.value, ast.Name) and node.func.value.id == "self"
        with_number = node.func.attr == "translate" and len(node.args) > TRANSLATING["translate"]
        if (node.func.attr == "tr" and not on_self) or with_number:
            yield node.lineno


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ('self.tr("%n item(s)", "", n)', []),
        ('_WORDS.tr("floor {weight}")', [1]),
        ('QCoreApplication.translate("Page", "Undo")', []),
        ('QCoreApplication.translate("Page", "%n item(s)", "", n)', [1]),
        ("text.translate(table)", []),
    ],
)
def test_a_text_that_qt_would_not_find_is_noticed(source: str, lines: list[int]) -> None:
    assert list(untranslatable_calls(source)) == lines


def test_qt_finds_every_text_where_lupdate_put_it() -> None:
    found = [
        f"{named(path)}:{line}"
        for path in modules(PACKAGE)
        for line in untranslatable_calls(path.read_text("utf-8"))
    ]
    assert found == []
