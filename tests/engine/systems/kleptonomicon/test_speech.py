"""Announcements, answers and views (rules sections 4 and 7)."""

import json

import pytest

from engine.systems.kleptonomicon.entities import Ability
from engine.systems.kleptonomicon.system import RULESET
from tests.support.kleptonomicon_table import (
    GM,
    Klepto,
    c,
    end_turns,
    fight,
    freeplay,
    initiative,
    npcs,
    opening,
    sheet,
)


def test_a_turn_is_announced_with_beats_and_movement(t: Klepto) -> None:
    """KL-46: whose Turn, Beats, units, who is next."""
    assert t.said()[-2:] == ("Alice, your turn: two Beats, four units.", "Next: Bob.")
    t.do(c.Move(actor="Alice", style="jump", units=1))
    assert t.said() == ("Alice: three units left, one to jump.",)
    t.do(c.UseAbility(actor="Alice", ability="spell"))
    assert t.said() == ("Alice: Spell.", "Alice: one Beat left.")


def test_npc_turns_name_their_group() -> None:
    """KL-43: one of several by name, a lone one by its group, all together where they act as one."""
    t = fight(("Alice",), foes=npcs("2 wolves", "orc"))
    end_turns(t, 1)
    assert "Wolf 1 of Wolves." in t.said()
    end_turns(t, 2)
    assert "Orcs." in t.said()
    t.rule("npc_group_turns", "as_one")
    end_turns(t, 2)
    assert "Wolves, together." in t.said()


def test_edge_saves_are_asked_for_together() -> None:
    """KL-32, KL-34: one sentence for the group, Advantage named."""
    t = initiative(("Alice", "Bob"), Bob=sheet(sneaky=True))
    assert t.said() == ("Encounter. Initiative Phase.", "Groups: Wolves two, Goblins one, Orcs zero.")
    t.do(c.BeginEdgeSaves())
    assert t.said() == ("Edge Saves against Orcs: Alice and Bob with Advantage.",)
    assert RULESET.remind(t.state)[0].text == t.said()[0]


def test_a_test_is_asked_for_with_its_number() -> None:
    """KL-24: who, what, and what is needed."""
    t = freeplay()
    t.do(c.RequestTest(actor=GM, character="Bob", skill="Lore", dis=1))
    assert t.said() == ("Bob: Lore Test with Disadvantage, need seven.",)
    assert [each.text for each in RULESET.remind(t.state)] == ["Bob: Lore Test with Disadvantage, need seven."]


def test_rounds_may_be_announced_with_their_order() -> None:
    """KL-44: announce_order reads it out."""
    t = fight(("Alice",))
    t.rule("announce_order", True)
    end_turns(t, 2)
    assert "Round two. Alice, Orc." in t.said()


def test_a_pause_says_whose_turn_is_held(t: Klepto) -> None:
    """KL-86: and the end of it whose Turn goes on."""
    t.do(c.PauseEncounter(actor=GM, reason="parlay"))
    assert t.said() == ("Encounter paused. Alice's Turn is held.",)
    t.do(c.ResumeEncounter(actor=GM))
    assert t.said() == ("Alice's Turn goes on: two Beats.",)


@pytest.mark.parametrize(
    ("mode", "answer"),
    [
        ("names", "ranged attack: Action, reaches Shooting Distance."),
        ("units", "ranged attack: Action, reaches sixteen units."),
        ("both", "ranged attack: Action, reaches Shooting Distance, sixteen units."),
    ],
)
def test_distances_as_the_table_says_them(mode: str, answer: str) -> None:
    """KL-59: distance_speech names them, counts them, or both."""
    t = freeplay()
    t.rule("distance_speech", mode)
    assert t.ask("ability", "Alice", "ranged attack") == answer


def test_questions_about_a_fight(t: Klepto) -> None:
    """KL-50, KL-61: Beats, who is next, movement, order, Round."""
    t.do(c.Dash(actor="Alice"))
    t.do(c.Move(actor="Alice", style="jump", units=3))
    assert t.ask("beats", "Alice") == "Alice has one Beat left."
    assert t.ask("next") == "Next is Bob, then Orc."
    assert t.ask("turn") == "It is Alice's Turn, one Beat left."
    assert t.ask("movement", "Alice") == "Alice has five units left: walk five and jump one."
    assert t.ask("movement", "Alice", "jump") == "Alice can jump one unit more."
    assert t.ask("order") == "The Turn Order is Alice, Bob, Orcs."
    assert t.ask("round") == "This is Round one."
    assert t.ask("phase") == "Episode one; we are in the Main Phase."
    assert t.ask("delay") == "The rules do not allow delaying, holding or swapping Turns."
    assert t.ask("distance", None, "spitting distance") == "Spitting Distance is four units."


def test_what_players_want_is_put_to_the_gm() -> None:
    """KL-3, KL-5: a parlay or a fight is the GM's to grant."""
    t = freeplay(("Alice",))
    assert t.ask("fight") == "Gwen, does this become an Encounter?"
    assert t.ask("parlay") == "There is no fight to pause."
    t = fight(("Alice",))
    assert t.ask("parlay") == "Gwen, do we pause the Encounter?"


def test_questions_about_a_character() -> None:
    """KL-93, KL-97: points, recoveries, conditions, Experience, Abilities."""
    t = fight(("Alice",), Alice=sheet(Ability("Mending", uses_per_episode=2)))
    t.do(c.RecordDamage(actor="Alice", amount=3))
    t.do(c.ApplyCondition(actor="Alice", name="slowed", stacks=2))
    t.do(c.UseAbility(actor="Alice", ability="mending"))
    assert t.ask("points", "Alice", "health") == "Alice: health 7 of 10."
    assert t.ask("recoveries", "Alice") == "Alice has four Recoveries left."
    assert t.ask("conditions", "Alice") == "Alice has Slowed two."
    assert t.ask("experience", "Alice") == "Alice has no Experience Points, level 1."
    assert t.ask("ability", "Alice", "mending") == "Mending: Action, one use left this Episode."
    assert t.ask("points", "Orc") == "The GM keeps Orc's points."


def test_who_may_react(t: Klepto) -> None:
    """KL-51, KL-53: by name, or for oneself."""
    assert t.ask("reactions", "Bob") == "Nothing can be reacted to now."
    t.do(c.UseAbility(actor="Alice", ability="melee attack", targets=("orc",)))
    assert t.ask("reactions", "Bob") == "Bob may react."
    assert t.ask("reactions", "Orc") == "Orc cannot react."


def test_episodic_abilities_are_listed() -> None:
    """KL-14, KL-16: what is unused, and what is left to cash in."""
    t = opening(("Alice",))
    assert t.ask("episodic", "Alice") == "Alice's Episodic Abilities: Old Contacts."
    t.do(c.BeginEpisodicStep())
    t.do(c.UseEpisodicAbility(actor="Alice", grant_text="favours", amount=2))
    assert t.said() == ("Alice: Old Contacts.", "Alice has 2 favours.")
    assert t.ask("grants", "Alice") == "Alice has 2 favours to cash in."
    assert RULESET.tally(t.state)[0].endswith("2 favours")


def test_unspent_beats_are_told_or_asked_about(t: Klepto) -> None:
    """KL-47: a warning, or a question where the house wants one."""
    t.do(c.EndTurn(actor="Alice"))
    assert t.said()[0] == "Alice leaves two Beats unused."
    t.rule("confirm_unspent_beats", True)
    t.do(c.EndTurn(actor="Bob"))
    assert t.said() == ("Bob has two Beats left. End the Turn anyway?",)


def test_the_gm_alone_sees_the_sheets_of_npcs() -> None:
    """KL-82: players see where they stand, not what they have left."""
    t = fight(("Alice",))
    shown = {viewer: RULESET.view(t.state, viewer) for viewer in (None, "Alice", GM)}
    json.dumps(shown)
    orcs = {viewer: each["characters"][-1] for viewer, each in shown.items()}
    assert "pools" not in orcs[None]
    assert "pools" not in orcs["Alice"]
    assert orcs[GM]["pools"]["health"] == [10, 10]
    assert shown[None]["turns"] == ["Alice", "Orc"]
    assert RULESET.secrets(t.state, GM) == ("Orc: health 10 of 10, Beats 2",)
    assert RULESET.secrets(t.state, "Alice") == ()


def test_an_undone_step_is_named() -> None:
    """KL-66: what was taken back, in a few words."""
    t = fight(("Alice",))
    before = t.state
    t.do(c.Dash(actor="Alice"))
    assert RULESET.summarise(t.events, before) == "Alice's Dash"
