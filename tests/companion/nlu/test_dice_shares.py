"""Dice of several throws read out in one sentence: everybody gets their own, or nobody any."""

from dataclasses import replace

import pytest

from companion.nlu.recognize import load_recognizer
from companion.nlu.types import Table, Turn
from engine.dice.roll import RollRequest
from engine.vocabulary import PlayerWords, Vocabulary
from tests.support.wordings import wordings

RECOGNIZER = load_recognizer("phasesix")
TABLE = Table(
    "phasesix",
    Vocabulary(
        (
            PlayerWords("Wren", "", (("foe", "Thug One"), ("foe", "Thug Two"), ("weapon", "Club"))),
            PlayerWords("Kofi", "Magda Stahl"),
            PlayerWords("Elif", "Hotshot Ray"),
        )
    ),
    "FREE",
)
WHO = {"magda": "Magda Stahl", "ray": "Hotshot Ray", "one": "Thug One", "two": "Thug Two"}
ROLLERS = {"magda": "Kofi", "ray": "Elif", "one": "Wren", "two": "Wren"}


def initiative(*who: str) -> Table:
    """A table where each of these owes one die."""
    rolls = (RollRequest(each, ROLLERS[each], 1, "INITIATIVE", f"initiative of {WHO[each]}") for each in who)
    return replace(TABLE, open_rolls=tuple(rolls))


def saves(who: str, *others: str) -> Table:
    """A table where these owe two dice that are added up, against somebody."""
    rolls = (
        RollRequest(each, ROLLERS[each], 2, "TEST", f"{WHO[each]}'s Save against Orcs", total_accepted=True)
        for each in (who, *others)
    )
    return replace(TABLE, open_rolls=tuple(rolls))


def read(table: Table, said: str, by: str = "Wren") -> dict[str, object]:
    """Return what would be handed in without a question: throw to faces, or to the sum that was said."""
    intents = RECOGNIZER.recognize(Turn(said, by, 10.0), table)
    report = next((each for each in intents if each.command == "report_dice" and each.decision == "act"), None)
    slots = () if report is None else (report.slots, *report.others)
    owed = {roll.roller: roll.request_id for roll in table.open_rolls}
    return {str(each.get("request_id", owed[each["player"]])): each.get("values") or each["total"] for each in slots}


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("And the thugs have a one and a three.", {"one": [1], "two": [3]}),
        ("Thug one has a one, thug two a three.", {"one": [1], "two": [3]}),
        ("A two for thug two, and a six for thug one.", {"two": [2], "one": [6]}),
        ("Magda has five, the thugs have a one and a three.", {"magda": [5], "one": [1], "two": [3]}),
        ("Magda four, Ray two, thugs one and three.", {"magda": [4], "ray": [2], "one": [1], "two": [3]}),
        ("The first one gets a five, the second a two.", {"one": [5], "two": [2]}),
        ("The left one a six, the right one a two.", {"one": [6], "two": [2]}),
        ("Both thugs rolled fours.", {"one": [4], "two": [4]}),
        ("Five each for the two thugs.", {"one": [5], "two": [5]}),
        ("The two thugs, a pair of twos.", {"one": [2], "two": [2]}),
        ("Two and four.", {"one": [2], "two": [4]}),
        ("They got a one and a three.", {"one": [1], "two": [3]}),
    ],
)
def test_whoever_leads_reads_for_everybody(said: str, wanted: dict[str, object]) -> None:
    assert read(initiative("magda", "ray", "one", "two"), said) == wanted


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("I've got a four, Ray has a two.", {"magda": [4], "ray": [2]}),
        ("Four for me, and the thugs get a one and a two.", {"magda": [4], "one": [1], "two": [2]}),
        ("Me four, Elif one.", {"magda": [4], "ray": [1]}),
        ("Four.", {"magda": [4]}),
    ],
)
def test_a_player_reads_for_a_neighbour_too(said: str, wanted: dict[str, object]) -> None:
    assert read(initiative("magda", "ray", "one", "two"), said, by="Kofi") == wanted


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("Magda five and two, Ray six and one.", {"magda": [5, 2], "ray": [6, 1]}),
        ("Magda nine, Ray seven.", {"magda": 9, "ray": 7}),
        ("Magda five, two, so seven, and Ray got four and three.", {"magda": [5, 2], "ray": [4, 3]}),
    ],
)
def test_several_dice_of_each_are_told_apart(said: str, wanted: dict[str, object]) -> None:
    assert read(saves("magda", "ray"), said) == wanted


@pytest.mark.parametrize("said", wordings(__file__, "talk_of_several_people_hands_in_nothing"))
def test_talk_of_several_people_hands_in_nothing(said: str) -> None:
    """Counts of other things, questions, and dice that do not come out even."""
    assert read(initiative("magda", "ray", "one", "two"), said) == {}


def test_all_dice_that_are_owed_may_be_named() -> None:
    assert read(initiative("one", "two"), "And the thugs have a one and a three.") == {"one": [1], "two": [3]}
    said = "Initiative for Magda is a four, and for Ray a two."
    assert read(initiative("magda", "ray"), said) == {"magda": [4], "ray": [2]}


def test_who_owes_no_dice_gets_none() -> None:
    assert read(initiative("magda"), "Magda has five, the thugs have a one and a three.") == {}
    assert read(TABLE, "Magda has five, the thugs have a one and a three.") == {}
