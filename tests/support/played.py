"""A campaign with a real log in a real file, for whatever is done to files."""

from pathlib import Path
from typing import TypeVar

from companion.play.game import Game
from companion.store import Store, StoredUtterance, open_store
from engine.dice.cards import TopCards
from tests.support.clock import FakeClock
from tests.support.sitting import roster

CAMPAIGN = 1
Place = TypeVar("Place", bound=str | Path)


def play_on(game: Game, rounds: int) -> None:
    """Jay acts on Haggling and throws; the throw is undone, redone, and all of it undone."""
    for number in range(rounds):
        for command in (
            {"kind": "declare_action", "player": "Jay", "skill": "Haggling", "description": f"haggles {number}"},
            {"kind": "report_dice", "values": [1 + number % 6, 5, 2], "player": "Jay"},
            {"kind": "undo_last"},
            {"kind": "redo_last"},
            {"kind": "undo_last"},
        ):
            assert game.perform(game.parse({**command, "actor": "Jay"})).accepted
        assert game.perform(game.parse({"kind": "undo_last", "actor": "Jay"})).accepted


def played_file(place: Place, rounds: int = 4, clock: FakeClock | None = None) -> Place:
    """A closed database, in a file or on a server, with a campaign that was played for an evening."""
    clock = clock or FakeClock()
    with open_store(place, clock) as store:
        store.create_campaign("The Ford", "phase-abandon", roster())
        game = opened(store, clock)
        game.set_up()
        game.evening = store.begin_evening(CAMPAIGN).number
        for number in range(3):
            store.add_utterance(CAMPAIGN, game.evening, StoredUtterance(f"u{number}", f"words number {number}", "Jay"))
        play_on(game, rounds)
        store.end_evening(CAMPAIGN, game.evening)
    return place


def opened(store: Store, clock: FakeClock) -> Game:
    """The campaign, opened for play."""
    return Game(store, store.campaign(CAMPAIGN), clock, TopCards())
