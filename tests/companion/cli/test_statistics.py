"""`companion statistics`: a campaign in numbers on the terminal."""

import pytest

from tests.support.command_line import After, Run, one_sentence

TALK = """Russ: Here's a chip, give me a Haggling check, Jay
Jay: five, five and two
Jay: Herik wins the barge master over.
"""


@pytest.fixture
def played(after: After) -> Run:
    return after(TALK, "--dice", "table")


def test_an_evening_is_told_in_numbers(played: Run) -> None:
    lines = [" ".join(line.split()) for line in played("statistics").lines]
    assert "Jay 10 53% 0 2" in lines
    assert "Jay, d6 3 4.00 3.50 2 1.5 +0.5" in lines


def test_programs_read_the_same_numbers(played: Run) -> None:
    (everything,) = played("statistics", "--json").json
    (first,) = played("statistics", "--evening", "1", "--json").json
    assert everything["evenings"] == [first]
    assert [(each["player"], each["words"]) for each in first["talk"]] == [("Jay", 10), ("Russ", 9)]


def test_an_evening_that_was_not_played_is_named(played: Run) -> None:
    one_sentence(played("statistics", "--evening", "7"), 2, "There is no evening 7; available: 1.")
