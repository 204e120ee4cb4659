"""History entries survive being stored; what cannot be read ends the history with a reason, not with a crash."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest
from sqlalchemy import text

from companion.base.errors import StoreDamaged, StoreError, UnknownEventKind
from companion.store import Codec, LogEntry, Store, load_history, open_store
from engine.dice.roll import Roll, RollRequest
from engine.dice.source import DiceSource, NoDice
from engine.errors import CorruptHistory
from engine.history import Committed, Entry, History, RedoLast
from engine.ruleset import RulesetInfo
from engine.types import NarrationView, Rejected, Spoken
from engine.vocabulary import Expected, Vocabulary
from tests.support.clock import FakeClock


@dataclass(frozen=True, slots=True)
class Add:
    kind: ClassVar[str] = "add"
    amount: int


@dataclass(frozen=True, slots=True)
class Added:
    kind: ClassVar[str] = "added"
    amount: int
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CommandUndone:
    kind: ClassVar[str] = "command_undone"
    undone_command_id: str


class Counting:
    """The smallest rules system: numbers are added up."""

    info = RulesetInfo("counting", "Counting", (), "first", "none", "counts", "nothing")
    command_types = (Add,)
    event_types = (Added, CommandUndone)

    def initial_state(self) -> int:
        return 0

    def decide(self, state: int, command: Any, dice: DiceSource) -> tuple[Any, ...] | Rejected:
        return (Added(command.amount, ("said", "so")),)

    def evolve(self, state: int, event: Any) -> int:
        return state + event.amount if isinstance(event, Added) else state

    def describe(self, event: Any) -> str:
        return ""

    def open_rolls(self, state: int) -> tuple[RollRequest, ...]:
        return ()

    def success_from(self, state: int, request: RollRequest) -> int | None:
        return None

    def report(self, roll: Roll) -> Any:
        return Add(sum(roll.faces))

    def narration(self, state: int) -> NarrationView:
        return NarrationView(None)

    def answer(self, state: int, topic: str, player: str | None = None, about: str | None = None) -> str:
        return str(state)

    def say(self, before: int, events: tuple[Any, ...], after: int) -> tuple[Spoken, ...]:
        return ()

    def vocabulary(self, state: int) -> Vocabulary:
        return Vocabulary()

    def expected(self, state: int) -> tuple[Expected, ...]:
        return ()

    def summarise(self, events: tuple[Any, ...], before: int) -> str:
        return ""

    def setup(self, roster: Any) -> tuple[Any, ...]:
        return ()


RULES = Counting()


def play(*commands: Any) -> History[Any, Any, Any]:
    history: History[Any, Any, Any] = History(RULES)
    for number, command in enumerate(commands):
        outcome = history.submit(command, NoDice(), f"c{number}")
        assert not isinstance(outcome, Rejected)
    return history


@dataclass(frozen=True, slots=True)
class UndoLast:
    kind: ClassVar[str] = "undo_last"


@pytest.fixture
def store(place: str | Path) -> Iterator[Store]:
    with open_store(place, FakeClock()) as opened:
        opened.create_campaign("The Ford", "counting", {})
        yield opened


def keep(store: Store, entries: tuple[Entry, ...], codec: Codec | None = None) -> None:
    codec = codec or Codec(RULES)
    for position, entry in enumerate(entries):
        store.append(1, position, codec.log_entry(entry))


def damage(store: Store, statement: str) -> None:
    with store._database.write() as connection:
        connection.execute(text(statement))


def test_a_stored_history_loads_to_the_same_state(store: Store) -> None:
    """Committed, undone and redone entries alike."""
    history = play(Add(3), Add(4), UndoLast(), RedoLast(), Add(5), UndoLast())
    keep(store, history.entries)
    loaded = load_history(store, 1, RULES)
    assert loaded.problem is None
    assert loaded.history.entries == history.entries
    assert loaded.history.state == history.state == 7
    assert [recorded.position for recorded in loaded.recorded] == list(range(6))


def test_a_chain_keeps_its_root(store: Store) -> None:
    """Dice the app rolled belong to the command that wanted them."""
    history: History[Any, Any, Any] = History(RULES)
    history.submit(Add(1), NoDice(), "c0")
    history.submit(Add(2), NoDice(), "c1", root="c0")
    keep(store, history.entries)
    assert [entry.root for entry in load_history(store, 1, RULES).history.entries] == ["c0", "c0"]


@pytest.mark.parametrize(
    ("statement", "problem", "message"),
    [
        ('UPDATE log SET events = \'[{"kind":"teleported"}]\' WHERE position = 2', UnknownEventKind, "'teleported'"),
        ('UPDATE log SET command = \'{"kind":"warp"}\' WHERE position = 2', UnknownEventKind, "'warp'"),
        ("UPDATE log SET command = '{}' WHERE position = 2", StoreDamaged, "'None'"),
        ("UPDATE log SET schema_version = 2 WHERE position = 2", UnknownEventKind, "'committed in shape 2'"),
        ("UPDATE log SET kind = 'forked' WHERE position = 2", UnknownEventKind, "'forked'"),
        (
            'UPDATE log SET events = \'[{"kind":"added","amount":"x"}]\' WHERE position = 2',
            StoreDamaged,
            "Entry 2 of the log is invalid",
        ),
        ("UPDATE log SET events = '[' WHERE position = 2", StoreDamaged, "Entry 2 of the log is unreadable"),
        ("DELETE FROM log WHERE position = 2", StoreDamaged, "Entry 2 of the log is missing"),
        ("UPDATE log SET kind = 'undone', root = 'c0' WHERE position = 2", CorruptHistory, "cannot undo 'c0'"),
        ("UPDATE log SET kind = 'redone', root = 'c0' WHERE position = 2", CorruptHistory, "cannot redo 'c0'"),
    ],
)
def test_loading_gives_the_good_beginning_and_the_first_problem(
    store: Store, statement: str, problem: type[Exception], message: str
) -> None:
    """Play so far can be shown and exported even when the log cannot be continued."""
    keep(store, play(Add(1), Add(2), Add(4), Add(8)).entries)
    damage(store, statement)
    loaded = load_history(store, 1, RULES)
    assert isinstance(loaded.problem, problem)
    assert message in str(loaded.problem)
    assert (len(loaded.history), len(loaded.recorded), loaded.history.state) == (2, 2, 3)


def test_a_newer_kind_names_its_position_and_the_remedy(store: Store) -> None:
    """Whoever reads the error knows where and what to do."""
    keep(store, play(Add(1)).entries)
    damage(store, 'UPDATE log SET events = \'[{"kind":"teleported"}]\'')
    (recorded,) = store.read(1)
    with pytest.raises(UnknownEventKind) as caught:
        Codec(RULES).entry(recorded)
    assert (caught.value.position, caught.value.kind) == (0, "teleported")
    assert "update this one" in caught.value.hint


def test_older_shapes_are_brought_up_step_by_step(store: Store) -> None:
    """Two steps for events, one for commands; entries of other systems and newer ones are not touched."""
    store.append(
        1, 0, LogEntry("committed", "c0", "c0", {"kind": "add", "n": 5}, ({"kind": "added", "n": 2},), schema=1)
    )
    store.append(
        1, 1, LogEntry("committed", "c1", "c1", {"kind": "add", "amount": 7}, ({"kind": "added", "amount": 7},), 3)
    )
    codec = Codec(
        RULES,
        {
            ("counting", "add", 1): lambda part: {"kind": "add", "amount": part["n"]},
            ("counting", "added", 1): lambda part: {"kind": "added", "half": part["n"]},
            ("counting", "added", 2): lambda part: {"kind": "added", "amount": part["half"] * 2},
            ("other", "add", 2): lambda part: {"kind": "add", "amount": -1},
        },
        version=3,
    )
    loaded = load_history(store, 1, RULES, codec)
    assert loaded.problem is None
    assert [(entry.command, entry.events) for entry in loaded.history.effective()] == [
        (Add(5), (Added(4),)),
        (Add(7), (Added(7),)),
    ]
    assert isinstance(loaded.history.entries[0], Committed)


def test_a_problem_with_the_database_itself_is_not_taken_for_a_short_log(store: Store) -> None:
    """A log that cannot be read at all must not look like an empty one."""
    damage(store, "ALTER TABLE log RENAME TO gone")
    with pytest.raises(StoreError):
        load_history(store, 1, RULES)
