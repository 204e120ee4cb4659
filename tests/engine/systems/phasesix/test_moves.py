"""Taps offered to a table of Phase Six: dice, open rolls, deeds, reactions, and what the GM says."""

from typing import Any

from engine.board import Move
from engine.systems.phasesix.entities import Item, Weapon
from engine.systems.phasesix.system import RULESET
from engine.systems.phasesix.vocabulary import Mode
from tests.engine.test_contract import tour
from tests.support.phasesix_table import Table, scene
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
