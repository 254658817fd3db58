"""What every test of model servers needs: connections that are closed in the end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.adapters.support import CLIENTS


@pytest.fixture(autouse=True)
def _close_clients() -> Iterator[None]:
    yield
    while CLIENTS:
        CLIENTS.pop().close()
