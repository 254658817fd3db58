"""Invented conversations of any size, the same on every run."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

_WORDS = [
    "build",
    "cache",
    "server",
    "index",
    "token",
    "layout",
    "bread",
    "window",
    "release",
    "branch",
    "review",
    "script",
    "folder",
    "deploy",
    "region",
    "budget",
    "market",
    "garden",
    "bicycle",
    "recipe",
    "history",
    "chapter",
    "river",
    "lesson",
    "ticket",
    "project",
    "schedule",
    "manager",
    "package",
    "install",
    "minutes",
    "faster",
    "because",
    "without",
    "between",
    "several",
    "question",
    "answer",
    "example",
    "result",
    "change",
    "version",
    "option",
    "default",
    "measure",
    "version",
    "please",
]
_FACTS = (
    "We decided to switch the {a} to {b} because installs became five times faster.",
    "I prefer short answers with a {a} example.",
    "Next week we will move the {a} to the {b} server.",
    "The {a} release is planned for 12 October 2026.",
    "我们决定把{a}改成{b}，因为快了五倍。",
)


def sentence(rng: random.Random, words: int) -> str:
    """Return a sentence of so many words."""
    return " ".join(rng.choices(_WORDS, k=words)).capitalize() + "."


_POOL: dict[int, list[str]] = {}


def pooled_text(rng: random.Random, chars: int) -> str:
    """Return one of a few thousand texts of that length: files of any size in little time."""
    if chars not in _POOL:
        made = random.Random(chars)  # noqa: S311
        _POOL[chars] = [message_text(made, chars) for _ in range(4000)]
    return rng.choice(_POOL[chars])


def message_text(rng: random.Random, chars: int) -> str:
    """Return text of about so many characters; one in twelve says something to remember."""
    parts = [sentence(rng, rng.randint(6, 14))]
    if rng.random() < 1 / 12:
        parts.append(rng.choice(_FACTS).format(a=rng.choice(_WORDS), b=rng.choice(_WORDS)))
    while sum(map(len, parts)) < chars:
        parts.append(sentence(rng, rng.randint(6, 14)))
    return " ".join(parts)


def chatgpt_conversation(
    rng: random.Random, number: int, turns: int, chars: int
) -> dict[str, object]:
    """Return one conversation as a ChatGPT export holds it."""
    start = 1_770_000_000 + number * 1000
    mapping: dict[str, object] = {
        "root": {"id": "root", "message": None, "parent": None, "children": ["n0"]}
    }
    for index in range(turns * 2):
        key = f"n{index}"
        mapping[key] = {
            "id": key,
            "parent": f"n{index - 1}" if index else "root",
            "children": [f"n{index + 1}"] if index < turns * 2 - 1 else [],
            "message": {
                "id": f"{number:08x}-{index:06x}",
                "author": {"role": "assistant" if index % 2 else "user", "name": None},
                "create_time": start + index * 7.5,
                "content": {"content_type": "text", "parts": [pooled_text(rng, chars)]},
                "weight": 1.0,
                "recipient": "all",
                "metadata": {},
            },
        }
    return {
        "title": sentence(rng, 4),
        "create_time": float(start),
        "update_time": start + turns * 15.0,
        "conversation_id": f"c-{number}",
        "current_node": f"n{turns * 2 - 1}",
        "mapping": mapping,
    }


def conversations(count: int, turns: int, chars: int, seed: int = 7) -> Iterator[dict[str, object]]:
    """Yield conversations one by one."""
    rng = random.Random(seed)  # noqa: S311  (repeatable, not secret)
    for number in range(count):
        yield chatgpt_conversation(rng, number, turns, chars)


def write_export(path: Path, count: int, turns: int, chars: int = 200, seed: int = 7) -> Path:
    """Write a ChatGPT export without holding it in memory; return the path."""
    with path.open("w", encoding="utf-8") as file:
        file.write("[")
        for index, item in enumerate(conversations(count, turns, chars, seed)):
            file.write(",\n" if index else "\n")
            json.dump(item, file, ensure_ascii=False)
        file.write("\n]")
    return path
