"""A model's findings join the notes as far as lines and log bear them out; nothing written is lost."""

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.chronicle.extractor import Chronicle
from companion.chronicle.extractor.model import Happening
from companion.chronicle.extractor.names import same_person
from companion.chronicle.llm_extractor.batches import Batch, batches_of
from companion.chronicle.llm_extractor.check import MOST_OF_A_KIND, Checked, Known, check, said_in
from companion.chronicle.llm_extractor.findings import Finding, Findings, findings_from
from companion.chronicle.llm_extractor.forms import NotesForm
from companion.chronicle.llm_extractor.merge import merged
from tests.support.reader_model import TABLE, TALK, heard, lines_of, notes, person, place, thing

GOAL = "find the ship"
EARLIER = {"k1": Finding("person", "Odwin", ("u1",))}
KNOWN = Known({"Jay": "Herik", "Mira": "Bartok"}, {"Jay", "Herik", "Mira", "Bartok", "Odwin"}, (GOAL,), EARLIER)
MORE = (
    ("Mira", "So the chase is lost, Clara tells Herik: you never saw the ledger, and two guards take Bartok away."),
    ("Jay", "I want to find the ship with Clara, she can be a friend of mine."),
)
LINES = lines_of((*TALK, *MORE))
CHRONICLE = heard(LINES)


@dataclass(frozen=True)
class Event:
    """A fact as the rules record it."""

    told: str
    visibility: str = "public"
    tells_scene: bool = False
    opens_scene: bool = False


def batch_of(fact: str = "Failure") -> Batch:
    """The talk; the rules recorded a fact at its seventh line."""
    return batches_of(LINES, TABLE, [Happening(1, (Event(fact),), "u7")], lambda event: str(event.told))[0]


def answered(answer: Any, batch: Batch | None = None) -> Checked:
    return check(NotesForm.model_validate(answer), batch or batch_of(), KNOWN)


def joined(answer: Any) -> Chronicle:
    return merged(CHRONICLE, [answered(answer).findings], LINES, TABLE)


def scene(title: str, *lines: int, happened: str = "", outcome: str = "") -> dict[str, Any]:
    return {"title": title, "happened": happened, "outcome": outcome, "lines": list(lines)}


def goal(text: str, *lines: int, of: str = "", progress: str = "") -> dict[str, Any]:
    return {"goal": text, "of": of, "why": "", "progress": progress, "lines": list(lines)}


FULL = notes(
    scenes=[scene("At the quay", 2, 3, 7, happened="Herik meets Clara Winslow.", outcome="The chase is lost.")],
    people=[
        person("Clara Winslow", 2, 4, 7, aliases=["Clara", "Zorblax"], role="harbour master", attitude="mocking"),
        person("Tobin", 4, 5, role="brings barrels of salt", wants="to bring salt before dawn"),
    ],
    places=[place("Gull Street", 6, about="Tobin goes down there.")],
    things=[thing("old lantern", 4, about="Tobin steps out with it.", holder="Tobin"), thing("ledger", 7)],
    goals=[goal("find the ship", 9, of="Jay", progress="with Clara")],
    connections=[{"name": "Clara", "of": "Herik", "about": "a friend of Jay", "lines": [9]}],
    threads=[{"kind": "promise", "text": "Tobin brings two barrels.", "lines": [5]},
             {"kind": "mystery", "text": "What is in the ledger?", "lines": [7]}],
    consequences=[{"text": "Two guards took Bartok.", "lines": [7]}],
    quotes=[{"words": "You never saw the ledger", "lines": [7]}],
)  # fmt: skip


def test_a_good_answer_is_taken_whole_and_told_apart_from_what_was_said() -> None:
    """Names and quotations are the table's; what the model says itself is its wording; all rests on sentences."""
    checked = answered(FULL)
    assert checked.refused == ()
    new = merged(CHRONICLE, [checked.findings], LINES, TABLE)
    clara, tobin = new.npcs
    assert (clara.name, clara.role, clara.aliases, clara.wording) == (
        *("Clara Winslow", "harbour master", ("Clara",)),
        (("attitude", "mocking"),),
    )
    assert (tobin.role, dict(tobin.wording)["role"]) == (None, "brings barrels of salt")
    assert [(each.name, each.certainty) for each in new.items] == [
        *((each.name, each.certainty) for each in CHRONICLE.items),
        *(("old lantern", "inferred"), ("ledger", "inferred")),
    ]
    assert [(each.name, each.owner, each.certainty) for each in new.goals] == [(GOAL, "Jay", "inferred")]
    assert [(each.name, each.owner, each.wording) for each in new.connections] == [
        ("Clara", "Jay", (("about", "a friend of Jay"),))
    ]
    assert [(each.role, each.wording) for each in new.promises] == [
        ("promise", (("promise", "Tobin brings two barrels."),))
    ]
    assert new.threads[-1].name == MORE[0][1]
    assert [(each.name, dict(each.wording)["outcome"]) for each in new.scenes] == [
        ("At the quay", "The chase is lost.")
    ]
    assert [each.evidence[0].utterance for each in (*new.consequences, *new.lines)] == ["u7", "u7"]
    assert new.lines[0].name == "you never saw the ledger"


@pytest.mark.parametrize(
    ("lists", "fault"),
    [
        ({"people": [person("Tobin", 99)]}, "no such line"),
        ({"people": [person("Tobin")]}, "no such line"),
        ({"people": [person("Tobin", 4, -1)]}, "no such line"),
        ({"scenes": [scene("Failure", 8)]}, None),
        ({"people": [person("Tobin", 2)]}, "name not said"),
        ({"people": [person("Zorblax", 4)]}, "name not said"),
        ({"people": [person("x" * 80, 4)]}, "no plain text"),
        ({"people": [person("Odwin", 4)]}, None),
        ({"people": [person("Tobin", 4), person("tobin", 5)]}, "said twice"),
        ({"people": [person("Tobin", 5, wants="to bring three barrels")]}, "number"),
        ({"people": [person("Tobin", 5, wants="to bring barrels to Zorblax")]}, "name"),
        ({"people": [person("Tobin", 5, wants="never to bring barrels")]}, "not"),
        ({"people": [person("Tobin", 5, wants="<b>barrels</b>")]}, "no plain text"),
        ({"people": [person("Tobin", 5, relations="married with children")]}, "not borne out"),
        ({"scenes": [scene("The chase", 7, outcome="They win the chase.")]}, "outcome"),
        ({"consequences": [{"text": "Two guards hold Zorblax.", "lines": [7]}]}, "name"),
        ({"quotes": [{"words": "you never ever saw the ledger", "lines": [7]}]}, "not verbatim"),
        ({"quotes": [{"words": "the ledger", "lines": [7]}]}, "not verbatim"),
        ({"goals": [goal("conquer the harbour", 9)]}, "not their words"),
        ({"wrong": [{"code": "k9", "lines": [4]}]}, "not shown"),
        ({"people": [person(f"Tobin {number}", 4) for number in range(10_000)]}, "too many"),
    ],
)
def test_what_lines_and_log_do_not_bear_out_is_refused_and_told(lists: Any, fault: str | None) -> None:
    checked = answered(notes(**lists))
    assert [why for _, why in checked.refused] == ([fault] if fault else [])
    assert dict(checked.findings.dropped) == ({fault: 1} if fault else {})


def test_an_outcome_that_the_log_has_too_is_taken() -> None:
    won = notes(scenes=[scene("The chase", 7, outcome="They win the chase.")])
    assert answered(won, batch_of("Success")).refused == ()
    (refused,) = answered(won, batch_of("Herik has 6 chips")).refused
    assert refused == ("scene The chase, outcome", "not borne out")


def test_ten_thousand_of_everything_is_nothing() -> None:
    many = [person(f"Tobin {number}", 5) for number in range(10_000)]
    checked = answered(notes(people=many, quotes=[{"words": "a " * 9_000, "lines": [10**4_000]}]))
    assert (checked.findings.kept, checked.findings.trusted) == ((), False)
    assert merged(CHRONICLE, [checked.findings], LINES, TABLE) == CHRONICLE
    assert MOST_OF_A_KIND < 100


def test_people_of_the_table_and_their_sheets_are_nobody_met() -> None:
    new = joined(notes(people=[person("Herik", 3), person("Mira", 7)], things=[thing("Haggling", 3)]))
    assert (new.npcs, new.items) == (CHRONICLE.npcs, CHRONICLE.items)


def test_a_name_keeps_the_kind_that_is_written_already() -> None:
    assert joined(notes(places=[place("Clara", 4)], things=[thing("Gull Street", 6)])).places == CHRONICLE.places


def test_a_later_correction_replaces_what_was_said_before() -> None:
    """ "Or rather, she only pretends to": the latest wording counts, and what is wrong is gone."""
    first = answered(notes(people=[person("Tobin", 5, wants="to bring salt")], quotes=FULL["quotes"])).findings
    wrong = Findings((Finding("wrong", "you never saw the ledger", ("u7",), role="quote"),))
    later = answered(notes(people=[person("Tobin", 5, wants="only to promise salt")])).findings
    new = merged(CHRONICLE, [first, wrong, later], LINES, TABLE)
    assert next(each.wording for each in new.npcs if each.name == "Tobin") == (("wants", "only to promise salt"),)
    assert new.lines == CHRONICLE.lines


def test_findings_survive_the_store_and_merging_twice_is_merging_once() -> None:
    findings = answered(FULL).findings
    assert findings_from(findings.to_json()) == findings
    assert findings_from({"kept": [{"kind": "open", "name": "", "lines": ["u1"]}], "dropped": {}}) is None
    once = merged(CHRONICLE, [findings], LINES, TABLE)
    assert merged(once, [findings], LINES, TABLE) == once


NAMES = st.sampled_from(
    ["Clara Winslow", "Tobin", "Gull Street", "Odric", "Zorblax", "Jay", "Herik", "Carla", "", "u1", "lantern", "<b>"]
)
CITED = st.lists(st.integers(-2, 12), max_size=4)
ENTRIES = st.tuples(st.sampled_from(["people", "places", "things"]), NAMES, CITED, NAMES)
MAKING: dict[str, Any] = {
    "people": lambda name, lines, said: person(name, *lines, wants=said),
    "places": lambda name, lines, said: place(name, *lines, about=said),
    "things": lambda name, lines, said: thing(name, *lines, about=said),
}


@given(st.lists(ENTRIES, max_size=8))
def test_whatever_a_model_answers(entries: Any) -> None:
    answer = notes()
    for listed, name, lines, said in entries:
        answer[listed].append(MAKING[listed](name, lines, said))
    new = joined(answer)
    texts = {line.id: line.text for line in LINES}
    for kind in ("npcs", "places", "items", "threads", "goals", "connections"):
        assert {each.name for each in getattr(CHRONICLE, kind)} <= {each.name for each in getattr(new, kind)}
    for entry in (*new.npcs, *new.places, *new.items):
        assert not any(same_person(entry.name, own) for own in ("Jay", "Herik", "Mira", "Bartok"))
        assert any(
            said_in(form, texts[each.utterance]) for each in entry.evidence for form in (entry.name, *entry.aliases)
        )
        assert all(each.words in texts[each.utterance] for each in entry.evidence)
