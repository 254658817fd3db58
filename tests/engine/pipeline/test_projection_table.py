"""Sentences, and exactly what the built-in rules are to make of them: no less, and nothing else.

Each line: the sentence | what is true, `node.key=value` or `node > relation > node`, with `?` for a
plan and `!` for what ended. Whoever says "we" works on home-app; it is 10 April 2026.
"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from stratagate_app.engine import (
    EventId,
    EventType,
    HappeningStatus,
    LocalProjector,
    ProjectedEvent,
)
from stratagate_app.engine.domain.events import NO_HAPPENING

ENGLISH = """
We use npm. | home-app.package manager=npm; home-app > uses > npm
We use pnpm now. | home-app.package manager=pnpm; home-app > uses > pnpm
We use Postgres. | home-app > uses > Postgres
We use Docker and Redis. | home-app > uses > Docker; home-app > uses > Redis
I use Emacs. | I > uses > Emacs
atlas uses pnpm. | atlas.package manager=pnpm; atlas > uses > pnpm
atlas uses Postgres. | atlas > uses > Postgres
atlas-app uses Postgres. | atlas-app > uses > Postgres
The index service uses Postgres. | index service > uses > Postgres
Maya uses Figma. | Maya > uses > Figma
Our package manager is pnpm. | home-app.package manager=pnpm; home-app > uses > pnpm
The package manager of atlas is pnpm. | atlas.package manager=pnpm; atlas > uses > pnpm
We switched the package manager of atlas from npm to pnpm. | atlas.package manager=pnpm; \
atlas > uses > pnpm; atlas > uses > npm!
Switch the package manager of atlas from npm to pnpm. | atlas.package manager=pnpm; \
atlas > uses > pnpm; atlas > uses > npm!
We switch the package manager of atlas-app from npm to pnpm. | atlas-app.package manager=pnpm; \
atlas-app > uses > pnpm; atlas-app > uses > npm!
We switched from npm to pnpm. | home-app.package manager=pnpm; home-app > uses > pnpm; \
home-app > uses > npm!
We switched the database from MySQL to Postgres. | home-app > uses > Postgres; \
home-app > uses > MySQL!
We replaced Jenkins with CircleCI. | home-app > uses > CircleCI; home-app > uses > Jenkins!
We stopped using Jenkins. | home-app > uses > Jenkins!
We will switch the package manager from npm to yarn. | home-app.package manager=yarn?; \
home-app > uses > yarn?
atlas depends on redis-cache. | atlas > depends on > redis-cache
atlas is part of orion-suite. | atlas > part of > orion-suite
atlas-app depends on the index service. | atlas-app > depends on > index service
Maya works at Fjord Labs. | Maya > works at > Fjord Labs
Maya works for Siemens. | Maya > works at > Siemens
Jonas joined Siemens. | Jonas > works at > Siemens
I work at Siemens. | I > works at > Siemens
Maya lives in Lisbon. | Maya > lives in > Lisbon
Jonas moved to Berlin. | Jonas > lives in > Berlin
Maya works in Lisbon. | Maya > works in > Lisbon
I work in Oslo. | I > works in > Oslo
I live in Oslo. | I > lives in > Oslo
Maya will move to Berlin. | Maya > lives in > Berlin?
Maya works on home-app. | Maya > works on > home-app
Maya works on the index service. | Maya > works on > index service
Lena leads atlas-app. | Lena > leads > atlas-app
Lena leads the index service. | Lena > leads > index service
Jonas owns the index service. | Jonas > owns > index service
Jonas maintains atlas-app. | Jonas > owns > atlas-app
I know Jonas. | I > knows > Jonas
Maya knows Jonas. | Maya > knows > Jonas
Maya works with Jonas. | Maya > works with > Jonas
Maya is a designer. | Maya.role=designer
Jonas is our product manager. | Jonas.role=product manager
I am a teacher. | I.role=teacher
I'm a nurse. | I.role=nurse
My sister Maya lives in Lisbon. | Maya.relationship=my sister; I > knows > Maya; \
Maya > lives in > Lisbon
"""
CHINESE = """
我们用 npm。 | home-app.package manager=npm; home-app > uses > npm
我们使用 Postgres。 | home-app > uses > Postgres
atlas 使用 pnpm。 | atlas.package manager=pnpm; atlas > uses > pnpm
atlas-app 现在用 Postgres。 | atlas-app > uses > Postgres
atlas-app 使用 Postgres。 | atlas-app > uses > Postgres
我用 Emacs。 | 我 > uses > Emacs
我们把包管理器从 npm 换成 pnpm。 | home-app.package manager=pnpm; home-app > uses > pnpm; \
home-app > uses > npm!
把 atlas 的包管理器从 npm 换成 pnpm。 | atlas.package manager=pnpm; atlas > uses > pnpm; \
atlas > uses > npm!
我们下周把包管理器从 npm 换成 yarn。 | home-app.package manager=yarn?; home-app > uses > yarn?
包管理器是 pnpm。 | home-app.package manager=pnpm; home-app > uses > pnpm
我们的数据库从 MySQL 迁移到 Postgres。 | home-app > uses > Postgres; home-app > uses > MySQL!
林川在上海工作。 | 林川 > works in > 上海
阿宁在杭州工作。 | 阿宁 > works in > 杭州
我在上海工作。 | 我 > works in > 上海
林川在华为工作。 | 林川 > works at > 华为
林川在星河科技工作。 | 林川 > works at > 星河科技
林川加入了腾讯。 | 林川 > works at > 腾讯
阿宁住在杭州。 | 阿宁 > lives in > 杭州
我住在北京。 | 我 > lives in > 北京
林川负责 atlas-app。 | 林川 > leads > atlas-app
林川维护 atlas-app。 | 林川 > owns > atlas-app
林川开发 atlas-app。 | 林川 > works on > atlas-app
林川负责 home-app。 | 林川 > leads > home-app
阿宁认识林川。 | 阿宁 > knows > 林川
atlas-app 依赖 redis-cache。 | atlas-app > depends on > redis-cache
atlas 依赖 redis-cache。 | atlas > depends on > redis-cache
atlas-app 属于 orion-suite。 | atlas-app > part of > orion-suite
林川是设计师。 | 林川.role=设计师
"""
NOTHING = """
Maya might use npm.
Maya would like to live in Oslo.
If Maya moves to Berlin, we meet.
We do not use npm.
We never used Jenkins.
Should we use pnpm?
Everyone uses time wisely.
he uses Postgres
nobody uses Postgres
everyone uses Postgres
coffee uses Postgres
people use Postgres
Maya works on weekends.
Maya works on documentation.
Lena leads teams.
Jonas owns dogs.
The package manager of choice is great.
We switched to decaf.
Maya works at night.
We moved to the next topic.
Maybe we use pnpm.
I used to live in Berlin.
The story says Maya lives in Lisbon.
Let's use the lock file of npm.
Success depends on luck.
time is part of life.
Maya works in Sales.
我们不用 npm。
要不要用 pnpm？
如果林川住在上海就好了。
林川可能在华为工作。
林川以前住在北京。
我不在上海工作。
我们考虑用 pnpm。
大家都用心工作。
"""


def read(sentence: str) -> set[str]:
    """Return what the rules make of a sentence, in the words of the table."""
    event = ProjectedEvent(
        id=EventId(1),
        title=sentence,
        summary=sentence,
        quotes=(),
        tags=(),
        participants=(),
        type=EventType.OTHER,
        status=HappeningStatus.OCCURRED,
        mentioned_at=datetime(2026, 4, 10, tzinfo=UTC),
        happening=NO_HAPPENING,
        home="home-app",
    )
    found = LocalProjector().project([event], ())
    said = {f"{fact.node[1]}.{fact.key}={fact.value}{'?' * fact.planned}" for fact in found.facts}
    for edge in found.edges:
        ended = edge.validity.end == "2026-04-10"
        words = f"{edge.source[1]} > {edge.relation} > {edge.target[1]}"
        said.add(f"{words}{'?' * edge.planned}{'!' * ended}")
    return said


@pytest.mark.parametrize("line", [*ENGLISH.strip().splitlines(), *CHINESE.strip().splitlines()])
def test_a_sentence_says_exactly_this(line: str) -> None:
    sentence, _, wanted = line.partition(" | ")
    assert read(sentence) == set(wanted.split("; "))


@pytest.mark.parametrize("sentence", NOTHING.strip().splitlines())
def test_what_says_nothing_makes_nothing(sentence: str) -> None:
    assert read(sentence) == set()
