"""Searching the memory, with why each hit is one."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import click

from stratagate_app.cli import shapes
from stratagate_app.cli.output import Failure, Output, day_text, time_text, wanted_id
from stratagate_app.cli.reading import DAY, workspace_option
from stratagate_app.engine import (
    EventHit,
    EventState,
    EventType,
    MessageHit,
    NodeHit,
    SearchFilters,
    SessionHit,
    SessionId,
    public_id,
)

KINDS = ("events", "messages", "nodes", "sessions")
SEARCHED_STATES = (EventState.ACTIVE, EventState.SUPERSEDED)
INDENT = " " * 9


@click.command()
@click.argument("words", nargs=-1)
@click.option(
    "--kind", "kinds", multiple=True, type=click.Choice(KINDS), help="Only these; may be repeated."
)
@click.option("--workspace", help="Only in this workspace, and what is about you.")
@click.option("--session", help="Only in this conversation.")
@click.option(
    "--type",
    "types",
    multiple=True,
    type=click.Choice([kind.value for kind in EventType]),
    help="Of events; may be repeated.",
)
@click.option("--person", "people", multiple=True, help="Who must be named; may be repeated.")
@click.option("--from", "first", type=DAY, help="Happened, or said, on this day or later.")
@click.option("--to", "last", type=DAY, help="Happened, or said, on this day or before.")
@click.option(
    "--state",
    "states",
    multiple=True,
    type=click.Choice([state.value for state in SEARCHED_STATES]),
    help="Of events; may be repeated.",
)
@click.option("--limit", type=click.IntRange(1, 200), default=8, show_default=True)
@click.pass_obj
def search(output: Output, /, words: tuple[str, ...], limit: int, **given: Any) -> None:
    """Find what answers WORDS, or a question.

    Events, messages, people and things of the graph, conversations by title: each kind best first,
    with the words marked like *this*.
    """
    text = " ".join(words)
    limited = (
        given["types"] or given["people"] or given["states"] or given["first"] or given["last"]
    )
    if not text.strip() and not limited:
        raise Failure("usage", "Give words to look for, or a filter such as --person NAME.")
    of_events_only = given["types"] or given["states"]
    default = ("events",) if of_events_only else KINDS
    kinds = given["kinds"] or default
    with output.memory() as memory:
        workspace_id = workspace_option(given["workspace"], memory)
        session = given["session"]
        filters = SearchFilters(
            workspace_id=workspace_id,
            session_id=None if session is None else SessionId(wanted_id("session", session)),
            participants=given["people"],
            types=tuple(map(EventType, given["types"])),
            states=tuple(map(EventState, given["states"])),
            happened_from=_day(given["first"]),
            happened_to=_day(given["last"]),
        )
        find = memory.search
        # A title names neither people nor days.
        by_title = "sessions" in kinds and not limited and session is None
        sessions = (
            find.find_sessions(text, workspace_id=workspace_id, limit=limit) if by_title else ()
        )
        events = find.find_events(text, filters, limit=limit) if "events" in kinds else ()
        messages = find.find_messages(text, filters, limit=limit) if "messages" in kinds else ()
        nodes = (
            memory.graph.find(text, workspace_id, limit, typing=False)
            if "nodes" in kinds and not limited and session is None
            else ()
        )
    value = {
        "sessions": [{**shapes.session(hit.session), "title_marks": hit.marks} for hit in sessions],
        "events": [_event(hit) for hit in events],
        "messages": [_message(hit) for hit in messages],
        "nodes": [_node(hit) for hit in nodes],
    }
    lines = [
        *map(_session_line, sessions),
        *(line for hit in events for line in _event_lines(hit)),
        *(line for hit in messages for line in _message_lines(hit)),
        *map(_node_line, nodes),
    ]
    output.show(value, lines or ["Nothing found."])


def _day(given: datetime | None) -> str | None:
    return None if given is None else given.strftime("%Y-%m-%d")


def _node(hit: NodeHit) -> dict[str, Any]:
    return {
        **shapes.node(hit.node),
        "fields": hit.fields,
        "words": hit.words,
        "name_marks": hit.name_marks,
        "why": hit.why,
    }


def _node_line(hit: NodeHit) -> str:
    why = f": {hit.why}" if hit.why else ""
    name = marked(hit.node.name, hit.name_marks)
    return f"{public_id('node', hit.node.id):>7}  {name}  ({hit.node.type.value}){why}"


def _event(hit: EventHit) -> dict[str, Any]:
    return {
        **shapes.event(hit.event),
        "fields": hit.fields,
        "words": hit.words,
        "filters": hit.filters,
        "title_marks": hit.title_marks,
        "excerpt": hit.excerpt,
        "marks": hit.marks,
    }


def _message(hit: MessageHit) -> dict[str, Any]:
    return {
        "id": public_id("message", hit.message_id),
        "session": public_id("session", hit.session_id),
        "session_title": hit.session_title,
        "block": None if hit.block_id is None else public_id("block", hit.block_id),
        "role": hit.role.value,
        "said_at": time_text(hit.said_at),
        "excerpt": hit.excerpt,
        "marks": hit.marks,
        "words": hit.words,
    }


def marked(text: str, marks: Iterable[tuple[int, int]]) -> str:
    """Return a text with asterisks around its marks."""
    parts: list[str] = []
    done = 0
    for start, end in marks:
        parts += [text[done:start], "*", text[start:end], "*"]
        done = end
    return "".join([*parts, text[done:]])


def _session_line(hit: SessionHit) -> str:
    name = public_id("session", hit.session.id)
    return f"{name:>7}  {marked(hit.session.title, hit.marks)}  ({hit.session.turns} turns)"


def _event_lines(hit: EventHit) -> list[str]:
    event = hit.event
    why = [name.replace("_", " ") for name in (*hit.fields, *hit.filters)]
    state = "" if event.state is EventState.ACTIVE else f", {event.state.value}"
    return [
        f"{public_id('event', event.id):>7}  {marked(event.title, hit.title_marks)}",
        f"{INDENT}{event.type.value}{state}; found by {', '.join(dict.fromkeys(why)) or 'time'}",
        f"{INDENT}{marked(hit.excerpt, hit.marks)}",
    ]


def _message_lines(hit: MessageHit) -> list[str]:
    beside = "" if hit.words else ", beside a message that matches"
    return [
        f"{public_id('message', hit.message_id):>7}  {marked(hit.excerpt, hit.marks)}",
        f"{INDENT}{hit.session_title}, {hit.role.value}, {day_text(hit.said_at)}{beside}",
    ]


COMMANDS = (search,)
