"""LoCoMo files: two speakers over many sessions; each session becomes a conversation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from stratagate_app.engine.domain.changes import SourceWarning
from stratagate_app.engine.domain.conversation import Role, SourceConversation
from stratagate_app.engine.importing.readers.common import Collector, Draft
from stratagate_app.engine.importing.source import Entry
from stratagate_app.engine.importing.streams import Elements, Place
from stratagate_app.engine.importing.values import Object, as_id, as_list, as_object, as_text

_SESSION = re.compile(r"^session_(\d+)$")
# As in "1:56 pm on 8 May, 2023".
_TIME = "%I:%M %p on %d %B, %Y"


def read(entry: Entry) -> Iterator[SourceConversation | SourceWarning]:
    """Yield each session of each sample, in order."""
    place = Place(str(entry.path), entry.name)
    with entry.open() as stream:
        for index, item in enumerate(Elements(stream, place)):
            value = as_object(item)
            talk = as_object(value.get("conversation"))
            sample = as_id(value.get("sample_id")) or f"sample {index + 1}"
            numbers = sorted(int(found[1]) for key in talk if (found := _SESSION.match(key)))
            for number in numbers:
                yield _session(sample, talk, number, f"[{index}].conversation.session_{number}")


def _session(sample: str, talk: Object, number: int, where: str) -> SourceConversation:
    collector = Collector()
    user = as_text(talk.get("speaker_a"))
    other = as_text(talk.get("speaker_b"))
    start = _time(as_text(talk.get(f"session_{number}_date_time")))
    for position, message in enumerate(map(as_object, as_list(talk.get(f"session_{number}")))):
        speaker = as_text(message.get("speaker"))
        text = f"{speaker}: {as_text(message.get('text'))}"
        caption = as_text(message.get("blip_caption"))
        if caption:
            text += f" [image: {caption}]"
        collector.add(
            Draft(
                Role.USER if speaker == user else Role.ASSISTANT,
                [text],
                start + timedelta(seconds=position) if start else None,
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
    try:
        return datetime.strptime(text.strip(), _TIME).replace(tzinfo=UTC)
    except ValueError:
        return None
