"""Keys of model servers: in the system's keyring, one a server, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator

import keyring
import pytest

from stratagate_app.adapters import secrets
from stratagate_app.engine import EnvironmentFailure
from tests.keys import FakeKeyring, LockedKeyring

URL = "https://api.example.com:8443/v1"
KEY = "sk-test-0123456789abcdef"


@pytest.fixture(autouse=True)
def _keyring_of_its_own() -> Iterator[None]:
    before = keyring.get_keyring()
    keyring.set_keyring(FakeKeyring())
    yield
    keyring.set_keyring(before)


def test_each_server_has_a_key_of_its_own() -> None:
    secrets.store_key(URL, f" {KEY}\n")
    assert secrets.read_key(URL) == (KEY, "keyring")
    # The same server, whatever the path.
    assert secrets.read_key("https://api.example.com:8443/v2") == (KEY, "keyring")
    assert secrets.read_key("https://api.example.org:8443/v1") == ("", "")
    secrets.store_key(URL, "")
    secrets.store_key(URL, "")
    assert secrets.read_key(URL) == ("", "")


def test_the_variable_stands_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STRATAGATE_API_KEY", KEY)
    assert secrets.read_key(URL) == (KEY, "variable")
    keyring.set_keyring(LockedKeyring())
    assert secrets.read_key(URL) == (KEY, "variable")


def test_a_keyring_that_refuses_is_named_without_the_key() -> None:
    keyring.set_keyring(LockedKeyring())
    with pytest.raises(EnvironmentFailure) as caught:
        secrets.store_key(URL, KEY)
    assert caught.value.code == "no_keyring"
    assert KEY not in repr(caught.value)
    assert secrets.read_key(URL) == ("", "")


def test_where_there_is_no_keyring_it_says_so() -> None:
    from keyring.backends.fail import Keyring  # noqa: PLC0415

    keyring.set_keyring(Keyring())  # type: ignore[no-untyped-call]
    with pytest.raises(EnvironmentFailure) as caught:
        secrets.store_key(URL, KEY)
    assert (caught.value.code, caught.value.fields["variable"]) == (
        "no_keyring",
        "STRATAGATE_API_KEY",
    )


@pytest.mark.parametrize("key", ["two\nlines", "密钥", "sk-\x00"])
def test_what_is_no_key_is_not_kept(key: str) -> None:
    with pytest.raises(EnvironmentFailure) as caught:
        secrets.store_key(URL, key)
    assert caught.value.code == "bad_key"
    assert key not in repr(caught.value)


def test_a_reader_shows_nothing_of_the_key() -> None:
    secrets.store_key(URL, KEY)
    reader = secrets.KeyReader(URL)
    assert reader() == KEY
    assert KEY not in repr(reader)
