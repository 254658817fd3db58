"""The evidence gate: what an assessment may claim."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stratagate_app.engine.domain.retrieval import NextStrategy, RefusedRef, Verdict
from stratagate_app.engine.rules.gate import MAX_REFS, WORDS_CHARS, check_refs, normalise_assessment

BATCH = [f"e{number}" for number in range(1, 11)]


def test_each_refused_reference_is_reported_with_its_place_and_reason() -> None:
    given_refs = ["e1", 3, "e1", "zz", "", *BATCH]
    made = normalise_assessment({"verdict": "partial", "evidence_refs": given_refs}, BATCH)
    assert made.refs == tuple(BATCH[:8])
    assert made.refused == (
        RefusedRef(1, "", "invalid_ref"),
        RefusedRef(2, "e1", "duplicate"),
        RefusedRef(3, "zz", "not_in_batch"),
        RefusedRef(4, "", "invalid_ref"),
        RefusedRef(5, "e1", "duplicate"),
        RefusedRef(13, "e9", "limit_exceeded"),
        RefusedRef(14, "e10", "limit_exceeded"),
    )


def test_the_limit_can_be_lifted() -> None:
    assert check_refs(BATCH, BATCH, None) == (tuple(BATCH), ())


def test_references_that_are_no_list_are_refused_as_a_whole() -> None:
    made = normalise_assessment({"evidence_refs": "e1"}, BATCH)
    assert made.refused == (RefusedRef(0, "e1", "invalid_ref"),)
    assert normalise_assessment({}, BATCH).refused == ()


def test_sufficient_needs_a_good_reference_and_an_answer() -> None:
    claim = {"verdict": "sufficient", "next_strategy": "answer", "missing": "more"}
    good = normalise_assessment({**claim, "evidence_refs": ["e2"]}, BATCH)
    assert (good.verdict, good.missing, good.next_strategy) == ("sufficient", "", "answer")
    bad = normalise_assessment({**claim, "evidence_refs": ["zz"]}, BATCH)
    assert (bad.verdict, bad.missing, bad.next_strategy) == ("partial", "more", "search_events")


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=200)
    | st.sampled_from([*Verdict, *NextStrategy, *BATCH]),
    lambda inner: st.lists(inner, max_size=12) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=20,
)
FIELDS = st.sampled_from(["verdict", "evidence_refs", "fit", "missing", "next_strategy"])


@given(st.dictionaries(FIELDS, JSON))
def test_whatever_is_sent_claims_no_more_than_it_may(sent: dict[str, object]) -> None:
    made = normalise_assessment(sent, BATCH)
    assert len(set(made.refs)) == len(made.refs) <= MAX_REFS
    assert set(made.refs) <= set(BATCH)
    assert max(len(made.fit), len(made.missing)) <= WORDS_CHARS
    sufficient = made.verdict is Verdict.SUFFICIENT
    assert sufficient == (made.missing == "") == (made.next_strategy is NextStrategy.ANSWER)
    assert not sufficient or made.refs
