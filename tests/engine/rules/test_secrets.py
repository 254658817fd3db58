"""Secrets do not get through; what is none stays as it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratagate_app.engine.rules.secrets import MASK, mask

# Put together here, so that no scanner takes this file for a leak.
LETTERS = "Zk3" * 14
SECRETS = (
    "sk-" + LETTERS[:24],
    "sk-ant-api03-" + LETTERS[:30],
    "ghp_" + LETTERS[:36],
    "github_pat_" + LETTERS[:40],
    "glpat-" + LETTERS[:20],
    "xoxb-" + "123456789012-" + LETTERS[:12],
    "AKIA" + "ABCDEFGH12345678",
    "AIza" + LETTERS[:35],
    "hf_" + LETTERS[:34],
    "sk_live_" + LETTERS[:24],
    "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0In0." + LETTERS[:20],
    f"-----BEGIN RSA PRIVATE KEY-----\n{LETTERS}\n{LETTERS}\n-----END RSA PRIVATE KEY-----",
    f"-----BEGIN OPENSSH PRIVATE KEY-----\n{LETTERS}",
)


@pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: secret[:8])
def test_a_key_is_known_by_its_form(secret: str) -> None:
    assert mask(f"My key is {secret}") == f"My key is {MASK}"


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("postgres://ann:hunter2@db.local/x", f"postgres://ann:{MASK}@db.local/x"),
        ("https://:s3cr3t@host", f"https://:{MASK}@host"),
        (f"git clone https://{LETTERS}@github.com/a/b", f"git clone https://{MASK}@github.com/a/b"),
        ("https://x.org/?api_key=abc123&page=2", f"https://x.org/?api_key={MASK}&page=2"),
        ("Authorization: Bearer abc123def456ghi", f"Authorization: Bearer {MASK}"),
        ("password: hunter2", f"password: {MASK}"),
        ("password=correcthorse", f"password={MASK}"),
        ('"client_secret": "qwertyuiop"', f'"client_secret": "{MASK}"'),
        ("export DB_PASSWORD='a b c d1'", "export DB_PASSWORD='a b c d1'"),
        ("export DB_PASSWORD='abcd1'", f"export DB_PASSWORD='{MASK}'"),
        ("AWS_SECRET_ACCESS_KEY=abcd/efgh+ij", f"AWS_SECRET_ACCESS_KEY={MASK}"),
        ("the password is hunter2.", f"the password is {MASK}."),
        ("密码是abc12345，别忘了", f"密码是{MASK}，别忘了"),
        ("令牌：tok-99887766", f"令牌：{MASK}"),
    ],
)
def test_what_is_called_a_secret_is_masked(text: str, masked: str) -> None:
    assert mask(text) == masked


@pytest.mark.parametrize(
    "text",
    [
        "The token: the unit a model reads.",
        "max_tokens: 4096, token_count = 12345678",
        "password: str",
        "token = os.environ['TOKEN']",
        "API_KEY=$OPENAI_KEY and <your key>",
        "The password is wrong.",
        "see https://example.org/a:b@c and ssh://git@github.com/a/b",
        "We decided to keep the secret sauce as it is: tomatoes",
        "密码是什么？",
        "The bearer of good news arrived on the task-list-of-things",
    ],
)
def test_what_is_none_stays(text: str) -> None:
    assert mask(text) == text


@given(before=st.text(max_size=40), secret=st.sampled_from(SECRETS), after=st.text(max_size=40))
def test_no_surroundings_let_a_key_through(before: str, secret: str, after: str) -> None:
    masked = mask(f"{before} {secret} {after}")
    assert LETTERS[:10] not in masked
    assert mask(masked) == masked


PIECES = st.sampled_from(
    [
        *("password", "token", "api_key", " is ", ": ", "=", '"', "'", "://", "@", ":", "/", " "),
        *("a1", "Bearer ", "sk-", "密码", "是", "eyJ", "-----BEGIN PRIVATE KEY-----", MASK, "]"),
        *("abcdefghijklmnop123456", "\n", "https", "?", "&", "."),
    ]
)


@given(st.lists(PIECES, max_size=24).map("".join))
def test_masking_twice_is_masking_once(text: str) -> None:
    assert mask(mask(text)) == mask(text)


@given(st.text(alphabet="abc -_:/@=.\"'", max_size=300))
def test_text_without_names_or_digits_keeps_its_length_or_shrinks_to_masks(text: str) -> None:
    masked = mask(text)
    assert masked == text or MASK in masked
