"""Chinese expressions of time: a pattern each, and what it means on the day it was said."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta

from stratagate_app.engine.domain.events import Basis
from stratagate_app.engine.rules.temporal import calendar as cal
from stratagate_app.engine.rules.temporal.calendar import Span

Meaning = Callable[[re.Match[str], date | None], Span | None]

_DIGITS = {char: number for number, char in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
_N = r"(?:\d{1,4}|[一二两三四五六七八九十]{1,3})"
_WEEKDAYS = {char: number for number, char in enumerate("一二三四五六日")} | {"天": 6, "末": 5}
_NEAR = {
    "大前天": -3,
    "前天": -2,
    "昨天": -1,
    "昨晚": -1,
    "今天": 0,
    "今早": 0,
    "今晚": 0,
    "明天": 1,
    "明早": 1,
    "明晚": 1,
    "后天": 2,
    "大后天": 3,
}
_YEARS = {"前年": -2, "去年": -1, "今年": 0, "明年": 1, "后年": 2}
_FEASTS = {"国庆": (10, 1, 7), "元旦": (1, 1, 1), "五一": (5, 1, 5)}
_WEEK = r"(?:周|星期|礼拜)"
_STEP = r"(?P<step>上上个?|下下个?|上个?|下个?|这个?|本)"


def number(text: str) -> int:
    """Return a whole number in digits or Chinese numerals below a hundred."""
    if text.isdigit():
        return int(text)
    if "十" in text:
        tens, _, ones = text.partition("十")
        return (_DIGITS[tens] if tens else 1) * 10 + (_DIGITS[ones] if ones else 0)
    return _DIGITS.get(text, 0) if len(text) == 1 else 0


def _step(text: str) -> int:
    return text.count("下") - text.count("上")


def _full(match: re.Match[str], said: date | None) -> Span | None:
    found = cal.make_day(int(match["y"]), number(match["m"]), number(match["d"]))
    return cal.day(found, Basis.EXPLICIT) if found else None


def _year_month(match: re.Match[str], said: date | None) -> Span | None:
    return cal.month(int(match["y"]), number(match["m"]), Basis.EXPLICIT)


def _said_year(match: re.Match[str], said: date) -> int | None:
    word = match.groupdict().get("year")
    return said.year + _YEARS[word] if word else None


def _month_day(match: re.Match[str], said: date | None) -> Span | None:
    if said is None:
        return None
    year = _said_year(match, said)
    month, day = number(match["m"]), number(match["d"])
    found = cal.make_day(year, month, day) if year else cal.nearest_day(said, month, day)
    return cal.day(found, Basis.RELATIVE if year else Basis.EXPLICIT) if found else None


def _month(match: re.Match[str], said: date | None) -> Span | None:
    wanted = number(match["m"])
    if said is None or not 1 <= wanted <= 12:  # noqa: PLR2004
        return None
    year = _said_year(match, said)
    span = (
        cal.month(year, wanted, Basis.RELATIVE)
        if year
        else cal.month(*cal.nearest_month(said, wanted), Basis.EXPLICIT)
    )
    parts = {"初": "early", "上旬": "early", "中旬": "mid", "下旬": "late", "底": "late"}
    part = parts.get(match["part"] or "")
    return cal.part_of_month(span, part) if part else span


def _year(match: re.Match[str], said: date | None) -> Span | None:
    return cal.year_span(int(match["y"]), Basis.EXPLICIT)


def _feast(match: re.Match[str], said: date | None) -> Span | None:
    if said is None:
        return None
    month, first, last = _FEASTS[match["feast"]]
    year = _said_year(match, said)
    start = cal.make_day(year, month, first) if year else cal.nearest_day(said, month, first)
    if start is None:
        return None
    basis = Basis.RELATIVE if year else Basis.EXPLICIT
    end = start.replace(day=last)
    return cal.day(start, basis) if start == end else cal.days(start, end, basis)


def _near(match: re.Match[str], said: date | None) -> Span | None:
    if said is None:
        return None
    return cal.day(said + timedelta(days=_NEAR[match["near"]]), Basis.RELATIVE)


def _weekday(match: re.Match[str], said: date | None) -> Span | None:
    if said is None:
        return None
    step = match.groupdict().get("step")
    weekday = _WEEKDAYS[match["wd"]]
    found = cal.weekday(said, weekday, _step(step) if step else None)
    if match["wd"] == "末":
        return cal.days(found, found + timedelta(days=1), Basis.RELATIVE)
    return cal.day(found, Basis.RELATIVE)


def _step_unit(match: re.Match[str], said: date | None) -> Span | None:
    if said is None:
        return None
    step, unit = _step(match["step"]), match["unit"]
    if unit == "月":
        span = cal.month(*cal.shift_months(said, step), Basis.RELATIVE)
        return cal.part_of_month(span, "late") if match["end"] else span
    if unit == "季度":
        year, month = cal.shift_months(said, 3 * step)
        return cal.quarter(year, (month + 2) // 3, Basis.RELATIVE)
    return cal.week_of(said + timedelta(weeks=step), Basis.RELATIVE)


def _years(match: re.Match[str], said: date | None) -> Span | None:
    if said is None:
        return None
    year = said.year + _YEARS[match["year"]]
    if match["end"]:
        return cal.month(year, 12 if match["end"] == "年底" else 1, Basis.RELATIVE)
    return cal.year_span(year, Basis.RELATIVE)


def _away(match: re.Match[str], said: date | None) -> Span | None:
    if said is None:
        return None
    count = number(match["n"]) * (1 if match["side"].endswith("后") else -1)
    if not count or abs(count) > 999:  # noqa: PLR2004
        return None
    unit = match["unit"]
    if unit == "天":
        return cal.day(said + timedelta(days=count), Basis.RELATIVE)
    if unit in ("周", "星期", "礼拜"):
        return cal.week_of(said + timedelta(weeks=count), Basis.RELATIVE)
    if unit == "月":
        return cal.month(*cal.shift_months(said, count), Basis.RELATIVE)
    return cal.year_span(said.year + count, Basis.RELATIVE)


def _end(match: re.Match[str], said: date | None) -> Span | None:
    if said is None:
        return None
    if match["end"] == "月底":
        return cal.part_of_month(cal.month(said.year, said.month, Basis.RELATIVE), "late")
    return cal.month(said.year, 12 if match["end"] == "年底" else 1, Basis.RELATIVE)


def _quarter(match: re.Match[str], said: date | None) -> Span | None:
    year = int(match["y"]) if match["y"] else said.year if said else None
    return cal.quarter(year, number(match["q"]), Basis.EXPLICIT) if year else None


def _day_of_month(match: re.Match[str], said: date | None) -> Span | None:
    found = cal.next_day_of_month(said, number(match["d"])) if said else None
    return cal.day(found, Basis.RELATIVE) if found else None


_SAID_YEAR = r"(?P<year>前年|去年|今年|明年|后年)"

PATTERNS: tuple[tuple[re.Pattern[str], Meaning], ...] = (
    (re.compile(rf"(?P<y>\d{{4}})年(?P<m>{_N})月(?P<d>{_N})[日号]"), _full),
    (re.compile(rf"(?P<y>\d{{4}})年(?P<m>{_N})月"), _year_month),
    (re.compile(rf"{_SAID_YEAR}?(?P<m>{_N})月(?P<d>{_N})[日号]"), _month_day),
    (re.compile(r"(?:(?P<y>\d{4})年)?第?(?P<q>[一二三四1-4])季度"), _quarter),
    (re.compile(rf"{_SAID_YEAR}?(?P<feast>国庆|元旦|五一)(?:节|假期|长假)?"), _feast),
    (
        re.compile(
            rf"{_SAID_YEAR}?(?<![\d个])(?P<m>{_N})月(?:份)?(?P<part>上旬|中旬|下旬|初|底)?(?![\d一二三])"
        ),
        _month,
    ),
    (re.compile(r"(?<!\d)(?P<y>(?:19|20)\d{2})年"), _year),
    (re.compile("(?P<near>" + "|".join(sorted(_NEAR, key=len, reverse=True)) + ")"), _near),
    (re.compile(rf"(?<!每){_STEP}{_WEEK}(?P<wd>[一二三四五六日天末])"), _weekday),
    (
        re.compile(rf"{_STEP}(?P<unit>周|星期|礼拜|月|季度)(?P<end>底)?(?![一二三四五六日天末])"),
        _step_unit,
    ),
    (re.compile(rf"{_SAID_YEAR}(?P<end>年底|年初)?(?!\d)"), _years),
    (
        re.compile(
            rf"(?P<n>{_N})个?(?P<unit>天|周|星期|礼拜|月|年)(?P<side>以前|之前|前|以后|之后|后)"
        ),
        _away,
    ),
    (re.compile(rf"(?<![每上下这本]){_WEEK}(?P<wd>[一二三四五六日天末])(?!会)"), _weekday),
    (re.compile(r"(?P<end>月底|年底|年初)"), _end),
    (re.compile(rf"(?<![月\d])(?P<d>{_N})号(?![线楼])"), _day_of_month),
)

# A clock time right behind a day.
CLOCK = re.compile(
    rf"(?P<half>凌晨|早上|上午|中午|下午|晚上)?(?P<h>{_N})(?:点|时)(?:(?P<mi>{_N})分?|(?P<half_past>半))?"
)


def clock(match: re.Match[str]) -> tuple[int, int]:
    """Return hour and minute of a CLOCK match."""
    hour = number(match["h"])
    if match["half"] in ("下午", "晚上") and hour < 12:  # noqa: PLR2004
        hour += 12
    minute = 30 if match["half_past"] else number(match["mi"]) if match["mi"] else 0
    return hour, minute
