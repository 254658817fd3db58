"""Who and what a sentence names: people, projects, tools and places."""

from __future__ import annotations

import re
from collections.abc import Iterable

from stratagate_app.engine.pipeline.cues_chinese import PERSON
from stratagate_app.engine.pipeline.sentences import Sentence
from stratagate_app.engine.pipeline.words import STOP_WORDS

_NAME = re.compile(r"(?<![.!?:“\"] )(?<!^)\b([A-Z][a-zA-Z]+(?: [A-Z][a-zA-Z]+)?)\b")
# Who begins a sentence and acts in it is a name.
_ACTS = re.compile(
    r"^([A-Z][a-z]+) (?:will|leads|owns|takes|works|finished|fixed|merged|shipped|wants|said|still)\b"
)
_QUOTED = re.compile(r"[\"“”][^\"“”]*[\"“”]?")
_PROJECT = re.compile(
    r"\b[a-z]{2,}(?:-[a-z]{2,})*-(?:app|api|cli|sdk|ui|db|web|site|bot|lib|core|docs|infra|tool|tools|"
    r"server|service|client|engine|backend|frontend|desktop|mobile|prototype|plugin|kit)\b"
)
_HAN = re.compile(r"[\u4e00-\u9fff]")
_CHINESE_PEOPLE = (
    re.compile(r"(?:我叫|(?:朋友|同事|老板|经理|同学|女儿|儿子)叫)([\u4e00-\u9fff]{2,3})"),
    re.compile(rf"(?:^|[由让，。、])({PERSON})(?:来|也)?(?:负责|接手|带队|说|去)"),
    re.compile(
        rf"(?:发给|交给|告诉|约|和|跟|陪|问)({PERSON})(?=看|吧|[，。、]|了|一起|去|说|见|开会|$)"
    ),
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
# Tools whose names are written small and are no other word.
TOOLS = frozenset(
    """
npm pnpm deno vite webpack eslint vitest pytest mypy conda docker podman kubernetes terraform nginx
postgres postgresql mysql sqlite redis mongodb kafka rabbitmq elasticsearch git github gitlab jira
figma python golang typescript javascript kotlin svelte django fastapi laravel pandas numpy pytorch
tensorflow ollama grafana prometheus firefox emacs
""".split()
)


def names_of(sentences: Iterable[Sentence]) -> set[str]:
    """Return the names that occur inside sentences, where a capital means something."""
    found: set[str] = set()
    for sentence in sentences:
        text = sentence.text
        if '"' in text or "“" in text:
            text = _QUOTED.sub("", text)
        # Without a capital inside there is no name, and most have none.
        if not text[1:].islower():
            found.update(name for name in _NAME.findall(text) if _is_name(name))
        if (first := _ACTS.match(text)) and _is_name(first[1]):
            found.add(first[1])
    return found


def _is_name(name: str) -> bool:
    return (
        name.split(" ", 1)[0] not in _NO_NAMES
        and name.lower() not in STOP_WORDS
        and not name.isupper()
    )


def projects_in(text: str) -> list[str]:
    """Return the names with hyphens (atlas-app) and the tools of a text, as they are written."""
    found = [match[0] for match in _PROJECT.finditer(text)] if "-" in text else []
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
    named = {*known, *projects_in(text), *(name for name in people if name in text)}
    named.update(_CHINESE_PLACES.findall(text))
    # Of "Fjord" and "Fjord Labs" only the whole one.
    parts = {part for name in named if " " in name for part in name.split(" ")}
    whole = [name for name in named if name not in parts]
    return tuple(dict.fromkeys([*found, *sorted(whole, key=lambda name: (text.find(name), name))]))
