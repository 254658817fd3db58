"""Which sentence is remembered, as what, and when it was: right answers written by hand."""

from __future__ import annotations

import pytest

from stratagate_app.engine.domain.conversation import Role
from stratagate_app.engine.domain.events import Criticality, EventType, HappeningStatus, Scope
from tests.engine.pipeline.support import block, events_of

DECISION, PLAN, RELEASE = EventType.DECISION, EventType.PLAN, EventType.RELEASE
DONE, CHANGE, OTHER = EventType.TASK_COMPLETED, EventType.CHANGE, EventType.OTHER
INCIDENT, MEETING, CANCELLATION = EventType.INCIDENT, EventType.MEETING, EventType.CANCELLATION
COLLABORATION, MIGRATION = EventType.COLLABORATION, EventType.MIGRATION
OCCURRED, PLANNED = HappeningStatus.OCCURRED, HappeningStatus.PLANNED
ONGOING, CANCELLED = HappeningStatus.ONGOING, HappeningStatus.CANCELLED

# Said on Friday 18 September 2026: sentence, type, status, first and last day.
ROUTINE = [
    ("We switch from npm to pnpm because CI is faster.", DECISION, OCCURRED, "2026-09-18", None),
    ("OK, let's go with Postgres for the index.", DECISION, OCCURRED, "2026-09-18", None),
    ("We decided to keep the old colour table.", DECISION, OCCURRED, "2026-09-18", None),
    ("We’ve decided to keep the old colour table.", DECISION, OCCURRED, "2026-09-18", None),
    ("Telemetry stays opt-in.", DECISION, OCCURRED, "2026-09-18", None),
    ("Use 14 px for the legend then.", DECISION, OCCURRED, "2026-09-18", None),
    ("We decided to launch on 3 December.", DECISION, PLANNED, "2026-12-03", None),
    ("Next week we will build the prototype.", PLAN, PLANNED, "2026-09-21", "2026-09-27"),
    ("I plan to visit Jonas in Berlin tomorrow.", PLAN, PLANNED, "2026-09-19", None),
    ("The launch is on 10 December then.", PLAN, PLANNED, "2026-12-10", None),
    ("We will build dead reckoning in August.", PLAN, PLANNED, "2027-08-01", "2027-08-31"),
    ("I have an interview next Friday.", PLAN, PLANNED, "2026-09-25", None),
    ("Next week I have a meeting about tiles.", PLAN, PLANNED, "2026-09-21", "2026-09-27"),
    ("I'm meeting Jonas on Monday in Berlin.", PLAN, PLANNED, "2026-09-21", None),
    ("The prototype is done, we shipped it this morning.", RELEASE, OCCURRED, "2026-09-18", None),
    ("We released version 0.8 yesterday.", RELEASE, OCCURRED, "2026-09-17", None),
    ("I finished the release notes yesterday.", DONE, OCCURRED, "2026-09-17", None),
    ("Jonas fixed the compass on Tuesday.", DONE, OCCURRED, "2026-09-15", None),
    ("The index rebuild took the site down today.", INCIDENT, OCCURRED, "2026-09-18", None),
    ("A deploy broke the map last Friday.", INCIDENT, OCCURRED, "2026-09-11", None),
    ("Last weekend we migrated the tiles to Helsinki.", MIGRATION, OCCURRED, "2026-09-12", "*"),
    ("We will migrate the tiles to Helsinki next month.", MIGRATION, PLANNED, "2026-10-01", "*"),
    ("We met the Bergen team on Monday.", MEETING, OCCURRED, "2026-09-14", None),
    ("Cancel the copy for the Oslo region.", CANCELLATION, CANCELLED, None, None),
    ("The client cancelled the demo of last Friday.", CANCELLATION, CANCELLED, "2026-09-11", None),
    ("The demo moved to 12 October.", CHANGE, PLANNED, "2026-10-12", None),
    ("From April Jonas leads the index service.", COLLABORATION, ONGOING, "2026-04-01", "*"),
    ("Yesterday I took the kids to the museum.", OTHER, OCCURRED, "2026-09-17", None),
    ("我们决定用 pnpm 代替 npm。", DECISION, OCCURRED, "2026-09-18", None),
    ("数据库备份从每周改成每天。", DECISION, OCCURRED, "2026-09-18", None),
    ("我们决定周六去灵隐寺。", DECISION, PLANNED, "2026-09-19", None),
    ("下周一要把新的地图样式发给林川看。", PLAN, PLANNED, "2026-09-21", None),
    ("我打算明天去上海。", PLAN, PLANNED, "2026-09-19", None),
    ("深色模式下个月做。", PLAN, PLANNED, "2026-10-01", "2026-10-31"),
    ("新版本昨天已经上线了。", RELEASE, OCCURRED, "2026-09-17", None),
    ("登录的问题修好了。", DONE, OCCURRED, None, None),
    ("服务器今天宕机了十分钟。", INCIDENT, OCCURRED, "2026-09-18", None),
    ("周日的骑车取消了。", CANCELLATION, CANCELLED, "2026-09-20", None),
    ("图标由林川负责。", COLLABORATION, ONGOING, None, None),
    ("我昨天参加了公司的运动会。", OTHER, OCCURRED, "2026-09-17", None),
]


@pytest.mark.parametrize(("text", "kind", "status", "start", "end"), ROUTINE)
def test_a_sentence_becomes_an_event_of_its_type_and_time(
    text: str, kind: EventType, status: HappeningStatus, start: str | None, end: str | None
) -> None:
    (event,) = events_of(block(text))
    assert (event.type, event.status) == (kind, status)
    assert event.criticality is Criticality.ROUTINE
    assert event.happening.start == start
    if end != "*":
        assert event.happening.end == (end or start)


# Sentence, criticality, scope.
LASTING = [
    ("Please always use metric units in examples.", Criticality.PREFERENCE, Scope.USER),
    ("I prefer short answers with an example.", Criticality.PREFERENCE, Scope.USER),
    ("Keep your answers short.", Criticality.PREFERENCE, Scope.USER),
    ("每周三晚上不安排会议。", Criticality.PREFERENCE, Scope.USER),
    ("我喜欢清淡的菜，不要太辣。", Criticality.PREFERENCE, Scope.USER),
    ("My name is Maya, I lead the project.", Criticality.IDENTITY, Scope.USER),
    ("I live in Lisbon and work from home.", Criticality.IDENTITY, Scope.USER),
    ("I work at Fjord Labs.", Criticality.IDENTITY, Scope.USER),
    ("I moved to Lisbon in October.", Criticality.IDENTITY, Scope.USER),
    ("我叫阿宁，我住在杭州。", Criticality.IDENTITY, Scope.USER),
    ("我在上海工作。", Criticality.IDENTITY, Scope.USER),
    ("I am allergic to peanuts.", Criticality.SAFETY, Scope.USER),
    ("我对花生过敏。", Criticality.SAFETY, Scope.USER),
    ("Never deploy on Fridays.", Criticality.SAFETY, Scope.PROJECT),
    ("千万不要在周五部署。", Criticality.SAFETY, Scope.PROJECT),
]


@pytest.mark.parametrize(("text", "criticality", "scope"), LASTING)
def test_what_lasts_is_kept_longer(text: str, criticality: Criticality, scope: Scope) -> None:
    (event,) = events_of(block(text))
    assert (event.criticality, event.scope) == (criticality, scope)
    assert event.status in (ONGOING, OCCURRED)


NOTHING = [
    "Hi! How are you today?",
    "Good morning, thanks for yesterday!",
    "Should we switch from npm to pnpm?",
    "If we move to pnpm, the scripts break.",
    "Maybe we will ship it next week.",
    "What if we cancelled the demo?",
    "Would a worker help?",
    "Can you fix the compass by Friday?",
    "We haven't decided anything yet.",
    "Let's make a difference together!",
    "I'll try my best.",
    "Let's keep going.",
    "Never saw this coming.",
    "It takes courage to say so.",
    "I agree, they're awesome.",
    "That is something I just finished.",
    "I'll send it to you later.",
    "Change it to Lax.",
    "git push --force origin main;",
    "你好！",
    "谢谢，辛苦了。",
    "我们要不要改成每天备份？",
    "如果下雨就取消骑车。",
    "新版本还没上线。",
    "你打算什么时候去上海？",
    "那周会放在什么时候？",
]


@pytest.mark.parametrize("text", NOTHING)
def test_small_talk_questions_and_suppositions_are_no_events(text: str) -> None:
    assert events_of(block(text)) == ()


def test_what_an_assistant_proposes_is_no_event() -> None:
    assert events_of(block((Role.ASSISTANT, "We decided to switch from npm to pnpm."))) == ()


def test_code_and_tool_json_hold_no_event() -> None:
    pasted = "```\n# We decided to use npm as the package manager\nnpm ci\n```"
    tool = '{"tool": "notes", "result": "We decided to use npm for everything"}'
    assert events_of(block(pasted, tool)) == ()


def test_without_a_time_of_the_message_only_absolute_days_are_known() -> None:
    undated = block("Next week we will build the prototype.", at=None)
    assert events_of(undated)[0].happening.start is None
    dated = block("We will freeze the branch on 30 November 2026.", at=None)
    assert events_of(dated)[0].happening.start == "2026-11-30"


def test_uncertain_times_stay_words() -> None:
    (event,) = events_of(block("I plan to visit Jonas in Berlin soon."))
    assert (event.happening.start, event.happening.text) == (None, "soon")


def test_a_limit_is_no_time_of_the_decision() -> None:
    (event,) = events_of(block("Keep the npm lockfile until next week."))
    assert event.happening.start == "2026-09-18"
