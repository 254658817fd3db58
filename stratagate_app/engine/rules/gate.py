"""What an assessment of a retrieval batch is worth; engine-rules.md, "Evidence gate"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stratagate_app.engine.domain.retrieval import Assessment, NextStrategy, RefusedRef, Verdict

MAX_REFS = 8
WORDS_CHARS = 160
# Stands where a judgement that is not sufficient does not say what is missing.
NOTHING_SAID = "The evidence so far does not answer the question."


def normalise_assessment(assessment: Mapping[str, object], batch_refs: Sequence[str]) -> Assessment:
    """Return an assessment as it counts; nothing in it can make this fail.

    Rule:
        engine-rules.md, "Evidence gate", Normalised.
    Args:
        assessment: verdict, evidence_refs, fit, missing and next_strategy as they came.
        batch_refs: What the batch found.
    """
    refs, refused = check_refs(assessment.get("evidence_refs"), batch_refs)
    fit = _folded(assessment.get("fit"))
    strategy = _strategy(assessment.get("next_strategy"))
    verdict = assessment.get("verdict")
    if verdict == Verdict.SUFFICIENT and refs and strategy is NextStrategy.ANSWER:
        return Assessment(Verdict.SUFFICIENT, refs, refused, fit, "", strategy)
    return Assessment(
        Verdict.WRONG if verdict == Verdict.WRONG else Verdict.PARTIAL,
        refs,
        refused,
        fit,
        _folded(assessment.get("missing")) or NOTHING_SAID,
        # Only what is sufficient may be answered from.
        NextStrategy.SEARCH_EVENTS if strategy in (None, NextStrategy.ANSWER) else strategy,
    )


def check_refs(
    given: object, batch_refs: Sequence[str], limit: int | None = MAX_REFS
) -> tuple[tuple[str, ...], tuple[RefusedRef, ...]]:
    """Return the references that belong to a batch, in order, and the others with the reason.

    Args:
        given: A list, or whatever came instead of one.
        batch_refs: What the batch found.
        limit: The most that are taken; None for no limit.
    """
    if given is None:
        return (), ()
    if not isinstance(given, list | tuple):
        return (), (RefusedRef(0, given if isinstance(given, str) else "", "invalid_ref"),)
    known = frozenset(batch_refs)
    taken: list[str] = []
    refused: list[RefusedRef] = []
    seen: set[str] = set()
    for place, ref in enumerate(given):
        if not isinstance(ref, str) or not ref.strip():
            refused.append(RefusedRef(place, "", "invalid_ref"))
            continue
        reason = ""
        if ref in seen:
            reason = "duplicate"
        elif ref not in known:
            reason = "not_in_batch"
        elif limit is not None and len(taken) >= limit:
            reason = "limit_exceeded"
        seen.add(ref)
        if reason:
            refused.append(RefusedRef(place, ref[:WORDS_CHARS], reason))
        else:
            taken.append(ref)
    return tuple(taken), tuple(refused)


def _folded(words: object) -> str:
    return " ".join(words.split())[:WORDS_CHARS].rstrip() if isinstance(words, str) else ""


def _strategy(given: object) -> NextStrategy | None:
    try:
        return NextStrategy(given) if isinstance(given, str) else None
    except ValueError:
        return None
