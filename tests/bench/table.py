"""The table that the benchmarks print."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One figure.

    Attributes:
        subject: What was done.
        size: On how much.
        figure: What was seen, with its unit.
        aim: What is promised, with its unit.
    """

    subject: str
    size: str
    figure: str
    aim: str


def show(rows: list[Row]) -> str:
    """Return rows as a table with aligned columns."""
    lines = [("measured", "on", "seen", "aim")]
    lines += [(row.subject, row.size, row.figure, row.aim) for row in rows]
    widths = [max(len(line[i]) for line in lines) for i in range(4)]
    text = [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    ]
    text.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(text)
