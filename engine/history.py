"""Append-only history of a table: what was committed, undone and redone.

Nothing is ever removed. Undo and redo are entries too, and `effective` says which batches of events still count.
Entries that follow automatically from a command (dice rolled by the app) carry that command's id as their `root`;
undo undoes the whole chain of one root. An event class with `undoable = False` (cards that were turned up) is never
undone, and nothing before it.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from engine.common.messages import UNDO_KIND
from engine.dice.source import DiceSource
from engine.errors import CorruptHistory
from engine.phrase import capital, phrase
from engine.ruleset import Ruleset
from engine.step import advance, fold
from engine.types import Accepted, AwaitingRoll, Outcome, Rejected

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")

REDO_KIND = "redo_last"
UNDONE_EVENT_KIND = "command_undone"


@dataclass(frozen=True, slots=True)
class RedoLast:
    """Bring back what the latest undo undid; works in every system."""

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
    """The chain of `root`, undone before, counts again."""

    command_id: str
    root: str


Entry = Committed[Any, Any] | Undone[Any] | Redone

Outline = tuple[type[Any], str, str]
"""Class of an entry, its command id and its root: all that undo and redo need of it."""


class _Line:
    """Positions of the entries that count, and the chains that could come back."""

    def __init__(self) -> None:
        self.positions: list[int] = []
        self.roots: list[str] = []
        self.undone: list[tuple[str, list[int]]] = []

    def add(self, position: int, kind: type[Any], root: str) -> None:
        if kind is Committed:
            self.positions.append(position)
            self.roots.append(root)
            self.undone.clear()
        elif kind is Undone:
            self._undo(position, root)
        else:
            self._redo(position, root)

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
        line.add(position, type(entry), entry.root)
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
        self._before = 0
        self._earlier: Callable[[int], Entry] = self.entry_at
        self._entries: list[Entry] = []
        self._line = _Line()
        self._initial = ruleset.initial_state()
        self._states: dict[int, S] = {}
        self._position_of: dict[str, int] = {}
        self._event_types = frozenset(ruleset.event_types)
        self._undone_event = next((cls for cls in ruleset.event_types if cls.kind == UNDONE_EVENT_KIND), None)
        self._proposed: tuple[tuple[E, ...], S, S] | None = None
        for entry in entries:
            self.load(entry)

    @classmethod
    def resume(
        cls, ruleset: Ruleset[S, C, E], outlines: Iterable[Outline], earlier: Callable[[int], Entry], state: S
    ) -> "History[S, C, E]":
        """A history that goes on from a known state; how it came about is only folded when undo leads back there.

        Args:
            ruleset: System played.
            outlines: Those of the entries so far, oldest first.
            earlier: The entry at a position among them; not asked before it is needed.
            state: The state they lead to.

        Raises:
            CorruptHistory: The outlines do not fit each other; the position is given.
        """
        history = cls(ruleset)
        for position, (kind, command_id, root) in enumerate(outlines):
            history._line.add(position, kind, root)
            history._position_of[command_id] = position
        history._earlier, history._before = earlier, len(history._position_of)
        if history._line.positions:
            history._states[history._line.positions[-1]] = state
        return history

    @property
    def state(self) -> S:
        """State now."""
        positions = self._line.positions
        return self._state_at(positions[-1]) if positions else self._initial

    def _state_after(self, counting: int) -> S:
        """State after so many of the entries that count."""
        return self._state_at(self._line.positions[counting - 1]) if counting else self._initial

    def _state_at(self, position: int) -> S:
        state = self._states.get(position)
        if state is None:
            self._fold_earlier()
            state = self._states[position]
        return state

    def _fold_earlier(self) -> None:
        """Find the states before the one this went on from, which they must lead to."""
        whole = History(self._ruleset, map(self._earlier, range(self._before)))
        for position, state in whole._states.items():
            if self._states.setdefault(position, state) != state:
                raise CorruptHistory(position, "the state kept of it is not the one its events lead to")

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everything that was ever committed, oldest first."""
        return (*map(self._earlier, range(self._before)), *self._entries)

    @property
    def events(self) -> tuple[E, ...]:
        """The events that count, oldest first."""
        return tuple(event for entry in self.effective() for event in entry.events)

    def __len__(self) -> int:
        return self._before + len(self._entries)

    def entry_at(self, position: int) -> Entry:
        """The entry at a position, from 0."""
        before = self._before
        return self._earlier(position) if position < before else self._entries[position - before]

    def effective(self) -> tuple[Committed[C, E], ...]:
        """The committed entries that count, oldest first."""
        return self._counting(0)

    def _counting(self, first: int) -> tuple[Committed[C, E], ...]:
        """The entries that count but for so many of the first."""
        found = map(self.entry_at, self._line.positions[first:])
        return tuple(entry for entry in found if isinstance(entry, Committed))

    def latest(self) -> Iterator[Committed[C, E]]:
        """The committed entries that count, newest first; reads no more of them than are asked for."""
        for position in reversed(self._line.positions):
            entry = self.entry_at(position)
            if isinstance(entry, Committed):
                yield entry

    def counts(self, command_id: str) -> bool:
        """Return True if a command was committed and holds."""
        return self._place(command_id) is not None

    def since(self, command_id: str) -> tuple[Committed[C, E], ...]:
        """An entry that counts and those that count after it, oldest first; none when it does not count."""
        place = self._place(command_id)
        return () if place is None else self._counting(place)

    def state_before(self, command_id: str) -> S:
        """State that an entry that counts was added to; the present one when it does not count."""
        place = self._place(command_id)
        return self.state if place is None else self._state_after(place)

    def _place(self, command_id: str) -> int | None:
        """Place among the entries that count."""
        positions, position = self._line.positions, self._position_of.get(command_id)
        place = len(positions) if position is None else bisect_left(positions, position)
        return place if place < len(positions) and positions[place] == position else None

    def latest_chain(self) -> tuple[Committed[C, E], ...]:
        """Return the commands the next undo undoes, oldest first."""
        return self._counting(len(self._line.positions) - self._line.latest_chain()[1])

    def propose(self, command: C, dice: DiceSource, command_id: str, root: str | None = None) -> Outcome[E]:
        """Return the outcome the command would have; commits nothing.

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
        """Return the entry to store and commit for a proposed command; None when it changes nothing."""
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
        position = len(self)
        if isinstance(entry, Committed):
            # Before it counts: others ask for the state meanwhile.
            self._states[position] = self._fold(position, entry)
        self._line.add(position, type(entry), entry.root)
        self._entries.append(entry)
        self._position_of[entry.command_id] = position
        return True

    def load(self, entry: Entry) -> None:
        """Append an entry as it was stored.

        Raises:
            CorruptHistory: It does not fit what came before, or its command id is there already; nothing is added.
        """
        if not self.commit(entry):
            raise CorruptHistory(len(self), f"command id {entry.command_id!r} occurs twice")

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
        except (LookupError, AttributeError, TypeError, ValueError, ArithmeticError) as problem:
            raise CorruptHistory(position, f"its events do not fit the state: {problem}") from problem

    def _propose_undo(self) -> Outcome[E]:
        root, length = self._line.latest_chain()
        if not length:
            return Rejected("E_ALREADY", phrase("There is nothing to undo."))
        chain = self.latest_chain()
        final = [entry for entry in chain if any(not getattr(event, "undoable", True) for event in entry.events)]
        if final:
            what = capital(self._ruleset.summarise(final[0].events, self.state_before(final[0].command_id)))
            return Rejected("CANNOT_UNDO", phrase("{deed} cannot be undone.", deed=what))
        events: tuple[E, ...] = () if self._undone_event is None else (self._undone_event(undone_command_id=root),)
        return self._outcome(events, self._state_after(len(self._line.positions) - length))

    def _propose_redo(self) -> Outcome[E]:
        if not self._line.undone:
            return Rejected("E_ALREADY", phrase("There is nothing to bring back."))
        return self._outcome((), self._state_at(self._line.undone[-1][1][-1]))

    def _first_outcome(self, position: int) -> Outcome[E]:
        entry = self.entry_at(position)
        events = () if isinstance(entry, Redone) else entry.events
        return self._outcome(events, self._state_at(position) if isinstance(entry, Committed) else self.state)

    def _outcome(self, events: tuple[E, ...], after: S) -> Outcome[E]:
        rolls = self._ruleset.open_rolls(after)
        return AwaitingRoll(rolls[0], events) if rolls else Accepted(events)
