"""A campaign of Choice Based PTA by answering questions, and the one that comes with the companion."""

import companion.demo
from companion.cli.wizard import make_roster
from companion.play.roster import Roster, load_roster
from companion.play.setup import state_of
from engine.systems.choice_pta.system import RULESET


class Person:
    """Types answers in order."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)

    def make(self) -> Roster:
        roster = make_roster(lambda question: self.answers.pop(0), lambda told: None)
        assert self.answers == []
        return roster


def test_the_answers_become_a_campaign_the_rules_take() -> None:
    """The GM is asked for no character; traits and the kind of cards are there."""
    person = Person(
        "choice-pta", "Ledger", "Ana, Gwen", "Gwen", "Vesna", "duelist, cold reader, owes the mob", "physical"
    )
    roster = person.make()
    assert [(player.name, player.role) for player in roster.players] == [("Ana", "player"), ("Gwen", "gm")]
    state = state_of(RULESET, roster.to_json())
    assert [trait.label for trait in state.seat("Ana").protagonist.traits] == ["duelist", "cold reader", "owes the mob"]
    assert (state.gm.name, state.card_mode) == ("Gwen", "physical")


def test_everything_but_names_may_be_left_empty() -> None:
    roster = Person("choice-pta", "Ledger", "Ana, Gwen", "Gwen", "Vesna", "", "").make()
    state = state_of(RULESET, roster.to_json())
    assert (state.seat("Ana").protagonist.name, state.card_mode) == ("Vesna", "virtual")


def test_the_example_campaign_can_be_played() -> None:
    roster = load_roster(companion.demo.demo_of("choice-pta").roster)
    state = state_of(RULESET, roster.to_json())
    assert [seat.protagonist.name for seat in state.players] == ["Vesna", "Harrow", "Juno"]
    assert (state.total_tokens, state.gm.name) == (9, "Gwen")
