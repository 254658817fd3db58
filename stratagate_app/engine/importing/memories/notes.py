"""Memories as people and assistants write them down: Markdown, plain sentences, tables."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from stratagate_app.engine.importing.memories.draft import Found

MARKDOWN = "markdown"
TEXT = "text"
CSV = "csv"

_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
_BULLET = re.compile(r"^\s*(?:[-*+•·]|\d{1,3}[.)])\s+(.*)$")
_CHECKBOX = re.compile(r"^\[[ xX]\]\s+")
_CATEGORY = re.compile(r"^\[([\w -]{1,40})\]\s+(.*)$")
_RELATION = re.compile(r"^([\w -]{1,60}?)\s*\[\[(.+?)\]\]")
_TAG = re.compile(r"(?<!\S)#([\w/-]{2,40})")
_CONTEXT = re.compile(r"\s*\(([^()]{1,120})\)\s*$")
_LINK = re.compile(r"\[\[(?:[^\]|]*\|)?([^\]]+)\]\]")
_RULE = re.compile(r"^\s*(?:[-*_]\s*){3,}$")
# A date that an assistant puts in front of what it remembers.
_DATED = re.compile(r"^\[?(\d{4}-\d{2}-\d{2})\]?\s*[-–—:]\s*(.+)$")
_FRONT = re.compile(r"\A---\n([\s\S]*?)\n---(?:\n|\Z)")
_FRONT_LINE = re.compile(r"^(\w[\w-]*):\s*(.*)$")
_COLUMNS = {
    "summary": ("summary", "memory", "text", "content", "fact", "note", "摘要", "内容", "记忆"),
    "title": ("title", "name", "标题"),
    "kind": ("kind", "memorykind", "memory_kind", "种类"),
    "category": ("category", "类别"),
    "tags": ("tags", "tag", "labels", "标签"),
    "mentioned_at": ("mentioned_at", "created_at", "date", "time", "created", "日期", "时间"),
    "happened_start": ("happened_start", "happened", "发生"),
    "happened_end": ("happened_end",),
    "scope": ("scope",),
    "criticality": ("criticality",),
    "confidence": ("confidence",),
    **{
        name: (name,)
        for name in (
            *("quotes", "participants", "type", "status", "original_text", "precision", "basis"),
            *("ref", "state", "pinned", "relations", "source_text"),
        )
    },
}
_DELIMITERS = ",;\t|"
# What an export puts before a cell that a spreadsheet would take for a formula.
_GUARDED = re.compile(r"^'(?='*[=+\-@\t\r])")


def is_markdown(text: str) -> bool:
    """Return whether a text is written in Markdown: a heading, front matter, or linked notes."""
    head = text[:20_000]
    return bool(
        _FRONT.match(head)
        or any(_HEADING.match(line) for line in head.splitlines())
        or _LINK.search(head)
    )


def read(text: str, found: Found, where: str = "", scope: str = "user") -> None:
    """Read notes: one memory a bullet or paragraph, its headings as tags."""
    body, start, tags = _without_front(text)
    prefix = f"{where}, " if where else ""
    headings: list[str] = []
    for place, line, heading in _blocks(body, start):
        if heading:
            level = len(heading[1])
            headings = [*headings[: level - 1], heading[2]]
            continue
        _add(found, f"{prefix}line {place}", line, [*headings[1:2], *headings[-1:], *tags], scope)


def _blocks(body: str, start: int) -> Iterator[tuple[int, str, re.Match[str] | None]]:
    """Yield bullets, paragraphs and headings, each with the line it begins in."""
    paragraph: list[str] = []
    began = start
    fenced = False
    for number, line in enumerate(body.splitlines(), start=start):
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        heading = None if fenced else _HEADING.match(line)
        bullet = None if fenced else _BULLET.match(line)
        ends = not fenced and (not line.strip() or heading or bullet or _RULE.match(line))
        if ends and paragraph:
            yield began, "\n".join(paragraph), None
            paragraph = []
        if heading:
            yield number, "", heading
        elif not ends or bullet:
            if not paragraph:
                began = number
            paragraph.append(bullet[1] if bullet else line.strip() if not fenced else line)
    if paragraph:
        yield began, "\n".join(paragraph), None


def _add(found: Found, where: str, original: str, tags: list[str], scope: str) -> None:
    text = _CHECKBOX.sub("", original.strip())
    relation = _RELATION.match(text)
    category = _CATEGORY.match(text)
    if category and not relation:
        tags, text = [category[1], *tags], category[2]
    tags = [*tags, *_TAG.findall(text)]
    text = _TAG.sub("", text)
    context = _CONTEXT.search(text) if category else None
    if context:
        text = text[: context.start()]
    dated = _DATED.match(text)
    mentioned = dated[1] if dated else None
    if dated:
        text = dated[2]
    people = _LINK.findall(text)
    text = _LINK.sub(r"\1", text)
    found.add(
        where,
        original,
        summary=text.strip(),
        tags=tags,
        participants=people,
        mentioned_at=mentioned,
        scope=scope,
        kind="preference" if category and category[1].lower() == "preference" else "fact",
    )


def _without_front(text: str) -> tuple[str, int, list[str]]:
    """Return notes without their front matter, the line they begin in, and the tags in it."""
    front = _FRONT.match(text)
    if front is None:
        return text, 1, []
    tags: list[str] = []
    inside = False
    for line in front[1].splitlines():
        entry = _FRONT_LINE.match(line)
        if entry:
            inside = entry[1] == "tags"
            if inside:
                tags += [tag.strip(" '\"") for tag in entry[2].strip("[] ").split(",")]
        elif inside and (bullet := _BULLET.match(line)):
            tags.append(bullet[1].strip(" '\""))
    return text[front.end() :], front[0].count("\n") + 1, [tag for tag in tags if tag]


def statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines or paragraphs of plain text that say something, with their numbers."""
    for number, line in enumerate(text.splitlines(), start=1):
        bullet = _BULLET.match(line)
        sentence = (bullet[1] if bullet else line).strip()
        if sentence and not _RULE.match(line):
            yield number, sentence


def read_lines(text: str, found: Found) -> None:
    """Read plain sentences, one a line; bullets and dates in front are left out."""
    for number, sentence in statements(text):
        dated = _DATED.match(sentence)
        found.add(
            f"line {number}",
            sentence,
            summary=dated[2] if dated else sentence,
            mentioned_at=dated[1] if dated else None,
        )


def table_of(text: str) -> list[dict[str, str]] | None:
    """Return the rows of a table whose header names what is remembered; None if it is none."""
    head = text.lstrip("\ufeff").partition("\n")[0]
    delimiter = max(_DELIMITERS, key=head.count)
    names = [name.strip().strip('"').lower() for name in head.split(delimiter)]
    known = {field: next((n for n in named if n in names), "") for field, named in _COLUMNS.items()}
    if len(names) < 2 or not known["summary"]:  # noqa: PLR2004 - a table has columns
        return None
    try:
        rows = list(csv.DictReader(io.StringIO(text), fieldnames=names, delimiter=delimiter))[1:]
    except csv.Error:
        return None
    return [{field: row.get(name) or "" for field, name in known.items() if name} for row in rows]


def read_table(rows: list[dict[str, str]], found: Found) -> None:
    """Read the rows of a table."""
    for number, row in enumerate(rows, start=2):
        if row.get("ref") and row.get("source_text") is not None:
            _read_own(number, row, found)
            continue
        given: dict[str, object] = {name: text for name, text in row.items() if text.strip()}
        if "tags" in given:
            given["tags"] = re.split(r"[,;]\s*", row["tags"])
        if "happened_start" in given:
            given |= {"precision": "day", "basis": "explicit"}
        try:
            given["confidence"] = float(row["confidence"])
        except (KeyError, ValueError):
            given.pop("confidence", None)
        original = " · ".join(text for text in row.values() if text.strip())
        found.add(f"row {number}", original, **given)


def _read_own(number: int, row: dict[str, str], found: Found) -> None:
    """Read a row that an export of ours wrote: every field is there, as it was."""
    cells = {name: _GUARDED.sub("", text, count=1) for name, text in row.items()}
    given: dict[str, object] = {name: text for name, text in cells.items() if text}
    for name in ("tags", "participants", "quotes"):
        given[name] = cells.get(name, "").split("\n")
    given["pinned"] = cells.get("pinned") == "yes"
    given["relations"] = [
        {"kind": kind, "ref": ref}
        for kind, _, ref in (line.partition(" ") for line in cells.get("relations", "").split("\n"))
    ]
    found.add(f"row {number}", cells["source_text"] or cells["summary"], **given)
