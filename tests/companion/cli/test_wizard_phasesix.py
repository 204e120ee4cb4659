"""A campaign of Phase Six by answering questions, and the one that comes with the companion."""

import companion.demo
from companion.cli.wizard import make_roster
from companion.play.roster import Roster, load_roster
from companion.play.setup import state_of
from engine.systems.phasesix.system import RULESET
from engine.systems.phasesix.vocabulary import Attr

HAGEN = ("Hagen", "strength 4, charm -1", "Shooting 3", "2", "1", "0", "Pistol, Knife", "Leather Jacket", "Rope")


class Person:
    """Types answers in order."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.told: list[str] = []

    def make(self) -> Roster:
        roster = make_roster(lambda question: self.answers.pop(0), self.told.append)
        assert self.answers == []
        return roster


def test_the_answers_become_a_campaign_the_rules_take() -> None:
    """The GM is asked for no character; the sheet, the era and the optional rules are there."""
    roster = Person("phasesix", "Salt", "Gia, Ana", "Gia", *HAGEN, "Modern times", "magic").make()
    assert [(player.name, player.role) for player in roster.players] == [("Gia", "gm"), ("Ana", "player")]
    state = state_of(RULESET, roster.to_json())
    hagen = state.character("Hagen")
    assert hagen is not None
    assert (hagen.attr(Attr.STRENGTH), hagen.attr(Attr.CHARM), hagen.bonus.most, hagen.protection) == (4, -1, 2, 1)
    assert [weapon.name for weapon in hagen.weapons] == ["Pistol", "Knife"]
    assert (state.epoch, state.extensions, state.gm) == ("Modern times", ("magic",), "Gia")


def test_everything_but_names_may_be_left_empty() -> None:
    roster = Person("phasesix", "Salt", "Gia, Ana", "Gia", "Hagen", *[""] * 8, "", "").make()
    assert state_of(RULESET, roster.to_json()).character("Hagen") is not None


def test_the_example_campaign_can_be_played() -> None:
    roster = load_roster(companion.demo.demo_of("phasesix").roster)
    state = state_of(RULESET, roster.to_json())
    assert [who.name for who in state.characters] == ["Hagen", "Luta", "Bob", "Innkeeper", "Crow"]
    assert state.character("Luta").spells[0].label == "Simple Heal"
