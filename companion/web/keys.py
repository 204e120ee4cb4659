"""Who may open a page: unguessable keys for the table and for each seat, kept as hashes only."""

import hashlib
import json
import secrets
import threading
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from companion.clock import Clock
from companion.errors import CompanionError
from companion.whole_files import write_whole
from engine.phrase import phrase

MOST_TABLE_KEYS = 16
"""Launches whose pages stay open; older ones need a new link."""

VERSION = 2
"""Form of the file. Keys of another one are worthless: in the first, a list, a key was not bound to its role."""

Role = Literal["table", "seat"]
"""What a key opens: the table's pages, or one seat's own."""

ROLES: frozenset[Role] = frozenset({"table", "seat"})


class KeysUnreadable(CompanionError):
    """The file of keys cannot be read or written."""

    code = "keys"


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whom a key belongs to.

    Attributes:
        seat: Player whose private page it opens; None for the table itself.
        campaign: Campaign of that seat; None for the table.
    """

    seat: str | None = None
    campaign: int | None = None

    @property
    def role(self) -> Role:
        """What their key opens."""
        return "table" if self.seat is None else "seat"

    @property
    def is_table(self) -> bool:
        """Whether this is the page everybody looks at."""
        return self.role == "table"


@dataclass(frozen=True, slots=True)
class _Kept:
    """A key as it is stored: the hash of its role and itself together, so it is found under no other role."""

    hash: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    made: str
    seat: str | None = None
    campaign: int | None = None

    @property
    def visitor(self) -> Visitor:
        return Visitor(self.seat, self.campaign)


class Keys:
    """Makes, checks and revokes keys. Safe to call from several threads.

    Args:
        file: Where the hashes are kept, readable by the owner only; made when there is none.
        clock: When a key was made.

    Raises:
        KeysUnreadable: The file is there but damaged.
    """

    def __init__(self, file: Path, clock: Clock) -> None:
        self._file = file
        self._clock = clock
        self._lock = threading.Lock()
        self._kept = _read(file)

    def visitor(self, key: str, role: Role) -> Visitor | None:
        """Whom a key belongs to; None when it is not valid, or was not made for this role."""
        wanted = _hash(key, role)
        known = (each.visitor for each in self._kept if secrets.compare_digest(each.hash, wanted))
        return next((each for each in known if each.role == role), None)

    def make_table_key(self) -> str:
        """A new key for the table page; the oldest of many is forgotten."""
        return self._make(Visitor())

    def make_seat_key(self, campaign: int, player: str) -> str:
        """A new key for a player's private page; the one that seat had before is revoked."""
        self.revoke_seat(campaign, player)
        return self._make(Visitor(player, campaign))

    def seats(self, campaign: int) -> tuple[str, ...]:
        """Players of a campaign who have a link."""
        with self._lock:
            return tuple(each.seat for each in self._kept if each.campaign == campaign and each.seat is not None)

    def revoke_seat(self, campaign: int, player: str) -> bool:
        """Make a seat's key worthless; False when it had none."""
        with self._lock:
            left = [each for each in self._kept if (each.campaign, each.seat) != (campaign, player)]
            revoked = len(left) < len(self._kept)
            if revoked:
                self._keep(left)
            return revoked

    def _make(self, whose: Visitor) -> str:
        key = secrets.token_urlsafe(24)
        made = _Kept(_hash(key, whose.role), self._clock.now().isoformat(), whose.seat, whose.campaign)
        with self._lock:
            tables = [each for each in [*self._kept, made] if each.seat is None]
            forgotten = tables[:-MOST_TABLE_KEYS]
            self._keep([each for each in [*self._kept, made] if each not in forgotten])
        return key

    def _keep(self, kept: Iterable[_Kept]) -> None:
        kept = tuple(kept)
        text = json.dumps({"version": VERSION, "keys": [asdict(each) for each in kept]}, indent=1)
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._file, text, 0o600)
        except OSError as problem:
            raise KeysUnreadable(
                phrase(
                    "The keys of the pages cannot be kept in {file}: {strerror}.",
                    file=self._file,
                    strerror=problem.strerror,
                ),
                phrase("Free or unlock the folder."),
            ) from problem
        self._kept = kept


_FORM = TypeAdapter(tuple[_Kept, ...])


def _read(file: Path) -> tuple[_Kept, ...]:
    """The keys of a file; none where there is no file, or one of another version."""
    if not file.exists():
        return ()
    try:
        content = json.loads(file.read_bytes())
        if isinstance(content, list) or content["version"] != VERSION:
            return ()
        return _FORM.validate_json(json.dumps(content["keys"]), strict=True)
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as problem:
        raise KeysUnreadable(
            phrase("The keys of the pages in {file} cannot be read.", file=file),
            phrase("Delete the file; every page then needs a new link."),
        ) from problem


def _hash(key: str, role: Role) -> str:
    """A fingerprint of a key for one role; keys are long and random, so nothing slower is needed."""
    return hashlib.sha256(f"{role}:{key}".encode()).hexdigest()
