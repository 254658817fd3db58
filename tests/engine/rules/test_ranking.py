"""Folding, tokens, stems and fusion."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratagate_app.engine.rules.ranking import fold, fuse, index_text, stem, tokens

MIXED = st.text(alphabet=st.sampled_from("我们决定改用Aé1_ -，。！がカ한글ไทย\n𠀀ﬁＡ")) | st.text()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("We use PNPM, don't we?", ["we", "use", "pnpm", "don", "t", "we"]),
        ("snake_case and v2.1", ["snake", "case", "and", "v2", "1"]),
        ("我们改用 pnpm。", ["我们", "们改", "改用", "pnpm"]),
        ("是", ["是"]),
        ("カタカナ", ["カタ", "タカ", "カナ"]),
        ("한글은", ["한글", "글은"]),
        ("Ｆｕｌｌ　ｗｉｄｔｈ", ["full", "width"]),
        ("naïve Öl", ["naïve", "öl"]),
    ],
)
def test_tokens(text: str, found: list[str]) -> None:
    assert tokens(text) == found


def test_index_text_passes_ascii_through_and_pairs_the_rest() -> None:
    assert index_text("Plain, ASCII: text!") == "Plain, ASCII: text!"
    assert index_text("我们改用 pnpm！") == "我们 们改 改用 pnpm"
    signs = "今天我们决定不再使用旧的缓存而改用新的𠀀库"
    assert index_text(signs) == " ".join(one + other for one, other in pairwise(signs))


@given(MIXED)
def test_index_text_holds_the_tokens(text: str) -> None:
    assert text.isascii() or index_text(text).split(" ") == (tokens(text) or [""])


@given(MIXED)
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert tokens(fold(text)) == tokens(text)


def test_fold_composes_what_only_lower_case_can() -> None:
    assert fold("H\u0331") == "\u1e96"
    assert fold(" Two\t\nWords ") == "two words"


@pytest.mark.parametrize(
    "forms",
    [
        "decision decisions",
        "cache caches",
        "run runs running",
        "deploy deploys deployed deploying",
        "policy policies",
        "try tries tried",
        "tie ties",
        "plan plans planned planning",
        "make makes making",
        "bus buses",
        "class classes",
        "need needs needed",
    ],
)
def test_the_forms_of_a_word_have_one_stem(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize("word", ["the", "status", "analysis", "sing", "v2tags", "öls", "我们"])
def test_what_is_no_form_stays(word: str) -> None:
    assert stem(word) == word


def test_equal_ranks_in_another_order_are_a_tie() -> None:
    # b and a stand first, third and seventh, in different rankings.
    assert [key for key, _ in fuse([list("bxacdef"), list("axcdefb"), list("xybcdea")])][:3] == [
        "x",
        "a",
        "b",
    ]


RANKINGS = st.lists(st.lists(st.sampled_from("abcdef"), unique=True), max_size=5)


@given(RANKINGS)
def test_fusion_is_stable(rankings: list[list[str]]) -> None:
    fused = fuse(rankings)
    assert {key for key, _ in fused} == {key for ranking in rankings for key in ranking}
    for (key, score), (later, less) in pairwise(fused):
        ranks = [
            min(ranking.index(one) for ranking in rankings if one in ranking)
            for one in (key, later)
        ]
        assert (-score, ranks[0], key) < (-less, ranks[1], later)
    assert fuse([*rankings, []]) == fused
