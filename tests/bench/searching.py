"""How fast and how well the memory is searched."""

from __future__ import annotations

import os
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rank_bm25 import BM25Okapi  # type: ignore[import-untyped]

from stratagate_app.cli import evaluating
from stratagate_app.engine import (
    EventType,
    Memory,
    RetrievalKind,
    SearchFilters,
    Verdict,
    WorkspaceId,
    public_id,
)
from stratagate_app.engine.rules import ranking
from tests.bench import data, views
from tests.bench.table import Row

ASKED = 200
USED = 40
DATASETS = Path(
    os.environ.get("STRATAGATE_DATASETS")
    or Path(__file__).parents[3] / "shared" / "datasets" / "locomo"
)
CHINESE = Path(__file__).parents[1] / "fixtures" / "retrieval" / "chinese.json"


def _percentiles(asked: Sequence[Callable[[], object]]) -> str:
    """Return how long calls take, after one to warm up: median and 95th percentile."""
    asked[0]()
    times = []
    for call in asked:
        start = time.perf_counter()
        call()
        times.append((time.perf_counter() - start) * 1000)
    return (
        f"p50 {statistics.median(times):.0f} ms, p95 {statistics.quantiles(times, n=20)[18]:.0f} ms"
    )


def _questions(count: int) -> list[str]:
    """Return questions of one to eight words, of which nearly every message holds some."""
    rng = random.Random(11)  # noqa: S311  (repeatable, not secret)
    return [f"When did we {data.sentence(rng, rng.randint(1, 8)).lower()}" for _ in range(count)]


def events(folder: Path, count: int) -> list[Row]:
    """Search many events, recall from them, and record that some were used."""
    path = views.event_file(folder, count)
    questions = _questions(ASKED)
    with Memory.open(path) as memory:
        home = WorkspaceId(memory.workspaces.list()[0].id)
        filters = [
            SearchFilters(),
            SearchFilters(workspace_id=home),
            SearchFilters(participants=("Person 3",)),
            SearchFilters(types=(EventType.PLAN, EventType.DECISION)),
        ]
        find = memory.search.find_events
        searched = [
            lambda text=text, wanted=filters[number % 4]: find(text, wanted)
            for number, text in enumerate(questions)
        ]
        recalled = [
            lambda text=text: memory.recall.recall(text, workspace_id=home) for text in questions
        ]
        batch = memory.retrieval.open_batch(
            RetrievalKind.SEARCH_EVENTS,
            questions[0],
            refs := [public_id("event", hit.event.id) for hit in find(questions[0])],
        )
        memory.retrieval.assess(
            batch,
            {
                "verdict": Verdict.SUFFICIENT.value,
                "evidence_refs": refs,
                "fit": "all",
                "missing": "",
                "next_strategy": "answer",
            },
        )
        used = [
            lambda number=number: memory.retrieval.record_use(
                batch, f"receipt {number}", refs, questions[0]
            )
            for number in range(USED)
        ]
        size = f"{count:,} events"
        return [
            Row(
                "events: search, every other one with filters",
                size,
                _percentiles(searched),
                "50 ms",
            ),
            Row("recall for a next message", size, _percentiles(recalled), "50 ms"),
            Row("recording use", size, _percentiles(used), "20 ms"),
        ]


def messages(folder: Path, count: int) -> list[Row]:
    """Search many messages."""
    export = data.write_export(folder / "file.json", max(1, count // 50), 25)
    with Memory.open(folder / "file.db") as memory:
        memory.imports.import_file(export, derive=False)
    export.unlink()
    questions = _questions(ASKED)
    with Memory.open(folder / "file.db") as memory:
        find = memory.search.find_messages
        asked = [lambda text=text: find(text) for text in questions]
        typed = [lambda text=text: find(text.removesuffix("."), typing=True) for text in questions]
        size = f"{count:,} messages"
        return [
            Row("messages: search", size, _percentiles(asked), "100 ms"),
            Row(
                "messages: search while the last word is typed", size, _percentiles(typed), "100 ms"
            ),
        ]


def retrieval() -> list[Row]:
    """Measure how much of the annotated evidence is among the first ten, beside plain BM25."""
    invented = _recall_row("invented, Chinese", [pair for _, pair in _measured(CHINESE)], "")
    files = sorted(DATASETS.glob("*.json"))
    if not files:
        return [Row("recall of evidence among ten", str(DATASETS), "no data set", "0.80"), invented]
    rows: list[Row] = []
    everything: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for file in files:
        found = _measured(file)
        for category, pair in found:
            everything[category].append(pair)
        rows.append(_recall_row(file.stem, [pair for _, pair in found]))
    rows += [_recall_row(f"category {key}", everything[key]) for key in sorted(everything)]
    rows.append(_recall_row("all", [pair for pairs in everything.values() for pair in pairs]))
    return [*rows, invented]


def _measured(file: Path) -> list[tuple[int, tuple[float, float]]]:
    """Return of each question its category and what is found among ten: by us, and by the peer."""
    found: list[tuple[int, tuple[float, float]]] = []
    for sample in evaluating.read_samples(file):
        plain = _Plain(sample)
        for question, ranks in evaluating.rank_evidence(sample):
            wanted = len(question.evidence)
            ours = sum(rank <= 10 for rank in ranks) / wanted
            plainly = len(question.evidence & plain.first_ten(question.text)) / wanted
            found.append((question.category, (ours, plainly)))
    return found


class _Plain:
    """The peer: BM25 over the words of messages as they are written."""

    def __init__(self, sample: Any) -> None:
        said = [
            message
            for key, session in sample["conversation"].items()
            if isinstance(session, list)
            for message in session
        ]
        self._ids = [message["dia_id"] for message in said]
        self._index = BM25Okapi(
            [
                ranking.tokens(
                    f"{message['speaker']}: {message['text']} {message.get('blip_caption', '')}"
                )
                for message in said
            ]
        )

    def first_ten(self, question: str) -> frozenset[str]:
        scores = self._index.get_scores(ranking.tokens(question))
        best = sorted(range(len(scores)), key=lambda at: (-scores[at], at))
        return frozenset(self._ids[at] for at in best[:10])


def _recall_row(name: str, pairs: Sequence[tuple[float, float]], aim: str = "0.80") -> Row:
    ours, plain = (statistics.fmean(values) for values in zip(*pairs, strict=True))
    return Row(
        f"recall of evidence among ten: {name}",
        f"{len(pairs)} questions",
        f"{ours:.3f} (plain BM25 {plain:.3f})",
        aim,
    )
