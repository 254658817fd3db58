"""How to get to each picture: a function a page.

Imported once Qt's platform is chosen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from stratagate_app.engine import ExportWhat
from stratagate_app.models.events import EventView
from stratagate_app.ui.graph.controls import ALL as GRAPH_ALL
from stratagate_app.ui.graph.controls import CLUSTERS as GRAPH_CLUSTERS

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


def graph(window: MainWindow, subject: Subject, mode: int = GRAPH_ALL) -> None:
    """Show all of the graph as it is today, nothing selected."""
    del subject
    window.show_page("graph")
    page = window.graph_page
    page.time.today_button.click()
    page.stage.select_ids([])
    page.controls.set_mode(mode)
    page.stage.canvas.fit()


def graph_clusters(window: MainWindow, subject: Subject) -> None:
    """Show the clusters of the graph."""
    graph(window, subject, GRAPH_CLUSTERS)


def graph_neighbours(window: MainWindow, subject: Subject) -> None:
    """Show a node with its neighbours alone."""
    graph(window, subject)
    if subject.node is not None:
        window.graph_page.show_around(int(subject.node))


def graph_node(window: MainWindow, subject: Subject) -> None:
    """Show a node of the graph with its facts."""
    graph(window, subject)
    if subject.node is not None:
        window.open_node(int(subject.node))


def graph_past(window: MainWindow, subject: Subject) -> None:
    """Show the same as of a day on which other things were true."""
    graph_node(window, subject)
    if subject.day is not None:
        window.graph_page.time.go_to(subject.day)


def export(window: MainWindow, subject: Subject) -> None:
    """Ask what of the selected events is to be written."""
    events(window, subject)
    if subject.event is not None:
        window.events_page.export_asked.emit(ExportWhat.EVENTS, (int(subject.event),))


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
    "events-export": export,
    "graph": graph,
    "graph-clusters": graph_clusters,
    "graph-neighbours": graph_neighbours,
    "graph-node": graph_node,
    "graph-past": graph_past,
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
