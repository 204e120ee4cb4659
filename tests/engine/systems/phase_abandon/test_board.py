"""The page of a table of Phase Abandon: who has the word and why, and everything that lies on the table."""

from typing import Any

from engine.board import Board, Card, Counter, Line, Panel
from engine.systems.phase_abandon.system import RULESET
from tests.support.deal import scene
from tests.support.table import Table

JAY, RUSS, MIRA = PLAYERS = ("Jay", "Russ", "Mira")


def sitting(**options: Any) -> Table:
    """Three players in a plain scene, Jay narrating."""
    return scene(
        players=list(PLAYERS),
        **{"skills": {"Jay": {"Stealth": 7}}, "group_goals": (("reach the mill", 40),), **options},
    )


def board(t: Table, viewer: str | None = None) -> Board:
    return RULESET.board(t.state, viewer)


def headline(t: Table) -> tuple[str, str]:
    shown = board(t)
    return shown.headline, shown.reason


def panel(t: Table, title: str, viewer: str | None = None) -> Panel:
    return next(each for each in board(t, viewer).panels if each.title == title)


# -- the whole board ---------------------------------------------------------------------------------------------------


# -- headline and reason -----------------------------------------------------------------------------------------------


def told(requester: str, target: str, *faces: int, **rules: Any) -> tuple[Table, tuple[str, str]]:
    """A check on Luck, Jay narrating; the table then, and its headline."""
    t = sitting(rules=rules)
    t.check(requester, target, "luck")
    t.dice(target, *faces)
    t.accept_all(target)
    return t, headline(t)


def test_the_reason_says_how_a_check_went() -> None:
    """Rows N-8 to N-12."""
    t, passed = told("Jay", "Russ", 4, 4, 2)
    assert passed == ("Russ narrates a success", "Russ's check scored two successes.")
    assert board(t).actions == 2
    t.end()
    assert headline(t) == ("Russ narrates", "Russ keeps narrating after the result.")
    assert told("Russ", "Jay", 2, 2, 4)[1] == ("Russ narrates the failure", "Jay failed the check Russ called.")
    lowest = {"failed_check_narrator": "lowest_chips", "after_failed_check": "highest_chips"}
    t, failed = told("Russ", "Jay", 2, 2, 4, **lowest)
    assert failed == ("Russ narrates the failure", "Jay failed; Russ had the fewest chips of the others.")
    t.end()
    t.settle_ties("Jay")
    assert headline(t) == ("Jay narrates", "Jay had the most chips.")


# -- dice --------------------------------------------------------------------------------------------------------------


# -- conflict and the rest ---------------------------------------------------------------------------------------------


def test_bids_are_faceless_until_all_are_in() -> None:
    """PA-92: one's own bid only; then bids, pot and totals lie open."""
    t = sitting()
    t.conflict("Russ", "a chase")
    t.bid("Jay", 3)
    assert headline(t) == ("Bids, please", "Russ calls a conflict: a chase. Russ narrates.")
    assert panel(t, "Conflict").lines == (Line("Called by", "Russ", "a chase"),)
    assert panel(t, "Conflict").cards == (
        Card("Jay", None, "bid placed"),
        Card("Russ", "", "no bid yet", tone="strong"),
        Card("Mira", "", "no bid yet", tone="strong"),
    )
    assert panel(t, "Conflict", "Jay").cards[0] == Card("Jay", "bid 3")
    assert panel(t, "Conflict", "Russ") == panel(t, "Conflict")
    assert [place.owes for place in board(t).places] == [(), ("place a bid",), ("place a bid",)]
    t.bid("Russ", 1)
    t.bid("Mira", 0)
    t.total("Jay", 11)
    assert headline(t)[0] == "Roll your bids"
    assert headline(t)[1] == "The highest total takes four chips and sets the challenge. Russ narrates."
    assert panel(t, "Conflict") == Panel(
        "Conflict",
        (Line("Called by", "Russ", "a chase"),),
        counters=(Counter("chips in the pot", 4, sign="chip"),),
        cards=(Card("Jay", "bid 3", "rolled 11"), Card("Russ", "bid 1"), Card("Mira", "bid 0")),
        where="conflict",
    )
