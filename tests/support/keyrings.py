"""A keychain for tests."""

from keyring.backend import KeyringBackend


class MemoryKeyring(KeyringBackend):
    """A keychain in memory."""

    priority = 5

    def __init__(self, *, keeps: bool) -> None:
        self.keeps = keeps
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        if self.keeps:
            self.kept[service, username] = password
