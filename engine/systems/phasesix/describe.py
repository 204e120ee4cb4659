"""Each event as one plain sentence, made to be spoken; empty when nobody needs to hear it."""

from collections.abc import Callable
from typing import Any

from engine.common.words import counted, listed, number, sentence, setting_value
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.entities import Deed
from engine.systems.phasesix.events import Event
from engine.systems.phasesix.vocabulary import Purpose

DEEDS = {
    "attack": "attacks",
    "reload": "reloads",
    "use_object": "uses something",
    "first_aid": "gives first aid",
    "hunker": "hunkers down",
    "stand_up": "stands up",
    "walk": "walks",
    "run": "runs",
    "crawl": "crawls",
    "cast": "casts a spell",
    "throw_object": "throws something",
    "custom": "does something else",
}
"""What somebody does, by kind of deed."""

CLOCK = {12: "beyond", 3: "to the right", 6: "short", 9: "to the left"}


def describe(event: Event) -> str:
    """The event as a sentence."""
    return SENTENCES[type(event)](event)


def _deed(event: ev.DeedDeclared) -> str:
    """Deeds whose first event does not tell them."""
    deed = event.deed
    if deed.kind == "attack":
        armed = f" with the {deed.weapon}" if deed.weapon != "unarmed" else ""
        return f"{deed.actor} attacks {listed(deed.targets)}{armed}."
    if deed.kind == "cast":
        targets = f" on {listed(deed.targets)}" if deed.targets else ""
        return f"{deed.actor} casts {deed.spell}{targets}."
    return f"{deed.actor} gives first aid to {listed(deed.targets)}." if deed.kind == "first_aid" else ""


def deed_told(deed: Deed) -> str:
    """What somebody does, with whom or what, and how well, as a phrase."""
    told = _deed(ev.DeedDeclared(deed)).removesuffix(".")
    what = "".join(f", {each}" for each in (deed.item, deed.text) if each)
    hits = f": {counted(deed.hits, 'hit')}" if deed.hits else ""
    return f"{told or f'{deed.actor} {DEEDS[deed.kind]}{what}'}{hits}"


def _check(event: ev.CheckRequested) -> str:
    check = event.check
    needed = f", {counted(check.needed, 'success', 'successes')} needed" if check.needed > 1 else ""
    pool = counted(max(0, check.pool), "die", "dice")
    return f"{check.character}, {check.trait}: {pool}, {check.eff_min} or more{needed}."


TOLD_OTHERWISE = frozenset(Purpose) - {Purpose.CHECK, Purpose.DEED, Purpose.THROW, Purpose.AID, Purpose.OBSERVE}
"""Rolls whose consequence says enough."""


def _resolved(event: ev.CheckResolved) -> str:
    if event.purpose in TOLD_OTHERWISE:
        return ""
    return f"{event.character}: {counted(event.successes, 'success', 'successes')} on {event.trait}."


def _faces(event: ev.DiceRolled) -> str:
    if event.successes is not None and not event.faces:
        return f"{event.player} has {counted(event.successes, 'success', 'successes')}."
    return f"{event.player} rolls {listed(map(str, event.faces))}."


def _group(event: ev.GroupCheckResolved) -> str:
    of = f" of {number(event.required)}" if event.required else ""
    return f"Together {counted(event.total, 'success', 'successes')}{of}."


def _member_list(group: Any) -> str:
    needed = f", {number(group.required)} needed" if group.required else ""
    return f"Group roll on {group.trait}{needed}: {listed(group.members)}."


def _spotted(event: ev.ConcealmentResolved) -> str:
    if not event.spotted:
        return f"{event.observer} notices nothing."
    return f"{event.observer} notices {f'the {event.item}' if event.item else 'something'}."


def _moved(event: ev.MovedMetres) -> str:
    metres = f" {counted(event.metres, 'metre')}" if event.metres is not None else ""
    return f"{event.character} {DEEDS.get(event.how, 'moves')}{metres}."


def _deviation(event: ev.DeviationRolled) -> str:
    where = CLOCK.get(event.clock, f"towards {number(event.clock)} o'clock")
    return f"The {event.item} lands {counted(event.metres, 'metre')} {where}."


def _condition(event: ev.ConditionSet) -> str:
    if event.cond == "hunkered":
        return f"{event.character} is hunkered down."
    return f"{event.character} is {event.cond}, {number(event.value)}."


def _condition_rolled(event: ev.ConditionRolled) -> str:
    if not event.value:
        return f"{event.character} is no longer {event.cond}."
    return f"{event.character} stays {event.cond}, {number(event.value)}."


def _thrown(event: ev.ThrowResolved) -> str:
    return f"The {event.item} {'lands on target' if event.on_target else 'misses'}."


def _rested(event: ev.RestRolled) -> str:
    verb = "loses" if event.what == "stress" else "gets"
    back = "" if event.what == "stress" else " back"
    what = {"hearts": counted(event.gained, "heart")}.get(event.what, f"{number(event.gained)} {event.what}")
    return f"{event.character} {verb} {what}{back}."


def _stress(event: ev.StressChanged) -> str:
    return f"{event.character}'s stress is {number(event.stress)}."


def _custom(event: ev.CustomDone) -> str:
    result = "" if event.success is None else ", it works" if event.success else ", it does not work"
    return f"{event.character}: {event.text or 'something else'}{result}."


def _order(event: ev.OrderSet) -> str:
    return f"Order: {', '.join(f'{one.name} {one.score}' for one in event.combatants)}."


def _aid_failed(event: ev.AidFailed) -> str:
    got = counted(event.successes, "success", "successes")
    return f"{event.helper} cannot help {event.character}: {got}, {number(event.needed)} needed."


def _gear(event: ev.GearChanged) -> str:
    return f"{event.character.name} {'takes' if event.taken else 'puts away'} the {event.thing}."


SENTENCES: dict[type[Event], Callable[[Any], str]] = {
    ev.TableCreated: lambda e: f"The table {e.name} is open.",
    ev.PlayerSeated: lambda e: f"{e.player} {'leads the story' if e.gm else 'sits at the table'}.",
    ev.LibraryAdded: lambda e: "",
    ev.HouseRuleChanged: lambda e: f"House rule {e.rule.replace('_', ' ')} is now {setting_value(e.new)}.",
    ev.EraChosen: lambda e: f"Era: {e.epoch or 'any'}{'; with ' + listed(e.extensions) if e.extensions else ''}.",
    ev.StateCorrected: lambda e: f"{e.character}'s {e.path.replace('_', ' ')} is now {e.new}.",
    ev.CommandUndone: lambda e: "Taken back.",
    ev.SessionStarted: lambda e: f"Session {e.session_no} begins.",
    ev.SessionEnded: lambda e: f"Session {e.session_no} is over.",
    ev.CharacterCreated: lambda e: f"{e.character.name} enters the story.",
    ev.SheetWritten: lambda e: f"{e.character.name}'s sheet is written.",
    ev.TemplateTaken: lambda e: f"{e.character} takes {e.template.name}, {e.left} career points left.",
    ev.CharacterFinished: lambda e: f"{e.character} is finished with {e.to_reputation} reputation.",
    ev.TemplateBought: lambda e: f"{e.character} buys {e.template.name}, {e.left} reputation left.",
    ev.ReputationGained: lambda e: f"{e.character} gains {e.amount} reputation.",
    ev.GearChanged: _gear,
    ev.CheckRequested: _check,
    ev.CheckImpossible: lambda e: f"{e.character} has no dice for {e.trait}.",
    ev.CheckWithdrawn: lambda e: f"{e.character} does not roll {e.trait}.",
    ev.DiceRequested: lambda e: "",
    ev.DiceRolled: _faces,
    ev.BonusDieUsed: lambda e: f"{e.character} adds {counted(e.count, 'bonus die', 'bonus dice')}, {e.left} left.",
    ev.DestinyDieUsed: lambda e: (
        f"{e.character} adds {counted(e.count, 'destiny die', 'destiny dice')}, {e.left} left."
    ),
    ev.Rerolled: lambda e: f"{e.character} rolls again.",
    ev.CheckRolled: lambda e: "",
    ev.CheckResolved: _resolved,
    ev.GroupCheckRequested: lambda e: _member_list(e.group),
    ev.GroupMemberRolled: lambda e: f"{e.character} adds {number(e.successes)}, {number(e.total)} so far.",
    ev.GroupCheckResolved: _group,
    ev.ConcealmentResolved: _spotted,
    ev.DestinyGranted: lambda e: f"{e.character} gets {counted(e.count, 'destiny die', 'destiny dice')}.",
    ev.CombatStarted: lambda e: f"Combat: {listed(one.name for one in e.combatants)}.",
    ev.CombatJoined: lambda e: f"{e.combatant.name} joins the fight.",
    ev.InitiativeRolled: lambda e: "",
    ev.OrderSet: _order,
    ev.OrderChanged: lambda e: f"{e.character} {'is in' if e.joined else 'is out of'} the order.",
    ev.RoundStarted: lambda e: f"Round {number(e.round)}.",
    ev.PriorityGained: lambda e: "",
    ev.PrioritySkipped: lambda e: f"{e.character} cannot act.",
    ev.PriorityPassed: lambda e: f"{e.character} keeps {number(e.kept)}." if e.kept else "",
    ev.NobodyCanAct: lambda e: "Nobody can act.",
    ev.CombatEnded: lambda e: "The fight is over.",
    ev.ActionSpent: lambda e: "",
    ev.ActionsForfeited: lambda e: f"{e.character} loses {counted(e.count, 'action')}.",
    ev.FullAutoBegun: lambda e: f"{e.character} goes full auto with the {e.weapon}.",
    ev.ActionBought: lambda e: f"{e.character} buys {counted(e.count, 'action')}, {e.dice_left} {e.pay} dice left.",
    ev.ActionStolen: lambda e: f"{e.thief} steals an action from {e.victim}.",
    ev.PerceptionSet: lambda e: f"{e.observer} {'notices' if e.perceives else 'does not notice'} {e.noticed}.",
    ev.DeedDeclared: _deed,
    ev.DeedLapsed: lambda e: f"{e.character} does not get to it: {e.reason}",
    ev.AmmoSpent: lambda e: "",
    ev.HitRolled: lambda e: (
        f"{counted(e.hits, 'hit').capitalize()} on {e.target}." if e.hits else f"{e.character} misses."
    ),
    ev.DeedRolled: lambda e: "",
    ev.ReactionWindowOpened: lambda e: "",
    ev.ReactionWindowClosed: lambda e: "",
    ev.ReactionPassed: lambda e: f"{e.character} does not react.",
    ev.ReactionQueued: lambda e: f"{e.deed.actor} reacts.",
    ev.ReactionResolved: lambda e: f"{e.character}'s reaction.",
    ev.DefenceDeclared: lambda e: f"{e.character} {'tries to evade' if e.how == 'evade' else 'parries'}.",
    ev.Evaded: lambda e: f"{e.character} evades.",
    ev.EvadeFailed: lambda e: f"{e.character} does not evade.",
    ev.Parried: lambda e: f"{e.character} parries {counted(e.removed, 'hit')}, {number(e.left)} left.",
    ev.ParryReferred: lambda e: f"{e.character} parries with {counted(e.successes, 'success', 'successes')}.",
    ev.HitsStated: lambda e: f"{counted(e.hits, 'hit').capitalize()} left.",
    ev.CoverRolled: lambda e: f"Cover stops {number(e.removed)}, {counted(e.left, 'hit')} left.",
    ev.StrikeMade: lambda e: "",
    ev.StrikeEnded: lambda e: "",
    ev.WoundsDealt: lambda e: "" if e.wounds else f"Nothing gets through to {e.target}.",
    ev.MovedMetres: _moved,
    ev.RiderOpened: lambda e: "",
    ev.RiderLapsed: lambda e: "",
    ev.Reloaded: lambda e: f"{e.character} reloads the {e.weapon}.",
    ev.ObjectUsed: lambda e: f"{e.character} uses the {e.item}.",
    ev.CustomDone: _custom,
    ev.ThrowResolved: _thrown,
    ev.ClockRolled: lambda e: "",
    ev.DeviationRolled: _deviation,
    ev.TasksQueued: lambda e: "",
    ev.TaskTaken: lambda e: "",
    ev.DeedEnded: lambda e: "",
    ev.WoundsTaken: lambda e: f"{e.character} takes {counted(e.count, 'wound')}.",
    ev.HeartsHealed: lambda e: f"{e.character} heals {counted(e.count, 'heart')}, {number(e.hearts)} now.",
    ev.BoostGained: lambda e: f"{e.character} gets {counted(e.count, 'boost')}.",
    ev.BoostsExpired: lambda e: f"{e.character}'s boosts are over.",
    ev.Fainted: lambda e: f"{e.character} faints.",
    ev.DyingStarted: lambda e: f"{e.character} is dying.",
    ev.Died: lambda e: f"{e.character} dies.",
    ev.ConditionSet: _condition,
    ev.ConditionRemoved: lambda e: f"{e.character} is no longer {e.cond}.",
    ev.ConditionRolled: _condition_rolled,
    ev.Stabilised: lambda e: f"{e.character} is stable.",
    ev.AidFailed: _aid_failed,
    ev.BleedingStopped: lambda e: f"{e.character} is no longer bleeding.",
    ev.RestBegun: lambda e: f"{listed(e.characters)} rest.",
    ev.RestRolled: _rested,
    ev.DiceRefreshed: lambda e: f"{e.character}'s dice are back.",
    ev.StressChanged: _stress,
    ev.TickGained: lambda e: f"{e.character} gains a tick.",
    ev.TickRecorded: lambda e: f"{e.character} has a tick: {sentence(e.text)}",
    ev.TickRemoved: lambda e: f"{e.character} is rid of a tick.",
    ev.SpellLearned: lambda e: f"{e.character} learns {e.spell.label}, {e.left} spell points left.",
    ev.SpellForgotten: lambda e: f"{e.character} forgets {e.spell}, {e.left} spell points left.",
    ev.SpellModified: lambda e: f"{e.character}'s {e.old} is now {e.template}, {e.left} spell points left.",
    ev.ArcanaSpent: lambda e: f"{e.character} spends {e.count} arcana, {e.left} left.",
    ev.SpellCast: lambda e: f"{e.spell} works with power {number(e.power)}.",
    ev.SpellFizzled: lambda e: f"{e.spell} fizzles.",
}
"""One sentence per event class."""
