"""The installed PySide6 is not one that aborts after some hundred emits (PYSIDE-3474)."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
from PySide6.QtCore import QCoreApplication, QObject, Signal

class Counter(QObject):
    counted = Signal(object)

application = QCoreApplication([])
counter = Counter()
seen = []
counter.counted.connect(seen.append)
for number in range(5000):
    counter.counted.emit((number, "x"))
print(len(seen))
"""


def test_five_thousand_emits_end_well() -> None:
    finished = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False, timeout=60
    )
    assert (finished.returncode, finished.stdout.strip()) == (0, "5000"), finished.stderr
