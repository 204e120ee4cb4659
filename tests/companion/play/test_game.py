"""The only writer of the log: what it accepts is stored, what it refuses leaves no trace."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.base.errors import CampaignInUse, RosterError, StoreFull, UnknownEventKind
from companion.play.game import SETUP, Game
from companion.store import Store, open_store
from companion.store.codec import load_history
from engine.errors import BadField
from engine.history import RedoLast
from engine.systems.phase_abandon.rules.actions import DeclareAction
from engine.systems.phase_abandon.rules.table import UndoLast
from engine.systems.phase_abandon.system import RULESET
from engine.types import Rejected
from tests.support.clock import FakeClock
from tests.support.sitting import roster


def play(store: Store, clock: FakeClock, **changes: Any) -> Game:
    game = Game(store, store.create_campaign("Harbour", "phase-abandon", roster(**changes)), clock)
    game.set_up()
    return game


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def store(clock: FakeClock) -> Store:
    return open_store("sqlite://", clock)


def folded(store: Store, game: Game) -> Any:
    """The state as somebody else would read it from the log."""
    return load_history(store, game.campaign.id, RULESET).history.state


def test_the_roster_is_played_into_the_log(store: Store, clock: FakeClock) -> None:
    game = play(store, clock)
    assert RULESET.narration(game.state).holder == "Jay"
    assert {each.entry.root for each in game.recorded} == {SETUP}
    assert folded(store, game) == game.state
    refused = game.perform(UndoLast())
    assert isinstance(refused.outcome, Rejected)
    assert refused.outcome.code == "E_ALREADY"


def test_setting_up_twice_changes_nothing(store: Store, clock: FakeClock) -> None:
    game = play(store, clock)
    length = len(game.recorded)
    again = Game(store, game.campaign, clock)
    again.set_up()
    assert len(again.recorded) == length
    assert again.state == game.state


@pytest.mark.parametrize("written", [0, 1, 7, 23, 40])
def test_an_interrupted_set_up_leaves_nothing_and_one_left_half_goes_on(
    store: Store, clock: FakeClock, monkeypatch: pytest.MonkeyPatch, written: int
) -> None:
    whole = play(open_store("sqlite://", clock), clock)
    campaign = store.create_campaign("Harbour", "phase-abandon", roster())
    append, left = store.append, [written]

    def until_then(*args: Any, **named: Any) -> Any:
        if not left[0]:
            raise StoreFull("There is no space left.")
        left[0] -= 1
        return append(*args, **named)

    with monkeypatch.context() as patch:
        patch.setattr(store, "append", until_then)
        with pytest.raises(StoreFull):
            Game(store, campaign, clock).set_up()
    game = Game(store, campaign, clock)
    assert len(game.recorded) == 0
    for command in game._left_to_set_up()[:written]:  # entry by entry, as older companions wrote them
        game.perform(command, root=SETUP)
    game = Game(store, campaign, clock)
    game.set_up()
    assert game.state == whole.state
    assert [each.entry for each in game.recorded] == [each.entry for each in whole.recorded]


def test_a_played_campaign_is_not_set_up_again(store: Store, clock: FakeClock) -> None:
    """Even when the log begins with less than today's roster would make."""
    game = play(store, clock)
    game.perform(DeclareAction(player="Jay", skill="Haggling"))
    again = Game(store, replace(game.campaign, roster=roster(party_pool=3)), clock)
    again.set_up()
    assert again.state == game.state


def test_a_roster_the_rules_refuse_is_told(store: Store, clock: FakeClock) -> None:
    with pytest.raises(RosterError) as caught:
        play(store, clock, house_rules={"gravity": True})
    assert "change house rule" in caught.value.hint


def test_accepted_is_stored_before_anybody_learns_of_it(store: Store, clock: FakeClock) -> None:
    game = play(store, clock)
    game.evening = store.begin_evening(game.campaign.id).number
    clock.advance(60)
    performed = game.perform(DeclareAction(player="Jay", skill="Haggling"), utterance_id="u7")
    assert performed.accepted
    assert performed.after is game.state is not performed.before
    stored = list(store.read(game.campaign.id))[-1]
    assert stored == game.recorded[-1]
    assert (stored.entry.command_id, stored.entry.root) == (performed.command_id,) * 2
    assert (stored.utterance_id, stored.evening, stored.recorded_at) == ("u7", 1, clock.now())
    assert folded(store, game) == game.state


def test_refused_leaves_no_trace(store: Store, clock: FakeClock) -> None:
    game = play(store, clock)
    before, length = game.state, store.log_length(game.campaign.id)
    performed = game.perform(DeclareAction(player="Jay", skill="Surgery"))
    assert not performed.accepted
    assert performed.events == ()
    assert performed.entry is None
    assert game.state is performed.before is performed.after is before
    assert store.log_length(game.campaign.id) == length


def test_asking_the_rules_changes_nothing(store: Store, clock: FakeClock) -> None:
    """`refusal` is what understanding asks before it decides."""
    game = play(store, clock)
    before, length = game.state, len(game.recorded)
    assert game.refusal("declare_action", {"player": "Jay", "skill": "Haggling"}) is None
    assert game.refusal("declare_action", {"player": "Jay", "skill": "Surgery"}) is not None
    assert game.refusal("place_bid", {"player": "Jay", "chips": "many"}) == "E_RANGE"
    assert game.refusal("dance", {}) == "E_RANGE"
    assert game.state is before
    assert len(game.recorded) == length
    assert game.perform(DeclareAction(player="Jay", skill="Haggling")).command_id == f"c{length}"


def test_what_could_not_be_written_did_not_happen(
    store: Store, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = play(store, clock)
    before = game.state

    def full(*_: Any, **__: Any) -> Any:
        raise StoreFull("There is no space left.")

    with monkeypatch.context() as patch:
        patch.setattr(store, "append", full)
        with pytest.raises(StoreFull):
            game.perform(DeclareAction(player="Jay", skill="Haggling"))
    assert game.state is before
    assert game.open_rolls == ()
    assert game.perform(DeclareAction(player="Jay", skill="Haggling")).accepted
    assert folded(store, game) == game.state


def test_undo_and_redo_are_entries(store: Store, clock: FakeClock) -> None:
    game = play(store, clock)
    before = game.state
    declared = game.perform(DeclareAction(player="Jay", skill="Haggling"))
    undone = game.perform(UndoLast())
    assert undone.taken_back == declared.events
    assert game.state == before
    redone = game.perform(RedoLast())
    assert redone.taken_back == ()
    assert game.state == declared.after
    assert [each.entry.kind for each in game.recorded[-3:]] == ["committed", "undone", "redone"]
    assert folded(store, game) == game.state


def test_redo_is_still_there_after_a_restart(store: Store, clock: FakeClock) -> None:
    game = play(store, clock)
    declared = game.perform(DeclareAction(player="Jay", skill="Haggling"))
    game.perform(UndoLast())
    again = Game(store, game.campaign, clock)
    assert again.perform(RedoLast()).accepted
    assert again.state == declared.after


def test_an_unknown_command_is_no_command(store: Store, clock: FakeClock) -> None:
    game = play(store, clock)
    for wrong in ({}, {"kind": "dance"}, {"kind": "place_bid"}, {"kind": "place_bid", "chips": "many"}):
        with pytest.raises(BadField):
            game.parse(wrong)


def test_one_companion_at_a_time_writes_a_campaign(tmp_path: Path, clock: FakeClock) -> None:
    """The second gets a message and changes nothing; it may read, and write once the first has gone."""
    file = tmp_path / "companion.db"
    with open_store(file, clock) as first:
        game = play(first, clock)
        with open_store(file, clock) as second:
            other = Game(second, second.campaign("harbour"), clock)
            with pytest.raises(CampaignInUse, match="open in another companion"):
                other.perform(DeclareAction(player="Jay", skill="Haggling"))
            assert other.state == game.state
            first.close()
            assert other.perform(DeclareAction(player="Jay", skill="Haggling")).accepted


def test_a_log_of_a_newer_companion_is_left_alone(store: Store, clock: FakeClock) -> None:
    game = play(store, clock)
    entry = game.recorded[-1].entry
    newer = type(entry)("committed", "c999", "c999", {"kind": "cast_spell"}, ({"kind": "spell_cast"},))
    store.append(game.campaign.id, len(game.recorded), newer)
    with pytest.raises(UnknownEventKind):
        Game(store, game.campaign, clock)
    assert store.log_length(game.campaign.id) == len(game.recorded) + 1
