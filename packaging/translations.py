"""Translations: collect the texts of the program, check that all are translated, build them.

The `.ts` files are kept with the code; what the program loads (`.qm`) is built from them.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

from environment import ROOT, clean_environment, tool

FOLDER = ROOT / "resources" / "i18n"
SOURCES = ROOT / "stratagate_app"
# English needs plural forms only; its texts are those in the code.
LANGUAGES = {"zh_CN": False, "en": True}
_PLACEHOLDER = re.compile(r"\{[^{}]*\}|%n|%L?\d")


def ts_path(language: str) -> Path:
    """Return the file with the translations into a language."""
    return FOLDER / f"stratagate_{language}.ts"


def update(language: str, target: Path) -> None:
    """Bring a translation file up to the texts in the code.

    Raises:
        subprocess.CalledProcessError: lupdate failed.
    """
    sources = [path for path in sorted(SOURCES.rglob("*.py")) if "/engine/" not in path.as_posix()]
    options = ["-locations", "none", "-no-obsolete", "-no-ui-lines"]
    if LANGUAGES[language]:
        options.append("-pluralonly")
    languages = ["-source-language", "en", "-target-language", language]
    command = [tool("pyside6-lupdate"), *options, *languages, *map(str, sources)]
    subprocess.run(
        [*command, "-ts", str(target)],
        env=clean_environment(),
        check=True,
        capture_output=True,
        text=True,
    )


def release() -> None:
    """Build what the program loads, where it is older than its source.

    Raises:
        subprocess.CalledProcessError: lrelease failed.
    """
    for language in LANGUAGES:
        source = ts_path(language)
        built = source.with_suffix(".qm")
        if not source.exists():
            continue
        if built.exists() and built.stat().st_mtime >= source.stat().st_mtime:
            continue
        subprocess.run(
            [tool("pyside6-lrelease"), "-silent", str(source), "-qm", str(built)],
            env=clean_environment(),
            check=True,
        )


def problems() -> list[str]:
    """Return what is wrong with the translations, a sentence each."""
    found: list[str] = []
    for language in LANGUAGES:
        committed = ts_path(language)
        if not committed.exists():
            found.append(f"{committed.name} is missing.")
            continue
        with tempfile.TemporaryDirectory() as folder:
            fresh = Path(folder) / committed.name
            shutil.copyfile(committed, fresh)
            update(language, fresh)
            if fresh.read_text("utf-8") != committed.read_text("utf-8"):
                missing = _texts(fresh) - _texts(committed)
                gone = _texts(committed) - _texts(fresh)
                found.append(
                    f"{committed.name} is not up to date ({len(missing)} new, {len(gone)} gone): "
                    "run packaging/dev.py translate"
                )
        found += file_problems(committed)
    return found


def file_problems(path: Path) -> list[str]:
    """Return what is unfinished or does not fit its source in a translation file."""
    found: list[str] = []
    for context, message in _messages(path):
        source = message.findtext("source") or ""
        translation = message.find("translation")
        place = f"{path.name}: {context}: {source!r}"
        if translation is None or translation.get("type") is not None:
            found.append(f"{place} is not translated.")
            continue
        forms = [form.text or "" for form in translation.findall("numerusform")]
        for text in forms or [translation.text or ""]:
            if not text.strip():
                found.append(f"{place} is not translated.")
            elif not _agree(source, text, plural=bool(forms)):
                found.append(f"{place} has other placeholders than {text!r}.")
    return found


def _agree(source: str, text: str, *, plural: bool) -> bool:
    wanted, got = (sorted(_PLACEHOLDER.findall(item)) for item in (source, text))
    if plural:
        # "one" may say it in a word, and a form may leave the number out.
        wanted, got = ([item for item in items if item != "%n"] for items in (wanted, got))
    return wanted == got


def _messages(path: Path) -> Iterator[tuple[str, ET.Element]]:
    for context in ET.parse(path).getroot().iter("context"):  # noqa: S314  (a file of our own)
        for message in context.iter("message"):
            yield context.findtext("name") or "", message


def _texts(path: Path) -> set[tuple[str, str, str]]:
    return {
        (context, message.findtext("source") or "", message.findtext("comment") or "")
        for context, message in _messages(path)
    }
