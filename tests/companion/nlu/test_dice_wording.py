"""Words around dice: which of them are kept, which did not come, a new beginning, praise and preambles."""

import pytest

from tests.companion.nlu.test_dice_talk import faces, heard, waiting


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("Three dice, keep two, so six, one, five.", [6, 1, 5]),
        ("Advantage, so six, three, two, and I drop the two.", [6, 3, 2]),
        ("Six, five, one, keeping the six and the five.", [6, 5, 1]),
        ("Rolling three and keeping the worst two: one, two, six.", [1, 2, 6]),
        ("A four, a four and a one, best two is eight.", [4, 4, 1]),
        ("I keep two daggers and a lamp.", None),
        ("Three dice, keep two?", None),
        ("I take two of the three swords.", None),
    ],
)
def test_what_is_kept_of_added_dice_is_no_face(said: str, wanted: list[int] | None) -> None:
    assert faces(heard(waiting("Ben BID 3d6"), said)) == wanted


@pytest.mark.parametrize(
    ("dice", "said", "wanted"),
    [
        ("2d6", "Five and two plus... what's it on? Anyway, five, two.", [5, 2]),
        ("3d6", "Five, two and plus... anyway, five, two, six.", [5, 2, 6]),
        ("3d6", "Wait, let me start over: six, two, two.", [6, 2, 2]),
        ("3d6", "Five, two, no, scratch that, from the top: five, three, one.", [5, 3, 1]),
        ("2d6", "Four, sorry, the other one's a six, four and six.", [4, 6]),
        ("4d6", "Five, one, three, six, no sorry, the six is a two.", [5, 1, 3, 2]),
        ("4d6", "Five, one, three, six, no sorry, the six is a two. Five, one, three, two.", [5, 1, 3, 2]),
        ("2d6", "Six, six, two.", None),
    ],
)
def test_who_begins_anew_means_the_new_beginning(dice: str, said: str, wanted: list[int] | None) -> None:
    assert faces(heard(waiting(f"Ben ACTION {dice}"), said)) == wanted


@pytest.mark.parametrize(
    ("dice", "said", "wanted"),
    [
        ("3d6", "That's eleven: six, four, one.", [6, 4, 1]),
        ("3d6", "Six, four, one, eleven in total if anybody's counting.", [6, 4, 1]),
        ("3d6", "No sixes, five, four, four.", [5, 4, 4]),
        ("3d6", "Nothing above a two: two, one, one.", [2, 1, 1]),
        ("3d6", "Only one six, rest is a two and a three.", [6, 2, 3]),
        ("3d6", "Lowest to highest: one, three, six.", [1, 3, 6]),
        ("3d6", "Okay that one's cocked, call it a three, plus a five and a two.", [3, 5, 2]),
        ("3d6", "One's a six, one's a four, one's a two.", [6, 4, 2]),
        ("4d6", "Five, five, three, and my blue one says two.", [5, 5, 3, 2]),
        ("2d6", "Six on the first and three on the second.", [6, 3]),
        ("2d6", "Both of mine are twos.", [2, 2]),
        ("2d6", "Lowest first: two, five.", [2, 5]),
        ("1d6", "One die, one measly die... four.", [4]),
        ("4d6", "Just one success, a six, the rest are ones.", [6, 1, 1, 1]),
        ("2d6", "That'd be a six and a one.", [6, 1]),
        ("2d6", "And the flash does four, two.", [4, 2]),
        ("1d6", "Beat that: six.", [6]),
    ],
)
def test_words_around_the_faces_name_none(dice: str, said: str, wanted: list[int]) -> None:
    assert faces(heard(waiting(f"Ben ACTION {dice}"), said)) == wanted


@pytest.mark.parametrize(
    "said",
    [
        "Count with me: one, two, three.",
        "On the count of three: one, two, three!",
        "You climb the stairs, one, two, three.",
        "If he comes in, six, five, one, would that do?",
        "The door code is five, five, three?",
        "We need three sixes, or two and a five.",
        "The sword does four, two to each of you, and five to me.",
        "It does three things, two good, one bad.",
    ],
)
def test_numbers_of_other_talk_are_no_faces(said: str) -> None:
    assert faces(heard(waiting("Ben ACTION 3d6"), said)) is None


@pytest.mark.parametrize(
    ("said", "total"),
    [
        ("Nine with my plus two.", 9),
        ("Nine, that's with my modifier.", 9),
        ("Eleven, including my bonus.", 11),
        ("Seven plus two.", 9),
    ],
)
def test_what_a_sum_includes_is_not_added_again(said: str, total: int) -> None:
    found = heard(waiting("Ben BID 2d6"), said)
    assert found is not None
    assert (found.decision, found.slots.get("total")) == ("act", total)


@pytest.mark.parametrize(
    ("said", "successes"),
    [
        ("Not one success.", 0),
        ("Not a single hit.", 0),
        ("Every single one hit!", 5),
        ("Two hits, three duds.", 2),
        ("Not bad, two hits.", 2),
    ],
)
def test_successes_are_counted_in_words(said: str, successes: int) -> None:
    found = heard(waiting("Ben CHECK 5d6", successes=True), said)
    assert found is not None
    assert (found.decision, found.slots.get("successes")) == ("act", successes)
