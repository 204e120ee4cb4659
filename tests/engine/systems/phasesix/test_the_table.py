"""The table, its sessions, house rules, corrections, taking back; a round of eight (rules sections 5, 7)."""

import pytest

from engine.dice.source import NoDice
from engine.history import History
from engine.step import replay
from engine.systems.phasesix.entities import Weapon
from engine.systems.phasesix.house_rules import SETTINGS
from engine.systems.phasesix.system import RULESET
from engine.types import Rejected
from tests.support.phasesix_table import Table, c, scene, table, write


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


def test_sessions() -> None:
    t = table()
    t.refuses("NOT_GM").do(c.StartSession(actor="Ana"))
    t.refuses("SESSION_STATE").do(c.EndSession(actor="Gia"))
    t.do(c.StartSession(actor="GM"))
    t.refuses("SESSION_STATE").do(c.StartSession(actor="Gia"))
    assert t.state.phase == "FREE"
    t.do(c.EndSession(actor="Gia"))
    assert t.state.phase == "BETWEEN"


def test_house_rules() -> None:
    t = table()
    t.refuses("BAD_VALUE").rule("gravity", "off")
    t.refuses("BAD_VALUE").rule("parry_mode", "maybe")
    t.refuses("NOT_GM").do(c.ChangeHouseRule(actor="Ana", rule="parry_mode", value="full"))
    assert t.rule("Parry Mode", "Full").state.house_rules.parry_mode == "full"
    for setting in SETTINGS:
        for value in setting.values:
            assert getattr(t.rule(setting.name, value).state.house_rules, setting.name) == value


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


def test_corrections() -> None:
    """A number of a sheet, with a reason; what cannot be is refused."""
    t = scene(Hagen={"skills": {"Nature": 2}})
    for path, value in (("hearts", 3), ("strength", 4), ("nature", 5), ("Courage", 1), ("boosts", 2), ("evasion", -1)):
        t.do(c.CorrectState(actor="Ana", path=path, value=value, reason="miscounted"))
    assert (t.who("Hagen").hearts, t.who("Hagen").boosts, t.who("Hagen").evasion) == (3, 2, -1)
    for path, value, reason in (("hearts", 9, "x"), ("hearts", 3, " "), ("height", 3, "x"), ("rerolls", 1, "x")):
        t.refuses("BAD_VALUE").do(c.CorrectState(actor="Ana", path=path, value=value, reason=reason))


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


def test_a_round_of_eight() -> None:
    """P6-32, P6-35, P6-41, P6I-8: eight fighters, kept actions, evasions and reactions, a faint, and a second round."""
    t = eight()
    t.do(c.Attack(actor="Ana", target="Thug 1")).feed(5, 5)
    assert t.state.combat.window.eligible == ("Luta",)
    t.do(c.PassReaction(actor="Ben"))
    assert t.who("Thug 1").hearts == 1
    t.do(c.PassPriority(actor="Ana"))
    assert (t.turn, t.actions("Hagen")) == ("Thug 1", 1)
    t.do(c.Attack(actor="Gia", target="Hagen")).feed(5, 1)
    t.do(c.Evade(actor="Ana")).feed(5).do(c.PassReaction(actor="Ben"))
    assert (t.who("Hagen").hearts, t.actions("Hagen")) == (6, 0)
    t.do(c.Attack(actor="Gia", target="Luta")).feed(5, 5)
    t.do(c.BuyAction(actor="Ben")).do(c.React(actor="Ben", deed="attack", target="Thug 1"))
    assert t.who("Luta").hearts == 4
    t.feed(5, 1)
    assert (t.who("Thug 1").fainted, t.turn) == (True, "Luta")
    t.pass_("Luta")
    seen = []
    while t.state.combat.round == 1:
        seen.append(t.turn)
        t.pass_(t.turn)
        if t.owed:
            break
    assert seen == ["Thug 2", "Mira", "Thug 3", "Thug 4", "Thug 5"]
    assert (t.state.combat.round, t.owed) == (2, [("Gia", 1, "POOL")])
    t.feed(1)
    assert (t.cond("Thug 1", "dying"), t.turn) == (2, "Hagen")
    t.pass_("Hagen")
    assert (t.turn, t.actions("Luta")) == ("Luta", 2)


def test_five_reactions_to_one_deed() -> None:
    """P6-40, P6-41: any number of people react, in initiative order."""
    t = eight()
    t.pass_(*[one.name for one in t.state.combat.combatants])
    t.pass_("Hagen", "Thug 1", "Luta", "Thug 2")
    t.do(c.Walk(actor="Cleo"))
    for number in (3, 5, 4, 2):
        t.do(c.React(actor="Gia", char=f"Thug {number}", deed="hunker"))
    t.do(c.React(actor="Ana", deed="hunker"))
    t.do(c.CloseReactions(actor="Gia"))
    order = [event.character for event in t.events if event.kind == "reaction_resolved"]
    assert order == ["Hagen", "Thug 2", "Thug 3", "Thug 4", "Thug 5"]
    assert t.turn == "Mira"


@pytest.mark.parametrize("topic", ["hearts", "bonus_dice", "trait", "weapons"])
def test_foes_keep_their_secrets(topic: str) -> None:
    """Things that only the GM knows of foes are neither answered nor shown."""
    t = eight()
    assert "GM" in t.ask(topic, "Thug 1", "Shooting")
    foe = next(one for one in RULESET.view(t.state, "Ana")["characters"] if one["name"] == "Thug 1")
    assert "hearts" not in foe
    assert "hearts" in next(one for one in RULESET.view(t.state, "Gia")["characters"] if one["name"] == "Thug 1")
