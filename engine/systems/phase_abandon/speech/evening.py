"""Sentences about the start and end of an evening, new goals, Luck, and those who fall."""

from collections.abc import Iterator

from engine.common.words import number
from engine.phrase import capital, joined, phrase, sentence
from engine.systems.phase_abandon.rules.goals import GoalAdded, GoalRaised
from engine.systems.phase_abandon.rules.group_goals import GroupGoalAdded, GroupGoalChanged
from engine.systems.phase_abandon.rules.sessions import ImprovementGranted, LuckRolled, SessionEnded, SessionStarted
from engine.systems.phase_abandon.rules.wear import CharacterFell, LuckLost
from engine.systems.phase_abandon.speech.batch import Batch
from engine.systems.phase_abandon.vocabulary import Phase
from engine.systems.phase_abandon.words import counted, scores
from engine.types import Spoken


def opening(batch: Batch) -> Iterator[Spoken]:
    """A game session begins; Luck for tonight."""
    if started := batch.first(SessionStarted):
        yield Spoken(phrase("Session {number} begins.", number=number(started.session_no)), 2)
        chips = {player.chips for player in batch.after.present}
        if len(chips) == 1:
            yield Spoken(phrase("{chips} each.", chips=capital(counted(chips.pop(), "chip", "chips"))), 2)
    if lucks := batch.all(LuckRolled):
        luck = scores((batch.owner(event.character), event.luck) for event in lucks)
        yield Spoken(phrase("Luck: {scores}.", scores=luck), 2)


def goals_added(batch: Batch) -> Iterator[Spoken]:
    """New goals of the group and on the sheets; details while sheets are being written."""
    weight = 2 if batch.after.phase is Phase.PLAY else 1
    for group in batch.all(GroupGoalAdded):
        yield Spoken(phrase("New group goal, {points}: {goal}.", points=number(group.value), goal=group.goal), weight)
    yield from batch.told(GroupGoalChanged)
    for added in batch.all(GoalAdded):
        player, text, points = batch.owner(added.character), added.goal.text, number(added.goal.value_initial)
        yield Spoken(
            phrase("New goal for {player}, {points}: {goal}.", player=player, points=points, goal=text), weight
        )
    for raised in batch.all(GoalRaised):
        now = phrase("Now {points}.", points=number(raised.value_left))
        yield Spoken(joined((sentence(raised.goal), now)), weight)


def luck_lost(batch: Batch) -> Iterator[Spoken]:
    """Luck that is left."""
    for luck in batch.all(LuckLost):
        player = batch.owner(luck.character)
        yield Spoken(phrase("{player}'s Luck drops to {luck}.", player=player, luck=number(luck.luck)), 2)


def fallen(batch: Batch) -> Iterator[Spoken]:
    """Characters who fall."""
    for fell in batch.all(CharacterFell):
        who, player = fell.character, batch.owner(fell.character)
        yield Spoken(
            phrase("{character} is down. {player}: dead, or out of the scene?", character=who, player=player), 3
        )


def ending(batch: Batch) -> Iterator[Spoken]:
    """The end of a game session."""
    ended = batch.first(SessionEnded)
    if ended is None:
        return
    granted = [
        (batch.owner(event.character), event.from_luck + event.from_pool) for event in batch.all(ImprovementGranted)
    ]
    yield Spoken(phrase("That's it for tonight."), 2)
    if granted:
        yield Spoken(phrase("Improvement chips: {scores}.", scores=scores(granted)), 2)
    if ended.pool_left:
        tokens = capital(counted(ended.pool_left, "token", "tokens"))
        yield Spoken(phrase("{tokens} left in the pool.", tokens=tokens), 2)
