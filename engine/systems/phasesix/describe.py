"""Each event as one plain sentence, made to be spoken; empty when nobody needs to hear it."""

from collections.abc import Callable
from typing import Any

from engine.common.words import counted, listed, number, setting_value
from engine.phrase import EMPTY, Phrase, capital, joined, phrase, plural, sentence, spelled
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.corrections import number_named
from engine.systems.phasesix.entities import Deed, GroupCheck
from engine.systems.phasesix.messages import Event
from engine.systems.phasesix.vocabulary import Purpose
from engine.systems.phasesix.words import worded

DEEDS = {
    "attack": phrase("attacks"),
    "reload": phrase("reloads"),
    "use_object": phrase("uses something"),
    "first_aid": phrase("gives first aid"),
    "hunker": phrase("hunkers down"),
    "stand_up": phrase("stands up"),
    "walk": phrase("walks"),
    "run": phrase("runs"),
    "crawl": phrase("crawls"),
    "cast": phrase("casts a spell"),
    "throw_object": phrase("throws something"),
    "custom": phrase("does something else"),
}
"""What somebody does, by kind of deed."""

CLOCK = {12: phrase("beyond"), 3: phrase("to the right"), 6: phrase("short"), 9: phrase("to the left")}


def describe(event: Event) -> Phrase:
    """The event as a sentence."""
    return sentence(told(event))


def told(event: Event) -> Phrase:
    """The event as a sentence without a capital letter and a full stop of its own."""
    known = TOLD.get(type(event))
    return event.sentence() if known is None else known(event)


def _deed(event: ev.DeedDeclared) -> Phrase:
    """Deeds whose first event does not tell them."""
    deed = event.deed
    actor, targets = deed.actor, listed(deed.targets)
    if deed.kind == "attack":
        if deed.weapon == "unarmed":
            return phrase("{actor} attacks {targets}", actor=actor, targets=targets)
        return phrase("{actor} attacks {targets} with the {weapon}", actor=actor, targets=targets, weapon=deed.weapon)
    if deed.kind == "cast":
        if not targets:
            return phrase("{actor} casts {spell}", actor=actor, spell=deed.spell)
        return phrase("{actor} casts {spell} on {targets}", actor=actor, spell=deed.spell, targets=targets)
    if deed.kind == "first_aid":
        return phrase("{actor} gives first aid to {targets}", actor=actor, targets=targets)
    return EMPTY


def deed_told(deed: Deed) -> Phrase:
    """What somebody does, with whom or what, and how well, as a phrase."""
    does = phrase("{actor} {does}", actor=deed.actor, does=DEEDS[deed.kind])
    said = _deed(ev.DeedDeclared(deed)) or joined((does, deed.item, deed.text), ", ")
    if not deed.hits:
        return said
    return phrase("{deed}: {hits}", deed=said, hits=counted(deed.hits, "hit", "hits"))


def _check(event: ev.CheckRequested) -> Phrase:
    check = event.check
    roll = phrase(
        "{character}, {trait}: {dice}, {least} or more",
        character=check.character,
        trait=worded(check.trait),
        dice=counted(max(0, check.pool), "die", "dice"),
        least=check.eff_min,
    )
    if check.needed <= 1:
        return roll
    return phrase("{roll}, {successes} needed", roll=roll, successes=counted(check.needed, "success", "successes"))


TOLD_OTHERWISE = frozenset(Purpose) - {Purpose.CHECK, Purpose.DEED, Purpose.THROW, Purpose.AID, Purpose.OBSERVE}
"""Rolls whose consequence says enough."""


def _resolved(event: ev.CheckResolved) -> Phrase:
    if event.purpose in TOLD_OTHERWISE:
        return EMPTY
    successes = counted(event.successes, "success", "successes")
    return phrase(
        "{character}: {successes} on {trait}",
        character=event.character,
        successes=successes,
        trait=worded(event.trait),
    )


def _faces(event: ev.DiceRolled) -> Phrase:
    if event.successes is not None and not event.faces:
        successes = counted(event.successes, "success", "successes")
        return phrase("{player} has {successes}", player=event.player, successes=successes)
    return phrase("{player} rolls {faces}", player=event.player, faces=listed(map(str, event.faces)))


def _group(event: ev.GroupCheckResolved) -> Phrase:
    successes = counted(event.total, "success", "successes")
    if not event.required:
        return phrase("Together {successes}", successes=successes)
    return phrase("Together {successes} of {required}", successes=successes, required=number(event.required))


def _members(group: GroupCheck) -> Phrase:
    trait, members = worded(group.trait), listed(group.members)
    if not group.required:
        return phrase("Group roll on {trait}: {members}", trait=trait, members=members)
    return phrase(
        "Group roll on {trait}, {required} needed: {members}",
        trait=trait,
        required=number(group.required),
        members=members,
    )


def _spotted(event: ev.ConcealmentResolved) -> Phrase:
    if not event.spotted:
        return phrase("{observer} notices nothing", observer=event.observer)
    if not event.item:
        return phrase("{observer} notices something", observer=event.observer)
    return phrase("{observer} notices the {item}", observer=event.observer, item=event.item)


def _moved(event: ev.MovedMetres) -> Phrase:
    moves = phrase("{character} {moves}", character=event.character, moves=DEEDS.get(event.how, phrase("moves")))
    if event.metres is None:
        return moves
    return phrase("{moves} {metres}", moves=moves, metres=counted(event.metres, "metre", "metres"))


def _deviation(event: ev.DeviationRolled) -> Phrase:
    where = CLOCK.get(event.clock, phrase("towards {clock} o'clock", clock=number(event.clock)))
    metres = counted(event.metres, "metre", "metres")
    return phrase("The {item} lands {metres} {where}", item=event.item, metres=metres, where=where)


def _condition(event: ev.ConditionSet) -> Phrase:
    who, cond = event.character, spelled(event.cond)
    if event.cond == "hunkered":
        return phrase("{character} is hunkered down", character=who)
    return phrase("{character} is {condition}, {value}", character=who, condition=cond, value=number(event.value))


def _condition_rolled(event: ev.ConditionRolled) -> Phrase:
    who, cond = event.character, spelled(event.cond)
    if not event.value:
        return phrase("{character} is no longer {condition}", character=who, condition=cond)
    return phrase("{character} stays {condition}, {value}", character=who, condition=cond, value=number(event.value))


def _rested(event: ev.RestRolled) -> Phrase:
    who, gained = event.character, number(event.gained)
    if event.what == "stress":
        return phrase("{character} loses {number} stress", character=who, number=gained)
    if event.what == "arcana":
        return phrase("{character} gets {number} arcana back", character=who, number=gained)
    return phrase("{character} gets {hearts} back", character=who, hearts=counted(event.gained, "heart", "hearts"))


def _custom(event: ev.CustomDone) -> Phrase:
    what = event.text or phrase("something else")
    if event.success is None:
        return phrase("{character}: {deed}", character=event.character, deed=what)
    if event.success:
        return phrase("{character}: {deed}, it works", character=event.character, deed=what)
    return phrase("{character}: {deed}, it does not work", character=event.character, deed=what)


def _order(event: ev.OrderSet) -> Phrase:
    scores = joined((phrase("{name} {score}", name=one.name, score=one.score) for one in event.combatants), ", ")
    return phrase("Order: {scores}", scores=scores)


def _aid_failed(event: ev.AidFailed) -> Phrase:
    return phrase(
        "{helper} cannot help {character}: {successes}, {needed} needed",
        helper=event.helper,
        character=event.character,
        successes=counted(event.successes, "success", "successes"),
        needed=number(event.needed),
    )


def _era(event: ev.EraChosen) -> Phrase:
    era = worded(event.epoch) if event.epoch else phrase("any")
    if not event.extensions:
        return phrase("Era: {era}", era=era)
    return phrase("Era: {era}; with {extensions}", era=era, extensions=listed(map(spelled, event.extensions)))


def _gear(event: ev.GearChanged) -> Phrase:
    name = event.character.name
    if event.taken:
        return phrase("{character} takes the {thing}", character=name, thing=event.thing)
    return phrase("{character} puts away the {thing}", character=name, thing=event.thing)


def _healed(event: ev.HeartsHealed) -> Phrase:
    hearts = counted(event.count, "heart", "hearts")
    return phrase(
        "{character} heals {hearts}, {now} now", character=event.character, hearts=hearts, now=number(event.hearts)
    )


def _learned(event: ev.SpellLearned) -> Phrase:
    spell, points = event.spell.label, _spell_points(event.left)
    return phrase("{character} learns {spell}, {points} left", character=event.character, spell=spell, points=points)


def _spell_points(left: int) -> Phrase:
    return plural("{count} spell point", "{count} spell points", left)


TOLD: dict[type[Event], Callable[[Any], Phrase]] = {
    ev.TableCreated: lambda e: phrase("The table {name} is open", name=e.name),
    ev.PlayerSeated: lambda e: (
        phrase("{player} leads the story", player=e.player)
        if e.gm
        else phrase("{player} sits at the table", player=e.player)
    ),
    ev.LibraryAdded: lambda e: EMPTY,
    ev.HouseRuleChanged: lambda e: phrase(
        "House rule {rule} is now {value}", rule=spelled(e.rule), value=setting_value(e.new)
    ),
    ev.EraChosen: _era,
    ev.StateCorrected: lambda e: phrase(
        "{character}'s {value} is now {new}", character=e.character, value=number_named(e.path), new=e.new
    ),
    ev.CommandUndone: lambda e: phrase("Taken back"),
    ev.SessionStarted: lambda e: phrase("Session {number} begins", number=e.session_no),
    ev.SessionEnded: lambda e: phrase("Session {number} is over", number=e.session_no),
    ev.CharacterCreated: lambda e: phrase("{character} enters the story", character=e.character.name),
    ev.SheetWritten: lambda e: phrase("{character}'s sheet is written", character=e.character.name),
    ev.TemplateTaken: lambda e: phrase(
        "{character} takes {template}, {left} career points left",
        character=e.character,
        template=e.template.name,
        left=e.left,
    ),
    ev.CharacterFinished: lambda e: phrase(
        "{character} is finished with {points} reputation", character=e.character, points=e.to_reputation
    ),
    ev.TemplateBought: lambda e: phrase(
        "{character} buys {template}, {left} reputation left",
        character=e.character,
        template=e.template.name,
        left=e.left,
    ),
    ev.ReputationGained: lambda e: phrase(
        "{character} gains {points} reputation", character=e.character, points=e.amount
    ),
    ev.GearChanged: _gear,
    ev.CheckRequested: _check,
    ev.CheckImpossible: lambda e: phrase(
        "{character} has no dice for {trait}", character=e.character, trait=worded(e.trait)
    ),
    ev.CheckWithdrawn: lambda e: phrase(
        "{character} does not roll {trait}", character=e.character, trait=worded(e.trait)
    ),
    ev.DiceRequested: lambda e: EMPTY,
    ev.DiceRolled: _faces,
    ev.BonusDieUsed: lambda e: phrase(
        "{character} adds {dice}, {left} left",
        character=e.character,
        dice=counted(e.count, "bonus die", "bonus dice"),
        left=e.left,
    ),
    ev.DestinyDieUsed: lambda e: phrase(
        "{character} adds {dice}, {left} left",
        character=e.character,
        dice=counted(e.count, "destiny die", "destiny dice"),
        left=e.left,
    ),
    ev.Rerolled: lambda e: phrase("{character} rolls again", character=e.character),
    ev.CheckRolled: lambda e: EMPTY,
    ev.CheckResolved: _resolved,
    ev.GroupCheckRequested: lambda e: _members(e.group),
    ev.GroupMemberRolled: lambda e: phrase(
        "{character} adds {successes}, {total} so far",
        character=e.character,
        successes=number(e.successes),
        total=number(e.total),
    ),
    ev.GroupCheckResolved: _group,
    ev.ConcealmentResolved: _spotted,
    ev.DestinyGranted: lambda e: phrase(
        "{character} gets {dice}", character=e.character, dice=counted(e.count, "destiny die", "destiny dice")
    ),
    ev.CombatStarted: lambda e: phrase("Combat: {fighters}", fighters=listed(one.name for one in e.combatants)),
    ev.CombatJoined: lambda e: phrase("{character} joins the fight", character=e.combatant.name),
    ev.InitiativeRolled: lambda e: EMPTY,
    ev.OrderSet: _order,
    ev.OrderChanged: lambda e: (
        phrase("{character} is in the order", character=e.character)
        if e.joined
        else phrase("{character} is out of the order", character=e.character)
    ),
    ev.RoundStarted: lambda e: phrase("Round {round}", round=number(e.round)),
    ev.PriorityGained: lambda e: EMPTY,
    ev.PrioritySkipped: lambda e: phrase("{character} cannot act", character=e.character),
    ev.PriorityPassed: lambda e: (
        phrase("{character} keeps {actions}", character=e.character, actions=number(e.kept)) if e.kept else EMPTY
    ),
    ev.NobodyCanAct: lambda e: phrase("Nobody can act"),
    ev.CombatEnded: lambda e: phrase("The fight is over"),
    ev.ActionSpent: lambda e: EMPTY,
    ev.ActionsForfeited: lambda e: phrase(
        "{character} loses {actions}", character=e.character, actions=counted(e.count, "action", "actions")
    ),
    ev.FullAutoBegun: lambda e: phrase(
        "{character} goes full auto with the {weapon}", character=e.character, weapon=e.weapon
    ),
    ev.ActionStolen: lambda e: phrase("{thief} steals an action from {victim}", thief=e.thief, victim=e.victim),
    ev.PerceptionSet: lambda e: (
        phrase("{observer} notices {noticed}", observer=e.observer, noticed=e.noticed)
        if e.perceives
        else phrase("{observer} does not notice {noticed}", observer=e.observer, noticed=e.noticed)
    ),
    ev.DeedDeclared: _deed,
    ev.DeedLapsed: lambda e: phrase(
        "{character} does not get to it: {reason}", character=e.character, reason=e.reason.removesuffix(".")
    ),
    ev.AmmoSpent: lambda e: EMPTY,
    ev.HitRolled: lambda e: (
        phrase("{hits} on {target}", hits=counted(e.hits, "hit", "hits"), target=e.target)
        if e.hits
        else phrase("{character} misses", character=e.character)
    ),
    ev.DeedRolled: lambda e: EMPTY,
    ev.ReactionWindowOpened: lambda e: EMPTY,
    ev.ReactionWindowClosed: lambda e: EMPTY,
    ev.ReactionPassed: lambda e: phrase("{character} does not react", character=e.character),
    ev.ReactionQueued: lambda e: phrase("{character} reacts", character=e.deed.actor),
    ev.ReactionResolved: lambda e: phrase("{character}'s reaction", character=e.character),
    ev.DefenceDeclared: lambda e: (
        phrase("{character} tries to evade", character=e.character)
        if e.how == "evade"
        else phrase("{character} parries", character=e.character)
    ),
    ev.Evaded: lambda e: phrase("{character} evades", character=e.character),
    ev.EvadeFailed: lambda e: phrase("{character} does not evade", character=e.character),
    ev.Parried: lambda e: phrase(
        "{character} parries {hits}, {left} left",
        character=e.character,
        hits=counted(e.removed, "hit", "hits"),
        left=number(e.left),
    ),
    ev.ParryReferred: lambda e: phrase(
        "{character} parries with {successes}",
        character=e.character,
        successes=counted(e.successes, "success", "successes"),
    ),
    ev.HitsStated: lambda e: phrase("{hits} left", hits=counted(e.hits, "hit", "hits")),
    ev.CoverRolled: lambda e: phrase(
        "Cover stops {stopped}, {hits} left", stopped=number(e.removed), hits=counted(e.left, "hit", "hits")
    ),
    ev.StrikeMade: lambda e: EMPTY,
    ev.StrikeEnded: lambda e: EMPTY,
    ev.WoundsDealt: lambda e: EMPTY if e.wounds else phrase("Nothing gets through to {target}", target=e.target),
    ev.MovedMetres: _moved,
    ev.RiderOpened: lambda e: EMPTY,
    ev.RiderLapsed: lambda e: EMPTY,
    ev.Reloaded: lambda e: phrase("{character} reloads the {weapon}", character=e.character, weapon=e.weapon),
    ev.ObjectUsed: lambda e: phrase("{character} uses the {item}", character=e.character, item=e.item),
    ev.CustomDone: _custom,
    ev.ThrowResolved: lambda e: (
        phrase("The {item} lands on target", item=e.item) if e.on_target else phrase("The {item} misses", item=e.item)
    ),
    ev.ClockRolled: lambda e: EMPTY,
    ev.DeviationRolled: _deviation,
    ev.TasksQueued: lambda e: EMPTY,
    ev.TaskTaken: lambda e: EMPTY,
    ev.DeedEnded: lambda e: EMPTY,
    ev.WoundsTaken: lambda e: phrase(
        "{character} takes {wounds}", character=e.character, wounds=counted(e.count, "wound", "wounds")
    ),
    ev.HeartsHealed: _healed,
    ev.BoostGained: lambda e: phrase(
        "{character} gets {boosts}", character=e.character, boosts=counted(e.count, "boost", "boosts")
    ),
    ev.BoostsExpired: lambda e: phrase("{character}'s boosts are over", character=e.character),
    ev.Fainted: lambda e: phrase("{character} faints", character=e.character),
    ev.DyingStarted: lambda e: phrase("{character} is dying", character=e.character),
    ev.Died: lambda e: phrase("{character} dies", character=e.character),
    ev.ConditionSet: _condition,
    ev.ConditionRemoved: lambda e: phrase(
        "{character} is no longer {condition}", character=e.character, condition=spelled(e.cond)
    ),
    ev.ConditionRolled: _condition_rolled,
    ev.Stabilised: lambda e: phrase("{character} is stable", character=e.character),
    ev.AidFailed: _aid_failed,
    ev.BleedingStopped: lambda e: phrase("{character} is no longer bleeding", character=e.character),
    ev.RestBegun: lambda e: phrase("{characters} rest", characters=listed(e.characters)),
    ev.RestRolled: _rested,
    ev.DiceRefreshed: lambda e: phrase("{character}'s dice are back", character=e.character),
    ev.StressChanged: lambda e: phrase(
        "{character}'s stress is {stress}", character=e.character, stress=number(e.stress)
    ),
    ev.TickGained: lambda e: phrase("{character} gains a tick", character=e.character),
    ev.TickRecorded: lambda e: phrase("{character} has a tick: {text}", character=e.character, text=capital(e.text)),
    ev.TickRemoved: lambda e: phrase("{character} is rid of a tick", character=e.character),
    ev.SpellLearned: _learned,
    ev.SpellForgotten: lambda e: phrase(
        "{character} forgets {spell}, {points} left",
        character=e.character,
        spell=e.spell,
        points=_spell_points(e.left),
    ),
    ev.SpellModified: lambda e: phrase(
        "{character}'s {spell} is now {template}, {points} left",
        character=e.character,
        spell=e.old,
        template=e.template,
        points=_spell_points(e.left),
    ),
    ev.ArcanaSpent: lambda e: phrase(
        "{character} spends {number} arcana, {left} left", character=e.character, number=e.count, left=e.left
    ),
    ev.SpellCast: lambda e: phrase("{spell} works with power {power}", spell=e.spell, power=number(e.power)),
    ev.SpellFizzled: lambda e: phrase("{spell} fizzles", spell=e.spell),
}
"""One phrase per event class."""
