"""Decisions about a line: act, ask, leave; the step that was missed before it; the deed nobody goes on with."""

import copy
from collections.abc import Mapping
from typing import Any

import pytest

from companion.nlu.move_ranker import MoveRanker
from companion.play.game import Game
from companion.tracker import rules as rules_module
from companion.tracker.hypotheses import Spoken, read_exactly
from companion.tracker.rules import Rules
from companion.tracker.tracker import (
    ACT_CHANCE,
    ACT_CHANCE_HEARD,
    ASK_CHANCE,
    ASK_CHANCE_HEARD,
    OWED_CHANCE,
    REMEMBERED_LINES,
    Tracker,
)
from companion.tracker.verdicts import Overdue, Verdict
from tests.support.sitting import Sitting
from tests.support.taught_ranker import taught

A_LITTLE = 0.01
HAGGLE = "A word with him, that is Haggling."
DICE = "I throw a four, a five and a two."
SURE = {"report_dice": 0.95}
ACTION = {"kind": "declare_action", "skill": "Haggling"}
THROWN = {"kind": "report_dice", "player": "Jay", "values": [4, 5, 6]}


def line(text: str, by: str | None = "Jay", number: int = 9, time: float = 60.0, typed: bool = False) -> Spoken:
    return Spoken(f"u{number}", by, text, time, typed)


def never(utterance_id: str, state: Any) -> tuple[Mapping[str, Any], ...]:
    return ()


class Followed:
    """A tracker at a table that is about to play."""

    def __init__(self, ranker: MoveRanker | None) -> None:
        self.game: Game = Sitting(mode="table").game
        self.rules = Rules(self.game.ruleset, self.game.parse, lambda: {"end_narration": -0.5})
        self.tracker = Tracker(self.rules, ranker)

    def after(self, actor: str, **command: Any) -> Any:
        """The state a command leads to."""
        return self.rules.after(self.game.state, {"actor": actor, **command})

    def hear(self, said: Spoken, state: Any = None, overdue: Any = None, reads_exactly: Any = never) -> Verdict:
        """Hear a line in the state of the game or another one."""
        return self.tracker.hear(said, state or self.game.state, reads_exactly, overdue)


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
    if decision != "leave":
        (step,) = verdict.steps
        assert step.data == {"kind": "declare_action", "actor": "Jay", "skill": "Haggling"}
        assert verdict.chance == pytest.approx(chance, abs=A_LITTLE)


@pytest.mark.parametrize(
    ("chance", "typed", "decision"),
    [
        (OWED_CHANCE + A_LITTLE, True, "ask"),
        (OWED_CHANCE - A_LITTLE, True, "leave"),
        (ASK_CHANCE_HEARD - A_LITTLE, False, "leave"),
    ],
)
def test_what_holds_up_the_table_is_asked_about_sooner_where_it_is_typed(
    chance: float, typed: bool, decision: str
) -> None:
    followed = knows(throw={"report_dice": chance})
    assert followed.hear(line(DICE, typed=typed), followed.after("Jay", **ACTION)).decision == decision


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


def test_a_bid_said_aloud_is_done_and_one_that_is_not_and_some_of_the_dice_are_left() -> None:
    bid = knows(bid={"place_bid": 0.97})
    assert bid.hear(line("My bid is two."), bid.after("Jay", kind="call_conflict")).decision == "act"
    bid = knows(bid={"place_bid": 0.97})
    assert bid.hear(line("My bid is ready."), bid.after("Jay", kind="call_conflict")).decision == "leave"
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
        followed.hear(line(text, by, number, typed=True))
    return followed.hear(line(said, typed=True))


def kinds(verdict: Verdict) -> list[str]:
    return [each.kind for each in verdict.steps]


@pytest.mark.parametrize(("chance", "decision"), [(0.4, "act"), (0.2, "ask"), (0.03, "leave")])
def test_a_missed_step_is_taken_where_the_line_fits_only_behind_it(chance: float, decision: str) -> None:
    verdict = bridged(("Jay", HAGGLE, {"declare_action": chance}))
    assert verdict.decision == decision
    if decision != "leave":
        step, meant = verdict.steps
        assert step.line is not None
        assert (step.line.text, step.data) == (HAGGLE, {**ACTION, "actor": "Jay"})
        assert (meant.kind, meant.fields["values"]) == ("report_dice", [4, 5, 2])


def test_a_line_that_is_unsure_behind_the_step_speaks_less_for_it() -> None:
    assert bridged(("Jay", HAGGLE, {"declare_action": 0.5}), sure=0.7).decision == "ask"
    assert bridged(("Jay", HAGGLE, {"declare_action": 0.5}), said="I throw a four.").decision == "leave"


def test_of_two_steps_the_likelier_is_taken_and_neither_where_they_are_as_likely() -> None:
    other = "The check is on Jay for Haggling."
    likelier = bridged(("Jay", HAGGLE, {"declare_action": 0.6}), ("Russ", other, {"request_skill_check": 0.1}))
    assert kinds(likelier) == ["declare_action", "report_dice"]
    as_likely = bridged(("Jay", HAGGLE, {"declare_action": 0.6}), ("Russ", other, {"request_skill_check": 0.6}))
    assert as_likely.decision != "act"


def test_an_open_choice_is_settled_only_where_the_line_tells_which() -> None:
    """With Haggling and with luck Jay throws three dice, with common sense two."""
    step = ("Jay", "A word with him, no more.", {"declare_action": 0.9})
    assert bridged(step).decision != "act"
    two = bridged(step, said="I throw a four and a five.")
    assert two.steps[0].fields == {"skill": "Jay's Common Sense"}


def test_a_no_takes_away_one_reading_of_a_line_and_leaves_the_others() -> None:
    followed = knows(word={"declare_action": 0.5, "end_session": 0.2})
    followed.hear(line(HAGGLE, number=0, typed=True))
    followed.tracker.deny("u0", "declare_action")
    found = followed.tracker._found
    assert [step.kind for each in found for step in each.steps] == ["end_session"]


def test_the_same_step_said_twice_is_one() -> None:
    again = "Yes, word for word, Haggling."
    verdict = bridged(("Jay", HAGGLE, {"declare_action": 0.6}), ("Jay", again, {"declare_action": 0.6}))
    assert (verdict.decision, kinds(verdict)) == ("act", ["declare_action", "report_dice"])


@pytest.mark.parametrize(("others", "found"), [(1, True), (REMEMBERED_LINES, False)])
def test_a_step_is_looked_for_no_further_back_than_some_lines(others: int, found: bool) -> None:
    followed = knows(throw=SURE, word={"declare_action": 0.5})
    followed.hear(line(HAGGLE, number=0, typed=True))
    for number in range(1, others + 1):
        followed.hear(line("Lovely kitchen.", "Mira", number, typed=True))
    assert bool(followed.hear(line(DICE, number=99, typed=True)).steps) is found


def test_what_came_to_something_is_no_missed_step() -> None:
    followed = knows(throw=SURE, word={"declare_action": 0.5})
    followed.hear(line(HAGGLE, number=1, typed=True))
    followed.tracker.forget("u1")
    assert followed.hear(line(DICE, typed=True)).steps == ()


def test_exact_reading_behind_the_step_speaks_for_it_as_well() -> None:
    followed = knows(word={"declare_action": 0.5})
    followed.hear(line(HAGGLE, number=1, typed=True))
    owed = followed.game.ruleset.open_rolls

    def dice(utterance_id: str, state: Any) -> list[dict[str, Any]]:
        return [{"kind": "report_dice", "actor": "Jay", "player": "Jay", "values": [4, 5, 2]}] if owed(state) else []

    verdict = followed.hear(line("Four, five, two.", typed=True), reads_exactly=dice)
    assert (verdict.decision, kinds(verdict)) == ("act", ["declare_action", "report_dice"])


def test_what_was_asked_about_is_taken_once_something_fits_only_behind_it() -> None:
    followed = knows(throw=SURE)
    asked = Spoken("u1", "Jay", "Perhaps some Haggling.", 1.0, typed=True, asked=({**ACTION, "actor": "Jay"},))
    followed.tracker.observe(asked, followed.game.state, never)
    assert kinds(followed.hear(line(DICE, typed=True))) == ["declare_action", "report_dice"]


def test_a_line_that_was_refused_is_taken_behind_a_step_that_goes_without_saying() -> None:
    """Jay keeps the dice without a word, and somebody else acts."""
    followed = knows()
    thrown = followed.rules.after(followed.after("Jay", **ACTION), {**THROWN, "actor": "Jay"})
    assert thrown is not None
    sneak = {"kind": "declare_action", "actor": "Russ", "skill": "Stealth"}
    assert followed.rules.after(thrown, sneak) is None

    def reads(utterance_id: str, state: Any) -> list[dict[str, Any]]:
        return [sneak] if followed.rules.after(state, sneak) is not None else []

    said = Spoken("u5", "Russ", "I sneak.", 5.0, typed=True, refused=("declare_action",))
    verdict = followed.hear(said, thrown, reads_exactly=reads)
    assert verdict.steps[-1].data == sneak
    assert verdict.steps[0].line is None


# What the log says


def test_hypotheses_give_way_to_what_was_done() -> None:
    """A step that somebody took by hand is not taken once more; what it makes impossible is forgotten."""
    followed = knows(throw=SURE, word={"declare_action": 0.5})
    followed.hear(line(HAGGLE, number=1, typed=True))
    after = followed.after("Jay", **ACTION)
    command = followed.game.parse({**ACTION, "actor": "Jay"})
    followed.tracker.done([command], after)
    assert kinds(followed.hear(line(DICE, typed=True), after)) == ["report_dice"]


def test_a_step_that_the_rules_refuse_by_now_is_forgotten() -> None:
    """Jay said something like a deed; then a conflict began, in which nobody acts like that."""
    followed = knows(word={"declare_action": 0.5}, bids={"place_bid": 0.95})
    followed.hear(line(HAGGLE, number=1, typed=True))
    fight = {"kind": "call_conflict", "actor": "Jay"}
    after = followed.rules.after(followed.game.state, fight)
    followed.tracker.done([followed.game.parse(fight)], after)
    assert kinds(followed.hear(line("That bids two.", by="Russ", typed=True), after)) == ["place_bid"]


def test_a_line_that_was_done_after_a_yes_does_not_speak_against_the_log() -> None:
    """Else an unlikely reading of an earlier line would grow with each question that is answered."""
    followed = knows(maybe={"end_narration": 0.1}, word={"declare_action": 0.95}, throw=SURE)
    followed.hear(line("Maybe so.", by="Russ", number=1, typed=True))
    followed.hear(line(HAGGLE, number=2, typed=True))
    after = followed.after("Jay", **ACTION)
    followed.tracker.done([followed.game.parse({**ACTION, "actor": "Jay"})], after)
    verdict = followed.hear(line(DICE, typed=True), after)
    assert kinds(verdict) == ["report_dice"]
    assert verdict.chance > ACT_CHANCE


def test_two_wordings_of_one_request_are_one_hypothesis() -> None:
    followed = knows(tale={"set_scene": 0.6}, throw=SURE)
    scene = {"kind": "set_scene", "actor": "Jay", "description": "a tale of the harbour"}
    told = line("It is a tale of the harbour, children.", number=1, typed=True)
    verdict = followed.hear(told, reads_exactly=lambda said, state: [scene])
    assert verdict.chance == pytest.approx(0.6, abs=A_LITTLE)
    one = read_exactly(told, scene, 0.9, "")
    other = read_exactly(told, {**scene, "description": told.text}, 0.5, "")
    assert one.essence == other.essence
    assert one.essence != read_exactly(told, {**scene, "description": "the sea"}, 0.9, "").essence


def test_after_an_undo_everything_is_as_the_log_has_it() -> None:
    followed = knows(throw=SURE, word={"declare_action": 0.5})
    followed.hear(line(HAGGLE, number=1, typed=True))
    followed.tracker.begin_anew(followed.game.state)
    assert followed.hear(line(DICE, typed=True)).steps == ()


@pytest.mark.parametrize(
    ("chance", "refused", "decision"),
    [(0.97, "place_bid", "act"), (0.7, "place_bid", "leave"), (0.97, "declare_action", "leave")],
)
def test_a_line_that_was_refused_asks_for_something_else_only_where_that_is_sure(
    chance: float, refused: str, decision: str
) -> None:
    followed = knows(word={"declare_action": chance})
    said = Spoken("u5", "Jay", HAGGLE, 5.0, typed=True, refused=(refused,))
    assert followed.hear(said).decision == decision


def test_what_a_line_asks_for_first_is_decided_where_the_rest_of_it_is_not_clear() -> None:
    """Whether dice follow in the same breath is as likely as not, so neither alone is likely; a deed is declared."""
    followed = knows(word={"declare_action": 0.6}, throw={"report_dice": 0.7})
    verdict = followed.hear(line(f"{HAGGLE} {DICE}", typed=True))
    assert (kinds(verdict), verdict.decision) == (["declare_action"], "ask")
    assert verdict.chance > 0.5


# A deed nobody goes on with


@pytest.mark.parametrize("overdue", [True, False])
def test_a_deed_is_undone_where_its_dice_are_overdue_and_the_line_fits_only_without_it(overdue: bool) -> None:
    followed = knows()
    before = followed.game.state
    fight = {"kind": "call_conflict", "actor": "Jay"}
    verdict = followed.hear(
        line("Then we fight!", typed=True),
        followed.after("Jay", **ACTION),
        {("c1",): Overdue(before, 0.7)} if overdue else None,
        reads_exactly=lambda said, state: [fight] if state is before else [],
    )
    assert verdict.undo == (("c1",) if overdue else ())
    assert bool(verdict.steps) is overdue


def test_a_deed_stays_where_the_line_fits_with_it_as_well() -> None:
    followed = knows(fight={"call_conflict": 0.95}, hold={"withdraw_roll": 0.95})
    declared = followed.after("Jay", **ACTION)
    for text in ("Hold it.", "Lovely kitchen."):
        assert not followed.hear(line(text), declared, {("c1",): Overdue(followed.game.state, 0.7)}).undo


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
    for lines in (1, 2):
        followed.hear(line(f"A word with him, {'so ' * lines}or I sneak, Haggling.", number=lines, typed=True))
        followed.tracker.begin_anew(followed.game.state)
    assert followed.rules.tried <= 2
