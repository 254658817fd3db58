"""What command line tests share: a program to call, and what it said."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from stratagate_app import cli


@dataclass(frozen=True)
class Said:
    """What a call of the program came to."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Call = Callable[..., Said]


def caller(db: Path, capsys: pytest.CaptureFixture[str]) -> Call:
    """Return what calls the command line on a memory file, in this process."""

    def call(*arguments: str) -> Said:
        capsys.readouterr()
        code = cli.run([*arguments, "--db", str(db)])
        printed = capsys.readouterr()
        return Said(code, printed.out, printed.err)

    return call
