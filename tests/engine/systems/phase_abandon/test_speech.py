"""The companion's words aloud: every kind of moment, and nothing that is not so."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.common.messages import UNDO_KIND
from engine.common.words import listed, number
from engine.dice.source import NoDice
from engine.history import REDO_KIND
from engine.phrase import sentence
from engine.systems.phase_abandon.rules.narration import NarrationEnded
from engine.systems.phase_abandon.rules.scenes import SceneSet
from engine.systems.phase_abandon.rules.wear import HeartDamaged
from engine.systems.phase_abandon.speech import describe_undo, dice_wanted
from engine.systems.phase_abandon.system import RULESET
from engine.systems.phase_abandon.vocabulary import NarrationKind, SceneKind
from engine.systems.phase_abandon.words import counted, dice
from engine.types import Rejected, Spoken
from tests.support.deal import scene
from tests.support.random_evening import next_command, start

FIGHT = {"players": ("Jay", "Russ", "Mira"), "skills": {"Jay": {"Common Sense": 3, "Wits": 5}, "Russ": {"Haggling": 3}}}


def said(t, command, *arguments, least=2, **options):
    """The companion's words about one command, from this weight up."""
    before = t.state
    getattr(t, command)(*arguments, **options)
    return " ".join(each.text for each in RULESET.say(before, t.events, t.state) if each.weight >= least)


def weights(t, command, *arguments):
    before = t.state
    getattr(t, command)(*arguments)
    return [each.weight for each in RULESET.say(before, t.events, t.state)]


def test_an_unchanged_holder_is_only_a_detail():
    t = scene(**FIGHT, holder="Jay")
    t.check("Russ", "Jay", "Common Sense")
    t.dice("Jay", 5, 5, 4)
    assert weights(t, "end") == [1]


def test_undone_dice_name_the_roll_they_belonged_to():
    t = scene(**FIGHT, holder="Jay")
    t.declare("Jay", "Common Sense")
    before = t.state
    t.dice("Jay", 5, 4, 6)
    assert describe_undo(t.events, before) == "Jay's Common Sense roll"
    assert describe_undo(t.events) == "Jay's dice"
    assert [each.text for each in dice_wanted(before)] == ["Common Sense, three dice. Jay?"]


def test_numbers_are_words_up_to_twenty():
    assert [number(0), number(20), number(21), counted(1, "chip", "chips"), dice(2)] == [
        "zero",
        "twenty",
        "21",
        "one chip",
        "two dice",
    ]
    assert [listed([]), listed(["A"]), listed(["A", "B", "C"])] == ["", "A", "A, B and C"]
    assert [sentence("well"), sentence("Jay?"), sentence(" ")] == ["Well.", "Jay?", ""]


def test_what_an_event_says_by_itself_is_made_of_its_fields():
    """Figures in records and words aloud; nothing is said of what has no weight, or taken back without words for it."""
    hurt = HeartDamaged("Ana's hero", 2, 3, ("combat",))
    assert hurt.sentence() == "Ana's hero loses 2 Heart, 3 left."
    assert hurt.aloud() == Spoken("Ana's hero loses two Heart, three left.", 2)
    assert hurt.undone() == ""
    ended = NarrationEnded("Ana", NarrationKind.FREE)
    assert (ended.sentence(), ended.aloud(), ended.undone()) == ("", None, "the end of Ana's narration")


WORDS = {number(value): value for value in range(21)}


def numbers_in(text):
    return {WORDS[word] for word in re.findall(r"[a-z]+", text.lower()) if word in WORDS} | {
        int(digits) for digits in re.findall(r"\d+", text)
    }


def values_of(*things):
    """Every number in events and states, those inside names included."""
    text = " ".join(map(repr, things))
    return {int(digits) for digits in re.findall(r"(?<![\w.-])\d+", text)} | {
        int(digits) for digits in re.findall(r"\d+", " ".join(re.findall(r"'[^']*'", text)))
    }


@settings(max_examples=40)
@given(st.integers(0, 2**32 - 1))
def test_nothing_is_said_that_is_not_in_events_or_states(seed):
    """Numbers, names and secrets: no bid is spoken before all are in (PA-92)."""
    t, rng = start(Random(seed)), Random(seed)
    for turn in range(40):
        command, before = next_command(t.state, rng), t.state
        outcome = t.history.submit(command, NoDice(), f"e{turn}")
        if isinstance(outcome, Rejected) or command.kind in (UNDO_KIND, REDO_KIND):
            continue
        spoken = RULESET.say(before, outcome.events, t.state)
        assert all(each.text.endswith((".", "?")) and each.weight in (1, 2, 3) for each in spoken)
        source = repr((before, outcome.events, t.state))
        heard = " ".join(each.text for each in spoken)
        roll = t.state.roll or before.roll
        own = len(roll.dice) + sum(len(die.chain) for die in roll.dice) if roll else 0
        counts = set(range(own + 2)) | {
            event.from_luck + event.from_pool for event in outcome.events if event.kind == "improvement_granted"
        }
        assert numbers_in(heard) <= values_of(before, outcome.events, t.state) | counts, heard
        for name in re.findall(r"\b[A-Z](?:'s hero)?\b", heard):
            assert name.removesuffix("'s hero") in source or name == "A", heard
        if t.state.conflict is not None and t.state.conflict.step == "BIDDING":
            assert not numbers_in(heard) - ({1} if command.kind == "call_conflict" else set())


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("It's a fight.", "Scene: It's a fight. This is combat."),
        ("Who goes there?", "Scene: Who goes there? This is combat."),
        ("the quay", "Scene: the quay. This is combat."),
    ],
)
def test_a_scene_ends_with_one_sign(said, told):
    assert RULESET.describe(SceneSet("s1", SceneKind.PLAIN, "Jay", said, True)) == told
