"""A campaign's log read once: entries are made out when somebody asks, and states go on from the nearest one kept."""

import json
import logging
from collections.abc import Iterator, Sequence
from typing import Any, overload

from sqlalchemy import Row

from companion.store.codec import Codec, nothing_to_collect
from companion.store.log import recorded_of
from companion.store.rules_version import rules_version
from companion.store.snapshots import Checksum, Snapshots, seal_of
from companion.store.values import Recorded
from engine.codec import from_json, to_json
from engine.history import Committed, Entry, History, Outline, Redone, Undone
from engine.ruleset import Ruleset

logger = logging.getLogger(__name__)

STRIDE = 1_000
"""Entries between two states that are kept: a twentieth of a second to fold."""

_KINDS = {"committed": Committed, "undone": Undone, "redone": Redone}


class CampaignLog(Sequence[Recorded]):
    """Everything in a campaign's log as it was when this was made, and what was added since; oldest first.

    A kept state is only used when its seal fits every entry before it and the rules that are in use.

    Args:
        store: Where the log lives.
        campaign_id: Campaign.
        ruleset: System played.
        codec: Reads its entries; a new one when None.

    Raises:
        StoreDamaged: An entry is missing.
    """

    def __init__(
        self, store: Snapshots, campaign_id: int, ruleset: Ruleset[Any, Any, Any], codec: Codec | None = None
    ) -> None:
        self._store = store
        self._campaign_id = campaign_id
        self._ruleset = ruleset
        self._codec = codec or Codec(ruleset)
        self._rules = rules_version(ruleset)
        self._stored: list[Row[Any] | Recorded] = []
        self._fingerprints: dict[int, str] = {}
        with nothing_to_collect():
            self._read()
        self._entries: list[Entry | None] = [None] * len(self._stored)
        self._kept = list(store.kept_states(campaign_id, self._rules))
        self._found: dict[int, Any] = {}
        self._misfits: list[int] = []

    def _read(self) -> None:
        fingerprint = Checksum()
        for row in self._store.rows(self._campaign_id):
            self._stored.append(row)
            fingerprint.add(row)
            if len(self._stored) % STRIDE == 0:
                self._fingerprints[len(self._stored)] = str(fingerprint)

    def __len__(self) -> int:
        return len(self._stored)

    @overload
    def __getitem__(self, at: int) -> Recorded: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Recorded, ...]: ...
    def __getitem__(self, at: int | slice) -> Recorded | tuple[Recorded, ...]:
        """The entry at a position, or several.

        Raises:
            StoreDamaged: It is unreadable.
        """
        if isinstance(at, slice):
            return tuple(self[each] for each in range(len(self))[at])
        stored = self._stored[at]
        if not isinstance(stored, Recorded):
            stored = self._stored[at] = recorded_of(stored)
        return stored

    def add(self, recorded: Recorded, entry: Entry) -> None:
        """Take in what was just written."""
        self._entries.append(entry)
        self._stored.append(recorded)

    def of_evening(self, number: int | None) -> tuple[Recorded, ...]:
        """Return the entries recorded in an evening; those outside of all for None."""
        return tuple(self[at] for at, stored in enumerate(self._stored) if stored.evening == number)

    def begin_of(self, number: int) -> int:
        """Entries before the first one of an evening or of a later one."""
        later = (at for at, stored in enumerate(self._stored) if stored.evening and stored.evening >= number)
        return next(later, len(self))

    def chain(self, root: str) -> tuple[str, ...]:
        """Command ids of all that followed from a command, its undoing included."""
        return tuple(command_id for _, command_id, each in self._outlines(len(self)) if each == root)

    def entry(self, position: int) -> Entry:
        """The typed entry at a position.

        Raises:
            UnknownEventKind: It comes from a newer companion.
            StoreDamaged: It is unreadable, or its fields do not fit its kind.
        """
        entry = self._entries[position]
        if entry is None:
            entry = self._entries[position] = self._codec.entry(self[position])
        return entry

    def history(
        self, length: int | None = None, onward: History[Any, Any, Any] | None = None
    ) -> History[Any, Any, Any]:
        """The history of the first entries.

        Args:
            length: How many; all of them when None.
            onward: A history of this log to go on with, where it is not too long and no kept state is nearer.

        Raises:
            StoreError: An entry cannot be read.
            CorruptHistory: The log does not fit the rules; the position is given.
        """
        wanted = len(self) if length is None else length
        begun = History(self._ruleset) if onward is None or len(onward) > wanted else onward
        with nothing_to_collect():
            history = self._nearest(wanted, begun)
            while len(history) < wanted:
                self.go_on(history)
        return history

    def go_on(self, history: History[Any, Any, Any]) -> Entry:
        """Add the next entry to a history of this log; gives that entry back.

        Raises:
            StoreError: It cannot be read.
            CorruptHistory: It does not fit the rules.
        """
        entry = self.entry(len(history))
        history.load(entry)
        if len(history) in self._fingerprints:
            self._found[len(history)] = history.state
        return entry

    def _nearest(self, wanted: int, begun: History[Any, Any, Any]) -> History[Any, Any, Any]:
        """A history that goes on from the last kept state on the way; the one begun where there is none."""
        for length in [each for each in reversed(self._kept) if len(begun) < each <= wanted]:
            state = self._state(length)
            if state is not None:
                return History.resume(self._ruleset, self._outlines(length), self.entry, state)
            self._kept.remove(length)
            if self._store.kept_state(self._campaign_id, length) is None:
                continue  # dropped since the log was read, as words were struck
            logger.warning("the state kept after entry %d does not fit the log; the log is folded instead", length)
            self._misfits.append(length)
        return begun

    def _state(self, length: int) -> Any | None:
        """A kept state; None when its seal does not fit."""
        seal, body = self._store.kept_state(self._campaign_id, length) or ("", "")
        fingerprint = self._fingerprints.get(length)
        if fingerprint is None or seal != seal_of(fingerprint, self._rules, body):
            return None
        return self._from_body(body)

    def _from_body(self, body: str) -> Any:
        return from_json(type(self._ruleset.initial_state()), json.loads(body))

    def _outlines(self, length: int) -> Iterator[Outline]:
        for stored in self._stored[:length]:
            each = stored.entry if isinstance(stored, Recorded) else stored
            yield _KINDS[each.kind], each.command_id, each.root

    def misfits(self) -> tuple[int, ...]:
        """Entries after which a state is kept that the whole log, folded from nothing, does not lead to."""
        history: History[Any, Any, Any] = History(self._ruleset)
        while self._kept and len(history) < len(self):
            self.go_on(history)
        return tuple(each for each in self._kept if self._state(each) is None or self._state(each) != self._found[each])

    def keep_states(self) -> None:
        """Keep the states met on the way that are not kept yet, and drop those that did not fit.

        Raises:
            StoreError: They cannot be written.
        """
        fresh = {length: json.dumps(to_json(state)) for length, state in self._new_states()}
        if self._misfits:
            self._store.drop_states(self._campaign_id, self._misfits)
        if fresh:
            sealed = {
                length: (seal_of(self._fingerprints[length], self._rules, body), body) for length, body in fresh.items()
            }
            self._store.keep_states(self._campaign_id, self._rules, sealed)
            self._kept = sorted([*self._kept, *sealed])

    def _new_states(self) -> Iterator[tuple[int, Any]]:
        """States that come back from their JSON as they were."""
        for length, state in self._found.items():
            if length not in self._kept and self._from_body(json.dumps(to_json(state))) == state:
                yield length, state
        self._found.clear()
