"""The built-in summariser and extractor choose; they never make anything up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratagate_app.engine.domain.conversation import Role, ToolCall
from stratagate_app.engine.domain.events import QUOTE_CHARS
from stratagate_app.engine.domain.ids import BlockId, MessageId
from stratagate_app.engine.errors import ReplySchemaError
from stratagate_app.engine.pipeline.local import LocalExtractor, LocalSummariser
from stratagate_app.engine.pipeline.ports import BlockInput, BlockMessage
from stratagate_app.engine.pipeline.words import content_words
from tests.engine.pipeline.support import SAID, block, blocks_of, events_of, sample_conversations

_PARTS = [
    *("We decided to", "let's use npm", "next week we will build", "I live in Lisbon", "Hi there"),
    *("the tile cache", "because CI is slow", "on 3 December", "yesterday", "Jonas owns it"),
    *(
        "从每周改成每天",
        "我们决定",
        "下周一要发布",
        "我喜欢",
        "取消了",
        "谢谢",
        "。",
        "，",
        "?",
        "!",
        ".",
        "\n",
    ),
    *(
        "```js\nlet a = 1;\n```",
        "[image: a dog]",
        "- ",
        "ok",
        "”",
        "’",
        "Maria: ",
        "I'm",
        "{",
        "x" * 90,
    ),
]
_TEXTS = st.one_of(
    st.lists(st.sampled_from(_PARTS), max_size=14).map(" ".join), st.text(max_size=80)
)
_ROLES = st.sampled_from([Role.USER, Role.USER, Role.ASSISTANT, Role.TOOL, Role.SYSTEM])


def _folded(text: str) -> str:
    return " ".join(text.split())


def _assert_only_chosen(given_block: BlockInput) -> None:
    summary = LocalSummariser().summarise(given_block)
    assert summary.title.strip()
    assert summary.summary.strip()
    assert len(summary.title) <= 60
    assert len(summary.tags) <= 6
    source = " ".join(message.content for message in given_block.messages).lower()
    told = [summary.title, summary.summary, *summary.key_facts, *summary.tags]
    contents = {message.id: _folded(message.content) for message in given_block.messages}
    if summary.should_extract:
        events = LocalExtractor().extract(given_block, ())
        assert events
        for event in events:
            told += [event.title, event.summary, *event.tags, *event.participants]
            assert event.source_ids
            for quote in event.quotes:
                assert len(quote) <= QUOTE_CHARS
                assert any(_folded(quote) in contents[source] for source in event.source_ids)
            assert event.happening.text.lower() in source
    for word in content_words(told):
        assert word in source, word


@given(st.lists(st.tuples(_ROLES, _TEXTS), min_size=1, max_size=12))
def test_every_word_stands_in_the_source(said: list[tuple[Role, str]]) -> None:
    if any(text.strip() for _, text in said):
        _assert_only_chosen(block(*said))


@pytest.mark.parametrize(
    "conversation", sample_conversations(), ids=lambda conversation: str(conversation.title)
)
def test_every_word_about_a_sample_stands_in_it(conversation: object) -> None:
    for number, sample in enumerate(blocks_of(conversation)):  # type: ignore[arg-type]
        assert number >= 0
        _assert_only_chosen(sample)


def test_the_same_block_gives_the_same_answer() -> None:
    said = ("We switch from npm to pnpm.", "I prefer short answers.", "Jonas fixed the compass.")
    assert LocalSummariser().summarise(block(*said)) == LocalSummariser().summarise(block(*said))
    assert events_of(block(*said)) == events_of(block(*said))


def test_the_title_is_what_the_block_is_about() -> None:
    summary = LocalSummariser().summarise(
        block(
            "Hello! Good to be back.",
            (Role.ASSISTANT, "Hello! What can I do for you today?"),
            "The sign-in redirects twice on Safari. Any idea?",
            (Role.ASSISTANT, "The session cookie is strict, so Safari drops it on the redirect."),
            "thanks",
        )
    )
    assert summary.title == "The sign-in redirects twice on Safari"
    assert "Safari" in summary.tags
    assert summary.key_facts == ()
    assert not summary.should_extract


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Карта должна работать без сети. Спасибо!", "Карта должна работать без сети"),
        ("Élodie présente la carte à Zürich.", "Élodie présente la carte à Zürich"),
        ("오프라인 지도가 필요합니다.", "오프라인 지도가 필요합니다"),
    ],
)
def test_other_languages_have_titles_too(text: str, title: str) -> None:
    assert LocalSummariser().summarise(block(text)).title == title


def test_the_title_of_a_question_has_no_question_mark() -> None:
    summary = LocalSummariser().summarise(block("How do we keep map tiles offline?"))
    assert summary.title == "How do we keep map tiles offline"


def test_a_long_sentence_is_cut_at_a_clause() -> None:
    text = (
        "We switch the package manager from npm to pnpm because CI installs became five times "
        "faster than they were."
    )
    assert LocalSummariser().summarise(block(text)).title == (
        "We switch the package manager from npm to pnpm"
    )


def test_facts_are_decisions_limits_plans_and_results() -> None:
    summary = LocalSummariser().summarise(
        block(
            "Hi, how are you?",
            "OK, let's use SQLite for the index.",
            "The whole map must fit into 90 MB.",
            (Role.ASSISTANT, "Of course! Scrolling is now at 58 frames a second."),
            "Next week we will build the prototype.",
            "thank you so much!",
        )
    )
    assert summary.key_facts == (
        "Let's use SQLite for the index",
        "The whole map must fit into 90 MB",
        "Scrolling is now at 58 frames a second",
        "Next week we will build the prototype",
    )


def test_a_block_of_nothing_but_tools_has_a_title() -> None:
    call = ToolCall("list_files", {"path": "."}, {"files": []})
    message = BlockMessage(MessageId(1), Role.ASSISTANT, "", SAID, (call,))
    summary = LocalSummariser().summarise(BlockInput(BlockId(1), "", (message,)))
    assert (summary.title, summary.should_extract) == ("list_files", False)


def test_the_extractor_refuses_a_block_without_events() -> None:
    with pytest.raises(ReplySchemaError) as caught:
        LocalExtractor().extract(block("Hello!", "How are you?"), ())
    assert caught.value.code == "no_valid_event"


def test_at_most_six_events_are_kept_and_the_weightiest() -> None:
    events = events_of(
        block(
            *(
                f"I finished the {thing} page yesterday."
                for thing in "first map index help".split()
            ),
            "Never deploy on Fridays.",
            "We switch from npm to pnpm.",
            "I live in Lisbon.",
            "The launch is on 3 December.",
        )
    )
    titles = [event.title for event in events]
    assert len(titles) == 6
    assert {
        "Never deploy on Fridays",
        "We switch from npm to pnpm",
        "I live in Lisbon",
        "The launch is on 3 December",
    } <= set(titles)


def test_an_event_names_people_projects_and_tools() -> None:
    (event,) = events_of(
        block("I asked Jonas Berg yesterday.", "Let's use npm as package manager for atlas-app.")
    )
    assert event.participants == ("npm", "atlas-app")
    (event,) = events_of(block("Jonas takes care of the index service."))
    assert event.participants == ("Jonas",)
    (event,) = events_of(block("下周一要把新的地图样式发给林川看。"))
    assert event.participants == ("林川",)


def test_a_conversation_of_two_names_knows_who_speaks() -> None:
    events = events_of(
        block(
            "Mel: I signed up for a pottery class yesterday. [image: a photo of a bowl]",
            (Role.ASSISTANT, "Caro: Wow! I went to a support group last week."),
            "Mel: That sounds great!",
            (Role.ASSISTANT, "Caro: It was."),
        )
    )
    assert [(event.title, event.participants) for event in events] == [
        ("I signed up for a pottery class yesterday", ("Mel",)),
        ("I went to a support group last week", ("Caro",)),
    ]
