"""A sheet of Phase Abandon on a page: the dice a skill gives now, and why they are not its rank."""

from engine.board import Bar, Line, Panel
from engine.systems.phase_abandon.system import RULESET
from engine.systems.phase_abandon.words import UNWRITTEN
from tests.support.deal import scene
from tests.support.table import Table, table


def titled(t: Table, title: str, player: str = "P", viewer: str | None = None) -> Panel | None:
    return next((each for each in RULESET.sheet(t.state, player, viewer) if each.title == title), None)


def test_skills_say_why_they_give_other_dice_than_their_rank() -> None:
    """PA-46, PA-64, PA-84: damage, broken principles, modifiers, wear; advancement towards the next rank."""
    t = scene(
        skills={"P": {"Knives": 7, "Wits": 2, "Sailing": 3}},
        principles={"P": [("no mercy", "Knives", 3, "NOT_LINKED")]},
        damage={"P": {"Knives": 1, "Wits": 1}},
        advancement={"P": {"Sailing": 4}},
    )
    t.break_principle("P", "no mercy")
    t.correct_skill("P", "Sailing", "temp_modifier", 2)
    skills = titled(t, "Skills")
    assert skills is not None
    assert skills.lines == (
        Line("Knives", "3", "rank 7, 1 damage, 3 off for a broken principle", "bad"),
        Line("Wits", "1", "rank 2, 1 damage, worn: failures cost Heart", "bad"),
        Line("Sailing", "5", "rank 3, +2 granted by the group, 4 of 6 to the next rank", "good"),
    )
    principles = titled(t, "Guiding principles")
    assert principles is not None
    assert principles.lines[0] == Line("no mercy", "Knives", "broken: 3 dice off", "bad")


def test_items_goals_and_connections_stand_on_the_sheet() -> None:
    t = scene(
        items={"P": {"Dagger": {"rank": 2, "crit_heart": 1, "recharge": "each day"}}},
        goals={"P": [("a boat", 100), ("peace", 200)]},
        connections={"P": {"Marta": 3}},
    )
    t.correct("goal", 40, player="P", goal="a boat")
    assert titled(t, "Special items of power") == Panel(
        "Special items of power", (Line("Dagger", "2", "each one costs 1 Heart, recharges: each day"),)
    )
    assert titled(t, "Goals") == Panel(
        "Goals", bars=(Bar("a boat", 60, 100, "40 left"), Bar("peace", 0, 200, "200 left"))
    )
    assert titled(t, "Connections") == Panel("Connections", (Line("Marta", "3"),))


def test_a_sheet_being_written_shows_what_is_left_to_spend() -> None:
    """PA-20: skill points of a draft."""
    t = table("Ana", "Ben")
    t.finish_setting()
    t.create_character("Ana", "Vesna")
    t.buy("Ana", "Lockpicking", 3)
    assert titled(t, "Who they are", "Ana") == Panel(
        "Who they are", (Line("Status", "draft"), Line("Skill points left", "12"))
    )


def test_an_undeclared_bid_is_on_its_bidders_page_only() -> None:
    """PA-92."""
    t = scene()
    t.conflict("Q")
    t.bid("P", 3)
    assert titled(t, "Your bid", viewer="P") == Panel(
        "Your bid", (Line("Until all bids are placed", "3 chips", tone="strong"),)
    )
    assert titled(t, "Your bid", viewer="Q") is None
    assert titled(t, "Your bid") is None


def test_nobody_without_a_character_has_a_sheet() -> None:
    t = table("Ana", "Ben")
    assert RULESET.sheet(t.state, "Ana", "Ana") == ()


def test_what_skills_do_is_told_where_it_is_written() -> None:
    t = table("Ana", "Ben")
    t.finish_setting()
    t.create_character("Ana", "Vesna")
    t.buy("Ana", "Locks", 3, success_effect="it opens", critical_failure_effect=UNWRITTEN)
    t.buy("Ana", "Knives", 2, success_effect=UNWRITTEN, critical_failure_effect=UNWRITTEN)
    t.buy("Ana", "Wits", 2)
    assert titled(t, "What skills do", "Ana") == Panel(
        "What skills do",
        (
            Line("Locks", "it opens"),
            Line("Wits", "it works"),
            Line("Wits, critical failure", "it hurts"),
            Line("To be decided", "Locks and Knives"),
        ),
    )
