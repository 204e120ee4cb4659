"""The page of a table of Phase Abandon: who has the word and why, and everything that lies on the table."""

from typing import Any

import pytest

from engine.board import Bar, Board, Counter, Face, Line, Panel, Place, Throw
from engine.systems.phase_abandon.rules.connections import InvokeConnection
from engine.systems.phase_abandon.system import RULESET
from tests.support.deal import scene
from tests.support.table import Table, table

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


def test_a_challenge_scene_as_everybody_sees_it() -> None:
    """Chips, Heart, Luck and badges per seat; challenge and goals as bars; the pool."""
    t = sitting(challenge=9, combat=True, pool=2, chips={"Russ": 2}, heart={"Mira": 1})
    t.correct("challenge_left", 4)
    assert board(t) == Board(
        headline="Jay narrates the scene",
        reason="Jay won the challenge roll.",
        holder="Jay",
        places=(
            Place("Jay", "Jay's hero", purse(5, 5), ("narrates", "most chips")),
            Place("Russ", "Russ's hero", purse(2, 5), ("fewest chips",)),
            Place("Mira", "Mira's hero", purse(5, 1), ("most chips",)),
        ),
        bars=(Bar("Challenge", 5, 9, "4 left, combat", "strong"), Bar("reach the mill", 0, 40, "40 left")),
        counters=(Counter("tokens in the pool", 2),),
        panels=(Panel("Scene", (Line("Challenge scene", "a fight", "combat"),)),),
        unit="actions",
    )


def purse(chips: int, heart: int) -> tuple[Counter, ...]:
    tone: Any = "bad" if heart == 1 else "plain"
    return Counter("chips", chips), Counter("Heart", heart, 5, tone), Counter("Luck", 3, 6)


# -- headline and reason -----------------------------------------------------------------------------------------------


def test_before_play_the_headline_names_the_step() -> None:
    t = table(*PLAYERS)
    assert headline(t) == ("Agree on a genre", "")
    t.genre("low fantasy")
    assert headline(t) == ("Create the setting", "")
    t.finish_setting()
    assert headline(t) == ("Create the characters", "")
    for name in PLAYERS:
        t.quick_character(name, skills={"Wits": 3})
    assert headline(t) == ("Ready to play", "Every character is finished.")
    t.do_start()
    assert headline(t) == ("Roll for Luck", "One die sets each character's Luck for this session.")
    for name in PLAYERS:
        t.dice(name, 3)
    assert headline(t) == ("Agree on group goals, then get moving", "")
    t.group("find it", 10)
    t.get_moving()
    assert headline(t) == ("Get moving", "The highest total starts the story.")
    t.total("Jay", 9)
    t.total("Russ", 9)
    t.total("Mira", 3)
    assert headline(t) == ("Roll-off: Jay and Russ", "Their get-moving totals are equal.")
    t.settle_ties("Russ")
    assert headline(t) == ("Russ narrates the scene", "Russ won the get-moving roll.")
    t.end_session()
    assert headline(t) == ("The game session is over", "")


def test_an_action_is_followed_from_the_throw_to_the_next_narrator() -> None:
    """PA-43: what the roller may do stands in the headline; afterwards who narrates, and why."""
    t = sitting(chips={"Russ": 9})
    t.declare("Jay", "Stealth")
    assert headline(t) == ("Jay rolls Stealth", "Tries it. Jay narrates.")
    t.dice("Jay", 6, 4, 2, 1, 1)
    assert headline(t) == ("Jay may re-roll Stealth", "Tries it. Jay narrates.")
    t.reroll("Jay", faces=[2])
    assert headline(t) == ("Jay rerolls one die", "Tries it. Jay narrates.")
    t.dice("Jay", 3)
    t.accept("Jay")
    assert headline(t) == ("Jay: trade the 6 for the 1?", "Tries it. Jay narrates.")
    t.trade("Jay")
    assert headline(t) == ("Mira narrates the failure", "Jay failed; Mira had the fewest chips of the others.")
    fell = (Face(6, "struck"), Face(4, "success"), Face(3, "failure"), Face(1, "struck"), Face(1, "failure"))
    assert board(t).throws == (Throw("Jay", "one success", faces=fell, over=True),)
    t.end()
    assert board(t).throws == ()
    assert headline(t) == ("Russ narrates", "Russ had the most chips.")


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


def test_endings_and_interruptions_have_their_reasons() -> None:
    """Rows N-21, N-22, N-25, N-29, N-31 and a correction."""
    t = sitting(challenge=3, goals={"Jay": [("a boat", 3), ("peace", 297)]})
    t.act("Jay", "Stealth", 4, 4, 4)
    t.accept_all("Jay")
    assert headline(t) == ("Jay narrates the end of the challenge", "Jay took the last of the challenge.")
    t.claim("Jay", "a boat")
    t.end()
    assert headline(t) == ("Jay narrates how a goal is reached", "A goal of Jay's character is reached.")
    t.end()
    t.settle_ties("Russ")
    assert headline(t) == ("Russ narrates the scene", "Russ had the most chips.")
    t.conflict("Russ")
    t.bids(Jay=0, Russ=0, Mira=0)
    assert headline(t) == ("Russ narrates", "Nobody bid, so Russ continues.")
    t.correct("holder", "Mira")
    assert headline(t) == ("Mira narrates", "The table handed narration to Mira.")
    t.absent("Mira")
    assert headline(t)[1] == f"The narrator left, and {t.holder} had the most chips."
    assert [place.badges for place in board(t).places][2] == ("away",)
    assert [place.present for place in board(t).places] == [True, True, False]


def test_a_connections_favour_names_who_is_asked() -> None:
    """PA-109: the invoker rolls, the owner is asked."""
    t = scene(players="PQ", holder="P", chips={"P": 9}, connections={"Q": {"Marta": 2}})
    t.do(InvokeConnection(player="P", target="Q", connection="Marta", request_text="a bed for the night"))
    assert headline(t) == ("P rolls for Marta", "Marta asks a favour of Q: a bed for the night. P narrates.")
    t.dice("P", 4, 4)
    assert panel(t, "Requests of connections").lines == (Line("Marta asks Q", "strength 2", "a bed for the night"),)


# -- dice --------------------------------------------------------------------------------------------------------------


def test_dice_lie_on_the_table_with_what_they_count_as() -> None:
    """Sixes may be thrown again, a traded pair is struck, helping dice lie beside them."""
    t = sitting(skills={"Jay": {"Stealth": 5}})
    t.declare("Jay", "Stealth")
    t.help("Russ", "Wits", 1)
    assert board(t).throws == (
        Throw("Jay", "Stealth", 5, 6, (), t.state.dice_requests[0].request_id),
        Throw("Russ", "help for Jay", 1, 6, (), t.state.dice_requests[1].request_id),
    )
    assert [place.owes for place in board(t).places] == [("roll five dice",), ("roll one die",), ()]
    t.dice("Russ", 5)
    t.dice("Jay", 6, 6, 4, 3, 1)
    assert board(t).throws == (
        Throw(
            "Jay",
            "a one to trade or rescue",
            faces=(Face(6, "again"), Face(6, "again"), Face(4, "success"), Face(3, "failure"), Face(1, "failure")),
        ),
        Throw("Russ", "helps Jay with Wits", faces=(Face(5, "success"),)),
    )
    t.trade("Jay")
    thrown = board(t).throws[0]
    assert (thrown.because, thrown.wanted) == ("sixes rolled again", 1)
    assert thrown.faces[:2] == (Face(6, "struck"), Face(6, "again"))
    assert thrown.faces[4] == Face(1, "struck")
    assert board(t).headline == "Jay may roll the sixes again"


def test_a_six_left_alone_is_a_success_like_others() -> None:
    """PA-49: while the count waits for help nothing is thrown again."""
    t = sitting(skills={"Jay": {"Stealth": 3}})
    t.declare("Jay", "Stealth")
    t.help("Russ", "Wits", 1)
    t.dice("Jay", 6, 4, 2)
    assert board(t).throws[1].faces[0] == Face(6, "again")
    t.accept("Jay")
    assert headline(t) == ("Russ rolls to help Jay", "Tries it. Jay narrates.")
    assert board(t).throws[0] == Throw(
        "Jay", "waits for help", faces=(Face(6, "success"), Face(4, "success"), Face(2, "failure"))
    )


def test_what_weighs_on_a_roll_is_listed() -> None:
    t = sitting(skills={"Jay": {"Stealth": 7}})
    t.check("Russ", "Jay", "Stealth", extra_difficulty=1)
    t.help("Mira", "Wits", 2)
    t.hold_out("Jay", 1)
    assert panel(t, "Roll").lines == (
        Line("Re-rolls", "2"),
        Line("Held out", "one die"),
        Line("Made harder", "1 off the successes", tone="bad"),
        Line("Help", "Mira, Wits", "two dice", "good"),
    )
    assert headline(t) == ("Jay rolls Stealth", "Russ called the check. Jay narrates.")


# -- conflict and the rest ---------------------------------------------------------------------------------------------


def test_bids_are_faceless_until_all_are_in() -> None:
    """PA-92: one's own bid only; then bids, pot and totals lie open."""
    t = sitting()
    t.conflict("Russ", "a chase")
    t.bid("Jay", 3)
    assert headline(t) == ("Bids, please", "Russ calls a conflict: a chase. Russ narrates.")
    assert panel(t, "Conflict").lines == (
        Line("Called by", "Russ", "a chase"),
        Line("Jay", "bid placed"),
        Line("Russ", "no bid yet", tone="strong"),
        Line("Mira", "no bid yet", tone="strong"),
    )
    assert panel(t, "Conflict", "Jay").lines[1] == Line("Jay", "bid 3")
    assert panel(t, "Conflict", "Russ") == panel(t, "Conflict")
    assert [place.owes for place in board(t).places] == [(), ("place a bid",), ("place a bid",)]
    t.bid("Russ", 1)
    t.bid("Mira", 0)
    t.total("Jay", 11)
    assert headline(t)[0] == "Roll your bids"
    assert headline(t)[1] == "The highest total takes four chips and sets the challenge. Russ narrates."
    assert panel(t, "Conflict") == Panel(
        "Conflict",
        (
            Line("Called by", "Russ", "a chase"),
            Line("Jay", "bid 3", "rolled 11"),
            Line("Russ", "bid 1"),
            Line("Mira", "bid 0"),
        ),
        counters=(Counter("chips in the pot", 4),),
    )


def test_a_result_lists_what_has_to_be_mentioned() -> None:
    t = sitting(skills={"Jay": {"Stealth": 3}})
    t.act("Jay", "Stealth", 4, 5, 1)
    t.accept_all("Jay")
    assert panel(t, "Narration to come").lines == (Line("Mention", "Jay's character gets hurt or set back"),)


def test_a_fallen_character_owes_a_fate() -> None:
    """PA-69."""
    t = sitting(heart={"Mira": 1})
    t.correct("heart", 0, player="Mira")
    place = board(t).places[2]
    assert (place.badges, place.owes) == (("down",), ("decide what becomes of Mira's hero",))


@pytest.mark.parametrize("viewer", [None, *PLAYERS])
def test_the_order_of_speaking_is_shown(viewer: str | None) -> None:
    """PA-34: fewest chips first."""
    t = sitting(chips={"Mira": 2})
    t.ask_around("Jay")
    assert board(t, viewer).order == ("Mira", "Jay", "Russ")


def test_entries_of_a_new_sheet_wait_for_the_group() -> None:
    """PA-26: while characters are made everybody sees them; a tap accepts or refuses each."""
    t = table("Ana", "Ben")
    t.finish_setting()
    t.create_character("Ana", "Vesna")
    t.buy("Ana", "Lockpicking", 3)
    assert panel(t, "For the group to approve").lines == (Line("Vesna", "Lockpicking", "skill"),)
    t.decide("Lockpicking", approved=True)
    assert not any(each.title == "For the group to approve" for each in board(t).panels)
