"""Rules for workspaces: the nearest folder wins, then the source."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratagate_app.engine import RuleId, RuleKind, WorkspaceId, WorkspaceRule
from stratagate_app.engine.rules.placing import fitting_rule, path_parts

RULES = [
    ("/home/maya", RuleKind.PROJECT),
    ("/home/maya/atlas/", RuleKind.PROJECT),
    ("claude-code", RuleKind.SOURCE),
    ("C:\\Work\\Atlas", RuleKind.PROJECT),
    ("chatgpt", RuleKind.SOURCE),
    ("/", RuleKind.PROJECT),
]


def made(pairs: list[tuple[str, RuleKind]]) -> list[WorkspaceRule]:
    return [
        WorkspaceRule(RuleId(number), WorkspaceId(number), kind, pattern)
        for number, (pattern, kind) in enumerate(pairs, start=1)
    ]


@pytest.mark.parametrize(
    ("source", "project", "number"),
    [
        ("claude-code", "/home/maya", 1),
        ("claude-code", "/home/maya/", 1),
        ("claude-code", "/home/maya/atlas", 2),
        ("claude-code", "/home/maya/atlas/web/src", 2),
        # A name that only begins alike is another folder.
        ("claude-code", "/home/maya/atlas2", 1),
        ("claude-code", "/home/mayas", 6),
        ("codex", "/home/Maya", 6),
        # Windows knows no case and both slashes.
        ("codex", "c:/work/atlas/api", 4),
        ("codex", "C:\\WORK\\ATLAS", 4),
        ("codex", "C:\\Work\\Atlases", None),
        ("claude-code", "C:\\Elsewhere", 3),
        ("claude-code", None, 3),
        ("chatgpt", None, 5),
        ("chatgpt", "", 5),
        ("claude", None, None),
        # No path from the root.
        ("codex", "home/maya", None),
    ],
)
def test_the_nearest_folder_wins_then_the_source(
    source: str, project: str | None, number: int | None
) -> None:
    found = fitting_rule(made(RULES), source, project)
    assert (None if found is None else found.id) == number


def test_of_two_for_the_same_the_older_holds() -> None:
    rules = made([("/a", RuleKind.PROJECT), ("/a/", RuleKind.PROJECT)])
    found = fitting_rule(rules, "codex", "/a/b")
    assert found is not None
    assert found.id == 1


@given(st.lists(st.text("ab /\\.:C", max_size=6), max_size=4), st.text(), st.text())
def test_any_text_is_a_path_or_none(paths: list[str], source: str, project: str) -> None:
    rules = made([(path, RuleKind.PROJECT) for path in paths])
    found = fitting_rule(rules, source, project)
    if found is not None:
        above = path_parts(found.pattern)
        assert path_parts(project)[: len(above)] == above


def test_no_path_has_no_parts() -> None:
    assert path_parts("") == path_parts("  ") == path_parts("./.") == ()
