"""When the words say it was: expressions of time, English and Chinese, to intervals.

Conventions: weeks run from Monday to Sunday. "next Friday" is the Friday of next week, "last
Friday" that of last week; a bare or "this" Friday is the coming one, today included. A day and
month without a year is the one nearest to when it was said; "the 10th" is the next 10th. Half of
a month is never made into a day: what comes out is never more exact than the words.
"""

from __future__ import annotations

from stratagate_app.engine.rules.temporal.finding import TimeMention, find_times, resolve

__all__ = ["TimeMention", "find_times", "resolve"]
