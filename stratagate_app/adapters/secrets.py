"""The keys of model servers: with the system's other secrets, never in a file of ours."""

from __future__ import annotations

import os
from urllib.parse import urlsplit

from stratagate_app.adapters.model_errors import tidy
from stratagate_app.engine import EnvironmentFailure

SERVICE = "StrataGate"
KEY_VARIABLE = "STRATAGATE_API_KEY"
KEYRING, VARIABLE, NOWHERE = "keyring", "variable", ""


class KeyReader:
    """Reads the key of a server when it is first needed, and keeps it in memory only.

    Args:
        base_url: The server's address.

    Thread:
        Any worker: the system may ask the user to unlock the keyring.
    """

    def __init__(self, base_url: str) -> None:
        self._base_url = base_url
        self._key: str | None = None

    def __repr__(self) -> str:
        """Return whose key it is, and nothing of it."""
        return f"KeyReader({self._base_url!r})"

    def __call__(self) -> str:
        """Return the key; "" where there is none."""
        if self._key is None:
            self._key = read_key(self._base_url)[0]
        return self._key


def read_key(base_url: str) -> tuple[str, str]:
    """Return the key of a server and where it is: `keyring`, `variable`, or "" for nowhere.

    Each server has a key of its own, so that none is sent to another when the address changes. The
    environment variable stands in for all that have none.
    """
    import keyring  # noqa: PLC0415 - looks through the system's backends, which takes its time
    from keyring.errors import KeyringError  # noqa: PLC0415

    found: str | None = None
    try:
        found = keyring.get_password(SERVICE, account(base_url))
    except (KeyringError, RuntimeError, OSError):
        # None there, or locked: the variable may still serve.
        found = None
    if found:
        return found, KEYRING
    named = os.environ.get(KEY_VARIABLE, "").strip()
    return named, VARIABLE if named else NOWHERE


def store_key(base_url: str, key: str) -> None:
    """Keep the key of a server in the system's keyring; "" takes it away.

    Raises:
        EnvironmentFailure: Code `no_keyring`: there is none, or it refuses; field detail.
            Code `bad_key`: no key looks like that.
    """
    import keyring  # noqa: PLC0415
    from keyring.errors import KeyringError, PasswordDeleteError  # noqa: PLC0415

    key = key.strip()
    if key and not (key.isascii() and key.isprintable()):
        raise EnvironmentFailure("bad_key")
    try:
        if key:
            keyring.set_password(SERVICE, account(base_url), key)
        elif keyring.get_password(SERVICE, account(base_url)) is not None:
            keyring.delete_password(SERVICE, account(base_url))
    except PasswordDeleteError:
        # It was gone already.
        return
    except (KeyringError, RuntimeError, OSError) as error:
        detail = tidy(str(error)) if not key else tidy(str(error).replace(key, ""))
        raise EnvironmentFailure("no_keyring", detail=detail, variable=KEY_VARIABLE) from None


def account(base_url: str) -> str:
    """Return the name under which the key of a server is kept: the server, without a path."""
    try:
        parts = urlsplit(base_url)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return base_url
    return f"{parts.scheme}://{parts.hostname or ''}{port}"
