"""Who and what a sentence names: people, projects, tools and places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from stratagate_app.engine.pipeline.cues_chinese import PERSON
from stratagate_app.engine.pipeline.sentences import Sentence
from stratagate_app.engine.pipeline.words import STOP_WORDS

_NAME = re.compile(r"(?<![.!?:“\"] )(?<!^)\b([A-Z][a-zA-Z]+(?: [A-Z][a-zA-Z]+)?)\b")
_FIRST = re.compile(r"^([A-Z][a-z]+)\b")
_QUOTED = re.compile(r"[\"“”][^\"“”]*[\"“”]?")
_PROJECT = re.compile(r"\b[a-z]{2,}(?:-[a-z]{2,})+\b")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_CHINESE_PEOPLE = (
    re.compile(r"(?:我叫|(?:朋友|同事|老板|经理|同学|女儿|儿子)叫)([\u4e00-\u9fff]{2,3})"),
    re.compile(rf"(?:^|[由让，。、])({PERSON})(?:来|也)?(?:负责|接手|带队|说|去)"),
    re.compile(rf"(?:发给|交给|告诉|约|和|跟|陪|问)({PERSON})(?=看|吧|[，。、]|了|一起|去|说|见|开会|$)"),
)
_CHINESE_PLACES = re.compile(
    "北京|上海|杭州|深圳|广州|成都|南京|苏州|武汉|西安|重庆|天津|香港|台北|厦门|青岛|大理|柏林|里斯本"
)
_NO_NAMES = frozenset(
    """
I OK Ok Monday Tuesday Wednesday Thursday Friday Saturday Sunday Fridays Mondays Mon Tue Tues Wed
Thu Thurs Fri Sat Sun January February March April May June July August September October November
December Jan Feb Mar Apr Jun Jul Aug Sept Sep Oct Nov Dec Next Then The We It My Our Your Please
Let Thanks Hey Hi Wow Yes No Yeah Also But And So Mom Dad Good Great Christmas Easter English
Chinese Norwegian German French Spanish Portuguese European What How Why When Where Who
""".split()
)
_NO_PROJECTS = frozenset(
    """
opt-in opt-out follow-up sign-in sign-up log-in built-in up-to-date self-care well-being long-term
short-term part-time full-time check-in follow-ups old-fashioned self-expression self-acceptance
one-on-one face-to-face day-to-day re-run so-called easy-to-use hands-on non-profit eye-opening
""".split()
)
TOOLS = frozenset(
    """
npm pnpm yarn bun deno node vite webpack eslint prettier jest vitest pytest mypy ruff poetry pip uv
conda docker podman kubernetes terraform ansible nginx postgres postgresql mysql sqlite redis
mongodb kafka rabbitmq elasticsearch git github gitlab jira slack notion figma python rust golang
typescript javascript kotlin swift react vue svelte angular django flask fastapi rails laravel
pandas numpy pytorch tensorflow ollama grafana prometheus sentry safari firefox chrome vim emacs
""".split()
)


def names_of(sentences: Iterable[Sentence]) -> set[str]:
    """Return the names that occur inside sentences, where a capital means something."""
    found: set[str] = set()
    for sentence in sentences:
        text = sentence.text
        if '"' in text or "“" in text:
            text = _QUOTED.sub("", text)
        for name in _NAME.findall(text):
            if _is_name(name):
                found.add(name)
    return found


def _is_name(name: str) -> bool:
    return (
        name.split(" ", 1)[0] not in _NO_NAMES
        and name.lower() not in STOP_WORDS
        and not name.isupper()
    )


def projects_in(text: str) -> list[str]:
    """Return the names with hyphens (atlas-app) and the tools of a text, as they are written."""
    found = [match[0] for match in _PROJECT.finditer(text) if match[0] not in _NO_PROJECTS]
    found += [word for word in re.findall(r"[A-Za-z]\w+", text) if word.lower() in TOOLS]
    return list(dict.fromkeys(found))


def chinese_people(sentences: Iterable[Sentence]) -> set[str]:
    """Return the personal names that the words around them give away."""
    found: set[str] = set()
    for sentence in sentences:
        if not sentence.text.isascii() and _HAN.search(sentence.text):
            for pattern in _CHINESE_PEOPLE:
                found.update(pattern.findall(sentence.text))
    return found


def participants(sentence: Sentence, names: set[str], people: set[str]) -> tuple[str, ...]:
    """Return who and what takes part in what a sentence says, in the order it names them.

    Args:
        sentence: The sentence.
        names: Names that occur in the block (names_of).
        people: Chinese personal names that occur in the block (chinese_people).
    """
    text = sentence.text
    found = [sentence.speaker] if sentence.speaker else []
    known = [name for name in names if name in text and re.search(rf"\b{re.escape(name)}\b", text)]
    # A name that begins the sentence counts where it is a name elsewhere, or somebody's act.
    if (first := _FIRST.match(text)) and _acts(text) and _is_name(first[1]):
        known.append(first[1])
    named = {*known, *projects_in(text), *(name for name in people if name in text)}
    named.update(_CHINESE_PLACES.findall(text))
    whole = [
        name for name in named if not any(name != other and name in other for other in named)
    ]
    return tuple(dict.fromkeys([*found, *sorted(whole, key=lambda name: (text.find(name), name))]))


_ACTS = re.compile(
    r"^[A-Z][a-z]+ (?:will|leads|owns|takes|works|is|finished|fixed|merged|shipped|has|wants|said)\b"
)


def _acts(text: str) -> bool:
    return bool(_ACTS.match(text))


def known_names(sentences: Sequence[Sentence]) -> tuple[set[str], set[str]]:
    """Return the names of a block: those with capitals, and Chinese personal names."""
    return names_of(sentences), chinese_people(sentences)
