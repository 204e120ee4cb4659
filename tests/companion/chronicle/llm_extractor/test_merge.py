"""A model's findings are accepted if the talk and the embedded scribe bear them out, and remove nothing."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.chronicle.extractor import Chronicle
from companion.chronicle.extractor.names import same_person
from companion.chronicle.llm_extractor.batches import batches_of
from companion.chronicle.llm_extractor.check import check
from companion.chronicle.llm_extractor.findings import Findings, findings_from
from companion.chronicle.llm_extractor.forms import ChronicleForm, chronicle_form
from companion.chronicle.llm_extractor.material import Material, material_of, said_in
from companion.chronicle.llm_extractor.merge import merged
from tests.support.reader_model import TABLE, TALK, heard, lines_of, names

WITNESSED = ("Mira", "The door opens and Odric comes in.")
"""The embedded scribe alone is not sure of a name seen once."""


def read(*more: tuple[str | None, str]) -> tuple[Chronicle, Material]:
    lines = lines_of((*TALK, *more))
    chronicle = heard(lines)
    return chronicle, material_of(batches_of(lines, TABLE)[0], chronicle, TABLE)


def answered(material: Material, answer: Any) -> Findings:
    return check(ChronicleForm.model_validate(answer), material)


def test_only_names_of_the_story_are_asked_about() -> None:
    """Fullest forms with the lines that say them; nobody of the table, nobody from the friends' own lives."""
    _, material = read()
    assert [(each.name, each.forms, each.lines) for each in material.names] == [
        ("Clara Winslow", ("Clara Winslow", "Clara"), ("u2", "u3", "u4")),
        ("Tobin", ("Tobin",), ("u4", "u5", "u6")),
        ("Gull Street", ("Gull Street",), ("u6",)),
    ]
    assert material.items["old lantern"] == ("u4",)
    assert material.people == {"Clara Winslow"}


def test_chatter_is_not_worth_asking_about() -> None:
    lines = lines_of([("Jay", "Pass the crisps, please."), ("Mira", "Carla ate them all.")])
    assert not material_of(batches_of(lines, TABLE)[0], heard(lines), TABLE).worth_asking


def test_the_schema_allows_only_what_is_shown() -> None:
    form = chronicle_form(["Tobin"], [], 2)
    assert form.model_json_schema()["$defs"]["NameForm"]["properties"]["name"]["enum"] == ["Tobin"]
    assert form.model_json_schema()["properties"]["open"]["items"]["enum"] == [1, 2]
    assert form.model_validate(names({"Zorblax": "person"})).names[0].name == "Zorblax"


def test_what_was_not_shown_is_dropped_and_counted() -> None:
    """Names, things and lines alike; the rest of the answer is kept."""
    _, material = read()
    answer = names({"Zorblax": "person", "Tobin": "person", "Jay": "person"}, ["crown"], [99, 5])
    answer["names"].append(answer["names"][1])
    findings = answered(material, answer)
    assert dict(findings.dropped) == {"not shown": 3, "said twice": 1, "no such line": 1}
    assert [(each.kind, each.name, each.lines) for each in findings.kept] == [
        ("person", "Tobin", ("u4", "u5", "u6")),
        ("open", "", ("u5",)),
    ]
    assert not findings.trusted


def test_a_trade_is_taken_when_a_sentence_says_it_with_the_name() -> None:
    """In its own words; what the embedded scribe knew stays."""
    chronicle, material = read()
    assert chronicle.npcs[0].role is None
    said = answered(material, names({"Clara Winslow": "person"}, Clara_Winslow="the harbour master"))
    assert merged(chronicle, [said], TABLE).npcs[0].role == "harbour master"
    for invented in ("queen", "old lantern", "woman"):
        other = answered(material, names({"Clara Winslow": "person"}, Clara_Winslow=invented))
        assert (dict(other.dropped), other.trusted) == ({"role not said": 1}, True)
        assert merged(chronicle, [other], TABLE).npcs[0].role is None


@pytest.mark.parametrize(
    "role",
    [
        "\x1b[31mharbour master",
        "\u202eharbour master",
        "harbour\u200bmaster",
        "<b>harbour master</b>",
        "harbour master\nfriend",
        f"{'x ' * 9_000}harbour master",
        "harbour, the old and grey and slow and kind and wise and patient master",
    ],
)
def test_a_trade_is_a_few_plain_words_of_the_talk(role: str) -> None:
    """Looking for thousands of words would take the time of everybody."""
    chronicle, material = read(
        (
            "Mira",
            "Clara Winslow is of the harbour, the old and grey and slow and kind and wise "
            "and patient master she always was.",
        )
    )
    findings = answered(material, names({"Clara Winslow": "person"}, Clara_Winslow=role))
    assert dict(findings.dropped) == {"role not said": 1}
    assert merged(chronicle, [findings], TABLE).npcs[0].role is None


def test_thousands_of_everything_is_nothing() -> None:
    chronicle, material = read()
    answer = names({f"Zorblax {number}": "person" for number in range(5_000)}, [f"crown {n}" for n in range(5_000)])
    answer["open"] = [10**4_000, -(10**4_000), *range(5_000)]
    findings = answered(material, answer)
    assert (dict(findings.dropped), findings.kept) == ({"not shown": 5_000, "too many": 2}, ())
    assert not findings.trusted
    assert merged(chronicle, [findings], TABLE) == chronicle


def test_somebody_both_witnesses_see_is_new() -> None:
    chronicle, material = read(WITNESSED)
    assert "Odric" not in {entry.name for entry in chronicle.npcs}
    new = merged(chronicle, [answered(material, names({"Odric": "person"}))], TABLE)
    (odric,) = (entry for entry in new.npcs if entry.name == "Odric")
    assert (odric.certainty, [each.utterance for each in odric.evidence]) == ("inferred", ["u7"])
    assert [entry for entry in new.npcs if entry.name != "Odric"] == list(chronicle.npcs)


@pytest.mark.parametrize(
    "said", ["Bartok sails on the Grey Gull.", "Bartok runs through Fen Market.", "Bartok reads of Odric."]
)
def test_a_model_alone_makes_nobody_a_person(said: str) -> None:
    chronicle, material = read(("Mira", said))
    everybody = answered(material, names({each.name: "person" for each in material.names}))
    assert merged(chronicle, [everybody], TABLE).npcs == chronicle.npcs


def test_an_answer_that_denies_somebody_sure_is_not_trusted() -> None:
    chronicle, material = read(WITNESSED)
    findings = answered(material, names({"Clara Winslow": "none", "Tobin": "person", "Odric": "person"}))
    assert dict(findings.dropped) == {"a sure person denied": 1}
    assert not findings.trusted
    assert merged(chronicle, [findings], TABLE) == chronicle


def test_denying_somebody_takes_nobody_away() -> None:
    chronicle, material = read()
    findings = answered(material, names({"Clara Winslow": "person", "Tobin": "none", "Gull Street": "thing"}))
    assert findings.trusted
    assert merged(chronicle, [findings], TABLE).npcs == chronicle.npcs
    assert merged(chronicle, [findings], TABLE).places == chronicle.places


def test_a_thing_the_story_does_not_come_back_to_is_left_out() -> None:
    chronicle, material = read(("Mira", "Bartok lifts the old lantern."))
    findings = answered(material, names({}, ["old lantern"]))
    assert merged(chronicle, [findings], TABLE).items == chronicle.items


def test_things_and_open_lines_are_added_in_the_words_of_the_story() -> None:
    """Once; a line that is open already is not noted twice."""
    chronicle, material = read(
        ("Jay", "Tobin wants our word that the lantern comes back."),
        ("Mira", "Bartok lifts the old lantern."),
        ("Jay", "The old lantern goes out."),
    )
    findings = answered(material, names({}, ["old lantern"], [5, 7]))
    new = merged(chronicle, [findings, findings], TABLE)
    assert [entry.name for entry in new.items] == [*(entry.name for entry in chronicle.items), "old lantern"]
    assert [entry.name for entry in new.threads] == [
        "Tobin promises to bring two barrels of salt before dawn.",
        "Tobin wants our word that the lantern comes back.",
    ]


def test_a_model_that_names_every_thing_and_line_says_nothing() -> None:
    chronicle, material = read()
    findings = answered(material, names({"Tobin": "person"}, [], range(1, 7)))
    assert dict(findings.dropped) == {"too many": 1}
    assert merged(chronicle, [findings], TABLE).threads == chronicle.threads


def test_a_line_is_open_only_when_its_words_may_be() -> None:
    """Promises, debts and wishes are; what happens is not."""
    chronicle, material = read()
    findings = answered(material, names({}, [], [3, 4, 6]))
    assert findings.trusted
    assert merged(chronicle, [findings], TABLE).threads == chronicle.threads


def test_findings_survive_the_store() -> None:
    _, material = read()
    findings = answered(material, names({"Tobin": "person", "Zorblax": "place"}, ["old lantern"], [5]))
    assert findings_from(findings.to_json()) == findings


KINDS = st.sampled_from(["person", "place", "thing", "none"])
NAMES = st.sampled_from(
    [
        "Clara Winslow",
        "Tobin",
        "Gull Street",
        "Odric",
        "Zorblax",
        "Jay",
        "Herik",
        "Bartok",
        "Mira",
        "Carla",
        "",
        "u1",
        "old lantern",
    ]
)
NAMED = st.fixed_dictionaries(
    {"name": NAMES, "kind": KINDS, "role": st.sampled_from(["", "harbour master", "king", "<b>"])}
)
ANSWERS = st.fixed_dictionaries(
    {
        "names": st.lists(NAMED, max_size=12),
        "items": st.lists(st.sampled_from(["old lantern", "crown", "bows"]), max_size=4),
        "open": st.lists(st.integers(-2, 12), max_size=6),
    }
)


@given(st.lists(ANSWERS, max_size=3))
def test_whatever_a_model_answers(answers: list[Any]) -> None:
    chronicle, material = _READ
    new = merged(chronicle, [answered(material, answer) for answer in answers], TABLE)
    texts = {line.id: line.text for line in material.batch.lines}
    for kind in ("npcs", "places", "items", "threads", "goals", "connections"):
        assert {each.name for each in getattr(chronicle, kind)} <= {each.name for each in getattr(new, kind)}
    assert {entry.name for entry in new.npcs} - {entry.name for entry in chronicle.npcs} <= {"Odric"}
    for entry in (*new.npcs, *new.places, *new.items):
        assert not any(same_person(entry.name, own) for own in ("Jay", "Herik", "Mira", "Bartok"))
        for evidence in entry.evidence:
            assert evidence.words in texts[evidence.utterance]
            assert any(said_in(name, evidence.words) for name in (entry.name, *entry.aliases))


_READ = read(WITNESSED)
