"""From messages to sentences that can be judged: no code, no tool noise, no small talk."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stratagate_app.engine.domain.conversation import Role
from stratagate_app.engine.pipeline.ports import BlockMessage
from stratagate_app.engine.rules.condense import FILLERS
from stratagate_app.engine.rules.toolrecords import tool_record

MIN_CHARS, MAX_CHARS = 4, 320
_SMALL_TALK_CHARS = 60
# Of a very long message the beginning says what it is about; the rest is pasted.
MESSAGE_CHARS = 6000

_FENCE = re.compile(r"```[\s\S]*?(?:```|\Z)")
_BREAK = re.compile(r"(?<=[。！？])|(?<=[.!?])[\"'”’)]*\s+(?=[\"'“(]?[A-Z0-9\u4e00-\u9fff])|\n+")
_BULLET = re.compile(r"^\s*(?:[-*•#>]+|\d+[.)])\s+")
_SPEAKER = re.compile(r"^([A-Z][\w'-]{1,20}): ")
_CODE = re.compile(
    r"[{};]\s*$|=>|^\s*(?:const|let|var|function|class|import|def|return)\b|</?\w+>|\)\s*\{"
)
_URL = re.compile(r"https?://\S+")
_SMALL_TALK = re.compile(
    r"^(?:hi|hello|hey|good (?:morning|evening|night|luck|work)|morning|thanks?|thank you|bye|see you|"
    r"you(?:'|’)re welcome|no problem|great|perfect|nice|wonderful|cool|awesome|wow|congrat\w*|sorry|"
    r"take (?:care|your time)|enjoy|glad|sounds good|will do|noted|understood|good question|"
    r"你好|您好|早上好|晚安|再见|谢谢|不客气|辛苦|太好了|加油|好的|明白)[\s,.!?。！？，]*"
    r"(?:(?:\w+[\s,.!?]*){0,4})$",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"^(?:ok(?:ay)?|yes|yeah|no|fine|good point|good|great|perfect|right|well|so|then|and|but|also|"
    r"oh|hey|hi|sure|thanks|actually|by the way|好的?|嗯+|对了?|那么?|但是?|另外|还有)[,，.!。:：]?\s+|"
    r"^(?:好的?|嗯+|对了|那么?|另外|还有)[,，。!！]\s*",
    re.IGNORECASE,
)
_QUESTION_START = re.compile(
    r"^(?:what|why|how|who|when|where|which|can|could|would|should|do|does|did|is|are|was|were|will|"
    r"shall|may|any idea)\b",
    re.IGNORECASE,
)
_HYPOTHETICAL = re.compile(
    r"^if\b|\bif (?:we|i|you|they|the)\b|\bshould (?:we|i)\b|\bwhat if\b|\bmaybe\b|\bperhaps\b|\bmight\b|"
    r"\b(?:could|would) (?:be|use|help|need|try)\b|\bi(?:'|’)?m not sure\b|\bi wonder\b|"
    r"如果|要是|假如|要不要|是不是|能不能|可不可以|也许|可能会|万一|不确定",
    re.IGNORECASE,
)
_WORD = re.compile(r"[A-Za-z][\w'’.+-]*[\w+]|[A-Za-z]|[\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence as its message says it.

    Attributes:
        text: Verbatim, white space at the ends removed.
        words: Its words in lower case; Han characters one by one.
        speaker: The name in front of the message, "" if there is none.
    """

    message: BlockMessage
    text: str
    words: tuple[str, ...]
    speaker: str = ""

    @property
    def is_user(self) -> bool:
        """Whether the user says it."""
        return self.message.role is Role.USER

    @property
    def is_question(self) -> bool:
        """Whether it asks."""
        end = self.text.rstrip("\"'”’) ")
        return end.endswith(("?", "？", "吗", "吗。", "呢", "呢。")) or bool(
            _QUESTION_START.match(self.text) and not end.endswith((".", "!", "。"))
        )

    @property
    def is_hypothetical(self) -> bool:
        """Whether it only supposes."""
        return bool(_HYPOTHETICAL.search(self.text))


def sentences_of(messages: Sequence[BlockMessage]) -> list[Sentence]:
    """Return the sentences of user and assistant messages, in order, without code and chatter."""
    found: list[Sentence] = []
    named = _has_speakers(messages)
    for message in messages:
        if message.role not in (Role.USER, Role.ASSISTANT):
            continue
        content = message.content
        if not content.strip() or tool_record(content) is not None:
            continue
        if len(content) > MESSAGE_CHARS:
            content = content[:MESSAGE_CHARS]
        if "```" in content:
            content = _FENCE.sub("\n", content)
        speaker = _SPEAKER.match(content) if named else None
        name = speaker[1] if speaker else ""
        if speaker:
            content = content[speaker.end() :]
        for piece in _BREAK.split(content):
            text = _BULLET.sub("", piece).strip() if piece else ""
            if MIN_CHARS <= len(text) <= MAX_CHARS and not _is_noise(text):
                words = tuple(words_of(text.lower()))
                found.append(Sentence(message, text, words, name))
    return found


def _has_speakers(messages: Sequence[BlockMessage]) -> bool:
    """Return whether messages begin with the name of who speaks: most do, and names come back."""
    names = [found[1] for m in messages if (found := _SPEAKER.match(m.content))]
    return len(names) > len(messages) // 2 and len(set(names)) <= max(1, len(names) // 2)


def _is_noise(text: str) -> bool:
    if text.startswith("["):
        # A placeholder for a picture or a file.
        return True
    bare = text.strip("。！？，、,.!?～~ ").lower()
    if bare in FILLERS or _CODE.search(text) or _URL.match(text):
        return True
    return len(text) <= _SMALL_TALK_CHARS and bool(_SMALL_TALK.match(text))


def without_opening(text: str) -> str:
    """Return a sentence without the words it only begins with ("OK, ", "Then ", "对了，")."""
    while True:
        shorter = _OPENING.sub("", text, count=1)
        if shorter == text or len(shorter) < MIN_CHARS:
            return text
        text = shorter


def words_of(text: str) -> list[str]:
    """Return the words of a text as they are written; Han characters one by one."""
    return _WORD.findall(text)


def shorten(text: str, limit: int) -> str:
    """Return at most `limit` characters, cut where a clause or a word ends."""
    text = " ".join(text.split()).strip("\"“”'")
    if len(text) <= limit:
        return text.rstrip("。.!！,，;；:：")
    head = text[: limit + 1]
    for marks in ("；;：。.!！?？", "，,、"):
        cut = max(head.rfind(mark) for mark in marks)
        if cut >= limit // 3:
            return head[:cut]
    for word in (" because ", " so that ", " and ", " but ", "因为", " until "):
        cut = head.rfind(word)
        if cut >= limit // 3:
            return head[:cut]
    cut = head.rfind(" ")
    return (head[:cut] if cut >= limit // 2 else head[: limit - 1]) + "…"


def capitalised(text: str) -> str:
    """Return a text that begins with a capital where its script has one.

    Names that are written small (npm) keep their form.
    """
    if text.split(" ", 1)[0].replace("’", "'") in _PLAIN_STARTS:
        return text[0].upper() + text[1:]
    return text


_PLAIN_STARTS = frozenset(
    """
we i the a an our my let it this that there next last in on from please never always keep use
what how why who when where which no not do don't can is are let's i'm i'd i've i'll we've we'll
we're that's it's put add move make also just so now today tomorrow yesterday
    """.split()
)


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
们 在 和 有 不 就 都 也 很 吗 呢 吧 把 被 这 那 个 一 上 下 到 要 会 可 以 能 还 去 来 说 做 用 给 对 从 让 为 与 及 或 但 而 等 着 过 得 地 好
没 再 又 最 更 什 么 怎 样 多 少 几 请 啊 哦 嗯
    """.split()
)
