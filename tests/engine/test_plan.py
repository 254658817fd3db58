"""Turns, open tail and sealing; engine-rules.md, "Conversations"."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stratagate_app.engine.domain.conversation import Role, SourceMessage
from stratagate_app.engine.importing.plan import (
    SessionPlan,
    SessionState,
    complete_turn_ends,
    plan_messages,
    title_of,
    with_ids,
)

U, A, T, S = Role.USER, Role.ASSISTANT, Role.TOOL, Role.SYSTEM


def messages(*roles: Role) -> list[SourceMessage]:
    return [SourceMessage(role, f"{role} {i}", external_id=f"m{i}") for i, role in enumerate(roles)]


def planned(
    state: SessionState, new: list[SourceMessage], block_turns: int, *, imported: bool
) -> SessionPlan:
    return plan_messages(state, new, with_ids(new), block_turns=block_turns, imported=imported)


def test_a_turn_is_a_user_message_with_all_that_follows() -> None:
    plan = planned(SessionState(), messages(S, U, A, T, A, U, A), 6, imported=True)
    assert [m.turn for m in plan.messages] == [0, 1, 1, 1, 1, 2, 2]
    assert plan.after.turns == 2
    assert plan.after.complete_turns == 2


def test_a_question_without_an_answer_is_not_complete() -> None:
    plan = planned(SessionState(), messages(U, A, U), 1, imported=True)
    assert plan.after.complete_turns == 1
    assert [len(block.messages) for block in plan.blocks] == [2]
    assert [m.position for m in plan.after.tail] == [3]


def test_on_import_the_next_question_completes_a_turn() -> None:
    imported = planned(SessionState(), messages(U, U, A), 6, imported=True)
    live = planned(SessionState(), messages(U, U, A), 6, imported=False)
    assert (imported.after.complete_turns, live.after.complete_turns) == (2, 1)


def test_the_first_n_complete_turns_seal_with_all_their_messages() -> None:
    plan = planned(SessionState(), messages(S, U, A, U, A, T, U, A), 2, imported=True)
    (block,) = plan.blocks
    assert (block.number, block.first_turn, block.last_turn) == (1, 1, 2)
    assert [m.position for m in block.messages] == [1, 2, 3, 4, 5, 6]
    assert block.texts.l4.startswith("User: user 1")


def test_what_still_comes_for_a_sealed_turn_starts_the_next_block() -> None:
    first = planned(SessionState(), messages(U, A), 1, imported=True)
    late = [SourceMessage(A, "more", external_id="late"), *messages(U, A)[0:2]]
    second = planned(first.after, late, 1, imported=True)
    assert [m.turn for m in second.messages] == [1, 2, 2]
    assert second.after.complete_turns == 2
    assert [m.position for m in second.blocks[0].messages] == [3, 4, 5]
    assert (second.blocks[0].first_turn, second.blocks[0].last_turn) == (2, 2)


roles = st.lists(st.sampled_from([U, A, T, S]), max_size=60)


@given(roles, st.integers(1, 7), st.data())
def test_every_message_is_in_one_block_or_in_the_tail(
    given_roles: list[Role], block_turns: int, data: st.DataObject
) -> None:
    new = messages(*given_roles)
    cut = data.draw(st.integers(0, len(new)))
    first = planned(SessionState(), new[:cut], block_turns, imported=True)
    second = planned(first.after, new[cut:], block_turns, imported=True)
    places = [m.position for block in (*first.blocks, *second.blocks) for m in block.messages] + [
        m.position for m in second.after.tail
    ]
    assert places == list(range(1, len(new) + 1))
    tail = second.after.tail
    assert len(complete_turn_ends(tail, second.after.sealed_turn, imported=True)) < block_turns
    assert second.after.blocks == len(first.blocks) + len(second.blocks)


@given(st.lists(st.sampled_from([U, A]), max_size=60), st.integers(1, 7), st.data())
def test_growing_turn_by_turn_ends_where_importing_at_once_does(
    given_roles: list[Role], block_turns: int, data: st.DataObject
) -> None:
    new = messages(*given_roles)
    starts = [i for i, m in enumerate(new) if m.role is U] or [0]
    cut = data.draw(st.sampled_from(starts))
    whole = planned(SessionState(), new, block_turns, imported=True)
    first = planned(SessionState(), new[:cut], block_turns, imported=True)
    second = planned(first.after, new[cut:], block_turns, imported=True)
    assert second.after.turns == whole.after.turns
    # A question left alone at the cut is completed by the next one: one turn, counted once.
    assert second.after.complete_turns == whole.after.complete_turns


def test_ids_of_messages_without_any_are_stable_and_distinct() -> None:
    same = [SourceMessage(U, "hi"), SourceMessage(U, "hi"), SourceMessage(A, "hi")]
    first, second = with_ids(same[:2]), with_ids(same)
    assert second[:2] == first
    assert len(set(second)) == 3
    assert with_ids(
        [SourceMessage(U, "a", external_id="x"), SourceMessage(U, "b", external_id="x")]
    ) == [
        "x",
        "x#2",
    ]


def test_a_session_without_a_title_is_named_by_the_first_words_of_its_user() -> None:
    said = [SourceMessage(S, "Be brief"), SourceMessage(U, "Which bread\nkeeps " + "long " * 40)]
    assert title_of("  Bread  talk ", said) == "Bread talk"
    title = title_of(None, said)
    assert title.startswith("Which bread keeps long")
    assert len(title) == 80
    assert title_of("", []) == ""
