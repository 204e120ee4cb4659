"""Scores of a chronicle beside labelled facts: each figure, with right and wrong entries."""

from typing import Any

import pytest

from tools.bench.scribe_scores import Score, Wanted, invented, score, wanted_of

ROSTER: dict[str, Any] = {
    "players": [{"name": "Jay", "chips": 5, "character": {"name": "Herik"}}],
    "group_goals": [{"text": "bring the reactor core home", "value": 30}],
}
SAID = (
    "At the end there's the foreman, Gault.",
    "My name's Bertram.",
    "Write down Bertram Gault for me.",
    "Captain Dreel has the reactor core at Pell's Reach.",
    "Put it on being counted as a person.",
)
TRUTH = [
    {"id": f"u{number:03}", "start": 10.0 * number, "end": 10.0 * number + 5.0, "speaker": "Jay", "text": text}
    for number, text in enumerate(SAID, 1)
]
FACTS = [
    {"type": "npc", "name": "Gault", "utterance": "u001"},
    {"type": "npc", "name": "Gault", "utterance": "u002"},
    {"type": "npc", "name": "Captain Dreel", "utterance": "u004"},
    {"type": "connection", "name": "Bertram Gault", "utterance": "u003"},
    {"type": "place", "name": "Pell's Reach", "utterance": "u004"},
    {"type": "goal", "name": "be counted as a person", "utterance": "u005"},
]


def entry(name: str, *evidence: str, aliases: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"name": name, "aliases": list(aliases), "evidence": list(evidence)}


def chronicle(recap: str = "", cited: tuple[str, ...] = (), **lists: list[dict[str, Any]]) -> dict[str, Any]:
    empty: dict[str, Any] = {key: [] for key in ("npcs", "goals", "connections", "places", "items", "threads")}
    return {**empty, **lists, "recap": {"text": recap, "evidence": list(cited)}}


def scored(**lists: Any) -> Score:
    return score(chronicle(**lists), wanted_of(FACTS, TRUTH), TRUTH, ROSTER)


def counts(found: Score, type_: str) -> tuple[int, int, int]:
    count = found.types[type_]
    return count.right, count.false, count.missed


GAULT = entry("Bertram Gault", "u001", "u003", aliases=("Gault",))
DREEL = entry("Dreel", "u004")


def test_somebody_with_two_names_is_one_person() -> None:
    people = [each for each in wanted_of(FACTS, TRUTH) if each.type == "npc"]
    assert [each.names for each in people] == [("Gault", "Bertram Gault"), ("Captain Dreel",)]
    assert people[0].told == ((10.0, 15.0), (20.0, 25.0))
    assert [each.names for each in wanted_of(FACTS, TRUTH) if each.type == "connection"] == [("Bertram Gault", "Gault")]


def test_everything_found_is_all_right() -> None:
    """Part of a name counts as the name; titles do not matter."""
    found = scored(npcs=[GAULT, DREEL], places=[entry("Pell's Reach", "u004")], connections=[GAULT])
    assert [counts(found, each) for each in ("npc", "place", "connection")] == [(2, 0, 0), (1, 0, 0), (1, 0, 0)]
    assert counts(found, "goal") == (0, 0, 1)
    assert found.types["npc"].f1 == 1.0
    assert (found.aliases.right, found.aliases.missed) == (2, 0)
    assert found.mistakes == ["missed goal be counted as a person"]


def test_somebody_invented_is_wrong_and_somebody_forgotten_missed() -> None:
    found = scored(npcs=[GAULT, entry("Kestrel", "u002")])
    assert counts(found, "npc") == (1, 1, 1)
    assert "wrong npc Kestrel: My name's Bertram." in found.mistakes
    assert "missed npc Captain Dreel" in found.mistakes


def test_two_entries_for_one_person_are_one_too_many() -> None:
    found = scored(npcs=[entry("Gault", "u001"), entry("Bertram", "u002"), DREEL])
    assert counts(found, "npc") == (2, 1, 0)
    assert found.split == 1
    assert (found.aliases.right, found.aliases.missed) == (0, 2)


def test_an_aim_is_known_by_most_of_its_words() -> None:
    """People do not say it as it is written; an aim nobody spoke of is none of the evening."""
    found = scored(goals=[entry("be counted as a person", "u005"), entry("own a boat")])
    assert counts(found, "goal") == (1, 0, 0)
    assert (found.evidence.right, found.evidence.false) == (1, 0)


@pytest.mark.parametrize(
    ("name", "cited", "right"),
    [("Benna Harrow", "u1", 1), ("Benahero", "u1", 1), ("Benahero", "u2", 0), ("Tolman", "u1", 0)],
)
def test_a_misheard_name_counts_where_the_right_one_was_said(name: str, cited: str, right: int) -> None:
    """Similar spelling alone is not enough, nor the place alone."""
    wanted = [Wanted("npc", ("Benna Harrow",), ((10.0, 14.0),), ((10.0, 14.0),))]
    heard = [
        {"id": "u1", "start": 10.2, "end": 13.8, "text": f"Her name is {name}."},
        {"id": "u2", "start": 30.0, "end": 31.0, "text": f"{name} waits."},
    ]
    exact = name == "Benna Harrow"
    found = score(chronicle(npcs=[entry(name, cited)]), wanted, heard, ROSTER)
    assert found.types["npc"].right == right
    assert found.facts.right == (1 if right and (exact or cited == "u1") else 0)


def test_facts_are_found_where_their_sentence_is_cited() -> None:
    found = scored(npcs=[entry("Gault", "u001"), DREEL])
    assert (found.facts.right, found.facts.missed) == (2, 4)


@pytest.mark.parametrize(
    ("made", "valid", "borne"),
    [
        (entry("Gault", "u001"), (1, 0), (1, 0)),
        (entry("Gault", "u001", "u004"), (1, 1), (1, 0)),
        (entry("Gault", "u099"), (0, 1), (0, 1)),
        (entry("Bertrand Gault", "u001", aliases=("Gault",)), (1, 0), (0, 1)),
        (entry("reactor core", "u004", aliases=("core",)), (1, 0), (1, 0)),
        (entry("Gaul", "u001"), (0, 1), (0, 1)),
    ],
)
def test_evidence_holds_the_name(made: dict[str, Any], valid: tuple[int, int], borne: tuple[int, int]) -> None:
    """A form of it in every sentence cited, the name itself in one; parts of words are none."""
    found = scored(npcs=[made])
    assert (found.evidence.right, found.evidence.false) == valid
    assert (found.borne.right, found.borne.false) == borne


@pytest.mark.parametrize(
    ("recap", "foreign"),
    [
        ("Last time: the foreman, Gault. You met Gault and Herik.", []),
        ("Last time: Gault and Olvir.", ["Olvir"]),
        ("Gault has 30 men.", []),
        ("Gault has 31 men.", ["31"]),
        ("Gault has seven men.", ["seven"]),
        ("Gault's men.", []),
        ("Dreel waits.", []),
        ("", []),
    ],
)
def test_a_recap_invents_what_neither_talk_nor_roster_holds(recap: str, foreign: list[str]) -> None:
    assert list(invented(recap, ["At the end there's the foreman, Gault.", "Dreel's men", "Herik", "30"])) == foreign


def test_a_recap_is_held_to_what_it_cites() -> None:
    found = scored(recap="Captain Dreel waits.", cited=("u001",))
    assert found.invented == ["Captain", "Dreel"]
    assert scored(recap="Captain Dreel waits.", cited=("u004",)).invented == []
