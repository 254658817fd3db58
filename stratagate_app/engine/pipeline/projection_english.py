"""What English sentences say outright of people, projects, tools and places."""

from __future__ import annotations

import re
from collections.abc import Callable

from stratagate_app.engine.domain.events import Basis, HappeningStatus
from stratagate_app.engine.domain.graph import NodeType
from stratagate_app.engine.pipeline.projection_draft import SELF_ENGLISH, Draft, Named
from stratagate_app.engine.pipeline.projection_names import (
    PACKAGE_MANAGERS,
    cleaned_name,
    is_person,
    is_place,
    kind_of,
    tool_named,
)
from stratagate_app.engine.pipeline.words import STOP_WORDS

_NAME = (
    r"(?!(?:He|She|We|They|It)\b)[A-Z][a-zà-ÿ]+(?:[-'’][A-Z][a-zà-ÿ]+)?(?: [A-Z][a-zà-ÿ]+(?:-[A-Z"
    r"][a-zà-ÿ]+)?)?"
)
_KIN = (
    r"(?:older |younger |elder |little |big |twin |half-|step|ex-)?(?:sister|brother|mother|father|"
    r"mom|mum|dad|wife|husband|partner|girlfriend|boyfriend|fiancée?|daughter|son|aunt|uncle|cous"
    r"in|"
    r"niece|nephew|grandmother|grandfather|grandma|grandpa|friend|best friend|colleague|coworker|"
    r"co-worker|boss|manager|roommate|flatmate|neighbou?r|mentor|teacher|classmate|co-founder|"
    r"cofounder|teammate|supervisor|advisor|landlord|doctor|dentist|therapist)"
)
_WHO = (
    rf"(?:(?:\b[Mm]y (?P<kin>{_KIN}),? )?\b(?P<name>{_NAME})(?:,? (?:my|our) (?P<kin2>{_KIN}),?)?|"
    r"\b(?P<me>I)(?=['’ ])|\b(?P<they>[Hh]e|[Ss]he)(?=['’ ]))"
)
_AUX = (
    r"(?: (?:now|still|also|currently|already|both|mostly|recently|just|always|alone|and I))?"
    r"(?P<plan>(?: (?:will|plans? to|is going to|am going to|are going to|intends? to|is about to)|"
    r"['’]ll|['’]m going to)(?: be)?)?"
    r"(?:['’](?:m|s|ve)| am| is| are| has| have| has been| have been)?"
    r"(?: (?:now|still|also|currently|already|both|mostly|recently|just|always))?"
)
_PLACE = r"(?P<place>[A-Z][a-zà-ÿ]+(?: [A-Z][a-zà-ÿ]+){0,2})"
_BODY = r"(?:the )?(?P<body>[A-Z0-9][\w&.'’-]*(?:(?: (?:of|and|for|the|&))* [A-Z][\w&'’-]*){0,4})"
_HEADS = (
    r"(?:service|app|application|library|package|module|website|server|backend|frontend|plugin|"
    r"pipeline|dashboard|database|engine|client|parser|importer|exporter|compiler|game|bot|cli|api|"
    r"sdk|platform|project|component|microservice|tool|framework|infrastructure|kernel|driver)"
)
_THING = (
    rf"(?:(?P<home>(?:the|our|this|my) (?:whole |entire )?(?:project|app|codebase|repo|product|si"
    rf"te)"
    rf"(?=$|[,.;:!]| (?:now|together|alone|and|since|with|from|at|as|for|in|on)\b))|"
    rf"(?:the |our )?(?P<project>[Pp]roject [A-Z][\w-]*|[a-z][\w]*(?:-[a-z0-9]+)+|"
    rf"[A-Z][\w-]*(?: [A-Z][\w-]*)?(?: {_HEADS}\b)?|(?:(?!and\b|the\b|our\b|this\b|my\b)"
    rf"[\w-]+ ){{1,2}}{_HEADS}\b(?! \w*(?:er|or)s?\b)|[a-z]\w+\b))"
)
_TOOL = r"(?P<tool>[A-Za-z.][\w.+#-]*[\w+#](?: [A-Z][\w.+#-]*)?)"
_ROLES = (
    r"(?:engineer|developer|programmer|designer|manager|architect|analyst|scientist|researcher|"
    r"teacher|professor|student|doctor|nurse|surgeon|dentist|lawyer|accountant|consultant|writer|"
    r"journalist|editor|translator|photographer|artist|musician|chef|baker|carpenter|electrician|"
    r"plumber|pilot|farmer|librarian|therapist|psychologist|pharmacist|physicist|chemist|biologist|"
    r"mathematician|economist|director|ceo|cto|cfo|coo|founder|co-founder|president|intern|lead|"
    r"maintainer|administrator|admin|technician|mechanic|counselor|counsellor|firefighter|paramed"
    r"ic|"
    r"veterinarian|vet|barista|salesperson|recruiter|owner|product owner|scrum master|tester)"
)
# A shorter name of a tool that nobody knows is more likely none.
_SHORTEST = 3
# What makes of a sentence no statement.
_DOUBT = re.compile(
    r"\b(?:if|unless|whether|would|could|might|may|maybe|perhaps|suppose|imagine|wish|pretend|sho"
    r"uld|"
    r"hypothetical|example|e\.g|hopes? to|want(?:s|ed)? to|used to|never|not|nobody|no one|n[o']t|"
    r"cannot|without|like to|love to|thinking (?:of|about)|consider(?:ing)?|considered|rather|alm"
    r"ost|"
    r"as though|said that|instead of|before we|until we|story|novel|movie|character|book)\b|n['’]"
    r"t\b",
    re.IGNORECASE,
)
_AHEAD = re.compile(
    r"\b(?:will|plans?|planned|planning|going to|intend|next (?:week|month|year|sprint|quarter)|"
    r"tomorrow|later this)\b|['’]ll\b",
    re.IGNORECASE,
)
_NOT_THINGS = frozenset(
    """
same new whole other old big next first entire small main current own side different final little
great real this that these those some any every each all no more less much many very few good best
bad hard fun school home house work way lot a an my your his her their its it time paper report
us you me him them few another second third last both such what which
""".split()
)
# A single small word: a name ("atlas") or any other.
_LONE = re.compile(r"[a-z][a-z0-9]+")
_NOBODY = frozenset(
    """
everyone everybody someone somebody nobody anyone anybody nothing everything something people he she
it they we you who one team teams user users company companies project app client clients customer
customers guy guys folks developers engineers code coffee production development choice record today
years months now testing staging work life mine yours ours theirs somebody friend friends dad mom
""".split()
)
_TOOL_WORDS = (
    r"(?:package manager|database|programming language|language|framework|editor|test runner|"
    r"test framework|build tool|bundler|issue tracker|version control|operating system|search eng"
    r"ine|"
    r"web server|ci|linter|formatter|cloud provider)"
)


class _Reader:
    """Reads one sentence into a draft."""

    def __init__(self, text: str, draft: Draft, *, planned: bool) -> None:
        self.text = text
        self.draft = draft
        self.planned = planned
        self.last: Named | None = None

    def who(self, found: re.Match[str]) -> Named | None:
        """Return who a statement is about; None where nobody can tell."""
        named = found.groupdict()
        if named["me"]:
            return self.draft.me(SELF_ENGLISH)
        if named["they"]:
            people = [key for key in self.draft.nodes.values() if key.type is NodeType.PERSON]
            others = [node for node in people if node.name != self.draft.speaker]
            return (NodeType.PERSON, others[0].name) if len(others) == 1 else None
        name = cleaned_name(named["name"])
        if not name or kind_of(name) not in (None, NodeType.PERSON):
            return None
        return NodeType.PERSON, name

    def doubted(self, found: re.Match[str]) -> bool:
        """Return whether what is said is not said to be so."""
        start = max(self.text.rfind(mark, 0, found.start()) for mark in (",", ";", ":")) + 1
        return bool(_DOUBT.search(self.text[start : found.end()])) or bool(
            re.match(r"(?:If|Unless|Imagine|Suppose|When)\b", self.text)
        )

    def ahead(self, found: re.Match[str]) -> bool:
        """Return whether it is told as a plan."""
        return self.planned or bool(_AHEAD.search(self.text[: found.end() + 24]))

    def thing(self, found: re.Match[str]) -> Named | None:
        """Return the project that a statement names; None for what is none."""
        if found["home"]:
            return self.draft.home
        words = found["project"].split()
        if words[0].lower() in _NOT_THINGS:
            return None
        if _LONE.fullmatch(found["project"]) and not self.draft.is_project(found["project"]):
            return None
        name = found["project"] if found["project"][0].islower() else cleaned_name(found["project"])
        kind = kind_of(name) if name else NodeType.PERSON
        if kind is NodeType.TOOL:
            return kind, name
        return (NodeType.PROJECT, name) if kind is None else None

    def is_named(self, found: re.Match[str]) -> bool:
        """Return whether what a statement is about has a name, and is no common word.

        A single small word is one at the beginning of a sentence, where a common word would have
        a capital, or where the event names the project so.
        """
        part = found["part"]
        if not _LONE.fullmatch(part):
            return True
        if self.draft.is_project(part):
            return True
        common = part in STOP_WORDS or part in _NOT_THINGS or part in _NOBODY
        return found.start("part") == 0 and not common and kind_of(part.capitalize()) is None

    def tool(self, word: str) -> Named | None:
        """Return the tool that a word names where a tool is used."""
        word = word.rstrip(".,")
        first = word.split(" ")[0]
        if tool_named(word, after_verb=True):
            return NodeType.TOOL, word
        if tool_named(first, after_verb=True):
            return NodeType.TOOL, first
        name = cleaned_name(word) if word[0].isupper() else ""
        if name != word or len(name) < _SHORTEST or kind_of(name) is not None:
            return None
        return NodeType.TOOL, name


def read(text: str, draft: Draft, *, planned: bool) -> None:
    """Take in what a sentence says; planned: its event is a plan."""
    reader = _Reader(text, draft, planned=planned)
    lowered = text.lower()
    for cue, pattern, handle in _RULES:
        if cue.search(lowered):
            for found in pattern.finditer(text):
                if not reader.doubted(found):
                    handle(reader, found)


def _introduced(reader: _Reader, found: re.Match[str]) -> None:
    name = cleaned_name(found["name"])
    if name and kind_of(name) in (None, NodeType.PERSON):
        aliases = () if reader.draft.speaker else (SELF_ENGLISH,)
        reader.draft.node((NodeType.PERSON, name), aliases=aliases)


def _kin(reader: _Reader, found: re.Match[str]) -> None:
    name = cleaned_name(found["name"])
    if not name or kind_of(name) not in (None, NodeType.PERSON):
        return
    person = (NodeType.PERSON, name)
    reader.draft.edge(reader.draft.me(SELF_ENGLISH), "knows", person)
    owner = f"{reader.draft.speaker}'s" if reader.draft.speaker else "my"
    reader.draft.fact(person, "relationship", f"{owner} {found['kin']}")


def _works_at(reader: _Reader, found: re.Match[str]) -> None:
    who, name = reader.who(found), cleaned_name(found["body"])
    first = found["body"].split(" ")[0].rstrip(".,'’")
    if who is None or not name or kind_of(name) in (NodeType.PERSON, NodeType.PLACE):
        return
    # "at Christmas", "for March".
    if cleaned_name(first) != first:
        return
    company = (NodeType.ORGANIZATION, name)
    reader.draft.edge(who, "works at", company, planned=reader.ahead(found))


def _both_work_at(reader: _Reader, found: re.Match[str]) -> None:
    name = cleaned_name(found["body"])
    if not name or kind_of(name) in (NodeType.PERSON, NodeType.PLACE):
        return
    company = (NodeType.ORGANIZATION, name)
    before = reader.text[: found.start()]
    people = [n.name for n in reader.draft.nodes.values() if n.type is NodeType.PERSON]
    others = [p for p in people if p in before and p != reader.draft.speaker]
    if len(others) == 1:
        reader.draft.edge((NodeType.PERSON, others[0]), "works at", company)
        reader.draft.edge(reader.draft.me(SELF_ENGLISH), "works at", company)


def _lives_in(reader: _Reader, found: re.Match[str]) -> None:
    who, name = reader.who(found), cleaned_name(found["place"])
    if who is None or not name:
        return
    first = name.split(" ")[0]
    place = name if is_place(name) else first if is_place(first) else name
    if not is_place(place) and kind_of(place) is not None:
        return
    reader.draft.edge(who, "lives in", (NodeType.PLACE, place), planned=reader.ahead(found))


def _works_in(reader: _Reader, found: re.Match[str]) -> None:
    who, name = reader.who(found), cleaned_name(found["place"])
    first = name.split(" ")[0]
    place = name if is_place(name) else first
    if who is not None and is_place(place):
        reader.draft.edge(who, "works in", (NodeType.PLACE, place), planned=reader.ahead(found))


def _does(relation: str) -> Callable[[_Reader, re.Match[str]], None]:
    def handle(reader: _Reader, found: re.Match[str]) -> None:
        who, thing = reader.who(found), reader.thing(found)
        if who is not None and thing is not None:
            reader.draft.edge(who, relation, thing, planned=reader.ahead(found))

    return handle


def _knows(reader: _Reader, found: re.Match[str]) -> None:
    who, name = reader.who(found), cleaned_name(found["other"])
    if who is None or not name or not is_person(name):
        return
    relation = "works with" if "work" in found["verb"] else "knows"
    other = (NodeType.PERSON, name)
    reader.draft.edge(who, relation, other, planned=reader.ahead(found))


def _part_of(reader: _Reader, found: re.Match[str]) -> None:
    if not reader.is_named(found):
        return
    whole, part = reader.thing(found), cleaned_name(found["part"]) or found["part"]
    if whole is None or part.split(" ")[0].lower() in _NOT_THINGS or kind_of(part) is not None:
        return
    reader.draft.edge((NodeType.PROJECT, part), "part of", whole, planned=reader.ahead(found))


def _depends_on(reader: _Reader, found: re.Match[str]) -> None:
    thing, name = reader.thing(found), found["part"]
    if name and not reader.is_named(found):
        return
    subject = reader.draft.home if found["own"] else (NodeType.PROJECT, name or "")
    if name and (name.split(" ")[0].lower() in _NOT_THINGS or kind_of(name) is not None):
        return
    if name and name[0].isupper() and cleaned_name(name) != name:
        return
    if thing is not None and subject is not None:
        reader.draft.edge(subject, "depends on", thing, planned=reader.ahead(found))


def _uses(reader: _Reader, found: re.Match[str]) -> None:
    named = found.groupdict()
    tool = reader.tool(found["tool"])
    if tool is None:
        return
    planned = reader.ahead(found)
    subject = reader.draft.home
    if named.get("me"):
        subject = reader.draft.me(SELF_ENGLISH)
    elif named.get("name"):
        name = cleaned_name(found["name"])
        if not name or kind_of(name) not in (None, NodeType.PERSON):
            return
        # Of what is no known person nobody can say whether it is a person or a thing.
        subject = (NodeType.PERSON, name) if is_person(name) else (NodeType.PROJECT, name)
    elif named.get("part"):
        if found["part"].split(" ")[0].lower() in _NOT_THINGS or not reader.is_named(found):
            return
        subject = (NodeType.PROJECT, found["part"])
    _used(reader, subject, tool, planned=planned)
    end = found.end("tool")
    while (more := _MORE.match(reader.text, end)) and tool_named(more["tool"], after_verb=True):
        _used(reader, subject, (NodeType.TOOL, more["tool"]), planned=planned)
        end = more.end()


def _used(reader: _Reader, subject: Named | None, tool: Named, *, planned: bool) -> None:
    draft = reader.draft
    draft.node(tool)
    project = _of_project(reader) if subject == draft.home else subject
    if project is None:
        return
    if tool[1].lower() in PACKAGE_MANAGERS and project[0] is NodeType.PROJECT:
        draft.fact(project, "package manager", tool[1], planned=planned)
    draft.edge(project, "uses", tool, planned=planned)


# A word of so many hyphens is a phrase, no name.
_SENTENCE_HYPHENS = 3
_OF = re.compile(
    rf"\b(?:for|in|of) (?:the |our )?([a-z][\w]*(?:-[a-z0-9]+)+|(?:[a-z]+ ){{1,2}}{_HEADS}\b)"
)

_TOOL_WORD_OF = re.compile(
    rf"\b{_TOOL_WORDS} (?:of|for|in) ([a-z][a-z0-9]+)(?= (?:is|stays|will be|from|to)\b)"
)


def _of_project(reader: _Reader) -> Named | None:
    """Return the project that a sentence says it is for; else the one that the event is of."""
    named = _TOOL_WORD_OF.search(reader.text)
    if named is not None and not {named[1]} & (STOP_WORDS | _NOT_THINGS | _NOBODY):
        return NodeType.PROJECT, named[1]
    for found in _OF.finditer(reader.text):
        words = found[1].split(" ")
        if words[0] not in _NOT_THINGS and (
            len(words) > 1 or words[0].count("-") < _SENTENCE_HYPHENS
        ):
            return NodeType.PROJECT, found[1]
    return reader.draft.home


def _switched(reader: _Reader, found: re.Match[str]) -> None:
    new = reader.tool(found["tool"])
    if new is None or not (tool_named(new[1], after_verb=True) or found["old"] or found["what"]):
        return
    planned = reader.ahead(found)
    mine = found.groupdict().get("me")
    subject = reader.draft.me(SELF_ENGLISH) if mine else reader.draft.home
    old = reader.tool(found["old"]) if found["old"] else None
    if old is not None and tool_named(old[1], after_verb=True):
        reader.draft.node(old)
    if old is not None and not planned and subject:
        project = subject if mine else _of_project(reader)
        if project is not None and tool_named(old[1], after_verb=True):
            reader.draft.edge(project, "uses", old, ended=True)
    _used(reader, subject, new, planned=planned)


def _stopped(reader: _Reader, found: re.Match[str]) -> None:
    tool = reader.tool(found["tool"])
    if tool is None or not tool_named(tool[1], after_verb=True) or reader.planned:
        return
    subject = reader.draft.me(SELF_ENGLISH) if found["me"] else _of_project(reader)
    if subject is not None:
        reader.draft.edge(subject, "uses", tool, ended=True)


def _is_tool(reader: _Reader, found: re.Match[str]) -> None:
    tool, project = reader.tool(found["tool"]), _of_project(reader)
    if tool is None or project is None:
        return
    key = found["what"].lower()
    reader.draft.node(tool)
    planned = reader.ahead(found)
    reader.draft.fact(project, key, tool[1], planned=planned)
    reader.draft.edge(project, "uses", tool, planned=planned)


def _role(reader: _Reader, found: re.Match[str]) -> None:
    who = reader.who(found)
    words = found["role"].split(" ")
    if who is None or any(word.lower() in ("not", "good", "bad", "great") for word in words):
        return
    reader.draft.fact(who, "role", found["role"], planned=reader.ahead(found))


def _dated(reader: _Reader, found: re.Match[str]) -> None:
    happening, project = reader.draft.event.happening, _of_project(reader)
    if happening.start is None or not happening.text or project is None:
        return
    if happening.text.lower() not in reader.text.lower():
        return
    told = happening.basis is Basis.EXPLICIT
    value = happening.text if told else happening.start[:10]
    value = re.sub(r"^(?:on|in|at|by|for) (?:the )?", "", value, flags=re.IGNORECASE)
    planned = reader.draft.event.status is HappeningStatus.PLANNED
    reader.draft.fact(project, f"{found['what'].lower()} date", value, planned=planned)


_MORE = re.compile(r"(?:,| and|, and) (?P<tool>[A-Za-z.][\w.+#-]*[\w+#])")
_PART = rf"(?P<part>[a-z]\w*(?:-[a-z0-9]+)+|[A-Z][\w-]*|(?:[a-z][\w-]* ){{1,2}}{_HEADS}|[a-z]\w+)"
_USERS = (
    rf"(?:\b(?P<me>I)\b|\b(?P<we>[Ww]e|[Oo]ur (?:team|project|app|company)|[Tt]he (?:team|project"
    rf"|app))\b|"
    rf"\b(?:[Tt]he )?(?P<part>[a-z]\w*(?:-[a-z0-9]+)+|(?:[a-z][\w-]* ){{1,2}}{_HEADS}|[a-z]\w+)|\b(?P<name"
    rf">{_NAME}))"
)
_SWITCHERS = r"(?:\b(?P<me>I)\b|\b[Ww]e\b)?"
_LET = (
    r"(?:[Ll]et['’]?s|[Ll]et us|[Ww]e (?:decided|agreed|chose) to|[Ww]e['’]ll|[Ww]e will|[Ww]e pl"
    r"an to|[Ww]e are going to|[Ww]e['’]re going to)"
)

Rule = tuple[re.Pattern[str], re.Pattern[str], Callable[[_Reader, re.Match[str]], None]]


def _rule(cue: str, pattern: str, handle: Callable[[_Reader, re.Match[str]], None]) -> Rule:
    return re.compile(cue), re.compile(pattern), handle


# The cue is looked for first, in small letters: most sentences hold none.
_RULES: tuple[Rule, ...] = (
    _rule(
        r"name is|name's|called",
        rf"\b(?:[Mm]y name(?: is|['’]s)|I(?: am|['’]m) called) (?P<name>{_NAME})",
        _introduced,
    ),
    _rule(
        r"\b(?:my|our)\b",
        rf"\b[Mm]y (?P<kin>{_KIN}),? (?:is called |is named |named |called )?(?P<name>{_NAME})",
        _kin,
    ),
    _rule(r"\bmy\b", rf"\b(?P<name>{_NAME})(?:,| is) my (?P<kin>{_KIN})\b", _kin),
    _rule(
        r"\bwork|joined|employed|intern",
        rf"{_WHO}{_AUX} (?:works?|working|worked since \w+|employed|interns?|interning|started|st"
        rf"arts?|"
        rf"starting|start working|got a job)(?: full[- ]time| part[- ]time| again)?"
        rf"(?: as an? [\w -]{{3,30}})? (?:at|for) {_BODY}",
        _works_at,
    ),
    _rule(
        r"\bjoin",
        rf"{_WHO}{_AUX} (?:joined|joins?) {_BODY}(?= (?:as|in|last|on|this)\b|[,.!]|$)",
        _works_at,
    ),
    _rule(
        r"\bliv(?:e|es|ing)\b|\bmov|relocat|settle|based in|reside",
        rf"{_WHO}{_AUX} (?:lives?|living|based|resides?|settled|moved|moves?|moving|relocated|"
        rf"relocates?|relocating)(?: back| permanently| over| here)? (?:in|to|from [A-Z]\w+ to)"
        rf" {_PLACE}",
        _lives_in,
    ),
    _rule(
        r"\bworks?\b|\bworking\b",
        rf"{_WHO}{_AUX} (?:works?|working) on {_THING}",
        _does("works on"),
    ),
    _rule(
        r"\bwork(?:s|ing)? in\b",
        rf"{_WHO}{_AUX} (?:works?|working) in {_PLACE}",
        _works_in,
    ),
    _rule(
        r"\blead|\bheads?\b|takes? over|took over|in charge",
        rf"{_WHO}{_AUX} (?:leads?|leading|heads?|takes? over|took over|taken over|in charge of)"
        rf" {_THING}",
        _does("leads"),
    ),
    _rule(
        r"\bowns?\b|owner of|responsible for|maintain",
        rf"{_WHO}{_AUX} (?:owns?|the owner of|responsible for|maintains?|maintaining) {_THING}",
        _does("owns"),
    ),
    _rule(
        r"\bknows?\b|works? with|working with",
        rf"{_WHO}{_AUX} (?P<verb>knows?|works?|working)(?<!\bwork)(?:(?<=know)|(?<=knows)| closel"
        rf"y with| with)"
        rf" (?P<other>{_NAME})",
        _knows,
    ),
    _rule(
        r"\bi work|and i work",
        rf"(?P<me>I)(?P<name>)(?P<they>)(?P<verb> work) with (?P<other>{_NAME})",
        _knows,
    ),
    _rule(
        r"part of",
        rf"\b(?:[Tt]he )?{_PART} (?:is|are|becomes?|will be) (?:a )?part of {_THING}",
        _part_of,
    ),
    _rule(
        r"depends? on|relies on|rely on|built on",
        rf"\b(?:(?P<own>[Ww]e|[Tt]he (?:project|app)|[Oo]ur (?:project|app))|(?:[Tt]he )?{_PART}) "
        rf"(?:still |now |also |will )?(?:depends? on|relies on|rely on|is built on) {_THING}",
        _depends_on,
    ),
    _rule(
        r"\bus(?:e|es|ing)\b",
        rf"{_USERS}(?: (?:now|still|also|currently|always|mostly|already))?"
        rf"(?: will| plan to| plans to| is| are| am|['’]re|['’]m|['’]ll)? (?:uses?|using) {_TOOL}",
        _uses,
    ),
    _rule(
        r"\b(?:use|adopt|pick|keep|stick|go with|stay with)\b",
        rf"(?:{_LET}|^) ?(?:[Uu]se|[Aa]dopt|[Pp]ick|[Kk]eep(?: using)?|[Ss]tick with|[Gg]o with|["
        rf"Ss]tay with) {_TOOL}"
        r"(?! (?:lock|file|config|cache|script|image|version|token|account|key))",
        _uses,
    ),
    _rule(
        r"\b(?:switch|mov|migrat|chang|replac)",
        rf"{_SWITCHERS}(?:[^,.;]*?)\b(?:[Ss]witch(?:ed|es|ing)?|[Mm]ov(?:e|ed|es|ing)|[Mm]igrat(?"
        rf":e|ed|es|ing)|[Cc]hang(?:e|ed))"
        rf"(?: back| over)?(?: (?:the |our )?(?P<what>{_TOOL_WORDS})(?: (?:of|for|in) (?:the |our )?[\w-]+(?: {_HEADS})?)?)?(?: from (?P<old>[\w.+#-]+)"
        rf")? to {_TOOL}",
        _switched,
    ),
    _rule(
        r"\breplac",
        rf"{_SWITCHERS}(?P<what>)(?:[^,.;]*?)\b[Rr]eplac(?:e|ed|es|ing) (?P<old>[\w.+#-]+) (?:wit"
        rf"h|by) {_TOOL}",
        _switched,
    ),
    _rule(
        r"no longer use|stopped using",
        rf"\b(?:(?P<me>I)|[Ww]e) (?:no longer use|(?:have )?stopped using) {_TOOL}",
        _stopped,
    ),
    _rule(
        rf"{_TOOL_WORDS} (?:is|stays|will be|for|of|in)|as (?:our|the) {_TOOL_WORDS}",
        rf"\b(?:[Oo]ur|[Tt]he) (?P<what>{_TOOL_WORDS})(?: (?:for|of|in) [\w -]{{3,30}}?)? (?:is|s"
        rf"tays|will be)(?: now)? {_TOOL}",
        _is_tool,
    ),
    _rule(
        r"\b(?:am|is|are|was|'m|’m|works? as|working as|as)\b",
        rf"{_WHO}(?: (?:now|still|also|currently))?(?:['’]m| am| is| works? as| working as|['’]s)"
        rf"(?: now| still| also| currently)? (?:an?|our|the)(?: new)? "
        rf"(?P<role>(?:(?!and\b|of\b|or\b|in\b)[\w-]+ ){{0,3}}{_ROLES})\b(?! (?:of|for) (?:a|the)"
        rf" (?:day|year|week))",
        _role,
    ),
    _rule(
        r"\b(?:launch|release|deadline|demo|wedding)\b",
        r"\b(?:[Tt]he|[Oo]ur|[Pp]ublic) (?:[\w-]+ )?(?P<what>launch|release)(?: date)? "
        r"(?:is|was|moves|moved|is planned|has been moved|stays|will be|is now|is set|on)\b",
        _dated,
    ),
    _rule(
        r"\bat\b|\bfor\b",
        rf"{_WHO}(?:['’]m| am| is|['’]s)(?: now| still)? (?:an?|the) (?:[\w-]+ ){{0,3}}{_ROLES} ("
        rf"?:at|for) {_BODY}",
        _works_at,
    ),
    # Of people that the sentence named before.
    _rule(r"\bwe both work", rf"\b[Ww]e both work (?:at|for) {_BODY}", _both_work_at),
)
