"""Worked examples of the rules document, section 8."""

from tests.support.kleptonomicon_table import (
    c,
    end_turns,
    fight,
    freeplay,
    initiative,
    npcs,
)


def begun(**rules: str):
    """The chapter's Encounter at the start of its Edge Saves."""
    t = freeplay()
    for rule, value in rules.items():
        t.rule(rule, value)
    t.do(c.SetSneaky(character="Carol"))
    t.do(c.StartEncounter(npcs=npcs("2 wolves", "2 goblins", "orc")))
    t.do(c.BeginEdgeSaves())
    return t


def saves_made(t) -> int:
    return sum(event.kind == "test_resolved" and event.test == "EDGE_SAVE" for event in t.history.events)


def test_klv1_the_turn_order_of_the_chapter() -> None:
    """KLV-1, KL-32, KL-35, KL-39: last group first, fails come after the group, passing all comes ahead."""
    t = begun()
    assert [(test.character, test.group, test.net) for test in t.state.tests] == [
        ("Alice", "Orcs", 0),
        ("Bob", "Orcs", 0),
        ("Carol", "Orcs", 1),
        ("David", "Orcs", 0),
    ]
    t.scores(Alice=10, Bob=8, Carol=12, David=7)
    assert t.encounter.gaps == ()
    assert t.tested == ["Alice", "Bob", "Carol", "David"]
    t.scores(Alice=3, Bob=4, Carol=9, David=7)
    asked = t.event("tie_decision_requested")
    assert (asked.key, asked.characters) == ("Goblins", ("Alice", "Bob"))
    assert [(each.character, each.score) for each in asked.scores] == [("Alice", 3), ("Bob", 4)]
    t.do(c.SetTieOrder(key="goblins", order=("Alice", "Bob")))
    assert t.tested == ["Carol", "David"]
    t.scores(Carol=10, David=4)
    t.do(c.ConfirmTurnOrder())
    assert t.order == ["Carol", "Wolves", "David", "Goblins", "Alice", "Bob", "Orcs"]
    assert saves_made(t) == 10


def test_klv3_the_same_from_dice() -> None:
    """KLV-3, KL-27, KL-38: groups from the bottom, PCs in seat order, three dice for the Sneaky one."""
    t = begun()
    used = t.feed(4, 6, 3, 5, 6, 6, 2, 3, 4, 1, 2, 1, 3, 3, 5, 4, 2, 5)
    t.do(c.SetTieOrder(order=("Alice", "Bob")))
    used += t.feed(4, 6, 1, 2, 2)
    scores = [event.score for event in t.history.events if event.kind == "test_resolved"]
    assert scores == [10, 8, 12, 7, 3, 4, 9, 7, 10, 4]
    assert used == 23
    t.do(c.ConfirmTurnOrder())
    assert t.order == ["Carol", "Wolves", "David", "Goblins", "Alice", "Bob", "Orcs"]


def test_klv5_one_save_for_the_last_place() -> None:
    """KLV-5: a fail against the lowest group ends one's Saves."""
    t = initiative(("Alice",))
    t.do(c.BeginEdgeSaves())
    t.scores(Alice=6)
    assert not t.state.tests
    t.do(c.ConfirmTurnOrder())
    assert t.order[-1] == "Alice"
    assert saves_made(t) == 1


def test_klv8_a_second_dash_failed() -> None:
    """KLV-8, KL-68, KL-77, KL-80: a failed Test slows; the fresh Stack outlasts this Turn's end only."""
    t = fight(("Bob", "Alice"))
    t.do(c.Dash(character="Bob"))
    t.do(c.Dash(character="Bob"))
    assert t.state.tests[0].skill == "athletics"
    assert t.feed(2, 4) == 2
    assert t.stacks("Bob") == (1, 1)
    assert (t["Bob"].movement.mult, t.beats("Bob")) == (2, 0)
    t.refuses("NO_BEATS").do(c.Dash(character="Bob"))
    t.do(c.EndTurn(character="Bob"))
    assert t.stacks("Bob") == (1, 1)
    end_turns(t, 2)
    assert t.stacks("Bob") == (1, 0)
    t.do(c.EndTurn(character="Bob"))
    assert t.stacks("Bob") == (0, 0)
