"""A campaign of the Kleptonomicon by answering questions, and the one that comes with the companion."""

import companion.demo
from companion.cli.wizard import make_roster
from companion.play.roster import Roster, load_roster
from companion.play.setup import state_of
from engine.systems.kleptonomicon.system import RULESET

VEX = ("Vex", "Athletics 1, Stealth -2", "Parry, Case the Joint", "1", "10", "5", "2", "3", "4")


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
    """The GM is asked for no character; sheets and the Episode are there."""
    roster = Person("kleptonomicon", "Vaults", "Gwen, Alice", "Gwen", *VEX, "The Glass Vault").make()
    assert [(player.name, player.role) for player in roster.players] == [("Gwen", "gm"), ("Alice", "player")]
    state = state_of(RULESET, roster.to_json())
    vex = state.character("Vex")
    assert vex is not None
    assert (vex.health, vex.recoveries, vex.sheet.edge_modifier) == (10, 4, 1)
    assert [(skill.name, skill.modifier) for skill in vex.sheet.skills] == [("Athletics", 1), ("Stealth", -2)]
    assert [ability.name for ability in vex.sheet.abilities] == ["Parry", "Case the Joint"]
    assert state.gm == "Gwen"


def test_everything_but_names_may_be_left_empty() -> None:
    roster = Person("kleptonomicon", "Vaults", "Gwen, Alice", "Gwen", "Vex", *[""] * 8, "").make()
    assert state_of(RULESET, roster.to_json()).character("Vex") is not None


def test_the_example_campaign_can_be_played() -> None:
    roster = load_roster(companion.demo.demo_of("kleptonomicon").roster)
    state = state_of(RULESET, roster.to_json())
    assert [pc.name for pc in state.pcs] == ["Vex", "Rook", "Wren"]
    assert state.prepared[0].name == "Night Watch"
    assert state.character("Captain Vane") is not None
