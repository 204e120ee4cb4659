"""Campaigns of the other games by answering questions, and those that come with the companion."""

from typing import Any

import pytest

from companion.cli.wizard import make_roster
from companion.demo import demo_of
from companion.play.roster import Roster, load_roster
from companion.play.setup import state_of
from engine.registry import find_ruleset
from engine.systems.phasesix.vocabulary import Attr

PTA = ("choice-pta", "Ledger", "Ana, Gwen", "Gwen", "Vesna")
VAULTS = ("kleptonomicon", "Vaults", "Gwen, Alice", "Gwen", "Vex")
SALT = ("phasesix", "Salt", "Gia, Ana", "Gia", "Hagen")
VEX = ("Athletics 1, Stealth -2", "Parry, Case the Joint", "1", "10", "5", "2", "3", "4")
HAGEN = ("strength 4, charm -1", "Shooting 3", "2", "1", "0", "Pistol, Knife", "Leather Jacket", "Rope")


def made(*answers: str) -> Roster:
    """The roster made of these answers; every one of them is asked for."""
    left = list(answers)
    roster = make_roster(lambda question: left.pop(0), lambda told: None)
    assert left == []
    return roster


def state_at(roster: Roster, slug: str) -> Any:
    return state_of(find_ruleset(slug), roster.to_json())


def test_traits_and_the_kind_of_cards_are_asked_for() -> None:
    roster = made(*PTA, "duelist, cold reader, owes the mob", "physical")
    assert [(player.name, player.role) for player in roster.players] == [("Ana", "player"), ("Gwen", "gm")]
    state = state_at(roster, "choice-pta")
    assert [trait.label for trait in state.seat("Ana").protagonist.traits] == ["duelist", "cold reader", "owes the mob"]
    assert (state.gm.name, state.card_mode) == ("Gwen", "physical")


def test_sheets_and_the_episode_are_asked_for() -> None:
    roster = made(*VAULTS, *VEX, "The Glass Vault")
    assert [(player.name, player.role) for player in roster.players] == [("Gwen", "gm"), ("Alice", "player")]
    state = state_at(roster, "kleptonomicon")
    vex = state.character("Vex")
    assert (vex.health, vex.recoveries, vex.sheet.edge_modifier) == (10, 4, 1)
    assert [(skill.name, skill.modifier) for skill in vex.sheet.skills] == [("Athletics", 1), ("Stealth", -2)]
    assert [ability.name for ability in vex.sheet.abilities] == ["Parry", "Case the Joint"]
    assert state.gm == "Gwen"


def test_the_sheet_the_era_and_the_optional_rules_are_asked_for() -> None:
    roster = made(*SALT, *HAGEN, "Modern times", "magic")
    assert [(player.name, player.role) for player in roster.players] == [("Gia", "gm"), ("Ana", "player")]
    state = state_at(roster, "phasesix")
    hagen = state.character("Hagen")
    assert (hagen.attr(Attr.STRENGTH), hagen.attr(Attr.CHARM), hagen.bonus.most, hagen.protection) == (4, -1, 2, 1)
    assert [weapon.name for weapon in hagen.weapons] == ["Pistol", "Knife"]
    assert (state.epoch, state.extensions, state.gm) == ("Modern times", ("magic",), "Gia")


@pytest.mark.parametrize(("answers", "left_empty"), [(PTA, 2), (VAULTS, 9), (SALT, 10)])
def test_everything_but_names_may_be_left_empty(answers: tuple[str, ...], left_empty: int) -> None:
    state = state_at(made(*answers, *[""] * left_empty), answers[0])
    if answers is PTA:
        assert (state.seat("Ana").protagonist.name, state.card_mode) == ("Vesna", "virtual")
    else:
        assert state.character(answers[-1]) is not None


def example(slug: str) -> Any:
    """The state in which the campaign that comes with the companion begins."""
    return state_at(load_roster(demo_of(slug).roster), slug)


def test_the_example_campaigns_can_be_played() -> None:
    pta = example("choice-pta")
    assert [seat.protagonist.name for seat in pta.players] == ["Vesna", "Harrow", "Juno"]
    assert (pta.total_tokens, pta.gm.name) == (9, "Gwen")
    vaults = example("kleptonomicon")
    assert [pc.name for pc in vaults.pcs] == ["Vex", "Rook", "Wren"]
    assert vaults.prepared[0].name == "Night Watch"
    assert vaults.character("Captain Vane") is not None
    salt = example("phasesix")
    assert [who.name for who in salt.characters] == ["Hagen", "Luta", "Bob", "Innkeeper", "Crow"]
    assert salt.character("Luta").spells[0].label == "Simple Heal"
