import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice.roll import Roll, RollRequest
from engine.errors import BadFaces, EngineError
from tests.engine.dice.strategies import faces_for, requests, rolls

THREE_D6 = RollRequest("r1", "Jay", 3, "ACTION", "Haggling")


@pytest.mark.parametrize(
    "faces",
    [(), (1, 2), (1, 2, 3, 4), (0, 3, 4), (7, 3, 4), (-1, 1, 1)],
    ids=["none", "too few", "too many", "zero", "seven", "negative"],
)
def test_faces_the_dice_cannot_show_are_refused(faces: tuple[int, ...]) -> None:
    with pytest.raises(BadFaces) as caught:
        Roll(THREE_D6, faces)
    assert (caught.value.faces, caught.value.count, caught.value.sides) == (faces, 3, 6)
    assert isinstance(caught.value, EngineError)
    assert "3 faces from 1 to 6" in str(caught.value)


@given(st.data())
def test_any_fitting_faces_are_kept_in_order(data: st.DataObject) -> None:
    request = data.draw(requests())
    faces = data.draw(faces_for(request))
    assert Roll(request, faces).faces == faces


@given(requests(), st.lists(st.integers(-5, 30), max_size=14))
def test_a_roll_exists_only_with_fitting_faces(request: RollRequest, faces: list[int]) -> None:
    """Construction is the range check: there is no roll with a wrong face."""
    fits = len(faces) == request.count and all(1 <= face <= request.sides for face in faces)
    try:
        Roll(request, tuple(faces))
    except BadFaces:
        assert not fits
    else:
        assert fits


@given(rolls())
def test_rolls_are_values(roll: Roll) -> None:
    copy = dataclasses.replace(roll)
    assert copy == roll
    assert hash(copy) == hash(roll)
    with pytest.raises(dataclasses.FrozenInstanceError):
        roll.faces = ()  # type: ignore[misc]


def test_a_request_is_for_six_sided_dice_and_single_faces_unless_it_says_otherwise() -> None:
    assert (THREE_D6.sides, THREE_D6.total_accepted) == (6, False)


COUNTED = RollRequest("r2", "Mira", 3, "CHECK", "Stealth", successes_accepted=True)
SUMMED = RollRequest("r3", "Mira", 2, "BID", "the bid", total_accepted=True)


@pytest.mark.parametrize("successes", [0, 3])
def test_a_count_of_successes_stands_for_faces_where_the_rules_accept_it(successes: int) -> None:
    assert Roll(COUNTED, successes=successes) == Roll(COUNTED, (), None, successes)


def test_a_total_stands_for_faces_where_the_rules_accept_it() -> None:
    """The rules may add a modifier, so it is not held against the dice."""
    assert Roll(SUMMED, total=14).faces == ()


@pytest.mark.parametrize(
    ("request_", "said"),
    [(COUNTED, {"successes": 4}), (COUNTED, {"successes": -1}), (COUNTED, {"total": 9}), (SUMMED, {"successes": 1})],
)
def test_what_is_said_instead_of_faces_must_be_accepted(request_: RollRequest, said: dict[str, int]) -> None:
    """Without faces there must be something the rules can use."""
    with pytest.raises(BadFaces):
        Roll(request_, **said)
