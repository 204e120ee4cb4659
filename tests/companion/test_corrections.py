"""What is set right afterwards: undo, another skill, another number, another speaker."""

from tests.support.harbour import HAGGLE, with_success
from tests.support.sitting import Sitting, act


def test_undo_takes_the_apps_dice_with_the_command() -> None:
    """One undo, one decision of the table."""
    sitting = with_success()
    before = len(sitting.game.recorded)
    sitting.say("Russ", "Undo that", act("undo_last"))
    assert len(sitting.game.recorded) == before + 1
    assert sitting.owed == []
    assert sitting.game.ruleset.narration(sitting.game.state).kind == "SCENE"
    (said,) = sitting.wait(3)
    assert said == "Undone: Jay's Haggling roll."
    assert sitting.wait(30) == []


def test_undo_silences_what_waited() -> None:
    """Results of what no longer counts are not announced."""
    sitting = Sitting(faces=[(5, 5, 2)])
    sitting.say("Jay", "I haggle", HAGGLE)
    sitting.say("Jay", "Undo that", act("undo_last"))
    assert sitting.wait(5) == ["Undone: Jay's Haggling roll."]


def test_undo_leaves_dice_the_table_threw_owed_again() -> None:
    """Spoken dice are a command of their own: "one die was upside down"."""
    sitting = Sitting(mode="table")
    sitting.say("Jay", "I haggle", HAGGLE)
    sitting.say("Jay", "Five, five, two", act("report_dice", player="Jay", values=[5, 5, 2]))
    sitting.say("Jay", "Undo that", act("undo_last"))
    assert sitting.owed == [("Jay", 3)]
    sitting.say("Jay", "Five, five, five", act("report_dice", player="Jay", values=[5, 5, 5]))
    assert sitting.outcomes[-1] == ("report_dice", "accepted")


def test_redo_brings_command_and_dice_back() -> None:
    """The same faces, the same chips; what follows an undo cannot be redone."""
    sitting = with_success()
    state = sitting.game.state
    sitting.say("Russ", "Undo that", act("undo_last"))
    sitting.say("Russ", "Redo", act("redo_last"))
    assert sitting.game.state == state
    assert sitting.wait(2)[-1] == "Done again."
    sitting.say("Russ", "Redo again", act("redo_last"))
    assert sitting.outcomes[-1] == ("redo_last", "rejected")


def test_undo_stops_at_the_campaign_file() -> None:
    """The table was set up by nobody's word."""
    sitting = Sitting()
    before = sitting.game.state
    sitting.say("Russ", "Undo that", act("undo_last"))
    assert sitting.wait(2) == ["There is nothing left to undo."]
    assert sitting.game.state is before
