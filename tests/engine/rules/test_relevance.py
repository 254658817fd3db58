"""What a question asks for, and how messages are ranked for it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratagate_app.engine.rules import questions, relevance
from stratagate_app.engine.rules.questions import Intent
from stratagate_app.engine.rules.relevance import Line


def line_of(text: str, question: str) -> Line:
    return relevance.line_of(text, relevance.Counter(questions.words_of(question)))


def words(question: str) -> list[str]:
    return [word.text for word in questions.words_of(question)]


def test_words_that_every_text_has_are_not_looked_for() -> None:
    assert words("When did Ann go to the pottery class?") == ["ann", "go", "pottery", "class"]
    assert words("我们什么时候去北京？") == ["去北", "北京"]
    assert words("咖啡怎么做") == ["咖啡", "做"]


def test_a_question_of_nothing_but_such_words_is_looked_for_as_it_is() -> None:
    assert words("to be or not to be") == ["to", "be", "or", "not"]
    assert words("我是谁") == ["我是", "是谁"]


def test_forms_of_a_word_are_one_word() -> None:
    assert words("plans planning planned plan") == ["plans"]


def test_accents_are_not_told_apart() -> None:
    assert words("café cafe Café") == ["café"]
    text = "Le Cafe\u0301 d'en face"
    found = questions.marks(text, questions.words_of("cafe"))
    assert [text[start:end] for start, end in found] in (["Cafe\u0301"], ["Cafe"])


def test_only_a_word_that_is_being_typed_is_a_prefix() -> None:
    (_, last) = questions.words_of("sourdough bre", typing=True)
    assert last.prefix
    assert last.holds("bread")
    assert not questions.words_of("sourdough bre")[1].holds("bread")
    assert not questions.words_of("br", typing=True)[0].prefix


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("What was the first thing we decided?", {Intent.FIRST}),
        ("What is the latest release?", {Intent.LATEST}),
        ("the last meeting", {Intent.LATEST}),
        ("What happened last week?", set()),
        ("When did we last meet?", {Intent.WHEN, Intent.LATEST}),
        ("最近一次发布是什么时候？", {Intent.LATEST, Intent.WHEN}),
        ("第一次见面", {Intent.FIRST}),
        ("plain words", set()),
    ],
)
def test_what_a_question_wants_to_know_of_a_time(question: str, found: set[Intent]) -> None:
    assert questions.intents(question) == found


def test_marks_show_each_form_of_a_word() -> None:
    text = "We Baked bread; baking BREAD is fun."
    found = questions.marks(text, questions.words_of("bake bread"))
    assert [text[start:end] for start, end in found] == ["Baked", "bread", "baking", "BREAD"]


def test_marks_join_pairs_of_characters() -> None:
    text = "她周末去了黄浦江边，江边很美"
    found = questions.marks(text, questions.words_of("黄浦江边"))
    assert [text[start:end] for start, end in found] == ["黄浦江边", "江边"]


def test_a_passage_is_where_most_of_the_words_are() -> None:
    text = "bread " + "x " * 300 + "we bake bread with rye flour " + "y " * 300
    shown = questions.passage(text, questions.words_of("rye flour bread"), 80)
    assert {shown.text[start:end] for start, end in shown.marks} == {"bread", "rye", "flour"}
    assert shown.text.startswith("…")
    assert shown.text.endswith("…")


@given(st.text(), st.text())
def test_marks_lie_in_the_text_and_do_not_overlap(text: str, question: str) -> None:
    found = questions.marks(text, questions.words_of(question))
    flat = [place for mark in found for place in mark]
    assert flat == sorted(flat)
    assert all(0 <= start < end <= len(text) for start, end in found)


@given(st.text(), st.text(), st.integers(8, 200))
def test_a_passage_is_no_longer_than_asked_for(text: str, question: str, chars: int) -> None:
    shown = questions.passage(text, questions.words_of(question), chars)
    assert len(shown.text) <= chars + 2
    assert "\n" not in shown.text


def test_a_rarer_word_tells_more_and_none_tells_less_than_nothing() -> None:
    told = [relevance.rarity(100, holding) for holding in (1, 10, 99, 100, 500)]
    assert told == sorted(told, reverse=True)
    assert told[-1] > 0


def test_an_answer_is_found_by_the_words_of_the_message_before_it() -> None:
    asked = "adoption agency"
    lines = {
        (1, 1): line_of("Which adoption agency did you choose?", asked),
        (1, 2): line_of("The one near the river.", asked),
        (1, 3): line_of("Good.", asked),
        (2, 1): line_of("The weather is fine.", asked),
    }
    scores = relevance.rank_messages(lines, list(lines), (2.0, 2.0), {}, asked)
    assert scores[1, 2] > scores[1, 3] > 0
    assert (2, 1) not in scores


def test_words_of_neighbours_saturate_with_a_messages_own() -> None:
    own = {(1, 2): Line({0: 1.0}, 5)}
    around = own | {(1, 1): Line({0: 1.0}, 5), (1, 3): Line({0: 1.0}, 5)}
    assert relevance.window(around, (1, 2)).counts == {0: 2.0}
    alone = relevance.frequency_score(relevance.window(own, (1, 2)).counts, (1.0,), 1.0)
    among = relevance.frequency_score(relevance.window(around, (1, 2)).counts, (1.0,), 1.0)
    assert alone < among < 2 * alone


def test_who_speaks_counts_where_the_question_names_one_speaker() -> None:
    speakers = {"ann", "bo lee", ""}
    assert relevance.named_speaker(speakers, "What did Ann say?") == "ann"
    assert relevance.named_speaker(speakers, "What did Bo Lee's dog do?") == "bo lee"
    assert relevance.named_speaker(speakers, "What did Ann tell Bo Lee?") == ""
    assert relevance.named_speaker(speakers, "What was said?") == ""
    assert relevance.speaker_of("Bo Lee: I like rye.") == "bo lee"
    assert relevance.speaker_of("https://example.org") == ""


def test_a_message_that_asks_counts_less_than_one_that_tells() -> None:
    asked = "sourdough"
    telling = line_of("I bake sourdough. [image: a loaf?]", asked)
    asking = line_of("You bake sourdough? [image: a loaf]", asked)
    assert (telling.asks, asking.asks) == (False, True)
    lines = {(1, 1): telling, (9, 1): asking}
    scores = relevance.rank_messages(lines, list(lines), (1.0,), {}, asked)
    assert scores[9, 1] == pytest.approx(scores[1, 1] * relevance.ASKING)


def test_the_session_that_is_most_about_a_question_counts_one() -> None:
    scores = relevance.session_scores(
        {1: {0: 4.0, 1: 2.0}, 2: {0: 1.0}}, {1: 10, 2: 10}, (1.0, 3.0)
    )
    assert scores[1] == 1
    assert 0 < scores[2] < 1
    assert relevance.session_scores({}, {}, ()) == {}
