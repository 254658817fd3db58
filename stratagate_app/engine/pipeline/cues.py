"""What makes a sentence worth remembering, and as what: cues, English and Chinese."""

from __future__ import annotations

import re
from dataclasses import dataclass

from stratagate_app.engine.domain.events import Criticality, EventType, HappeningStatus, Scope
from stratagate_app.engine.pipeline.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Kind:
    """What a sentence is remembered as."""

    type: EventType
    status: HappeningStatus
    criticality: Criticality = Criticality.ROUTINE
    scope: Scope = Scope.PROJECT


_OCCURRED, _PLANNED = HappeningStatus.OCCURRED, HappeningStatus.PLANNED
_ONGOING = HappeningStatus.ONGOING

SAFETY = Kind(EventType.OTHER, _ONGOING, Criticality.SAFETY, Scope.USER)
RULE = Kind(EventType.DECISION, _ONGOING, Criticality.SAFETY, Scope.PROJECT)
PREFERENCE = Kind(EventType.OTHER, _ONGOING, Criticality.PREFERENCE, Scope.USER)
IDENTITY = Kind(EventType.OTHER, _ONGOING, Criticality.IDENTITY, Scope.USER)
MOVED = Kind(EventType.CHANGE, _OCCURRED, Criticality.IDENTITY, Scope.USER)
ROLE = Kind(EventType.COLLABORATION, _ONGOING)
INCIDENT = Kind(EventType.INCIDENT, _OCCURRED)
CANCELLED = Kind(EventType.CANCELLATION, HappeningStatus.CANCELLED)
CHANGE = Kind(EventType.CHANGE, _OCCURRED)
SWITCH = Kind(EventType.DECISION, _OCCURRED)
RELEASE = Kind(EventType.RELEASE, _OCCURRED)
COMPLETED = Kind(EventType.TASK_COMPLETED, _OCCURRED)
PLAN = Kind(EventType.PLAN, _PLANNED)
DECISION = Kind(EventType.DECISION, _OCCURRED)
MEETING = Kind(EventType.MEETING, _OCCURRED)

# Things that have a date: two dates for one of them cannot both be right.
DATED_THINGS = [
    "launch",
    "release",
    "demo",
    "deadline",
    "freeze",
    "interview",
    "exam",
    "wedding",
    "appointment",
    "delivery",
    "rollout",
    "发布",
    "上线",
    "发布会",
    "面试",
    "考试",
    "婚礼",
    "截止",
]
_DATED = "|".join(word for word in DATED_THINGS if word.isascii())
_VERBS = (
    r"build|ship|release|launch|move|migrate|write|finish|start|send|visit|meet|go|travel|fly|add|freeze|"
    r"test|review|deploy|publish|talk|try|rebuild|switch|take|run|present|apply|register|join|"
    r"celebrate|host|attend|make|do|have"
)


_DIGIT = re.compile(r"\d")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _p(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


# In order: the first that fits decides.
_USER_CUES: tuple[tuple[frozenset[str], re.Pattern[str], Kind], ...] = (
    (
        _words("allergic"),
        _p(r"\b(?:i am|i'm|i’m) (?:severely |very )?allergic to\b|我对.{1,12}过敏"),
        SAFETY,
    ),
    (
        _words("never ever must deploy"),
        _p(
            r"^(?:please )?(?:never|do not ever|don't ever) \w+|\bmust never\b|"
            r"\bwe (?:don't|do not|never) deploy\b|(?:绝对)?不要在.{1,12}(?:部署|上线|发布)|绝不能"
        ),
        RULE,
    ),
    (
        _words("cancel canceled cancelled called"),
        _p(r"\bcancel(?:led|ed)?\b|\bcalled off\b|取消"),
        CANCELLED,
    ),
    (
        _words("took outage crashed broke went lost"),
        _p(
            r"\btook (?:the |our )?\w+ (?:\w+ )?down\b|\boutage\b|\bcrashed\b|\bbroke (?:the|our|down)\b|"
            r"\bwent down\b|\blost (?:all|its|our) \w+|宕机|崩溃了|出故障|挂了"
        ),
        INCIDENT,
    ),
    (
        _words("switch switched migrate migrated change changed use"),
        _p(
            r"\b(?:we|i|let's|let us|to) (?:\w+ )?(?:switch(?:ed)?|migrat(?:e|ed)|chang(?:e|ed)) "
            r"(?:\w+ ){0,3}(?:from|to|over)\b|\b(?:we|i) (?:now )?use \w+ instead\b|"
            r"从.{1,12}(?:改成|改为|换成|换到|迁移到)|(?:改成|改为|换成|改用|改到)"
        ),
        SWITCH,
    ),
    (
        _words("moved"),
        _p(r"\bi(?:'ve| have)? (?:just )?moved to (?-i:[A-Z])|我搬到|我搬家到"),
        MOVED,
    ),
    (
        _words("name live from work a an lead"),
        _p(
            r"\bmy name is\b|\bi live in\b|\bi(?:'m| am) from\b|\bi work (?:at|for|as|in)\b|"
            r"\bi(?:'m| am) an? \w+ (?:developer|engineer|teacher|nurse|student|doctor|designer|manager)\b|"
            r"\bi lead\b|我叫|我住在|我是.{1,8}(?:人|工程师|老师|医生|学生)|我在.{1,12}(?:工作|上班)"
        ),
        IDENTITY,
    ),
    (
        _words("prefer like always hate dislike don't don’t want favourite favorite"),
        _p(
            r"\bi(?:'d| would)? (?:much |really |always )?prefer\b|\bi like (?:my|short|it when|to have)\b|"
            r"\b(?:please )?always use\b|^please always\b|\bi (?:really )?(?:hate|dislike|don't like|do not like)\b|"
            r"\bi want (?:plain|short|simple|no|all)\b|\bmy favou?rite\b|我(?:更)?喜欢|我不喜欢|我讨厌|"
            r"我习惯|每[周天].{1,10}不(?:安排|要|开)"
        ),
        PREFERENCE,
    ),
    (
        _words(
            "will going plan planning hoping i'll we'll i’ll we’ll put set schedule want goes go is are stays launch release demo deadline freeze"
        ),
        _p(
            rf"\bwe (?:will|are going to|plan to|want to|'ll)\b.*\b(?:{_VERBS})\b|"
            rf"\b(?:we|i)(?:'ll|’ll| will) (?:\w+ )?(?:{_VERBS})\b|"
            rf"\bi(?:'m| am)? (?:plan(?:ning)?|going|hoping) to \w+|\bwe(?:'re| are) (?:planning|going) (?:to|on) \w+|"
            rf"\b(?:put|set|schedule|plan) the (?:{_DATED})\b|"
            rf"\bthe (?:{_DATED})\b.{{0,20}}\b(?:is|are|will be|stays) (?:on|at|planned|scheduled)\b|"
            r"\bgoes? into (?:version )?\d|打算|计划|准备在|将在|要把.{1,20}(?:发给|做|交)|"
            r"(?:明天|后天|下周.?|下个月|明年).{0,20}(?:做|去|开|发|上线|面试|开始|要|有)|.{2,10}(?:下周|下个月|明年)做"
        ),
        PLAN,
    ),
    (
        _words(
            "decided let's let’s let keep go chose choose stick agreed agree use stay stays we'll we’ll"
        ),
        _p(
            r"\b(?:we|i)(?: have|'ve)? decided\b|\blet's (?:use|go with|keep|move|make|rebuild|build|do|have|take|call)\b|"
            r"\blet us (?:use|keep|go with)\b|\bwe(?:'ll| will)? (?:keep|go with|chose|choose|stick with|agreed)\b|"
            r"\bwe use\b|\b\w+ stays? (?:opt-in|behind|as it is|with)\b|^use \w+.* (?:for|as|then)\b|"
            r"\bi agree, |我们决定|决定(?:了|用|把)|就用|采用|定在"
        ),
        DECISION,
    ),
    (
        _words("shipped released launched published deployed"),
        _p(
            r"\b(?:we|i|they)(?: have|'ve)? (?:just )?(?:shipped|released|launched|published|deployed)\b|"
            r"(?:已经)?(?:上线|发布)了"
        ),
        RELEASE,
    ),
    (
        _words(
            "finished completed fixed closed merged passed signed graduated won started adopted bought done ready"
        ),
        _p(
            r"\b(?:we|i)(?: have|'ve)? (?:finally |just )?(?:finished|completed|fixed|closed|merged|passed|signed up|"
            r"graduated|won|started|adopted|bought)\b|\bthe \w+(?: \w+)? is (?:done|finished|ready|merged)\b|"
            r"\bthat fixed\b|完成了|做完了|修好了|解决了"
        ),
        COMPLETED,
    ),
    (
        _words("leads owns takes works presses"),
        _p(
            r"\b(?-i:[A-Z])\w+ (?:leads|owns|takes|works (?:on|at|for)|presses)\b|"
            r"\bfrom \w+ (?-i:[A-Z])\w+ leads\b|[\u4e00-\u9fff]{2,3}负责|朋友叫[\u4e00-\u9fff]{2,3}"
        ),
        ROLE,
    ),
    (
        _words("met talked spoke had"),
        _p(
            r"\b(?:we|i) (?:met|talked|spoke) (?:with|to)? ?(?-i:[A-Z])\w+|\bhad a (?:meeting|call)\b|开了会|见了面"
        ),
        MEETING,
    ),
)

# What an assistant reports is a result of work, with a figure.
_RESULT = _p(
    r"\b(?:now takes?|took|takes?|passed|pass(?:es)?|is now|are now|was|stores?|measured|found|"
    r"depends on|needs)\b.*\d|\d+ (?:tests?|passed|frames|ms|seconds|minutes|MB|GB|%)|"
    r"提高到|降到|原来是|上限"
)
_CONSTRAINT = _p(
    r"\b(?:must|never|only|at most|at least|needs? an?|requires?|cannot|can't|relies on|depends on|no more than)\b|"
    r"必须|不能|最多|至少|上限|预算|需要"
)


def kind_of(sentence: Sentence) -> Kind | None:
    """Return what a sentence is remembered as; None if it is not an event."""
    if not sentence.is_user and not sentence.speaker:
        return None
    words = set(sentence.words)
    english = sentence.text.isascii()
    for needed, pattern, kind in _USER_CUES:
        # An English cue has one of its words: looking for them is cheaper than the pattern.
        if english and needed.isdisjoint(words):
            continue
        if pattern.search(sentence.text):
            return None if sentence.is_question or sentence.is_hypothetical else kind
    return None


def is_fact(sentence: Sentence) -> bool:
    """Return whether a sentence belongs to the key facts although it is no event."""
    text = sentence.text
    if text.isascii() and not _DIGIT.search(text):
        return False
    cue = _CONSTRAINT if sentence.is_user else _RESULT
    if not cue.search(text) or (sentence.is_user and not _DIGIT.search(text)):
        return False
    return not (sentence.is_question or sentence.is_hypothetical)
