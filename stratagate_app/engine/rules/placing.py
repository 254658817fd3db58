"""Where a new conversation belongs, by the rules for workspaces."""

from __future__ import annotations

import re
from collections.abc import Iterable

from stratagate_app.engine.domain.workspace_rules import RuleKind, WorkspaceRule

_DRIVE = re.compile(r"[A-Za-z]:")


def path_parts(path: str) -> tuple[str, ...]:
    """Return a path part by part, equal for equal folders; empty for no path.

    A path with a drive or with backslashes is one of Windows, which ignores case. The others keep
    theirs: what is one folder on one system may be two on the next.
    """
    text = path.strip()
    windows = "\\" in text or _DRIVE.match(text) is not None
    parts = re.split(r"[/\\]" if windows else "/", text)
    rooted = ["/"] if not windows and text.startswith("/") else []
    kept = [part for part in parts if part not in ("", ".")]
    return tuple(part.casefold() if windows else part for part in [*rooted, *kept])


def fitting_rule(
    rules: Iterable[WorkspaceRule], source: str, project: str | None
) -> WorkspaceRule | None:
    """Return the rule that says where a conversation belongs; None if none does.

    Rule:
        The folder nearest above the conversation's own wins; where none is above it, its source;
        of equal ones the oldest.
    Args:
        rules: In the order they were made.
        source: Format of the file it comes from.
        project: Its folder, if it says.
    """
    parts = path_parts(project or "")
    best, length = None, 0
    by_source = None
    for rule in rules:
        if rule.kind is RuleKind.SOURCE:
            if by_source is None and rule.pattern == source:
                by_source = rule
            continue
        above = path_parts(rule.pattern)
        if len(above) > length and parts[: len(above)] == above:
            best, length = rule, len(above)
    return best or by_source
