"""How much there is: what stands beside the pages and the workspaces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from stratagate_app.bridge.latest import Latest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from stratagate_app.bridge.client import MemoryClient
    from stratagate_app.engine import ChangeSet, Memory, Workspace, WorkspaceId

# Changes come in bursts: each import makes a few hundred.
PAUSE_MS = 250


@dataclass(frozen=True, slots=True)
class FrameCounts:
    """What the frame shows of the file.

    Attributes:
        workspaces: All of them.
        held: Sessions by workspace; None: of all together.
        pages: Numbers by the keys of pages, of the chosen workspace.
    """

    workspaces: tuple[Workspace, ...]
    held: Mapping[WorkspaceId | None, int]
    pages: Mapping[str, int]


class FrameCounter(QObject):
    """Counts for the frame, anew after changes.

    Signals:
        arrived: FrameCounts of the workspace that was asked for last.
        failed: Why it could not be counted.
    """

    arrived = Signal(object)
    failed = Signal(Exception)

    def __init__(self, client: MemoryClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace_id: WorkspaceId | None = None
        self._latest = Latest(client, self, self.failed.emit)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._count)

    def refresh(self, workspace_id: WorkspaceId | None) -> None:
        """Count a workspace, or everything (None), at once."""
        self._workspace_id = workspace_id
        self._count()

    def on_changed(self, changes: ChangeSet) -> None:
        """Count again soon if it may have become another number."""
        counted = changes.workspaces or changes.sessions or changes.events
        counted |= changes.jobs or changes.previews or changes.review
        if counted and not self._pause.isActive():
            self._pause.start()

    def _count(self) -> None:
        workspace_id = self._workspace_id

        def work(memory: Memory) -> FrameCounts:
            counts = memory.workspaces.counts(workspace_id)
            sizes = memory.workspaces.sizes()
            held: dict[WorkspaceId | None, int] = {key: size[0] for key, size in sizes.items()}
            held[None] = sum(held.values())
            return FrameCounts(
                memory.workspaces.list(),
                held,
                {
                    "review": memory.review.load(workspace_id, limit=0).total,
                    "sessions": counts.sessions,
                    "events": counts.events,
                },
            )

        self._latest.run(work, self.arrived.emit)
