"""The table, its sessions, house rules, corrections, taking back; a round of eight (rules sections 5, 7)."""

import pytest

from engine.dice.source import NoDice
from engine.history import History
from engine.step import replay
from engine.systems.phasesix.entities import Weapon
from engine.systems.phasesix.system import RULESET
from engine.types import Rejected
from tests.support.phasesix_table import Table, c, scene, write


def test_a_table_is_opened_first() -> None:
    t = Table(History(RULESET))
    t.refuses("NO_TABLE").do(c.StartSession())
    t.do(c.CreateTable(name="Thursday", epoch="Modern", extensions=("magic",)))
    assert (t.state.epoch, t.state.extensions) == ("Modern times", ("magic",))
    t.refuses("BAD_VALUE").do(c.CreateTable())
    t.refuses("UNKNOWN_PLAYER").do(c.StartSession())
    t.do(c.AddPlayer(name="Gia", role="gm"))
    t.refuses("BAD_VALUE").do(c.AddPlayer(name="gia"))
    t.refuses("BAD_VALUE").do(c.AddPlayer(name="Max", role="gm"))
    t.refuses("UNKNOWN_PLAYER").do(c.StartSession(actor="Zoe"))


def test_preferences_of_speech() -> None:
    """`announce_windows` and `metres_speech` only change what is said."""
    t = scene(Hagen={}, Thug={}).fight("Hagen", "Thug").pass_("Hagen")
    before = t.state
    t.do(c.Walk(char="Thug", metres=2))
    said = [spoken.text for spoken in RULESET.say(before, t.events, t.state)]
    assert "Thug walks two metres." in said
    assert any("Reactions, " in text for text in said)
    t.undo()
    t.rule("announce_windows", False).rule("metres_speech", False)
    before = t.state
    said = [spoken.text for spoken in RULESET.say(before, t.do(c.Walk(char="Thug", metres=2)).events, t.state)]
    assert not any("Reactions, " in text or "metres" in text for text in said)


def test_undo_and_redo() -> None:
    """P6I-1: a command is taken back with everything it led to, and comes back as it was."""
    t = scene(Hagen={"attributes": {"logic": 2}, "bonus_dice": 1}).check("Hagen", "logic").feed(1, 1)
    before = t.state
    t.do(c.AddBonusDie(actor="Ana")).feed(5)
    after = t.state
    t.undo().undo()
    assert t.state == before
    t.redo().redo()
    assert t.state == after
    assert replay(RULESET, t.history.events) == after


def test_illegal_commands_change_nothing() -> None:
    """P6I-1: and replaying the same commands gives the same table."""
    t = scene(Hagen={})
    assert isinstance(RULESET.decide(t.state, c.Walk(actor="Ana"), NoDice()), Rejected)
    again: History = History(RULESET, t.history.entries)
    assert again.state == t.state
    assert RULESET.decide(t.state, c.UndoLast(), NoDice()) == ()


SHEET = {"skills": {"Hand to Hand": 2, "Shooting": 2}, "weapons": (Weapon("Axe"),)}


def eight() -> Table:
    """Three heroes and five thugs, in the order listed."""
    t = scene(Hagen=SHEET, Luta={**SHEET, "bonus_dice": 1}, Mira=SHEET)
    for number in range(1, 6):
        write(t, f"Thug {number}", **SHEET, max_health=3)
    return t.fight("Hagen", "Thug 1", "Luta", "Thug 2", "Mira", "Thug 3", "Thug 4", "Thug 5")


@pytest.mark.parametrize("topic", ["hearts", "bonus_dice", "trait", "weapons"])
def test_foes_keep_their_secrets(topic: str) -> None:
    """Things that only the GM knows of foes are neither answered nor shown."""
    t = eight()
    assert "GM" in t.ask(topic, "Thug 1", "Shooting")
    foe = next(one for one in RULESET.view(t.state, "Ana")["characters"] if one["name"] == "Thug 1")
    assert "hearts" not in foe
    assert "hearts" in next(one for one in RULESET.view(t.state, "Gia")["characters"] if one["name"] == "Thug 1")
