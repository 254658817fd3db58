"""What came of reading a file, in words: why not, what was odd, what was left out on purpose."""

from __future__ import annotations

from collections.abc import Mapping

from stratagate_app.engine import LeftOut, Oddity, Unread

# What a file is, or what came between.
_PROBLEMS: Mapping[str, str] = {
    "unknown_format": "no format that StrataGate knows",
    "damaged": "damaged",
    "unsupported_version": "of a version that StrataGate does not know",
    "unsafe_archive": "an archive that is not safe to open",
    "empty": "empty",
    "unreadable": "not readable",
    "disk_full": "not imported to the end: the disk is full",
    "read_only": "not imported: the memory file cannot be written",
    "memory_locked": "not imported to the end: another program holds the memory file",
    "memory_damaged": "not imported to the end: the memory file is damaged",
}
# What SQLite says of these says no more.
_SAID = frozenset({"disk_full", "read_only", "memory_locked"})

_UNREAD: Mapping[str, str] = {
    Unread.ABSOLUTE_PATH: "this name in it begins at the root of a disk",
    Unread.BAD_NUMBER: "a number in it has too many digits",
    Unread.CLIMBING_PATH: "this name in it leads out of the folder",
    Unread.CUT_OFF: "the file ends here, in the middle",
    Unread.LINK: "this name in it is a link",
    Unread.NESTED_ARCHIVE: "this name in it is an archive again",
    Unread.NO_CONTENT: "there is nothing in it",
    Unread.NO_CONVERSATIONS: "there is no conversation in it",
    Unread.NO_ELEMENTS: "there is an empty list in it and nothing else",
    Unread.NO_JSON: "it is neither JSON nor JSONL",
    Unread.NO_KNOWN_NAME: "the archive holds no conversations.json",
    Unread.NO_MEMORIES: "there is nothing in it that could be remembered",
    Unread.NO_SENTENCES: "its lines are too long to be sentences",
    Unread.NO_TEXT: "it is no text",
    Unread.TOO_DEEP: "too many brackets within each other",
    Unread.TOO_LARGE: "it is larger than a file of memories can be",
    Unread.UNKNOWN_SHAPE: "it is JSON, and of no shape that StrataGate knows",
    Unread.UNPACKS_TOO_FAR: "it unpacks to very much more than its size",
}

_ODDITIES: Mapping[str, str] = {
    Oddity.BAD_LINE: "a line that cannot be read; it was skipped",
    Oddity.BROKEN_PATH: "messages are missing in between; the rest was taken",
    Oddity.CUT: "text beyond the limits was cut off",
    Oddity.EMPTY_CONVERSATION: "a conversation without messages",
    Oddity.LONE_SURROGATE: "half a character in a text; it became \ufffd",
    Oddity.NOT_A_CONVERSATION: "not a conversation; it was skipped",
    Oddity.NOT_UTF8: "bytes that are not UTF-8; they became \ufffd",
    Oddity.TRUNCATED_LAST_LINE: "the last line is cut off; what was whole was taken",
}

_LEFT_OUT: Mapping[str, str] = {
    LeftOut.BRANCH: "on other branches (edited or retried)",
    LeftOut.COMMAND: "commands to the program",
    LeftOut.COMPACT_SUMMARY: "summaries the program had made",
    LeftOut.CONTEXT: "lines of the program itself",
    LeftOut.EMPTY: "empty",
    LeftOut.EMPTY_SYSTEM: "empty",
    LeftOut.HIDDEN: "hidden",
    LeftOut.INTERRUPT: "notices of interruption",
    LeftOut.META: "lines of the program itself",
    LeftOut.OTHER: "lines of the program itself",
    LeftOut.REASONING: "thoughts of the assistant",
    LeftOut.REPEATED: "repetitions of other messages",
    LeftOut.ROOT: "empty beginnings of conversations",
    LeftOut.SIDECHAIN: "in side conversations of agents",
    LeftOut.SNAPSHOT: "lines of the program itself",
    LeftOut.SYSTEM: "lines of the program itself",
    LeftOut.THINKING: "thoughts of the assistant",
    LeftOut.THOUGHTS: "thoughts of the assistant",
    LeftOut.UNKNOWN_ROLE: "of an unknown speaker",
    LeftOut.WEIGHT: "discarded by the source",
}


def problem_sentence(path: str, code: str, where: str, reason: str) -> str:
    """Return why a file was not imported: file, reason and place."""
    place = f" ({where})" if where else ""
    more = "" if code in _SAID else _UNREAD.get(reason, reason)
    return f"{path} is {_PROBLEMS.get(code, code)}{place}{': ' if more else ''}{more}"


def warning_sentence(code: str, where: str) -> str:
    """Return what was odd in a file, and where."""
    return f"warning: {oddity_words(code)} ({where})"


def oddity_words(code: str) -> str:
    """Return what was odd, without its place."""
    return _ODDITIES[code]


def left_out_text(dropped: Mapping[str, int]) -> str:
    """Return what of a conversation was left out on purpose, in words; "" if nothing was."""
    together: dict[str, int] = {}
    for reason, count in dropped.items():
        words = _LEFT_OUT[reason]
        together[words] = together.get(words, 0) + count
    return ", ".join(f"{count} {words}" for words, count in together.items())
