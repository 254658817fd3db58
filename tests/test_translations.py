"""Both languages are complete, and what checks that notices when they are not."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from tests.test_packaging import load


@pytest.fixture(scope="module")
def translations() -> ModuleType:
    load("environment")
    return load("translations")


def ts(folder: Path, source: str, translation: str) -> Path:
    path = folder / "stratagate_zh_CN.ts"
    path.write_text(
        '<?xml version="1.0" encoding="utf-8"?><!DOCTYPE TS>'
        '<TS version="2.1" language="zh_CN"><context><name>Page</name>'
        f"<message><source>{source}</source>{translation}</message></context></TS>",
        "utf-8",
    )
    return path


def test_both_languages_are_complete_and_up_to_date(translations: ModuleType) -> None:
    assert translations.problems() == []


@pytest.mark.parametrize(
    ("source", "translation", "right"),
    [
        ("Undone: {what}", "<translation>已撤销：{what}</translation>", True),
        ("Undone: {what}", "<translation>已撤销</translation>", False),
        ("Undone: {what}", "<translation>已撤销：{which}</translation>", False),
        ("Undo", '<translation type="unfinished">撤销</translation>', False),
        ("Undo", '<translation type="vanished">撤销</translation>', False),
        ("Undo", "<translation></translation>", False),
        ("%n new", "<translation><numerusform>%n 个新的</numerusform></translation>", True),
        ("%n new", "<translation><numerusform>一个新的</numerusform></translation>", True),
        ("%n new", "<translation><numerusform></numerusform></translation>", False),
        (
            "%n of {all}",
            "<translation><numerusform>%n 个</numerusform></translation>",
            False,
        ),
    ],
)
def test_a_translation_must_be_there_and_keep_its_placeholders(
    translations: ModuleType, tmp_path: Path, source: str, translation: str, right: bool
) -> None:
    found = translations.file_problems(ts(tmp_path, source, translation))
    assert (found == []) is right, found
