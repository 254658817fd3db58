"""What sets a checkout up: what it notices, what it says, and that it does not install in vain."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

PACKAGING = Path(__file__).parents[1] / "packaging"


def load(name: str) -> ModuleType:
    """Return a module of `packaging/`, which is no package."""
    known = sys.modules.get(name)
    if known is not None and Path(known.__file__ or "").parent == PACKAGING:
        return known
    spec = importlib.util.spec_from_file_location(name, PACKAGING / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def environment() -> ModuleType:
    return load("environment")


@pytest.fixture(scope="module")
def qt_system() -> ModuleType:
    load("environment")
    return load("qt_system")


def test_a_lint_rule_installs_nothing_anew_but_a_dependency_does(
    environment: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    project = tmp_path / "pyproject.toml"

    def digest(dependency: str, rule: str) -> str:
        project.write_text(
            f'[project]\ndependencies = [\n    "{dependency}",\n]\n\n'
            f'[tool.ruff]\nselect = ["{rule}"]\n',
            "utf-8",
        )
        return str(environment._digest())

    first = digest("click", "ALL")
    assert digest("click", "E") == first
    assert digest("click>=9", "ALL") != first


def test_only_versions_are_pinned_and_each_dependency_is(environment: ModuleType) -> None:
    lines = [
        line
        for line in environment.CONSTRAINTS.read_text("utf-8").splitlines()
        if line and not line.startswith("#")
    ]
    names = {line.split("==")[0].lower().replace("_", "-") for line in lines}
    assert all(line.count("==") == 1 for line in lines)
    assert {"pyside6-essentials", "sqlalchemy", "click", "pytest", "ruff", "mypy"} <= names


def test_nothing_is_installed_where_everything_is_there(
    qt_system: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(qt_system, "_probe", lambda: {"core": "", "xcb": "", "chinese": True})
    monkeypatch.setattr(qt_system, "apt_install", lambda names: pytest.fail(str(names)))
    assert qt_system.check() == []


def test_a_missing_library_is_named_with_its_package(
    qt_system: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = "libEGL.so.1: cannot open shared object file: No such file or directory"
    asked: list[str] = []

    def refuse(names: list[str]) -> bool:
        asked.extend(names)
        return False

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(qt_system, "_probe", lambda: {"core": missing, "xcb": "", "chinese": True})
    monkeypatch.setattr(qt_system, "apt_install", refuse)
    (sentence,) = qt_system.check()
    assert "libEGL.so.1" in sentence
    assert "apt-get install libegl1" in sentence
    assert "libxcb-cursor0" in asked


def test_a_missing_font_is_told(qt_system: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(qt_system, "_probe", lambda: {"core": "", "xcb": "", "chinese": False})
    monkeypatch.setattr(qt_system, "apt_install", lambda _names: False)
    (sentence,) = qt_system.check()
    assert "fonts-noto-cjk" in sentence


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at shared libraries")
def test_the_look_at_this_system_finds_that_qt_starts(qt_system: ModuleType) -> None:
    assert qt_system._probe()["core"] == ""


@pytest.mark.skipif(os.name != "posix", reason="programs take each other's place there only")
def test_ending_the_command_ends_the_window(tmp_path: Path) -> None:
    window = tmp_path / "python"
    window.write_text("#!/bin/sh\necho $$\n")
    window.chmod(0o755)
    start = (
        f"import sys; from pathlib import Path; sys.path.insert(0, {str(PACKAGING)!r}); "
        f"import dev; dev.python_path = lambda: Path({str(window)!r}); "
        "sys.exit(dev.run_program([], None))"
    )
    with subprocess.Popen([sys.executable, "-c", start], stdout=subprocess.PIPE) as command:
        assert command.stdout is not None
        assert int(command.stdout.read()) == command.pid


@pytest.mark.skipif(os.name != "posix", reason="needs groups of processes")
def test_a_run_that_hangs_is_ended_with_its_workers(capfd: pytest.CaptureFixture[str]) -> None:
    for name in ("environment", "qt_system", "translations"):
        load(name)
    dev = load("dev")
    # The worker holds the pipe: ending its parent alone would leave us reading.
    hangs = ["sh", "-c", "echo one; sleep 600 & sleep 600"]
    code, last = dev.run_shown(hangs, dict(os.environ), silence_s=0.2)
    assert code != 0
    assert "without a word" in last
    assert "one" in capfd.readouterr().out


def test_a_run_that_ends_gives_its_code_and_last_line() -> None:
    for name in ("environment", "qt_system", "translations"):
        load(name)
    program = [sys.executable, "-c", "print('one'); print('two'); raise SystemExit(3)"]
    assert load("dev").run_shown(program, dict(os.environ)) == (3, "two")
