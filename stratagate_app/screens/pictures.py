"""Pictures of every page in every size, theme and language."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

from stratagate_app.screens.camera import LANGUAGES, SIZES, THEMES, photograph
from stratagate_app.screens.subject import prepare
from stratagate_app.settings import sample_files


def main(arguments: Sequence[str] | None = None) -> int:
    """Take a picture of every page in every size, theme and language; return 0."""
    parser = argparse.ArgumentParser(prog="stratagate-screens", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("screens"), metavar="FOLDER")
    parser.add_argument("--db", type=Path, metavar="FILE", help="default: the sample")
    parser.add_argument("--theme", choices=THEMES, action="append")
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    parser.add_argument("--size", choices=SIZES, action="append")
    chosen = parser.parse_args(arguments)
    folder: Path = chosen.out.resolve()
    with tempfile.TemporaryDirectory(prefix="stratagate-") as own:
        db = Path(own) / "memory.db" if chosen.db is None else chosen.db.resolve()
        subject = prepare(db, sample_files() if chosen.db is None else ())
        for theme in chosen.theme or THEMES:
            for language in chosen.language or LANGUAGES:
                for path in photograph(
                    db,
                    subject,
                    folder,
                    theme=theme,
                    language=language,
                    sizes=chosen.size or tuple(SIZES),
                ):
                    print(path, flush=True)  # noqa: T201
    return 0
