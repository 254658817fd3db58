"""Events as a model gets to see them that takes them into the graph."""

from __future__ import annotations

from collections.abc import Sequence

from stratagate_app.engine.domain.ids import public_id
from stratagate_app.engine.pipeline.payloads import (
    CALL_TOKENS,
    DATA,
    LEAST_TOKENS,
    MESSAGE_TOKENS,
    TAG,
    one_line,
)
from stratagate_app.engine.pipeline.ports import KnownNode, ProjectedEvent

# Names that occur in eight events; more is a memory of people who share theirs.
MAX_KNOWN = 60

PROJECT = f"""\
You find what events say of people, projects, organizations, tools and places, for a graph of what
is true and when it was.

{DATA}
- nodes: each person, project, organization, tool and place that an event names. type: person,
  project, organization, tool or place. name: as it stands there; for a node of the list "Known"
  its name there. aliases: other names that the event gives it. tags: at most 4. No node for "I",
  "we", "the user" or a word such as "the project" that no name is given for.
- facts: a state of a node, such as package manager, launch date, role. key: a few lower-case
  words, in English. value: as it stands there. node and node_type: whose it is.
- edges: from source to target. relation: uses, works on, works at, lives in, owns, leads, depends
  on, part of, knows, or as few words of that kind. Never from a node to itself.
- event_ids: the ids of the events that say it, as they stand there (such as e7); never others.
- planned: true for what is only meant to become true. grows: true where many of it hold side by
  side, such as the languages of a person.
- valid_from, valid_to: first day and the day it ended, as YYYY-MM-DD; null where nothing says so.
- confidence: 0 to 1, how plainly it is said.
Where something took the place of another, give the new value; the old one ends by itself. Say only
what was said: a question, a wish or a doubt is no fact. Write in the language of the events.
"""


def project_text(
    events: Sequence[ProjectedEvent], known: Sequence[KnownNode], *, mask: bool = True
) -> str:
    """Return events and the nodes that they may mean, for whoever takes them into the graph.

    Args:
        events: At most 8.
        known: Nodes whose names occur in them.
        mask: Leave secrets out; engine-rules.md, "Secrets".
    """
    lines = [f"<{TAG}>"]
    if known:
        lines.append("Known:")
        lines += [_known(node, mask=mask) for node in known[:MAX_KNOWN]]
    lines.append("Events:")
    lines += [_event(event, mask=mask) for event in events]
    lines.append(f"</{TAG}>")
    return "\n".join(lines)


def _known(node: KnownNode, *, mask: bool) -> str:
    also = f" (also {', '.join(node.aliases)})" if node.aliases else ""
    return f"- {node.type.value} {one_line(node.name + also, CALL_TOKENS, mask=mask)}"


def _event(event: ProjectedEvent, *, mask: bool) -> str:
    about = [event.type.value, event.status.value]
    if event.mentioned_at is not None:
        about.append(f"said {event.mentioned_at:%Y-%m-%d}")
    if event.happening.start is not None:
        about.append(f"happened {event.happening.start} to {event.happening.end}")
    for name, words in (("project", event.home), ("with", ", ".join(event.participants))):
        if words:
            about.append(f"{name} {one_line(words, LEAST_TOKENS, mask=mask)}")
    said = one_line(f"{event.title}: {event.summary}", MESSAGE_TOKENS, mask=mask)
    return f"{public_id('event', event.id)} ({'; '.join(about)}) {said}"
