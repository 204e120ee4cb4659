"""A recap keeps only sentences whose cited lines bear every name, number and outcome."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.chronicle.extractor.evening import Beat, EveningLog, SceneNote
from companion.chronicle.extractor.language import parser
from companion.chronicle.llm_extractor import claims
from companion.chronicle.llm_extractor.claims import ClaimFault, Source, fault_of
from companion.chronicle.llm_extractor.forms import RecapForm
from companion.chronicle.llm_extractor.recap import MOST_SENTENCES, checked_recap, model_recap, sources_of
from tests.support.reader_model import TABLE, ReaderModel, heard, lines_of

SOLD = Source("Dreel sits on the steps, and he says Sallow sold the lantern to the glassmakers.", ("Mira", "Bartok"))
BRIDGE = Source("Dreel's crossbowmen come out on the bridge above us.", ("Jay", "Herik"), ("u2",))
PAID = Source("We never paid him the twenty one coins.", ("Jay", "Herik"), ("u3",))
NAMES = ("Jay", "Herik", "Mira", "Bartok", "Dreel", "Sallow", "Benna Harrow")


@pytest.mark.parametrize(
    ("text", "cited", "fault"),
    [
        ("Sallow sold the lantern to the glassmakers.", [SOLD], None),
        ("Bartok heard it while Dreel sat on the steps.", [SOLD], "word"),
        ("Bartok met Dreel on the steps.", [SOLD], None),
        ("Herik did not pay the 21 coins.", [PAID], None),
        ("Crossbowmen came out on the bridge.", [BRIDGE], None),
        ("Sallow sold the lantern, and crossbowmen came out on the bridge.", [SOLD, BRIDGE], None),
        ("Benna Harrow sold the lantern.", [SOLD], "name"),
        ("Zorblax came out on the bridge.", [BRIDGE], "name"),
        ("benna came out on the bridge.", [BRIDGE], "name"),
        ("Mira came out on the bridge.", [BRIDGE], "name"),
        ("Four crossbowmen came out on the bridge.", [BRIDGE], "number"),
        ("12 crossbowmen came out on the bridge.", [BRIDGE], "number"),
        ("Herik never paid the twenty two coins.", [PAID], "number"),
        ("Sallow stole the lantern.", [SOLD], "word"),
        ("Dreel was killed on the steps.", [SOLD], "word"),
        ("The crossbowmen won on the bridge.", [BRIDGE], "word"),
        ("Sallow never sold the lantern.", [SOLD], "not"),
        ("Herik paid the 21 coins.", [PAID], "not"),
        ("Sallow sold the lantern to the glassmakers.", [BRIDGE], "name"),
        ("Sallow sold the lantern.", [], "cites nothing"),
        ("Sallow sold the lantern.", [SOLD] * 4, "cites nothing"),
        ("Sold.", [SOLD], "no sentence"),
        ("Sallow sold <b>the lantern</b>.", [SOLD], "no sentence"),
        ("Sallow sold the lantern to www.glassmakers.", [SOLD], "no sentence"),
        ("Sallow sold the lantern " + "the lantern " * 20, [SOLD], "no sentence"),
    ],
)
def test_a_sentence_says_no_more_than_its_lines(text: str, cited: Sequence[Source], fault: ClaimFault | None) -> None:
    assert fault_of(text, cited, NAMES) == fault


TRUE = "Sallow sold the lantern to the glassmakers."


@pytest.mark.parametrize(
    "word", ["\u6b7b", "\u2c81\u2c83", "\u2135", "\xaa\xba", "\ufdfa", "\u314b\u314b", "\u03b6"], ids=ascii
)
def test_words_in_a_script_that_nobody_at_the_table_used_are_not_borne_out(word: str) -> None:
    """The parser takes some of them for marks."""
    for text in (
        f"Sallow {word} sold the lantern.",
        f"Sallow sold it to {word} then.",
        f"Sallow sold the lantern, {word}.",
    ):
        assert fault_of(text, [SOLD], NAMES) is not None


def test_a_name_with_an_accent_may_be_told_of_whoever_spoke() -> None:
    """It stands in no line of theirs."""
    said = Source("We come out on the bridge above.", ("Jay", "R\u00fan \u00d3g"))
    assert fault_of("R\u00fan \u00d3g came out on the bridge.", [said], NAMES) is None


COMMANDS = [
    *(chr(each) for each in (*range(0x20), *range(0x7F, 0xA0)) if not chr(each).isspace()),
    *"\xad\u061c\u180e\u200b\u200d\u200e\u202a\u202e\u2066\u2069\ufeff\ufff9\ue000\ud800\U000e0041",
]
"""Letters that command a terminal or a page, show nothing, or are none."""


@pytest.mark.parametrize("letter", COMMANDS, ids=ascii)
def test_no_sentence_commands_a_terminal(letter: str) -> None:
    """Wherever it stands, alone or with what follows; a model that guesses parts of speech lets most of them pass."""
    words = TRUE.split()
    for at in range(len(words) + 1):
        for said in (letter, letter * 2, f"{letter}c", f"{letter}2J"):
            assert fault_of(" ".join([*words[:at], said, *words[at:]]), [SOLD], NAMES) is not None
    for word in words:
        assert fault_of(TRUE.replace(word, f"{letter}{word}"), [SOLD], NAMES) is not None
        assert fault_of(TRUE.replace(word, f"{word}{letter}"), [SOLD], NAMES) is not None


@pytest.mark.parametrize(
    "text",
    [
        "- Sallow sold the lantern.",
        "+ Sallow sold the lantern.",
        "1. Sallow sold the lantern.",
        "--- Sallow sold the lantern.",
        "~~Sallow sold the lantern.~~",
        "Sallow sold the lantern ===",
        "Sallow sold the lantern &lt;b&gt;.",
        "Sallow sold the lantern $(id).",
        "Sallow sold the lantern %n.",
        "Sallow sold the lantern @everyone.",
        "Sallow sold the lantern to glass@makers.",
        "Sallow sold the lantern ^^.",
        "Sallow sold the lantern 💩💩.",
        "Sallow sold the lantern → ✓.",
        "Sallow sold the lantern ③.",
        f"Sallow sold the lantern {'!' * 200}",
        f"Sallow sold the lantern{chr(0x301) * 200}.",
        "Shit! Sallow sold the lantern.",
        "Somebody should really have done something about everything here.",
        f"Sallow sold {'9' * 5_000} lanterns.",
        f"Sallow sold {'another.' * 2_000} lantern.",
        f"Sallow sold the lan{'t' * 2_000_000}ern.",
        "Sallow sold the lantern. " * 20_000,
    ],
    ids=lambda text: ascii(text[:40]),
)
def test_what_is_no_plain_sentence_is_left_out(text: str) -> None:
    assert fault_of(text, [SOLD], NAMES) is not None


def test_signs_of_the_lines_may_be_repeated() -> None:
    paid = Source("Sallow sold 50% of the lantern to Glass & Sons.", ("Mira", "Bartok"))
    assert fault_of("Sallow sold 50% of the lantern to Glass & Sons.", [paid], (*NAMES, "Glass & Sons")) is None
    assert fault_of("Sallow sold 50% of the lantern to Glass & Sons.", [SOLD], NAMES) is not None


def answer(*sentences: tuple[str, list[int]]) -> RecapForm:
    return RecapForm.model_validate({"sentences": [{"text": text, "lines": lines} for text, lines in sentences]})


GOOD = (("Sallow sold the lantern to the glassmakers", [1]), ("Crossbowmen came out on the bridge.", [2]))
SOURCES = (SOLD, BRIDGE, PAID)


def test_what_is_borne_out_becomes_the_recap() -> None:
    """The rest is dropped and counted; evidence is what the sentences cite."""
    told = checked_recap(answer(*GOOD, ("Zorblax came by.", [2]), ("Twelve men died.", [9])), SOURCES, NAMES)
    assert told.recap is not None
    assert told.recap.text == (
        "Last time: Sallow sold the lantern to the glassmakers. Crossbowmen came out on the bridge."
    )
    assert told.recap.evidence == ("u2",)
    assert dict(told.dropped) == {"name": 1, "cites nothing": 1}


def test_too_little_is_no_recap() -> None:
    assert checked_recap(answer(GOOD[0]), SOURCES, NAMES).recap is None


def test_a_recap_does_not_run_on() -> None:
    """However much the model writes; the same sentence counts once."""
    many = [(f"{'The ' * (at % 3)}crossbowmen came out on the bridge{' above' * (at // 3)}.", [2]) for at in range(30)]
    told = checked_recap(answer(*many, *many), SOURCES, NAMES)
    assert told.recap is not None
    assert told.recap.text.count("crossbowmen") <= MOST_SENTENCES


def test_an_evening_is_retold_from_its_story_and_its_facts() -> None:
    lines = lines_of()
    log = EveningLog(scenes=[SceneNote("s", beats=[Beat("fact", "Jay reached the group goal", "Jay", ("u9",))])])
    sources = sources_of(heard(lines), TABLE, log)
    assert not any("Carla" in source.text for source in sources)
    assert Source("Herik walks over to Clara Winslow and bows.", ("Jay", "Herik"), ("u3",)) in sources
    assert sources[-1] == Source("Jay reached the group goal", ("Jay",), ("u9",))


def test_the_question_holds_the_lines_as_one_quotation() -> None:
    model = ReaderModel(lambda question, shown: {"sentences": [{"text": text, "lines": at} for text, at in GOOD]})
    told = model_recap(model, SOURCES, TABLE, NAMES)
    assert told.recap is not None
    assert f'Lines: "1 Bartok: {SOLD.text}\\n2 Herik: ' in model.asked[0]


def test_nothing_is_asked_about_nothing() -> None:
    model = ReaderModel(lambda question, shown: {"sentences": []})
    assert model_recap(model, (), TABLE, NAMES).recap is None
    assert model.asked == []


LIES = st.sampled_from(["Zorblax", "Benna", "seventeen", "99", "died", "killed", "won", "betrayed", "escaped", "Mira"])


@given(st.sampled_from(SOURCES[:2]), LIES, st.integers(0, 8))
def test_a_lie_anywhere_in_a_true_sentence_is_found(source: Source, lie: str, at: int) -> None:
    words = source.text.rstrip(".").split()
    spoken_by_mira = lie == "Mira" and "Mira" in source.people
    lied = " ".join([*words[:at], lie, *words[at:]]) + "."
    assert fault_of(source.text, [source], NAMES) is None
    assert spoken_by_mira or fault_of(lied, [source], NAMES) in {"name", "number", "word"}


@given(st.recursive(st.text(max_size=12) | st.integers() | st.none(), lambda inner: st.lists(inner, max_size=3)))
def test_whatever_a_sentence_is(value: Any) -> None:
    fault_of(str(value), [SOLD], NAMES)


def test_a_long_line_is_read_once_however_often_it_is_cited(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def noted(text: str) -> Any:
        read.append(text)
        return parser()(text)

    monkeypatch.setattr(claims, "parser", lambda: noted)
    line = Source("Sallow sold the wick of the lantern.", ("Mira", "Bartok"))
    for _ in range(3):
        assert fault_of("Sallow sold the lantern.", [line], NAMES) is None
    assert read.count(line.text) == 1
