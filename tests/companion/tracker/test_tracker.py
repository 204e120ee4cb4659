"""Decisions about a line: act, ask, leave; the step that was missed before it; the deed nobody goes on with."""

import copy
from collections.abc import Mapping
from typing import Any

import pytest

from companion.nlu.move_ranker import MoveRanker
from companion.play.game import Game
from companion.tracker import rules as rules_module
from companion.tracker.rules import Rules
from companion.tracker.tracker import (
    ACT_CHANCE,
    ACT_CHANCE_HEARD,
    ASK_CHANCE,
    ASK_CHANCE_HEARD,
    ASKED_BRIDGE_CHANCE,
    BRIDGE_CHANCE,
    BRIDGED_CHANCE,
    REMEMBERED_LINES,
    REMEMBERED_SECONDS,
    Spoken,
    Tracker,
    Verdict,
)
from tests.support.sitting import Sitting
from tests.support.taught_ranker import taught

A_LITTLE = 0.01
HAGGLE = "A word with him, that is Haggling."
DICE = "I throw a four, a five and a two."
SURE = {"report_dice": 0.95}
ACTION = {"kind": "declare_action", "skill": "Haggling"}


def line(text: str, by: str | None = "Jay", number: int = 9, time: float = 60.0, typed: bool = False) -> Spoken:
    return Spoken(f"u{number}", by, text, time, typed)


def never(state: Any) -> bool:
    return False


class Followed:
    """A tracker at a table that is about to play."""

    def __init__(self, ranker: MoveRanker | None) -> None:
        self.game: Game = Sitting(mode="table").game
        self.rules = Rules(self.game.ruleset, self.game.parse)
        self.tracker = Tracker(self.rules, ranker)

    def after(self, actor: str, **command: Any) -> Any:
        """The state a command leads to."""
        return self.rules.after(self.game.state, {"actor": actor, **command})

    def hear(self, said: Spoken, state: Any = None, before: Any = None, reads_exactly: Any = never) -> Verdict:
        """Hear a line in the state of the game or another one."""
        return self.tracker.hear(said, state or self.game.state, reads_exactly, before)


def knows(**words: Mapping[str, float]) -> Followed:
    return Followed(taught(**words))


@pytest.mark.parametrize(
    ("chance", "typed", "decision"),
    [
        (ACT_CHANCE_HEARD + A_LITTLE, False, "act"),
        (ACT_CHANCE_HEARD - A_LITTLE, False, "ask"),
        (ASK_CHANCE_HEARD + A_LITTLE, False, "ask"),
        (ASK_CHANCE_HEARD - A_LITTLE, False, "leave"),
        (ACT_CHANCE + A_LITTLE, True, "act"),
        (ACT_CHANCE - A_LITTLE, True, "ask"),
        (ASK_CHANCE + A_LITTLE, True, "ask"),
        (ASK_CHANCE - A_LITTLE, True, "leave"),
    ],
)
def test_what_is_done_goes_by_the_chance_and_typed_lines_need_less(chance: float, typed: bool, decision: str) -> None:
    verdict = knows(word={"declare_action": chance}).hear(line(HAGGLE, typed=typed))
    assert verdict.decision == decision
    if verdict.meant is not None:
        assert verdict.meant.data == {"kind": "declare_action", "actor": "Jay", "skill": "Haggling"}
        assert verdict.meant.chance == pytest.approx(chance, abs=A_LITTLE)


@pytest.mark.parametrize(
    ("text", "by", "word", "kind", "decision"),
    [
        ("Three more words and Haggling.", "Jay", "words", "declare_action", "ask"),  # a number is left over
        ("A word with him, no more.", "Jay", "word", "declare_action", "ask"),  # the skill is lacking
        ("Learn goal?", "Jay", "goal", "add_group_goal", "leave"),  # words and points are lacking
        (HAGGLE, None, "word", "declare_action", "leave"),  # nobody knows who speaks
        (DICE, "Jay", "throw", "report_dice", "leave"),  # no dice are owed
    ],
)
def test_what_is_not_whole_is_asked_about_or_left(
    text: str, by: str | None, word: str, kind: str, decision: str
) -> None:
    assert knows(**{word: {kind: 0.97}}).hear(line(text, by)).decision == decision


def test_a_secret_move_and_some_of_the_dice_are_left() -> None:
    bid = knows(bid={"place_bid": 0.97})
    assert bid.hear(line("My bid is two."), bid.after("Jay", kind="call_conflict")).decision == "leave"
    dice = knows(throw=SURE)
    assert dice.hear(line("I throw a four so far."), dice.after("Jay", **ACTION)).decision == "leave"


def test_without_a_ranker_every_line_is_left() -> None:
    assert Followed(None).hear(line(HAGGLE, typed=True)) == Verdict()


# A step that was missed


def bridged(*steps: tuple[str, str, Mapping[str, float]], said: str = DICE, sure: float = 0.95) -> Verdict:
    """The verdict on dice that are read out after lines that each may have asked for a step."""
    words = {text.split()[1]: asked for _, text, asked in steps}
    followed = knows(throw={"report_dice": sure}, **words)
    for number, (by, text, _) in enumerate(steps):
        followed.tracker.remember(line(text, by, number))
    return followed.hear(line(said))


@pytest.mark.parametrize(
    ("chance", "decision"),
    [
        (BRIDGE_CHANCE + A_LITTLE, "act"),
        (BRIDGE_CHANCE - A_LITTLE, "ask"),
        (ASKED_BRIDGE_CHANCE + A_LITTLE, "ask"),
        (ASKED_BRIDGE_CHANCE - A_LITTLE, "leave"),
    ],
)
def test_a_missed_step_is_taken_where_the_line_fits_only_behind_it(chance: float, decision: str) -> None:
    verdict = bridged(("Jay", HAGGLE, {"declare_action": chance}))
    assert verdict.decision == decision
    if decision != "leave":
        assert verdict.bridge is not None
        assert verdict.meant is not None
        assert (verdict.bridge.line.text, verdict.bridge.data) == (HAGGLE, {**ACTION, "actor": "Jay"})
        assert (verdict.meant.kind, verdict.meant.fields["values"]) == ("report_dice", [4, 5, 2])


def test_a_line_that_is_unsure_behind_the_step_speaks_for_nothing() -> None:
    assert bridged(("Jay", HAGGLE, {"declare_action": 0.5}), sure=BRIDGED_CHANCE - A_LITTLE).decision == "leave"
    assert bridged(("Jay", HAGGLE, {"declare_action": 0.5}), said="I throw a four.").decision == "leave"


def test_of_two_steps_the_likelier_is_taken_and_neither_where_they_are_as_likely() -> None:
    other = "The check is on Jay for Haggling."
    likelier = bridged(("Jay", HAGGLE, {"declare_action": 0.6}), ("Russ", other, {"request_skill_check": 0.25}))
    assert likelier.bridge is not None
    assert likelier.bridge.kind == "declare_action"
    as_likely = bridged(("Jay", HAGGLE, {"declare_action": 0.6}), ("Russ", other, {"request_skill_check": 0.5}))
    assert (as_likely.decision, as_likely.bridge) == ("leave", None)


def test_an_open_choice_is_settled_only_where_the_line_tells_which() -> None:
    """With Haggling and with luck Jay throws three dice, with common sense two."""
    step = ("Jay", "A word with him, no more.", {"declare_action": 0.9})
    assert bridged(step).decision == "leave"
    two = bridged(step, said="I throw a four and a five.")
    assert two.bridge is not None
    assert two.bridge.fields == {"skill": "Jay's Common Sense"}


def test_the_same_step_said_twice_is_one() -> None:
    again = "Yes, word for word, Haggling."
    verdict = bridged(("Jay", HAGGLE, {"declare_action": 0.6}), ("Jay", again, {"declare_action": 0.6}))
    assert verdict.decision == "act"


def test_a_step_is_looked_for_no_further_back_than_some_lines_and_seconds() -> None:
    said = line(HAGGLE, number=0, time=0.0)
    for fits, late, others in ((True, 0.0, 1), (False, 1.0, 1), (False, 0.0, REMEMBERED_LINES)):
        followed = knows(throw=SURE, word={"declare_action": 0.5})
        followed.tracker.remember(said)
        for number in range(1, others + 1):
            followed.tracker.remember(line("Lovely kitchen.", "Mira", number, 1.0))
        verdict = followed.hear(line(DICE, number=20, time=REMEMBERED_SECONDS + late))
        assert (verdict.bridge is not None) is fits


def test_what_came_to_something_is_no_missed_step() -> None:
    followed = knows(throw=SURE, word={"declare_action": 0.5})
    followed.tracker.remember(line(HAGGLE, number=1))
    followed.tracker.forget("u1")
    assert followed.hear(line(DICE)).bridge is None


def test_exact_reading_behind_the_step_speaks_for_it_as_well() -> None:
    followed = knows(word={"declare_action": 0.5})
    followed.tracker.remember(line(HAGGLE, number=1))
    owed = followed.game.ruleset.open_rolls
    verdict = followed.hear(line("Four, five, two."), reads_exactly=lambda state: bool(owed(state)))
    assert (verdict.decision, verdict.meant) == ("act", None)
    assert verdict.bridge is not None


# A deed nobody goes on with


@pytest.mark.parametrize("overdue", [True, False])
def test_the_latest_deed_is_undone_where_its_dice_are_overdue_and_the_line_fits_only_without_it(overdue: bool) -> None:
    followed = knows()
    before = followed.game.state
    verdict = followed.hear(
        line("Then we fight!"),
        followed.after("Jay", **ACTION),
        before if overdue else None,
        reads_exactly=lambda state: state is before,
    )
    assert verdict.undo is overdue
    assert verdict.decision == ("act" if overdue else "leave")


def test_a_deed_stays_where_the_line_fits_with_it_as_well() -> None:
    followed = knows(fight={"call_conflict": 0.95}, hold={"withdraw_roll": 0.95})
    declared = followed.after("Jay", **ACTION)
    for text in ("Hold it.", "Lovely kitchen."):
        assert not followed.hear(line(text), declared, followed.game.state).undo


# Trying commands


def test_a_command_is_tried_on_a_state_and_changes_nothing() -> None:
    followed = knows()
    state, kept = followed.game.state, copy.deepcopy(followed.game.state)
    after = followed.after("Jay", **ACTION)
    assert followed.game.ruleset.open_rolls(after)
    assert state == kept
    assert followed.after("Jay", kind="declare_action", skill="Locks") is None
    assert followed.after("Jay", kind="no_such_kind") is None
    assert followed.after("Jay", kind="report_dice", request_id="dice-7", values=[1, 2, 3]) is None


def test_the_budget_of_one_line_is_kept_and_what_goes_over_it_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_module, "MOST_DECISIONS", 1)
    followed = knows(throw=SURE, word={"declare_action": 0.5}, sneak={"declare_action": 0.4})
    for number, text in enumerate(("I sneak, common sense.", HAGGLE, HAGGLE)):
        followed.tracker.remember(line(text, number=number))
    for lines in (1, 2):
        assert followed.hear(line(DICE)).bridge is not None
        assert followed.rules.overruns == lines
    assert followed.rules.tried > 1
