"""Opening and closing Tests (rules 3.4); what follows from a Score is registered by the chapter that asked for it."""

from collections.abc import Callable

from engine.common.values import changed
from engine.dice.roll import RollRequest
from engine.phrase import Phrase, phrase
from engine.systems.kleptonomicon import events as ev
from engine.systems.kleptonomicon.derived import dice_count, net_advantage
from engine.systems.kleptonomicon.entities import Character, OpenTest
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.naming import find_character
from engine.systems.kleptonomicon.standing import named
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import TestKind
from engine.types import Rejected

Outcome = Callable[[Ledger, OpenTest, bool], None]
OUTCOMES: dict[TestKind, Outcome] = {}
"""What follows from a Test: called with the ledger, the Test and whether it was passed."""


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
    ledger.record(ev.TestRequested(numbered, dice_count(net, ledger.rules)))


def close_test(ledger: Ledger, test: OpenTest, score: int, faces: tuple[int, ...] = ()) -> None:
    """A Score is in: 7 or more passes (KL-24), and what the Test was for follows."""
    pass_at = ledger.rules.test_pass_at
    passed = score >= pass_at
    ledger.record(
        ev.TestResolved(test.test_id, test.character, test.kind, score, passed, score - pass_at, faces, test.group)
    )
    if test.kind in OUTCOMES:
        OUTCOMES[test.kind](ledger, test, passed)


def tested(ledger: Ledger, said: str | None) -> Character | Rejected:
    """Whom the GM means: the one named, else whoever has just done something, asked for something, or has the Turn."""
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
    """What a Test is and whose, to say aloud: "Carol's Edge Save against Orcs with Advantage"."""
    return phrase("{character}'s {test}", character=test.character, test=test_words(test))


def test_words(test: OpenTest) -> Phrase:
    """What a Test is: "Edge Save against Orcs with Advantage"."""
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
