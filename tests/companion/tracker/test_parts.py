"""Places at which a line that may ask for two things is cut."""

import pytest

from companion.tracker.hypotheses import Spoken
from companion.tracker.parts import MOST_CUTS, parts


@pytest.mark.parametrize(
    ("text", "cuts"),
    [
        ("I fly up there.", []),
        ("That's Flying. One and a two.", [("That's Flying.", "One and a two.")]),
        ("Five and three, and I keep it.", [("Five and three,", "and I keep it.")]),
        ("Four, two, and a six.", []),
        ("Go on. Now, then.", [("Go on.", "Now, then."), ("Go on. Now,", "then.")]),
    ],
)
def test_a_line_is_cut_between_sentences_and_at_pauses(text: str, cuts: list[tuple[str, str]]) -> None:
    line = Spoken("u1", "Jay", text, 1.0, typed=True)
    assert [(before.text, behind.text) for before, behind in parts(line)] == cuts
    assert all(each.id == "u1" and each.typed for pair in parts(line) for each in pair)


def test_a_long_line_is_cut_in_few_places() -> None:
    line = Spoken("u1", "Jay", "One more thing. " * 20, 1.0)
    assert len(list(parts(line))) == MOST_CUTS
