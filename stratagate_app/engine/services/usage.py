"""Counting what models are asked for; not part of the memory, and not journalled."""

from __future__ import annotations

from sqlalchemy import Connection, func, insert, select

from stratagate_app.engine.domain.usage import ModelUse, UsageLine
from stratagate_app.engine.pipeline.ports import Clock
from stratagate_app.engine.store.database import Database
from stratagate_app.engine.store.records import to_text
from stratagate_app.engine.store.schema import model_usage


class UsageService:
    """What was spent; a month is one of the calendar, in UTC."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def record(self, use: ModelUse) -> None:
        """Count a request."""
        values = {
            "at": to_text(self._clock.now()),
            "purpose": use.purpose,
            "server": use.server,
            "model": use.model,
            "input_tokens": use.input_tokens,
            "output_tokens": use.output_tokens,
            "cost": use.cost,
        }

        def work(connection: Connection) -> None:
            connection.execute(insert(model_usage), values)

        self._database.write(work)

    def this_month(self) -> tuple[UsageLine, ...]:
        """Return what was spent since the month began, by purpose and model."""
        columns = (model_usage.c.purpose, model_usage.c.model)
        statement = (
            select(
                *columns,
                func.count(),
                func.sum(model_usage.c.input_tokens),
                func.sum(model_usage.c.output_tokens),
                func.coalesce(func.sum(model_usage.c.cost), 0.0),
                func.count() - func.count(model_usage.c.cost),
            )
            .where(model_usage.c.at >= self._month())
            .group_by(*columns)
            .order_by(*columns)
        )
        return self._database.read(lambda c: tuple(UsageLine(*row) for row in c.execute(statement)))

    def cost_this_month(self) -> float:
        """Return what was spent since the month began, of the requests that had a price."""
        statement = select(func.coalesce(func.sum(model_usage.c.cost), 0.0)).where(
            model_usage.c.at >= self._month()
        )
        return float(self._database.read(lambda c: c.execute(statement).scalar_one()))

    def _month(self) -> str:
        now = self._clock.now()
        return to_text(now.replace(day=1, hour=0, minute=0, second=0, microsecond=0))
