"""History entries to stored ones and back, through every shape the log ever had."""

import gc
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from companion.base.errors import StoreDamaged, StoreError, UnknownEventKind
from companion.store.log import Log
from companion.store.values import LogEntry, Recorded
from engine.codec import KindReader, to_json
from engine.errors import BadField, CorruptHistory
from engine.history import Committed, Entry, History, Redone, Undone
from engine.phrase import phrase
from engine.quick_dataclass import dataclass
from engine.ruleset import Ruleset

SCHEMA_VERSION = 1
"""Version of the JSON shape written now."""

Json = Mapping[str, Any]
Upcaster = Callable[[Json], Json]

UPCASTERS: Mapping[tuple[str, str, int], Upcaster] = {}
"""(system, kind, version) to the function that brings such a command or event from that version to the next one."""


class Codec:
    """Translates the history entries of one rules system.

    Args:
        ruleset: The system.
        upcasters: See `UPCASTERS`.
        version: Version written, and the newest that can be read.
    """

    def __init__(
        self,
        ruleset: Ruleset[Any, Any, Any],
        upcasters: Mapping[tuple[str, str, int], Upcaster] = UPCASTERS,
        version: int = SCHEMA_VERSION,
    ) -> None:
        self._slug = ruleset.info.slug
        self._upcasters = upcasters
        self._version = version
        self._kinds = {cls.kind for cls in (*ruleset.command_types, *ruleset.event_types)}
        self._read_command = KindReader(ruleset.command_types)
        self._read_event = KindReader(ruleset.event_types)

    def log_entry(self, entry: Entry) -> LogEntry:
        """The stored form of an entry."""
        if isinstance(entry, Committed):
            command = to_json(entry.command)
            return LogEntry("committed", entry.command_id, entry.root, command, self._events(entry), self._version)
        if isinstance(entry, Undone):
            return LogEntry("undone", entry.command_id, entry.root, None, self._events(entry), self._version)
        return LogEntry("redone", entry.command_id, entry.root, schema=self._version)

    def _events(self, entry: Committed[Any, Any] | Undone[Any]) -> tuple[Json, ...]:
        return tuple(to_json(event) for event in entry.events)

    def entry(self, recorded: Recorded) -> Entry:
        """The typed entry of a stored one.

        Raises:
            UnknownEventKind: It comes from a newer companion.
            StoreDamaged: Its fields do not fit its kind.
        """
        stored = recorded.entry
        if stored.schema > self._version:
            raise UnknownEventKind(
                recorded.position, phrase("{kind} in shape {schema}", kind=stored.kind, schema=stored.schema)
            )
        if stored.schema < 0:
            raise StoreDamaged(
                phrase("Entry {position} of the log is in no shape of ours.", position=recorded.position),
                phrase("The entries before it are intact."),
            )
        try:
            return self._entry(self._upcast(stored), recorded.position)
        except BadField as exc:
            raise StoreDamaged(
                phrase("Entry {position} of the log is invalid: {problem}.", position=recorded.position, problem=exc),
                phrase("The entries before it are intact."),
            ) from exc

    def _entry(self, stored: LogEntry, position: int) -> Entry:
        for part in (stored.command, *stored.events):
            if part is not None and str(part.get("kind")) not in self._kinds:
                raise _unknown(position, str(part.get("kind")))
        events = tuple(self._read_event(event) for event in stored.events)
        match stored.kind:
            case "committed":
                return Committed(stored.command_id, stored.root, self._read_command(stored.command), events)
            case "undone":
                return Undone(stored.command_id, stored.root, events)
            case "redone":
                return Redone(stored.command_id, stored.root)
        raise _unknown(position, str(stored.kind))

    def _upcast(self, stored: LogEntry) -> LogEntry:
        for version in range(stored.schema, self._version):
            command = None if stored.command is None else self._next(stored.command, version)
            events = tuple(self._next(event, version) for event in stored.events)
            stored = replace(stored, command=command, events=events, schema=version + 1)
        return stored

    def _next(self, part: Json, version: int) -> Json:
        upcaster = self._upcasters.get((self._slug, str(part.get("kind")), version))
        return part if upcaster is None else upcaster(part)


def _unknown(position: int, kind: str) -> StoreError:
    """A kind that may be a newer companion's; one that is no name any more is damage."""
    if re.fullmatch("[a-z][a-z0-9_]*", kind):
        return UnknownEventKind(position, kind)
    return StoreDamaged(
        phrase("Entry {position} of the log has an unknown kind: {kind!r}.", position=position, kind=kind),
        phrase("The entries before it are intact."),
    )


@dataclass(frozen=True, slots=True)
class Loaded:
    """A campaign as far as it could be read.

    Attributes:
        history: The valid prefix, folded.
        recorded: Its stored entries.
        problem: What ended the prefix; None when everything was read.
    """

    history: History[Any, Any, Any]
    recorded: tuple[Recorded, ...]
    problem: StoreError | CorruptHistory | None = None


@contextmanager
def nothing_to_collect() -> Iterator[None]:
    """Pause the garbage collector: it would walk a long log again and again while everything in it is kept."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def load_history(log: Log, campaign_id: int, ruleset: Ruleset[Any, Any, Any], codec: Codec | None = None) -> Loaded:
    """Read and fold a campaign's log up to its end or its first problem."""
    codec = codec or Codec(ruleset)
    history: History[Any, Any, Any] = History(ruleset)
    recorded: list[Recorded] = []
    try:
        with nothing_to_collect():
            for stored in log.read(campaign_id):
                history.load(codec.entry(stored))
                recorded.append(stored)
    except (StoreDamaged, UnknownEventKind, CorruptHistory) as problem:
        return Loaded(history, tuple(recorded), problem)
    return Loaded(history, tuple(recorded))
