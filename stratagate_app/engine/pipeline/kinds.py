"""The kinds of things a sentence is remembered as."""

from __future__ import annotations

from dataclasses import dataclass

from stratagate_app.engine.domain.events import Criticality, EventType, HappeningStatus, Scope


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """What a sentence is remembered as.

    Attributes:
        rank: Which kinds are kept when a block holds too many; the lowest first.
        timed: It is worth a card only where the sentence says when.
    """

    rank: int
    type: EventType
    status: HappeningStatus
    criticality: Criticality = Criticality.ROUTINE
    scope: Scope = Scope.PROJECT
    timed: bool = False


_OCCURRED, _ONGOING = HappeningStatus.OCCURRED, HappeningStatus.ONGOING

SAFETY = Kind(0, EventType.OTHER, _ONGOING, Criticality.SAFETY, Scope.USER)
RULE = Kind(1, EventType.DECISION, _ONGOING, Criticality.SAFETY)
SWITCH = Kind(2, EventType.DECISION, _OCCURRED)
IDENTITY = Kind(3, EventType.OTHER, _ONGOING, Criticality.IDENTITY, Scope.USER)
MOVED = Kind(4, EventType.CHANGE, _OCCURRED, Criticality.IDENTITY, Scope.USER)
DECISION = Kind(5, EventType.DECISION, _OCCURRED)
MIGRATION = Kind(6, EventType.MIGRATION, _OCCURRED)
RESCHEDULED = Kind(7, EventType.CHANGE, HappeningStatus.PLANNED)
PLAN = Kind(8, EventType.PLAN, HappeningStatus.PLANNED)
PREFERENCE = Kind(9, EventType.OTHER, _ONGOING, Criticality.PREFERENCE, Scope.USER)
INCIDENT = Kind(10, EventType.INCIDENT, _OCCURRED)
RELEASE = Kind(11, EventType.RELEASE, _OCCURRED)
CANCELLED = Kind(12, EventType.CANCELLATION, HappeningStatus.CANCELLED)
ROLE = Kind(13, EventType.COLLABORATION, _ONGOING)
COMPLETED = Kind(14, EventType.TASK_COMPLETED, _OCCURRED)
MEETING = Kind(15, EventType.MEETING, _OCCURRED)
MEETING_AHEAD = Kind(15, EventType.MEETING, HappeningStatus.PLANNED)
HAPPENED = Kind(16, EventType.OTHER, _OCCURRED, scope=Scope.USER, timed=True)

# What is done or decided now; with words of the future it is only planned.
MAY_BE_PLANNED = frozenset({MIGRATION, MEETING, RELEASE, SWITCH})

# Things that have a date: two dates for one of them cannot both be right.
DATED_THINGS = (
    *("launch", "release", "demo", "deadline", "freeze", "interview", "exam", "wedding"),
    *("appointment", "delivery", "rollout", "presentation", "conference", "flight", "workshop"),
    *("kickoff", "concert"),
    *(
        "发布会",
        "发布",
        "上线",
        "面试",
        "考试",
        "婚礼",
        "截止",
        "演示",
        "周会",
        "会议",
        "体检",
        "搬家",
        "航班",
    ),
)
