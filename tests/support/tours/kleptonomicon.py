"""Evenings of the Kleptonomicon that between them use every command and let every event happen."""

from collections.abc import Iterator
from typing import Any

from engine.history import History
from engine.systems.kleptonomicon.entities import Ability, Creature, GroupEntry, ResetValue, Sheet, Stacks, XpShare
from tests.support.kleptonomicon_table import (
    GM,
    Klepto,
    c,
    end_turns,
    fight,
    freeplay,
    initiative,
    npcs,
    opening,
    sheet,
    styles,
)


def histories() -> Iterator[History[Any, Any, Any]]:
    """Each evening as a finished history."""
    for evening in (credits, deeds, groups, turns, movement, comings, rewards, closing):
        yield evening().history


def credits() -> Klepto:
    """People, sheets, Opening Credits."""
    t = opening(("Alice", "Bob"), Alice=sheet(Ability("Lucky Charm", episodic=True)))
    t.do(c.StartSession(actor=GM))
    t.do(c.EndSession(actor=GM))
    t.do(c.StartSession(actor="the GM"))
    t.do(c.ChangeHouseRule(actor=GM, rule="require introductions", value="true"))
    t.do(c.AddCreature(creature=Creature("city guard", "", Sheet(edge_modifier=1))))
    t.do(c.AddNpc(name="Captain Vane", creature="city guard"))
    t.do(c.PrepareGroup(name="Watch Patrol", members=("2 city guards", "Captain Vane")))
    t.do(c.DefineStyle(name="swing", interruption="fall"))
    t.do(c.DefineCondition(name="dazed", fleeting=True))
    t.do(c.WriteSheet(actor="Bob", sheet=sheet(Ability("Riposte"), level=2)))
    t.do(c.LearnAbility(actor="Bob", ability=Ability("Forge Papers", duration_minutes=10)))
    t.do(c.CorrectState(actor=GM, character="Bob", path="xp", value=3, reason="an evening nobody wrote down"))
    t.do(c.SetSneaky(actor="Alice"))
    t.do(c.SetOut(actor=GM, character="Bob"))
    t.do(c.SetOut(actor=GM, character="Bob", out=False))
    t.do(c.Introduce(actor="Alice", text="Alice plays herself", clip="she drops from a skylight"))
    t.do(c.Introduce(actor="Bob"))
    t.do(c.ColdOpen(actor=GM, text="rain on the glass roof"))
    t.undo()
    t.redo()
    t.do(c.BeginEpisodicStep(actor=GM))
    t.do(c.UseEpisodicAbility(actor="Alice", ability="old contacts", grant_text="favours", amount=2))
    t.do(c.UseEpisodicAbility(actor="Alice"))
    t.do(c.EndOpeningCredits(actor=GM))
    t.do(c.SpendGrant(actor="Alice", ability="favours"))
    t.do(c.LevelUp(actor="Alice", gain="quick fingers"))
    t.do(c.DescribeCreature(actor=GM, creature="city guard", edge_modifier=2, health=6))
    t.do(c.StartEncounter(actor=GM, pcs=("Alice",), npcs=npcs("watch patrol")))
    t.do(c.EndEncounter(actor=GM, outcome="they talk their way out"))
    t.do(c.ReturnToFreeplay(actor=GM))
    return t


def deeds() -> Klepto:
    """Freeplay: deeds, tricks, Tests, long Abilities."""
    t = freeplay(("Alice", "Bob"), Bob=sheet(Ability("Forge Papers", duration_minutes=10)))
    t.rule("spotlight_nudge", True)
    t.do(c.SetLooseOrder(actor=GM, order=("Bob", "Alice")))
    t.do(c.Improvise(actor="Alice", text="swings on the curtain", solution_tag="curtain"))
    t.do(c.RequestTest(actor=GM, skill="Athletics", reason="the curtain is old"))
    t.do(c.SubmitDice(actor="Alice", dice=(4, 4)))
    t.do(c.FlagSolution(actor=GM, tag="curtain", policy="ban"))
    t.do(c.Improvise(actor="Bob", text="swings too", solution_tag="curtain"))
    t.do(c.RequestTest(actor=GM, character="Bob", skill="Athletics"))
    t.do(c.RequestTest(actor=GM, character="everyone", skill="Stealth"))
    t.do(c.SubmitScore(actor="Bob", score=6))
    t.do(c.DropTest(actor=GM))
    t.do(c.Improvise(actor="Alice", text="lifts the vault"))
    t.do(c.DeclareImpossible(actor=GM, text="it weighs ten tons"))
    t.do(c.UseAbility(actor="Bob", ability="forge papers"))
    t.do(c.ConfirmAbility(actor=GM))
    t.do(c.ImproviseMovement(actor="Alice", style="climb", method="the bookshelves"))
    t.do(c.GrantStyle(actor=GM))
    t.do(c.UseRecovery(actor="Alice", recovery="dodges up", announced=False))
    return t


def groups() -> Klepto:
    """Initiative: groups, Edge Saves, ties."""
    t = initiative(foes=npcs("4 wolves", "2 goblins", "orc", "ogre", "bandit"))
    t.do(c.MergeGroups(actor=GM, groups=("wolves", "goblins"), name="Pack"))
    t.do(c.SplitGroup(actor=GM, group="Pack", members=("Wolf 1", "Wolf 2")))
    members = [group.members for group in t.encounter.groups]
    entries = [GroupEntry(each) for each in members[2:]] + [GroupEntry((*members[0], *members[1]), name="Beasts")]
    t.do(c.SetGroups(actor=GM, groups=tuple(entries)))
    t.do(c.BeginEdgeSaves(actor=GM))
    t.scores(Alice=3, Bob=3, Carol=3, David=9)
    t.do(c.UseScoresForTie(actor="Alice"))
    t.do(c.SetTieOrder(actor="Bob", order=("Carol", "Alice", "Bob")))
    while t.state.tests:
        t.do(c.SubmitScore(actor="David", score=9))
    t.do(c.ConfirmTurnOrder(actor=GM))
    return t


def turns() -> Klepto:
    """Abilities, Reactions, Slow Actions, conditions, ends of Turns."""
    shove = Ability("Shove", reach=1, interrupts=True)
    snare = Ability("Snare Shot", inflicts=(Stacks("slowed", 2),), test="Ranged")
    t = fight(Alice=sheet(shove, snare, styles=styles(fly="NORMAL", walk="NORMAL")))
    t.do(c.UseAbility(actor="Alice", ability="melee attack", targets=("the orc",), distance=1, maneuver=True))
    t.do(c.SubmitScore(actor="Alice", score=8))
    t.do(c.ImproviseFree(actor="Alice", text="kicks the lamp over"))
    t.do(c.ImproviseFreeReaction(actor="Bob", text="Mind the carpet!"))
    t.do(c.UseAbility(actor="Alice", ability="grand ritual"))
    t.do(c.EndTurn(actor="Alice"))
    t.do(c.OpenTrigger(actor=GM, trigger="attacked", source="orc", subject="Alice", text="a club swings"))
    t.do(c.UseReaction(actor="Alice", ability="watchful"))
    t.do(c.CloseTrigger(actor=GM))
    t.do(c.ApplyCondition(actor=GM, target="Bob", name="dazed", stacks=2, fleeting=True))
    t.do(c.RemoveCondition(actor=GM, target="orc", name="slowed"))
    t.do(c.RecordDamage(actor=GM, target="Bob", pool="health", amount=3))
    t.do(c.RecordHeal(actor="Bob", pool="health", amount=1))
    t.do(c.EnvironmentEvent(actor=GM, text="The roof gives way."))
    t.do(c.EndTurn(actor="Bob"))
    t.do(c.EndTurn(actor=GM))
    t.do(c.UseAbility(actor="Alice", ability="snare shot", targets=("orc",)))
    t.do(c.SubmitDice(actor="Alice", dice=(6, 5)))
    t.do(c.UseAbility(actor="Alice", ability="shove", targets=("orc",)))
    t.do(c.EndTurn(actor="Alice"))
    t.do(c.SetOut(actor="Bob"))
    t.do(c.SkipTurn(actor=GM, character="Bob"))
    t.do(c.PauseEncounter(actor=GM, reason="the orc wants to talk"))
    t.do(c.ResumeEncounter(actor=GM, provoked_by="Alice", beat_spent=True))
    return t


def movement() -> Klepto:
    """Moving, dashing, falling, improvised styles, a Beat that is owed."""
    t = fight(Alice=sheet(styles=styles(fly="NORMAL", walk="NORMAL")))
    t.do(c.Move(actor="Alice", style="fly", units=2, leaves_reach_of=("Bob",)))
    t.do(c.UseReaction(actor="Bob", ability="opportunity attack"))
    t.do(c.AdjustMovement(actor=GM, delta=-1))
    t.do(c.InterruptMovement(actor=GM, target="Alice", cause="a net"))
    t.do(c.ImproviseMovement(actor="Alice", style="climb", method="the curtain"))
    t.do(c.GrantStyle(actor=GM, size="normal"))
    t.do(c.ImproviseMovement(actor="Alice", style="swim"))
    t.do(c.DenyStyle(actor=GM))
    t.do(c.Dash(actor="Alice"))
    t.do(c.Dash(actor="Alice"))
    t.do(c.SubmitScore(actor="Alice", score=4))
    t.do(c.PauseEncounter(actor=GM))
    t.do(c.ResumeEncounter(actor=GM, provoked_by="Alice", beat_spent=True))
    return t


def comings() -> Klepto:
    """Latecomers and leavers."""
    t = fight(("Alice", "Bob"), foes=npcs("2 wolves", "orc"))
    t.do(c.ReorderGroup(actor=GM, group="wolves", members=("Wolf 2", "Wolf 1")))
    t.do(c.AddCombatant(actor=GM, character="goblins", count=2, where="Wolves"))
    t.do(c.AddCombatant(actor=GM, character="ogre", where="Alice"))
    t.do(c.UseAbility(actor="Alice", ability="grand ritual"))
    t.do(c.RemoveCombatant(actor=GM, character="Alice"))
    t.do(c.AddCombatant(actor=GM, character="Alice"))
    while t.state.tests:
        t.do(c.SubmitScore(actor="Alice", score=4))
    end_turns(t, 3)
    return t


def rewards() -> Klepto:
    """Rewards, recovery, levels."""
    t = fight()
    t.rule("xp_thresholds", "1, 5")
    t.do(c.RecordDamage(actor="Alice", amount=4))
    t.do(c.EndEncounter(actor=GM, outcome="the orc yields"))
    t.do(c.AwardExperience(actor=GM, overrides=(XpShare("Bob", 2),)))
    t.do(c.UseRecovery(actor="Alice", health=3))
    t.do(c.UseRecovery(actor="Alice", recovery="shields_up"))
    t.do(c.ReturnToFreeplay(actor=GM))
    return t


def closing() -> Klepto:
    """The end of an Episode."""
    t = opening(("Alice", "Bob"))
    t.do(c.BeginEpisodicStep(actor=GM))
    t.do(c.UseEpisodicAbility(actor="Alice"))
    t.do(c.EndOpeningCredits(actor=GM))
    t.rule("extra_resets", "ammunition")
    t.do(c.StartEncounter(actor=GM, npcs=npcs("wolf")))
    t.do(c.BeginEdgeSaves(actor=GM))
    t.do(c.SkipEdgeSaves(actor=GM))
    t.do(c.EndEncounter(actor=GM))
    t.do(c.StartClosingCredits(actor=GM))
    t.do(c.PlayScene(actor=GM, text="the vault is empty"))
    t.do(c.SetTimePasses(actor=GM))
    t.do(c.PlayResolution(actor="Alice", text="she counts the take"))
    t.do(c.PlayResolution(actor="Bob", declined=True))
    t.do(c.ApplyResets(actor=GM, overrides=(ResetValue("Bob", "health", 7),)))
    t.do(c.EndEpisode(actor=GM))
    t.do(c.PrepareEpisode(actor=GM, title="The Empty Vault"))
    t.do(c.StartEpisode(actor=GM))
    return t
