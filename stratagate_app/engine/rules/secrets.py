"""Masking what should not be passed on by accident; engine-rules.md, "Secrets"."""

from __future__ import annotations

import re

MASK = "[masked]"

_PRIVATE_KEY = re.compile(
    r"-----BEGIN ([A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?)-----"
    r"[\s\S]*?(?:-----END \1-----|\Z)"
)
# Forms that providers give their keys, so that they can be known by sight.
_KNOWN = re.compile(
    r"""(?<![A-Za-z0-9_-])(?:
        sk-(?:ant-|proj-|or-|svcacct-)?[A-Za-z0-9_-]{16,}
      | (?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}
      | gh[pousr]_[A-Za-z0-9]{20,}
      | github_pat_[A-Za-z0-9_]{20,}
      | glpat-[A-Za-z0-9_-]{16,}
      | xox[abeoprs]-[A-Za-z0-9-]{10,}
      | (?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{12,}
      | AIza[A-Za-z0-9_-]{30,}
      | ya29\.[A-Za-z0-9_-]{20,}
      | hf_[A-Za-z0-9]{20,}
      | npm_[A-Za-z0-9]{30,}
      | pypi-[A-Za-z0-9_-]{30,}
      | dop_v1_[a-f0-9]{32,}
      | SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}
      | eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?
    )""",
    re.VERBOSE,
)
# scheme://user:password@host, and scheme://token@host.
_URL_PASSWORD = re.compile(
    r"(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{1,30}://[^\s/?#:@\"'<>]{0,200}:)(?!\[masked\]@)"
    r"([^\s/?#@\"'<>]{1,400})@",
    re.IGNORECASE,
)
_URL_TOKEN = re.compile(
    r"(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{1,30}://)([^\s/?#:@\"'<>\[\]]{20,400})@", re.IGNORECASE
)
_HEADER = re.compile(
    r"\b((?:Bearer|Basic|Token)\s{1,8})(?=[A-Za-z0-9+/._~-]{0,400}[0-9+/_=])"
    r"[A-Za-z0-9+/._~-]{12,}={0,2}",
    re.IGNORECASE,
)
_NAMES = (
    "password|passwd|passphrase|pwd|secret|token|api[_-]?key|apikey|access[_-]?key|account[_-]?key"
    "|secret[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|auth[_-]?key|credential"
    "|signature|secret[_-]?access[_-]?key"
)
# A name, what stands between, and the value: NAME=value, "name": "value", name is value.
_ASSIGNED = re.compile(
    rf"""(?P<name>(?<![A-Za-z0-9_-])(?:[A-Za-z0-9_-]{{0,40}}[_-])?(?:{_NAMES})
        |密码|口令|密钥|令牌)
        (?P<between>["']?(?:\ {{0,4}}(?::=|=>|[:=：＝])\s{{0,8}}
            |\ {{1,4}}(?:is|was)\ {{1,4}}|[是为]))
        (?P<value>"[^"\n]{{1,400}}"|'[^'\n]{{1,400}}'|`[^`\n]{{1,400}}`
            |[^\s"'`,;，；。、&<>]{{1,2000}})""",
    re.VERBOSE | re.IGNORECASE,
)
_PASSWORD_NAME = re.compile("password|passwd|passphrase|pwd|密码|口令", re.IGNORECASE)
_QUOTES = "\"'`"
# Names of values rather than values: a variable, a placeholder, a type.
_NO_VALUE = re.compile(
    r"\[masked\]|[$%{<(\[*]|os\.|process\.|env[.\[(]|getpass|getenv"
    r"|(?:str|string|int|bool|bytes|none|null|nil|true|false|undefined|optional|any|required)\b",
    re.IGNORECASE,
)
_TELLING = re.compile(r"[0-9_+/=!@#$%^*~-]")
_SHORTEST = 4
_SHORTEST_NUMBER = 8


def mask(text: str) -> str:
    """Return a text with its secrets masked; masking twice is masking once.

    Rule:
        engine-rules.md, "Secrets": keys, tokens, passwords, private keys, credentials in URLs.
    """
    text = _PRIVATE_KEY.sub(MASK, text)
    text = _URL_PASSWORD.sub(rf"\1{MASK}@", text)
    text = _URL_TOKEN.sub(rf"\1{MASK}@", text)
    text = _KNOWN.sub(MASK, text)
    text = _HEADER.sub(rf"\1{MASK}", text)
    return _ASSIGNED.sub(_masked_value, text)


def _masked_value(found: re.Match[str]) -> str:
    value = found["value"]
    quote = value[0] if value[0] in _QUOTES else ""
    bare = value.strip(quote) if quote else value.rstrip(".!?)]}")
    if not _is_secret(found["name"], found["between"], bare, quoted=bool(quote)):
        return found.group()
    rest = "" if quote else value[len(bare) :]
    return f"{found['name']}{found['between']}{quote}{MASK}{quote}{rest}"


def _is_secret(name: str, between: str, value: str, *, quoted: bool) -> bool:
    """Tell a value from prose about one: "token: the unit" names no token."""
    if len(value) < _SHORTEST or _NO_VALUE.match(value):
        return False
    if value.isdigit():
        return len(value) >= _SHORTEST_NUMBER or bool(_PASSWORD_NAME.search(name))
    telling = _TELLING.search(value) is not None
    spoken = between.strip().lower() in ("is", "was", "是", "为")
    if spoken or (quoted and " " in value):
        return telling and " " not in value
    # Without a space after the sign it is written by or for a program.
    written = between[-1:] not in (" ", "：")
    return telling or quoted or written or _PASSWORD_NAME.search(name) is not None
