"""LoCoMo files: two speakers over many sessions; each session becomes a conversation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from stratagate_app.engine.domain.changes import Oddity, SourceWarning
from stratagate_app.engine.domain.conversation import LeftOut, Role, SourceConversation
from stratagate_app.engine.importing.readers.common import Collector, Draft
from stratagate_app.engine.importing.source import Entry
from stratagate_app.engine.importing.streams import Elements, Place
from stratagate_app.engine.importing.values import Object, as_id, as_list, as_object, as_text

_SESSION = re.compile(r"^session_(\d{1,6})$", re.ASCII)
# As in "1:56 pm on 8 May, 2023"; read by hand, because strptime expects the words of the locale.
_TIME = re.compile(r"(\d{1,2}):(\d{2})\s*([ap])\.?m\.?\s+on\s+(\d{1,2})\s+([a-z]+),?\s+(\d{4})")
_MONTHS = {
    "january": 1,
    "february": 2,
    "march": 3,
    "april": 4,
    "may": 5,
    "june": 6,
    "july": 7,
    "august": 8,
    "september": 9,
    "october": 10,
    "november": 11,
    "december": 12,
}


def read(entry: Entry) -> Iterator[SourceConversation | SourceWarning]:
    """Yield each session of each sample, in order."""
    place = Place(str(entry.path), entry.name)
    with entry.open() as stream:
        elements = Elements(stream, place)
        for index, item in enumerate(elements):
            yield from elements.oddities()
            value = as_object(item)
            talk = as_object(value.get("conversation"))
            if "speaker_a" not in talk:
                yield SourceWarning(Oddity.NOT_A_CONVERSATION, elements.where)
                continue
            sample = as_id(value.get("sample_id")) or f"sample {index + 1}"
            numbers = sorted(int(found[1]) for key in talk if (found := _SESSION.match(key)))
            for number in numbers:
                where = f"{elements.where}.conversation.session_{number}"
                yield _session(sample, talk, number, where)


def _session(sample: str, talk: Object, number: int, where: str) -> SourceConversation:
    collector = Collector()
    user = as_text(talk.get("speaker_a"))
    other = as_text(talk.get("speaker_b"))
    start = _time(as_text(talk.get(f"session_{number}_date_time")))
    for position, message in enumerate(map(as_object, as_list(talk.get(f"session_{number}")))):
        speaker = as_text(message.get("speaker"))
        text = as_text(message.get("text"))
        caption = as_text(message.get("blip_caption"))
        if not text.strip() and not caption:
            collector.dropped[LeftOut.EMPTY] += 1
            continue
        if speaker:
            text = f"{speaker}: {text}"
        if caption:
            text += f" [image: {caption}]"
        collector.add(
            Draft(
                Role.USER if speaker == user else Role.ASSISTANT,
                [text],
                start and start + timedelta(seconds=position),
                as_id(message.get("dia_id")),
            )
        )
    return collector.conversation(
        external_id=f"{sample}/session_{number}",
        title=f"{user} & {other} #{number}",
        started_at=start,
        where=where,
    )


def _time(text: str) -> datetime | None:
    found = _TIME.fullmatch(text.strip().lower())
    if found is None or found[5] not in _MONTHS:
        return None
    hour = int(found[1]) % 12 + (12 if found[3] == "p" else 0)
    try:
        day = datetime(int(found[6]), _MONTHS[found[5]], int(found[4]), tzinfo=UTC)
        return day.replace(hour=hour, minute=int(found[2]))
    except ValueError:
        return None
