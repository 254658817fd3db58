"""The words of Chinese expressions of time, as pieces of patterns and as numbers."""

from __future__ import annotations

import re

from stratagate_app.engine.domain.events import Basis
from stratagate_app.engine.rules.temporal.calendar import Said

_DIGITS = {char: number for number, char in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
WEEKDAYS = {char: number for number, char in enumerate("一二三四五六日")} | {"天": 6, "末": 5}
YEARS = {"大前年": -3, "前年": -2, "去年": -1, "今年": 0, "本年": 0, "明年": 1, "后年": 2}
UNITS = {
    "天": "day",
    "日": "day",
    "周": "week",
    "星期": "week",
    "礼拜": "week",
    "月": "month",
    "年": "year",
}
PARTS = {
    "初": "early",
    "上旬": "early",
    "中旬": "mid",
    "中": "mid",
    "下旬": "late",
    "底": "late",
    "末": "late",
}

N = r"(?:\d{1,3}|[一二两三四五六七八九十]{1,3})"
WEEK = r"(?:周|星期|礼拜)"
WD = r"(?P<wd>[一二三四五六日天末])"
STEP = r"(?P<step>上上个?|下下个?|上一?个?|下一?个?|这一?个?|本)"
SAID_YEAR = r"(?P<year>大前年|前年|去年|今年|本年|明年|后年)"
YEAR = r"(?P<y>(?:19|20|21)\d\d|[一二][零〇一二三四五六七八九]{3})年(?!代)"
ANY_YEAR = rf"(?:{YEAR}|{SAID_YEAR})(?:的)?"
TO = r"\s*(?:到|至|-|–|—|~|～)\s*"
PART_OF_DAY = r"(?:的?(?:凌晨|清晨|清早|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|半夜|晚(?!上))(?!\d|[一二两三四五六七八九十]))?"


def number(text: str) -> int:
    """Return a whole number in digits or Chinese numerals below a hundred; 0 if it is none."""
    if text.isdigit():
        return int(text)
    if "十" not in text:
        return _DIGITS[text] if len(text) == 1 else 0
    tens, _, ones = text.partition("十")
    if len(tens) > 1 or len(ones) > 1 or ones == "十":
        return 0
    return (_DIGITS[tens] if tens else 1) * 10 + (_DIGITS[ones] if ones else 0)


def step_of(text: str) -> int:
    """Return how far 上 and 下 step: -2 to 2."""
    return text.count("下") - text.count("上")


def year_of(match: re.Match[str], said: Said) -> tuple[int | None, Basis]:
    """Return the year a match names, in digits or by step; None if it names none."""
    groups = match.groupdict()
    if groups.get("y"):
        written = groups["y"]
        digits = written if written.isdigit() else "".join(str(_DIGITS[char]) for char in written)
        return int(digits), Basis.EXPLICIT
    if groups.get("year") and said.day is not None:
        return said.day.year + YEARS[groups["year"]], Basis.RELATIVE
    return None, Basis.EXPLICIT


def names_year(match: re.Match[str]) -> bool:
    """Return whether a match names a year in any way."""
    groups = match.groupdict()
    return bool(groups.get("y") or groups.get("year"))
