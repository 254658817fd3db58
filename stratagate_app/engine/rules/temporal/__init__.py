"""When the words say it was: expressions of time, English and Chinese, to intervals.

What comes out is never more exact than the words, and what cannot be resolved stays words.
A library would serve single days: of the 280 expressions of the test table dateparser 1.5 gets
71 of the 127 single days and times right and 11 wrong, and it answers "next week" with a moment.
The conventions, where the words leave a choice:

Weeks
    Run from Monday to Sunday. "next Friday" is the Friday of next week, 上周五 and 下周五 those of
    last and next week. "last Friday" is the most recent Friday before the day it was said: in
    conversations that tell their dates people mean Tuesday by "last Tues" on a Thursday. A bare
    or "this" Friday is the coming one, today included; "coming Friday" is never today.
Without a year
    A day and month, or a month, is the one nearest to when it was said; of a month half a year
    away either way, the coming one. "by" and "until" never look back, "since" never ahead.
    "the 10th" and 10号 are the next one, today included. 29 February without a leap year near
    stays words.
How far away
    "in two weeks", "a month ago", "ten years ago" are that week, month, year, not a day. Hours
    and minutes ago are the day. "the last two weeks" run from that day to today.
Parts
    early, mid, late: of a month days 1-10, 11-20, 21 to the end; of a year four months each; of
    a week Monday to Wednesday, Tuesday to Thursday, Friday to Sunday. The end of a year is its
    December, 年初 its January. 国庆 and 五一 are the holidays of 7 and 5 days from their first.
Times of day
    Make an instant only where the half of the day is told: "at 5 pm", "17:40", "tonight at 8",
    下午三点; "tomorrow at 3" and 明天三点 stay that day. In the offset of the message, unless UTC
    or GMT is named; with another zone's abbreviation the day stays.
Limits
    "by Friday", "since April" give Friday and April: the limit, not the days up to it.
What stays words
    A few days ago, soon, last summer (of which half of the world?), feasts of the moon's
    calendar, 03/04/2026; and what comes again and again: "every Tuesday", 每周三, Monday to Friday.
"""

from __future__ import annotations

from stratagate_app.engine.rules.temporal.finding import TimeMention, find_times, resolve

__all__ = ["TimeMention", "find_times", "resolve"]
