"""Forms sent become commands only when they fit the moves offered."""

from typing import Any

import pytest

from companion.web.moves import filled
from engine.board import Field, Move, Option

SKILLS = (Option("Haggling", "Haggling, three dice"), Option(7, "Seven"))


def made(field: Field, given: Any) -> Any:
    """The command of a move with this one field, or what does not fit."""
    return filled(
        Move("do", "Do", given=(("request_id", "r1"),), fields=(field,)), {} if given is None else {"x": given}
    )


@pytest.mark.parametrize(
    ("field", "given", "value"),
    [
        (Field("x", "X"), ["  a rope "], "a rope"),
        (Field("x", "X", "number", least=1, most=4), ["3"], 3),
        (Field("x", "X", "choice", SKILLS), ["1"], 7),
        (Field("x", "X", "choices", SKILLS, most=2), ["1", "0", "1"], [7, "Haggling"]),
        (Field("x", "X", "choices", SKILLS), None, []),
        (Field("x", "X", "faces", least=3, most=6), ["2, 4 6"], [2, 4, 6]),
        (Field("x", "X", "faces", least=2, most=20), ["2", "20"], [2, 20]),
    ],
)
def test_what_fits_is_taken(field: Field, given: Any, value: Any) -> None:
    """Texts, numbers, places of options and faces become values; what was settled goes along."""
    assert made(field, given) == {"kind": "do", "request_id": "r1", "x": value}


@pytest.mark.parametrize("shape", ["text", "number", "choice", "choices", "faces"])
@pytest.mark.parametrize("given", [None, [], ["  "], ""])
def test_what_may_be_left_out_is_not_sent(shape: Any, given: Any) -> None:
    field = Field("x", "X", shape, SKILLS, least=1, optional=True)
    assert made(field, given) == {"kind": "do", "request_id": "r1"}


@pytest.mark.parametrize(
    ("field", "given", "sentence"),
    [
        (Field("x", "Goal"), ["   "], "Goal is required."),
        (Field("x", "Dice", "number", least=1, most=4), ["5"], "Dice must be between 1 and 4."),
        (Field("x", "Dice", "number", least=1), ["0"], "Dice must be at least 1."),
        (Field("x", "Dice", "number"), ["four"], "Dice must be a whole number."),
        (Field("x", "Dice", "number"), ["1e400"], "Dice must be a whole number."),
        (Field("x", "Skill", "choice", SKILLS), ["2"], "Skill must be one of the options."),
        (Field("x", "Skill", "choice", SKILLS), ["-1"], "Skill must be one of the options."),
        (Field("x", "Skill", "choice", SKILLS), ["Haggling"], "Skill must be one of the options."),
        (Field("x", "Skill", "choice", SKILLS), ["²"], "Skill must be one of the options."),
        (Field("x", "Skills", "choices", SKILLS, least=2), ["0"], "Skills: choose 2 to 2."),
        (Field("x", "Faces", "faces", least=3, most=6), ["1 2"], "Faces: enter 3 faces from 1 to 6."),
        (Field("x", "Faces", "faces", least=1, most=6), ["7"], "Faces must be between 1 and 6."),
    ],
)
def test_what_does_not_fit_is_one_sentence(field: Field, given: Any, sentence: str) -> None:
    assert made(field, given) == sentence


def test_nothing_but_fields_can_be_sent() -> None:
    move = Move("do", "Do", given=(("request_id", "r1"),), fields=(Field("x", "X"),))
    sent = {"x": ["a"], "kind": ["other"], "request_id": ["r2"], "actor": ["Mira"]}
    assert filled(move, sent) == {"kind": "do", "request_id": "r1", "x": "a"}


def test_odd_shapes_are_read_as_texts() -> None:
    """Numbers, nested lists and long texts from a browser under somebody's hands do no harm."""
    move = Move("do", "Do", fields=(Field("x", "X"),))
    assert filled(move, {"x": [["a"]]}) == {"kind": "do", "x": "['a']"}
    long = filled(move, {"x": ["a" * 10_000]})
    assert isinstance(long, dict)
    assert len(long["x"]) == 2_000
