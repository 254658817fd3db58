"""A keyring for tests: keys in memory, and one that refuses."""

from __future__ import annotations

from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked


class FakeKeyring(KeyringBackend):
    """Keeps keys in memory."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.keys: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.keys.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.keys[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.keys[service, username]


class LockedKeyring(FakeKeyring):
    """Nobody unlocked it; it says so with the key in its words."""

    def get_password(self, service: str, username: str) -> str | None:
        raise KeyringLocked

    def set_password(self, service: str, username: str, password: str) -> None:
        message = f"refused to keep {password}"
        raise KeyringLocked(message)
