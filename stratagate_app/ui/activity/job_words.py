"""A background job in words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject

from stratagate_app.engine import JobCounts, JobKind, JobRow, JobStatus
from stratagate_app.models.model_errors import model_error
from stratagate_app.ui.sessions import dates
from stratagate_app.ui.sessions.rows import one_line
from stratagate_app.ui.sessions.wording import ATTEMPTS, job_error
from stratagate_app.ui.widgets.chip import Tone

translate = QCoreApplication.translate


class _Counted(QObject):
    """Words with a number in them; see ui/sessions/wording.py for why they are methods."""

    def waiting(self, count: int) -> str:
        """Return `12 waiting`."""
        return self.tr("%n waiting", "", count)

    def running(self, count: int) -> str:
        """Return `1 running`."""
        return self.tr("%n running", "", count)

    def failed(self, count: int) -> str:
        """Return `2 failed`."""
        return self.tr("%n failed", "", count)

    def off(self, count: int) -> str:
        """Return `3 switched off`."""
        return self.tr("%n switched off", "", count)

    def shown(self, count: int) -> str:
        """Return how many of them are listed."""
        return self.tr("the first %n are listed", "", count)

    def events(self, count: int) -> str:
        """Return `8 events`."""
        return self.tr("%n event(s)", "", count)

    def attempts(self, count: int) -> str:
        """Return `2 attempts`."""
        return self.tr("%n attempt(s)", "", count)


_COUNTED = _Counted()


def counts(found: JobCounts, listed: int) -> str:
    """Return how many jobs stand where, and how many of them are listed."""
    parts = [
        _COUNTED.waiting(found.waiting),
        _COUNTED.running(found.running),
        _COUNTED.failed(found.failed),
    ]
    if listed < found.waiting + found.running + found.failed + found.off:
        parts.append(_COUNTED.shown(listed))
    if found.off:
        parts.append(_COUNTED.off(found.off))
    if found.paused:
        parts.append(translate("Activity", "paused: {why}").format(why=model_error(found.paused)))
    return " · ".join(parts)


def session(row: JobRow) -> str:
    """Return the title of the session, or words in its place."""
    return one_line(row.session_title) or translate("Activity", "Untitled session")


def what(kind: JobKind) -> str:
    """Return what a job does."""
    if kind is JobKind.EXTRACT:
        return translate("Activity", "Look for events")
    if kind is JobKind.PROJECT:
        return translate("Activity", "Take into the graph")
    return translate("Activity", "Summarise")


def title(row: JobRow) -> str:
    """Return what a job does, and to which block, or how many events."""
    if row.kind is JobKind.PROJECT:
        return translate("Activity", "{what}: {events} of {workspace}").format(
            what=what(row.kind),
            events=_COUNTED.events(row.events),
            workspace=one_line(row.session_title),
        )
    return translate("Activity", "{what}: block {number} of {session}").format(
        what=what(row.kind), number=row.block_number, session=session(row)
    )


def status(row: JobRow) -> tuple[str, Tone]:
    """Return where a job stands and the tone of its chip."""
    told: dict[JobStatus, tuple[str, Tone]] = {
        JobStatus.WAITING: (translate("Activity", "waiting"), "neutral"),
        JobStatus.RUNNING: (translate("Activity", "running"), "info"),
        JobStatus.OFF: (translate("Activity", "switched off"), "neutral"),
        JobStatus.FAILED: (translate("Activity", "failed"), "danger"),
    }
    return told[row.status]


def attempts(row: JobRow) -> str:
    """Return how often it was tried."""
    if row.status is JobStatus.FAILED:
        return _COUNTED.attempts(row.attempts)
    return translate("Activity", "attempt {number} of {limit}").format(
        number=min(row.attempts + 1, ATTEMPTS), limit=ATTEMPTS
    )


def below(row: JobRow) -> str:
    """Return the line below: attempts, then what went wrong, or since when."""
    parts = [attempts(row)]
    if row.error:
        parts.append(job_error(row.error))
    else:
        parts.append(f"{dates.short_day(row.updated_at)} {dates.clock(row.updated_at)}")
    return " · ".join(parts)


def spoken(row: JobRow) -> str:
    """Return everything a row shows in one line."""
    return ", ".join((title(row), status(row)[0], below(row)))


def tooltip(row: JobRow) -> str:
    """Return title, status and exact time."""
    return "\n".join((title(row), below(row), dates.with_zone(row.updated_at)))
