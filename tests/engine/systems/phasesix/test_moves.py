"""Taps offered to a table of Phase Six: dice, open rolls, deeds, reactions, and what the GM says."""

from typing import Any

from engine.board import Move
from engine.systems.phasesix.entities import Item, Value, Weapon
from engine.systems.phasesix.system import RULESET
from engine.systems.phasesix.vocabulary import Mode
from tests.engine.test_contract import tour
from tests.support.phasesix_table import Table, c, scene, table
from tests.support.taps import never_offered, pressed

RIFLE = Weapon("Rifle", "firearm", 20, modes=(Mode.SINGLE, Mode.BURST), ammo=3, magazine=9)
HAGEN: dict[str, Any] = {
    "attributes": {"quickness": 3},
    "skills": {"Courage": 2, "Hand to Hand": 2, "Shooting": 2, "First Aid": 1, "Throwing": 1},
    "weapons": (Weapon("Sword"), RIFLE),
    "items": (Item("Kit", boosts=2), Item("Flask", uses=0)),
    "bonus_dice": 1,
    "destiny_dice": 1,
}
GUARD: dict[str, Any] = {"skills": {"Hand to Hand": 2}, "weapons": (Weapon("Club"),), "max_health": 9}


SAID_OR_TYPED = {
    *("create_table", "add_player", "add_to_library", "choose_era", "change_house_rule", "write_sheet"),
    *("ask_status", "undo_last"),
}
"""Commands of setting up and of asking; they have places of their own on a page."""

IN_OTHER_WORDS = {"submit_dice": "report_dice", "roll_check": "add_bonus_die", "extinguish": "remove_condition"}
"""Commands whose tap is another one."""


def offered(t: Table, player: str, group: str | None = None) -> list[str]:
    """Labels of the buttons, of one group or all."""
    return [move.label for move in RULESET.moves(t.state, player) if group in (None, move.group)]


def move(t: Table, player: str, label: str) -> Move:
    (found,) = (each for each in RULESET.moves(t.state, player) if each.label == label)
    return found


def choices(t: Table, player: str, label: str, field: str) -> list[str]:
    """Options of a field of a move."""
    (found,) = (each for each in move(t, player, label).fields if each.name == field)
    return [option.label for option in found.options]


def duel(**foe: Any) -> Table:
    """Round one, Hagen's turn, a guard against him."""
    return scene(Hagen=HAGEN, Guard={**GUARD, **foe}).fight("Hagen", "Guard")


def test_what_a_table_does_it_can_tap() -> None:
    """Every command of a whole tour of the game is offered to somebody just before it is given."""
    assert not never_offered(RULESET, tour("phasesix"), SAID_OR_TYPED, IN_OTHER_WORDS)


def test_dice_owed_come_first_as_faces_or_successes() -> None:
    """P6-12, P6-17: the throw, and beside it what may still be committed; nobody else is asked."""
    t = scene(Hagen=HAGEN).check("Hagen", "Courage")
    faces, successes, *rest = RULESET.moves(t.state, "Ana")
    assert (faces.label, faces.owed, faces.given) == ("Throw two dice: Courage", True, (("request_id", "dice-2"),))
    assert (faces.fields[0].least, faces.fields[0].most) == (2, 6)
    assert successes.label == "Say the successes: Courage"
    assert [each.label for each in rest if each.group == "Roll"] == [
        "Cancel the roll: Courage of Hagen",
        "Add bonus dice: Courage of Hagen",
        "Add destiny dice: Courage of Hagen",
    ]
    assert not any(each.owed for each in (*rest, *RULESET.moves(t.state, "Gia")))
    _, after = pressed(RULESET, t.state, "Ana", {"kind": faces.kind, **dict(faces.given), "values": [6, 1]})
    assert not after.throws


def test_an_open_roll_waits_for_a_choice() -> None:
    """P6-18 to P6-21: leave it, add to it, throw it again; without rerolls only a destiny die pays."""
    t = scene(Hagen=HAGEN).check("Hagen", "Courage", needed=2).feed(1, 1)
    assert [each.label for each in RULESET.moves(t.state, "Ana") if each.owed] == [
        "Keep the roll: Courage of Hagen",
        "Add bonus dice: Courage of Hagen",
        "Add destiny dice: Courage of Hagen",
        "Reroll all, using a destiny die: Courage of Hagen",
    ]


def test_a_roll_without_dice_waits_for_some() -> None:
    """P6-12: extra dice, or none; it is not forgotten."""
    t = scene(Hagen=HAGEN).check("Hagen", "Empathy")
    assert [each.label for each in RULESET.moves(t.state, "Ana") if each.owed] == [
        "Keep the roll: Empathy of Hagen",
        "Add bonus dice: Empathy of Hagen",
        "Add destiny dice: Empathy of Hagen",
    ]
    assert RULESET.board(t.state).headline == "Ana: add dice?"


def test_the_gm_calls_for_rolls_and_fights() -> None:
    """P6-10, P6-25, P6-27: anybody's trait, everybody's, together; foes of the library."""
    t = scene(Hagen=HAGEN, Luta={}, Guard=GUARD)
    assert offered(t, "Gia", "Checks") == [
        "Call for a roll",
        "Call for a roll of everybody",
        "Call for a group roll",
    ]
    assert choices(t, "Gia", "Call for a roll", "char") == ["Hagen", "Luta", "Guard"]
    assert {"Courage", "Strength", "Evasion"} <= set(choices(t, "Gia", "Call for a roll", "trait"))
    assert offered(t, "Gia", "Fight") == [
        "Start a fight",
        "Start a fight with new foes",
        "Apply hits without a roll",
    ]
    assert offered(t, "Ana", "Fight") == offered(t, "Ana", "Session") == []
    t.check("Hagen", "Courage")
    assert choices(t, "Gia", "Call for a roll", "char") == ["Luta", "Guard"]
    assert "Start a fight" not in offered(t, "Gia")


def test_whoever_has_the_turn_is_offered_deeds() -> None:
    """P6-35 to P6-38: every weapon, ways to go, things, the end of the turn; others wait."""
    t = duel()
    assert offered(t, "Ana", "Actions") == [
        "Attack with the Sword",
        "Attack with the Rifle",
        "Attack with bare hands",
        "Walk up to 4 m",
        "Run up to 7 m",
        "Hunker down",
        "Reload the Rifle",
        "Use something",
        "Throw something of yours",
        "Use what lies around",
        "Throw what lies around",
        "Give first aid",
        "Do something else",
    ]
    assert offered(t, "Ana", "Turn") == [
        "End the turn",
        "Buy actions with bonus dice",
        "Buy actions with destiny dice",
        "Steal an action",
    ]
    assert choices(t, "Ana", "Attack with the Rifle", "mode") == ["single", "burst"]
    assert choices(t, "Ana", "Attack with the Rifle", "target") == ["Guard"]
    assert choices(t, "Ana", "Use something", "item") == ["Kit"]
    assert offered(t, "Gia", "Actions") == []
    t.do(c.Hunker(char="Hagen"))
    moving = [label for label in offered(t, "Ana", "Actions") if label.endswith(" m") or label == "Stand up"]
    assert moving == ["Crawl up to 3 m", "Stand up"]


def test_a_deed_may_go_with_a_walk() -> None:
    """P6-38: right after it, without cost; movement does not."""
    t = duel()
    t.do(c.Walk(char="Hagen"))
    riders = [label for label in offered(t, "Ana", "Actions") if label.endswith(", with the walk")]
    assert riders[0] == "Attack with the Sword, with the walk"
    assert not any(label.startswith(("Walk", "Run", "Hunker")) for label in riders)


def test_without_actions_only_bought_ones_help() -> None:
    """P6-44: no deed is offered that cannot be paid."""
    t = duel()
    t.do(c.Run(char="Hagen")).do(c.Run(char="Hagen"))
    assert offered(t, "Ana", "Actions") == []
    assert "Buy actions with bonus dice" in offered(t, "Ana", "Turn")


def test_reactions_are_owed_by_whoever_may_react() -> None:
    """P6-39 to P6-42, P6-60 to P6-62: let it happen, defend, or answer with a deed; the GM may close the time."""
    t = duel().pass_("Hagen")
    t.do(c.Attack(char="Guard", target="Hagen")).feed(5, 6)
    labels = offered(t, "Ana", "Reactions")
    assert labels[:3] == ["Let it happen", "Evade", "Parry"]
    assert "React: Attack with the Sword" in labels
    assert choices(t, "Ana", "Parry", "with") == ["Sword", "Rifle", "Kit", "Flask"]
    assert offered(t, "Gia", "Reactions") == ["End reactions"]
    answer = move(t, "Ana", "React: Attack with the Sword")
    assert (answer.kind, dict(answer.given)) == ("react", {"char": "Hagen", "weapon": "Sword", "deed": "attack"})
    t.do(c.PassReaction(char="Hagen"))
    assert offered(t, "Ana", "Reactions") == []


def test_a_judged_parry_is_owed_by_the_gm() -> None:
    """P6-62: at most as many hits as there were."""
    t = duel().rule("parry_mode", "gm").pass_("Hagen")
    t.do(c.Attack(char="Guard", target="Hagen")).feed(5, 6)
    t.do(c.Parry(char="Hagen")).feed(5, 5)
    first = RULESET.moves(t.state, "Gia")[0]
    assert (first.label, first.owed) == ("Say how many hits the parry left", True)
    assert (first.fields[0].least, first.fields[0].most) == (0, 2)


def test_full_auto_goes_on_with_the_same_weapon() -> None:
    """P6-52: the locked weapon and nothing else; a mode has to be named when the usual one lacks rounds."""
    modes = (Mode.SINGLE, Mode.BURST, Mode.FULL_AUTO)
    rounds = (Value("burst", 3), Value("full_auto", 6))
    gun = Weapon("Gun", "firearm", 20, modes=modes, rounds=rounds, ammo=14, magazine=14)
    t = scene(Hagen={**HAGEN, "weapons": (gun, Weapon("Sword"))}, Guard=GUARD).fight("Hagen", "Guard")
    t.do(c.Attack(char="Hagen", target="Guard", weapon="Gun", mode="full_auto")).feed(1, 1, 1, 1, 1, 1)
    t.do(c.CloseCheck(char="Hagen"))
    assert offered(t, "Ana", "Actions") == ["Attack with the Gun"]
    assert dict(move(t, "Ana", "Attack with the Gun").given)["mode"] == "full_auto"
    few = Weapon("Gun", "firearm", 20, modes=modes, rounds=rounds, ammo=2, magazine=14)
    t = scene(Hagen={**HAGEN, "weapons": (few,)}, Guard=GUARD).fight("Hagen", "Guard")
    (mode,) = (field for field in move(t, "Ana", "Attack with the Gun").fields if field.name == "mode")
    assert ([option.label for option in mode.options], mode.optional) == (["single"], False)


def test_foes_of_the_gm_are_told_apart() -> None:
    t = scene(Hagen=HAGEN, Guard=GUARD, Thug=GUARD).fight("Guard", "Hagen", "Thug").pass_("Guard", "Hagen", "Thug")
    assert offered(t, "Gia", "Actions")[0] == "Guard: attack with the Club"
    assert choices(t, "Gia", "Guard: attack with the Club", "target") == ["Hagen", "Thug"]


def test_first_aid_fits_what_is_wrong() -> None:
    """P6-72 to P6-74: stabilising the dying, bandaging the bleeding; a boost for anybody."""
    t = scene(Hagen=HAGEN, Luta={})
    assert offered(t, "Ana", "Actions") == [
        "Reload the Rifle",
        "Use something",
        "Throw something of yours",
        "Give first aid",
    ]
    t.do(c.ApplyCondition(char="Luta", cond="bleeding")).do(c.TakeWounds(char="Luta", count=6))
    assert choices(t, "Ana", "Stabilise somebody", "target") == ["Luta"]
    assert choices(t, "Ana", "Bandage somebody", "target") == ["Luta"]
    assert choices(t, "Ana", "Stabilise somebody", "item") == ["Kit"]


def test_everybody_enters_their_own_harm_the_gm_anybodys() -> None:
    """P6-67, P6-68, P6-79: one's own character needs no choice; ending a condition is the GM's."""
    t = scene("horror", Hagen=HAGEN, Guard=GUARD).do(c.ApplyCondition(char="Hagen", cond="burning"))
    assert offered(t, "Ana", "Health") == ["Take wounds", "Refill hearts", "Give boosts", "Give a condition"]
    assert move(t, "Ana", "Take wounds").given == (("char", "Hagen"),)
    assert choices(t, "Gia", "Take wounds", "char") == ["Hagen", "Guard"]
    assert "bonus dice" in choices(t, "Ana", "Correct a number", "path")
    assert {"End burning for Hagen", "Rest for a night"} <= set(offered(t, "Gia", "Health"))
    assert offered(t, "Gia", "Stress") == ["Give stress", "Remove stress"]
    t.do(c.AddStress(count=8, chars=("Hagen",)))
    assert offered(t, "Gia", "Stress")[2:] == [
        "Write down the tick of Hagen",
        "End a tick of Hagen by therapy: tick 1",
    ]


def test_characters_grow_between_sessions() -> None:
    """P6-6 to P6-9, P6-87 to P6-89, P6-98: templates while points last, spells from a thesis."""
    t = table("magic")
    assert offered(t, "Ana") == ["Create a character"]
    t.do(c.CreateCharacter(actor="Ana", name="Hagen")).do(c.WriteSheet(char="Hagen", spell_points=9))
    assert offered(t, "Ana", "Character") == ["Take a template", "Finish the character"]
    assert offered(t, "Ana", "Spells") == ["Learn a spell"]
    costs = [int(label.rsplit(", ", 1)[1]) for label in choices(t, "Ana", "Take a template", "template")]
    assert max(costs) <= t.who("Hagen").career_points
    t.do(c.FinishCharacter(char="Hagen")).do(c.LearnSpell(char="Hagen", spell="Light", thesis="a book"))
    assert offered(t, "Ana", "Character") == ["Buy a template with reputation"]
    assert offered(t, "Ana", "Spells")[:3] == ["Learn a spell", "Forget a spell", "Modify a spell"]
    assert offered(t, "Gia")[0] == "Start the session"
    t.do(c.StartSession())
    assert offered(t, "Ana", "Character") == offered(t, "Ana", "Spells") == []
    assert offered(t, "Ana", "Magic") == []
