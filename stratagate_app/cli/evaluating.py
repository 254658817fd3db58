"""Measuring how well the search finds what is known to be the answer."""

from __future__ import annotations

import json
import re
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from stratagate_app.cli.output import Failure, Output
from stratagate_app.cli.ticker import Ticker
from stratagate_app.engine import Memory

CUTS = (5, 10, 20)
# How far down the first piece of evidence is looked for.
DEPTH = 100
MAX_MB = 256
# Those whose answer is in the conversation: multi-hop, temporal, open-domain, single-hop.
ANSWERED = (1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class AnnotatedQuestion:
    """A question with the messages that hold its answer.

    Attributes:
        category: As the file numbers its kinds of questions.
        evidence: Ids of messages in their source.
    """

    text: str
    category: int
    evidence: frozenset[str]


@click.group(name="eval")
def evaluate() -> None:
    """Measure how good StrataGate is at what it does."""


@evaluate.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_obj
def retrieval(output: Output, file: Path) -> None:
    """Measure how much of the evidence a search finds, on the annotated conversations of FILE.

    FILE is of the form of LoCoMo. It is imported into a temporary memory; yours is not touched.
    Each conversation is searched by itself, with its questions of the categories 1 to 4.
    """
    ranks: list[tuple[int, list[int], int]] = []
    with Ticker("{done} questions") as ticker:
        for sample in read_samples(file):
            for question, found in rank_evidence(sample):
                ranks.append((question.category, found, len(question.evidence)))
                ticker.report(len(ranks), 0)
    if not ranks:
        raise Failure("no_questions", f"{file} holds no question whose evidence is in it.")
    categories: dict[int, list[tuple[list[int], int]]] = defaultdict(list)
    for category, found, wanted in ranks:
        categories[category].append((found, wanted))
    value = {
        **scores([(found, wanted) for _, found, wanted in ranks]),
        "categories": {str(key): scores(categories[key]) for key in sorted(categories)},
    }
    lines = [_head(), _line("all", value)]
    lines += [_line(f"category {key}", value["categories"][key]) for key in value["categories"]]
    output.show(value, lines)


def read_samples(file: Path) -> list[Mapping[str, Any]]:
    """Return the conversations of a LoCoMo file.

    Raises:
        Failure: It cannot be read, or is of another form.
    """
    try:
        if file.stat().st_size > MAX_MB * 1_000_000:
            raise Failure("too_large", f"{file} is larger than {MAX_MB} MB.")
        value = json.loads(file.read_text("utf-8-sig"))
    except OSError as error:
        raise Failure("unreadable", f"{file} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise Failure("damaged", f"{file} is no JSON: {error}.") from error
    samples = value if isinstance(value, list) else [value]
    found: list[Mapping[str, Any]] = [
        sample
        for sample in samples
        if isinstance(sample, dict)
        and isinstance(sample.get("conversation"), dict)
        and isinstance(sample.get("qa"), list)
    ]
    if not found:
        raise Failure("unknown_format", f"{file} holds no conversation with questions.")
    return found


def read_questions(sample: Mapping[str, Any]) -> Iterator[AnnotatedQuestion]:
    """Yield the questions of a conversation that have an answer and name their evidence."""
    for item in sample["qa"]:
        if not isinstance(item, dict) or item.get("category") not in ANSWERED:
            continue
        named = item.get("evidence")
        ids = {
            part
            for text in (named if isinstance(named, list) else [])
            for part in re.split(r"[;,\s]+", str(text))
            if part
        }
        if isinstance(item.get("question"), str) and ids:
            yield AnnotatedQuestion(item["question"], item["category"], frozenset(ids))


def rank_evidence(
    sample: Mapping[str, Any],
) -> Iterator[tuple[AnnotatedQuestion, list[int]]]:
    """Yield questions with the ranks, from 1, at which a search finds their evidence.

    Questions whose evidence is not in the conversation are left out.
    """
    with tempfile.TemporaryDirectory(prefix="stratagate-") as folder:
        copy = Path(folder) / "sample.json"
        copy.write_text(json.dumps([sample]), "utf-8")
        with Memory.open(Path(folder) / "memory.db") as memory:
            memory.imports.import_file(copy, derive=False)
            sources = _source_ids(memory)
            known = set(sources.values())
            for question in read_questions(sample):
                if not question.evidence <= known:
                    continue
                hits = memory.search.find_messages(question.text, limit=DEPTH)
                yield (
                    question,
                    [
                        rank
                        for rank, hit in enumerate(hits, start=1)
                        if sources[hit.message_id] in question.evidence
                    ],
                )


def _source_ids(memory: Memory) -> dict[int, str]:
    """Return the id in its source of each message."""
    found: dict[int, str] = {}
    for session in memory.sessions.load_page(memory.sessions.find_ids(None)):
        blocks = memory.sessions.strata(session.id).blocks
        messages = [message for block in blocks for message in memory.blocks.messages(block.id)]
        messages += memory.sessions.tail_messages(session.id, session.messages)
        found |= {message.id: message.external_id for message in messages}
    return found


def scores(ranks: Sequence[tuple[Sequence[int], int]]) -> dict[str, Any]:
    """Return the measures of questions, each the mean over them.

    Args:
        ranks: Of each question: the ranks of the evidence that was found, ascending, and how many
            messages are evidence.
    """
    count = len(ranks)
    found: dict[str, Any] = {"questions": count}
    for cut in CUTS:
        recall = sum(sum(rank <= cut for rank in own) / wanted for own, wanted in ranks)
        found[f"recall_at_{cut}"] = round(recall / count, 4)
    found["mrr"] = round(sum(1 / own[0] for own, _ in ranks if own) / count, 4)
    return found


def _head() -> str:
    return f"{'':12}  {'questions':>9}" + "".join(f"  recall@{cut:<2}" for cut in CUTS) + "    MRR"


def _line(name: str, value: Mapping[str, Any]) -> str:
    recalls = "".join(f"  {value[f'recall_at_{cut}']:9.3f}" for cut in CUTS)
    return f"{name:12}  {value['questions']:9}{recalls}  {value['mrr']:.3f}"


COMMANDS = (evaluate,)
