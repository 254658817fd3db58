"""What the writers share: JSON that is always written the same, masking, text for XML."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime

import orjson

from stratagate_app.engine.domain.conversation import JsonValue
from stratagate_app.engine.rules import secrets

Mask = Callable[[str], str]

# Characters that XML cannot hold.
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def as_it_is(text: str) -> str:
    """Return a text unchanged: the mask that masks nothing."""
    return text


def mask_of(*, masked: bool) -> Mask:
    """Return what is done to every text."""
    return secrets.mask if masked else as_it_is


def dumped(value: object) -> str:
    """Return a value as indented JSON."""
    return orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()


def in_list(value: object, *, first: bool) -> str:
    """Return a value as an element of a list that is written bit by bit."""
    text = dumped(value).replace("\n", "\n  ")
    return f"{'' if first else ','}\n  {text}"


def masked_value(value: JsonValue, mask: Mask) -> JsonValue:
    """Return a JSON value with every text in it masked."""
    if isinstance(value, str):
        return mask(value)
    if isinstance(value, dict):
        return {key: masked_value(item, mask) for key, item in value.items()}
    if isinstance(value, list):
        return [masked_value(item, mask) for item in value]
    return value


def time_text(at: datetime | None) -> str | None:
    """Return an instant in the offset of its source."""
    return at.isoformat() if at is not None else None


def xml_text(text: str) -> str:
    """Return a text that XML can hold."""
    return _NO_XML.sub("�", text)
