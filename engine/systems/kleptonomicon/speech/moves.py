"""Sentences about Turns: whose it is, Beats, movement, Reactions, Tests, conditions (rules section 4)."""

from collections.abc import Iterator

from engine.common.words import counted, listed, number
from engine.phrase import EMPTY, Phrase, joined, phrase
from engine.systems.kleptonomicon.derived import cap, limit, pool, upcoming
from engine.systems.kleptonomicon.entities import OpenTest
from engine.systems.kleptonomicon.listening import may_react
from engine.systems.kleptonomicon.rules.initiative import SavesAgainst
from engine.systems.kleptonomicon.rules.movement import Dashed, ImprovisedStyleAsked, Moved, MovementAdjusted
from engine.systems.kleptonomicon.rules.testing import TestRequested, TestResolved, test_words
from engine.systems.kleptonomicon.rules.triggers import TriggerOpened
from engine.systems.kleptonomicon.rules.turns import TurnStarted, UnspentBeats
from engine.systems.kleptonomicon.speech.batch import Batch
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import TestKind, TriggerKind
from engine.types import Spoken


def tests(batch: Batch) -> Iterator[Spoken]:
    """Scores that came in."""
    for resolved in batch.all(TestResolved):
        name, score = resolved.character, number(resolved.score)
        if resolved.passed:
            text = phrase("{character} {score}, passed.", character=name, score=score)
        else:
            text = phrase("{character} {score}, failed.", character=name, score=score)
        yield Spoken(text, 1 if resolved.test is TestKind.EDGE_SAVE else 2)


def movement(batch: Batch) -> Iterator[Spoken]:
    """Movement that is left, Dashes and improvised styles."""
    for moved in (*batch.all(Moved), *batch.all(MovementAdjusted)):
        yield Spoken(movement_left(batch.after, moved.character), 2)
    for dashed in batch.all(Dashed):
        more = phrase("Movement tripled.") if dashed.mult > 2 else phrase("Movement doubled.")
        yield Spoken(joined([more, movement_left(batch.after, dashed.character)]), 2)
    for asked in batch.all(ImprovisedStyleAsked):
        yield style_question(batch.after, asked.character, asked.style)


def style_question(state: State, name: str, style: str) -> Spoken:
    """A Movement Style the GM has to allow."""
    gm = state.gm or phrase("GM")
    return Spoken(phrase("{gm}, may {character} {style}?", gm=gm, character=name, style=style), 3)


def movement_left(state: State, name: str) -> Phrase:
    """Units left in all, and in styles that allow less."""
    character = state.character(name)
    if character is None:
        return EMPTY
    rules = state.house_rules
    rest = pool(character, rules)
    parts: list[Phrase] = []
    for spent in character.movement.spent:
        left = limit(character, spent.style, rules) - spent.units
        if left < rest:
            fewer = number(left) if left > 0 else phrase("none")
            parts.append(phrase("{units} to {style}", units=fewer, style=spent.style))
    units = counted(rest, "unit", "units")
    if not parts:
        return phrase("{name}: {units} left.", name=name, units=units)
    return phrase("{name}: {units} left, {styles}.", name=name, units=units, styles=listed(parts))


def turn_ends(batch: Batch) -> Iterator[Spoken]:
    """Beats that are lost."""
    for unspent in batch.all(UnspentBeats):
        name, beats = unspent.character, counted(unspent.beats, "Beat", "Beats")
        if unspent.asked:
            text = phrase("{character} has {beats} left. End the Turn anyway?", character=name, beats=beats)
            yield Spoken(text, 3)
        else:
            owner = batch.after.character(name)
            weight = 1 if owner is None or owner.is_npc else 2
            yield Spoken(phrase("{character} leaves {beats} unused.", character=name, beats=beats), weight)


def turn_starts(batch: Batch) -> Iterator[Spoken]:
    """The Turn that begins, with Beats and movement, and the next name."""
    for started in batch.all(TurnStarted)[-1:]:
        yield Spoken(turn_text(batch.after, started.character), 3)
        yield from next_up(batch.after)


def turn_text(state: State, name: str) -> Phrase:
    """The Turn that begins, a PC's with Beats and movement: "Alice, your turn: two Beats, four units"."""
    character, encounter = state.character(name), state.encounter
    if character is None or encounter is None:
        return phrase("{name}'s turn.", name=name)
    slot = encounter.slot_of(name)
    if slot is not None and slot.group:
        if state.house_rules.npc_group_turns == "as_one" and len(slot.members) > 1:
            return phrase("{group}, together.", group=slot.name)
        return phrase("{name}'s turn.", name=name)
    if character.out:
        return phrase("{name}'s turn, but out. {gm}, skip it?", name=name, gm=state.gm or phrase("GM"))
    beats = counted(character.beats, "Beat", "Beats")
    units = counted(cap(character, state.house_rules), "unit", "units")
    return phrase("{name}, your turn: {beats}, {units}.", name=name, beats=beats, units=units)


def next_up(state: State) -> Iterator[Spoken]:
    """The name that comes after."""
    following = upcoming(state.encounter, state.house_rules) if state.encounter is not None else ()
    if following:
        yield Spoken(phrase("Next: {name}.", name=following[0]), 1)


def reactions(batch: Batch) -> Iterator[Spoken]:
    """Everybody who may answer what has just happened (KL-52, KL-53)."""
    kinds = {opened.trigger.kind for opened in batch.all(TriggerOpened)}
    if not batch.rules.announce_reactions or not kinds - {TriggerKind.ABILITY_USED}:
        return
    names = [each.name for each in may_react(batch.after, specific=True)]
    if names:
        yield Spoken(phrase("{names} may react.", names=listed(names)), 2)


def wanted(batch: Batch) -> Iterator[Spoken]:
    """Tests that were asked for, Edge Saves of a group excepted: they are asked for together."""
    for asked in batch.all(TestRequested):
        together = asked.test.group is not None and batch.has(SavesAgainst)
        still = any(test.test_id == asked.test.test_id for test in batch.after.tests)
        if still and not together:
            yield test_question(batch.after, asked.test)


def test_question(state: State, test: OpenTest) -> Spoken:
    """A Test somebody owes: "Bob: Athletics Test with Advantage, need seven"."""
    score = number(state.house_rules.test_pass_at)
    text = phrase("{character}: {test}, need {score}.", character=test.character, test=test_words(test), score=score)
    return Spoken(text, 3)
