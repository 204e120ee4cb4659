"""Tests: owing dice, handing in faces or Scores, and what follows (rules 3.4)."""

from collections.abc import Callable
from typing import ClassVar

from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import counted, listed, number
from engine.dice.roll import RollRequest
from engine.fields import Id
from engine.phrase import EMPTY, Phrase, phrase, template
from engine.systems.kleptonomicon.derived import dice_count, net_advantage, score_of
from engine.systems.kleptonomicon.entities import Character, ClosedTest, OpenTest, SaveScore
from engine.systems.kleptonomicon.fields import AnyNumber, Face
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.messages import By, Event, OfCharacter
from engine.systems.kleptonomicon.naming import find_character, find_player
from engine.systems.kleptonomicon.standing import named
from engine.systems.kleptonomicon.state import State, with_encounter
from engine.systems.kleptonomicon.vocabulary import TestKind

Outcome = Callable[[Ledger, OpenTest, bool], None]


OUTCOMES: dict[TestKind, Outcome] = {}
"""Consequences of a Test: called with the ledger, the Test and whether it was passed."""


class TestRequested(Event):
    """Dice are owed."""

    test: OpenTest
    dice: int

    def apply(self, state: State) -> Changes:
        deeds = tuple(deed for deed in state.deeds if deed.character != self.test.character)
        return {
            "tests": (*state.tests, self.test), "lying": None, "test_count": state.test_count + 1, "deeds": deeds,
        }  # fmt: skip

    def sentence(self) -> Phrase:
        if self.test.group:
            return EMPTY
        return phrase("{test}: {dice}.", test=because(self.test), dice=counted(self.dice, "die", "dice"))

    def undone(self) -> Phrase:
        return phrase("the Test of {character}", character=self.test.character)


class TestResolved(Event):
    """A Test has a Score; no faces when the total was said."""

    taken_back: ClassVar[str] = template("{character}'s Test")
    test_id: str
    character: str
    test: TestKind
    score: int
    passed: bool
    margin: int
    faces: tuple[int, ...] = ()
    against: str | None = None

    def apply(self, state: State) -> Changes:
        (test,) = (each for each in state.tests if each.test_id == self.test_id)
        changes: Changes = {
            "tests": tuple(each for each in state.tests if each is not test),
            "lying": ClosedTest(test, self.faces, self.score, self.passed),
        }
        if self.test is not TestKind.EDGE_SAVE or self.against is None or state.encounter is None:
            return changes
        others = tuple(each for each in state.encounter.scores if each.character != self.character)
        score = SaveScore(self.character, self.against, self.score, self.passed)
        return changes | with_encounter(state, scores=(*others, score))

    def sentence(self) -> Phrase:
        name, score = self.character, self.score
        result = phrase("passed") if self.passed else phrase("failed")
        if not self.faces:
            return phrase("{character} has {score}, {result}.", character=name, score=score, result=result)
        faces = listed([str(face) for face in self.faces])
        return phrase(
            "{character} rolls {faces} for {score}, {result}.", character=name, faces=faces, score=score, result=result
        )


class TestDropped(Event):
    """A Test was struck off."""

    told: ClassVar[str] = template("No Test for {character} after all.")
    weight: ClassVar[int] = 2
    test_id: str
    character: str

    def apply(self, state: State) -> Changes:
        return {"tests": tuple(test for test in state.tests if test.test_id != self.test_id)}


def follows(kind: TestKind) -> Callable[[Outcome], Outcome]:
    """Register what follows from Tests of a kind."""

    def register(outcome: Outcome) -> Outcome:
        OUTCOMES[kind] = outcome
        return outcome

    return register


def open_test(ledger: Ledger, test: OpenTest, adv: int = 0, dis: int = 0) -> None:
    """Owe a Test; id and net Advantage are filled in (KL-25)."""
    net = net_advantage(adv, dis, ledger.rules)
    numbered = changed(test, test_id=f"test-{ledger.state.test_count + 1}", net=net)
    ledger.record(TestRequested(numbered, dice_count(net, ledger.rules)))


def close_test(ledger: Ledger, test: OpenTest, score: int, faces: tuple[int, ...] = ()) -> None:
    """A Score is in: 7 or more passes (KL-24), and what the Test was for follows."""
    pass_at = ledger.rules.test_pass_at
    passed = score >= pass_at
    ledger.record(
        TestResolved(test.test_id, test.character, test.kind, score, passed, score - pass_at, faces, test.group)
    )
    if test.kind in OUTCOMES:
        OUTCOMES[test.kind](ledger, test, passed)


def tested(ledger: Ledger, said: str | None) -> Character:
    """The one the GM means: named, else whoever has just done something, asked for something, or has the Turn."""
    state = ledger.state
    if said:
        return find_character(state, said)
    latest = [deed.character for deed in state.deeds[-1:]] or [ask.character for ask in state.style_asks[-1:]]
    if not latest and state.encounter is not None and state.encounter.active is not None:
        latest = [state.encounter.active]
    if not latest and len(state.pcs) == 1:
        latest = [state.pcs[0].name]
    return find_character(state, latest[0] if latest else None)


def roll_requests(state: State) -> tuple[RollRequest, ...]:
    """Dice of open Tests, oldest first (KL-27)."""
    rules = state.house_rules
    return tuple(
        RollRequest(
            request_id=test.test_id,
            roller=state.roller_of(test.character),
            count=dice_count(test.net, rules),
            purpose=test.kind.value,
            because=because(test),
            sides=rules.test_sides,
            total_accepted=True,
        )
        for test in state.tests
    )


def because(test: OpenTest) -> Phrase:
    """A Test and its owner, to say aloud: "Carol's Edge Save against Orcs with Advantage"."""
    return phrase("{character}'s {test}", character=test.character, test=test_words(test))


def test_words(test: OpenTest) -> Phrase:
    """A Test without its owner: "Edge Save against Orcs with Advantage"."""
    if test.kind is TestKind.EDGE_SAVE:
        what = phrase("Edge Save against {group}", group=test.group) if test.group else phrase("Edge Save")
    elif test.kind is TestKind.DASH:
        what = phrase("Athletics Test for a second Dash")
    elif test.kind is TestKind.MANEUVER:
        what = phrase("{ability} to slow", ability=named(test.ability or ""))
    else:
        what = phrase("{skill} Test", skill=named(test.skill)) if test.skill else phrase("Test")
    if test.net > 0:
        return phrase("{test} with Advantage", test=what)
    return phrase("{test} with Disadvantage", test=what) if test.net < 0 else what


class SubmitDice(OfCharacter):
    """Hand in the faces of a Test; without `test_id` the speaker's oldest (KL-26)."""

    by: ClassVar[By] = By.ANYBODY
    talk: ClassVar[Talk] = Talk(confirm="Did {character} roll {dice}?")
    test_id: Id | None = None
    dice: tuple[Face, ...]

    def decide(self, ledger: Ledger, who: None) -> None:
        """Faces of a Test (KL-26, KL-27)."""
        test = _open(ledger, self)
        count, sides = dice_count(test.net, ledger.rules), ledger.rules.test_sides
        if len(self.dice) != count:
            dice, given = counted(count, "die", "dice"), number(len(self.dice))
            said = phrase("{character} rolls {dice}, not {given}.", character=test.character, dice=dice, given=given)
            raise Refused("DICE_COUNT", said)
        if any(not 1 <= face <= sides for face in self.dice):
            raise Refused("DICE_RANGE", phrase("Dice show 1 to {sides}.", sides=sides))
        close_test(ledger, test, score_of(test, self.dice, ledger.rules), self.dice)


class SubmitScore(OfCharacter):
    """Hand in the finished total of a Test (KL-26)."""

    by: ClassVar[By] = By.ANYBODY
    talk: ClassVar[Talk] = Talk(confirm="A Score of {score} for {character}?")
    test_id: Id | None = None
    score: AnyNumber

    def decide(self, ledger: Ledger, who: None) -> None:
        test = _open(ledger, self)
        close_test(ledger, test, self.score)


def _open(ledger: Ledger, command: SubmitDice | SubmitScore) -> OpenTest:
    """The Test meant: the one named, the oldest of a named character, of the speaker, or of all."""
    tests = ledger.state.tests
    if command.test_id is not None:
        tests = tuple(test for test in tests if test.test_id == command.test_id)
    if command.character:
        character = find_character(ledger.state, command.character)
        tests = tuple(test for test in tests if test.character == character.name)
    if not tests:
        raise Refused("NO_SUCH_TEST", phrase("No such Test is open."))
    return _of_speaker(ledger, command.actor, tests, bool(command.test_id or command.character))


def _of_speaker(ledger: Ledger, actor: str | None, tests: tuple[OpenTest, ...], named: bool) -> OpenTest:
    """Players hand in their own dice; the GM's go to NPCs first, then to anybody."""
    speaker = find_player(ledger.state, actor) if actor is not None else None
    if speaker is None or (ledger.state.gm is None and named):
        return tests[0]
    own = tuple(test for test in tests if ledger.state.roller_of(test.character) == speaker.name)
    if own:
        return own[0]
    if speaker.gm and (named or len(tests) == 1):
        return tests[0]
    if speaker.gm:
        raise Refused("PENDING_RESOLUTION", phrase("Say whose Test that is."))
    if named:
        said = phrase("{character}'s dice are read by their own player.", character=tests[0].character)
        raise Refused("NOT_OWNER", said)
    raise Refused("NO_SUCH_TEST", phrase("{name} has no Test to roll.", name=speaker.name))
