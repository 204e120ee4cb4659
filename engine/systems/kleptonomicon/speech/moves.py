"""Sentences about Turns: whose it is, Beats, movement, Reactions, Tests, conditions (rules section 4)."""

from collections.abc import Iterator

from engine.common.words import counted, listed, number
from engine.systems.kleptonomicon import events as ev
from engine.systems.kleptonomicon.derived import cap, limit, pool, upcoming
from engine.systems.kleptonomicon.describe import describe, on_targets
from engine.systems.kleptonomicon.entities import OpenTest
from engine.systems.kleptonomicon.listening import may_react
from engine.systems.kleptonomicon.speech.batch import Batch
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.testing import because
from engine.systems.kleptonomicon.vocabulary import TestKind, TriggerKind
from engine.types import Spoken


def deeds(batch: Batch) -> Iterator[Spoken]:
    """What somebody does, and the Beats it leaves."""
    for used in batch.all(ev.AbilityUsed):
        yield Spoken(f"{used.character}: {used.ability}{on_targets(used.targets)}.", 1)
    for reacted in batch.all(ev.ReactionUsed):
        yield Spoken(f"{reacted.character} reacts: {reacted.ability}.", 2)
    for slow in batch.all(ev.SlowActionStarted):
        yield Spoken(f"{slow.ability} takes effect at the start of {slow.character}'s next Turn.", 2)
    for free in batch.all(ev.FreeActionUsed):
        yield Spoken(describe(free), 1)
    for spent in batch.all(ev.BeatSpent):
        yield Spoken(f"{spent.character}: {counted(spent.beats, 'Beat')} left.", 2)


def tests(batch: Batch) -> Iterator[Spoken]:
    """Scores that came in."""
    for resolved in batch.all(ev.TestResolved):
        verdict = "passed" if resolved.passed else "failed"
        weight = 1 if resolved.test is TestKind.EDGE_SAVE else 2
        yield Spoken(f"{resolved.character} {number(resolved.score)}, {verdict}.", weight)


def movement(batch: Batch) -> Iterator[Spoken]:
    """What is left to move, Dashes and improvised styles."""
    for moved in batch.all(ev.Moved):
        yield Spoken(movement_left(batch.after, moved.character), 2)
    for adjusted in batch.all(ev.MovementAdjusted):
        yield Spoken(movement_left(batch.after, adjusted.character), 2)
    for dashed in batch.all(ev.Dashed):
        verb = "tripled" if dashed.mult > 2 else "doubled"
        yield Spoken(f"Movement {verb}. {movement_left(batch.after, dashed.character)}", 2)
    for asked in batch.all(ev.ImprovisedStyleAsked):
        yield Spoken(f"{batch.after.gm or 'GM'}, may {asked.character} {asked.style}?", 3)
    for answered in (*batch.all(ev.StyleGranted), *batch.all(ev.StyleDenied)):
        yield Spoken(describe(answered), 2)


def movement_left(state: State, name: str) -> str:
    """Units left in all, and in styles that allow less."""
    character = state.character(name)
    if character is None:
        return ""
    rules = state.house_rules
    rest = pool(character, rules)
    parts = []
    for spent in character.movement.spent:
        left = limit(character, spent.style, rules) - spent.units
        if left < rest:
            parts.append(f"{number(left) if left > 0 else 'none'} to {spent.style}")
    return f"{name}: {counted(rest, 'unit')} left{', ' + listed(parts) if parts else ''}."


def harm(batch: Batch) -> Iterator[Spoken]:
    """Interruptions, conditions and points."""
    for event in batch.events:
        if isinstance(event, ev.MovementInterrupted | ev.ConditionGained | ev.ConditionReduced | ev.ConditionRemoved):
            text = describe(event)
            if text:
                yield Spoken(text, 2)
        elif isinstance(event, ev.Fell | ev.PoolChanged):
            yield Spoken(describe(event), 2)


def turn_ends(batch: Batch) -> Iterator[Spoken]:
    """Beats that are lost, Turns that are passed over."""
    for unspent in batch.all(ev.UnspentBeats):
        if unspent.asked:
            again = "End the Turn all the same?"
            yield Spoken(f"{unspent.character} has {counted(unspent.beats, 'Beat')} left. {again}", 3)
        else:
            owner = batch.after.character(unspent.character)
            weight = 1 if owner is None or owner.is_npc else 2
            yield Spoken(f"{unspent.character} leaves {counted(unspent.beats, 'Beat')} unused.", weight)
    for skipped in batch.all(ev.TurnSkipped):
        yield Spoken(describe(skipped), 2)


def turn_starts(batch: Batch) -> Iterator[Spoken]:
    """Whose Turn it is, with Beats and movement, and who comes next."""
    for slow in batch.all(ev.SlowActionResolved):
        yield Spoken(f"{slow.character}'s {slow.ability} takes effect now.", 3)
    for resumed in batch.all(ev.TurnResumed):
        yield Spoken(f"{resumed.character}'s Turn goes on: {counted(resumed.beats, 'Beat')}.", 3)
    for started in batch.all(ev.TurnStarted)[-1:]:
        yield Spoken(turn_text(batch.after, started.character), 3)
        yield from next_up(batch.after)


def turn_text(state: State, name: str) -> str:
    """Whose Turn it is, a PC's with Beats and movement: "Alice, your turn: two Beats, four units"."""
    character, encounter = state.character(name), state.encounter
    if character is None or encounter is None:
        return f"{name}'s turn."
    slot = encounter.slot_of(name)
    if slot is not None and slot.group:
        if len(slot.members) == 1:
            return f"{slot.name}."
        return f"{slot.name}, together." if state.house_rules.npc_group_turns == "as_one" else f"{name} of {slot.name}."
    if character.out:
        return f"{name}'s turn, but out. {state.gm or 'GM'}, skip it?"
    units = counted(cap(character, state.house_rules), "unit")
    return f"{name}, your turn: {counted(character.beats, 'Beat')}, {units}."


def next_up(state: State) -> Iterator[Spoken]:
    """Who comes after."""
    following = upcoming(state.encounter, state.house_rules) if state.encounter is not None else ()
    if following:
        yield Spoken(f"Next: {following[0]}.", 1)


def reactions(batch: Batch) -> Iterator[Spoken]:
    """Who may answer what has just happened (KL-52, KL-53)."""
    kinds = {opened.trigger.kind for opened in batch.all(ev.TriggerOpened)}
    if not batch.rules.announce_reactions or not kinds - {TriggerKind.ABILITY_USED}:
        return
    names = [each.name for each in may_react(batch.after, specific=True)]
    if names:
        yield Spoken(f"{listed(names)} may react.", 2)


def wanted(batch: Batch) -> Iterator[Spoken]:
    """Tests that were asked for, Edge Saves of a group excepted: they are asked for together."""
    for asked in batch.all(ev.TestRequested):
        together = asked.test.group is not None and batch.has(ev.SavesAgainst)
        still = any(test.test_id == asked.test.test_id for test in batch.after.tests)
        if still and not together:
            yield test_question(batch.after, asked.test)


def test_question(state: State, test: OpenTest) -> Spoken:
    """A Test somebody owes: "Bob: Athletics Test with Advantage, need seven"."""
    what = because(test).removeprefix(f"{test.character}'s ")
    return Spoken(f"{test.character}: {what}, need {number(state.house_rules.test_pass_at)}.", 3)
