"""Where the memory file is, and that nobody else can look into its folder."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import pytest

from stratagate_app.adapters import paths

if TYPE_CHECKING:
    from pathlib import Path


def test_the_option_comes_before_the_variable_before_the_data_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv(paths.FILE_VARIABLE, raising=False)
    assert paths.memory_path() == paths.data_folder() / "memory.db"
    monkeypatch.setenv(paths.FILE_VARIABLE, str(tmp_path / "other.db"))
    assert paths.memory_path() == tmp_path / "other.db"
    assert paths.memory_path(tmp_path / "named.db") == tmp_path / "named.db"


@pytest.mark.skipif(os.name != "posix", reason="permission bits are POSIX")
def test_a_folder_it_makes_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "data"
    paths.prepare_folder(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.skipif(os.name != "posix", reason="permission bits are POSIX")
def test_a_folder_of_the_users_own_is_left_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir(mode=0o755)
    folder.chmod(0o755)
    paths.prepare_folder(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755
