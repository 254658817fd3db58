"""Words: which a text has, which of them carry meaning, and which say what it is about."""

from __future__ import annotations

import re
from collections.abc import Iterable

_ASCII_WORD = re.compile(r"[A-Za-z][\w'.+-]*[\w+]|[A-Za-z]", re.ASCII)
_WORD = re.compile(
    r"[^\W\d_\u4e00-\u9fff](?:[^\W\u4e00-\u9fff]|['’.+-])*(?:[^\W\u4e00-\u9fff]|\+)|"
    r"[^\W\d_\u4e00-\u9fff]|[\u4e00-\u9fff]"
)


def words_of(text: str) -> list[str]:
    """Return the words of a text as they are written; Han characters one by one."""
    return (_ASCII_WORD if text.isascii() else _WORD).findall(text)


def content_words(texts: Iterable[str]) -> set[str]:
    """Return the lower-case words of texts that carry meaning."""
    return {
        word.lower() for text in texts for word in words_of(text) if word.lower() not in STOP_WORDS
    }


STOP_WORDS = frozenset(
    """
a about above after again all also am an and any anything are as at back be because behind been
before being both but by can can't cannot could couldn't did didn't do does doesn't doing don't
done down each else ever every few first for from further get gets getting give go goes going
gonna good got had happened has have having he her here hers him his how i i'd i'll i'm i've if
in into is isn't it it's its itself just keep let let's like long look lot made make makes many
minutes may maybe me mean might more most much must my need needs never new next no nor not
nothing now of off ok okay on once one only or other our ours out over own please put really
right same say see seconds seems several she should so some something still such sure take takes
than thank thanks that that's the their them then there there's these they they're thing things
think this those through to today tomorrow too two under until up us use used using very want
wants was wasn't way we we'd we'll we're we've well were what what's when where which while who
why will with won't would yes yesterday yet you you'd you'll you're your yours 的 了 是 我 你 您 他 她 它
们 在 和 有 不 就 都 也 很 吗 呢 吧 把 被 这 那 个 一 上 下 到 要 会 能 还 去 来 说 做 用 给 对 从 让 为 与 及 或 但 而 等 着 过 得 地 好
没 再 又 最 更 什 么 怎 样 多 少 几 请 啊 哦 嗯
    """.split()
)

# Words with a meaning that still do not say what a conversation is about.
WEAK_WORDS = STOP_WORDS | frozenset(
    """
able absolutely actually add added agree almost alone already alright always amazing amount
another answer anyone anyway anywhere around ask asked asking away awesome awful bad beautiful
become better big bit bring brings busy call called came can't care change changed check cheers
choose clear come comes coming cool couple course curious cute date day days decide decided deep
definitely depends different do easy either end enjoy enough especially even everyone everything
exactly example excited experience extra fact fair far fast feel feeling feels felt final finally
find fine finished five fix fixed forgot forward found four fresh friday full fun gave give given
gives glad gone great guess guys half happen happens happy hard hate head hear heard hello help
helped helpful helping helps here's hey hi high hope hot hour hours huge idea important inspiring
instead interesting issue it'll it'd joy keep keeps kept kind kinda knew know knows large last
late later laugh least leave left less let lets line lines list little lives longer looked
looking looks lots love loved loves low lucky main matters maybe meant met middle mind missing
moment moments monday month months morning move moved near nearly nice night note nothing number
number often old onto open order others part past people perfect photo picture piece place plain
plan plans please plus point possible pretty proud question quick quite ran rather read ready
real reason recently regular remember rest rewarding run runs said sad saturday saw saying says
second send sends sense sent set shall share shared short show showed shown shows side simple
since six sized slow small soft someone sometimes soon sorry sound sounds special start started
starts stay stays step stop story stuff sunday super support supportive sweet takes taken taking
talk talked tell ten text thankful that'll they'd they've third thought thoughts three throughout
thursday time times together told took total totally tried tries true try trying tuesday turn
turned type types understand unless useful version via wanna want wanted watch wednesday week
weekend weeks welcome went what's whatever whether whole wish within without wonder wonderful won
word words work worked working works worried worth wow write wrong wrote yeah year years yep
you've yours yourself image sense one's stick strong tough lovely gorgeous stunning incredible
inspired inspire motivated nope january february march april june july august september october november december
upside daily difference understanding reminding creative ago age aren't haven't hasn't wouldn't shouldn't who's
where's he's she's here there everyone's makes made sort
    """.split()
)

# The same for Chinese words of two and more characters.
WEAK_HAN = frozenset(
    """
安排 讨论 附近 辛苦 小时 今天 昨天 明天 后天 时候 需要 可以 觉得 知道 现在 已经 没有 这个 那个 一个 我们 你们 他们 自己 大家 一下
一点 东西 问题 事情 谢谢 感谢 明白 左右 开始 结束 比较 如果 因为 所以 但是 不过 然后 还是 或者 怎么 什么 为什么 多少 晚上 早上 上午
下午 中午 每天 每周 下周 上周 本周 周末 建议 简短 放在 记下 目前 推荐 合适 准备 计划 决定 打算 希望 喜欢 不要 不用 改成 改为 换成 具体
提醒 帮忙 好的 例子 比如 最后 分钟 分别 大约 一共 主要
    """.split()
)
