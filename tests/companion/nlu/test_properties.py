"""Properties of every text and every sentence a grammar accepts."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.nlu.detect import detect_lines
from companion.nlu.grammar import Pattern, load_grammar
from companion.nlu.hearing import hear
from companion.nlu.recognize import load_recognizer
from companion.nlu.types import Table, Turn
from engine.vocabulary import Vocabulary
from tests.golden.speech_tables import table
from tests.support.sampling import sample_sentence

FILL = {
    "player": ["Ben", "Cleo"],
    "character": ["Vex"],
    "skill": ["Knives", "Haggling"],
    "item": ["Raven Knife"],
    "connection": ["Marta"],
    "newskill": ["juggling"],
    "anyskill": ["perception", "arcana"],
    "rollable": ["damage", "attack"],
    "dice": ["d20", "2d6"],
    "big": ["14", "nine"],
    "n": ["two", "3"],
    "count": ["two", "one"],
    "value": ["twenty", "fourteen"],
    "ordinal": ["first", "second"],
    "faces": ["two", "the three"],
    "text": ["the old mill burns"],
    "goal": ["revenge"],
    "principle": ["no blade against the unarmed"],
    "detail": ["the plague"],
    "name": ["Old Pike", "the innkeeper"],
}
VOCABULARY = """I you Ana Ben Rook Vex roll rolls two 2 six ones a the chip chips check conflict bid Lockpicking
    my done that's if don't last time with and Marta token pool for to scene , . ? ! ' " ( ) - … undo no yes harder"""
WORDS = st.sampled_from(VOCABULARY.split())
TEXTS = st.text(max_size=80) | st.lists(WORDS, max_size=25).map(" ".join)
TABLES = [table(name) for name in ("scene", "success", "bidding", "choice", "check", "characters", "opening", "asked")]
TABLES.append(table("scene", ["Ana BID 2", "Ben ACTION 3"]))
RECOGNIZER = load_recognizer("phase-abandon")


@given(TEXTS, st.sampled_from(TABLES), st.sampled_from(["Ana", "Ben", "unknown", None]))
@settings(max_examples=300)
def test_any_text_gives_the_same_sane_answer_twice(text: str, where: Table, speaker: str | None) -> None:
    """Never an error, spans inside the text, confidence a share, one answer for one question."""
    turn = Turn(text, speaker)
    intents = RECOGNIZER.recognize(turn, where)
    assert intents == RECOGNIZER.recognize(turn, where)
    for intent in intents:
        assert 0 <= intent.span[0] < intent.span[1] <= len(text)
        assert 0 <= intent.confidence <= 1
        assert intent.decision != "ignore"


@given(TEXTS)
def test_any_text_passes_the_profile_for_any_game(text: str) -> None:
    lines = [{"id": "1", "text": text}]
    (answer,) = detect_lines(lines, ANY_GAME, Table("any-rpg", Vocabulary()))
    assert answer["id"] == "1"


ANY_GAME = load_recognizer("any-rpg")


@pytest.mark.parametrize("slug", ["phase-abandon", "any-rpg"])
def test_every_template_accepts_the_sentences_it_generates(slug: str) -> None:
    """A template that does not match its own samples would be dead text in the file."""
    recognizer = RECOGNIZER if slug == "phase-abandon" else ANY_GAME
    words, literals = table("scene").vocabulary, recognizer.grammar.literals
    if slug == "any-rpg":
        words = Vocabulary(words.players, load_grammar("any-rpg").vocabulary)
    dead = []
    for pattern in recognizer.grammar.patterns:
        for template in pattern.say:
            random = Random(template.source)
            samples = [sample_sentence(template, random, FILL) for _ in range(6)]
            heard = [hear(Turn(text, "Ana"), Table(slug, words), literals) for text in samples]
            matched = sum(any(each.find(template) for each in one.sentences) for one in heard)
            if matched < 3:
                dead.append((pattern.command, template.source, samples[0]))
    assert dead == []


SITUATIONS = {
    "bidding": "bidding", "own_throw": "own_roll", "any_throw": "own_roll", "other_throw": "check",
    "own_choice": "choice",
    "other_choice": "choice", "limited": "success", "success_running": "success", "reward": "reward",
    "fallen": "fallen", "incapacitated": "out_cold", "vow_resolved": "amends", "skill_ready": "lesson",
    "requested": "favour", "improving": "closed", "setting": "setting", "setting_or_lobby": "setting",
    "characters": "characters", "opening": "opening", "can_start": "opening", "goals_open": "opening",
    "no_table": "lobby", "joining": "lobby", "question": "asked", "narrating": "success", "proposal": "characters",
}  # fmt: skip
SPEAKERS = {"check": "Ben", "amends": "Dov"}


def situation(pattern: Pattern) -> str:
    return next((SITUATIONS[flag] for flag in pattern.needs if flag in SITUATIONS), "scene")


def test_sampled_sentences_bind_to_their_own_command() -> None:
    """Nearly every sentence that the grammar generates comes back as the command it was generated for."""
    own, other, total = 0, [], 0
    for pattern in RECOGNIZER.grammar.patterns:
        if pattern.only == "note" or pattern.check in {"rule_word", "switched_on"}:  # only with words of the rules
            continue
        where = situation(pattern)
        speaker = "Ben" if pattern.command in {"spend_pool_token"} else SPEAKERS.get(where, "Ana")
        for template in pattern.say:
            text = sample_sentence(template, Random(template.source), FILL)
            intents = RECOGNIZER.recognize(Turn(text, speaker), table(where))
            commands = {each.command for each in intents if each.decision in {"act", "ask"}}
            total += 1
            own += pattern.command in commands
            if commands and pattern.command not in commands:
                other.append((pattern.command, text, commands))
    assert own / total >= 0.85
    assert len(other) / total <= 0.02
