"""Freeplay and Tests (rules 3.3, 3.4)."""

from engine.systems.kleptonomicon.system import RULESET
from tests.support.kleptonomicon_table import c, freeplay


def test_kl25_klr1_the_test_rule_can_be_changed() -> None:
    """KL-25, KLR-1: test_dice, test_sides, test_pass_at, test_extra_dice and test_stack are house rules."""
    t = freeplay(("Alice",))
    for rule, value in {
        "test_dice": 1,
        "test_sides": 20,
        "test_pass_at": 11,
        "test_extra_dice": 2,
        "test_stack": True,
    }.items():
        t.rule(rule, value)
    t.do(c.RequestTest(character="Alice", skill="Lore", adv=2))
    request = RULESET.open_rolls(t.state)[0]
    assert (request.count, request.sides) == (5, 20)
    t.do(c.SubmitDice(dice=(3, 17, 2, 9, 1)))
    assert (t.event("test_resolved").score, t.event("test_resolved").passed) == (17, True)
    t.do(c.RequestTest(character="Alice", skill="Lore"))
    t.do(c.SubmitDice(dice=(10,)))
    assert not t.event("test_resolved").passed
