import pytest

from engine.dice.roll import RollRequest
from engine.dice.source import NoDice, RollNeeded, ScriptedDice
from engine.errors import BadFaces, EngineError

FIRST = RollRequest("r1", "Jay", 2, "ACTION", "Haggling")
SECOND = RollRequest("r2", "Jay", 1, "EXPLODE", "the six")


def test_no_dice_always_asks_the_table() -> None:
    with pytest.raises(RollNeeded) as caught:
        NoDice().roll(FIRST)
    assert (caught.value.request, caught.value.rolls) == (FIRST, ())


def test_roll_needed_is_control_flow_and_no_engine_error() -> None:
    assert not issubclass(RollNeeded, EngineError)
    assert str(RollNeeded(FIRST)) == "Jay rolls 2d6"


def test_scripted_dice_hand_out_faces_in_order() -> None:
    source = ScriptedDice([6, 2, 5])
    assert source.roll(FIRST).faces == (6, 2)
    assert source.roll(SECOND).faces == (5,)
    assert source.left == 0


def test_a_short_script_keeps_its_faces_and_asks() -> None:
    source = ScriptedDice([6])
    with pytest.raises(RollNeeded):
        source.roll(FIRST)
    assert source.left == 1


def test_a_face_that_does_not_exist_stays_in_the_script() -> None:
    source = ScriptedDice([7, 1])
    with pytest.raises(BadFaces):
        source.roll(FIRST)
    assert source.left == 2
