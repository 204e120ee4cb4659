import importlib
import re
from dataclasses import replace
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.chronicle.extractor import EveningNotes, Happening, TalkLine
from companion.chronicle.extractor.model import Chronicle
from companion.chronicle.notebook import EveningRecord
from companion.chronicle.recaps import (
    LENGTHS,
    RecapRequest,
    RecapSentence,
    check,
    load_tone,
    make_recap,
    sources_of,
    told_reasons,
)
from engine.history import History
from engine.registry import find_ruleset
from engine.types import PUBLIC
from tests.support.tale import PEOPLE, random_tale
from tests.support.wordings import wordings

TONES = ("plain", "bardic", "noir", "log-book")
PLAIN = load_tone("plain")
SEEDS = st.integers(0, 40)


@lru_cache(maxsize=64)
def tale(seed: int) -> EveningNotes:
    return random_tale(seed)


@given(SEEDS, st.sampled_from(LENGTHS), st.sampled_from(TONES))
@settings(max_examples=60)
def test_what_is_told_of_any_evening_stands_in_its_talk_or_its_log(seed, length, tone):
    """Checked a second time by other means: every number and every name is somewhere in what the sentence cites."""
    evening = tale(seed)
    recap = make_recap(evening, RecapRequest(length, tone), load_tone(tone))
    talk = {line.id: f"{line.speaker} {line.text}" for line in evening.lines}
    facts = {each.position: " ".join(map(evening.describe, each.events)) for each in evening.happenings}
    for sentence in recap.sentences:
        cited = " ".join([*(talk[each] for each in sentence.utterances), *(facts[each] for each in sentence.positions)])
        assert set(re.findall(r"\d+", sentence.text)) <= set(re.findall(r"\d+", cited))
        assert all(name in cited for name in PEOPLE if name in sentence.text)
        assert (
            sentence.utterances
            or sentence.positions
            or sentence.text.split(": ")[-1].rstrip(".") in sources_of(evening).goals
            or sentence.text in load_tone(tone).templates()
        )


@given(SEEDS, st.sampled_from(TONES))
@settings(max_examples=40)
def test_the_composer_needs_no_correction(seed, tone):
    assert make_recap(tale(seed), RecapRequest("full", tone), load_tone(tone)).faults == ()


@given(SEEDS)
@settings(max_examples=30)
def test_all_tones_tell_the_same_facts(seed):
    evening = tale(seed)
    told = []
    for tone in TONES:
        sentences = make_recap(evening, RecapRequest("full", tone), load_tone(tone)).sentences
        sentences = [each for each in sentences if each.text not in load_tone(tone).between]
        told.append([(each.utterances, each.positions) for each in sentences if each.utterances or each.positions])
    cited = [set(each) for each in told]
    assert all(each == cited[0] for each in cited)


@given(SEEDS, st.randoms(use_true_random=False))
@settings(max_examples=80)
def test_a_lie_never_passes(seed, rng):
    """A changed number, a swapped name, a "not" put in or another sentence's evidence: the sentence is left out."""
    evening = tale(seed)
    sources = sources_of(evening)
    recap = make_recap(evening, RecapRequest("full"), PLAIN)
    claims = [each for each in recap.sentences if each.utterances or each.positions]
    claims = [each for each in claims if each.text not in PLAIN.between]
    if not claims:
        return
    truth = rng.choice(claims)
    lies = [
        replace(truth, text=re.sub(r"\d+", lambda number: str(int(number[0]) + 1), truth.text)),
        replace(truth, text=truth.text.rstrip(".") + " and dies."),
        replace(truth, text=truth.text.replace(" ", " not ", 1)),
        replace(truth, text="Bartholomew " + truth.text),
        replace(truth, utterances=("u999",)),
        replace(truth, utterances=(), positions=()),
    ]
    for one, other in ((PEOPLE[0], PEOPLE[1]), (PEOPLE[2], PEOPLE[3])):
        swapped = truth.text.replace(one, "\0").replace(other, one).replace("\0", other)
        lies += [replace(truth, text=swapped)]
    for lie in lies:
        if lie != truth:
            kept, faults = check([lie], sources, PLAIN)
            assert kept == (), lie.text
            assert all(told_reasons(faults))


def _evening(*lines: TalkLine, happenings: tuple[Happening, ...] = ()) -> EveningNotes:
    cast = (("Ana", "Vesna"), ("Ben", None))
    return EveningNotes(
        "T", "today", lines, happenings, Chronicle(), None, None, "phase-abandon", lambda event: event.text, cast
    )


class Fact:
    def __init__(self, text, visibility="public"):
        self.text, self.visibility, self.kind = text, visibility, "fact"


def verdict(sentence: RecapSentence, *lines: TalkLine, happenings: tuple[Happening, ...] = ()) -> str:
    kept, faults = check([sentence], sources_of(_evening(*lines, happenings=happenings)), PLAIN)
    return "kept" if kept else faults[0].reason


@pytest.mark.parametrize(("text", "expected"), wordings(__file__, "whole_sentences_of_talk_and_names_in_it_pass", 2))
def test_whole_sentences_of_talk_and_names_in_it_pass(text, expected):
    line = TalkLine("u1", "Um, so Marta fell into the river. Nobody saw it. I pull Marta out and dry my coat.", "Ana")
    assert verdict(RecapSentence(text, ("u1",)), line).startswith(expected)


def test_half_of_a_sentence_may_mean_the_opposite_and_fails():
    line = TalkLine("u1", "I do not believe that Marta died.", "Ana")
    assert verdict(RecapSentence("Marta died.", ("u1",)), line) != "kept"


def test_what_was_taken_back_is_no_evidence():
    undone = (Happening(3, (Fact("Marta dies."),), undone=True),)
    assert verdict(RecapSentence("Marta dies.", (), (3,)), happenings=undone) != "kept"
    assert verdict(RecapSentence("Marta dies.", (), (3,)), happenings=(replace(undone[0], undone=False),)) == "kept"


def test_what_only_one_player_may_know_is_no_evidence():
    secret = (Happening(3, (Fact("Ana bids 4.", "Ana"),)),)
    assert verdict(RecapSentence("Ana bids 4.", (), (3,)), happenings=secret) != "kept"


def test_words_that_were_struck_are_no_evidence():
    assert verdict(RecapSentence("Marta fell.", ("u7",))) == "It cites u7, which does not exist."


@pytest.mark.parametrize("system", ["phase_abandon", "kleptonomicon", "phasesix", "choice_pta"])
def test_evenings_of_every_system_are_told_without_a_fault_and_without_a_secret(system):
    """Every kind of event happens in these evenings; what only one player saw is nowhere in the recap."""
    told = 0
    for played in importlib.import_module(f"tests.support.tours.{system}").histories():
        ruleset = find_ruleset(system.replace("_", "-"))
        history = History(ruleset)
        book = EveningRecord(ruleset, history.state)
        shown, hidden = set(), set()
        for position, entry in enumerate(played.entries):
            history.commit(entry)
            book.happen(position, entry, None, history.state)
            for event in getattr(entry, "events", ()):
                (shown if event.visibility == PUBLIC else hidden).add(ruleset.describe(event))
        recap = make_recap(book.evening("T", "today", 1, history.state), RecapRequest("full"), PLAIN)
        assert recap.faults == ()
        assert {sentence.text for sentence in recap.sentences} & (hidden - shown) == set()
        told += len(recap.sentences)
    assert told > 20
