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
from tests.support.table import table

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


def test_a_check_asks_the_roller_for_dice():
    t = scene(**FIGHT, holder="Jay")
    assert said(t, "check", "Russ", "Jay", "Common Sense") == "Common Sense, three dice. Jay?"


def test_payments_made_by_hand_are_detail():
    t = scene(**FIGHT, holder="Jay")
    assert "Russ pays Jay one chip." in said(t, "check", "Russ", "Jay", "Common Sense", least=1)


def test_a_six_may_roll_again_and_success_gives_narration_with_its_limit():
    """N-8."""
    t = scene(**FIGHT, holder="Jay", group_goals=[("find it", 20)])
    t.check("Russ", "Jay", "Common Sense")
    assert said(t, "dice", "Jay", 2, 4, 6) == "Two successes, one failure. The six may roll again."
    assert (
        said(t, "dice", "Jay", 5) == "Three successes. Seventeen left of the group goal. Jay narrates, three actions."
    )


def test_a_failed_action_names_who_pays_and_who_tells_it_and_why():
    """N-5."""
    t = scene(**FIGHT, holder="Jay", chips={"Jay": 6, "Russ": 5, "Mira": 4})
    t.declare("Jay", "Common Sense")
    assert said(t, "dice", "Jay", 2, 3, 5) == (
        "One success, two failures. Jay pays Mira one chip. Fewest chips: Mira narrates the failure."
    )
    assert said(t, "end") in {
        "Most chips: Jay narrates.",
        "Jay, Russ and Mira are tied for the most chips. Roll off, one die each.",
    }


def test_a_failed_check_is_told_by_whoever_called_it():
    """N-10."""
    t = scene(**FIGHT, holder="Jay", chips={"Jay": 6, "Russ": 6, "Mira": 3})
    t.check("Russ", "Jay", "Common Sense")
    assert said(t, "dice", "Jay", 2, 3, 3) == (
        "Three failures. Jay pays Mira one chip. Called the check: Russ narrates the failure."
    )


def test_a_break_even_does_no_harm():
    """N-6."""
    t = scene(players=("Jay", "Russ", "Mira"), skills={"Jay": {"Wits": 2}}, chips={"Jay": 6, "Russ": 5, "Mira": 4})
    t.declare("Jay", "Wits")
    assert said(t, "dice", "Jay", 2, 4) == (
        "One success, one failure: break even. Fewest chips: Mira narrates a draw, without harm."
    )


def test_a_tie_is_rolled_off_and_its_winner_named():
    """N-27."""
    t = scene(**FIGHT, holder="Jay")
    t.declare("Jay", "Common Sense")
    assert said(t, "dice", "Jay", 2, 3, 3) == (
        "Three failures. Russ and Mira are tied for the fewest chips. Roll off, one die each."
    )
    assert said(t, "dice", "Russ", 2) == ""
    assert said(t, "dice", "Mira", 5) == "Mira wins the roll-off. Jay pays Mira one chip. Mira narrates the failure."


def test_nobody_is_said_to_pay_who_has_nothing():
    t = scene(**FIGHT, holder="Russ", chips={"Jay": 0, "Russ": 9, "Mira": 6})
    t.declare("Jay", "Common Sense")
    assert "Jay has no chip to pay." in said(t, "dice", "Jay", 2, 3, 3)


def test_the_get_moving_roll_is_read_out_highest_first():
    """N-1."""
    t = table("Jay", "Russ", "Mira")
    t.finish_setting()
    for name in ("Jay", "Russ", "Mira"):
        t.quick_character(name)
    t.start_session()
    t.group("find it", 10)
    assert said(t, "get_moving") == "Get moving: two dice each."
    t.dice("Jay", 6, 5)
    t.dice("Mira", 3, 1)
    assert said(t, "dice", "Russ", 3, 4) == "Jay eleven, Russ seven, Mira four. Jay sets the scene."


def test_a_skill_that_is_not_on_the_sheet_is_said_to_be_luck():
    t = scene(**FIGHT, holder="Jay")
    assert said(t, "check", "Russ", "Jay", "Fencing") == "No Fencing on the sheet of Jay's hero. Luck, three dice. Jay?"


def test_rerolls_are_offered_asked_for_and_counted():
    t = scene(players="PQR", skills={"P": {"Hacking": 6}}, holder="P")
    assert said(t, "declare", "P", "Hacking") == "Hacking, five dice and one re-roll. P?"
    assert said(t, "dice", "P", 5, 4, 3, 2, 2) == "Two successes, three failures. One re-roll left. P?"
    assert said(t, "reroll", "P", faces=[2]) == "One die again. P?"
    assert said(t, "dice", "P", 5).startswith("Three successes.")


def test_a_six_and_a_one_offer_the_trade():
    t = scene(**FIGHT, holder="Jay")
    t.declare("Jay", "Common Sense")
    assert (
        said(t, "dice", "Jay", 6, 4, 1) == "Two successes, one failure. Jay, trade the six for the one, or keep both?"
    )
    assert said(t, "trade", "Jay").startswith("The six takes the one away. One success.")


def test_a_pool_token_may_take_a_one_away():
    t = scene(**FIGHT, holder="Jay", pool=1)
    t.declare("Jay", "Common Sense")
    assert said(t, "dice", "Jay", 5, 4, 1).endswith("A pool token could take the one away. Anybody, or keep it?")
    assert said(t, "token", "Mira").startswith("Mira spends a token: the one is gone, the pool is empty.")


def test_difficulty_and_help_are_named_and_the_helping_dice_asked_for_last():
    t = scene(**FIGHT, holder="Jay")
    t.check("Russ", "Jay", "Common Sense")
    assert said(t, "harder", "Mira") == "Mira makes it harder: one success less."
    assert said(t, "help", "Russ", "Haggling", 1) == "Russ helps with Haggling, one die."
    assert said(t, "dice", "Jay", 5, 4, 2) == "Two successes, one failure. Russ, one helping die?"
    assert said(t, "dice", "Russ", 5).startswith("Two successes, difficulty included.")


def test_a_one_in_a_success_costs_the_skill_and_the_story():
    """N-7."""
    t = scene(**FIGHT, holder="Jay")
    t.declare("Jay", "Common Sense")
    heard = said(t, "dice", "Jay", 5, 4, 1)
    assert "Common Sense drops to two." in heard
    assert heard.endswith("Jay narrates, two actions, with a setback from the one.")


def test_bids_are_asked_for_and_never_told_before_all_are_in():
    """PA-92."""
    t = scene(**FIGHT, holder="Jay")
    assert said(t, "conflict", "Russ", "a brawl") == "Conflict, called by Russ. Bids, please."
    assert said(t, "bid", "Jay", 2, least=1) == ""
    assert said(t, "bid", "Russ", 1, least=1) == ""
    assert said(t, "bid", "Mira", 0) == "Mira bids nothing. Roll your bids: Jay two, Russ one."


def test_a_decided_bid_names_totals_rating_winner_and_pot():
    """N-20."""
    t = scene(**FIGHT, holder="Jay")
    t.conflict("Russ")
    for name, chips in (("Jay", 2), ("Russ", 1), ("Mira", 0)):
        t.bid(name, chips)
    t.dice("Jay", 4, 1)
    assert said(t, "dice", "Russ", 6) == (
        "Jay five, Russ six. The challenge is eleven. Russ wins three chips: Russ sets the scene."
    )


def test_a_conflict_nobody_bids_on_fizzles():
    """N-31."""
    t = scene(**FIGHT, holder="Jay")
    t.conflict("Russ")
    t.bid("Jay", 0)
    t.bid("Russ", 0)
    assert said(t, "bid", "Mira", 0).startswith("Nobody bids: no conflict.")


def test_what_is_left_of_challenge_and_group_goal_is_said_in_one_sentence():
    t = scene(**FIGHT, holder="Jay", challenge=8, group_goals=[("find it", 15)])
    t.declare("Jay", "Common Sense")
    t.dice("Jay", 6, 5, 4)
    assert "Four left of the challenge, fourteen left of the group goal." in said(t, "dice", "Jay", 5)


def test_the_last_of_the_challenge_gives_the_wrap_up_and_a_reward():
    """N-21."""
    t = scene(**FIGHT, holder="Jay", challenge=3)
    t.declare("Jay", "Common Sense")
    heard = said(t, "dice", "Jay", 5, 5, 4)
    assert heard.endswith(
        "That is the whole challenge: Jay wraps it up, no limit. Three points for one of Jay's goals."
    )
    t.end()
    t.settle_ties()
    assert said(t, "claim", "Jay", "grow") == "Three points off grow, 297 left."


def test_a_group_goal_reached_is_told_by_whoever_reached_it():
    """N-23."""
    t = scene(**FIGHT, holder="Jay", group_goals=[("find it", 2)])
    t.declare("Jay", "Common Sense")
    assert said(t, "dice", "Jay", 5, 5, 4) == (
        "Three successes. Group goal reached: find it. Jay tells how the goal is reached, no limit."
    )


def test_a_connection_that_fails_drops_and_strains():
    """N-16."""
    t = scene(
        players=("Dana", "Ruth", "Owen"), connections={"Dana": {"Lio": 3}}, chips={"Dana": 4, "Ruth": 3, "Owen": 8}
    )
    assert said(t, "call", "Dana", "Lio", 2) == "Lio, two dice. Dana?"
    assert said(t, "dice", "Dana", 3, 1) == (
        "Two failures. Lio drops to two. Dana pays Ruth one chip. "
        "Fewest chips: Ruth narrates the failure, and it strains the connection."
    )


def test_a_new_connection_is_said_with_its_value():
    t = scene(**FIGHT, holder="Jay")
    assert said(t, "connect", "Jay", "Benna Harrow") == "Jay's hero knows Benna Harrow now, at one."


def test_heart_and_fall_are_said_and_the_fate_is_asked_for():
    t = scene(**FIGHT, holder="Jay", combat=True, heart={"Jay": 1})
    t.declare("Jay", "Common Sense")
    heard = said(t, "dice", "Jay", 5, 4, 1)
    assert "Jay's hero loses one Heart, zero left." in heard
    assert heard.endswith("Jay's hero is down. Jay: dead, or out of the scene?")


def test_a_correction_is_repeated_and_noted():
    t = scene(**FIGHT, holder="Jay")
    assert said(t, "correct", "chips", 7, "Mira") == "Mira has seven chips. Noted."


def test_session_start_asks_for_luck_and_its_end_tells_improvement_chips():
    t = scene(**FIGHT, holder="Jay", pool=3)
    assert said(t, "end_session") == "That's it for tonight. Improvement chips: Jay four, Russ four, Mira four."
    assert said(t, "do_start") == "Session two begins. Five chips each. Luck for tonight: one die each."


def test_an_unchanged_holder_is_only_a_detail():
    t = scene(**FIGHT, holder="Jay")
    t.check("Russ", "Jay", "Common Sense")
    t.dice("Jay", 5, 5, 4)
    assert weights(t, "end") == [1]


def test_who_asks_around_hears_the_order():
    """N-26."""
    t = scene(**FIGHT, holder="Jay", chips={"Jay": 6, "Russ": 3, "Mira": 4})
    assert said(t, "ask_around", "Jay") == "Russ first, then Mira, then Jay."


@pytest.mark.parametrize(
    ("command", "phrase"),
    [
        (("declare", "Jay", "Common Sense"), "Jay's Common Sense roll"),
        (("check", "Russ", "Jay", "Wits"), "the Wits check on Jay"),
        (("conflict", "Russ", "a brawl"), "Russ's conflict"),
        (("connect", "Jay", "Benna"), "the connection to Benna"),
        (("correct", "chips", 7, "Mira"), "the correction"),
        (("set_scene", "Jay", "a roof"), "the scene"),
    ],
)
def test_what_is_undone_is_named_in_a_phrase(command, phrase):
    t = scene(**FIGHT, holder="Jay")
    getattr(t, command[0])(*command[1:])
    assert describe_undo(t.events) == phrase


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
