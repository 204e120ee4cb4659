"""Access to pages: unguessable keys for the table and for each seat, of links and sessions, kept as hashes only.

The key of a session has two halves: one stands in the address of its pages, the other in a cookie that is sent to these
addresses only. Cookies are not kept apart by port, so the cookie alone opens nothing.
"""

import hashlib
import json
import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field, TypeAdapter

from companion.base.atomic_files import write_whole
from companion.base.clock import Clock
from companion.base.errors import CompanionError
from companion.base.file_limits import read_small
from companion.base.file_lock import alone
from companion.base.private_files import private_folder
from engine.phrase import phrase

MOST_TABLE_SESSIONS = 16
"""Browsers that may have the table's page; those that came before them need a new link."""

SESSION_SECONDS = 30 * 24 * 3600
"""Longest time a session is good for; it is refused later, not deleted, as it may be the clock that is wrong."""

HALF = 22
"""Characters of a session's key that stand in the address, and of its cookie: 132 bits each."""

VERSION = 3
"""Form of the file. Keys of another one are worthless: in the first, a list, a key was not bound to its role; in the
second neither to its port nor to the campaign in every copy of the database."""

Role = Literal["table", "seat"]
"""Pages a key opens: the table's, or one seat's own."""

ROLES: frozenset[Role] = frozenset({"table", "seat"})

Use = Literal["link", "session"]
"""Purpose of a key: to begin a session, once, or to be one."""


class KeysUnreadable(CompanionError):
    """The file of keys cannot be read or written."""

    code = "keys"


@dataclass(frozen=True, slots=True)
class Visitor:
    """The owner of a key.

    Attributes:
        seat: Player whose private page it opens; None for the table itself.
        campaign: Key of that seat's campaign (`Campaign.key`); None for the table.
    """

    seat: str | None = None
    campaign: str | None = None

    @property
    def role(self) -> Role:
        """Role of the pages their key opens."""
        return "table" if self.seat is None else "seat"

    @property
    def is_table(self) -> bool:
        """True for the page everybody looks at."""
        return self.role == "table"


@dataclass(frozen=True, slots=True)
class _Kept:
    """A key as it is stored: hashed together with its role, use and port, so it is found under no other."""

    hash: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    made: AwareDatetime
    use: Use
    port: int
    seat: str | None = None
    campaign: str | None = None

    @property
    def visitor(self) -> Visitor:
        return Visitor(self.seat, self.campaign)


class Keys:
    """Makes, checks and revokes keys. Safe to call from several threads.

    A link's key is good once: it is traded for the key of a session. Neither is good for anything in place of the
    other, nor on another port than it was made for: whoever took that one learns nothing of use.

    Args:
        file: Where the hashes are kept, readable by the owner only; made when there is none.
        clock: When a key was made, and how old it is.
        port: Port of the page.

    Raises:
        KeysUnreadable: The file is there but damaged; also when a key is made, used or revoked later.
    """

    def __init__(self, file: Path, clock: Clock, port: int) -> None:
        self._file = file
        self._clock = clock
        self._port = port
        self._lock = threading.Lock()
        self._kept = _read(file)

    def visitor(self, key: str, role: Role) -> Visitor | None:
        """The owner of a session key; None when it is invalid, too old, not made for this role, or a link's."""
        found = self._found(key, role, "session")
        if found is None or self._clock.now() - found.made > timedelta(seconds=SESSION_SECONDS):
            return None
        return found.visitor

    def exchange(self, key: str, role: Role) -> str | None:
        """Use a link's key up.

        Returns:
            The key of the session it begins; None when it was used before, replaced, or is not a link for this role.

        Raises:
            KeysUnreadable: The session cannot be kept; the link can still be used.
        """
        if self._found(key, role, "link") is None:  # most keys that anybody tries: for them nothing is locked
            return None
        with self._alone():
            link = self._found(key, role, "link")
            if link is None:
                return None
            session, begun = self._new(link.visitor, "session")
            self._keep([*(each for each in self._kept if each is not link), begun])
            return session

    def make_table_link(self) -> str:
        """A new key for a link to the table; one made before and not used yet is worthless."""
        return self._make(Visitor(), lambda each: each.visitor.is_table and each.use == "link")

    def make_seat_link(self, campaign: str, player: str) -> str:
        """A new key for a link to a player's private page; what that seat had before is worthless, sessions too."""
        whose = Visitor(player, campaign)
        return self._make(whose, lambda each: each.visitor == whose)

    def seats(self, campaign: str) -> tuple[str, ...]:
        """Players of a campaign who have a link, or a session that began with one."""
        here = (each for each in self._kept if each.port == self._port)
        return tuple(each.seat for each in here if each.campaign == campaign and each.seat is not None)

    def revoke_seat(self, campaign: str, player: str) -> bool:
        """Make what a seat has worthless, its link and its session; False when it had neither."""
        whose = Visitor(player, campaign)
        return self._revoke(lambda each: each.visitor == whose)

    def revoke_campaign(self, campaign: str) -> bool:
        """Make every link and session of the seats of a campaign worthless; False when there was none."""
        return self._revoke(lambda each: each.campaign == campaign)

    def revoke_table(self, but: str = "") -> bool:
        """Make every link and session of the table worthless, but one session; False when there was none.

        Args:
            but: Key of the session that goes on; empty for none.
        """
        goes_on = self._found(but, "table", "session")
        return self._revoke(lambda each: each.visitor.is_table and each is not goes_on)

    def _revoke(self, gone: Callable[[_Kept], bool]) -> bool:
        with self._alone():
            left = [each for each in self._kept if not gone(each)]
            revoked = len(left) < len(self._kept)
            if revoked:
                self._keep(left)
            return revoked

    def _found(self, key: str, role: Role, use: Use) -> _Kept | None:
        wanted = self._hash(key, role, use)
        known = (each for each in self._kept if secrets.compare_digest(each.hash, wanted))
        return next((each for each in known if (each.visitor.role, each.use) == (role, use)), None)

    def _make(self, whose: Visitor, replaced: Callable[[_Kept], bool]) -> str:
        with self._alone():
            key, made = self._new(whose, "link")
            self._keep([*(each for each in self._kept if not replaced(each)), made])
        return key

    def _new(self, whose: Visitor, use: Use) -> tuple[str, _Kept]:
        key = secrets.token_urlsafe(HALF * 2 * 3 // 4)
        hashed = self._hash(key, whose.role, use)
        return key, _Kept(hashed, self._clock.now(), use, self._port, whose.seat, whose.campaign)

    def _hash(self, key: str, role: Role, use: Use) -> str:
        """A fingerprint of a key for one role, use and port; keys are long and random, so nothing slower is needed."""
        content = f"{role}:{use}:{self._port}:{key}".encode("utf-8", "surrogatepass")  # anybody may send half a letter
        return hashlib.sha256(content).hexdigest()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Change keys while nobody else does, no other page of this data folder either; its keys are read before.

        Those of this port are nobody else's to change.
        """
        try:
            private_folder(self._file.parent)
            with self._lock, alone(self._file):
                theirs = (each for each in _read(self._file) if each.port != self._port)
                self._kept = (*theirs, *(each for each in self._kept if each.port == self._port))
                yield
        except OSError as problem:
            raise self._unsaved(problem) from problem

    def _unsaved(self, problem: OSError) -> KeysUnreadable:
        sentence = "The keys of the pages cannot be saved in {file}: {strerror}."
        return KeysUnreadable(
            phrase(sentence, file=self._file, strerror=problem.strerror),
            phrase("Free some space or unlock the folder."),
        )

    def _keep(self, kept: Sequence[_Kept]) -> None:
        sessions = [each for each in kept if each.visitor.is_table and each.use == "session"]
        forgotten = sessions[:-MOST_TABLE_SESSIONS]
        kept = tuple(each for each in kept if each not in forgotten)
        text = json.dumps({"version": VERSION, "keys": _FORM.dump_python(kept, mode="json")}, indent=1)
        try:
            write_whole(self._file, text)
        except OSError as problem:
            raise self._unsaved(problem) from problem
        self._kept = kept


_FORM = TypeAdapter(tuple[_Kept, ...])


def _read(file: Path) -> tuple[_Kept, ...]:
    """The keys of a file; none where there is no file, or one of another version."""
    if not file.exists():
        return ()
    try:
        content = json.loads(read_small(file))
        if isinstance(content, list) or content["version"] != VERSION:
            return ()
        return _FORM.validate_json(json.dumps(content["keys"]), strict=True)
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as problem:
        raise KeysUnreadable(
            phrase("The keys of the pages in {file} cannot be read.", file=file),
            phrase("Delete the file; every page then needs a new link."),
        ) from problem
