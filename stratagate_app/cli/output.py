"""What the commands share: the open file, printing, and errors in sentences."""

from __future__ import annotations

import json
import os
import re
import sys
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO, TypeAlias

from stratagate_app.adapters import paths, provider
from stratagate_app.engine import (
    ChangeSet,
    ConflictError,
    LocalProjector,
    Memory,
    StorageError,
    StrataGateError,
    parse_public_id,
    public_id,
)

DONE, WITH_PROBLEMS, NOT_DONE = 0, 1, 2
# What JSON leaves as it is although a terminal acts on it: more control characters, and those that
# turn the direction of writing. A lone surrogate has no UTF-8.
_UNSEEN = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")

# Opens the window on a memory file with files to import; with a folder for pictures where there
# is no display. Returns the exit code.
OpenWindow: TypeAlias = "Callable[[Path | None, Sequence[Path], Path | None], int]"

_SENTENCES = {
    "memory_too_new": (
        "{path} was written by a newer StrataGate (file version {found}, this program knows "
        "{supported}). Nothing was changed. Update the program."
    ),
    "memory_foreign": (
        "{path} is not a StrataGate file. Nothing was changed. Name another with --db."
    ),
    "memory_damaged": "{path} is damaged: {detail}. Nothing was changed. Restore a backup.",
    "memory_locked": "{path} is held by another program. Nothing was changed. Try again.",
    "disk_full": "The disk is full ({path}). What was saved before stays. Make room and try again.",
    "read_only": "{path} cannot be written: {detail}. Nothing was changed.",
    "unreadable": "{path} cannot be read: {detail}.",
    "block_not_ready": "Block {block} is not ready yet, so it is shown in full anyway.",
    "already_undone": "That operation is undone already.",
    "not_undoable": (
        "That operation cannot be undone by itself; it goes with what it followed from."
    ),
    "not_undone": "That operation was not undone.",
    "workspace_gone": "The workspace it belongs to is gone. Redo the operation that made it first.",
    "event_gone": "The event it is about is gone. Redo the operation that made it first.",
    "made_anew": "What it would bring back is there again by now. Undo that first.",
    "session_gone": "The session it is about is gone. Redo the operation that made it first.",
    "rule_exists": "There is a rule for {pattern} already: it goes to {workspace}.",
    "rule_path": "That is no path of a folder of at most {limit} characters.",
    "rule_source": "There is no source {value!r}. There are: {known}.",
    "receipt_differs": "There is a receipt {receipt_id} already that says otherwise.",
    "export_format": "There is no {format} of {what}.",
    "import_choice": "Name conversations with --only or with --except, not with both.",
    "workspace_name": "A workspace has a name of 1 to {limit} characters.",
    "workspace_exists": "There is a workspace of that name: {name}.",
}
# What a field of an event cannot be, and what cannot be done with two events.
_REFUSALS = {
    "empty": "{field}: it must not be empty.",
    "too_long": "{field}: at most {limit} characters.",
    "too_many": "{field}: at most {limit}.",
    "no_offset": "{field}: give the offset too, as in 2026-03-04T10:00+01:00.",
    "not_a_date": "{field}: there is no such date.",
    "incomplete": "{field}: give both ends.",
    "reversed": "{field}: it ends before it begins.",
    "too_exact": "{field}: the dates are less exact than the precision.",
    "unknown_precision": "{field}: dates need a precision and a basis that are known.",
    "not_of_batch": "That import did not make this event, or it was taken back.",
    "same_event": "Give two different events.",
    "not_standing": "e{event} is forgotten or archived. Restore it first.",
    "other_workspace": "They are of different workspaces.",
    "other_session": "One of them may be found from its own session only. Widen its scope first.",
    "cycle": "It would supersede what supersedes it.",
    "contradiction": "The opposite was said before. Take that away first: see unrelate.",
    "bad_date": "There is no such day.",
    "before_start": "It began on {start}: it cannot have ended before.",
    "empty_name": "A name needs a letter or a digit.",
    "is_name": "That is its name. Rename it first.",
    "long_name": "A name has at most {limit} characters.",
    "name_taken": "n{node} is called that already: merge them, if they are the same.",
    "no_alias": "It has no such alias.",
    "not_disputed": "It is not disputed.",
    "not_of_node": "That is no fact or relation of this node.",
    "nothing_moved": "Say which facts and relations go to the new node: --take.",
    "same_name": "The new node needs another name.",
    "same_node": "Give two different nodes.",
    "too_many_aliases": "A node has at most {limit} aliases.",
}


class Failure(Exception):  # noqa: N818  (it ends a command; it is not an error of ours)
    """Ends a command: a code, a sentence, and what a program may want to know."""

    def __init__(
        self,
        code: str,
        sentence: str,
        *,
        exit_code: int = NOT_DONE,
        fields: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.exit_code = exit_code
        self.fields = fields or {}

    @classmethod
    def of(cls, error: StrataGateError) -> Failure:
        """Return an engine's error in words."""
        fields = {key: value for key, value in error.fields.items() if _is_plain(value)}
        if error.code == "not_found":
            what, number = error.fields.get("kind"), error.fields.get("id")
            if what in ("undo", "redo"):
                return cls(error.code, f"There is nothing to {what}.")
            return cls(error.code, f"There is no {what} {number}.", fields=fields)
        if isinstance(error, ConflictError) and error.code == "dependents":
            return cls(error.code, "Later changes rest on it; see --with-dependents.")
        text = _SENTENCES.get(error.code, "{code}")
        if error.code in ("event_field", "events", "graph"):
            text = _REFUSALS.get(str(error.fields.get("reason")), "{code}")
        values = {"code": error.code, "path": "", "detail": "", **error.fields}
        try:
            sentence = text.format(**values)
        except KeyError:
            sentence = str(error)
        return cls(error.code, sentence, fields=fields)

    @property
    def report(self) -> dict[str, Any]:
        """What JSON says of it."""
        return {"code": self.code, "message": self.sentence, **self.fields}

    def show(self, *, as_json: bool) -> None:
        """Print it: to stderr in words, to stdout as JSON."""
        if as_json:
            _write(sys.stdout, _as_json({"error": self.report}))
        else:
            told(f"stratagate: {printable(self.sentence)}\n")


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, str | int | float | bool)


class Output:
    """One run of the command line.

    Attributes:
        db: The file named on the command line, or None.
        as_json: Whether JSON is printed instead of text.
        open_window: What `gui` does; None where there is no window to open.
    """

    def __init__(
        self, db: Path | None, *, as_json: bool, open_window: OpenWindow | None = None
    ) -> None:
        self.db = db
        self.as_json = as_json
        self.open_window = open_window

    @contextmanager
    def memory(self, *, create: bool = False) -> Iterator[Memory]:
        """Open the memory file.

        Args:
            create: Make it, and its folder, where there is none: a mistyped name should leave no
                empty file behind, so only imports do.

        Raises:
            Failure: There is no such file.
            EnvironmentFailure: It cannot be opened.
        """
        path = paths.memory_path(self.db)
        if not create and not _holds_something(path):
            raise Failure(
                "no_memory",
                f"There is no memory file yet at {path}. `stratagate import FILE` makes one, "
                "`stratagate sample` fills one with invented conversations.",
                fields={"path": str(path)},
            )
        try:
            paths.prepare_folder(path.parent)
        except OSError as error:
            raise StorageError("read_only", path=str(path.parent), detail=str(error)) from error
        with Memory.open(path, projector=LocalProjector()) as memory:
            provider.apply_settings(memory)
            yield memory

    def show(self, value: Mapping[str, Any], lines: Sequence[str]) -> None:
        """Print a value as JSON, or lines as text.

        A line stays one, whatever names and titles it holds: none of them can feign another.
        """
        if self.as_json:
            _write(sys.stdout, _as_json(value, indent=1))
        else:
            for line in lines:
                _write(sys.stdout, printable(line).replace("\n", " "))


def _holds_something(path: Path) -> bool:
    """Return whether there is a file that looking at it would not have to fill first."""
    if not path.is_file() or path.with_name(f"{path.name}-wal").exists():
        return path.exists()
    return path.stat().st_size > 0


def changed(output: Output, changes: ChangeSet, done: str, not_needed: str) -> None:
    """Print the operation of a command; not_needed where it was so already."""
    operation = changes.operation_id
    value = {"operation": None if operation is None else public_id("operation", operation)}
    output.show(value, [done if operation is not None else not_needed])


def printable(text: str) -> str:
    """Return text without control characters: what comes from outside must not steer a terminal."""
    if text.isprintable():
        return text
    return "".join(
        char for char in text if char in "\n\t" or not unicodedata.category(char).startswith("C")
    )


def _as_json(value: object, indent: int | None = None) -> str:
    """Return JSON that this terminal can show and that holds nothing it would act on."""
    readable = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    text = json.dumps(value, ensure_ascii=not readable, indent=indent, default=str)
    return _UNSEEN.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def _write(stream: Any, text: str) -> None:
    encoding = stream.encoding or "utf-8"
    stream.write(text.encode(encoding, "replace").decode(encoding) + "\n")


def told(text: str) -> None:
    """Write to stderr, where somebody may read along; where that fails there is nobody to tell."""
    encoding = sys.stderr.encoding or "utf-8"
    try:
        sys.stderr.write(text.encode(encoding, "replace").decode(encoding))
        sys.stderr.flush()
    except OSError:
        _give_up(sys.stderr)


def stand_in_for_closed_streams() -> None:
    """Give what is said somewhere to go where whoever started us closed a stream (`>&-`).

    They want to hear nothing of it; the exit code is still theirs. Taking the numbers of the
    streams as well keeps a file that is opened later from being written to as one of them.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # Open as long as the program runs.
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115


@contextmanager
def told_output() -> Iterator[None]:
    """End quietly where the reader of our output went away (`| head`).

    Raises:
        Failure: The output cannot be written, say because its disk is full.
    """
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        _give_up(sys.stdout)
    except OSError as error:
        _give_up(sys.stdout)
        raise Failure("output", f"The output cannot be written: {error.strerror}.") from error


def _give_up(stream: TextIO) -> None:
    # The interpreter flushes once more at its end: give it somewhere to.
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def time_text(instant: datetime | None) -> str | None:
    """Return an instant as JSON holds it: UTC with Z."""
    if instant is None:
        return None
    return instant.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def day_text(instant: datetime | None) -> str:
    """Return an instant for a list: date and minute in the reader's own zone."""
    return instant.astimezone().strftime("%Y-%m-%d %H:%M") if instant is not None else "-"


def width_of(text: str) -> int:
    """Return how many columns a text takes in a terminal."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def fitted(text: str, columns: int) -> str:
    """Return a text of exactly so many columns."""
    text = printable(text).replace("\n", " ")
    if width_of(text) > columns:
        kept, used = [], 0
        for char in text:
            used += width_of(char)
            if used > columns - 1:
                break
            kept.append(char)
        text = "".join(kept) + "…"
    return text + " " * (columns - width_of(text))


def wanted_id(kind: str, text: str) -> int:
    """Return the number of an id given on the command line.

    Raises:
        Failure: It is no id of that kind.
    """
    found = parse_public_id(kind, text)
    if found is None:
        raise Failure("bad_id", f"{text!r} is no id of {kind}: give a number such as 12.")
    return found
