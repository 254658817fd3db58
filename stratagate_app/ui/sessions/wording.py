"""Sentences about blocks and sessions: why a level is what it is, and when it changes."""

from __future__ import annotations

import html
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QLocale, QObject

from stratagate_app.engine import (
    Block,
    BlockStatus,
    EventState,
    EventType,
    ForecastStep,
    HappeningStatus,
    Level,
    OpenTail,
    Role,
    SessionRow,
)
from stratagate_app.models.model_errors import model_error
from stratagate_app.ui.sessions import dates
from stratagate_app.ui.sessions.rows import one_line
from stratagate_app.ui.widgets.chip import Tone

translate = QCoreApplication.translate

ATTEMPTS = 3
"""Attempts a job has; engine-rules.md, "Deriving"."""


class _Counted(QObject):
    """Words with a number in them.

    Methods with `self.tr`, because lupdate takes the fourth argument of `translate` for an
    encoding and leaves out the plural forms.
    """

    def turns(self, count: int) -> str:
        """Return `6 turns`."""
        return self.tr("%n turn(s)", "", count)

    def blocks(self, count: int) -> str:
        """Return `14 blocks`."""
        return self.tr("%n block(s)", "", count)

    def failed(self, attempts: int) -> str:
        """Return the chip of a block whose attempts ran out."""
        return self.tr("failed · %n attempt(s)", "", attempts)

    def still(self, newer: int) -> str:
        """Return why a block did not fade yet."""
        return self.tr("still L{level} with %n newer block(s) ready", "", newer)

    def faded(self, newer: int) -> str:
        """Return why a block faded."""
        return self.tr("L{level} because %n newer block(s) are ready", "", newer)

    def faded_since(self, by_user: bool, newer: int) -> str:
        """Return why a block faded that somebody had expanded."""
        if by_user:
            return self.tr("L{level}: you expanded it to L{anchor}, %n block(s) ago", "", newer)
        return self.tr(
            "L{level}: an assistant expanded it to L{anchor}, %n block(s) ago", "", newer
        )

    def coming(self, more: int) -> str:
        """Return when a level comes."""
        return self.tr("L{level} after %n more block(s)", "", more)


_COUNTED = _Counted()


def number(value: int) -> str:
    """Return a number with the group separators of the locale."""
    return QLocale().toString(value)


def plain_tooltip(text: str) -> str:
    """Return text for setToolTip, which would read text from outside as HTML."""
    return f"<qt>{html.escape(text).replace(chr(10), '<br>')}</qt>" if text else ""


def source_name(source: str) -> str:
    """Return how a source is called: `Claude Code` for claude-code."""
    names = {
        "chatgpt": "ChatGPT",
        "claude": "Claude",
        "claude-code": "Claude Code",
        "codex": "Codex",
        "deepseek": "DeepSeek",
        "gemini": "Gemini",
        "locomo": "LoCoMo",
        "openai": translate("Sessions", "Messages file"),
        "sharegpt": "ShareGPT",
    }
    key = source.replace("_", "-")
    return names.get(key) or key.replace("-", " ").capitalize()


def session_title(row: SessionRow) -> str:
    """Return the title of a session, or words in its place."""
    return one_line(row.title) or translate("Sessions", "Untitled session")


def turns(count: int) -> str:
    """Return `6 turns`."""
    return _COUNTED.turns(count)


def blocks(count: int) -> str:
    """Return `14 blocks`."""
    return _COUNTED.blocks(count)


def session_line(row: SessionRow) -> str:
    """Return what a list says below the title: source, turns, blocks."""
    return " · ".join((source_name(row.source), turns(row.turns), blocks(row.blocks)))


def block_name(block: Block) -> str:
    """Return `Block 9`."""
    return translate("Sessions", "Block {number}").format(number=block.number)


def block_title(block: Block) -> str:
    """Return the block's own title, or what it waits for."""
    if block.status is BlockStatus.PENDING:
        return translate("Sessions", "raw saved, waiting for summary")
    if block.status is BlockStatus.FAILED:
        return translate("Sessions", "raw saved, no summary")
    return one_line(block.title)


def status(block: Block) -> str:
    """Return the words of the status chip."""
    if block.status is BlockStatus.READY:
        return translate("Sessions", "ready")
    if block.status is BlockStatus.FAILED:
        return _COUNTED.failed(max(block.attempts, 1))
    return translate("Sessions", "pending · attempt {attempt} of {attempts}").format(
        attempt=min(block.attempts + 1, ATTEMPTS), attempts=ATTEMPTS
    )


def is_kept(block: Block) -> bool:
    """Return whether the block shows in full because somebody expanded it to L5."""
    return (
        block.status is BlockStatus.READY
        and block.lifted_by is not None
        and block.anchor_level == Level.L5
        and block.level == Level.L5
    )


def reason(block: Block) -> str:
    """Return why a block shows the level it shows."""
    if block.status is BlockStatus.PENDING:
        return translate("Sessions", "shown in full until its summary is ready")
    if block.status is BlockStatus.FAILED:
        return translate("Sessions", "shown in full because there is no summary")
    if block.lifted_by is not None:
        return _lifted_reason(block)
    if block.age == 0:
        return translate("Sessions", "L{level} because it is the newest ready block").format(
            level=int(block.level)
        )
    fading = block.level != block.anchor_level
    text = _COUNTED.faded(block.age) if fading else _COUNTED.still(block.age)
    return text.format(level=int(block.level))


def _lifted_reason(block: Block) -> str:
    by_user = block.lifted_by == "user"
    if block.level == block.anchor_level:
        text = (
            translate("Sessions", "kept at L{level} because you expanded it")
            if by_user
            else translate("Sessions", "kept at L{level} because an assistant expanded it")
        )
        return text.format(level=int(block.level))
    text = _COUNTED.faded_since(by_user, block.age)
    return text.format(level=int(block.level), anchor=int(block.anchor_level))


def outlook(block: Block, forecast: Sequence[ForecastStep]) -> str:
    """Return when the level changes next, and when it reaches its last level."""
    if block.status is not BlockStatus.READY:
        return ""
    if not forecast:
        if block.level == Level.L0:
            return translate("Sessions", "it fades no further")
        return translate("Sessions", "it does not fade")
    first, last = forecast[0], forecast[-1]
    text = _COUNTED.coming(first.after_blocks).format(level=int(first.level))
    if last is first:
        return text
    return translate("Sessions", "{first}, L{level} after {count}").format(
        first=text, level=int(last.level), count=last.after_blocks
    )


def why(block: Block, forecast: Sequence[ForecastStep]) -> str:
    """Return reason and outlook in one line."""
    return "; ".join(part for part in (reason(block), outlook(block, forecast)) if part)


def turn_span(block: Block) -> str:
    """Return `Turns 49–54`."""
    if block.first_turn == block.last_turn:
        return translate("Sessions", "Turn {turn}").format(turn=block.first_turn)
    return translate("Sessions", "Turns {first}–{last}").format(
        first=block.first_turn, last=block.last_turn
    )


def level_tokens(block: Block, level: Level) -> str:
    """Return `L5 3,912 tokens`."""
    return translate("Sessions", "L{level} {tokens} tokens").format(
        level=int(level), tokens=number(block.tokens[level])
    )


def why_line(block: Block, level: Level, forecast: Sequence[ForecastStep]) -> str:
    """Return what a card says below its title: turns, when, size of the level, why."""
    parts = [turn_span(block), dates.span(block.started_at, block.ended_at)]
    if block.status is BlockStatus.READY or level >= Level.L3:
        parts.append(level_tokens(block, level))
    parts.append(why(block, forecast))
    return " · ".join(part for part in parts if part)


def job_error(code: str) -> str:
    """Return what went wrong with a summary, in words."""
    sentences = {
        "reply_schema": translate("Sessions", "The reply did not have the expected form."),
        "empty_field": translate("Sessions", "The reply had no title or no summary."),
        "no_valid_event": translate(
            "Sessions", "Events were expected, and none that was found has a source."
        ),
        "model_unavailable": translate("Sessions", "The model could not be reached."),
        "memory_locked": translate("Sessions", "Another program was using the memory file."),
        "disk_full": translate("Sessions", "The disk is full."),
        "internal_error": translate("Sessions", "The program made a mistake while summarising."),
    }
    if not code:
        return translate("Sessions", "The summary could not be made.")
    if code in sentences:
        return sentences[code]
    told = model_error(code)
    if told != code:
        return told
    return translate("Sessions", "The summary could not be made ({code}).").format(code=code)


def failure(block: Block) -> str:
    """Return what failed, what was kept and what to do."""
    return " ".join(
        (
            job_error(block.error),
            translate("Sessions", "Every message is kept. Retry, or leave it: it stays in full."),
        )
    )


def tail(open_tail: OpenTail) -> str:
    """Return what the open tail is."""
    return translate(
        "Sessions",
        "Open tail: {turns} of {block_turns} turns. It is shown in full and becomes a block "
        "when the turns are complete.",
    ).format(turns=open_tail.turns, block_turns=open_tail.block_turns)


def bar_tooltip(block: Block, forecast: Sequence[ForecastStep]) -> str:
    """Return what hovering a bar says: which block, what it shows, why."""
    head = block_name(block)
    title = block_title(block)
    if title:
        head = f"{head} · {title}"
    lines = [head, " · ".join(p for p in (turn_span(block), level_tokens(block, block.level)) if p)]
    text = why(block, forecast)
    if block.status is BlockStatus.FAILED:
        lines.append(job_error(block.error))
    lines.append(text[:1].upper() + text[1:])
    return "\n".join(lines)


def role(value: Role) -> str:
    """Return who speaks."""
    return {
        Role.USER: translate("Sessions", "User"),
        Role.ASSISTANT: translate("Sessions", "Assistant"),
        Role.SYSTEM: translate("Sessions", "System"),
        Role.TOOL: translate("Sessions", "Tool"),
    }[value]


def event_type(value: EventType) -> str:
    """Return the type of an event in words."""
    return {
        EventType.DECISION: translate("Sessions", "decision"),
        EventType.RELEASE: translate("Sessions", "release"),
        EventType.TASK_COMPLETED: translate("Sessions", "task completed"),
        EventType.PLAN: translate("Sessions", "plan"),
        EventType.CHANGE: translate("Sessions", "change"),
        EventType.CANCELLATION: translate("Sessions", "cancellation"),
        EventType.INCIDENT: translate("Sessions", "incident"),
        EventType.MEETING: translate("Sessions", "meeting"),
        EventType.COLLABORATION: translate("Sessions", "collaboration"),
        EventType.MIGRATION: translate("Sessions", "migration"),
        EventType.OTHER: translate("Sessions", "other"),
    }[value]


def event_state(state: EventState, happening: HappeningStatus) -> tuple[str, Tone]:
    """Return the words for what became of an event, and the tone of their chip."""
    gone = {
        EventState.SUPERSEDED: translate("Sessions", "superseded"),
        EventState.FORGOTTEN: translate("Sessions", "forgotten"),
        EventState.ARCHIVED: translate("Sessions", "archived"),
    }
    if state in gone:
        return gone[state], "neutral"
    told: dict[HappeningStatus, tuple[str, Tone]] = {
        HappeningStatus.PLANNED: (translate("Sessions", "planned"), "info"),
        HappeningStatus.CANCELLED: (translate("Sessions", "cancelled"), "neutral"),
        HappeningStatus.ONGOING: (translate("Sessions", "ongoing"), "accent"),
    }
    return told.get(happening, (translate("Sessions", "active"), "accent"))
