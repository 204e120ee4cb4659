"""Undo, redo, replay, repeated ids and broken records; played with the first rules system."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice.source import NoDice
from engine.errors import CorruptHistory
from engine.history import Committed, Entry, History, RedoLast, Redone, Undone, effective
from engine.step import replay
from engine.systems.phase_abandon.rules.reports import ReportDice
from engine.systems.phase_abandon.rules.setting import GenreSet
from engine.systems.phase_abandon.rules.table import AddPlayer, CreateTable, PlayerSeated, TableCreated, UndoLast
from engine.systems.phase_abandon.system import RULESET
from engine.types import Accepted, AwaitingRoll, Rejected
from tests.example_system.system import RULESET as EMBER
from tests.example_system.system import UndoLast as EmberUndo
from tests.support.deal import scene
from tests.support.tours.ember import histories as ember_evenings


def empty() -> History[Any, Any, Any]:
    return History(RULESET)


def submit(history: History[Any, Any, Any], command: Any, command_id: str, root: str | None = None) -> Any:
    return history.submit(command, NoDice(), command_id, root)


def seated(*names: str) -> History[Any, Any, Any]:
    history = empty()
    submit(history, CreateTable(name="Thursday"), "t")
    for name in names:
        submit(history, AddPlayer(name=name), f"seat {name}")
    return history


def names(history: History[Any, Any, Any]) -> list[str]:
    return [player.name for player in history.state.players]


def test_proposing_changes_nothing() -> None:
    history = seated("Ana")
    before = history.state
    outcome = history.propose(AddPlayer(name="Ben"), NoDice(), "later")
    assert isinstance(outcome, Accepted)
    assert (history.state, len(history)) == (before, 2)


def test_a_rejection_makes_no_entry() -> None:
    history = seated("Ana")
    command = AddPlayer(name="ana")
    outcome = history.propose(command, NoDice(), "twice")
    assert isinstance(outcome, Rejected)
    assert history.entry(command, outcome, "twice") is None


def test_undo_takes_back_the_latest_command_and_keeps_the_record() -> None:
    history = seated("Ana", "Ben")
    submit(history, UndoLast(), "u")
    assert names(history) == ["Ana"]
    assert len(history) == 4
    assert [type(entry) for entry in history.entries][-1] is Undone


def test_undo_is_last_in_first_out() -> None:
    history = seated("Ana", "Ben")
    for number in range(3):
        submit(history, UndoLast(), f"u{number}")
    assert history.state == RULESET.initial_state()
    assert submit(history, UndoLast(), "u3") == Rejected("E_ALREADY", "There is nothing to undo.")


def test_redo_brings_back_what_undo_took() -> None:
    history = seated("Ana", "Ben")
    after = history.state
    submit(history, UndoLast(), "u1")
    submit(history, UndoLast(), "u2")
    submit(history, RedoLast(), "r1")
    assert names(history) == ["Ana"]
    submit(history, RedoLast(), "r2")
    assert history.state == after
    assert submit(history, RedoLast(), "r3").code == "E_ALREADY"


def test_a_new_command_ends_redoing() -> None:
    history = seated("Ana", "Ben")
    submit(history, UndoLast(), "u")
    submit(history, AddPlayer(name="Cleo"), "seat Cleo")
    assert submit(history, RedoLast(), "r").code == "E_ALREADY"
    assert names(history) == ["Ana", "Cleo"]


def test_undo_of_a_chain_takes_all_of_it() -> None:
    """Dice the app threw because of a command go with that command, and come back with it."""
    s = scene()
    history = s.history
    before = history.state
    submit(history, s.declaration("P", "Wits"), "declared")
    submit(history, ReportDice(player="P", values=(4, 4, 2)), "thrown", root="declared")
    after = history.state
    submit(history, UndoLast(), "u")
    assert history.state == before
    submit(history, RedoLast(), "r")
    assert history.state == after


def test_a_repeated_command_id_gives_the_first_outcome() -> None:
    """INV-32: whatever is sent under a known id, the first result comes back and nothing is added."""
    history = seated("Ana")
    first = submit(history, AddPlayer(name="Ben"), "x")
    again = submit(history, AddPlayer(name="Cleo"), "x")
    assert (again, names(history)) == (first, ["Ana", "Ben"])
    assert history.commit(history.entries[-1]) is False


def test_a_repeated_id_of_an_awaited_roll() -> None:
    """INV-32: the first outcome still names the dice that were wanted then."""
    s = scene()
    first = s.submit_as("x", s.declaration("P", "Wits"))
    s.dice("P", 4, 4, 4)
    again = s.submit_as("x", s.declaration("P", "Wits"))
    assert isinstance(first, AwaitingRoll)
    assert again == first


def test_an_undone_id_stays_used() -> None:
    """INV-32: a network repeat of a command that was undone does not bring it back."""
    history = seated("Ana", "Ben")
    submit(history, UndoLast(), "u")
    submit(history, AddPlayer(name="Ben"), "seat Ben")
    assert names(history) == ["Ana"]


def test_loading_gives_the_same_state() -> None:
    """INV-30: entries written and read again lead to the same table, undone commands included."""
    history = seated("Ana", "Ben", "Cleo")
    submit(history, UndoLast(), "u1")
    submit(history, UndoLast(), "u2")
    submit(history, RedoLast(), "r")
    loaded: History[Any, Any, Any] = History(RULESET, history.entries)
    assert loaded.state == history.state
    assert loaded.entries == history.entries
    assert loaded.events == history.events
    submit(loaded, UndoLast(), "u3")
    assert names(loaded) == ["Ana"]


@pytest.mark.parametrize("length", range(7))
def test_a_history_goes_on_from_any_known_state(length: int) -> None:
    """Undo and redo lead back behind it as if everything had been folded."""
    history = seated("Ana", "Ben", "Cleo")
    submit(history, UndoLast(), "u1")
    submit(history, UndoLast(), "u2")
    earlier = history.entries[:length]
    outlines = [(type(entry), entry.command_id, entry.root) for entry in earlier]
    again = History.resume(RULESET, outlines, earlier.__getitem__, History(RULESET, earlier).state)
    for entry in history.entries[length:]:
        again.commit(entry)
    assert (again.state, again.entries, again.events) == (history.state, history.entries, history.events)
    for number, move in enumerate((RedoLast(), RedoLast(), UndoLast(), UndoLast(), UndoLast(), UndoLast())):
        assert submit(again, move, f"m{number}") == submit(history, move, f"m{number}")
        assert again.state == history.state
    assert submit(again, AddPlayer(name="Zoe"), "t") == submit(history, AddPlayer(name="Zoe"), "t")


def test_a_state_that_its_entries_do_not_lead_to_is_corrupt() -> None:
    history = seated("Ana", "Ben")
    outlines = [(type(entry), entry.command_id, entry.root) for entry in history.entries]
    wrong = History.resume(RULESET, outlines, history.entry_at, seated("Zoe").state)
    with pytest.raises(CorruptHistory, match="entry 2"):
        submit(wrong, UndoLast(), "u")


def test_what_counts_is_told_from_the_end_without_the_rest() -> None:
    """The latest first, the chain an undo would take, and what came before and since a command."""
    history = seated("Ana", "Ben", "Cleo")
    submit(history, UndoLast(), "u")
    assert [entry.command_id for entry in history.latest()] == ["seat Ben", "seat Ana", "t"]
    assert [entry.command_id for entry in history.latest_chain()] == ["seat Ben"]
    assert [entry.command_id for entry in history.since("seat Ana")] == ["seat Ana", "seat Ben"]
    assert [player.name for player in history.state_before("seat Ben").players] == ["Ana"]
    assert (history.counts("seat Ben"), history.counts("seat Cleo"), history.counts("u")) == (True, False, False)
    assert history.since("seat Cleo") == ()


def test_only_counting_batches_are_effective() -> None:
    history = seated("Ana", "Ben")
    submit(history, UndoLast(), "u")
    assert [entry.command_id for entry in history.effective()] == ["t", "seat Ana"]
    assert effective(history.entries) == history.effective()
    assert replay(RULESET, history.events) == history.state


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (Undone("u", "somebody else"), "undo"),
        (Redone("r", "t"), "redo"),
        (Committed("x", "x", None, (GenreSet("noir"), "no event")), "event"),
    ],
)
def test_a_corrupt_entry_is_named_and_not_added(entry: Any, reason: str) -> None:
    """The position says where the record breaks; the history stays as it was."""
    history = seated("Ana")
    before = history.state
    with pytest.raises(CorruptHistory, match=f"entry 2: .*{reason}") as caught:
        history.commit(entry)
    assert caught.value.position == 2
    assert (history.state, len(history)) == (before, 2)


def test_events_that_do_not_fit_the_state_are_corrupt() -> None:
    """An event about somebody who never sat down cannot be folded."""
    from engine.systems.phase_abandon.rules.table import PresenceChanged

    entries: list[Entry] = [
        Committed("t", "t", CreateTable(), (TableCreated("Thursday", "worked_examples"),)),
        Committed("x", "x", None, (PresenceChanged("Nobody", False),)),
    ]
    with pytest.raises(CorruptHistory, match="entry 1"):
        History(RULESET, entries)


def test_a_doubled_id_in_a_record_is_corrupt() -> None:
    entry = Committed("t", "t", CreateTable(), (TableCreated("Thursday", "worked_examples"),))
    other = Committed("t", "t", AddPlayer(name="Ana"), (PlayerSeated("Ana", 0),))
    with pytest.raises(CorruptHistory, match="occurs twice"):
        History(RULESET, [entry, other])


@settings(max_examples=60)
@given(st.lists(st.sampled_from(["seat", "undo", "redo", "same id"]), max_size=25))
def test_undo_and_redo_walk_up_and_down_one_line(moves: list[str]) -> None:
    """INV-30, INV-33: whatever is done and undone, the state is that of the commands that count, live and loaded."""
    history = seated("Ana")
    line = [["Ana"]]
    undone: list[list[str]] = []
    for number, move in enumerate(moves):
        if move == "seat" and len(line[-1]) < 8:
            submit(history, AddPlayer(name=f"P{number}"), f"c{number}")
            line.append([*line[-1], f"P{number}"])
            undone.clear()
        elif move == "undo" and len(line) > 1:
            submit(history, UndoLast(), f"c{number}")
            undone.append(line.pop())
        elif move == "redo":
            outcome = submit(history, RedoLast(), f"c{number}")
            assert isinstance(outcome, Rejected) == (not undone)
            if undone:
                line.append(undone.pop())
        elif move == "same id":
            submit(history, AddPlayer(name="Zoe"), "seat Ana")
        assert names(history) == line[-1]
    assert History(RULESET, history.entries).state == history.state


def test_what_was_turned_up_is_never_taken_back() -> None:
    """An event that may not be undone stops undo there, for that command and everything before it."""
    (evening,) = ember_evenings()
    history = History(EMBER, evening.entries)
    refused = history.submit(EmberUndo(), NoDice(), "undo")
    assert isinstance(refused, Rejected)
    assert refused.code == "CANNOT_UNDO"
    assert history.state == evening.state
