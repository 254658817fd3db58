"""Strict reading of what a model replied: of the wanted form as a whole, or not taken at all.

Only what an event names that is not there (a source, a type, a time) is dropped by itself, with a
note: the rest of the event still stands on its sources.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, Literal, TypeVar

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from stratagate_app.engine.domain.events import (
    Basis,
    Criticality,
    EventType,
    HappeningStatus,
    Precision,
    RelationKind,
    Scope,
)
from stratagate_app.engine.domain.ids import EventId, MessageId, parse_public_id
from stratagate_app.engine.domain.judging import Decision, Judgement, Reason
from stratagate_app.engine.errors import ReplySchemaError
from stratagate_app.engine.pipeline.ports import (
    BlockInput,
    BlockSummary,
    ProposedEvent,
    ProposedRelation,
)
from stratagate_app.engine.pipeline.reply_times import reply_happening

# No block of a conversation holds more than this; a reply that does has run wild.
MAX_EVENTS = 100
# Objects that are looked for in a reply with words around it.
MAX_TRIES = 50
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
# What a schema may say for us, and some servers refuse.
_NOT_SENT = frozenset({"title", "default", "maxItems", "minItems", "maxLength", "minLength"})

F = TypeVar("F", bound=BaseModel)
E = TypeVar("E", bound=StrEnum)


def one_of(kind: type[StrEnum], default: StrEnum) -> Any:
    """Return a field that asks for one of a kind; what is none of it is dealt with afterwards."""
    return Field(default.value, json_schema_extra={"enum": [item.value for item in kind]})


class Form(BaseModel):
    """A wanted form: values of exactly these types; what it does not know is left aside."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)


class SummaryReply(Form):
    """L0 to L2 of a block."""

    model_config = ConfigDict(title="Summary")

    title: str
    tags: list[str] = Field(default_factory=list)
    summary: str
    key_facts: list[str] = Field(default_factory=list)
    should_extract: bool


class RelationReply(Form):
    """How an event stands to one that is known."""

    kind: str = one_of(RelationKind, RelationKind.RELATED)
    event_id: str


class EventReply(Form):
    """One event."""

    title: str
    summary: str
    source_ids: list[str] = Field(default_factory=list)
    quotes: list[str] = Field(default_factory=list)
    tags: list[str] = Field(default_factory=list)
    participants: list[str] = Field(default_factory=list)
    type: str = one_of(EventType, EventType.OTHER)
    status: str = one_of(HappeningStatus, HappeningStatus.UNKNOWN)
    scope: str = one_of(Scope, Scope.PROJECT)
    criticality: str = one_of(Criticality, Criticality.ROUTINE)
    happened_start: str | None = None
    happened_end: str | None = None
    happened_text: str = ""
    precision: str = one_of(Precision, Precision.UNKNOWN)
    basis: str = one_of(Basis, Basis.UNKNOWN)
    relations: list[RelationReply] = Field(default_factory=list)


class EventsReply(Form):
    """The events of a block; none is an answer."""

    model_config = ConfigDict(title="Events")

    events: list[EventReply] = Field(max_length=MAX_EVENTS)


class JudgementReply(Form):
    """What becomes of a memory."""

    model_config = ConfigDict(title="Judgement")

    decision: Literal["ignore", "add", "merge", "supersede", "conflict"]
    target_ids: list[str] = Field(default_factory=list)
    reason: str = ""
    confidence: float | None = None


def reply_schema(form: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON schema of a form, closed as strict servers want it: every key required."""
    schema = form.model_json_schema()
    return {"title": schema["title"], **_closed(schema, schema.get("$defs", {}))}


def _closed(schema: Any, known: Mapping[str, Any]) -> Any:
    if isinstance(schema, list):
        return [_closed(item, known) for item in schema]
    if not isinstance(schema, Mapping):
        return schema
    if "$ref" in schema:
        return _closed(known[schema["$ref"].rpartition("/")[2]], known)
    closed = {
        key: _closed(value, known)
        for key, value in schema.items()
        if key not in _NOT_SENT and key not in ("$defs", "properties", "description")
    }
    if "properties" in schema:
        closed["properties"] = {
            name: _closed(value, known) for name, value in schema["properties"].items()
        }
        closed["required"] = list(schema["properties"])
        closed["additionalProperties"] = False
    return closed


def read_reply(text: str, form: type[F]) -> F:
    """Return a reply as the form that was asked for.

    Words, a fence or thoughts around the JSON do no harm, as long as they hold only one object of
    the form: of two that differ neither is taken.

    Raises:
        ReplySchemaError: Field reason says why it does not fit: empty, not_json, cut_off,
            ambiguous, or the kind of the first wrong value; field where its place.
    """
    if not text.strip():
        raise ReplySchemaError(where="reply", reason="empty")
    try:
        values = [orjson.loads(text)]
    except orjson.JSONDecodeError:
        values = list(_objects_in(text))
    if not values:
        cut = text.lstrip().startswith(("{", "```json"))
        raise ReplySchemaError(where="reply", reason="cut_off" if cut else "not_json")
    fitting: list[F] = []
    wrong: ValidationError | None = None
    for value in values:
        try:
            fitting.append(form.model_validate(_visible(value)))
        except ValidationError as error:
            wrong = wrong or error
    if not fitting:
        assert wrong is not None  # noqa: S101 - there was a value, and it did not fit
        raise ReplySchemaError(**_first_problem(wrong)) from None
    if any(other != fitting[0] for other in fitting[1:]):
        raise ReplySchemaError(where="reply", reason="ambiguous")
    return fitting[0]


def _objects_in(text: str) -> Iterator[object]:
    """Yield the outermost JSON objects that stand in a text."""
    decoder = json.JSONDecoder()
    at, tries = text.find("{"), 0
    while at >= 0 and tries < MAX_TRIES:
        tries += 1
        try:
            _, end = decoder.raw_decode(text, at)
            # Stricter than the standard library: no NaN, no half characters.
            yield orjson.loads(text[at:end])
        except (ValueError, RecursionError):
            end = at + 1
        at = text.find("{", end)


def _visible(value: Any) -> Any:
    """Return a value without characters that nobody sees and some programs act on."""
    if isinstance(value, str):
        return _UNSEEN.sub("", value)
    if isinstance(value, list):
        return [_visible(item) for item in value]
    if isinstance(value, dict):
        return {key: _visible(item) for key, item in value.items()}
    return value


def _first_problem(error: ValidationError) -> dict[str, str]:
    """Return place and kind of what is wrong first, and nothing of the reply's own words."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    return {
        "where": ".".join(str(part) for part in first["loc"]) or "reply",
        "reason": str(first["type"]),
    }


# What a form means.


def summary_of(reply: SummaryReply) -> BlockSummary:
    """Return the summary that a reply holds; its limits are checked by whoever stores it."""
    return BlockSummary(
        reply.title,
        tuple(reply.tags),
        reply.summary,
        tuple(reply.key_facts),
        reply.should_extract,
    )


def events_of(reply: EventsReply, block: BlockInput) -> tuple[ProposedEvent, ...]:
    """Return the events that a reply holds, each with notes on what of it was dropped.

    Raises:
        ReplySchemaError: An event has no title or no summary.
    """
    return tuple(_event_of(item, place, block) for place, item in enumerate(reply.events))


def judgement_of(reply: JudgementReply) -> Judgement:
    """Return the judgement that a reply holds; whom it may name is checked by whoever keeps it."""
    keys = (parse_public_id("event", text) for text in reply.target_ids)
    return Judgement(
        Decision(reply.decision),
        Reason.OWN_WORDS,
        tuple(EventId(key) for key in keys if key is not None),
        reply.confidence,
        " ".join(reply.reason.split()),
    )


def _event_of(reply: EventReply, place: int, block: BlockInput) -> ProposedEvent:
    for name in ("title", "summary"):
        if not getattr(reply, name).strip():
            raise ReplySchemaError("empty_field", where=f"events.{place}.{name}")
    notes: list[str] = []

    def known(kind: type[E], value: str, default: E) -> E:
        try:
            return kind(value)
        except ValueError:
            notes.append("unknown_value")
            return default

    sources = [parse_public_id("message", text) for text in reply.source_ids]
    if None in sources:
        notes.append("unknown_source")
    source_ids = tuple(MessageId(key) for key in sources if key is not None)
    happening = reply_happening(
        start=reply.happened_start,
        end=reply.happened_end,
        text=reply.happened_text,
        precision=known(Precision, reply.precision, Precision.UNKNOWN),
        basis=known(Basis, reply.basis, Basis.UNKNOWN),
        said=[m.created_at for m in block.messages if m.id in source_ids],
        notes=notes,
    )
    relations: list[ProposedRelation] = []
    for relation in reply.relations:
        key = parse_public_id("event", relation.event_id)
        if key is None or relation.kind not in list(RelationKind):
            notes.append("unknown_relation")
        else:
            relations.append(ProposedRelation(RelationKind(relation.kind), EventId(key)))
    return ProposedEvent(
        title=reply.title,
        summary=reply.summary,
        source_ids=source_ids,
        quotes=tuple(reply.quotes),
        tags=tuple(reply.tags),
        participants=tuple(reply.participants),
        type=known(EventType, reply.type, EventType.OTHER),
        status=known(HappeningStatus, reply.status, HappeningStatus.UNKNOWN),
        scope=known(Scope, reply.scope, Scope.PROJECT),
        criticality=known(Criticality, reply.criticality, Criticality.ROUTINE),
        happening=happening,
        relations=tuple(relations),
        notes=tuple(dict.fromkeys(notes)),
    )
