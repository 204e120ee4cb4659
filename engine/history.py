"""Append-only history of a table: what was committed, taken back and brought back.

Nothing is ever removed. Undo and redo are entries too, and `effective` says which batches of events still count.
Entries that follow automatically from a command (dice rolled by the app) carry that command's id as their `root`;
undo takes back the whole chain of one root. An event class with `undoable = False` (cards that were turned up) is never
taken back, and nothing before it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from engine.dice.source import DiceSource
from engine.errors import CorruptHistory
from engine.ruleset import Ruleset
from engine.step import advance, fold
from engine.types import Accepted, AwaitingRoll, Outcome, Rejected

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")

UNDO_KIND = "undo_last"
REDO_KIND = "redo_last"
UNDONE_EVENT_KIND = "command_undone"


@dataclass(frozen=True, slots=True)
class RedoLast:
    """Bring back what the latest undo took away; works in every system."""

    kind: ClassVar[str] = REDO_KIND
    actor: str | None = None


@dataclass(frozen=True, slots=True)
class Committed(Generic[C, E]):
    """A command that held, with its events.

    Attributes:
        command_id: Given from outside, unique.
        root: Id of the command that led to this one, its own id when somebody gave it.
    """

    command_id: str
    root: str
    command: C
    events: tuple[E, ...]


@dataclass(frozen=True, slots=True)
class Undone(Generic[E]):
    """The chain of `root` no longer counts; `events` is what the system says about it."""

    command_id: str
    root: str
    events: tuple[E, ...] = ()


@dataclass(frozen=True, slots=True)
class Redone:
    """The chain of `root`, taken back before, counts again."""

    command_id: str
    root: str


Entry = Committed[Any, Any] | Undone[Any] | Redone


class _Line:
    """Positions of the entries that count, and the chains that could come back."""

    def __init__(self) -> None:
        self.positions: list[int] = []
        self.roots: list[str] = []
        self.undone: list[tuple[str, list[int]]] = []

    def add(self, position: int, entry: Entry) -> None:
        if isinstance(entry, Committed):
            self.positions.append(position)
            self.roots.append(entry.root)
            self.undone.clear()
        elif isinstance(entry, Undone):
            self._undo(position, entry.root)
        else:
            self._redo(position, entry.root)

    def latest_chain(self) -> tuple[str, int]:
        """Root of the newest chain that counts, and how many entries it has; ("", 0) when nothing is left."""
        if not self.roots:
            return "", 0
        root, length = self.roots[-1], 0
        while length < len(self.roots) and self.roots[-1 - length] == root:
            length += 1
        return root, length

    def _undo(self, position: int, root: str) -> None:
        latest, length = self.latest_chain()
        if not length or latest != root:
            raise CorruptHistory(position, f"cannot undo {root!r}, the latest command is {latest!r}")
        self.undone.append((root, self.positions[-length:]))
        del self.positions[-length:], self.roots[-length:]

    def _redo(self, position: int, root: str) -> None:
        if not self.undone or self.undone[-1][0] != root:
            raise CorruptHistory(position, f"cannot redo {root!r}, it is not what was undone last")
        positions = self.undone.pop()[1]
        self.positions += positions
        self.roots += [root] * len(positions)


def effective(entries: Sequence[Entry]) -> tuple[Committed[Any, Any], ...]:
    """The committed entries that still count, in order.

    Raises:
        CorruptHistory: An undo or redo does not fit what came before.
    """
    line = _Line()
    for position, entry in enumerate(entries):
        line.add(position, entry)
    return tuple(entry for at in line.positions if isinstance(entry := entries[at], Committed))


class History(Generic[S, C, E]):
    """A table's history with its state; the single place that appends to it.

    `propose` only computes; `entry` turns a command and its outcome into what is to be stored; `commit` appends it.
    The state after every counting entry is kept, which costs little because states share their parts, so undo and
    redo never fold again from the start.
    """

    def __init__(self, ruleset: Ruleset[S, C, E], entries: Iterable[Entry] = ()) -> None:
        """Load a history.

        Args:
            ruleset: System played.
            entries: Stored entries, oldest first.

        Raises:
            CorruptHistory: An entry cannot be folded; its position is given.
        """
        self._ruleset = ruleset
        self._entries: list[Entry] = []
        self._line = _Line()
        self._initial = ruleset.initial_state()
        self._states: dict[int, S] = {}
        self._position_of: dict[str, int] = {}
        self._event_types = frozenset(ruleset.event_types)
        self._undone_event = next((cls for cls in ruleset.event_types if cls.kind == UNDONE_EVENT_KIND), None)
        self._proposed: tuple[tuple[E, ...], S, S] | None = None
        for entry in entries:
            if not self.commit(entry):
                raise CorruptHistory(len(self._entries), f"command id {entry.command_id!r} occurs twice")

    @property
    def state(self) -> S:
        """State now."""
        positions = self._line.positions
        return self._states[positions[-1]] if positions else self._initial

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everything that was ever committed, oldest first."""
        return tuple(self._entries)

    @property
    def events(self) -> tuple[E, ...]:
        """The events that count, oldest first."""
        return tuple(event for entry in self.effective() for event in entry.events)

    def __len__(self) -> int:
        return len(self._entries)

    def effective(self) -> tuple[Committed[C, E], ...]:
        """The committed entries that count, oldest first."""
        entries = self._entries
        return tuple(entry for at in self._line.positions if isinstance(entry := entries[at], Committed))

    def propose(self, command: C, dice: DiceSource, command_id: str, root: str | None = None) -> Outcome[E]:
        """What the command would lead to; commits nothing.

        Args:
            command: A command of the system, its `UndoLast`, or `RedoLast`.
            dice: Faces already known.
            command_id: Id of this command; a repeated one returns the outcome of the first time.
            root: Id of the command this one follows from automatically.
        """
        if command_id in self._position_of:
            return self._first_outcome(self._position_of[command_id])
        kind = getattr(command, "kind", None)
        if kind == UNDO_KIND:
            return self._propose_undo()
        if kind == REDO_KIND:
            return self._propose_redo()
        before = self.state
        outcome, after = advance(self._ruleset, before, command, dice)
        if not isinstance(outcome, Rejected):
            self._proposed = (outcome.events, before, after)
        return outcome

    def entry(self, command: C, outcome: Outcome[E], command_id: str, root: str | None = None) -> Entry | None:
        """What to store and commit for a proposed command; None when it changes nothing."""
        if isinstance(outcome, Rejected):
            return None
        kind = getattr(command, "kind", None)
        if kind == UNDO_KIND:
            return Undone(command_id, self._line.latest_chain()[0], outcome.events)
        if kind == REDO_KIND:
            return Redone(command_id, self._line.undone[-1][0])
        return Committed(command_id, root or command_id, command, outcome.events) if outcome.events else None

    def commit(self, entry: Entry) -> bool:
        """Append an entry and move the state on.

        Returns:
            False when this command id is in the history already; nothing is added then.

        Raises:
            CorruptHistory: The entry does not fit what came before; nothing is added.
        """
        if entry.command_id in self._position_of:
            return False
        position = len(self._entries)
        after = self._fold(position, entry) if isinstance(entry, Committed) else None
        self._line.add(position, entry)
        if after is not None:
            self._states[position] = after
        self._entries.append(entry)
        self._position_of[entry.command_id] = position
        return True

    def submit(self, command: C, dice: DiceSource, command_id: str, root: str | None = None) -> Outcome[E]:
        """Propose and commit in one go, for callers who store nothing in between."""
        outcome = self.propose(command, dice, command_id, root)
        if command_id not in self._position_of:
            entry = self.entry(command, outcome, command_id, root)
            if entry is not None:
                self.commit(entry)
        return outcome

    def _fold(self, position: int, entry: Committed[C, E]) -> S:
        state = self.state
        if self._proposed is not None:
            events, before, after = self._proposed
            self._proposed = None
            if events is entry.events and before is state:
                return after
        if not self._event_types.issuperset(map(type, entry.events)):
            raise CorruptHistory(position, "an event of another system")
        try:
            return fold(self._ruleset, state, entry.events)
        except (LookupError, AttributeError, TypeError, ValueError) as problem:
            raise CorruptHistory(position, f"its events do not fit the state: {problem}") from problem

    def _propose_undo(self) -> Outcome[E]:
        root, length = self._line.latest_chain()
        if not length:
            return Rejected("E_ALREADY", "There is nothing left to undo.")
        if any(not getattr(event, "undoable", True) for event in self._chain(length)):
            return Rejected("CANNOT_UNDO", "What came last cannot be taken back.")
        events: tuple[E, ...] = () if self._undone_event is None else (self._undone_event(undone_command_id=root),)
        before = self._line.positions[-1 - length] if length < len(self._line.positions) else None
        return self._outcome(events, self._initial if before is None else self._states[before])

    def _chain(self, length: int) -> Iterator[E]:
        """Events of the newest entries that count."""
        for entry in self.effective()[-length:]:
            yield from entry.events

    def _propose_redo(self) -> Outcome[E]:
        if not self._line.undone:
            return Rejected("E_ALREADY", "There is nothing to bring back.")
        return self._outcome((), self._states[self._line.undone[-1][1][-1]])

    def _first_outcome(self, position: int) -> Outcome[E]:
        entry = self._entries[position]
        events = () if isinstance(entry, Redone) else entry.events
        return self._outcome(events, self._states.get(position, self.state))

    def _outcome(self, events: tuple[E, ...], after: S) -> Outcome[E]:
        rolls = self._ruleset.open_rolls(after)
        return AwaitingRoll(rolls[0], events) if rolls else Accepted(events)
