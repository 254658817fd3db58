"""Rules that say which workspace a new conversation belongs to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from stratagate_app.engine.domain.ids import RuleId, WorkspaceId


class RuleKind(StrEnum):
    """What a rule goes by: the folder of a conversation, or where it comes from."""

    PROJECT = "project"
    SOURCE = "source"


@dataclass(frozen=True, slots=True)
class WorkspaceRule:
    """A rule.

    Attributes:
        pattern: A folder: it and all below; or the format of a file.
    """

    id: RuleId
    workspace_id: WorkspaceId
    kind: RuleKind
    pattern: str
