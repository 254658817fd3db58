"""Graph: what is true of people and things now, and what was true on any earlier day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QFileDialog, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from stratagate_app.bridge.latest import Latest
from stratagate_app.engine import (
    ChangeSet,
    ExportWhat,
    JsonValue,
    NodeDetail,
    NodeId,
    NotFoundError,
    StrataGateError,
    WorkspaceId,
)
from stratagate_app.models.graph import GraphData, Points, day_text, load_graph, place_nodes
from stratagate_app.models.graph_picture import LEAST_FOLDED, Wanted, chosen_around
from stratagate_app.ui.graph.actions import GraphActions
from stratagate_app.ui.graph.controls import ALL, CLUSTERS, NEIGHBOURS, Controls
from stratagate_app.ui.graph.corrections import Corrections
from stratagate_app.ui.graph.export import export_picture
from stratagate_app.ui.graph.inspector import Inspector
from stratagate_app.ui.graph.stage import Stage
from stratagate_app.ui.graph.time_bar import TimeBar
from stratagate_app.ui.graph.words import GraphWords
from stratagate_app.ui.page import Page
from stratagate_app.ui.theme import Theme
from stratagate_app.ui.widgets import EmptyState

if TYPE_CHECKING:
    from stratagate_app.bridge.client import MemoryClient
    from stratagate_app.bridge.jobs import Job, Progress
    from stratagate_app.engine import Memory

_REFRESH_MS = 150
_SIZES_PX = (890, 310)
_CANVAS_LEAST_PX, _INSPECTOR_LEAST_PX = 420, 260
_HITS = 12
_DAY_MS = 60


class GraphPage(Page):
    """The canvas with its day below, and the node that is selected beside it."""

    def __init__(self, client: MemoryClient, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(client, theme, parent)
        self._wanted_node: int | None = None
        self._focus: list[int] = []
        self._folded: frozenset[int] | None = None
        self._fresh = True
        self._view = Latest(client, self, self.failed.emit)
        self._detail = Latest(client, self)
        self._hits = Latest(client, self, self.failed.emit)
        self._layout_job: Job[Points] | None = None
        self.controls = Controls(theme)
        self.stage = Stage(theme)
        self.time = TimeBar(theme)
        self.inspector = Inspector(theme)
        self.corrections = Corrections(client, theme, self)
        self.actions_ = GraphActions(self)
        self._words = GraphWords(self)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._stack = QStackedWidget()
        self._empty = EmptyState(
            self.tr("No graph yet"),
            self.tr(
                "People, projects, organizations, tools and places are found in what is "
                "remembered, with what is true of them and since when. Bring in a conversation; "
                "the graph grows with its events."
            ),
            [
                (self.tr("Import…"), self.import_requested.emit),
                (self.tr("Open the sample"), self.sample_requested.emit),
            ],
        )
        self._refresh = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._detail_pause = QTimer(self, singleShot=True, interval=_DAY_MS)
        self._lay_out()
        self.setFocusProxy(self.stage)
        self._connect()

    @property
    def data(self) -> GraphData | None:
        """The graph that is shown."""
        return self.stage.data

    def _lay_out(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.controls)
        column.addWidget(self.stage, 1)
        below = QVBoxLayout()
        below.setContentsMargins(14, 4, 14, 10)
        below.addWidget(self.time)
        column.addLayout(below)
        for pane, width in ((left, _CANVAS_LEAST_PX), (self.inspector, _INSPECTOR_LEAST_PX)):
            pane.setMinimumWidth(width)
            self._splitter.addWidget(pane)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        self._splitter.setStretchFactor(0, 1)
        self._splitter.setStretchFactor(1, 0)
        self._splitter.setSizes(list(_SIZES_PX))
        self._stack.addWidget(self._splitter)
        self._stack.addWidget(self._empty)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._stack)
        self.actions_.fill(self.controls.menu)

    def _connect(self) -> None:
        controls, stage, does = self.controls, self.stage, self.actions_
        controls.field.searched.connect(self._on_field_searched)
        controls.field.chosen.connect(self.show_node)
        controls.filtered.connect(self._redraw)
        controls.mode_changed.connect(self._on_mode_changed)
        controls.fold_asked.connect(self._on_fold_asked)
        controls.fit_button.clicked.connect(lambda _checked=False: stage.canvas.fit())
        controls.one_button.clicked.connect(lambda _checked=False: stage.canvas.one_to_one())
        stage.selection_changed.connect(self._on_selection_changed)
        stage.node_opened.connect(self.show_around)
        stage.cluster_opened.connect(self._on_cluster_opened)
        stage.node_moved.connect(self._on_node_moved)
        self.time.changed.connect(self._on_time_changed)
        self.inspector.event_opened.connect(self.open_event)
        self.inspector.node_opened.connect(self.show_node)
        self.inspector.change_asked.connect(self._on_change_asked)
        self.corrections.failed.connect(self._on_command_failed)
        self.corrections.merged.connect(self._on_merged)
        self._refresh.timeout.connect(self._reload)
        self._detail_pause.timeout.connect(self._reload_detail)
        does.fit.triggered.connect(lambda _on=False: stage.canvas.fit())
        does.one.triggered.connect(lambda _on=False: stage.canvas.one_to_one())
        does.mode.triggered.connect(lambda _on=False: controls.set_mode((controls.mode + 1) % 3))
        does.around.triggered.connect(lambda _on=False: self._show_around_selected())
        does.fold.triggered.connect(lambda _on=False: self._fold_selected())
        does.play.triggered.connect(lambda _on=False: self.time.toggle_play())
        does.today.triggered.connect(lambda _on=False: self.time.today_button.click())
        does.compare.triggered.connect(lambda _on=False: self.time.compare_button.toggle())
        does.rename.triggered.connect(lambda _on=False: self._on_change_asked("rename", None))
        does.merge.triggered.connect(lambda _on=False: self._merge_selected())
        does.png.triggered.connect(lambda _on=False: self._export("png"))
        does.svg.triggered.connect(lambda _on=False: self._export("svg"))
        does.export.triggered.connect(
            lambda _on=False: self.export_asked.emit(ExportWhat.GRAPH, ())
        )
        does.again.triggered.connect(lambda _on=False: self._lay_out_nodes(anew=True))
        does.rebuild.triggered.connect(lambda _on=False: self._rebuild())

    # What the window asks for

    def set_workspace(self, workspace_id: WorkspaceId | None) -> None:
        """Show the graph of a workspace."""
        if workspace_id != self.workspace_id:
            self._folded, self._fresh = None, True
            self._focus = []
        super().set_workspace(workspace_id)
        self.actions_.rebuild.setEnabled(workspace_id is not None)
        self._reload()

    def on_changed(self, changes: ChangeSet, initiator: object) -> None:
        """Read again what a change touches; where nodes were put is known here."""
        if initiator is self:
            return
        if (changes.graph or changes.events or changes.workspaces) and not (
            self._refresh.isActive()
        ):
            self._refresh.start()

    def focus_search(self) -> None:
        """Put the keyboard into the field that finds a node."""
        self.controls.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.controls.field.selectAll()

    def shortcuts(self) -> Sequence[tuple[str, str]]:
        """Return what the keys of the page do."""
        return (*self._words.keys(), *self.actions_.keys())

    def offers(self) -> Sequence[QAction]:
        """Return what can be done now."""
        self.actions_.refresh(len(self.stage.selected_ids()))
        return self.actions_.offered()

    def show_node(self, node_id: int) -> None:
        """Select a node and fly to it; what hides it is taken away."""
        if self.data is None or NodeId(node_id) not in self.data.places:
            self._wanted_node = node_id
            return
        self._wanted_node = None
        if not self.stage.shows(node_id):
            self._bring_out(node_id)
        self.stage.select_ids([node_id])
        self.stage.fly_to(node_id)
        self._on_selection_changed()

    def show_around(self, node_id: int) -> None:
        """Show a node and its neighbours alone."""
        self._focus = [node_id]
        self.stage.select_ids([node_id])
        if self.controls.mode == NEIGHBOURS:
            self._redraw()
            self.stage.canvas.fit()
        else:
            self.controls.set_mode(NEIGHBOURS)
        self._on_selection_changed()

    def save_state(self) -> dict[str, JsonValue]:
        """Return mode, filters, the widths of the panes and the selected node."""
        state = self.controls.save_state()
        selected = self.stage.selected_ids()
        state["node"] = selected[0] if selected else self._wanted_node
        sizes: list[JsonValue] = list(self._splitter.sizes())
        if all(self._splitter.sizes()):
            state["sizes"] = sizes
        return state

    def restore_state(self, state: Mapping[str, JsonValue]) -> None:
        """Take back what save_state returned."""
        self.controls.restore_state(state)
        node, sizes = state.get("node"), state.get("sizes")
        if isinstance(node, int) and not isinstance(node, bool):
            self._wanted_node = node
            self._focus = [node]
        if isinstance(sizes, list) and len(sizes) == 2:  # noqa: PLR2004 - two panes
            widths = [size for size in sizes if isinstance(size, int) and size > 0]
            if len(widths) == len(sizes):
                self._splitter.setSizes(widths)

    # The graph

    def _reload(self) -> None:
        workspace_id = self.workspace_id
        self._refresh.stop()
        self._view.run(lambda memory: load_graph(memory.graph.view(workspace_id)), self._on_loaded)

    def _on_loaded(self, data: GraphData) -> None:
        if not len(data):
            self._stack.setCurrentWidget(self._empty)
            self.stage.set_graph(data, data.positions)
            self.inspector.clear()
            return
        self._stack.setCurrentWidget(self._splitter)
        self.time.set_range(data.change_days(), data.today)
        self.controls.set_tags({tag: len(places) for tag, places in data.tags.items()})
        self.stage.set_graph(data, data.positions.copy())
        if np.isfinite(data.positions).all():
            self._show_graph()
        else:
            self._lay_out_nodes(anew=False)

    def _lay_out_nodes(self, *, anew: bool) -> None:
        data = self.data
        if data is None or not len(data):
            return
        if self._layout_job is not None:
            self._layout_job.cancel()
        if self._fresh:
            self.stage.say(self.tr("Finding a place for everything…"))

        def work(_memory: Memory, progress: Progress) -> Points:
            return place_nodes(data, anew=anew, check=lambda: progress.report(0, 0))

        def laid(positions: Points) -> None:
            if self.data is data:
                self._on_laid_out(data, positions)
                if anew:
                    self.stage.canvas.fit()

        job = self.client.run(work, self)
        self._layout_job = job
        job.succeeded.connect(laid)
        job.failed.connect(self.failed)

    def _on_laid_out(self, data: GraphData, positions: Points) -> None:
        self._layout_job = None
        moved = np.flatnonzero((positions != data.positions).any(axis=1))
        self.stage.set_graph(data, positions)
        self._show_graph()
        places = {
            data.view.nodes[place].id: (float(positions[place, 0]), float(positions[place, 1]))
            for place in moved.tolist()
        }
        if places:
            self.client.command(lambda memory: memory.graph.place(places, by_hand=False), self)

    def _show_graph(self) -> None:
        self.stage.say("")
        self._redraw()
        if self._fresh:
            self._fresh = False
            self.stage.canvas.fit()
        if self._wanted_node is not None:
            wanted, self._wanted_node = self._wanted_node, None
            if self.data is not None and NodeId(wanted) in self.data.places:
                self.show_node(wanted)
        self._reload_detail()

    def _redraw(self) -> None:
        data = self.data
        if data is None or not len(data):
            return
        mode = self.controls.mode
        if mode == NEIGHBOURS and not self._focus:
            largest = int(np.argmax(data.sizes))
            self._focus = [int(data.view.nodes[largest].id)]
        wanted = Wanted(
            self.time.day,
            self.controls.wanted(data.today),
            chosen_around(self._focus, data) if mode == NEIGHBOURS else frozenset(),
            self.controls.reach,
            self._folded,
            self.time.since,
        )
        self.stage.draw(wanted, with_regions=mode == CLUSTERS)
        picture = self.stage.picture
        if picture is None:
            return
        self.controls.set_folded(bool(picture.folded))
        self.controls.summary.setText(self._words.summary(data, picture, self.time.day))
        self.time.say(self._words.about_day(data, picture, self.time.day, self.time.since))
        self.stage.say("" if len(picture.nodes) else self._words.nothing())

    def _bring_out(self, node_id: int) -> None:
        """Take away what hides a node: another mode, a fold, a filter, an earlier day."""
        number = self.stage.cluster_of(node_id)
        picture = self.stage.picture
        if number is not None and picture is not None and number in picture.folded:
            self._folded = picture.folded - {number}
        if self.controls.mode == NEIGHBOURS:
            self._focus = [node_id]
        self._redraw()
        if not self.stage.shows(node_id):
            self.controls.clear_filters()
            self._redraw()
        if not self.stage.shows(node_id) and self.data is not None:
            self.time.go_to(self.data.today)

    # What a person does

    def _on_mode_changed(self) -> None:
        selected = self.stage.selected_ids()
        if self.controls.mode == NEIGHBOURS and selected:
            self._focus = selected
        if self.controls.mode == ALL:
            self._folded = None
        self._redraw()
        self.stage.canvas.fit()

    def _on_fold_asked(self, fold: bool) -> None:
        data = self.data
        if data is None:
            return
        every = (cluster.number for cluster in data.view.clusters if cluster.size >= LEAST_FOLDED)
        self._folded = frozenset(every) if fold else frozenset()
        self._redraw()
        self.stage.canvas.fit()

    def _on_cluster_opened(self, number: int) -> None:
        picture = self.stage.picture
        if picture is not None:
            self._folded = picture.folded - {number}
            self._redraw()

    def _fold_selected(self) -> None:
        picture = self.stage.picture
        numbers = {self.stage.cluster_of(node_id) for node_id in self.stage.selected_ids()}
        if picture is not None:
            self._folded = picture.folded | {number for number in numbers if number is not None}
            self._redraw()

    def _show_around_selected(self) -> None:
        selected = self.stage.selected_ids()
        if selected:
            self._focus = selected
            if self.controls.mode == NEIGHBOURS:
                self._on_mode_changed()
            else:
                self.controls.set_mode(NEIGHBOURS)

    def _on_field_searched(self, text: str) -> None:
        workspace_id = self.workspace_id
        if not text:
            self._hits.cancel()
            self.controls.field.list.hide()
            return
        self._hits.run(
            lambda memory: memory.graph.find(text, workspace_id, _HITS),
            self.controls.field.show_hits,
        )

    def _on_time_changed(self) -> None:
        self._redraw()
        self._detail_pause.start()

    def _on_node_moved(self, node_id: int, x: float, y: float) -> None:
        place = {NodeId(node_id): (x, y)}
        job = self.client.command(lambda memory: memory.graph.place(place, by_hand=True), self)
        job.failed.connect(self.failed)

    # One node

    def _on_selection_changed(self) -> None:
        selected = self.stage.selected_ids()
        self.actions_.refresh(len(selected))
        self._reload_detail()

    def _reload_detail(self) -> None:
        selected = self.stage.selected_ids()
        self._detail_pause.stop()
        if len(selected) != 1:
            self._detail.cancel()
            self.inspector.clear(self._words.selected(len(selected)))
            return
        node_id, day = NodeId(selected[0]), self.time.day
        as_of = None if self.time.is_today else day_text(day)
        self._detail.run(
            lambda memory: memory.graph.node(node_id, as_of), self._on_detail, self._on_no_detail
        )

    def _on_detail(self, detail: NodeDetail) -> None:
        self.inspector.show_node(detail, self.time.day)

    def _on_no_detail(self, error: Exception) -> None:
        self.inspector.clear()
        if not isinstance(error, NotFoundError):
            self.failed.emit(error)

    def _on_change_asked(self, name: str, subject: object) -> None:
        if self.inspector.detail is not None:
            self.corrections.ask(name, self.inspector.detail, subject)

    def _merge_selected(self) -> None:
        selected = self.stage.selected_ids()
        if len(selected) == 2:  # noqa: PLR2004 - a pair
            self.corrections.merge_pair(NodeId(selected[0]), NodeId(selected[1]))

    def _on_merged(self, node_id: int) -> None:
        self._wanted_node = node_id

    def _rebuild(self) -> None:
        workspace_id = self.workspace_id
        if workspace_id is not None:
            self.corrections.run(lambda memory: memory.graph.rebuild(workspace_id))

    def _on_command_failed(self, error: Exception) -> None:
        if isinstance(error, NotFoundError):
            self._refresh.start()
        self.failed.emit(error)

    def choose_file(self, kind: str) -> Path | None:
        """Let the user say where a picture goes; tests replace this."""
        name, _filter = QFileDialog.getSaveFileName(
            self,
            self.tr("Save the picture"),
            f"graph.{kind}",
            self.tr("Pictures ({patterns})").format(patterns=f"*.{kind}"),
        )
        return Path(name) if name else None

    def _export(self, kind: str) -> None:
        path = self.choose_file(kind)
        if path is None:
            return
        try:
            export_picture(
                self.stage.canvas,
                path if path.suffix else path.with_suffix(f".{kind}"),
                self.theme.color("bg"),
                self.tr("Graph"),
            )
        except StrataGateError as error:
            self.failed.emit(error)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """/ goes to the field that finds a node."""
        if event.key() == Qt.Key.Key_Slash and not event.modifiers():
            self.focus_search()
        else:
            super().keyPressEvent(event)
