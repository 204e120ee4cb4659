"""Taps offered at a table of Phase Abandon: to whom, and what each of them still asks."""

from collections.abc import Iterable
from typing import Any

from engine.board import Field, Move, Option
from engine.systems.phase_abandon.system import RULESET
from tests.engine.test_contract import tour
from tests.support.deal import scene
from tests.support.table import Table, table
from tests.support.taps import never_offered

SAID_OR_TYPED = {"create_table", "change_house_rule", "ask_status", "undo_last"}
"""Commands of setting up and of asking, which have places of their own on a page."""

IN_OTHER_WORDS = {"explode_sixes": "report_dice"}
"""Sixes the rules wait for are thrown again by handing in their dice."""


def test_what_a_table_does_it_can_tap() -> None:
    """Every command of a whole tour of the game is offered to somebody just before it is given."""
    assert not never_offered(RULESET, tour("phase-abandon"), SAID_OR_TYPED, IN_OTHER_WORDS)


def moves(t: Table, player: str, group: str | None = None) -> tuple[Move, ...]:
    return tuple(move for move in RULESET.moves(t.state, player) if group in {None, move.group})


def labels(offered: Iterable[Move]) -> list[str]:
    return [move.label for move in offered]


def move(t: Table, player: str, label: str) -> Move:
    return next(each for each in moves(t, player) if each.label == label)


# -- what is owed ------------------------------------------------------------------------------------------------------


def test_owed_dice_come_first() -> None:
    t = scene(holder="P")
    t.declare("P", "Wits")
    request = t.state.dice_requests[0].request_id
    faces = Field("values", "Faces", "faces", least=3, most=6)
    assert moves(t, "P")[0] == Move(
        "report_dice", "Throw three dice: Wits", "Dice", (("request_id", request),), (faces,), owed=True
    )
    assert not moves(t, "Q", "Dice")
    t.dice("P", 4, 4, 2)
    t.end_all()
    t.conflict("Q")
    t.bids(P=2, Q=1, R=0)
    assert labels(moves(t, "P")) == ["Throw two dice: challenge roll", "Say the total: challenge roll"]


def test_a_bid_is_secret_and_within_the_purse() -> None:
    """PA-92, R-70, R-71."""
    t = scene(holder="Q", chips={"P": 4}, rules={"min_bid": 1})
    t.conflict("Q")
    chips = Field("chips", "Chips", "number", least=1, most=4)
    assert moves(t, "P") == (Move("place_bid", "Place a bid", "Conflict", (), (chips,), owed=True, secret=True),)
    t.bid("P", 2)
    assert moves(t, "P") == ()


def test_a_fate_is_its_owners_to_choose() -> None:
    """PA-69."""
    t = scene(heart={"P": 1})
    t.correct("heart", 0, player="P")
    fate = Field("fate", "Fate", "choice", (Option("incapacitated", "incapacitated"), Option("die", "dies")))
    assert moves(t, "P")[0] == Move(
        "choose_fate", "Decide what becomes of P's hero", "Character", (), (fate,), owed=True
    )
    assert not [each for each in moves(t, "Q") if each.kind == "choose_fate"]


# -- around a roll -----------------------------------------------------------------------------------------------------


def test_before_the_throw_the_roller_prepares_and_the_others_help() -> None:
    """PA-39 to PA-42, PA-74, PA-78."""
    t = scene(
        holder="P", skills={"P": {"Knives": 7}}, principles={"P": [("no mercy", "Knives", 3, "ANY")]}, chips={"Q": 2}
    )
    t.declare("P", "Knives")
    assert labels(moves(t, "P", "Roll")) == [
        "Use a principle",
        "Split the dice: 5 and 2",
        "Hold out dice",
        "Cancel the roll",
    ]
    assert move(t, "P", "Hold out dice").fields == (Field("count", "Dice", "number", least=1, most=4),)
    help_ = move(t, "Q", "Help P")
    assert help_.fields == (
        Field("skill", "Skill", "choice", (Option("Wits", "Wits, three dice"),)),
        Field("dice", "Dice, a chip each", "number", least=1, most=2),
    )
    assert labels(moves(t, "Q")) == ["Help P"]
    t.withdraw("P")
    t.check("Q", "P", "Knives")
    assert labels(moves(t, "Q")) == ["Help P", "Make it harder for P (a chip)", "Cancel the check"]
    assert labels(moves(t, "P", "Roll"))[-1] == "Hold out dice"


def test_after_the_throw_the_roller_chooses_and_the_others_may_rescue() -> None:
    """PA-45, PA-47 to PA-49."""
    t = scene(holder="P", skills={"P": {"Knives": 6}}, pool=1)
    t.declare("P", "Knives")
    t.dice("P", 6, 3, 3, 2, 1)
    assert labels(moves(t, "P")) == [
        "Re-roll dice (one re-roll left)",
        "Trade a six for a one",
        "Roll the sixes again",
        "Keep the dice",
    ]
    assert moves(t, "P")[0].fields == (
        Field("dice", "Dice", "choices", (Option(1, "3"), Option(2, "3"), Option(3, "2")), 1, 1),
    )
    assert labels(moves(t, "Q")) == ["Spend a token on P's one"]
    t.reroll("P", faces=[2])
    assert labels(moves(t, "P")) == ["Throw one die: re-roll"]
    t.dice("P", 4)
    assert labels(moves(t, "P")) == ["Trade a six for a one", "Roll the sixes again", "Keep the dice"]


# -- the story ---------------------------------------------------------------------------------------------------------


def test_the_narrator_leads_and_anybody_may_test_the_narrator() -> None:
    """PA-72, PA-90, PA-104, PA-105."""
    t = scene(holder="P")
    assert labels(moves(t, "P", "Story")) == [
        "Ask what everybody does",
        "Describe the scene",
        "Start combat",
        "End the scene",
    ]
    assert labels(moves(t, "Q", "Story")) == ["End the scene"]
    assert labels(moves(t, "P", "Act")) == ["Act", "Call a check on Q (a chip)", "Call a check on R (a chip)"]
    assert labels(moves(t, "Q", "Act")) == ["Act", "Call a check on P (a chip)"]
    assert labels(moves(t, "P", "Conflict")) == ["Call a conflict"]
    assert labels(moves(t, "Q", "Conflict")) == ["Call a conflict (a chip)"]


def test_a_check_offers_the_skills_of_the_tested_and_luck() -> None:
    """PA-73, PA-74: harder for a second chip."""
    t = scene(holder="P", skills={"Q": {"Hammer": 4}}, chips={"P": 2})
    check = move(t, "P", "Call a check on Q (a chip)")
    assert check.given == (("target", "Q"),)
    assert check.fields == (
        Field("skill", "Skill", "choice", (Option("Hammer", "Hammer, four dice"), Option("luck", "Luck, three dice"))),
        Field("reason", "Why", optional=True),
        Field("extra_difficulty", "Harder by, a chip each", "number", most=1, optional=True),
    )
    t.correct("chips", 1, player="P")
    assert [field.name for field in move(t, "P", "Call a check on Q (a chip)").fields] == ["skill", "reason"]
    t.correct("chips", 0, player="P")
    assert labels(moves(t, "P", "Act")) == ["Act"]


def test_a_success_is_told_to_its_limit() -> None:
    """PA-53, PA-104: actions are counted; anybody may say that it is told."""
    t = scene(holder="P")
    t.act("P", "Wits", 4, 4, 2)
    assert labels(moves(t, "P", "Story"))[:2] == ["Finish narrating", "Count an action"]
    assert labels(moves(t, "Q", "Story")) == ["Mark P's success as narrated"]
    t.count_action("P")
    t.count_action("P")
    assert labels(moves(t, "P", "Story"))[:2] == ["Finish narrating", "Describe the scene"]


def test_rewards_requests_and_healing_are_offered_to_whom_they_concern() -> None:
    """PA-68, PA-100, PA-106, PA-109, PA-110."""
    t = scene(
        players="PQ",
        holder="P",
        chips={"P": 9, "Q": 2},
        connections={"Q": {"Marta": 2}},
        damage={"Q": {"Wits": 1}},
        goals={"P": [("a boat", 100), ("peace", 200)]},
    )
    assert labels(moves(t, "Q", "Connections")) == ["Call on somebody"]
    assert labels(moves(t, "P", "Connections")) == ["Have somebody Q knows ask a favour (a chip)"]
    assert labels(moves(t, "P", "Healing")) == ["Heal a skill of Q's hero"]
    t.do(command("invoke_connection", player="P", target="Q", connection="Marta"))
    t.dice("P", 4, 4)
    assert labels(moves(t, "Q", "Connections")) == ["Call on somebody", "Do what Marta asks", "Refuse Marta"]
    t.reward("P", 7)
    taken = move(t, "P", "Take 7 off a goal")
    assert taken.fields[0].options == (Option("a boat", "a boat, 100 left"), Option("peace", "peace, 200 left"))
    assert not moves(t, "Q", "Reward")


def command(kind: str, **fields: Any) -> Any:
    cls = next(each for each in RULESET.command_types if each.kind == kind)
    return cls(**fields)


# -- before and after play ---------------------------------------------------------------------------------------------


def test_a_table_is_built_by_taps() -> None:
    """PA-11 to PA-27: genre, setting, sheet."""
    t = table("Ana", "Ben")
    assert labels(moves(t, "Ana")) == ["Agree on a genre", "Finish the setting", "Add a player", "Leave the table"]
    t.genre("low fantasy")
    t.detail("Ben", "the sea is poison", 3)
    assert move(t, "Ana", "Change “the sea is poison”").fields[1] == Field("chips", "Chips", "number", (), 3, 5)
    t.finish_setting()
    assert labels(moves(t, "Ana", "Character")) == ["Create a character"]
    t.create_character("Ana", "Vesna")
    assert labels(moves(t, "Ana", "Character")) == [
        "Add a blurb",
        "Add a skill",
        "Add a special item of power",
        "Add a personal goal",
        "Add a connection",
        "Add equipment",
    ]
    t.buy("Ana", "Lockpicking", 3)
    assert "Add a guiding principle" in labels(moves(t, "Ana"))
    assert "Finish the character" not in labels(moves(t, "Ana"))


def test_a_session_is_opened_and_closed_by_taps() -> None:
    """PA-28, PA-31, PA-112 to PA-114."""
    t = scene(pool=3)
    assert labels(moves(t, "P", "Table")) == ["End the game session", "Hand narration to somebody", "Leave the table"]
    t.end_session()
    improve = move(t, "P", "Spend improvement chips")
    assert improve.fields[1].most == t.character("P").improvement_chips
    assert labels(moves(t, "P", "Table")) == ["Start the game session", "Leave the table"]
    t.absent("P")
    assert labels(moves(t, "P")) == ["Come back"]
    assert moves(t, "Nobody") == ()


def test_a_miscount_is_put_right_by_a_tap() -> None:
    """PA-116: one's own numbers, the pool, and the challenge while there is one."""
    t = scene(holder="P")
    wrong = move(t, "P", "Correct a number")
    assert wrong.given == (("player", "P"), ("reason", "miscounted"))
    assert [option.value for option in wrong.fields[0].options] == ["chips", "heart", "luck", "party_pool"]
    t.challenge_of(3)
    assert [option.value for option in move(t, "P", "Correct a number").fields[0].options][-1] == "challenge_left"


def test_goals_that_are_reached_are_drawn_on() -> None:
    """PA-82, PA-85: the skill is written down, the vow mended or changed."""
    t = scene(holder="P")
    t.propose_skill("P", "Sailing")
    t.break_principle("P", "principle 1 of P")
    assert "Write the learned skill" not in labels(moves(t, "P"))
    for goal in t.character("P").goals:
        if goal.kind != "STARTING":
            t.correct("goal", 0, player="P", goal=goal.text)
    assert move(t, "P", "Write the learned skill").fields[0].options == (Option("learn Sailing", "Sailing"),)
    for label in ("Atone for a broken principle", "Change a broken principle"):
        assert [option.value for option in move(t, "P", label).fields[0].options] == ["principle 1 of P"]
    assert labels(moves(t, "P", "Character"))[-1] == "Add equipment"
