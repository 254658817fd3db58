"""What makes an English sentence worth remembering, and as what.

Looking for words is cheaper than a pattern, so a cue names words without which it is not tried.
Curly apostrophes are straightened before a sentence gets here.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from stratagate_app.engine.pipeline import kinds
from stratagate_app.engine.pipeline.kinds import Kind

# Stands among the words of a sentence for any figure.
FIGURE = "0"


class Cue(NamedTuple):
    """A kind and what gives it away.

    Attributes:
        words: A sentence has one of them, in lower case.
        time_words: And one of these; none are needed where there are none.
    """

    words: frozenset[str]
    time_words: frozenset[str]
    pattern: re.Pattern[str]
    kind: Kind


# "the ones we chose", "something I finished": what is chosen is not said. What can begin it is
# looked at first, since a place is left far sooner so than by looking back from it.
_WE = r"(?=[wi])(?<!that )(?<!what )(?<!why )(?<!how )(?<!when )(?<!ones )(?<!thing )\b(?:we|i)"
_HAVE = r"(?:'ve| have)?(?: all| both| also| just| now| finally| already| recently)?"
# A name; not a word that only begins the sentence.
_NAME = (
    r"(?-i:(?=[A-Z])\b(?!(?:It|This|That|These|Those|She|He|We|They|You|What|Who|Which|Everyone|Nobody|"
    r"There|One|Each|Life|Love|Art|Music|Nothing|Everything|Someone|And|But|So|If|When|How|Why|"
    r"The|A|An|My|Our|Your|Now|Then|Here)\b)[A-Z][a-z]+)"
)
_DAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_MONTHS = (
    r"(?-i:January|February|March|April|May|June|July|August|September|October|November|December)"
)
_SOON = (
    rf"\b(?:tomorrow|tonight|next \w+|this (?:weekend|week|month|coming|evening|afternoon|{_DAYS})|"
    rf"(?:on|by|until|from|before) (?:the )?(?:{_DAYS}|\d|{_MONTHS}|tomorrow|next)|"
    rf"in (?:an?|one|two|three|four|five|six|\d+) (?:days?|weeks?|months?|hours?)|in {_MONTHS}|"
    r"end of (?:the )?(?:day|week|month|year))"
)
_PAST = (
    rf"\b(?:yesterday|ago|last (?:night|week|weekend|month|year|summer|winter|spring|autumn|fall|"
    rf"(?:mon|tue|tues|wed|thu|thurs|fri|sat|sun)\b|{_DAYS}|{_MONTHS})|this (?:morning|week|month)|"
    rf"(?:on|in|since|back in) (?:the )?(?:\d|{_MONTHS}|{_DAYS})|the other day)"
)
_DATED = "|".join(word for word in kinds.DATED_THINGS if word.isascii())
_DO = (
    r"build|ship|release|launch|move|migrate|write|finish|start|visit|meet|travel|fly|freeze|test|"
    r"deploy|publish|rebuild|switch|present|apply|register|join|celebrate|host|attend|go to|"
    r"take the|run (?:the|a)|buy|sell|rent|sign|submit|drop|remove|replace|upgrade|introduce|hire|"
    r"interview|book|paint|renovate|open|split|rename|adopt|record|marry|graduate|perform|compete|"
    r"volunteer|organi[sz]e|review|add|send|draft|prepare|teach|enrol|study"
)
_WORK = (
    r"developer|engineer|teacher|nurse|student|doctor|designer|manager|lawyer|writer|scientist|"
    r"researcher|artist|chef|musician|analyst|architect|programmer|translator|photographer|"
    r"electrician|freelancer|vegetarian|vegan|accountant|consultant|founder"
)
_FAMILY = r"wife|husband|partner|son|daughter|brother|sister|mother|father|dog|cat"
_RISKY = (
    r"deploy|push|delete|commit|drop|force|merge|restart|reboot|overwrite|expose|log|upload|share|"
    r"store|run|touch|release|publish|reset|wipe|truncate|send"
)
_DONE = (
    r"finished|completed|fixed|closed|merged|passed|signed up|graduated|won|adopted|bought|"
    r"submitted|solved|resolved|signed|renewed|delivered|installed|set up|implemented|rewrote"
)
_SHIPPED = r"shipped|released|launched|published|deployed|rolled out"
_DID = (
    r"went|joined|visited|attended|started|saw|got|gave|took|ran|had|made|bought|tried|painted|"
    r"hosted|organi[sz]ed|travell?ed|flew|celebrated|applied|began|spoke|volunteered|hiked|camped|"
    r"lost|learned|received|presented|became|quit|returned|opened|planted|performed|competed|"
    r"finished|did|read|built|moved|met|hired|sold|won"
)


_TIME_WORDS = (
    "monday tuesday wednesday thursday friday saturday sunday week weeks weekend month months year "
    "january february march april may june july august september october november december "
    f"summer winter spring autumn fall {FIGURE} "
)
_PAST_WORDS = _TIME_WORDS + (
    "yesterday ago last this day night mon tue tues wed thu thurs fri sat sun"
)
_SOON_WORDS = _TIME_WORDS + (
    "tomorrow tonight next this coming evening afternoon day days hour hours"
)


def _cue(words: str, *patterns: str, kind: Kind, time_words: str = "") -> Cue:
    pattern = re.compile("|".join(patterns), re.IGNORECASE)
    return Cue(frozenset(words.split()), frozenset(time_words.split()), pattern, kind)


# In order: the first that fits decides.
CUES: tuple[Cue, ...] = (
    _cue(
        "allergic allergy diabetic celiac coeliac epileptic pregnant",
        r"\b(?:i am|i'm|he is|she is|he's|she's|my \w+ is|(?-i:[A-Z])\w+ is) "
        r"(?:severely |very |highly |also )?allergic to\b",
        r"\bi have an? (?:severe )?\w+ allergy\b",
        r"\bi(?:'m| am) (?:diabetic|celiac|coeliac|epileptic|pregnant)\b",
        kind=kinds.SAFETY,
    ),
    _cue(
        "never ever must circumstances don't not",
        rf"^(?:please )?(?:never|don't ever|do not ever) (?:{_RISKY})\b",
        rf"^(?:please )?(?:don't|do not) (?:{_RISKY}) .*\b(?:on {_DAYS}s?|without|to (?:main|prod))",
        r"\bmust never\b|\bunder no circumstances\b",
        r"\bwe (?:don't|do not|never) (?:deploy|release|push|merge|ship|publish)\b",
        r"\bnever (?:deploy|push|commit|delete|release)\b",
        kind=kinds.RULE,
    ),
    _cue(
        "cancel canceled cancelled called",
        rf"(?:\b(?:we|i|they|he|she)|{_NAME})(?:'ve| have| has| had to| must)? cancel(?:l?ed)?\b",
        r"\b(?:the|our|my) \w+ (?:has |have )?cancell?ed\b",
        r"\b(?:is|was|are|were|been|got) (?:cancell?ed|called off)\b",
        r"^(?:please )?cancel (?:the|my|our|all)\b|\bcalled (?:it |the \w+ )?off\b",
        kind=kinds.CANCELLED,
    ),
    _cue(
        "took outage crashed broke went lost down failed accident hacked robbed breach leak",
        r"\btook (?:the |our )?\w+ (?:\w+ )?down\b|\boutage\b|\bdata (?:loss|leak|breach)\b",
        r"\b(?:server|service|site|website|app|database|build|deploy\w*|machine|laptop|job|cluster|"
        r"disk|api|system|pipeline|production)\b.{0,30}\b(?:crashed|went down|was down|is down|"
        r"failed|broke)\b",
        r"\bbroke (?:the|our|my|down)\b(?! heart)|"
        r"\blost (?:all|its|our|my) (?!jobs?\b|mind|temper|way|patience|cool|heart)\w+",
        r"\b(?:had an accident|got (?:hacked|robbed|hurt|injured))\b",
        kind=kinds.INCIDENT,
    ),
    _cue(
        "migrate migrated migrating migration",
        rf"{_WE}(?:'re| are|'ll| will)?{_HAVE} (?:\w+ )?migrat(?:e|ed|ing)\b",
        r"\bmigration (?:is|was|to \w+ is) (?:now )?(?:done|finished|complete)\b",
        kind=kinds.MIGRATION,
    ),
    _cue(
        "moved",
        rf"\bi{_HAVE} moved (?:back )?(?:from (?-i:[A-Z])\w+ )?to "
        r"(?!Postgres|Linux|Windows|Mac|Rust|Python|React|Type|Vim|Firefox|Chrome)(?-i:[A-Z])",
        kind=kinds.MOVED,
    ),
    _cue(
        " ".join(word for word in kinds.DATED_THINGS if word.isascii()),
        rf"\b(?:{_DATED})\b.{{0,20}}\b(?:(?:is|was|got|has been) )?(?:moved|moves|postponed|"
        r"pushed back|brought forward|rescheduled|delayed|slips|slipped) (?:to|by|from|until)\b",
        rf"\b(?:moved?|postponed?|rescheduled?|delayed?|changed?) the (?:{_DATED}) "
        r"(?:to|by|from|until)\b",
        kind=kinds.RESCHEDULED,
    ),
    _cue(
        "switch switched switching change changed move moved moving replace replaced replacing "
        "instead longer",
        rf"(?:{_WE}|\blet's|\blet us)(?:'re| are|'ll| will)?{_HAVE} (?:\w+ ){{0,2}}"
        r"(?:switch(?:ed|ing)?|chang(?:e|ed|ing)|mov(?:e|ed|ing)) "
        r"(?:[\w-]+ ){0,4}(?:from|over to|(?<!on )to) (?!the next|work|be\b|do\b|our\b|my\b|help\b)",
        rf"{_WE}(?:'re| are|'ll| will)?{_HAVE} replac(?:e|ed|ing) [\w .-]+? (?:with|by)\b",
        rf"{_WE} (?:now )?use [\w.-]+ instead\b|{_WE}(?:'re| are)? no longer us(?:e|ing)\b",
        kind=kinds.SWITCH,
    ),
    _cue(
        "name live i'm am work lead born grew native speak have call son daughter wife husband "
        "partner brother sister dog cat mother father",
        r"(?:^|[,;.:] ?|\band |\bbut |\bsince |\bbecause )(?:my name is|(?:please )?call me "
        r"(?-i:[A-Z])|i live in|i(?:'m| am) (?:originally )?from (?-i:[A-Z])|"
        r"i work (?:at|for (?-i:[A-Z])|as an?|in (?:an?|the|(?-i:[A-Z]))|on (?:the|an?|our))|"
        rf"i(?:'m| am) an? (?:\w+ ){{0,2}}(?:{_WORK})\b|i lead (?:the|an?|our)|i was born|"
        r"i grew up in|i(?:'m| am) \d+ years old|my native language|i speak (?-i:[A-Z])|"
        rf"my (?:{_FAMILY})(?:'s name)? is (?:called |named )?(?-i:[A-Z])|"
        r"i have (?:two|three|four|an?) (?:kids|children|daughters?|sons?|dogs?|cats?)\b)",
        kind=kinds.IDENTITY,
    ),
    _cue(
        "prefer like always never hate dislike don't stand want favourite favorite keep answer "
        "answers metric",
        r"\bi(?:'d| would)?(?: much| really| always| generally| usually)? prefer\b",
        r"\bi like (?:my \w+ (?!is)\w+|short|it (?:when|better)|to (?:have|walk|work|read|keep))\b",
        r"^(?:please )?always (?:use|answer|write|show|give|reply|include|explain|put)\b",
        r"^(?:please )?never (?:use|answer|write|show|give|reply|include|explain|say|put)\b",
        r"\bplease (?:always|never) \w+",
        r"\bi (?:really )?(?:hate|dislike|don't like|do not like|can't stand) (?!that\b|this\b|it\b)",
        r"\bi (?:always )?want (?:plain|short|simple|no|all)\b|\bis my (?:all-time )?favou?rite\b",
        r"\bmy favou?rite (?:\w+ )?(?:is|are)\b",
        r"^(?:please )?(?:keep (?:your |the |all )?(?:answers|replies|explanations)|use metric)\b",
        kind=kinds.PREFERENCE,
    ),
    _cue(
        "will going plan planning hope hoping intend aim aiming we'll i'll they'll put set schedule "
        "goes go",
        rf"(?:\b(?:we|i|they)(?:'ll| will|'re going to|'m going to| (?:am|are) going to)|"
        rf"{_NAME} (?:will|is going to))(?: also| then| definitely| all)? (?:{_DO})\b"
        rf"(?! (?:it|that|this|them|you)\b(?!.*{_SOON}))",
        r"\b(?:we|i)(?:'m|'re| am| are)? (?:plan|planning|hope|hoping|intend|aim|aiming) "
        r"(?:to|on) (?!be\b|keep\b|see\b|make sure|hear\b|have fun|you\b|do (?:it|that|my)\b)\w+",
        rf"\b(?:put|set|schedule|plan) the (?:\w+ )?(?:{_DATED})\b",
        r"\bgoes? (?:in|on)?to (?:version |v|the list for )?\d",
        kind=kinds.PLAN,
    ),
    _cue(
        "going flying travelling traveling driving meeting visiting starting moving launching "
        "hosting leaving getting having presenting releasing shipping cooking running performing "
        "launch ship release freeze meet fly start move deploy need have want i've we've got is "
        "will stays takes",
        rf"\b(?:we|i)(?:'m|'re| am| are) (?:going|flying|travell?ing|driving|meeting|visiting|"
        rf"starting|moving|launching|hosting|leaving|getting|having|presenting|releasing|shipping|"
        rf"cooking|running|performing) .*{_SOON}",
        rf"\b(?:the|our|my) (?:\w+ ){{0,2}}(?:{_DATED})\b.{{0,20}}\b(?:is|will be|stays|takes place)"
        rf"(?: planned| scheduled| due| set| now)? ?(?:for |at )?{_SOON}",
        rf"\bwe (?:launch|ship|release|freeze|meet|fly|start|move|deploy) .{{0,24}}{_SOON}",
        rf"\b(?:i|we)(?:'ve got| have(?: got)?|'ve) (?:an?|my|our) (?:[\w-]+ ){{0,2}}(?:{_DATED}|"
        rf"meeting|call|trip)\b.*{_SOON}",
        rf"\b(?:i|we) (?:need|have|want) to \w+ .*{_SOON}",
        rf"^{_SOON},? (?:i|we)(?:'ve got| have(?: got)?|'ve) (?:an?|my|our) \w+",
        kind=kinds.PLAN,
        time_words=_SOON_WORDS,
    ),
    _cue(
        "decided chose agreed settled opted picked let's let keep go stick stay stays use used call "
        "drop remove evict leave take switch put move rename we'll adopt decision",
        rf"{_WE}{_HAVE} (?:decided|chose|agreed|settled on|opted|picked)\b(?! with you)",
        r"\blet(?:'s| us) (?:also |just )?(?:use|go with|keep|rebuild|build|adopt|pick|drop|"
        r"stick (?:to|with)|remove|rename|move|put|set|start with|stay (?:on|with)|make the|split|"
        r"leave|ship|release|merge|evict) (?!\w+in(?:g\b|')|it\b|that\b|on\b|up\b|forward|together|this\b)",
        r"\blet(?:'s| us) call (?:it|the \w+) ",
        r"\bwe(?:'ll| will)? (?:keep|go with|stick (?:with|to)|stay (?:with|on)) "
        r"(?!\w+ing\b|it\b|each\b|you\b|up\b)",
        r"^we (?:now |always )?use |\b(?:the|our|final) decision is\b",
        r"^(?!it |that |this |he |she |there )[\w' -]{2,40}? stays? (?:opt-in|opt-out|behind|off|at|"
        r"as it is|with|private|public|free|on (?:the|v?\d|(?-i:[A-Z])))\b",
        r"^use \S+.*\b(?:for|as|instead)\b|^keep the \w+.*\b(?:until|as|for|behind|in|at)\b",
        r"^(?:i agree|agreed|ok|okay|yes|fine|good)[,.:]? (?:then )?(?:use|evict|keep|drop|remove|"
        r"move|rename|put|switch|take|go with|leave) (?!it\b|that\b|this\b|going\b|care\b|them\b)",
        kind=kinds.DECISION,
    ),
    _cue(
        "shipped released launched published deployed rolled live out",
        rf"(?:{_WE}{_HAVE}|\bthey|{_NAME}(?: has)?(?: just)?) (?:{_SHIPPED})\b",
        r"\b(?:site|app|version|service|page|release|feature|update|\d) (?:is|went) "
        r"(?:now |finally )?live\b|\bv?\d+\.\d[\w.]* is (?:out|released)\b",
        kind=kinds.RELEASE,
    ),
    _cue(
        "finished completed fixed closed merged passed signed graduated won adopted bought done "
        "submitted solved resolved renewed delivered installed set implemented rewrote ready complete",
        rf"(?:{_WE}{_HAVE}|{_NAME}(?: has)?(?: just| finally)?) (?:{_DONE}) (?!it\b|that\b|this\b)\w",
        rf"{_WE}{_HAVE} graduated\b",
        r"\bthe [\w -]{2,30} (?:is|are) (?:now |finally )?(?:done|finished|ready|merged|complete|"
        r"fixed)\b(?! for| to)",
        kind=kinds.COMPLETED,
    ),
    _cue(
        "leads owns maintains takes works responsible charge colleague boss manager friend teammate "
        "co-founder mentor",
        rf"{_NAME} (?:leads|owns|maintains|takes (?:over|care of|the)|works (?:on the|at|for "
        r"(?-i:[A-Z]))|is (?:responsible for|in charge of))",
        r"\bmy (?:colleague|boss|manager|friend|teammate|co-founder|mentor) (?:is|is called) "
        r"(?-i:[A-Z])",
        kind=kinds.ROLE,
    ),
    _cue(
        "met talked spoke meeting call interview",
        rf"{_WE}{_HAVE} (?:met|talked|spoke)(?: with| to)? (?:the |our |my )?(?-i:[A-Z])",
        r"\b(?:had|went to|attended) an? (?:\w+ ){0,2}(?:meeting|call|interview)\b",
        kind=kinds.MEETING,
    ),
    _cue(
        "meeting call interview",
        rf"\b(?:meeting|call|interview) with [\w ]{{2,24}}? {_SOON}",
        kind=kinds.MEETING_AHEAD,
        time_words=_SOON_WORDS,
    ),
    _cue(
        _DID.replace("|", " ").replace("i[sz]e", "ise").replace("l?", "")
        + " organized travelled traveled",
        rf"^.{{0,30}}?{_WE}{_HAVE} (?:{_DID})\b(?! (?:it|this|that)\b).*{_PAST}",
        rf"^.{{0,16}}?{_PAST}\b.{{0,24}}?{_WE}{_HAVE} (?:{_DID})\b(?! (?:it|this|that)\b)",
        kind=kinds.HAPPENED,
        time_words=_PAST_WORDS,
    ),
)

# Good will and encouragement are no plan and no decision.
GOOD_WILL = re.compile(
    r"\bmak(?:e|ing) (?:sure|(?:an?|the|some|any|real|our|more) (?:\w+ )?(?:difference|changes?|"
    r"progress|impact))\b|\bmake it happen\b|\b(?:my|our|your) (?:best|part)\b|\bspread the word\b|"
    r"\bkeep (?:it up|going|pushing|at it|in touch|on |you |u |\w+ing\b)|\bdo (?:it|this)\b|"
    r"\bgive up\b|\bstay (?:strong|positive|motivated|hopeful)\b|\blet you know\b|\blift \w+ up\b|"
    r"\bmy voice\b|\b(?:awesome|amazing|magic|dreams?)\b",
    re.IGNORECASE,
)
AHEAD = re.compile(
    r"\b(?:will|going to|plan(?:s|ning)? to|next \w+|tomorrow)\b|'ll\b", re.IGNORECASE
)
