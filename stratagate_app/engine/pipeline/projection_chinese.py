"""What Chinese sentences say outright of people, projects, tools and places."""

from __future__ import annotations

import re
from collections.abc import Callable

from stratagate_app.engine.domain.events import Basis, HappeningStatus
from stratagate_app.engine.domain.graph import NodeType
from stratagate_app.engine.pipeline.cues_chinese import PERSON
from stratagate_app.engine.pipeline.projection_draft import SELF_CHINESE, Draft, Named
from stratagate_app.engine.pipeline.projection_names import (
    CHINESE_ORGANIZATIONS,
    CHINESE_PLACES,
    ENGLISH_PLACES,
    PACKAGE_MANAGERS,
    is_person,
    kind_of,
    tool_named,
)

_KIN = (
    r"(?:女朋友|男朋友|好朋友|朋友|同事|老板|经理|同学|室友|邻居|姐姐|妹妹|哥哥|弟弟|妈妈|爸爸|母亲|父亲|女儿|儿子|妻子|丈夫|"
    r"太太|先生|老婆|老公|爱人|导师|老师|表姐|表哥|表妹|表弟|叔叔|阿姨|领导|合伙人)"
)
_EN_NAME = r"[A-Z][a-z]+(?: [A-Z][a-z]+)?"
_CALLED = rf"(?P<name>[\u4e00-\u9fff]{{2,3}}?(?=[，。、,！\s是在住]|$)|{_EN_NAME})"
_WHO = (
    rf"(?:我的?(?P<kin>{_KIN})(?:叫)?(?P<kinname>{PERSON}|{_EN_NAME})|(?P<me>我)(?!们)|"
    rf"(?P<name>(?:(?<=^)|(?<=[由让，。、\s月日号天年起]))(?:{PERSON}|{_EN_NAME})))"
)
_NOW = r"(?:现在|目前|还是|还|也|一直|已经|正在|仍然|从\d+月起|独自|将|会|打算|计划|准备|要)*"
_PLACE = rf"(?P<place>{CHINESE_PLACES}|[A-Z][a-z]+(?: [A-Z][a-z]+)?)"
_BODY = (
    rf"(?P<body>{CHINESE_ORGANIZATIONS}|[A-Z][A-Za-z0-9_&-]*(?: [A-Z][A-Za-z0-9_&-]*){{0,3}}|"
    r"[\u4e00-\u9fff]{2,8}?(?:公司|大学|医院|银行|研究所|研究院|学院|中学|小学|集团|科技|实验室|工作室|出版社))"
)
_HEADS = r"(?:服务|项目|应用|系统|模块|网站|平台|后端|前端|插件|组件|引擎|数据库|工具|小程序|接口|客户端|服务器)"
_THING = (
    rf"(?:(?P<home>(?:这个|该|我们的|本)?项目)(?=$|[，。,！、的]|$)|"
    rf"(?P<project>[a-z][a-z0-9]*(?:-[a-z0-9]+)+|[A-Z][A-Za-z0-9_-]*(?: ?{_HEADS})?|[\u4e00-\u9ff"
    rf"fA-Za-z]{{2,6}}?{_HEADS}|[a-z][a-z0-9]+(?![\w-])))"
)
_TOOL = r" ?(?P<tool>[A-Za-z.][A-Za-z0-9_.+#-]*)"
_ROLES = (
    r"(?:[\u4e00-\u9fff]{0,5}?(?:工程师|老师|医生|护士|律师|设计师|程序员|产品经理|项目经理|经理|会计|教授|学生|研究员|"
    r"翻译|记者|编辑|摄影师|厨师|架构师|测试员|分析师|数据科学家|创始人|负责人|顾问|作家|画家|司机|飞行员))"
)
# A shorter name of a tool that nobody knows is more likely none.
_SHORTEST = 3
_DOUBT = re.compile(
    r"如果|要是|假如|假设|也许|可能|或许|是否|要不要|能不能|想要|希望|比如|例如|不用|不再|不住|不在|没有|没在|不是|不想|"
    r"别用|不要|以前|曾经|原来|之前|小说|电影|故事|差点|考虑|建议|应该|不会|不能|不打算|不负责|不依赖|不属于|不认识|没用"
)
_AHEAD = re.compile(
    r"打算|计划|准备|将(?!军)|会(?=[在去搬用换负加])|明天|后天|下周|下个?月|明年|下个?星期"
)
_NOT_THINGS = re.compile(
    r"^(?:这|那|一|每|某|其|别|新|旧|同|整|几|哪|什么|我们|他们|你们|所有|其他|另)"
)
# A single small word: a name ("atlas") or any other.
_LONE = re.compile(r"[a-z][a-z0-9]+")
_NOT_PEOPLE = re.compile(
    r"[们的是在了吗呢吧都很就和跟与有没不也还要去来说做用把被给让]|什么|怎么|这|那|哪"
)


class _Reader:
    """Reads one sentence into a draft."""

    def __init__(self, text: str, draft: Draft, *, planned: bool) -> None:
        self.text = text
        self.draft = draft
        self.planned = planned

    def who(self, found: re.Match[str]) -> Named | None:
        """Return who a statement is about; None where nobody can tell."""
        if found["me"]:
            return self.draft.me(SELF_CHINESE)
        return self.person(found["kinname"] or found["name"])

    def person(self, name: str) -> Named | None:
        """Return a person of a name; None where it is none."""
        if not name or (not name.isascii() and _NOT_PEOPLE.search(name)):
            return None
        if name.isascii() and kind_of(name) not in (None, NodeType.PERSON):
            return None
        if re.fullmatch(CHINESE_PLACES, name):
            return None
        return NodeType.PERSON, name

    def doubted(self, found: re.Match[str]) -> bool:
        """Return whether what is said is not said to be so."""
        start = max(self.text.rfind(mark, 0, found.start()) for mark in "，；：,") + 1
        return (
            bool(_DOUBT.search(self.text[start : found.end()]))
            or self.text.startswith(("如果", "要是", "假如"))
            or bool(re.search(r"[吗呢]$", self.text))
        )

    def ahead(self, found: re.Match[str]) -> bool:
        """Return whether it is told as a plan."""
        return self.planned or bool(_AHEAD.search(self.text[: found.end()]))

    def thing(self, found: re.Match[str]) -> Named | None:
        """Return the project that a statement names; None for what is none."""
        if found["home"]:
            return self.draft.home
        name = found["project"]
        if _NOT_THINGS.search(name):
            return None
        if _LONE.fullmatch(name) and not self.draft.is_project(name):
            return None
        kind = kind_of(name)
        if kind is NodeType.TOOL:
            return kind, name
        return (NodeType.PROJECT, name) if kind is None else None

    def tool(self, word: str, *, certain: bool = False) -> Named | None:
        """Return the tool that a word names where a tool is used."""
        word = word.rstrip(".")
        if tool_named(word, after_verb=True):
            return NodeType.TOOL, word
        if certain or not word[:1].isupper() or len(word) < _SHORTEST or kind_of(word) is not None:
            return None
        return NodeType.TOOL, word


def read(text: str, draft: Draft, *, planned: bool) -> None:
    """Take in what a sentence says; planned: its event is a plan."""
    reader = _Reader(text, draft, planned=planned)
    for cue, pattern, handle in _RULES:
        if cue.search(text):
            for found in pattern.finditer(text):
                if not reader.doubted(found):
                    handle(reader, found)
    for pattern, kind in ((_COMPANIES, NodeType.ORGANIZATION), (_PLACES, NodeType.PLACE)):
        for found in pattern.finditer(text):
            # Of 北京大学 only the whole.
            if not any(found[0] in node.name for node in draft.nodes.values()):
                draft.node((kind, found[0]))


_PLACES = re.compile(CHINESE_PLACES)
_COMPANIES = re.compile(
    r"腾讯|阿里巴巴|百度|字节跳动|华为|小米公司|美团|京东|网易|滴滴|拼多多|比亚迪|大疆|西门子|特斯拉|微软"
)


def _introduced(reader: _Reader, found: re.Match[str]) -> None:
    if person := reader.person(found["name"]):
        aliases = () if reader.draft.speaker else (SELF_CHINESE,)
        reader.draft.node(person, aliases=aliases)


def _kin(reader: _Reader, found: re.Match[str]) -> None:
    if person := reader.person(found["name"]):
        draft = reader.draft
        draft.edge(draft.me(SELF_CHINESE), "knows", person)
        draft.fact(person, "relationship", f"{draft.speaker or '我'}的{found['kin']}")


def _works_at(reader: _Reader, found: re.Match[str]) -> None:
    who, name = reader.who(found), found["body"]
    if who is None or re.fullmatch(CHINESE_PLACES, name) or name in ENGLISH_PLACES:
        return
    if name.isascii() and kind_of(name) is NodeType.PERSON:
        return
    company = (NodeType.ORGANIZATION, name)
    reader.draft.edge(who, "works at", company, planned=reader.ahead(found))


def _lives_in(reader: _Reader, found: re.Match[str]) -> None:
    who, name = reader.who(found), found["place"]
    if who is not None and kind_of(name) in (None, NodeType.PLACE):
        place = (NodeType.PLACE, name)
        reader.draft.edge(who, "lives in", place, planned=reader.ahead(found))


def _works_in(reader: _Reader, found: re.Match[str]) -> None:
    who, name = reader.who(found), found["place"]
    if who is not None and kind_of(name) in (None, NodeType.PLACE):
        place = (NodeType.PLACE, name)
        reader.draft.edge(who, "works in", place, planned=reader.ahead(found))


def _does(relation: str) -> Callable[[_Reader, re.Match[str]], None]:
    def handle(reader: _Reader, found: re.Match[str]) -> None:
        who, thing = reader.who(found), reader.thing(found)
        if who is not None and thing is not None:
            reader.draft.edge(who, relation, thing, planned=reader.ahead(found))

    return handle


def _knows(reader: _Reader, found: re.Match[str]) -> None:
    who, other = reader.who(found), reader.person(found["other"])
    if who is None or other is None or (other[1].isascii() and not is_person(other[1])):
        return
    relation = "knows" if found["verb"] == "认识" else "works with"
    reader.draft.edge(who, relation, other, planned=reader.ahead(found))


def _related(relation: str) -> Callable[[_Reader, re.Match[str]], None]:
    def handle(reader: _Reader, found: re.Match[str]) -> None:
        thing = reader.thing(found)
        part = found["part"]
        subject = reader.draft.home if found["own"] else (NodeType.PROJECT, part or "")
        if part and (_NOT_THINGS.search(part) or kind_of(part) is not None):
            return
        if thing is not None and subject is not None:
            reader.draft.edge(subject, relation, thing, planned=reader.ahead(found))

    return handle


def _uses(reader: _Reader, found: re.Match[str]) -> None:
    named = found.groupdict()
    tool = reader.tool(found["tool"])
    if tool is None:
        return
    planned = reader.ahead(found)
    subject: Named | None = _of_project(reader)
    if named.get("me"):
        subject = reader.draft.me(SELF_CHINESE)
    elif named.get("name"):
        subject = reader.person(found["name"])
    elif named.get("part"):
        if _NOT_THINGS.search(found["part"]) or kind_of(found["part"]) is not None:
            return
        subject = (NodeType.PROJECT, found["part"])
    _used(reader, subject, tool, planned=planned)


def _used(reader: _Reader, subject: Named | None, tool: Named, *, planned: bool) -> None:
    draft = reader.draft
    draft.node(tool)
    if subject is None:
        return
    if tool[1].lower() in PACKAGE_MANAGERS and subject[0] is NodeType.PROJECT:
        draft.fact(subject, "package manager", tool[1], planned=planned)
    draft.edge(subject, "uses", tool, planned=planned)


_OF = re.compile(
    rf"([a-z][a-z0-9]*(?:-[a-z0-9]+)+)(?=[的里上中 ]|项目)|(?<=[把将]) ?([a-z][a-z0-9]+) ?(?=的(?:包管理|数据库|编程语言|框架|编辑器))|(?<=把)([\u4e00-\u9fff]{{2,4}}{_HEADS})(?=的)"
)


def _of_project(reader: _Reader) -> Named | None:
    """Return the project that a sentence says it is for; else the one that the event is of."""
    found = _OF.search(reader.text)
    if found is not None and found[2] and tool_named(found[2], after_verb=True):
        return reader.draft.home
    name = "" if found is None else found[1] or found[2] or found[3]
    if name and not _NOT_THINGS.search(name):
        return NodeType.PROJECT, name
    return reader.draft.home


def _switched(reader: _Reader, found: re.Match[str]) -> None:
    new = reader.tool(found["tool"], certain=not found["old"])
    if new is None:
        return
    planned, project = reader.ahead(found), _of_project(reader)
    if re.search(r"我(?!们)[^，。]{0,6}$", reader.text[: found.start()]) or found["me"]:
        project = reader.draft.me(SELF_CHINESE)
    old = reader.tool(found["old"], certain=True) if found["old"] else None
    if old is not None:
        reader.draft.node(old)
        if project is not None and not planned:
            reader.draft.edge(project, "uses", old, ended=True)
    _used(reader, project, new, planned=planned)


def _is_tool(reader: _Reader, found: re.Match[str]) -> None:
    tool, project = reader.tool(found["tool"]), _of_project(reader)
    if tool is None or project is None:
        return
    reader.draft.node(tool)
    key = _KEYS[found["what"]]
    planned = reader.ahead(found)
    reader.draft.fact(project, key, tool[1], planned=planned)
    reader.draft.edge(project, "uses", tool, planned=planned)


# Keys are in English, whatever was said: the same fact of both languages is one.
_KEYS = {
    "包管理器": "package manager",
    "包管理工具": "package manager",
    "数据库": "database",
    "编程语言": "programming language",
    "框架": "framework",
    "编辑器": "editor",
}


def _role(reader: _Reader, found: re.Match[str]) -> None:
    who = reader.who(found)
    if who is not None and not _NOT_THINGS.search(found["role"]):
        reader.draft.fact(who, "role", found["role"], planned=reader.ahead(found))


def _dated(reader: _Reader, found: re.Match[str]) -> None:
    happening, project = reader.draft.event.happening, _of_project(reader)
    if happening.start is None or not happening.text or project is None:
        return
    if happening.text not in reader.text:
        return
    value = happening.text if happening.basis is Basis.EXPLICIT else happening.start[:10]
    planned = reader.draft.event.status is HappeningStatus.PLANNED
    key = "launch date" if found["what"] == "上线" else "release date"
    reader.draft.fact(project, key, value, planned=planned)


_PART = (
    rf"(?P<part>[a-z][a-z0-9]*(?:-[a-z0-9]+)+|[A-Z][A-Za-z0-9_-]*|[\u4e00-\u9fff]{{2,6}}?{_HEADS}|"
    r"(?<=^)[a-z][a-z0-9]{2,}(?![\w-]))"
)
_OWN = r"(?P<own>我们的?项目|(?:这个|本)项目|我们)"
Rule = tuple[re.Pattern[str], re.Pattern[str], Callable[[_Reader, re.Match[str]], None]]


def _rule(cue: str, pattern: str, handle: Callable[[_Reader, re.Match[str]], None]) -> Rule:
    return re.compile(cue), re.compile(pattern), handle


_RULES: tuple[Rule, ...] = (
    _rule("我叫|名字", rf"(?:我叫|我的名字(?:是|叫))(?![了醒他她你做]){_CALLED}", _introduced),
    _rule("叫|我", rf"(?:我的?|^|[，。])(?P<kin>{_KIN})叫{_CALLED}", _kin),
    _rule(
        "我",
        rf"我的?(?P<kin>{_KIN})(?P<name>{PERSON}(?=[在住是用也去来说负认，。])|{_EN_NAME})",
        _kin,
    ),
    _rule("是我的?", rf"(?:^|[，。])(?P<name>{PERSON}|{_EN_NAME})是我的?(?P<kin>{_KIN})", _kin),
    _rule(
        "工作|上班|任职|实习|加入",
        rf"{_WHO}{_NOW}在 ?{_BODY} ?(?:工作|上班|任职|实习|当)",
        _works_at,
    ),
    _rule(
        "工作|上班",
        rf"{_WHO}{_NOW}在 ?(?P<place>{CHINESE_PLACES}) ?(?:工作|上班)",
        _works_in,
    ),
    _rule(
        "加入",
        rf"{_WHO}{_NOW}(?:[\d一二三四五六七八九十]+月|去年|今年|上个月|上周)?加入了? ?{_BODY}",
        _works_at,
    ),
    _rule(
        "住在|搬|定居",
        rf"{_WHO}{_NOW}(?:下个?月|上个?月|去年|今年|明年|上周|下周|\d+月)?{_NOW}"
        rf"(?:住在|搬家?到了?|搬去了?|定居在?|居住在) ?{_PLACE}",
        _lives_in,
    ),
    _rule(
        "负责|接手|带队|领导|主导",
        rf"{_WHO}{_NOW}(?:来)?(?:负责|接手了?|领导|主导) ?{_THING}",
        _does("leads"),
    ),
    _rule("维护", rf"{_WHO}{_NOW}维护 ?{_THING}", _does("owns")),
    _rule("开发|参与|在做", rf"{_WHO}{_NOW}(?:在)?(?:开发|参与|做) ?{_THING}", _does("works on")),
    _rule(
        "认识|合作|共事",
        rf"{_WHO}{_NOW}(?:(?P<verb>认识) ?|(?:和|跟|与) ?)(?P<other>{PERSON}(?=[，。一合共]|$)|{_EN_NAME})"
        r"(?(verb)| ?(?:一起)?(?P<with>合作|共事|工作))",
        _knows,
    ),
    _rule(
        "依赖", rf"(?:{_OWN}|{_PART}) ?(?:现在|还|也)?依赖(?:于)? ?{_THING}", _related("depends on")
    ),
    _rule(
        "一部分|属于",
        rf"(?:{_OWN}|{_PART}) ?(?:是|属于) ?{_THING}(?:的一部分|$|[，。])",
        _related("part of"),
    ),
    _rule(
        "用",
        rf"(?:(?P<me>我)(?!们)|(?P<we>我们|团队|项目|大家)|{_PART}|(?P<name>(?:(?<=^)|(?<=[，。])){PERSON}))"
        rf" ?(?:一直|现在|目前|都|还是|还|也|就|将|会|打算|计划|准备|决定|下周|继续|统一|的项目)*(?<!不)(?:使用|采用|用){_TOOL}",
        _uses,
    ),
    _rule("用", rf"(?:^|[，。]|决定|就)(?:统一|继续|还是|就|都)?(?:使用|采用|用){_TOOL}", _uses),
    _rule(
        "换|改|切|迁|转",
        rf"(?:(?P<me>我)(?!们)[^，。]{{0,8}}?)?(?:从 ?(?P<old>[A-Za-z][A-Za-z0-9_.+#-]*) ?)?(?:换成|换到|换"
        rf"为|改成|改为|改用|切换到|切换成|切到|迁移到|迁到|转到|转向)了?{_TOOL}",
        _switched,
    ),
    _rule(
        "是|为", rf"(?P<what>{'|'.join(_KEYS)})(?:现在)?(?:是|为|用的是|选了|选用){_TOOL}", _is_tool
    ),
    _rule(
        "是|当",
        rf"{_WHO}(?:现在|目前|还|也)*(?:是|担任|当)(?:一名|一个|一位|我们的|团队的|公司的)?(?P<role>{_ROLES})(?=[，。！]|$|在)",
        _role,
    ),
    _rule(
        "上线|发布",
        r"(?P<what>上线|发布)(?:日期|时间|日)?(?:是|定在|定于|改到|推迟到|提前到|放在)",
        _dated,
    ),
)
