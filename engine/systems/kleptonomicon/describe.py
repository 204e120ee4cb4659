"""Each event as one plain sentence, made to be spoken; empty when nobody needs to hear it."""

from collections.abc import Callable
from typing import Any

from engine.common.words import counted, listed, number, setting_value
from engine.phrase import EMPTY, Phrase, capital, joined, phrase, plural, sentence, spelled
from engine.systems.kleptonomicon import events as ev
from engine.systems.kleptonomicon.entities import NpcGroup, PoolValue
from engine.systems.kleptonomicon.messages import Event
from engine.systems.kleptonomicon.standing import RECOVERIES, named
from engine.systems.kleptonomicon.testing import because
from engine.systems.kleptonomicon.vocabulary import ALL_PASSED, Phase, SolutionPolicy, TriggerKind

PHASES = {  # of an Encounter's own phases other events tell
    Phase.NONE: EMPTY,
    Phase.OPENING_CREDITS: phrase("Opening Credits."),
    Phase.FREEPLAY: phrase("Freeplay."),
    Phase.INITIATIVE: EMPTY,
    Phase.MAIN: EMPTY,
    Phase.PAUSE: EMPTY,
    Phase.REWARD: EMPTY,
    Phase.CLOSING_CREDITS: phrase("Closing Credits."),
    Phase.EPISODE_OVER: EMPTY,
}


def describe(event: Event) -> Phrase:
    """The event as a sentence."""
    known = SENTENCES.get(type(event))
    return event.sentence() if known is None else known(event)


def told(lead: Phrase, text: str | None) -> Phrase:
    """A statement with what was said about it, where something was."""
    return sentence(phrase("{lead}: {text}", lead=lead, text=text) if text else lead)


def points(values: tuple[PoolValue, ...]) -> Phrase:
    """Points by name: "health 10, vitality 5"."""
    return joined((phrase("{points} {value}", points=spelled(each.pool), value=each.value) for each in values), ", ")


def groups(each: tuple[NpcGroup, ...]) -> Phrase:
    """Groups with their Edge Save Modifiers."""
    told = (phrase("{group} {modifier}", group=group.name, modifier=group.edge_modifier) for group in each)
    return joined(told, ", ") or phrase("none")


def on_targets(ability: str, targets: tuple[str, ...]) -> Phrase:
    """An Ability and at whom: "melee attack on Orc 1"."""
    if not targets:
        return named(ability)
    return phrase("{ability} on {targets}", ability=named(ability), targets=listed(targets))


def place_words(key: str) -> Phrase:
    """A place in the Turn Order that several PCs share."""
    return phrase("ahead of everybody") if key == ALL_PASSED else phrase("after {group}", group=key)


def episode_words(number: object, title: str | None) -> Phrase:
    """An Episode with its title, where it has one."""
    if not title:
        return phrase("Episode {number}", number=number)
    return phrase("Episode {number}, {title}", number=number, title=title)


def granted(grant: ev.GrantAdded) -> Phrase:
    """What an Episodic Ability gave."""
    return phrase("{character} has {amount} {grant}.", character=grant.character, amount=grant.amount, grant=grant.text)


def _phase(event: ev.PhaseChanged) -> Phrase:
    if event.previous is Phase.PAUSE and event.phase is Phase.MAIN:
        return phrase("The Encounter goes on.")
    return PHASES[event.phase]


def _resolved(event: ev.TestResolved) -> Phrase:
    name, score = event.character, event.score
    result = phrase("passed") if event.passed else phrase("failed")
    if not event.faces:
        return phrase("{character} has {score}, {result}.", character=name, score=score, result=result)
    faces = listed([str(face) for face in event.faces])
    return phrase(
        "{character} rolls {faces} for {score}, {result}.", character=name, faces=faces, score=score, result=result
    )


def _trigger(event: ev.TriggerOpened) -> Phrase:
    """What the GM opens in words; what follows from deeds by itself goes without saying."""
    said = event.trigger.kind in {TriggerKind.CUSTOM, TriggerKind.SPOKEN}
    return told(phrase("There is something to react to"), event.trigger.text) if said else EMPTY


def _gained(event: ev.ConditionGained) -> Phrase:
    name, gained, condition = event.character, counted(event.gained, "Stack", "Stacks"), _condition(event.name)
    if event.stacks <= event.gained:
        return phrase("{character} gains {stacks} of {condition}.", character=name, stacks=gained, condition=condition)
    return phrase(
        "{character} gains {stacks} of {condition}, now {number}.",
        character=name,
        stacks=gained,
        condition=condition,
        number=number(event.stacks),
    )


def _pool(event: ev.PoolChanged) -> Phrase:
    name, amount, kind = event.character, abs(event.delta), spelled(event.pool)
    if event.delta < 0:
        change = phrase("{character} loses {amount} {points}", character=name, amount=amount, points=kind)
    else:
        change = phrase("{character} gets back {amount} {points}", character=name, amount=amount, points=kind)
    if event.hidden:
        return phrase("{change}.", change=change)
    return phrase("{change}, now {value}.", change=change, value=event.value)


def _interrupted(event: ev.MovementInterrupted) -> Phrase:
    if event.effect == "fall":
        return EMPTY  # the fall itself is told
    name, style = event.character, event.style or phrase("no style")
    if event.effect is None:
        return phrase("{character}'s movement is interrupted, with no effect on {style}.", character=name, style=style)
    return told(phrase("{character}'s {style} is interrupted", character=name, style=style), event.effect)


def _slow(event: ev.SlowActionResolved) -> Phrase:
    name, ability, targets = event.character, named(event.ability), listed(event.targets)
    if not targets:
        return phrase("{character}'s {ability} takes effect.", character=name, ability=ability)
    return phrase(
        "{character}'s {ability} takes effect on {targets}.", character=name, ability=ability, targets=targets
    )


def _adjusted(event: ev.MovementAdjusted) -> Phrase:
    units = counted(abs(event.delta), "unit", "units")
    if event.delta < 0:
        return phrase("{character} gets back {units} of movement.", character=event.character, units=units)
    return phrase("{character} pays {units} of movement.", character=event.character, units=units)


def _resets(event: ev.ResetsApplied) -> Phrase:
    restored = points(tuple(after for after in event.after if after not in event.before))
    conditions = listed(_condition(name) for name in event.cleared)
    cleared = phrase("{conditions} cleared", conditions=conditions) if conditions else EMPTY
    changes = joined((restored, cleared), "; ")
    if not changes:
        return phrase("Nothing changes for {character}.", character=event.character)
    return phrase("{character} is restored: {changes}.", character=event.character, changes=changes)


def _condition(name: str) -> Phrase:
    return capital(named(name))


_POLICIES = {
    SolutionPolicy.FREE: phrase("no drawback"),
    SolutionPolicy.DISADVANTAGE: phrase("Disadvantage"),
    SolutionPolicy.BAN: phrase("no Test any more"),
}
Sentence = Callable[[Any], Phrase]
SENTENCES: dict[type[Event], Sentence] = {
    ev.TableCreated: lambda e: phrase("{name} is open.", name=e.name),
    ev.PlayerAdded: lambda e: (
        phrase("{player} is the game master.", player=e.name) if e.gm else phrase("{player} sits down.", player=e.name)
    ),
    ev.CharacterCreated: lambda e: (
        phrase("{player} plays {character}.", player=e.player, character=e.name)
        if e.player
        else phrase("{character} is an NPC.", character=e.name)
        if e.lasting
        else EMPTY
    ),
    ev.CreatureAdded: lambda e: phrase("{creatures} are known.", creatures=e.creature.plural),
    ev.GroupPrepared: lambda e: phrase(
        "{group} is prepared: {members}.", group=e.group.name, members=listed(e.group.members)
    ),
    ev.StyleDefined: lambda e: told(phrase("{style} is a Movement Style", style=e.name), e.interruption),
    ev.ConditionDefined: lambda e: (
        phrase("{condition} is a Status Condition, Fleeting.", condition=_condition(e.name))
        if e.fleeting
        else phrase("{condition} is a Status Condition.", condition=_condition(e.name))
    ),
    ev.SheetWritten: lambda e: phrase("{character}'s sheet is written.", character=e.character),
    ev.AbilityLearned: lambda e: phrase("{character} has {ability}.", character=e.character, ability=e.ability.name),
    ev.HouseRuleChanged: lambda e: phrase(
        "House rule {rule} is now {value}.", rule=spelled(e.rule), value=setting_value(e.value)
    ),
    ev.StateCorrected: lambda e: phrase(
        "Corrected: {number} of {character} is {new}, was {old}.",
        number=spelled(e.path),
        character=e.character,
        new=e.new,
        old=e.old,
    ),
    ev.SneakyChanged: lambda e: (
        phrase("{character} is Sneaky.", character=e.character)
        if e.sneaky
        else phrase("{character} is no longer Sneaky.", character=e.character)
    ),
    ev.OutChanged: lambda e: (
        phrase("{character} is out.", character=e.character)
        if e.out
        else phrase("{character} is back.", character=e.character)
    ),
    ev.SessionStarted: lambda e: phrase("The session begins."),
    ev.SessionEnded: lambda e: phrase("The session ends."),
    ev.CommandUndone: lambda e: phrase("The last step is taken back."),
    ev.EpisodePrepared: lambda e: phrase("The next Episode is called {title}.", title=e.title),
    ev.EpisodeStarted: lambda e: sentence(episode_words(e.number, e.title)),
    ev.PhaseChanged: _phase,
    ev.CharacterIntroduced: lambda e: told(phrase("{character} is introduced", character=e.character), e.text),
    ev.IntroductionsMissing: lambda e: phrase("Not introduced: {characters}.", characters=listed(e.characters)),
    ev.ColdOpenPlayed: lambda e: told(phrase("Cold Open"), e.text),
    ev.EpisodicStepOpened: lambda e: phrase(
        "Episodic Abilities: {characters}.", characters=listed(e.characters) or phrase("nobody has one")
    ),
    ev.EpisodicAbilityUsed: lambda e: phrase("{character} uses {ability}.", character=e.character, ability=e.ability),
    ev.GrantAdded: lambda e: granted(e) if e.text != e.ability else EMPTY,
    ev.LooseOrderSet: lambda e: sentence(phrase("Loose order: {names}", names=listed(e.order) or phrase("none"))),
    ev.ImprovisedDeed: lambda e: told(phrase("{character} improvises", character=e.character), e.text),
    ev.SolutionDiscouraged: lambda e: phrase(
        "That trick of {character}'s is worn out; no Test for it.", character=e.character
    ),
    ev.SolutionFlagged: lambda e: phrase(
        "{trick}, tried again: {ruling}.", trick=capital(e.tag), ruling=_POLICIES[e.policy]
    ),
    ev.DeedImpossible: lambda e: told(phrase("Impossible, {character} fails", character=e.character), e.text),
    ev.LongAbility: lambda e: phrase(
        "{character}'s {ability} takes {minutes}; the GM decides.",
        character=e.character,
        ability=e.ability,
        minutes=counted(e.minutes, "minute", "minutes"),
    ),
    ev.LongAbilityDecided: lambda e: (
        phrase("{character}'s {ability} goes ahead.", character=e.character, ability=e.ability)
        if e.allowed
        else phrase("{character}'s {ability} does not happen.", character=e.character, ability=e.ability)
    ),
    ev.TimePassesSet: lambda e: phrase("Time passes.") if e.passes else phrase("The next Episode follows at once."),
    ev.ScenePlayed: lambda e: told(phrase("Closing scene"), e.text),
    ev.ResolutionPlayed: lambda e: (
        told(phrase("{character}'s resolution scene", character=e.character), e.text)
        if e.text is not None
        else phrase("{character} has no resolution scene.", character=e.character)
    ),
    ev.ResetsApplied: _resets,
    ev.ResetsFinished: lambda e: phrase("Also reset: {names}.", names=listed(e.also)) if e.also else EMPTY,
    ev.GrantsExpired: lambda e: phrase(
        "What Episodic Abilities gave {characters} is gone.", characters=listed(e.characters)
    ),
    ev.EpisodeEnded: lambda e: phrase("Episode {number} ends.", number=e.number),
    ev.TestRequested: lambda e: (
        EMPTY if e.test.group else phrase("{test}: {dice}.", test=because(e.test), dice=counted(e.dice, "die", "dice"))
    ),
    ev.TestResolved: _resolved,
    ev.TestDropped: lambda e: phrase("No Test for {character} after all.", character=e.character),
    ev.EncounterStarted: lambda e: (
        phrase("Encounter: {pcs} against {npcs}.", pcs=listed(e.pcs), npcs=listed(e.npcs))
        if e.npcs
        else phrase("Encounter: {pcs}.", pcs=listed(e.pcs))
    ),
    ev.GroupsProposed: lambda e: phrase("Groups with Edge Save Modifiers: {groups}.", groups=groups(e.groups)),
    ev.GroupsSet: lambda e: phrase("Groups with Edge Save Modifiers: {groups}.", groups=groups(e.groups)),
    ev.GroupCountWarned: lambda e: phrase(
        "Only {groups}; the book wants two to four.", groups=counted(e.count, "group", "groups")
    ),
    ev.SavesAgainst: lambda e: phrase("Edge Saves against {group}.", group=e.group) if e.group else EMPTY,
    ev.EdgePlaced: lambda e: plural(
        "{names} comes {place}.",
        "{names} come {place}.",
        len(e.characters),
        names=listed(e.characters),
        place=place_words(e.key),
    ),
    ev.TieDecisionRequested: lambda e: EMPTY,
    ev.TieResolved: lambda e: phrase(
        "In order: {names}.", names=joined((name for part in e.order for name in part), ", ")
    ),
    ev.TurnOrderSet: lambda e: phrase("Turn Order: {names}.", names=joined((slot.name for slot in e.order), ", ")),
    ev.RoundStarted: lambda e: phrase("Round {round}.", round=e.round),
    ev.RoundEnded: lambda e: EMPTY,
    ev.TurnPrepared: lambda e: EMPTY,
    ev.TurnStarted: lambda e: phrase(
        "{character}'s Turn, {beats}.", character=e.character, beats=counted(e.beats, "Beat", "Beats")
    ),
    ev.UnspentBeats: lambda e: EMPTY,
    ev.BeatsRefilled: lambda e: EMPTY,
    ev.TurnSkipped: lambda e: phrase("{character} cannot act.", character=e.character),
    ev.TurnEnded: lambda e: EMPTY,
    ev.CombatantAdded: lambda e: phrase("{character} joins.", character=e.character),
    ev.CombatantRemoved: lambda e: phrase("{character} leaves.", character=e.character),
    ev.GroupReordered: lambda e: phrase(
        "{group} act in this order: {members}.", group=e.group, members=listed(e.members)
    ),
    ev.EnvironmentActed: lambda e: sentence(e.text) or phrase("The world acts."),
    ev.TriggerOpened: _trigger,
    ev.TriggersClosed: lambda e: EMPTY,
    ev.EncounterPaused: lambda e: told(
        phrase("The Encounter is paused in {character}'s Turn", character=e.suspended), e.reason
    ),
    ev.EncounterResumed: lambda e: EMPTY,
    ev.TurnResumed: lambda e: phrase(
        "{character}'s Turn goes on, {beats}.", character=e.character, beats=counted(e.beats, "Beat", "Beats")
    ),
    ev.BeatOwed: lambda e: phrase(
        "{character} will be {beats} short next time.", character=e.character, beats=counted(e.debt, "Beat", "Beats")
    ),
    ev.EncounterEnded: lambda e: told(phrase("The Encounter ends"), e.outcome),
    ev.SlowActionLost: lambda e: phrase(
        "{character}'s {ability} never takes effect.", character=e.character, ability=named(e.ability)
    ),
    ev.ExperienceGained: lambda e: phrase(
        "{character} gets {points}, now {xp}.",
        character=e.character,
        points=counted(e.amount, "Experience Point", "Experience Points"),
        xp=e.xp,
    ),
    ev.ExperienceAwarded: lambda e: EMPTY,
    ev.LevelUpAvailable: lambda e: phrase("{character} can go to level {level}.", character=e.character, level=e.level),
    ev.Recovered: lambda e: phrase(
        "{character} uses {ability}: {points}.",
        character=e.character,
        ability=RECOVERIES[e.recovery],
        points=points(e.values),
    ),
    ev.RecoverySpent: lambda e: phrase(
        "{character} has {left} Recoveries left.", character=e.character, left=e.left or phrase("no")
    ),
    ev.AbilityUsed: lambda e: phrase(
        "{character} uses {ability}.", character=e.character, ability=on_targets(e.ability, e.targets)
    ),
    ev.BeatSpent: lambda e: EMPTY,
    ev.SlowActionStarted: lambda e: phrase(
        "{character} starts {ability}; it takes effect next Turn.", character=e.character, ability=named(e.ability)
    ),
    ev.SlowActionResolved: _slow,
    ev.ReactionUsed: lambda e: phrase(
        "{character} reacts with {ability}.", character=e.character, ability=on_targets(e.ability, e.targets)
    ),
    ev.FreeActionUsed: lambda e: told(phrase("{character}, for free", character=e.character), e.text),
    ev.FreeReactionUsed: lambda e: told(phrase("{character}, quickly", character=e.character), e.text),
    ev.Moved: lambda e: phrase(
        "{character} moves {units} ({style}).",
        character=e.character,
        units=counted(e.units, "unit", "units"),
        style=e.style,
    ),
    ev.StyleActivated: lambda e: EMPTY,
    ev.MovementAdjusted: _adjusted,
    ev.DashBegun: lambda e: EMPTY,
    ev.Dashed: lambda e: (
        phrase("{character}'s movement is tripled.", character=e.character)
        if e.mult > 2
        else phrase("{character}'s movement is doubled.", character=e.character)
    ),
    ev.ImprovisedStyleAsked: lambda e: told(
        phrase("{character} wants to improvise {style}", character=e.character, style=e.style), e.method
    ),
    ev.StyleGranted: lambda e: (
        phrase(
            "{character} may {style}, {units}.",
            character=e.character,
            style=e.style,
            units=counted(e.units, "unit", "units"),
        )
        if e.tracked
        else phrase("{character} may {style}.", character=e.character, style=e.style)
    ),
    ev.StyleDenied: lambda e: phrase("{character} cannot {style}.", character=e.character, style=e.style),
    ev.MovementInterrupted: _interrupted,
    ev.Fell: lambda e: phrase("{character} falls.", character=e.character),
    ev.ConditionGained: _gained,
    ev.ConditionReduced: lambda e: phrase(
        "{character} has {stacks} of {condition} left.",
        character=e.character,
        stacks=counted(e.stacks, "Stack", "Stacks"),
        condition=_condition(e.name),
    ),
    ev.ConditionRemoved: lambda e: phrase(
        "{character} no longer has {condition}.", character=e.character, condition=_condition(e.name)
    ),
    ev.PoolChanged: _pool,
}
