"""From messages to sentences that can be judged: no code, no tool noise, no small talk."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stratagate_app.engine.domain.conversation import Role
from stratagate_app.engine.pipeline.ports import BlockMessage
from stratagate_app.engine.pipeline.words import words_of
from stratagate_app.engine.rules.condense import FILLERS
from stratagate_app.engine.rules.toolrecords import tool_record

MIN_CHARS, MAX_CHARS = 4, 320
_SMALL_TALK_CHARS = 60
_LONGEST_FILLER = max(map(len, FILLERS)) + 3
# Of a very long message the beginning says what it is about; the rest is pasted.
MESSAGE_CHARS = 6000

_FENCE = re.compile(r"```[\s\S]*?(?:```|\Z)")
# A placeholder of a reader for what is no text.
_PLACEHOLDER = re.compile(r"\[(?:image|audio|file|attachment)\b[^\]\n]*\]", re.IGNORECASE)
_BREAK = re.compile(r"(?<=[。！？])|(?<=[.!?])[\"'”’)]*\s+(?=[\"'“(]?[^\Wa-z_])|\n+")
# The same where all is ASCII, as it mostly is: to look for a mark is several times as fast as to
# look back from every place.
_ASCII_BREAK = re.compile(r"([.!?])[\"')]*\s+(?=[\"'(]?[^\Wa-z_])|\n+")
_BULLET = re.compile(r"^\s*(?:[-*•#>]+|\d+[.)])\s+")
_SPEAKER = re.compile(r"^([A-Z][\w'-]{1,20}): ")
_CODE = re.compile(
    r"[{};]\s*$|=>|^\s*(?:const|let|var|function|class|import|def|return)\s+[\w{*]+\s*[=({:;]|"
    r"</?\w+>|\)\s*\{|^\s*(?:[$>#]|>>>)\s"
)
_CODE_SIGNS = frozenset("{};=<>$#")
_SMALL_TALK = re.compile(
    r"^(?:hi|hello|hey|good (?:morning|evening|night|luck|work|job)|morning|thanks?|thank you|bye|"
    r"see you|you(?:'|’)re welcome|no problem|great|perfect|nice|wonderful|cool|awesome|wow|aw+|"
    r"haha\w*|congrat\w*|sorry|take (?:care|your time)|enjoy|glad|sounds good|will do|noted|"
    r"understood|good question|you bet|of course|"
    r"你好|您好|早上好|晚安|再见|谢谢|不客气|辛苦|太好了|加油|好的|明白)[\s,.!?。！？，]*"
    r"(?:(?:\w+[\s,.!?]*){0,4})$",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"^(?:ok(?:ay)?|yes|yeah|yep|no|fine|good point|good catch|good|great|perfect|right|well|so|"
    r"then|and|but|also|oh|wow|hey|hi|sure|thanks|actually|by the way|btw|plus|anyway|agreed|"
    r"i agree|on another note|guess what)\b[,，.!。:：]*\s+(?:[-–—]\s+)?|"
    r"^(?:好的?|嗯+|对了|那么?|另外|还有|但是?)[,，。!！:：]\s*",
    re.IGNORECASE,
)
_QUESTION_START = re.compile(
    r"^(?:what|why|how|who|when|where|which|can|could|would|should|do|does|did|is|are|was|were|"
    r"will|shall|may|any idea)\b",
    re.IGNORECASE,
)
_CHINESE_QUESTION = re.compile(
    r"什么|怎么|为什么|哪[里个些天]|谁来|是否|多少|几点|(?:吗|呢)[。？?]?$"
)
_HYPOTHETICAL = re.compile(
    r"^if\b|\bif (?:we|i|you|they|the|it)\b|\bshould (?:we|i)\b|\bwhat if\b|\bmaybe\b|\bperhaps\b|"
    r"\bmight\b|\b(?:could|would) (?:be|use|help|need|try|have)\b|\bi(?:'|’)?m not sure\b|"
    r"\bnot sure\b|\bi wonder\b|\bi wish\b|\bimagine\b|\bsuppose\b|\bin theory\b|\bunless\b|"
    r"如果|要是|假如|要不要|是不是|能不能|可不可以|也许|可能会|万一|不确定|说不定",
    re.IGNORECASE,
)


@dataclass(slots=True, eq=False)
class Sentence:
    """One sentence as its message says it.

    Attributes:
        text: Verbatim, white space at the ends removed.
        words: Its words in lower case; Han characters one by one.
        bag: The same, each once.
        is_user: Whether the user says it.
        speaker: The name in front of the message, "" if there is none.
    """

    message: BlockMessage
    text: str
    words: list[str]
    bag: frozenset[str]
    is_user: bool
    speaker: str = ""

    @property
    def is_question(self) -> bool:
        """Whether it asks."""
        end = self.text.rstrip("\"'”’) ")
        if end.endswith(("?", "？")):
            return True
        if _QUESTION_START.match(self.text):
            return not end.endswith((".", "!", "。"))
        return not self.text.isascii() and bool(_CHINESE_QUESTION.search(end))

    @property
    def is_hypothetical(self) -> bool:
        """Whether it only supposes."""
        return bool(_HYPOTHETICAL.search(self.text))


def sentences_of(messages: Sequence[BlockMessage]) -> list[Sentence]:
    """Return the sentences of user and assistant messages, in order, without code and chatter."""
    found: list[Sentence] = []
    named = _has_speakers(messages)
    for message in messages:
        content = _prose_of(message)
        name = ""
        if named and (speaker := _SPEAKER.match(content)):
            name = speaker[1]
            content = content[speaker.end() :]
        is_user = message.role is Role.USER
        for piece in _pieces(content):
            text = piece.strip()
            if text and text[0] in "-*•#>0123456789":
                text = _BULLET.sub("", text)
            if MIN_CHARS <= len(text) <= MAX_CHARS and not _is_noise(text):
                words = words_of(text.lower())
                if words:
                    found.append(Sentence(message, text, words, frozenset(words), is_user, name))
    return found


def _pieces(content: str) -> Iterable[str]:
    """Return a text cut where sentences end, each with its mark."""
    if not content.isascii():
        return _BREAK.split(content)
    # A piece, the mark that ends it, a piece, ...; a line break has no mark.
    parts = _ASCII_BREAK.split(content)
    return [
        piece + (mark or "") for piece, mark in zip(parts[::2], [*parts[1::2], ""], strict=True)
    ]


def _prose_of(message: BlockMessage) -> str:
    """Return what a user or an assistant says in words, "" if that is nothing."""
    content = message.content
    if message.role is not Role.USER and message.role is not Role.ASSISTANT:
        return ""
    if '"' in content and tool_record(content) is not None:
        return ""
    if len(content) > MESSAGE_CHARS:
        content = content[:MESSAGE_CHARS]
    if "```" in content:
        content = _FENCE.sub("\n", content)
    if "[" in content:
        content = _PLACEHOLDER.sub("\n", content)
    return content


def _has_speakers(messages: Sequence[BlockMessage]) -> bool:
    """Return whether messages begin with the name of who speaks: most do, and names come back."""
    names = [found[1] for m in messages if (found := _SPEAKER.match(m.content))]
    return len(names) > len(messages) // 2 and len(set(names)) <= max(1, len(names) // 2)


def _is_noise(text: str) -> bool:
    if len(text) <= _LONGEST_FILLER and text.strip("。！？，、,.!?～~ ").lower() in FILLERS:
        return True
    if not _CODE_SIGNS.isdisjoint(text) and _CODE.search(text):
        return True
    if text.startswith(("http://", "https://")):
        return True
    return len(text) <= _SMALL_TALK_CHARS and bool(_SMALL_TALK.match(text))


def without_opening(text: str) -> str:
    """Return a sentence without the words it only begins with ("OK, ", "Then ", "对了，")."""
    while True:
        shorter = _OPENING.sub("", text, count=1)
        if shorter == text or len(shorter) < MIN_CHARS:
            return text
        text = shorter


_CLOSING = re.compile(
    r",? (?:then|by the way|please|though|as well|anyway|right|ok|okay|huh)$", re.IGNORECASE
)
_ENDS = "。.!！,，;；:： "


def shorten(text: str, limit: int) -> str:
    """Return at most `limit` characters, cut where a clause or a word ends."""
    text = " ".join(text.split()).strip("\"“”' ").rstrip(_ENDS)
    if len(text) <= limit:
        return _CLOSING.sub("", text).rstrip(_ENDS) or text
    head = text[: limit + 1]
    for marks in ("；;：。!！?？", "，,、"):
        cut = max(head.rfind(mark) for mark in marks)
        if cut >= limit // 3:
            return head[:cut]
    for word in (" - ", " — ", " because ", " so that ", " and ", " but ", "因为", " until "):
        cut = head.rfind(word)
        if cut >= limit // 3:
            return head[:cut]
    cut = head.rfind(" ", 0, limit)
    return head[: cut if cut >= limit // 2 else limit - 1].rstrip(_ENDS) + "…"


_VOCATIVE = re.compile(
    r"^(?!(?:Yesterday|Today|Tomorrow|Tonight|[A-Z][a-z]+day|Last|Next)\b)[A-Z][a-z]+, "
    r"(?=(?:I|we|We|let's|Let's)\b)"
)


def as_title(text: str, limit: int) -> str:
    """Return a sentence as a title: without what it only begins with, cut at a clause."""
    text = _VOCATIVE.sub("", without_opening(text), count=1)
    return capitalised(shorten(text, limit))


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
we're that's it's put add move make also just so now today tomorrow yesterday evict switch drop
remove rename take they he she you your his her their for at by to with both all every each some
one two three since after before
    """.split()
)
