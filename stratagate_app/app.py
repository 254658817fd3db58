"""Composition root of the window: paths, logging, memory, window, language, theme."""

from __future__ import annotations

import gc
import logging
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QFileDialog

from stratagate_app.adapters import log, paths, provider, secrets
from stratagate_app.bridge.client import MemoryClient
from stratagate_app.bridge.jobs import JobRunner, Progress
from stratagate_app.engine import (
    ChangeSet,
    JsonValue,
    LocalProjector,
    Memory,
    StorageError,
    StrataGateError,
)
from stratagate_app.settings import (
    EXTRACTION,
    LANGUAGE,
    MODEL_KEYS,
    THEME,
    WINDOW_STATE,
    program_version,
    read_settings,
)
from stratagate_app.ui.failure import FailureDialog, describe, details_of
from stratagate_app.ui.language import WindowLanguage
from stratagate_app.ui.main_window import MainWindow, PageFactories
from stratagate_app.ui.model_settings import ProviderDoor
from stratagate_app.ui.opening_window import OpeningWindow
from stratagate_app.ui.theme import LIGHT, Theme, interface_font, theme_for

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import TracebackType

# What the system knows its windows by (on X11 their WM_CLASS), however it was started.
PROGRAM_NAME = "stratagate"
# A file opens faster than this as a rule; then the window comes at once, without a flicker.
OPENING_SHOWN_AFTER_MS = 200
SWITCH_INTERVAL_S = 0.001


def provider_changed(memory: Memory, values: Mapping[str, JsonValue]) -> ChangeSet:
    """Work with the model that the settings name, and go on with what waited for it."""
    provider.apply_settings(memory, values)
    return memory.jobs.provider_changed()


def store_key(memory: Memory, values: Mapping[str, JsonValue], key: str) -> ChangeSet:
    """Keep the key of the server that the settings name, and use it from now on."""
    secrets.store_key(provider.base_url_of(values), key)
    # Whoever was asked before holds the old key.
    return provider_changed(memory, read_settings(memory.settings.all()))


def page_of(name: str) -> Callable[[MemoryClient, Theme], Any]:
    """Return what makes a page of `ui`; its modules are read when it is first wanted."""

    def make(client: MemoryClient, theme: Theme) -> Any:
        module = import_module(f"stratagate_app.ui.{name}.page")
        return getattr(module, f"{name.title()}Page")(client, theme)

    return make


PAGES = PageFactories(
    pages={
        name: page_of(name)
        for name in ("review", "sessions", "events", "graph", "imports", "ask", "activity")
    },
    provider=ProviderDoor(
        check=provider.check_provider,
        key_source=lambda values: secrets.read_key(provider.base_url_of(values))[1],
        store_key=store_key,
        estimate=provider.estimate,
        price=provider.priced,
    ),
)

_log = logging.getLogger(__name__)


def run(
    db: Path | None = None,
    *,
    files: Sequence[Path] = (),
    on_ready: Callable[[MainWindow], None] | None = None,
) -> int:
    """Open the window and return its exit code when it was closed.

    Args:
        db: Memory file; None: by STRATAGATE_DB, else in the user's data folder.
        files: To import once the window is open.
        on_ready: Called with the window when it shows its file.
    """
    application = make_application()
    program = Program(application, paths.memory_path(db), files, on_ready)
    previous_hook, sys.excepthook = sys.excepthook, program.on_uncaught
    try:
        program.start()
        return application.exec()
    finally:
        program.stop()
        sys.excepthook = previous_hook


def make_application() -> QApplication:
    """Return the application object, made and styled if there is none yet."""
    existing = QApplication.instance()
    application = existing if isinstance(existing, QApplication) else QApplication([PROGRAM_NAME])
    application.setApplicationName("StrataGate")
    application.setApplicationDisplayName("StrataGate")
    application.setApplicationVersion(program_version())
    application.setDesktopFileName(PROGRAM_NAME)
    application.setQuitOnLastWindowClosed(False)
    application.setStyle("Fusion")
    application.setFont(interface_font())
    application.setWindowIcon(LIGHT.icon("app"))
    return application


class Program(QObject):
    """Everything that lives as long as the program."""

    def __init__(
        self,
        application: QApplication,
        path: Path,
        files: Sequence[Path],
        on_ready: Callable[[MainWindow], None] | None,
    ) -> None:
        super().__init__()
        self._application = application
        self._path = path
        self._files = tuple(files)
        self._on_ready = on_ready
        self._runner = JobRunner(self)
        self._memory: Memory | None = None
        self._client: MemoryClient | None = None
        self._window: MainWindow | None = None
        self._opening: OpeningWindow | None = None
        self._settings: dict[str, JsonValue] = read_settings({})
        self._language = WindowLanguage(application)
        self._late = QTimer(self, singleShot=True, interval=OPENING_SHOWN_AFTER_MS)
        self._late.timeout.connect(self._show_opening)
        self._showing_bug = False
        application.styleHints().colorSchemeChanged.connect(self._on_scheme_changed)

    # Opening.

    def start(self) -> None:
        """Open the file on a worker; the window comes when it is open."""
        log.start()
        self._language.apply(str(self._settings[LANGUAGE.key]))
        self._apply_theme()
        self._open(self._path)

    def stop(self) -> None:
        """Store the window's state and close the file."""
        self._late.stop()
        self._language.remove()
        if self._client is not None:
            self._client.stop_background()
        state = self._window.save_state() if self._window is not None else None
        if self._memory is not None:
            # Ends requests that wait for a model.
            self._memory.use_ports(None)
        all_ended = self._runner.shutdown()
        if self._memory is None:
            return
        if not all_ended:
            _log.warning("a worker did not end in time")
        if state is not None:
            try:
                self._memory.settings.set(WINDOW_STATE.key, state)
            except StrataGateError:
                _log.exception("the window's state could not be stored")
        self._memory.close()
        self._memory = None
        if self._window is not None:
            self._window.deleteLater()
            self._window = None

    def _open(self, path: Path) -> None:
        self._path = path
        self._late.start()

        def work(progress: Progress) -> tuple[Memory, dict[str, JsonValue]]:
            try:
                paths.prepare_folder(path.parent)
            except OSError as error:
                raise StorageError("read_only", path=str(path.parent), detail=str(error)) from error
            memory = Memory.open(path, projector=LocalProjector())
            try:
                # Nobody waits for it any more: the file is closed again below.
                progress.report(0, 0)
                values = read_settings(memory.settings.all())
                provider.apply_settings(memory, values)
            except BaseException:
                memory.close()
                raise
            return memory, values

        job = self._runner.submit(work)
        job.succeeded.connect(self._on_opened)
        job.failed.connect(self._on_not_opened)

    def _on_opened(self, opened: tuple[Memory, dict[str, JsonValue]]) -> None:
        self._late.stop()
        self._memory, self._settings = opened
        self._client = MemoryClient(self._memory, self._runner, self)
        self._client.changed.connect(self._on_memory_changed)
        self._language.apply(str(self._settings[LANGUAGE.key]))
        self._apply_theme()
        self._build_window(self._stored_state())
        if self._opening is not None:
            # Closing it would say that the user does not want to wait.
            self._opening.hide()
            self._opening.deleteLater()
            self._opening = None
        self._client.start_background()
        if self._window is not None:
            if self._files:
                self._window.importer.start(self._files, None)
            if self._on_ready is not None:
                self._on_ready(self._window)

    def _on_not_opened(self, error: Exception) -> None:
        self._late.stop()
        _log.error("the file could not be opened", exc_info=error)
        dialog = FailureDialog(describe(error), details_of(error), self._theme(), self._opening)
        dialog.close_button.setText(self.tr("Quit"))
        again = dialog.add_button(self.tr("Try again"))
        other = dialog.add_button(self.tr("Open another file…"))

        def try_again() -> None:
            dialog.done(dialog.DialogCode.Accepted)
            self._open(self._path)

        def choose_other() -> None:
            name, _filter = QFileDialog.getSaveFileName(
                dialog,
                self.tr("Open or create a memory file"),
                str(self._path.parent),
                self.tr("Memory files ({patterns})").format(patterns="*.db"),
                options=QFileDialog.Option.DontConfirmOverwrite,
            )
            if name:
                dialog.done(dialog.DialogCode.Accepted)
                self._open(Path(name))

        again.clicked.connect(try_again)
        other.clicked.connect(choose_other)
        dialog.rejected.connect(lambda: self._application.exit(1))
        dialog.show()

    def _show_opening(self) -> None:
        if self._opening is None:
            self._opening = OpeningWindow(self._path, self._theme())
            self._opening.closed.connect(self._application.quit)
        self._opening.show()

    # The window.

    def _stored_state(self) -> Mapping[str, JsonValue]:
        state = self._settings[WINDOW_STATE.key]
        return state if isinstance(state, dict) else {}

    def _build_window(self, state: Mapping[str, JsonValue]) -> None:
        assert self._client is not None  # noqa: S101 - the file is open when a window is built
        window = MainWindow(self._client, self._theme(), PAGES, self._settings)
        window.restore_state(state)
        window.closed.connect(self._application.quit)
        window.settings_changed.connect(self._on_settings_changed)
        window.state_changed.connect(self._on_state_changed)
        self._window = window
        window.show()
        window.current_page().setFocus()
        keep_frames_short()

    def _rebuild_window(self) -> None:
        old = self._window
        if old is None:
            return
        old.closed.disconnect(self._application.quit)
        self._build_window(old.save_state())
        if self._window is not None:
            if not old.isMaximized() and not old.isFullScreen():
                # Exactly where it was; a restored geometry is fitted to the screen.
                self._window.setGeometry(old.geometry())
            old.importer.hand_over(self._window.importer)
            old.exporter.hand_over(self._window.exporter)
        old.hide()
        old.deleteLater()
        if self._client is not None:
            self._client.wake()

    def _on_settings_changed(self, chosen: dict[str, JsonValue]) -> None:
        changed = {key: value for key, value in chosen.items() if self._settings[key] != value}
        if not changed or self._client is None:
            return
        self._settings |= changed

        values = dict(self._settings)

        def store(memory: Memory) -> ChangeSet:
            memory.settings.set_many(changed)
            changes = ChangeSet()
            if EXTRACTION.key in changed:
                changes |= memory.jobs.switch_extraction(on=bool(changed[EXTRACTION.key]))
            if MODEL_KEYS & changed.keys():
                changes |= provider_changed(memory, values)
            return changes

        job = self._client.command(store)
        if self._window is not None:
            self._window.show_model()
            job.failed.connect(self._window.show_failure)
        if LANGUAGE.key in changed or THEME.key in changed:
            self._language.apply(str(self._settings[LANGUAGE.key]))
            self._apply_theme()
            # Not from within the dialog that is just closing.
            QTimer.singleShot(0, self, self._rebuild_window)

    def _on_memory_changed(self, changes: ChangeSet, _initiator: object) -> None:
        """Work with the model that another process chose."""
        if not changes.settings or self._client is None:
            return
        job = self._client.query(lambda memory: read_settings(memory.settings.all()))
        job.succeeded.connect(self._on_settings_read)

    def _on_settings_read(self, stored: dict[str, JsonValue]) -> None:
        changed = {key: stored[key] for key in MODEL_KEYS if stored[key] != self._settings[key]}
        if not changed or self._client is None:
            return
        self._settings |= changed
        if self._window is not None:
            self._window.show_model()
        values = dict(self._settings)
        self._client.command(lambda memory: provider_changed(memory, values))

    def _on_state_changed(self) -> None:
        if self._window is None or self._client is None:
            return
        state = self._window.save_state()
        self._client.query(lambda memory: memory.settings.set(WINDOW_STATE.key, state))

    # Theme.

    def _theme(self) -> Theme:
        return theme_for(str(self._settings[THEME.key]))

    def _apply_theme(self) -> None:
        theme = self._theme()
        self._application.setPalette(theme.palette())
        self._application.setStyleSheet(theme.stylesheet())

    def _on_scheme_changed(self) -> None:
        if self._settings[THEME.key] == "system":
            self._apply_theme()
            self._rebuild_window()

    # Bugs.

    def on_uncaught(
        self,
        kind: type[BaseException],
        error: BaseException,
        trace: TracebackType | None,
    ) -> None:
        """Log what nobody caught, and show it once; the file is not touched by it."""
        if issubclass(kind, KeyboardInterrupt):
            self._application.quit()
            return
        _log.critical("uncaught", exc_info=(kind, error, trace))
        if self._showing_bug:
            return
        self._showing_bug = True
        dialog = FailureDialog(describe(error), details_of(error), self._theme(), self._window)
        dialog.finished.connect(self._on_bug_dialog_finished)
        dialog.open()

    def _on_bug_dialog_finished(self) -> None:
        self._showing_bug = False


def keep_frames_short() -> None:
    """Keep garbage collection, and workers that compute, out of the frames of the window.

    What the program consists of stays until it ends: looking through all of it again and again
    would stop the window for 70 ms at a time. A worker keeps the interpreter for a switch interval
    each time the window wants it: by default 5 ms, and a frame wants it often.
    """
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
