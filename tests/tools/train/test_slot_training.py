"""Values of fields are learnt from requests that tell what was meant, by where and how each is named."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from companion.nlu.line_words import Line
from companion.nlu.move_slots import filled
from companion.nlu.ranking import Seat
from companion.nlu.slot_choice import LineSlots, SlotWeights
from engine.board import Field, Move, Option
from engine.phrase import phrase
from engine.vocabulary import PlayerWords, Vocabulary
from tests.support.wordings import wordings
from tools.train.slot_training import Request, choices, hits, slot_weights

NAMES = Vocabulary(tuple(PlayerWords(name) for name in ("Ana", "Ben", "Cleo", "Dov")))


def options(*values: str) -> tuple[Option, ...]:
    return tuple(Option(value, phrase("{value}", value=value)) for value in values)


PEOPLE = options("Ana", "Ben", "Cleo", "Dov")
GIVE = Move(
    "give",
    phrase("Give"),
    fields=(Field("giver", phrase("From"), "choice", PEOPLE), Field("to", phrase("To"), "choice", PEOPLE)),
)
FIGHT = Move(
    "fight",
    phrase("Fight"),
    fields=(
        Field("length", phrase("Length"), "choice", options("simple", "extended")),
        Field("rounds", phrase("Rounds"), "number", least=1, most=9, optional=True),
    ),
)
SAID = {name: wordings(__file__, name) for name in ("learn", "fill")}


def request(text: str, kind: str, told: Mapping[str, Any], group: str = "one") -> Request:
    return Request(Line.of(text, NAMES), Seat((GIVE, FIGHT), NAMES, "Ana"), kind, told, {}, group)


@pytest.fixture(scope="module")
def learnt() -> SlotWeights:
    several = [request(each["say"], each["kind"], each["told"]) for each in SAID["learn"]]
    return slot_weights((one for each in several for one in choices(each)), random.Random(1))


@pytest.mark.parametrize("case", SAID["fill"], ids=lambda each: each["say"])
def test_a_line_in_other_words_fills_the_same_fields(learnt: SlotWeights, case: Mapping[str, Any]) -> None:
    move, line = (GIVE if case["kind"] == "give" else FIGHT), Line.of(case["say"], NAMES)
    found = filled(move, line, frozenset({"ana"}), learnt=(learnt, LineSlots(line, frozenset({"ana"}))))
    assert dict(found.values) == case["told"]


def test_weights_are_the_same_each_time_and_after_packing(learnt: SlotWeights) -> None:
    several = [one for each in SAID["learn"] for one in choices(request(each["say"], each["kind"], each["told"]))]
    again = slot_weights(several, random.Random(1))
    assert again == learnt
    unpacked = SlotWeights.unpacked(learnt.packed())
    assert unpacked.weights == pytest.approx(dict(learnt.weights), abs=0.01)
    assert hits(several, unpacked)["right"] > 0.9 * sum(hits(several, unpacked).values())
    assert SlotWeights.unpacked({}) == SlotWeights({})


def test_a_field_nobody_was_asked_for_is_not_known(learnt: SlotWeights) -> None:
    assert learnt.knows("give", "to")
    assert not learnt.knows("give", "amount")
