"""The table as a page shows it: who acts or rolls and why, hearts and dice of every seat, dice that lie, sheets."""

from typing import Any

from engine.board import Bar, Line, Place
from engine.systems.phasesix.entities import Knowledge, Weapon
from engine.systems.phasesix.system import RULESET
from tests.support.phasesix_table import Table, c, scene, table

HAGEN: dict[str, Any] = {
    "attributes": {"strength": 4, "quickness": 3},
    "skills": {"Courage": 3, "Hand to Hand": 2},
    "knowledge": (Knowledge("Etiquette", "Courage", 1),),
    "weapons": (Weapon("Sword", wounds="2"),),
    "bonus_dice": 2,
    "rerolls": 1,
}
GUARD: dict[str, Any] = {"skills": {"Hand to Hand": 2}, "weapons": (Weapon("Club"),), "max_health": 9}


def board(t: Table, viewer: str | None = None) -> Any:
    return RULESET.board(t.state, viewer)


def says(t: Table) -> tuple[str, str]:
    """Headline and reason."""
    return board(t).headline, board(t).reason


def place(t: Table, player: str) -> Place:
    (found,) = (each for each in board(t).places if each.player == player)
    assert isinstance(found, Place)
    return found


def panel(t: Table, title: str, viewer: str | None = None) -> Any:
    (found,) = (each for each in board(t, viewer).panels if each.title == title)
    return found


def lines(panels: Any, title: str) -> dict[str, tuple[str, str]]:
    """Value and detail of every line of a sheet's panel."""
    (found,) = (each for each in panels if each.title == title)
    return {line.label: (line.value, line.detail) for line in found.lines}


def test_without_a_roll_or_a_fight_the_gm_leads() -> None:
    assert RULESET.board(RULESET.initial_state()).headline == "No table yet"
    t = table()
    assert says(t) == ("No session is running", "")
    t.do(c.StartSession())
    assert says(t) == ("Gia leads the story", "")
    assert [each.player for each in board(t).places] == ["Gia", "Ana", "Ben", "Cleo"]
    assert place(t, "Gia").badges == ("GM",)


def test_hearts_of_foes_are_for_the_gm() -> None:
    """Everybody sees what is wrong with somebody; the sheet of a foe only the GM."""
    t = scene(Hagen=HAGEN, Guard=GUARD)
    t.do(c.TakeWounds(char="Guard", count=2)).do(c.ApplyCondition(char="Guard", cond="burning"))
    for viewer in (None, "Ana"):
        foes = panel(t, "Foes and bystanders", viewer)
        assert (foes.lines, foes.bars) == ((Line("Guard", "burning 1", tone="bad"),), ())
        assert RULESET.sheet(t.state, "Gia", viewer) == ()
    assert panel(t, "Foes and bystanders", "Gia").bars == (Bar("Guard", 7, 9),)
    assert RULESET.sheet(t.state, "Gia", "Gia")[0].title == "Guard"
    assert RULESET.sheet(t.state, "Ana", "Ben") == RULESET.sheet(t.state, "Ana", "Ana")
