"""Chinese expressions of time: a pattern each, what it means, times of day, and what joins two."""

from __future__ import annotations

import re
from datetime import timedelta, tzinfo

from stratagate_app.engine.domain.events import Basis
from stratagate_app.engine.rules.temporal import calendar as cal
from stratagate_app.engine.rules.temporal.calendar import Said, Span
from stratagate_app.engine.rules.temporal.chinese_words import (
    ANY_YEAR,
    PART_OF_DAY,
    PARTS,
    SAID_YEAR,
    STEP,
    TO,
    UNITS,
    WD,
    WEEK,
    WEEKDAYS,
    YEAR,
    N,
    names_year,
    number,
    step_of,
    year_of,
)
from stratagate_app.engine.rules.temporal.patterns import Clock, Language, Pattern, pattern

_NEAR = {"大前天": -3, "前天": -2, "昨天": -1, "昨日": -1, "昨晚": -1, "昨夜": -1}
_NEAR |= {"今天": 0, "今日": 0, "今早": 0, "今晨": 0, "今晚": 0, "今夜": 0}
_NEAR |= {"明天": 1, "明日": 1, "明早": 1, "明晨": 1, "明晚": 1, "后天": 2, "大后天": 3}
# First day, and how many: what lasts longer is an interval.
_FEASTS = {
    "国庆": (10, 1, 7),
    "元旦": (1, 1, 1),
    "五一": (5, 1, 5),
    "情人节": (2, 14, 1),
    "双十一": (11, 11, 1),
    "双11": (11, 11, 1),
    "平安夜": (12, 24, 1),
    "圣诞": (12, 25, 1),
    "跨年夜": (12, 31, 1),
}


def _day(match: re.Match[str], said: Said) -> Span | None:
    return _dated(match, said, number(match["m"]), number(match["d"]))


def _dated(match: re.Match[str], said: Said, month: int, day: int) -> Span | None:
    year, basis = year_of(match, said)
    if year is None and names_year(match):
        return None
    found = cal.make_day(year, month, day) if year else cal.nearest_day(said, month, day)
    return cal.day(found, basis) if found else None


def _days(match: re.Match[str], said: Said) -> Span | None:
    first = _day(match, said)
    if first is None:
        return None
    month = number(match["m2"]) if match["m2"] else first.first.month
    year = first.first.year + (1 if month < first.first.month else 0)
    last = cal.make_day(year, month, number(match["d2"]))
    return cal.days(first.first, last, first.basis) if last else None


def _month(match: re.Match[str], said: Said) -> Span | None:
    year, basis = year_of(match, said)
    wanted = number(match["m"])
    if year is None and names_year(match):
        return None
    span = cal.month(year, wanted, basis) if year else cal.nearest_month(said, wanted, basis)
    part = match.groupdict().get("part")
    return cal.part_of(span, PARTS[part]) if part else span


def _months(match: re.Match[str], said: Said) -> Span | None:
    year, basis = year_of(match, said)
    if year is None and names_year(match):
        return None
    first, last = number(match["m"]), number(match["m2"])
    if year is not None:
        end = cal.month(year + (1 if last < first else 0), last, basis)
    else:
        end = cal.nearest_month(said, last, basis)
    begin = end and cal.month(end.first.year - (1 if last < first else 0), first, basis)
    return cal.days(begin.first, end.last, basis) if begin and end else None


def _year(match: re.Match[str], said: Said) -> Span | None:
    year, basis = year_of(match, said)
    return cal.year_span(year, basis) if year else None


def _decade(match: re.Match[str], said: Said) -> Span | None:
    first = int(match["y"])
    return cal.years(first, first + 9, Basis.EXPLICIT)


def _year_or_now(match: re.Match[str], said: Said) -> tuple[int | None, Basis]:
    if not names_year(match) and said.day is not None:
        return said.day.year, Basis.RELATIVE
    return year_of(match, said)


def _part_of_year(match: re.Match[str], said: Said) -> Span | None:
    year, basis = _year_or_now(match, said)
    if year is None:
        return None
    part = PARTS[match["part"]]
    if part == "mid":
        first, last = cal.month(year, 6, basis), cal.month(year, 7, basis)
        return cal.days(first.first, last.last, basis) if first and last else None
    return cal.month(year, 1 if part == "early" else 12, basis)


def _quarter(match: re.Match[str], said: Said) -> Span | None:
    year, basis = _year_or_now(match, said)
    basis = basis if names_year(match) else Basis.EXPLICIT
    return cal.quarter(year, number(match["q"]), basis) if year else None


def _half(match: re.Match[str], said: Said) -> Span | None:
    year, basis = _year_or_now(match, said)
    return cal.half_year(year, 1 if match["half"] == "上" else 2, basis) if year else None


def _feast(match: re.Match[str], said: Said) -> Span | None:
    month, day, lasts = _FEASTS[match["feast"]]
    first = _dated(match, said, month, day)
    if first is None or lasts == 1:
        return first
    return cal.days(first.first, first.first + timedelta(days=lasts - 1), first.basis)


def _near(match: re.Match[str], said: Said) -> Span | None:
    if said.day is None:
        return None
    return cal.day(said.day + timedelta(days=_NEAR[match["near"]]), Basis.RELATIVE)


def _weekday(match: re.Match[str], said: Said) -> Span | None:
    if said.day is None:
        return None
    wanted, step = WEEKDAYS[match["wd"]], match.groupdict().get("step")
    if match["wd"] == "末":
        return cal.away(said.day, step_of(step) if step else 0, "weekend")
    if step:
        return cal.day(cal.weekday(said.day, wanted, step_of(step)), Basis.RELATIVE)
    if said.lean < 0:
        return cal.day(cal.past_weekday(said.day, wanted, today=True), Basis.RELATIVE)
    return cal.day(cal.coming_weekday(said.day, wanted), Basis.RELATIVE)


def _weekdays(match: re.Match[str], said: Said) -> Span | None:
    first, wanted = _weekday(match, said), WEEKDAYS[match["last"]]
    if first is None or (match.groupdict().get("step") is None and _all_week(match)):
        return None
    return cal.days(first.first, cal.coming_weekday(first.first, wanted), Basis.RELATIVE)


def _all_week(match: re.Match[str]) -> bool:
    """Return whether the working week is meant, which comes again and again."""
    return match["wd"] == "一" and match["last"] == "五"


def _step_unit(match: re.Match[str], said: Said) -> Span | None:
    if said.day is None:
        return None
    unit = "quarter" if match["unit"] == "季度" else UNITS[match["unit"]]
    span = cal.away(said.day, step_of(match["step"]), unit)
    return cal.part_of(span, PARTS[match["part"]]) if match["part"] else span


def _day_of_step_month(match: re.Match[str], said: Said) -> Span | None:
    if said.day is None:
        return None
    year, month = cal.shift_months(said.day, step_of(match["step"]))
    found = cal.make_day(year, month, number(match["d"]))
    return cal.day(found, Basis.RELATIVE) if found else None


def _away(match: re.Match[str], said: Said) -> Span | None:
    if said.day is None:
        return None
    return cal.away(said.day, _sign(match) * number(match["n"]), UNITS[match["unit"]])


def _sign(match: re.Match[str]) -> int:
    return 1 if match["side"].endswith("后") else -1


def _half_away(match: re.Match[str], said: Said) -> Span | None:
    if said.day is None:
        return None
    if match["unit"] == "年":
        return cal.away(said.day, 6 * _sign(match), "month")
    return cal.week_of(said.day + timedelta(days=15 * _sign(match)), Basis.RELATIVE)


def _hours_away(match: re.Match[str], said: Said) -> Span | None:
    if said.at is None:
        return None
    count = 0.5 if match["n"] == "半" else number(match["n"])
    unit = timedelta(minutes=1) if match["unit"].startswith("分") else timedelta(hours=1)
    # Known to the hour at best: the day is what is sure.
    return cal.day((said.at + _sign(match) * count * unit).date(), Basis.RELATIVE)


def _running(match: re.Match[str], said: Said) -> Span | None:
    if said.day is None:
        return None
    count = number(match["n"])
    ahead = match["which"] in ("未来", "接下来", "今后")
    unit = UNITS[match["unit"]]
    return cal.trailing(said.day, -count if ahead else count, unit) if count else None


def _part_of_month(match: re.Match[str], said: Said) -> Span | None:
    return cal.part_of(cal.away(said.day, 0, "month"), PARTS[match["part"]]) if said.day else None


def _day_of_month(match: re.Match[str], said: Said) -> Span | None:
    found = cal.day_of_month(said, number(match["d"]))
    return cal.day(found, Basis.RELATIVE) if found else None


def _no_time(match: re.Match[str], said: Said) -> Span | None:
    return None


_D = rf"(?P<d>{N})[日号]"
_M = rf"(?P<m>{N})月"
_Y = rf"(?:{ANY_YEAR}\s*)?"
_DIGIT_STARTS = "# 一 二 两 三 四 五 六 七 八 九 十"
_YEAR_STARTS = f"{_DIGIT_STARTS} 大 前 去 今 本 明 后"
_COUNTED = "[次个倍轮班场台楼线]"
_SIDE = r"(?P<side>以前|之前|前|以后|之后|后)(?![台端面提景缀置续来])"

PATTERNS: tuple[Pattern, ...] = (
    pattern(rf"{_Y}{_M}{_D}{PART_OF_DAY}(?![线楼])", _day, _YEAR_STARTS),
    pattern(
        rf"{_Y}{_M}(?P<d>{N})[日号]?{TO}(?:(?P<m2>{N})月)?(?P<d2>{N})[日号]", _days, _YEAR_STARTS
    ),
    pattern(
        rf"{_Y}{_M}(?:份)?(?P<part>上旬|中旬|下旬|初|中(?![\w])|底|末)?(?![一二三四五六七八九\d]*[日号]|[一\d]次|[天饼薪亮]|十[一二三四五六七八九]?(?!月))",
        _month,
        _YEAR_STARTS,
    ),
    pattern(
        rf"{_Y}{_M}(?:份)?{TO}(?P<m2>{N})月(?:份)?(?![一二三四五六七八九\d])", _months, _YEAR_STARTS
    ),
    pattern(
        rf"{ANY_YEAR}(?:的?[春夏秋冬][天季]?|春节|中秋节?|端午节?|清明节?)?", _year, _YEAR_STARTS
    ),
    pattern(
        rf"(?:{YEAR}|{SAID_YEAR}年?)(?P<part>底|末|初|中(?![一-鿿]))", _part_of_year, _YEAR_STARTS
    ),
    pattern(r"年(?P<part>底|末|初|中(?![一-鿿]))", _part_of_year, "年"),
    pattern(r"(?P<y>(?:19|20)\d0)年代", _decade, "#"),
    pattern(rf"{_Y}第?(?P<q>[一二三四1-4])季度", _quarter, f"第 {_YEAR_STARTS}"),
    pattern(rf"{ANY_YEAR}\s*Q(?P<q>[1-4])(?!\d)", _quarter, _YEAR_STARTS),
    pattern(rf"{_Y}(?P<half>[上下])半年", _half, f"上 下 {_YEAR_STARTS}"),
    pattern(
        rf"{_Y}(?P<feast>国庆|元旦|五一(?![路街道厂])|情人节|双十一|双11|平安夜|圣诞|跨年夜)(?:节|假期|长假|期间)*",
        _feast,
        f"国 元 五 情 双 平 圣 跨 {_YEAR_STARTS}",
    ),
    pattern(
        "(?P<near>" + "|".join(sorted(_NEAR, key=len, reverse=True)) + ")" + PART_OF_DAY,
        _near,
        "大 前 昨 今 明 后",
    ),
    pattern(rf"{STEP}{WEEK}{WD}{PART_OF_DAY}(?!{_COUNTED})", _weekday, "上 下 这 本"),
    pattern(rf"{WEEK}{WD}{PART_OF_DAY}(?!{_COUNTED})", _weekday, "周 星 礼"),
    pattern(rf"{STEP}{WEEK}{WD}{TO}{WEEK}?(?P<last>[一二三四五六日天])", _weekdays, "上 下 这 本"),
    pattern(rf"{WEEK}{WD}{TO}{WEEK}(?P<last>[一二三四五六日天])", _weekdays, "周 星 礼"),
    pattern(
        rf"{STEP}(?P<unit>周|星期|礼拜|月|季度)(?P<part>初|中旬|上旬|下旬|底|末)?(?![一二三四五六日天末报])",
        _step_unit,
        "上 下 这 本",
    ),
    pattern(rf"{STEP}月{_D}{PART_OF_DAY}", _day_of_step_month, "上 下 这 本"),
    pattern(
        rf"(?P<n>{N})个?(?P<unit>天|日|周|星期|礼拜|月|年){_SIDE}",
        _away,
        _DIGIT_STARTS,
    ),
    pattern(rf"半个?(?P<unit>月|年){_SIDE}", _half_away, "半"),
    pattern(
        rf"(?P<n>{N}|半)个?(?P<unit>小时|钟头|分钟){_SIDE}", _hours_away, f"半 {_DIGIT_STARTS}"
    ),
    pattern(
        rf"(?P<which>过去|最近|近|未来|接下来|今后)的?(?P<n>{N})个?(?P<unit>天|日|周|星期|礼拜|月|年)",
        _running,
        "过 最 近 未 接 今",
    ),
    pattern(r"月(?P<part>初|底|末)", _part_of_month, "月"),
    pattern(
        rf"(?P<d>{N})号{PART_OF_DAY}(?![线楼机位码房桌门馆院店店馆])", _day_of_month, _DIGIT_STARTS
    ),
    # What comes again and again is no time; nor is the year of a count.
    pattern(
        r"每[^，。！？；,.!?;\s]{0,4}?[周月年天晚日期拜][一二三四五六日天末]?(?:晚上|早上|上午|下午|\d+号)?",
        _no_time,
        "每",
    ),
    pattern(
        rf"第?{N}(?:个)?(?:周|月|年|天)[一二三四五六七八九\d]+次", _no_time, f"第 {_DIGIT_STARTS}"
    ),
)

_CLOCK = re.compile(
    rf"\s*的?(?P<half>凌晨|清晨|清早|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|半夜|晚)?\s*"
    rf"(?:(?P<h>{N})(?:点|时(?!间))(?:钟)?(?:(?P<quarter>一刻)|(?P<mi>{N})分?|(?P<half_past>半)|整)?"
    r"|(?P<h2>\d{1,2})[:：](?P<mi2>\d{2})(?!\d))"
)
_NIGHT = re.compile("[晚夜]")
_LATE = re.compile("下午|傍晚|[晚夜]")
_EARLY = re.compile("凌晨|[清早晨]|上午")
_NOON = 12
_LAST_EARLY = 5


def _clock(match: re.Match[str], words: str, zone: tzinfo | None) -> Clock | None:
    """Return the time of day a match names; None where the words leave open which half it is."""
    hour = number(match["h"] or match["h2"])
    minute = number(match["mi"] or match["mi2"] or "0")
    minute = 30 if match["half_past"] else 15 if match["quarter"] else minute
    half = match["half"] or words
    if hour > _NOON or hour == 0:
        return Clock(hour, minute, zone)
    if "中午" in half:
        return Clock(hour if hour >= _NOON - 2 else hour + _NOON, minute, zone)
    if _EARLY.search(half):
        return Clock(hour % _NOON if "凌晨" in half else hour, minute, zone)
    if _LATE.search(half):
        # Past midnight, at night, may be the day or the next.
        if _NIGHT.search(half) and (hour < _LAST_EARLY or hour == _NOON):
            return None
        return Clock(hour % _NOON + _NOON, minute, zone)
    return Clock(hour, minute, zone) if match["h2"] else None


CHINESE = Language(
    patterns=PATTERNS,
    clock=_CLOCK,
    clock_first=None,
    read_clock=_clock,
    opening=re.compile("[从自]"),
    between=re.compile(TO),
    plain=re.compile(TO),
    offset=None,
)
