"""Taps a page offers at a table of the Kleptonomicon: to players on their Turn and outside it, and to the GM."""

from collections.abc import Iterable

from engine.board import Field, Move, Option
from engine.systems.kleptonomicon.entities import Ability
from engine.systems.kleptonomicon.system import RULESET
from tests.engine.test_contract import tour
from tests.support.kleptonomicon_table import GM, Klepto, c, fight, freeplay, initiative, npcs, opening, sheet, table
from tests.support.taps import never_offered

SAID_OR_TYPED = {
    *("create_table", "add_creature", "write_sheet", "learn_ability", "change_house_rule", "ask_status", "undo_last"),
    "adjust_movement",
}
"""Setting up, sheets and asking, which have places of their own on a page; and the rarest of corrections."""

IN_OTHER_WORDS = {"submit_dice": "report_dice", "submit_score": "report_dice", "set_groups": "merge_groups"}
"""Commands whose tap is another one."""


def test_what_a_table_does_it_can_tap() -> None:
    """Every command of a whole tour of the game is offered to somebody just before it is given."""
    assert not never_offered(RULESET, tour("kleptonomicon"), SAID_OR_TYPED, IN_OTHER_WORDS)


def moves(t: Klepto, player: str, group: str | None = None) -> tuple[Move, ...]:
    return tuple(move for move in RULESET.moves(t.state, player) if group in {None, move.group})


def labels(offered: Iterable[Move]) -> list[str]:
    return [move.label for move in offered]


def move(t: Klepto, player: str, label: str) -> Move:
    return next(each for each in moves(t, player) if each.label == label)


# -- Turns -------------------------------------------------------------------------------------------------------------


def test_a_turn_is_played_by_its_owner(t: Klepto) -> None:
    """KL-49, KL-57, KL-60, KL-66, KL-71, KL-75."""
    assert labels(moves(t, "Alice", "Turn")) == [
        "Use an Ability",
        "Attack to slow somebody",
        "Improvise an Action",
        "Do something small for free",
        "End the Turn",
    ]
    assert labels(moves(t, "Alice", "Movement")) == [
        "Walk (four units left)",
        "Jump (two units left)",
        "Dash",
        "Try another Movement Style",
    ]
    assert not moves(t, "Bob", "Turn")
    assert not moves(t, "Bob", "Movement")
    assert labels(moves(t, "Bob", "Reactions")) == ["Say something out of turn"]


def test_abilities_are_offered_with_their_time_and_targets() -> None:
    """KL-49, KL-50, KL-55: without a Beat only what is free; what is used up is not offered."""
    t = fight(("Alice", "Bob"), Alice=sheet(Ability("Lucky Charm", uses_per_episode=1)))
    used = move(t, "Alice", "Use an Ability")
    assert used.given == (("character", "Alice"),)
    names = [option.label for option in used.fields[0].options]
    assert names == [
        "Spell, Action",
        "Battle Cry, Free Action",
        "Grand Ritual, Slow Action",
        "Lucky Charm, Action, 1 left",
        "Melee Attack, Action",
        "Ranged Attack, Action",
        "Magic Attack, Action",
    ]
    assert used.fields[1] == Field(
        "targets", "On whom", "choices", (Option("Orc", "Orc"), Option("Bob", "Bob")), optional=True
    )
    t.do(c.UseAbility(character="Alice", ability="Lucky Charm"))
    t.do(c.UseAbility(character="Alice", ability="Spell"))
    assert [option.value for option in move(t, "Alice", "Use an Ability").fields[0].options] == ["Battle Cry"]
    assert "Dash" not in labels(moves(t, "Alice"))


def test_movement_is_offered_as_far_as_it_goes(t: Klepto) -> None:
    """KL-63."""
    t.do(c.Move(character="Alice", style="walk", units=3))
    walk = move(t, "Alice", "Walk (one unit left)")
    assert walk.given == (("character", "Alice"), ("style", "walk"))
    assert walk.fields[0] == Field("units", "Units", "number", least=1, most=1)


def test_a_reaction_is_offered_to_whoever_can_answer(t: Klepto) -> None:
    """KL-51, KL-52: Parry answers an attack, Watchful anything; the GM reacts for NPCs."""
    t.do(c.UseAbility(character="Alice", ability="melee attack", targets=("Bob",)))
    react = move(t, "Bob", "React")
    assert [option.label for option in react.fields[0].options] == ["Parry, Reaction", "Watchful, Free Reaction"]
    t.do(c.UseReaction(character="Bob", ability="Parry"))
    assert [option.value for option in move(t, "Bob", "React").fields[0].options] == ["Watchful"]
    t.do(c.Move(character="Alice", style="walk", units=1, leaves_reach_of=("Orc",)))
    react = move(t, GM, "React as Orc")
    assert [option.value for option in react.fields[0].options] == ["opportunity attack"]


def test_the_gm_plays_the_npc_that_has_the_turn() -> None:
    """KL-43."""
    t = fight(("Alice",))
    assert "End Alice's Turn" in labels(moves(t, GM, "Encounter"))
    t.do(c.EndTurn(character="Alice"))
    assert labels(moves(t, GM, "Turn"))[-1] == "End the Turn as Orc"
    assert "End Orc's Turn" not in labels(moves(t, GM))


# -- what is waited for ------------------------------------------------------------------------------------------------


def test_tests_and_ties_come_first() -> None:
    """KL-26, KL-36, KL-4: dice, who goes first, the Turn Order."""
    t = initiative(("Alice", "Bob"), foes=npcs("orc"))
    t.do(c.BeginEdgeSaves())
    save = t.state.tests[0]
    label = "Throw two dice: Alice's Edge Save against Orcs"
    faces = Field("values", "Faces", "faces", least=2, most=6)
    assert moves(t, "Alice")[0] == Move(
        "report_dice", label, "Dice", (("request_id", save.test_id),), (faces,), owed=True
    )
    t.scores(Alice=12, Bob=12)
    tie = [each for each in moves(t, "Bob") if each.owed]
    assert labels(tie) == ["Alice goes first", "Bob goes first"]
    assert tie[0].given == (("key", "all_passed"), ("order", ["Alice"]))
    assert "Compare the Scores" in labels(moves(t, "Bob"))
    t.do(c.SetTieOrder(order=("Alice",)))
    assert labels(moves(t, GM))[0] == "Announce the Turn Order"
    assert not any(each.owed for each in moves(t, "Bob"))


def test_rulings_wait_for_the_gm() -> None:
    """KL-18, KL-19, KL-75, KL-76."""
    t = freeplay(("Alice", "Bob"), Alice=sheet(Ability("Forge Papers", duration_minutes=10)))
    t.do(c.UseAbility(character="Alice", ability="Forge Papers"))
    t.do(c.ImproviseMovement(character="Bob", style="climb"))
    t.do(c.Improvise(character="Bob", text="swings on the curtain"))
    assert labels(moves(t, GM, "Rulings")) == [
        "Allow Forge Papers of Alice",
        "Refuse Forge Papers of Alice",
        "Let Bob climb",
        "Do not let Bob climb",
        "Rule out the attempt of Bob",
    ]
    assert [each.owed for each in moves(t, GM, "Rulings")] == [True, True, False, False, False]
    assert not moves(t, "Alice", "Rulings")


def test_a_test_is_asked_of_anybody_who_has_none_open(t: Klepto) -> None:
    """KL-19, KL-24."""
    t.do(c.RequestTest(character="Alice"))
    asked = move(t, GM, "Ask for a Test")
    assert [option.label for option in asked.fields[0].options] == ["Bob", "Orc"]
    assert move(t, GM, "Remove a Test").fields[0].options == (Option("Alice", "Alice"),)
    assert not moves(t, "Alice", "Tests")


# -- Encounters and Credits --------------------------------------------------------------------------------------------


def test_an_encounter_is_started_against_whoever_is_known() -> None:
    """KL-3, KL-28: prepared groups, named NPCs, creatures in small numbers."""
    t = freeplay(("Alice", "Bob"))
    t.do(c.PrepareGroup(name="Patrol", members=("3 wolves",)))
    t.do(c.AddNpc(name="Captain Vane"))
    started = move(t, GM, "Start an Encounter")
    assert started.fields[0].options == (Option("Alice", "Alice"), Option("Bob", "Bob"))
    foes = started.fields[1].options
    assert [option.label for option in foes[:5]] == ["Patrol", "Captain Vane", "Wolf", "2 Wolves", "3 Wolves"]
    assert foes[3].value == {"creature": "wolf", "count": 2}
    t.do(c.StartEncounter(npcs=npcs("2 wolves", "orc")))
    assert labels(moves(t, GM, "Encounter"))[:3] == ["Begin the Edge Saves", "Merge groups", "Split a group in half"]


def test_a_pause_ends_with_or_without_a_beat(t: Klepto) -> None:
    """KL-5, KL-87."""
    t.do(c.PauseEncounter())
    back, paid = moves(t, GM, "Encounter")[:2]
    assert (back.label, paid.label) == ("Back to Turns", "Back to Turns, for a Beat")
    assert [option.value for option in paid.fields[0].options] == ["Alice", "Bob", "Orc"]
    assert not moves(t, "Alice", "Encounter")


def test_rewards_are_given_and_recoveries_taken(t: Klepto) -> None:
    """KL-90, KL-93, KL-94."""
    t.do(c.RecordDamage(target="Alice", amount=4))
    t.do(c.EndEncounter())
    assert labels(moves(t, GM, "Encounter")) == ["Give Experience", "Back to Freeplay"]
    heal = move(t, "Alice", "Heal Up")
    assert heal.fields == (Field("health", "Health regained", "number", most=4, optional=True),)
    assert "Heal Up" not in labels(moves(t, "Bob"))


def test_credits_are_led_by_the_gm_and_filled_by_the_players() -> None:
    """KL-1, KL-2, KL-8 to KL-16, KL-95 to KL-98."""
    t = table(("Alice",))
    assert labels(moves(t, GM, "Credits")) == ["Start the Episode", "Name the next Episode"]
    t = opening(("Alice", "Bob"))
    assert labels(moves(t, "Alice", "Credits")) == ["Introduce Alice"]
    assert labels(moves(t, GM, "Credits")) == ["Play the Cold Open", "Ask for Episodic Abilities"]
    t.do(c.BeginEpisodicStep())
    assert labels(moves(t, "Alice", "Credits")) == ["Introduce Alice", "Use an Episodic Ability"]
    assert labels(moves(t, GM, "Credits")) == ["On to Freeplay"]
    t.do(c.UseEpisodicAbility(character="Alice", grant_text="old favours", amount=3))
    assert move(t, "Alice", "Cash in old favours").fields == (Field("amount", "How many", "number", least=1, most=3),)
    t.do(c.EndOpeningCredits())
    t.do(c.StartClosingCredits())
    assert labels(moves(t, GM, "Credits")) == [
        "Play a closing scene",
        "Time passes",
        "No time passes",
        "End the Episode without resets",
    ]
    t.do(c.SetTimePasses(passes=True))
    assert labels(moves(t, "Alice", "Credits")) == ["Play Alice's resolution", "No resolution scene"]


def test_without_a_gm_everybody_leads() -> None:
    """Nobody is the GM: what the GM says, anybody may say."""
    t = freeplay(("Alice", "Bob"), gm=None)
    assert "Start an Encounter" in labels(moves(t, "Alice"))
    assert "Ask for a Test" in labels(moves(t, "Bob"))
    assert moves(t, "Nobody") == ()


def test_one_of_a_group_may_act_first_until_the_group_has_begun() -> None:
    """KL-43, KL-48."""
    t = fight(("Alice",), foes=npcs("2 wolves"))
    first = move(t, GM, "Let one of Wolves act first")
    assert first.given == (("group", "Wolves"),)
    assert first.fields[0].options == (Option(["Wolf 1"], "Wolf 1"), Option(["Wolf 2"], "Wolf 2"))
    t.do(c.EndTurn(character="Alice"))
    assert "Let one of Wolves act first" not in labels(moves(t, GM))


def test_an_order_in_freeplay_begins_with_somebody() -> None:
    """KL-17: the others follow round the table."""
    t = freeplay(("Alice", "Bob", "Carol"))
    order = move(t, GM, "Suggest an order").fields[0]
    assert order.options[1] == Option(["Bob", "Carol", "Alice"], "Bob")
