"""The list of sessions as an item model."""

from __future__ import annotations

from array import array
from datetime import UTC, datetime

from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from stratagate_app.engine import SessionId, SessionRow, WorkspaceId
from stratagate_app.models.sessions import SessionsModel

AT = datetime(2026, 3, 4, tzinfo=UTC)


def row(number: int) -> SessionRow:
    return SessionRow(
        SessionId(number), WorkspaceId(1), "chatgpt", f"Title {number}", AT, AT, 12, 2, 24
    )


def make() -> SessionsModel:
    return SessionsModel(lambda session: (session.title, f"{session.turns} turns"))


def test_rows_come_by_page_and_a_placeholder_stands_in_until_then(qapp: object) -> None:
    del qapp
    model = make()
    asked: list[tuple[int, int]] = []
    model.page_needed.connect(lambda generation, page, _ids: asked.append((generation, page)))
    model.set_ids(array("q", range(1, 301)))
    index = model.index(200, 0)
    assert model.data(index) == "…"
    assert asked == [(model.generation, 1)]
    assert model.data(index, model.RowRole) is None
    model.set_page(model.generation, 1, [row(n) for n in range(129, 257)])
    assert model.data(index) == "Title 201"
    assert model.data(index, model.RowRole) == row(201)
    assert model.data(index, Qt.ItemDataRole.AccessibleTextRole) == "Title 201, 12 turns"


def test_the_model_keeps_the_rules_of_item_models(qtmodeltester: ModelTester) -> None:
    model = make()
    model.set_ids(array("q", range(1, 41)))
    model.set_page(model.generation, 0, [row(n) for n in range(1, 41)])
    qtmodeltester.check(model)
