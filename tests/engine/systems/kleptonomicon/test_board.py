"""A page about a table of the Kleptonomicon: Turns and Beats, Edge Saves, Reactions, Credits."""

from engine.board import Bar, Board, Line, Panel
from engine.systems.kleptonomicon.entities import Ability
from engine.systems.kleptonomicon.system import RULESET
from tests.support.kleptonomicon_table import GM, Klepto, c, freeplay, sheet


def board(t: Klepto, viewer: str | None = None) -> Board:
    return RULESET.board(t.state, viewer)


def headline(t: Klepto) -> tuple[str, str]:
    shown = board(t)
    return shown.headline, shown.reason


def panel(t: Klepto, title: str, viewer: str | None = None) -> Panel | None:
    return next((each for each in board(t, viewer).panels if each.title == title), None)


# -- the whole board ---------------------------------------------------------------------------------------------------


# -- headline and reason -----------------------------------------------------------------------------------------------


def test_nobody_is_next_once_the_fight_is_over(t: Klepto) -> None:
    """KL-6: in the Reward Phase no Turn Order is shown any more; who was there is."""
    t.do(c.EndEncounter())
    assert headline(t)[0] == "Rewards"
    assert board(t).order == ()
    assert panel(t, "Turn Order") is None
    assert panel(t, "NPCs") is not None


# -- Tests and Saves ---------------------------------------------------------------------------------------------------


# -- seats and secrets -------------------------------------------------------------------------------------------------


def test_points_of_npcs_are_the_gms_alone(t: Klepto) -> None:
    """KL-43: on the GM's board and sheet, on nobody else's."""
    t.do(c.RecordDamage(target="Orc", amount=4))
    shown, secret = panel(t, "NPCs"), panel(t, "NPCs", GM)
    assert shown is not None
    assert secret is not None
    assert shown.lines == (Line("Orc", "two Beats"),)
    assert secret.lines == (Line("Orc", "Health 6 of 10, two Beats"),)
    assert panel(t, "NPCs", "Alice") == shown
    assert [each.title for each in RULESET.sheet(t.state, GM, GM)] == ["Orc"]
    assert RULESET.sheet(t.state, GM, "Alice") == ()


# -- sheets ------------------------------------------------------------------------------------------------------------


def test_a_sheet_shows_what_counts_now() -> None:
    charm = Ability("Lucky Charm", uses_per_episode=1)
    t = freeplay(("Alice",), Alice=sheet(charm, upgrades=("keen eyes",)))
    t.do(c.RecordDamage(target="Alice", pool="shield", amount=3))
    t.do(c.UseAbility(character="Alice", ability="Lucky Charm"))
    panels = {each.title: each for each in RULESET.sheet(t.state, "Alice")}
    assert panels["Points"].bars[:2] == (Bar("Dodge Points", 2, 2), Bar("Shield", 0, 3, tone="bad"))
    assert panels["Now"].lines == (Line("Beats", "2 of 2"),)
    assert Line("Parry", "Reaction", "answers an attack") in panels["Abilities"].lines
    assert Line("Lucky Charm", "Action", "used up", "bad") in panels["Abilities"].lines
    assert Line("Old Contacts", "Action", "Episodic, 1 left this Episode") in panels["Abilities"].lines
    assert panels["Skills"].lines == (Line("Athletics", "+0"),)
    assert panels["Notes"].lines == (
        Line("Level", "1"),
        Line("Experience", "0"),
        Line("Edge Save", "+0"),
        Line("Upgrade", "keen eyes"),
    )
    assert "Movement of Alice" not in panels
