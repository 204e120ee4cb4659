"""Lines that exact reading leaves alone: done, asked about, bridged, read again, and what is undone for them."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.demo import demo_of
from companion.dialogue import corrections
from companion.dialogue.following import LATE_DICE_LINES, LATEST_LINES, LATEST_SECONDS, OVERDUE_LINES
from companion.nlu.recognize import load_recognizer
from companion.nlu.types import Intent, Table, Turn
from tests.support.evening import WholeEvening
from tests.support.sitting import Sitting, Understands, act, ask, intent
from tests.support.taught_ranker import Asked, taught

HAGGLE = "A word with him, that is Haggling."
DICE = "I throw a four, a five and a two."
CHAT = "My sister has a new kitchen."
ACTION = {"kind": "declare_action", "skill": "Haggling"}
DONE, THROWN = ("declare_action", "awaiting_roll"), ("report_dice", "accepted")
SURE, LIKELY, MAYBE = 0.97, 0.8, 0.5


def sit(**words: Asked) -> Sitting:
    return Sitting(mode="table", ranker=taught(**words))


def asked(sitting: Sitting) -> list[tuple[str, str]]:
    return [(each["text"], each["status"]) for each in sitting.of("question")]


def chat(sitting: Sitting, lines: int) -> None:
    for _ in range(lines):
        sitting.say("Mira", CHAT)


def test_what_a_line_surely_asks_for_is_done_as_its_speaker_and_told_as_inferred() -> None:
    sitting = sit(word={"declare_action": SURE})
    said = sitting.say("Jay", HAGGLE)
    assert sitting.owed == [("Jay", 3)]
    assert sitting.outcomes == [DONE]
    (record,) = sitting.of("intent")
    assert (record["inferred"], record["utterance"], record["command"]) == (said, said, "declare_action")
    assert not any("I take it" in each for each in sitting.wait(5))


def test_what_is_likely_is_asked_about_and_done_after_a_yes() -> None:
    sitting = sit(word={"declare_action": LIKELY})
    sitting.say("Jay", HAGGLE)
    assert asked(sitting) == [("Haggling, Jay?", "asked")]
    assert sitting.outcomes == []
    sitting.say("Jay", "Yes.", act("yes"))
    assert sitting.owed == [("Jay", 3)]


def test_a_no_leaves_it() -> None:
    sitting = sit(word={"declare_action": LIKELY})
    sitting.say("Jay", HAGGLE)
    sitting.session.answer("no")
    sitting.wait(1)
    assert [status for _, status in asked(sitting)] == ["asked", "dropped"]
    assert sitting.outcomes == []


def test_what_it_lacks_is_asked_for() -> None:
    sitting = sit(check={"request_skill_check": LIKELY})
    sitting.say("Jay", "A check from you, Russ.")
    assert asked(sitting) == [("Call a check on Russ (a chip), Jay: Stealth or Russ's Common Sense or luck?", "asked")]
    assert sitting.session.answer("Stealth", actor="Jay")
    assert sitting.owed == [("Russ", 3)]


def test_a_number_it_lacks_is_asked_for_by_its_name() -> None:
    sitting = sit(hand={"offer_help": SURE})
    sitting.session.submit(ACTION, actor="Jay")
    mira = sitting.game.ruleset.vocabulary(sitting.game.state).player("Mira")
    assert mira is not None
    sitting.say("Mira", f"I lend a hand, {mira.of('skill')[0]}.")
    (text, status), *_ = asked(sitting)
    assert (text.endswith("Mira: dice, a chip each?"), status) == (True, "asked")


def test_a_line_with_a_number_that_nothing_took_is_asked_about_and_not_done() -> None:
    sitting = sit(word={"declare_action": SURE})
    sitting.say("Jay", "A word with all three of them, Haggling.")
    assert [status for _, status in asked(sitting)] == ["asked"]
    assert sitting.outcomes == []


def test_what_ends_something_or_spends_more_than_a_chip_is_asked_about_however_sure() -> None:
    sitting = sit(night={"end_session": 0.99}, check={"request_skill_check": 0.99})
    sitting.say("Jay", "That makes a night.")
    assert [status for _, status in asked(sitting)] == ["asked"]
    assert not sitting.session.ended
    sitting.session.answer("no")
    sitting.say("Jay", "A check from you, Russ, Stealth, one harder.")
    assert [status for _, status in asked(sitting)] == ["asked", "dropped", "asked"]
    assert sitting.outcomes == []
    assert sitting.chips["Jay"] == 6


# What exact reading is not sure of


@pytest.mark.parametrize(("chance", "outcomes"), [(SURE, [DONE]), (MAYBE, [])])
def test_what_exact_reading_would_ask_about_is_done_where_likeness_tells_the_same(
    chance: float, outcomes: list[tuple[str, str]]
) -> None:
    sitting = sit(word={"declare_action": chance})
    sitting.say("Jay", HAGGLE, ask("declare_action", player="Jay", skill="Haggling"), typed=True)
    assert sitting.outcomes == outcomes
    assert len(asked(sitting)) == 1 - len(outcomes)


def test_what_is_dear_is_asked_about_though_both_tell_the_same() -> None:
    sitting = sit(night={"end_session": 0.99})
    sitting.say("Jay", "That makes a night.", ask("end_session"))
    assert (len(asked(sitting)), sitting.session.ended) == (1, False)


@pytest.mark.parametrize(("word", "done"), [({"declare_action": SURE}, False), ({"end_session": SURE}, True)])
def test_what_is_dear_is_asked_about_where_likeness_tells_something_else(word: Asked, done: bool) -> None:
    sitting = sit(night=word)
    sitting.say("Jay", "That makes a night.", act("end_session"), typed=True)
    assert len(asked(sitting)) == (0 if done else 1)


def test_faces_that_it_lacks_are_asked_for_and_taken_from_the_answer() -> None:
    sitting = sit(word={"declare_action": SURE}, threw={"report_dice": SURE})
    sitting.say("Jay", HAGGLE)
    sitting.say("Jay", "Well, I threw them.")
    assert asked(sitting) == [("Which faces, Jay?", "asked")]
    assert not sitting.session.answer("yes", actor="Jay")
    assert sitting.session.answer("four, five and two", actor="Jay")
    assert sitting.outcomes == [DONE, THROWN]


def test_late_dice_are_asked_for_once_while_the_table_goes_on() -> None:
    sitting = sit(word={"declare_action": SURE})
    sitting.say("Jay", HAGGLE)
    bid = replace(intent("place_bid", decision="note", chips=1), refused="E_NO_BIDS")
    for number in range(4 * LATE_DICE_LINES):
        sitting.say("Mira", "One chip from me.", bid)
        if number < LATE_DICE_LINES - 1:
            assert asked(sitting) == []
        elif sitting.session.question is not None:
            sitting.session.answer("no")
    assert [text for text, status in asked(sitting) if status == "asked"] == ["Which faces, Jay?"]


# Where nothing is done


@pytest.mark.parametrize(("chance", "done"), [(0.99, True), (LIKELY, False)])
def test_while_a_question_is_open_only_what_is_sure_is_done_and_nothing_is_asked(chance: float, done: bool) -> None:
    sitting = sit(word={"declare_action": chance})
    sitting.say("Mira", "and that's the session, maybe.", ask("end_session"))
    sitting.say("Jay", HAGGLE, typed=True)
    assert {text for text, _ in asked(sitting)} == {"End the session?"}
    assert (DONE in sitting.outcomes) is done


def test_with_careful_trust_nothing_is_done_or_asked_and_with_brisk_trust_nothing_is_asked() -> None:
    for step, text in ((-1, HAGGLE), (1, "A word with him, Haggling, all three.")):
        sitting = sit(word={"declare_action": SURE})
        sitting.session.trust_more(step)
        sitting.say("Jay", text)
        assert (sitting.outcomes, asked(sitting)) == ([], [])


def test_nothing_is_done_after_the_end() -> None:
    sitting = sit(word={"declare_action": SURE}, night={"declare_action": SURE})
    sitting.session.ended = True
    sitting.say("Jay", HAGGLE)
    assert (sitting.outcomes, asked(sitting)) == ([], [])


def test_what_the_rules_allow_behind_the_end_of_a_session_is_done() -> None:
    sitting = sit(trip={"set_presence": LIKELY})
    sitting.session.submit({"kind": "end_session"}, actor="Jay")
    assert sitting.session.ended
    sitting.say("Jay", "Next time I am on a trip.")
    assert [status for _, status in asked(sitting)] == ["asked"]


# Missed steps


def test_a_missed_step_is_taken_where_a_later_line_fits_only_behind_it() -> None:
    sitting = sit(word={"declare_action": 0.4}, throw={"report_dice": SURE})
    earlier = sitting.say("Jay", HAGGLE, typed=True)
    assert sitting.outcomes == []
    later = sitting.say("Jay", DICE, typed=True)
    assert sitting.outcomes == [DONE, THROWN]
    assert [(each["inferred"], each["utterance"]) for each in sitting.of("intent")] == [
        (earlier, later),
        (later, later),
    ]
    assert any("I take it that Jay meant “Act: Haggling" in each for each in sitting.wait(10))


def test_a_missed_step_that_is_dear_is_asked_about() -> None:
    sitting = sit(check={"request_skill_check": MAYBE}, throw={"report_dice": SURE})
    sitting.say("Russ", "The check is on Jay, Haggling, one harder.", typed=True)
    sitting.say("Jay", DICE, typed=True)
    ((text, status),) = asked(sitting)
    assert text == "A Haggling check for Jay?"
    assert (status, sitting.outcomes) == ("asked", [])


def test_a_missed_step_that_is_only_possible_is_asked_about() -> None:
    sitting = sit(word={"declare_action": 0.15}, throw={"report_dice": SURE})
    sitting.say("Jay", HAGGLE)
    sitting.say("Jay", DICE)
    assert asked(sitting) == [("Haggling, Jay?", "asked")]
    assert sitting.outcomes == []


def test_a_step_that_somebody_said_no_to_is_not_taken_for_a_later_line() -> None:
    sitting = sit(word={"declare_action": LIKELY}, throw={"report_dice": SURE})
    sitting.say("Jay", HAGGLE)
    sitting.session.answer("no")
    sitting.say("Jay", DICE)
    assert sitting.outcomes == []


def test_a_step_that_only_struck_words_tell_of_is_not_taken_for_a_later_line() -> None:
    """Neither does why the later line was understood as it was quote them."""
    sitting = sit(word={"declare_action": MAYBE}, throw={"report_dice": SURE})
    said = sitting.say("Jay", "A word with the zanzibar man, that is Haggling.")
    sitting.session.strike([said])
    later = sitting.say("Jay", DICE)
    assert sitting.outcomes == []
    game = sitting.game
    assert "zanzibar" not in json.dumps(sitting.store.explanation(game.campaign.id, game.evening or 0, later))


# Lines read again


@pytest.mark.parametrize(
    ("others", "seconds", "again"),
    [(0, 1.0, True), (LATEST_LINES - 1, 1.0, True), (LATEST_LINES + 1, 1.0, False), (0, LATEST_SECONDS + 1, False)],
)
def test_a_line_is_read_again_once_nothing_stands_in_its_way(others: int, seconds: float, again: bool) -> None:
    """Jay cannot act while Russ owes dice."""
    sitting = sit(word={"declare_action": SURE})
    sitting.session.submit({"kind": "declare_action", "skill": "Stealth"}, actor="Russ")
    sitting.say("Jay", HAGGLE, typed=True)
    chat(sitting, others)
    assert sitting.owed == [("Russ", 3)]
    sitting.wait(seconds)
    sitting.session.submit({"kind": "withdraw_roll"}, actor="Russ")
    sitting.wait(1)
    assert (sitting.owed == [("Jay", 3)]) is again


def test_half_a_sentence_that_was_heard_is_neither_read_again_nor_decides_about_other_lines() -> None:
    sitting = sit(word={"declare_action": MAYBE}, throw={"report_dice": SURE})
    sitting.say("Jay", HAGGLE)
    sitting.say("Jay", DICE)
    assert sitting.outcomes == []
    sitting.session.submit(ACTION, actor="Jay")
    sitting.wait(1)
    assert sitting.owed == [("Jay", 3)]


def test_struck_words_are_not_read_again() -> None:
    sitting = sit(word={"declare_action": SURE})
    sitting.session.submit({"kind": "declare_action", "skill": "Stealth"}, actor="Russ")
    sitting.session.strike([sitting.say("Jay", HAGGLE)])
    sitting.session.submit({"kind": "withdraw_roll"}, actor="Russ")
    sitting.wait(1)
    assert sitting.owed == []


@pytest.mark.parametrize("before", ["Undo that.", "No, I meant four, five, three.", "Four, five, three."])
def test_what_takes_back_or_corrects_is_never_about_what_came_after_it(before: str) -> None:
    sitting = Sitting(mode="table", recognizer=load_recognizer("phase-abandon"))
    sitting.say("Jay", before)
    sitting.say("Jay", "I roll Haggling. Four, five, six.")
    sitting.wait(1)
    assert sitting.outcomes[-2:] == [DONE, ("report_dice", "awaiting_roll")]
    assert asked(sitting) == []
    assert len(sitting.of("note")) == len({each["utterance"] for each in sitting.of("note")})


def test_what_is_only_noted_is_noted_once() -> None:
    sitting = Sitting(mode="table")
    sitting.say("Jay", "I might haggle.", intent("declare_action", "note", skill="Haggling"))
    for text in ("get home", "get rich"):
        sitting.session.submit({"kind": "add_group_goal", "text": text, "value": 5}, actor="Russ")
        sitting.wait(1)
    assert len(sitting.of("note")) == len(sitting.of("intent")) == 1


# Dice nobody throws


class BetweenRolls(Understands):
    """Understands nothing while dice are owed."""

    def recognize(
        self, turn: Turn, table: Table, before: Sequence[Turn] = (), permits: Any = None, trace: Any = None
    ) -> tuple[Intent, ...]:
        return () if table.open_rolls else super().recognize(turn, table, before, permits, trace)


@pytest.mark.parametrize(("others", "undone"), [(OVERDUE_LINES, True), (OVERDUE_LINES - 2, False)])
def test_a_roll_that_nobody_makes_lapses_where_a_line_fits_only_without_it(others: int, undone: bool) -> None:
    sitting = Sitting(mode="table", recognizer=BetweenRolls(), ranker=taught())
    sitting.session.submit(ACTION, actor="Jay")
    chat(sitting, others)
    sitting.say("Jay", "Then we fight!", act("call_conflict"))
    assert (("call_conflict", "accepted") in sitting.outcomes) is undone
    assert (sitting.owed == []) is undone
    assert any("Cancel the roll" in each for each in sitting.wait(10)) is undone


def test_what_was_inferred_gives_way_to_what_somebody_plainly_says_next() -> None:
    sitting = Sitting(mode="table", recognizer=BetweenRolls(), ranker=taught(word={"declare_action": SURE}))
    sitting.say("Jay", HAGGLE)
    assert sitting.owed == [("Jay", 3)]
    sitting.say("Russ", "Then we fight!", act("call_conflict"))
    assert (sitting.owed, ("call_conflict", "accepted") in sitting.outcomes) == ([], True)


def test_several_rolls_nobody_makes_are_undone_together(tmp_path: Path) -> None:
    """What people did between them is done again, under the numbers things have then."""
    session = WholeEvening(json.loads(demo_of("phasesix").roster.read_text()), tmp_path).session
    game_master, (first, second, third) = "Gia", session.game.ruleset.vocabulary(session.game.state).players[1:4]
    for player in (first, second, third):
        session.submit({"kind": "request_check", "char": player.name, "trait": "Perception"}, actor=game_master)
    overdue, thrown = session.game.open_rolls[::2], session.game.open_rolls[1]
    submitted = {"kind": "submit_dice", "dice": [1] * thrown.count, "request_id": thrown.request_id}
    session.submit(submitted, actor=second.name)
    roots = [session.game.root_of_roll(each.request_id) for each in overdue]
    foreseen = corrections.state_without(session, *filter(None, roots))
    assert corrections.without(session, *filter(None, roots)) is None
    assert session.game.open_rolls == ()
    assert session.game.state == foreseen
    assert next(session.game.history.latest()).command.dice == (1,) * thrown.count


def test_overdue_dice_stay_owed_while_nothing_else_is_asked_for() -> None:
    sitting = sit(fight={"call_conflict": SURE})
    sitting.session.submit(ACTION, actor="Jay")
    chat(sitting, OVERDUE_LINES + 3)
    assert sitting.owed == [("Jay", 3)]
