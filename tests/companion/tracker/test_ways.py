"""Ways to take a line that the rules refused: with what the one move of its kind that it names settles."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.tracker.hypotheses import Hypothesis, Spoken
from companion.tracker.rules import Rules
from companion.tracker.ways import WaysToTake
from engine.codec import KindReader
from engine.systems.choice_pta.system import RULESET
from tests.support.choice_pta_table import Table, in_scene

CARD = {"actor": "Gwen", "kind": "declare_card", "rank": "jack", "suit": "diamonds"}


def revealed() -> Table:
    """Real cards are to be read out: one of Ana's, two of the GM's."""
    t = in_scene("Ana Ben Cleo", mode="physical")
    t.clash("Ana", "Ben", "Goose King", "guards", kind="extended")
    for part in ("Vesna", "Harrow", "Goose King", "guards"):
        t.chance(part)
    t.reveal()
    return t


def ways(text: str, refusal: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Commands as which a line that was refused so may be taken."""
    read = KindReader(RULESET.command_types)
    rules = Rules(RULESET, lambda data, state: read(dict(data)))
    rules.begin()
    said = Spoken("u1", "Gwen", text, 1.0, typed=True, refused=(str(refusal["kind"]),), refusals=(refusal,))
    found = WaysToTake(rules, None).of(Hypothesis(revealed().state), said, lambda line, state: (), 0)
    return [offer.steps[-1].data for offer in found]


@pytest.mark.parametrize(
    ("text", "whose"),
    [
        ("King: a jack of diamonds.", "Goose King"),
        ("And the guards have the jack of diamonds.", "guards"),
        ("It is a jack of diamonds.", None),  # of either
        ("Guards or King, a jack of diamonds.", None),
    ],
)
def test_whose_card_it_is_is_taken_from_the_name_that_the_line_has(text: str, whose: str | None) -> None:
    assert [each["part_id"] for each in ways(text, CARD)] == ([] if whose is None else [whose])


def test_what_a_refused_line_names_is_not_given_up_for_what_the_rules_allow() -> None:
    assert ways("The king, Ana's card, a jack.", {**CARD, "part_id": "Vesna"}) == []
