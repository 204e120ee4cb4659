"""`companion seat`: one player's secrets on their own screen."""

import json
import random
from pathlib import Path

from companion.base.config import load_settings
from companion.play.dice import AppCards
from companion.play.game import Game
from companion.store import open_store
from engine.dice.cards import card_from
from tests.support.clock import FakeClock
from tests.support.command_line import Run, one_sentence

ROSTER = {
    "game": "choice-pta",
    "title": "The ledger",
    "players": [
        {"name": "Ana", "character": {"name": "Vesna", "sheet": {"traits": ["duelist", "cold reader", "in debt"]}}},
        {"name": "Gwen", "role": "gm"},
    ],
}


def dealt(run: Run, folder: Path) -> None:
    """A campaign whose hands are dealt: Ana holds four known cards."""
    file = folder / "ledger.json"
    file.write_text(json.dumps(ROSTER))
    assert run("new", "--from", file).code == 0
    with open_store(load_settings({}).database, FakeClock()) as store:
        cards = AppCards(random.Random(1), map(card_from, ("2c", "Qh", "10s", "joker")))
        game = Game(store, store.campaign("The ledger"), FakeClock(), cards)
        game.set_up()
        assert game.perform(game.parse({"kind": "start_sitting", "actor": "Gwen"})).accepted


def test_a_seat_sees_its_own_hand_with_code_words(run: Run, tmp_path: Path) -> None:
    """Four cards, each with a word that plays it; the GM's are others."""
    dealt(run, tmp_path)
    hand = dict(line.split(": ") for line in run("seat", "ana").lines)
    assert [name.replace("red ", "").replace("black ", "") for name in hand.values()] == [
        "2 of clubs", "queen of hearts", "10 of spades", "joker"
    ]  # fmt: skip
    assert len(hand) == 4
    assert len(run("seat", "Gwen").lines) == 4
    assert set(run("seat", "Gwen").lines).isdisjoint(run("seat", "Ana").lines)
    (page,) = run("seat", "Ana", "--json").json
    assert [card["code"] for card in page["own"]["hand"]] == list(hand)


def test_nobody_else_has_secrets(run: Run, tmp_path: Path) -> None:
    dealt(run, tmp_path)
    one_sentence(run("seat", "Zoe"), 2, "Zoe is not at this table", "Ana, Gwen")


def test_a_seat_without_secrets_says_so(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ledger.json"
    file.write_text(json.dumps(ROSTER))
    run("new", "--from", file)
    assert run("seat", "Ana").lines == ["Ana has no secrets now."]
