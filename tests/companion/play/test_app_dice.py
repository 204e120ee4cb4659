"""The app's own dice: when they fall, and for whom."""

from typing import Any

import pytest

from companion.play.app_dice import Pace
from companion.play.dice import parse_dice_option
from engine.types import Rejected
from tests.support.harbour import CONFLICT, HAGGLE
from tests.support.sitting import PLAYERS, Sitting, act


def test_the_app_waits_for_silence_before_it_rolls() -> None:
    sitting = Sitting(faces=[(5, 5, 2)], pace=Pace(quiet=1.5, at_most=8.0))
    sitting.say("Jay", "I haggle", HAGGLE)
    sitting.wait(1.25)
    assert sitting.owed == [("Jay", 3)]
    sitting.wait(2, someone_speaking=True)
    assert sitting.owed == [("Jay", 3)]
    sitting.wait(1.25)
    assert sitting.owed == [("Jay", 3)]
    sitting.wait(0.25)
    assert sitting.owed == []


def test_the_app_does_not_wait_for_ever() -> None:
    sitting = Sitting(faces=[(5, 5, 2)])
    sitting.say("Jay", "I haggle", HAGGLE)
    sitting.wait(7.75, someone_speaking=True)
    assert sitting.owed == [("Jay", 3)]
    sitting.wait(0.25, someone_speaking=True)
    assert sitting.owed == []


def test_table_dice_are_never_rolled_unasked() -> None:
    sitting = Sitting(mode="table")
    sitting.say("Jay", "I haggle", HAGGLE)
    sitting.wait(30)
    assert sitting.owed == [("Jay", 3)]


@pytest.mark.parametrize("mode", ["table", "script"])
def test_roll_it_for_me_once_it_is_owed(mode: Any) -> None:
    sitting = Sitting(mode=mode, faces=[(5, 5, 2)])
    sitting.say("Jay", "I haggle", HAGGLE)
    said = sitting.say("Jay", "Roll it for me", act("roll_for_me"))
    assert sitting.owed == []
    assert sitting.of("command")[-1]["utterance"] == said
    assert "Jay rolls 5, 5 and 2." in sitting.wait(2)[0]


def test_roll_it_for_me_before_it_is_owed() -> None:
    sitting = Sitting(mode="script", faces=[(5, 5, 2)])
    sitting.say("Jay", "Roll it for me", act("roll_for_me"))
    sitting.say("Jay", "I haggle", HAGGLE)
    assert sitting.owed == []


def test_roll_it_for_me_is_forgotten() -> None:
    sitting = Sitting(mode="script", faces=[(5, 5, 2)])
    sitting.say("Jay", "Roll it for me", act("roll_for_me"))
    sitting.wait(11)
    sitting.say("Jay", "I haggle", HAGGLE)
    assert sitting.owed == [("Jay", 3)]


def test_at_a_table_with_real_dice_the_app_can_still_roll() -> None:
    choice = parse_dice_option("table")
    assert choice.for_me is not None
    sitting = Sitting(mode="table")
    sitting.say("Jay", "I haggle", HAGGLE)
    (request,) = sitting.game.open_rolls
    assert len(choice.for_me.roll(request).faces) == 3


def test_used_up_faces_are_told_and_nothing_breaks() -> None:
    sitting = Sitting()
    sitting.say("Jay", "I haggle", HAGGLE)
    said = sitting.wait(3)
    assert sitting.owed == [("Jay", 3)]
    assert any("used up" in each for each in said)


def test_real_dice_from_now_on() -> None:
    """ "I use my own dice": the app rolls no more unasked."""
    sitting = Sitting(faces=[(5, 5, 2)])
    sitting.say("Jay", "I use real dice", act("roll_real_dice"))
    sitting.say("Jay", "I haggle", HAGGLE)
    sitting.wait(20)
    assert sitting.owed == [("Jay", 3)]
    assert not sitting.session.rolls_unasked


def test_one_player_rolls_real_dice_and_the_app_rolls_for_the_others() -> None:
    sitting = Sitting(faces=[(5, 5, 2)])
    sitting.say("Russ", "Jay rolls his own", act("roll_real_dice", player="Jay", own=True))
    assert "Jay rolls, and reads the faces to me." in sitting.wait(2)
    assert (sitting.session.dice.rolls_for("Jay"), sitting.session.dice.rolls_for("Russ")) == (False, True)
    sitting.say("Jay", "I haggle", HAGGLE)
    sitting.wait(20)
    assert sitting.owed == [("Jay", 3)]
    sitting.say("Jay", "Roll mine from now on", act("roll_for_me", player="Jay", always=True))
    assert sitting.owed == []
    assert sitting.session.dice.rolls_for("Jay")


def test_at_a_table_with_real_dice_the_app_rolls_for_whoever_wants_it() -> None:
    sitting = Sitting(mode="table", faces=[(5, 5, 2)])
    sitting.say("Jay", "Always roll for me", act("roll_for_me", player="Jay", always=True))
    sitting.say("Jay", "I haggle", HAGGLE)
    assert sitting.owed == []
    desk = sitting.session.dice
    desk.leave_to_table()
    assert not desk.rolls_for("Jay")
    desk.take_over()
    assert desk.rolls_for("Jay")
    assert desk.rolls_for("Mira")


def test_dice_owed_again_after_an_undo_still_belong_to_what_asked_for_them() -> None:
    """Faces read out are undone, the app rolls in their place: one undo undoes those and the declaration."""
    sitting = Sitting(faces=[(5, 5, 2), (6, 6, 6)])
    before = sitting.game.state
    sitting.say("Jay", "I haggle", HAGGLE)
    sitting.say("Jay", "One, one, two", act("report_dice", values=[1, 1, 2]))
    sitting.say("Jay", "Undo that", act("undo_last"))
    sitting.wait(2)
    declared, rolled = sitting.game.history.latest_chain()
    assert rolled.root == declared.command_id
    sitting.say("Jay", "Undo that", act("undo_last"))
    assert sitting.game.state == before


def test_dice_owed_again_after_a_redo_still_belong_to_what_asked_for_them() -> None:
    sitting = Sitting(faces=[(5, 5, 2)])
    before = sitting.game.state
    sitting.say("Jay", "I haggle", HAGGLE)
    sitting.say("Jay", "Undo that", act("undo_last"))
    sitting.say("Jay", "Do it again", act("redo_last"))
    sitting.wait(2)
    assert sitting.owed == []
    sitting.say("Jay", "Undo that", act("undo_last"))
    assert sitting.game.state == before


def test_dice_owed_over_a_restart_still_belong_to_what_asked_for_them() -> None:
    """All three roll in a conflict: Jay's faces are read out, and the others' fall after the start."""
    sitting = Sitting(mode="table")
    sitting.say("Russ", "That's a conflict", CONFLICT)
    sitting.say("Jay", "Yes", act("yes"))
    for player in PLAYERS:
        sitting.say(player, f"{player} bids", act("place_bid", player=player, chips=1))
    asked = sitting.game.recorded[-1].entry.command_id
    (_, dice), others = sitting.owed[0], sitting.owed[1:]
    sitting.say("Jay", "All ones", act("report_dice", player="Jay", values=[1] * dice))
    assert sitting.owed == others
    again = sitting.again(faces=[[2] * dice for _, dice in others])
    again.wait(2)
    assert {each.entry.root for each in again.game.recorded[-len(others) :]} == {asked}


def test_dice_the_rules_refuse_are_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table hears why, and nobody writes down faces that never counted."""
    sitting = Sitting(faces=[(5, 5, 2)])
    sitting.say("Jay", "I haggle", HAGGLE)
    sitting.wait(0.5)
    monkeypatch.setattr(sitting.game, "_propose", lambda *_: Rejected("E_STATE", "Not now."))
    said = sitting.wait(12)
    assert said == ["Jay's dice do not count: Not now."]
    assert sitting.owed == [("Jay", 3)]
