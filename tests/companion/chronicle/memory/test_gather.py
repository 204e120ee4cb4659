"""Identity of people across evenings, and the course of goals, connections and promises."""

from datetime import date

import pytest

from companion.chronicle.extractor.model import Certainty, Chronicle, ChronicleEntry, Evidence
from companion.chronicle.extractor.standing import GoalStanding, Standing
from companion.chronicle.memory.gather import gather
from companion.chronicle.memory.values import Change, Memory, Reading

CAST = (("Hannah", "Korrin Vale"), ("Callum", "Brother Aldous"))


def told(name: str, words: str, by: str = "Hannah", at: float = 1.0, **more: object) -> ChronicleEntry:
    certainty: Certainty = "said"
    evidence = Evidence(f"u{int(at)}", words, by, at)
    return ChronicleEntry(name, certainty, (evidence,), **more)  # type: ignore[arg-type]


def evenings(*chronicles: Chronicle, standing: Standing | None = None, requests: tuple[str, ...] = ()) -> Memory:
    readings = [Reading(number, date(2026, 3, number), each) for number, each in enumerate(chronicles, 1)]
    return gather(readings, standing or Standing(), CAST, requests)


def people(*evening: tuple[ChronicleEntry, ...]) -> Memory:
    return evenings(*(Chronicle(npcs=each) for each in evening))


def test_the_same_name_on_two_evenings_is_one_somebody_with_all_the_words() -> None:
    """Also by a part of the name and as it was misheard; the fullest form is the name."""
    (benna,) = people(
        (told("Benna", "Benna laughs."),),
        (told("Benna Harrow", "Her name is Benna Harrow."), told("Benahero", "Benahero waves.", at=9.0)),
    ).people
    assert benna.name == "Benna Harrow"
    assert set(benna.aliases) == {"Benna", "Benahero"}
    assert [quote.ref for quote in benna.evidence] == ["1/u1", "2/u1", "2/u9"]
    assert benna.ref == "1/u1"


def test_of_two_people_of_one_family_the_one_seen_last_is_meant_by_the_family_name() -> None:
    found = people(
        (told("Benna Harrow", "Benna Harrow rows."),),
        (told("Tobin Harrow", "Tobin Harrow counts coins."),),
        (told("Harrow", "Harrow shouts."),),
    ).people
    assert [(each.name, len(each.evidence)) for each in found] == [("Benna Harrow", 1), ("Tobin Harrow", 2)]


def test_characters_of_today_are_nobody_of_the_story_even_when_they_were_once() -> None:
    """Somebody may take over a person of the story as their character."""
    assert people((told("Brother Aldous", "Brother Aldous opens the gate."),)).people == ()


def test_a_role_told_later_counts_and_the_earlier_one_is_history() -> None:
    (benna,) = people(
        (told("Benna", "The ferrywoman Benna.", role="ferrywoman"),),
        (told("Benna", "Benna is a smuggler.", role="smuggler"),),
    ).people
    assert benna.role == "smuggler"
    assert benna.history == (Change(1, "ferrywoman"), Change(2, "smuggler"))


@pytest.mark.parametrize(
    ("words", "by", "met", "attitude"),
    [
        ("Dreel attacks Korrin on the stairs.", "Callum", ("Korrin Vale",), "hostile"),
        ("I hug Dreel, and Dreel thanks me.", "Callum", ("Brother Aldous",), "friendly"),
        ("Dreel doesn't trust anybody.", "Callum", (), None),
        ("Dreel sits on the steps.", "Hannah", (), None),
    ],
)
def test_who_met_somebody_and_how_it_sounded(words: str, by: str, met: tuple[str, ...], attitude: str | None) -> None:
    """Characters named beside them or speaking for themselves; denied words tell nothing."""
    (dreel,) = people((told("Dreel", words, by),)).people
    assert (dreel.met_by, dreel.attitude) == (met, attitude)


def test_the_attitude_is_the_latest_one_told() -> None:
    (dreel,) = people((told("Dreel", "Dreel attacks us."),), (told("Dreel", "Dreel helps us."),)).people
    assert dreel.attitude == "friendly"


def test_goals_stand_as_the_rules_have_them_with_what_was_said_of_them() -> None:
    """A goal that is used up is closed; one the rules know nothing of any more keeps its last word."""
    goal, gone = (
        told("find the ship", "Two points off finding the ship.", detail="2 off, 28 left"),
        told("sail", "Done."),
    )
    standing = Standing(goals=(GoalStanding("find the ship", 28, 30), GoalStanding("grow", 0, 300, "Hannah")))
    found = evenings(Chronicle(goals=(goal, gone)), standing=standing).goals
    assert [(each.name, each.detail, each.owner, each.closed, each.certainty) for each in found] == [
        ("find the ship", "28 of 30 left", None, False, "rules"),
        ("grow", "0 of 300 left", "Hannah", True, "rules"),
        ("sail", None, None, False, "said"),
    ]
    assert found[0].history == (Change(1, "2 off, 28 left"),)


def test_connections_have_their_value_from_the_rules_and_wishes_stay_wishes() -> None:
    asked = told("Yargert", "I want Yargert as a connection."), told("Olvir", "I want Olvir as a connection.")
    found = evenings(
        Chronicle(connections=asked), standing=Standing(connections=(("Hannah", "Yargart", 3),))
    ).connections
    assert [(each.name, each.detail, each.owner, each.certainty) for each in found] == [
        ("Yargart", "at 3", "Hannah", "rules"),
        ("Olvir", None, None, "said"),
    ]


def test_a_promise_is_no_thread_as_well_and_what_connections_want_is_one() -> None:
    words = "Korrin promises to bring the lantern back."
    chronicle = Chronicle(
        threads=(told(words, words), told("Whoever took it.", "Whoever took it.", at=5.0)),
        promises=(told(words, words, role="promise"),),
    )
    found = evenings(
        chronicle, Chronicle(promises=(told(words, words, role="promise"),)), requests=("Yargert asks Hannah",)
    )
    assert [(each.name, each.certainty) for each in found.threads] == [
        ("Yargert asks Hannah", "rules"),
        ("Whoever took it.", "said"),
    ]
    assert [[quote.ref for quote in each.evidence] for each in found.promises] == [["1/u1", "2/u1"]]


def test_every_entry_is_json_with_its_evidence() -> None:
    data = people((told("Benna", "Benna laughs.", role="ferrywoman"),)).to_json()
    assert data["people"][0] == {
        "kind": "person",
        "name": "Benna",
        "certainty": "said",
        "role": "ferrywoman",
        "aliases": [],
        "met_by": [],
        "history": [],
        "notes": [],
        "ref": "1/u1",
        "evidence": [{"evening": 1, "utterance": "u1", "at": 1.0, "speaker": "Hannah", "words": "Benna laughs."}],
    }


def test_what_is_said_alike_or_in_one_sentence_has_keys_of_its_own() -> None:
    words = "I promise to pay and I promise to come."
    promises = (told("I promise to pay.", words), told("I promise to come.", words))
    goals = tuple(GoalStanding("Find the lantern", 20, 20, owner) for owner in ("Hannah", "Callum"))
    found = evenings(Chronicle(promises=promises), standing=Standing(goals=goals))
    assert [each.key for each in found.promises] == ["1/u1 promise", "1/u1 promise 2"]
    assert [each.key for each in found.goals] == ["Find the lantern (goal)", "Find the lantern (goal) 2"]
