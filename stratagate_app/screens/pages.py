"""How to get to each picture: a function a page.

Imported once Qt's platform is chosen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from stratagate_app.models.events import EventView

if TYPE_CHECKING:
    from stratagate_app.screens.subject import Subject
    from stratagate_app.ui.main_window import MainWindow


def sessions(window: MainWindow, subject: Subject) -> None:
    """Show the strata of a session and a block of it."""
    window.show_page("sessions")
    if subject.session is not None:
        window.open_session(subject.session)
    if subject.block is not None:
        window.sessions_page.show_block(subject.block)


def events(window: MainWindow, subject: Subject, view: EventView = EventView.TABLE) -> None:
    """Show the events in a view, and one with its evidence."""
    window.show_page("events")
    window.events_page.list.choose_view(view)
    if subject.event is not None:
        window.open_event(subject.event)


def cards(window: MainWindow, subject: Subject) -> None:
    """Show the events as cards."""
    events(window, subject, EventView.CARDS)


def timeline(window: MainWindow, subject: Subject) -> None:
    """Show the events by when they happened."""
    events(window, subject, EventView.TIMELINE)


def ask(window: MainWindow, subject: Subject) -> None:
    """Show a question that was answered."""
    window.show_page("ask")
    if subject.ask is not None:
        window.ask_page.show_ask(int(subject.ask))


def review(window: MainWindow, subject: Subject) -> None:
    """Show the first question."""
    del subject
    window.show_page("review")


def review_second(window: MainWindow, subject: Subject) -> None:
    """Show a question of another kind."""
    review(window, subject)
    window.review_page.view.go_to(window.review_page.model.rowCount() // 2)


def imports(window: MainWindow, subject: Subject) -> None:
    """Show what came in."""
    del subject
    window.show_page("imports")


def preview(window: MainWindow, subject: Subject) -> None:
    """Show the memories that wait to be decided."""
    imports(window, subject)
    if subject.preview is not None:
        window.imports_page.show_preview(int(subject.preview))


def conversations(window: MainWindow, subject: Subject) -> None:
    """Show the conversations of a file that could be imported."""
    imports(window, subject)
    if subject.file is not None:
        window.importer.look([subject.file], None)


def take_back(window: MainWindow, subject: Subject) -> None:
    """Ask what of a batch is to be taken back."""
    imports(window, subject)
    if subject.batch is not None:
        window.imports_page.batches.ask_what_to_keep(subject.batch)


def activity(window: MainWindow, subject: Subject) -> None:
    """Show what changed."""
    del subject
    window.show_page("activity")


def compared(window: MainWindow, subject: Subject) -> None:
    """Show before and after of a batch."""
    activity(window, subject)
    if subject.batch is not None:
        window.activity_page.show_operation(int(subject.batch))


PAGES: dict[str, Callable[[MainWindow, Subject], None]] = {
    "sessions": sessions,
    "events": events,
    "events-cards": cards,
    "events-timeline": timeline,
    "review": review,
    "review-second": review_second,
    "imports": imports,
    "imports-preview": preview,
    "imports-conversations": conversations,
    "imports-take-back": take_back,
    "ask": ask,
    "activity": activity,
    "activity-compared": compared,
}
"""The pictures by the name of their file."""
