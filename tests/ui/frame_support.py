"""What frame tests share: plain pages and conversation files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from stratagate_app.ui.frame.entries import page_entries
from stratagate_app.ui.main_window import PageFactories
from stratagate_app.ui.page import Page

if TYPE_CHECKING:
    from pathlib import Path

    from stratagate_app.bridge.client import MemoryClient
    from stratagate_app.engine import ChangeSet, WorkspaceId
    from stratagate_app.ui.theme import Theme


class PlainPage(Page):
    """A page that only remembers what it was told."""

    def __init__(self, client: MemoryClient, theme: Theme) -> None:
        super().__init__(client, theme)
        self.told: list[tuple[object, ...]] = []

    def set_workspace(self, workspace_id: WorkspaceId | None) -> None:
        super().set_workspace(workspace_id)
        self.told.append(("workspace", workspace_id))

    def on_changed(self, changes: ChangeSet, initiator: object) -> None:
        self.told.append(("changed", changes, initiator))

    def show_session(self, session_id: int) -> None:
        self.told.append(("session", session_id))

    def show_message(self, session_id: int, message_id: int) -> None:
        self.told.append(("message", session_id, message_id))

    def show_event(self, event_id: int) -> None:
        self.told.append(("event", event_id))

    def show_operation(self, operation_id: int) -> None:
        self.told.append(("operation", operation_id))


def plain_pages() -> PageFactories:
    return PageFactories({entry.key: PlainPage for entry in page_entries()})


def write_conversation(path: Path, *, turns: int = 7, topic: str = "sourdough") -> Path:
    messages = []
    for number in range(turns):
        said_at = f"2026-03-04T10:{number:02d}:00Z"
        messages.append(
            {
                "role": "user",
                "content": f"How long does {topic} rest, part {number}?",
                "timestamp": said_at,
            }
        )
        messages.append(
            {
                "role": "assistant",
                "content": f"We decided to let it rest for {number + 2} hours.",
                "timestamp": said_at,
            }
        )
    path.write_text(json.dumps({"messages": messages}), "utf-8")
    return path
