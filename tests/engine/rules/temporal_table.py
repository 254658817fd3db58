"""Expressions of time with the intervals they name, worked out by hand on a calendar."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

BERLIN = timezone(timedelta(hours=2))
FRIDAY = datetime(2026, 9, 18, 14, 11, tzinfo=BERLIN)
SUNDAY = datetime(2023, 7, 23, 18, 46, tzinfo=UTC)
LEAP = datetime(2024, 2, 28, 9, 0, tzinfo=UTC)  # a Wednesday
YEAR_END = datetime(2026, 12, 30, 23, 30, tzinfo=UTC)  # a Wednesday
NEW_YEAR = datetime(2027, 1, 1, 0, 20, tzinfo=UTC)  # a Friday

# words | first day or instant | last, if another | precision
ON_FRIDAY = """
2026-03-04                    | 2026-03-04 | | day
2026/3/4                      | 2026-03-04 | | day
2026.03.04                    | 2026-03-04 | | day
4.3.2026                      | 2026-03-04 | | day
25/12/2026                    | 2026-12-25 | | day
12/25/2026                    | 2026-12-25 | | day
05/05/2026                    | 2026-05-05 | | day
2026-03                       | 2026-03-01 | 2026-03-31 | month
2026-03-04T10:00:00Z          | 2026-03-04T10:00:00Z | | instant
2026-03-04T10:00:00+08:00     | 2026-03-04T02:00:00Z | | instant
2026-03-04 10:00              | 2026-03-04T08:00:00Z | | instant
18 September 2026             | 2026-09-18 | | day
September 18, 2026            | 2026-09-18 | | day
March 4th, 2026               | 2026-03-04 | | day
the 4th of March 2026         | 2026-03-04 | | day
Thursday, 17 September 2026   | 2026-09-17 | | day
Sat, Sep 19                   | 2026-09-19 | | day
3 December                    | 2026-12-03 | | day
May 4th                       | 2026-05-04 | | day
March 4th                     | 2027-03-04 | | day
by 4 May                      | 2027-05-04 | | day
29 February 2024              | 2024-02-29 | | day
in May                        | 2026-05-01 | 2026-05-31 | month
May                           | 2026-05-01 | 2026-05-31 | month
May 2025                      | 2025-05-01 | 2025-05-31 | month
next May                      | 2027-05-01 | 2027-05-31 | month
last May                      | 2026-05-01 | 2026-05-31 | month
last December                 | 2025-12-01 | 2025-12-31 | month
this May                      | 2026-05-01 | 2026-05-31 | month
May of last year              | 2025-05-01 | 2025-05-31 | month
in February 2024              | 2024-02-01 | 2024-02-29 | month
since April                   | 2026-04-01 | 2026-04-30 | month
since November                | 2025-11-01 | 2025-11-30 | month
by March                      | 2027-03-01 | 2027-03-31 | month
by August                     | 2027-08-01 | 2027-08-31 | month
mid-June                      | 2026-06-11 | 2026-06-20 | range
late February 2024            | 2024-02-21 | 2024-02-29 | range
end of May                    | 2026-05-21 | 2026-05-31 | range
the first week of December    | 2026-12-01 | 2026-12-07 | range
the last week of August       | 2026-08-25 | 2026-08-31 | range
between 3 and 5 May           | 2026-05-03 | 2026-05-05 | range
between May 3 and 5           | 2026-05-03 | 2026-05-05 | range
May 3-5                       | 2026-05-03 | 2026-05-05 | range
3–5 May 2025                  | 2025-05-03 | 2025-05-05 | range
from 21 to 25 September       | 2026-09-21 | 2026-09-25 | range
from 28 April to 3 May        | 2026-04-28 | 2026-05-03 | range
from 3 May to 5 May 2025      | 2025-05-03 | 2025-05-05 | range
28 Dec to 3 Jan               | 2026-12-28 | 2027-01-03 | range
March 28 - April 2            | 2026-03-28 | 2026-04-02 | range
from March to May             | 2026-03-01 | 2026-05-31 | range
between March and May 2025    | 2025-03-01 | 2025-05-31 | range
between November and January  | 2026-11-01 | 2027-01-31 | range
from Monday to Wednesday      | 2026-09-21 | 2026-09-23 | range
from Saturday until Tuesday   | 2026-09-19 | 2026-09-22 | range
from yesterday to tomorrow    | 2026-09-17 | 2026-09-19 | range
from 2020 to 2023             | 2020-01-01 | 2023-12-31 | range
the week of 21 Sep            | 2026-09-21 | 2026-09-27 | range
week of September 23          | 2026-09-21 | 2026-09-27 | range
Q3                            | 2026-07-01 | 2026-09-30 | range
Q1 2027                       | 2027-01-01 | 2027-03-31 | range
2025 Q3                       | 2025-07-01 | 2025-09-30 | range
Q3 of last year               | 2025-07-01 | 2025-09-30 | range
the 3rd quarter of 2025       | 2025-07-01 | 2025-09-30 | range
end of Q3                     | 2026-09-01 | 2026-09-30 | month
end of the quarter            | 2026-09-01 | 2026-09-30 | month
H1 2026                       | 2026-01-01 | 2026-06-30 | range
2026 H2                       | 2026-07-01 | 2026-12-31 | range
the second half of last year  | 2025-07-01 | 2025-12-31 | range
in 2025                       | 2025-01-01 | 2025-12-31 | year
2025                          | 2025-01-01 | 2025-12-31 | year
summer 2025                   | 2025-01-01 | 2025-12-31 | year
early 2025                    | 2025-01-01 | 2025-04-30 | range
mid-2025                      | 2025-05-01 | 2025-08-31 | range
end of 2025                   | 2025-12-01 | 2025-12-31 | month
the 1990s                     | 1990-01-01 | 1999-12-31 | range
today                         | 2026-09-18 | | day
tonight                       | 2026-09-18 | | day
this morning                  | 2026-09-18 | | day
yesterday                     | 2026-09-17 | | day
last night                    | 2026-09-17 | | day
the day before yesterday      | 2026-09-16 | | day
this week                     | 2026-09-14 | 2026-09-20 | range
next week                     | 2026-09-21 | 2026-09-27 | range
last week                     | 2026-09-07 | 2026-09-13 | range
the week after next           | 2026-09-28 | 2026-10-04 | range
the month before last         | 2026-07-01 | 2026-07-31 | month
early next week               | 2026-09-21 | 2026-09-23 | range
end of the week               | 2026-09-18 | 2026-09-20 | range
later this week               | 2026-09-18 | 2026-09-20 | range
earlier this year             | 2026-01-01 | 2026-09-18 | range
next year                     | 2027-01-01 | 2027-12-31 | year
last year                     | 2025-01-01 | 2025-12-31 | year
next quarter                  | 2026-10-01 | 2026-12-31 | range
the weekend                   | 2026-09-19 | 2026-09-20 | range
next weekend                  | 2026-09-26 | 2026-09-27 | range
last weekend                  | 2026-09-12 | 2026-09-13 | range
the coming weekend            | 2026-09-19 | 2026-09-20 | range
the past week                 | 2026-09-11 | 2026-09-18 | range
the past quarter              | 2026-06-18 | 2026-09-18 | range
the last three months         | 2026-06-18 | 2026-09-18 | range
over the next two weeks       | 2026-09-18 | 2026-10-02 | range
Friday                        | 2026-09-18 | | day
by Friday                     | 2026-09-18 | | day
next Friday                   | 2026-09-25 | | day
this Friday                   | 2026-09-18 | | day
this coming Friday            | 2026-09-25 | | day
last Friday                   | 2026-09-11 | | day
last Monday                   | 2026-09-14 | | day
the Friday before last        | 2026-09-04 | | day
the Monday after next         | 2026-09-28 | | day
on Monday                     | 2026-09-21 | | day
since Monday                  | 2026-09-14 | | day
Monday next week              | 2026-09-21 | | day
Wednesday of last week        | 2026-09-09 | | day
next week on Tuesday          | 2026-09-22 | | day
three days ago                | 2026-09-15 | | day
an hour ago                   | 2026-09-18 | | day
15 hours ago                  | 2026-09-17 | | day
two weeks ago                 | 2026-08-31 | 2026-09-06 | range
a fortnight ago               | 2026-08-31 | 2026-09-06 | range
two months ago                | 2026-07-01 | 2026-07-31 | month
half a year ago               | 2026-03-01 | 2026-03-31 | month
a year ago                    | 2025-01-01 | 2025-12-31 | year
a decade ago                  | 2016-01-01 | 2016-12-31 | year
in two months                 | 2026-11-01 | 2026-11-30 | month
in 10 days                    | 2026-09-28 | | day
in two weeks' time            | 2026-09-28 | 2026-10-04 | range
three weeks from now          | 2026-10-05 | 2026-10-11 | range
two days after 3 May          | 2026-05-05 | | day
a week from Friday            | 2026-09-25 | | day
the week before Christmas     | 2026-12-14 | 2026-12-20 | range
on the 10th                   | 2026-10-10 | | day
since the 10th                | 2026-09-10 | | day
the 10th of next month        | 2026-10-10 | | day
by the end of the month       | 2026-09-21 | 2026-09-30 | range
beginning of next month       | 2026-10-01 | 2026-10-10 | range
end of next year              | 2027-12-01 | 2027-12-31 | month
Christmas                     | 2026-12-25 | | day
New Year's Eve 2025           | 2025-12-31 | | day
tomorrow at 3 pm              | 2026-09-19T13:00:00Z | | instant
tomorrow at 3                 | 2026-09-19 | | day
tomorrow at 17:00 UTC         | 2026-09-19T17:00:00Z | | instant
tomorrow at 5pm EST           | 2026-09-19 | | day
yesterday at 5pm              | 2026-09-17T15:00:00Z | | instant
yesterday at 17:40            | 2026-09-17T15:40:00Z | | instant
yesterday at 25:40            | 2026-09-17 | | day
tonight at 8                  | 2026-09-18T18:00:00Z | | instant
last night at 2               | 2026-09-17 | | day
tomorrow morning at 9         | 2026-09-19T07:00:00Z | | instant
tomorrow at 12 am             | 2026-09-18T22:00:00Z | | instant
tonight at 23:15              | 2026-09-18T21:15:00Z | | instant
Friday at noon                | 2026-09-18T10:00:00Z | | instant
5pm tomorrow                  | 2026-09-19T15:00:00Z | | instant
at 10:30 on Monday            | 2026-09-21T08:30:00Z | | instant
2026年9月14日                 | 2026-09-14 | | day
二〇二六年九月十四日          | 2026-09-14 | | day
9月14日                       | 2026-09-14 | | day
十月一号                      | 2026-10-01 | | day
去年十月一日                  | 2025-10-01 | | day
明年3月5日                    | 2027-03-05 | | day
2024年2月                     | 2024-02-01 | 2024-02-29 | month
十二月                        | 2026-12-01 | 2026-12-31 | month
去年12月                      | 2025-12-01 | 2025-12-31 | month
明年3月                       | 2027-03-01 | 2027-03-31 | month
9月初                         | 2026-09-01 | 2026-09-10 | range
九月中旬                      | 2026-09-11 | 2026-09-20 | range
8月底                         | 2026-08-21 | 2026-08-31 | range
5月3日到5日                   | 2026-05-03 | 2026-05-05 | range
10月1日至7日                  | 2026-10-01 | 2026-10-07 | range
12月28日到1月3日              | 2026-12-28 | 2027-01-03 | range
3月到5月                      | 2026-03-01 | 2026-05-31 | range
去年3月到5月                  | 2025-03-01 | 2025-05-31 | range
2025年11月至1月               | 2025-11-01 | 2026-01-31 | range
从周一到周三                  | 2026-09-21 | 2026-09-23 | range
下周一到周三                  | 2026-09-21 | 2026-09-23 | range
今天                          | 2026-09-18 | | day
今天下午                      | 2026-09-18 | | day
昨天                          | 2026-09-17 | | day
前天                          | 2026-09-16 | | day
大后天                        | 2026-09-21 | | day
上周三                        | 2026-09-09 | | day
上上周三                      | 2026-09-02 | | day
下周一                        | 2026-09-21 | | day
下周五                        | 2026-09-25 | | day
下下周一                      | 2026-09-28 | | day
这周六                        | 2026-09-19 | | day
本周五                        | 2026-09-18 | | day
周二                          | 2026-09-22 | | day
自从周二                      | 2026-09-15 | | day
星期天                        | 2026-09-20 | | day
周五之前                      | 2026-09-18 | | day
周末                          | 2026-09-19 | 2026-09-20 | range
上个周末                      | 2026-09-12 | 2026-09-13 | range
下周                          | 2026-09-21 | 2026-09-27 | range
上上周                        | 2026-08-31 | 2026-09-06 | range
本月                          | 2026-09-01 | 2026-09-30 | month
上个月                        | 2026-08-01 | 2026-08-31 | month
上个月15号                    | 2026-08-15 | | day
上个月底                      | 2026-08-21 | 2026-08-31 | range
下月初                        | 2026-10-01 | 2026-10-10 | range
月底                          | 2026-09-21 | 2026-09-30 | range
下季度                        | 2026-10-01 | 2026-12-31 | range
今年                          | 2026-01-01 | 2026-12-31 | year
去年                          | 2025-01-01 | 2025-12-31 | year
大前年                        | 2023-01-01 | 2023-12-31 | year
2026年                        | 2026-01-01 | 2026-12-31 | year
去年夏天                      | 2025-01-01 | 2025-12-31 | year
年底                          | 2026-12-01 | 2026-12-31 | month
去年年底                      | 2025-12-01 | 2025-12-31 | month
2026年初                      | 2026-01-01 | 2026-01-31 | month
年中                          | 2026-06-01 | 2026-07-31 | range
上半年                        | 2026-01-01 | 2026-06-30 | range
明年下半年                    | 2027-07-01 | 2027-12-31 | range
第三季度                      | 2026-07-01 | 2026-09-30 | range
去年第四季度                  | 2025-10-01 | 2025-12-31 | range
2025年Q3                      | 2025-07-01 | 2025-09-30 | range
1990年代                      | 1990-01-01 | 1999-12-31 | range
去年国庆                      | 2025-10-01 | 2025-10-07 | range
元旦                          | 2027-01-01 | | day
圣诞节                        | 2026-12-25 | | day
三天前                        | 2026-09-15 | | day
两周后                        | 2026-09-28 | 2026-10-04 | range
两个月后                      | 2026-11-01 | 2026-11-30 | month
十年前                        | 2016-01-01 | 2016-12-31 | year
半年前                        | 2026-03-01 | 2026-03-31 | month
半个月后                      | 2026-09-28 | 2026-10-04 | range
半小时前                      | 2026-09-18 | | day
30分钟前                      | 2026-09-18 | | day
过去三个月                    | 2026-06-18 | 2026-09-18 | range
未来一周                      | 2026-09-18 | 2026-09-25 | range
10号                          | 2026-10-10 | | day
二十五号                      | 2026-09-25 | | day
4月以来                       | 2026-04-01 | 2026-04-30 | month
明天下午三点                  | 2026-09-19T13:00:00Z | | instant
明天三点                      | 2026-09-19 | | day
明天15点                      | 2026-09-19T13:00:00Z | | instant
明早8:30                      | 2026-09-19T06:30:00Z | | instant
昨天晚上八点                  | 2026-09-17T18:00:00Z | | instant
昨晚两点                      | 2026-09-17 | | day
明天中午12点                  | 2026-09-19T10:00:00Z | | instant
明天中午一点                  | 2026-09-19T11:00:00Z | | instant
明天凌晨两点                  | 2026-09-19T00:00:00Z | | instant
周二下午三点半                | 2026-09-22T13:30:00Z | | instant
后天上午十点一刻              | 2026-09-20T08:15:00Z | | instant
"""

ON_SUNDAY = """
last Friday                   | 2023-07-21 | | day
last Sunday                   | 2023-07-16 | | day
this weekend                  | 2023-07-22 | 2023-07-23 | range
last weekend                  | 2023-07-15 | 2023-07-16 | range
next Monday                   | 2023-07-24 | | day
上周五                        | 2023-07-14 | | day
本周日                        | 2023-07-23 | | day
"""

IN_LEAP_YEAR = """
tomorrow                      | 2024-02-29 | | day
the day after tomorrow        | 2024-03-01 | | day
29 Feb                        | 2024-02-29 | | day
2月29日                       | 2024-02-29 | | day
in February                   | 2024-02-01 | 2024-02-29 | month
late February                 | 2024-02-21 | 2024-02-29 | range
a year from tomorrow          | 2025-02-28 | | day
后天                          | 2024-03-01 | | day
this quarter                  | 2024-01-01 | 2024-03-31 | range
"""

AT_YEAR_END = """
2 January                     | 2027-01-02 | | day
early January                 | 2027-01-01 | 2027-01-10 | range
next week                     | 2027-01-04 | 2027-01-10 | range
this week                     | 2026-12-28 | 2027-01-03 | range
next month                    | 2027-01-01 | 2027-01-31 | month
in two days                   | 2027-01-01 | | day
on the 31st                   | 2026-12-31 | | day
next quarter                  | 2027-01-01 | 2027-03-31 | range
下个月                        | 2027-01-01 | 2027-01-31 | month
后天                          | 2027-01-01 | | day
"""

AT_NEW_YEAR = """
yesterday                     | 2026-12-31 | | day
an hour ago                   | 2026-12-31 | | day
last month                    | 2026-12-01 | 2026-12-31 | month
last quarter                  | 2026-10-01 | 2026-12-31 | range
last year                     | 2026-01-01 | 2026-12-31 | year
in December                   | 2026-12-01 | 2026-12-31 | month
since December                | 2026-12-01 | 2026-12-31 | month
by the 31st                   | 2027-01-31 | | day
上个月                        | 2026-12-01 | 2026-12-31 | month
前天                          | 2026-12-30 | | day
"""

Row = tuple[str, datetime, str, str, str]


def _rows(said: datetime, table: str) -> list[Row]:
    found = []
    for line in table.strip().splitlines():
        words, start, end, precision = (cell.strip() for cell in line.split("|"))
        found.append((words, said, start, end or start, precision))
    return found


TABLE = [
    *_rows(FRIDAY, ON_FRIDAY),
    *_rows(SUNDAY, ON_SUNDAY),
    *_rows(LEAP, IN_LEAP_YEAR),
    *_rows(YEAR_END, AT_YEAR_END),
    *_rows(NEW_YEAR, AT_NEW_YEAR),
]

# No time at all, or none that the words name.
NO_TIME = """
You may go now
may 3 of us join
last march of the penguins
version 2.10.3
version 2026.1.2-beta
It costs 300
It costs $2025
second to none, wait a second
every Tuesday we meet
the meeting is every other Friday
never deploy on Fridays
Monday to Friday
Black Friday sale
a while ago
soon
41 ms a tile
2000 files
in 2048 pixels
port 2000 in 2000 files
on the 4th floor, the 3rd option, the 10th time
the last two days of the conference
standup daily at 9:30
noon
April joined and June left
call 555-2026-03-04
/logs/2026-03-04/app.log
10.0.2026.1
03/04/2026
2026-13-45
2026-02-30T10:00
2026-03-04T99:00
29 February 2025
29 Feb
31 April
the 45th of next month
Q3: What is it?
1/2 cup, 3/4 done
one day we will
it runs in 5 minutes
range 3-5 may vary
between 5 and 10 users
see friday.py
last summer
in a few days
每周三晚上不安排会议
每月10号
一周三次
周三次会议
周一到周五
3号线和五一路
第三天后来
三天前端
三天时间
一月一次
五月天
八月十五
2月29日
这个月31号
2026年13月
2025年2月29日到3月1日
三月三十二日
五十号
几天前
春节
下午三点
近十十天
""".strip().splitlines()
