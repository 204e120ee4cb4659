"""Each event as one plain sentence, made to be spoken; empty when nobody needs to hear it."""

from collections.abc import Callable
from typing import Any

from engine.common.messages import Event
from engine.common.words import counted, listed, number, sentence, setting_value
from engine.systems.kleptonomicon import events as ev
from engine.systems.kleptonomicon.entities import NpcGroup, PoolValue
from engine.systems.kleptonomicon.testing import because
from engine.systems.kleptonomicon.vocabulary import ALL_PASSED, Phase, TriggerKind

PHASES = {  # of an Encounter's own phases other events tell
    Phase.NONE: "",
    Phase.OPENING_CREDITS: "Opening Credits.",
    Phase.FREEPLAY: "Freeplay.",
    Phase.INITIATIVE: "",
    Phase.MAIN: "",
    Phase.PAUSE: "",
    Phase.REWARD: "",
    Phase.CLOSING_CREDITS: "Closing Credits.",
    Phase.EPISODE_OVER: "",
}


def describe(event: Event) -> str:
    """The event as a sentence."""
    return SENTENCES[type(event)](event)


def told(lead: str, text: str | None) -> str:
    """A statement with what was said about it, where something was."""
    return sentence(f"{lead}: {text}") if text else sentence(lead)


def points(values: tuple[PoolValue, ...]) -> str:
    """Points by name: "health 10, vitality 5"."""
    return ", ".join(f"{each.pool.replace('_', ' ')} {each.value}" for each in values)


def groups(each: tuple[NpcGroup, ...]) -> str:
    """Groups with their Edge Save Modifiers."""
    return ", ".join(f"{group.name} {group.edge_modifier}" for group in each) or "none"


def on_targets(targets: tuple[str, ...]) -> str:
    """At whom, to follow an Ability."""
    return f" on {listed(targets)}" if targets else ""


def place_words(key: str) -> str:
    """A place in the Turn Order that several PCs share."""
    return "ahead of everybody" if key == ALL_PASSED else f"after {key}"


def style_words(style: str | None) -> str:
    """A Movement Style, or that there is none."""
    return style or "no style"


def _phase(event: ev.PhaseChanged) -> str:
    if event.previous is Phase.PAUSE and event.phase is Phase.MAIN:
        return "The Encounter goes on."
    return PHASES[event.phase]


def _resolved(event: ev.TestResolved) -> str:
    shown = f" rolls {listed([str(face) for face in event.faces])} for" if event.faces else " has"
    return f"{event.character}{shown} {event.score}, {'passed' if event.passed else 'failed'}."


def _trigger(event: ev.TriggerOpened) -> str:
    """What the GM opens in words; what follows from deeds by itself goes without saying."""
    said = event.trigger.kind in {TriggerKind.CUSTOM, TriggerKind.SPOKEN}
    return (
        sentence(f"There is something to react to{f': {event.trigger.text}' if event.trigger.text else ''}")
        if said
        else ""
    )


def _gained(event: ev.ConditionGained) -> str:
    now = f", now {number(event.stacks)}" if event.stacks > event.gained else ""
    return f"{event.character} gains {counted(event.gained, 'Stack')} of {event.name.capitalize()}{now}."


def _pool(event: ev.PoolChanged) -> str:
    verb = "loses" if event.delta < 0 else "gets back"
    now = "" if event.hidden else f", now {event.value}"
    return f"{event.character} {verb} {abs(event.delta)} {event.pool.value.replace('_', ' ')}{now}."


def _interrupted(event: ev.MovementInterrupted) -> str:
    if event.effect == "fall":
        return ""  # the fall itself is told
    if event.effect is None:
        return f"{event.character}'s movement is interrupted, with no effect on {style_words(event.style)}."
    return sentence(f"{event.character}'s {style_words(event.style)} is interrupted: {event.effect}")


def _resets(event: ev.ResetsApplied) -> str:
    restored = points(tuple(after for after in event.after if after not in event.before))
    cleared = f"{listed(name.capitalize() for name in event.cleared)} cleared" if event.cleared else ""
    told = "; ".join(part for part in (restored, cleared) if part)
    return f"{event.character} is restored: {told}." if told else f"Nothing changes for {event.character}."


_POLICIES = {"free": "no drawback", "disadvantage": "Disadvantage", "ban": "no Test any more"}
Sentence = Callable[[Any], str]
SENTENCES: dict[type[Event], Sentence] = {
    ev.TableCreated: lambda e: f"{e.name} is open.",
    ev.PlayerAdded: lambda e: f"{e.name} {'is the game master' if e.gm else 'sits down'}.",
    ev.CharacterCreated: lambda e: (
        f"{e.player} plays {e.name}." if e.player else f"{e.name} is an NPC." if e.lasting else ""
    ),
    ev.CreatureAdded: lambda e: f"{e.creature.plural} are known.",
    ev.GroupPrepared: lambda e: f"{e.group.name} is prepared: {listed(e.group.members)}.",
    ev.StyleDefined: lambda e: told(f"{e.name} is a Movement Style", e.interruption),
    ev.ConditionDefined: lambda e: f"{e.name.capitalize()} is a Status Condition{', Fleeting' if e.fleeting else ''}.",
    ev.SheetWritten: lambda e: f"{e.character}'s sheet is written.",
    ev.AbilityLearned: lambda e: f"{e.character} has {e.ability.name}.",
    ev.HouseRuleChanged: lambda e: f"House rule {e.rule.replace('_', ' ')} is now {setting_value(e.value)}.",
    ev.StateCorrected: lambda e: f"Corrected: {e.path.replace('_', ' ')} of {e.character} is {e.new}, was {e.old}.",
    ev.SneakyChanged: lambda e: f"{e.character} is {'Sneaky' if e.sneaky else 'no longer Sneaky'}.",
    ev.OutChanged: lambda e: f"{e.character} is {'out' if e.out else 'back'}.",
    ev.SessionStarted: lambda e: "The session begins.",
    ev.SessionEnded: lambda e: "The session ends.",
    ev.CommandUndone: lambda e: "The last step is taken back.",
    ev.EpisodePrepared: lambda e: f"The next Episode is called {e.title}.",
    ev.EpisodeStarted: lambda e: sentence(f"Episode {e.number}{f', {e.title}' if e.title else ''}"),
    ev.PhaseChanged: _phase,
    ev.CharacterIntroduced: lambda e: told(f"{e.character} is introduced", e.text),
    ev.IntroductionsMissing: lambda e: f"Not introduced: {listed(e.characters)}.",
    ev.ColdOpenPlayed: lambda e: told("Cold Open", e.text),
    ev.EpisodicStepOpened: lambda e: f"Episodic Abilities: {listed(e.characters) or 'nobody has one'}.",
    ev.EpisodicAbilityUsed: lambda e: f"{e.character} uses {e.ability}.",
    ev.GrantAdded: lambda e: f"{e.character} has {e.amount} {e.text}." if e.text != e.ability else "",
    ev.GrantSpent: lambda e: f"{e.character} cashes in {e.amount} of {e.ability}, {e.left} left.",
    ev.LooseOrderSet: lambda e: sentence(f"Loose order: {listed(e.order) or 'none'}"),
    ev.ImprovisedDeed: lambda e: told(f"{e.character} improvises", e.text),
    ev.SolutionDiscouraged: lambda e: f"That trick of {e.character}'s is worn out; no Test for it.",
    ev.SolutionFlagged: lambda e: f"{sentence(e.tag)[:-1]}, tried again: {_POLICIES[e.policy.value]}.",
    ev.DeedImpossible: lambda e: told(f"Impossible, {e.character} fails", e.text),
    ev.LongAbility: lambda e: f"{e.character}'s {e.ability} takes {counted(e.minutes, 'minute')}; the GM decides.",
    ev.LongAbilityDecided: lambda e: f"{e.character}'s {e.ability} {'goes ahead' if e.allowed else 'does not happen'}.",
    ev.TimePassesSet: lambda e: "Time passes." if e.passes else "The next Episode follows at once.",
    ev.ScenePlayed: lambda e: told("Closing scene", e.text),
    ev.ResolutionPlayed: lambda e: (
        told(f"{e.character}'s resolution scene", e.text)
        if e.text is not None
        else f"{e.character} has no resolution scene."
    ),
    ev.ResetsApplied: _resets,
    ev.ResetsFinished: lambda e: f"Also reset: {listed(e.also)}." if e.also else "",
    ev.GrantsExpired: lambda e: f"What Episodic Abilities gave {listed(e.characters)} is gone.",
    ev.EpisodeEnded: lambda e: f"Episode {e.number} ends.",
    ev.TestRequested: lambda e: "" if e.test.group else f"{because(e.test)}: {counted(e.dice, 'die', 'dice')}.",
    ev.TestResolved: _resolved,
    ev.TestDropped: lambda e: f"No Test for {e.character} after all.",
    ev.EncounterStarted: lambda e: f"Encounter: {listed(e.pcs)}{f' against {listed(e.npcs)}' if e.npcs else ''}.",
    ev.GroupsProposed: lambda e: f"Groups with Edge Save Modifiers: {groups(e.groups)}.",
    ev.GroupsSet: lambda e: f"Groups with Edge Save Modifiers: {groups(e.groups)}.",
    ev.GroupCountWarned: lambda e: f"Only {counted(e.count, 'group')}; the book wants two to four.",
    ev.SavesAgainst: lambda e: f"Edge Saves against {e.group}." if e.group else "",
    ev.EdgePlaced: lambda e: f"{listed(e.characters)} {_come(e.characters)} {place_words(e.key)}.",
    ev.TieDecisionRequested: lambda e: "",
    ev.TieResolved: lambda e: f"In order: {', '.join(name for part in e.order for name in part)}.",
    ev.TurnOrderSet: lambda e: f"Turn Order: {', '.join(slot.name for slot in e.order)}.",
    ev.RoundStarted: lambda e: f"Round {e.round}.",
    ev.RoundEnded: lambda e: "",
    ev.TurnPrepared: lambda e: "",
    ev.TurnStarted: lambda e: f"{e.character}'s Turn, {counted(e.beats, 'Beat')}.",
    ev.UnspentBeats: lambda e: "",
    ev.BeatsRefilled: lambda e: "",
    ev.TurnSkipped: lambda e: f"{e.character} cannot act.",
    ev.TurnEnded: lambda e: "",
    ev.CombatantAdded: lambda e: f"{e.character} joins.",
    ev.CombatantRemoved: lambda e: f"{e.character} leaves.",
    ev.GroupReordered: lambda e: f"{e.group} act in this order: {listed(e.members)}.",
    ev.EnvironmentActed: lambda e: sentence(e.text) or "The world acts.",
    ev.TriggerOpened: _trigger,
    ev.TriggersClosed: lambda e: "",
    ev.EncounterPaused: lambda e: told(f"The Encounter is paused in {e.suspended}'s Turn", e.reason),
    ev.EncounterResumed: lambda e: "",
    ev.TurnResumed: lambda e: f"{e.character}'s Turn goes on, {counted(e.beats, 'Beat')}.",
    ev.BeatOwed: lambda e: f"{e.character} will be {counted(e.debt, 'Beat')} short next time.",
    ev.EncounterEnded: lambda e: told("The Encounter ends", e.outcome),
    ev.SlowActionLost: lambda e: f"{e.character}'s {e.ability} never takes effect.",
    ev.ExperienceGained: lambda e: f"{e.character} gets {counted(e.amount, 'Experience Point')}, now {e.xp}.",
    ev.ExperienceAwarded: lambda e: "",
    ev.LevelUpAvailable: lambda e: f"{e.character} can go to level {e.level}.",
    ev.Recovered: lambda e: f"{e.character} uses {recovery_name(e.recovery.value)}: {points(e.values)}.",
    ev.RecoverySpent: lambda e: f"{e.character} has {e.left or 'no'} Recoveries left.",
    ev.AbilityUsed: lambda e: f"{e.character} uses {e.ability}{on_targets(e.targets)}.",
    ev.BeatSpent: lambda e: "",
    ev.SlowActionStarted: lambda e: f"{e.character} starts {e.ability}; it takes effect next Turn.",
    ev.SlowActionResolved: lambda e: f"{e.character}'s {e.ability} takes effect{on_targets(e.targets)}.",
    ev.ReactionUsed: lambda e: f"{e.character} reacts with {e.ability}{on_targets(e.targets)}.",
    ev.FreeActionUsed: lambda e: told(f"{e.character}, for free", e.text),
    ev.FreeReactionUsed: lambda e: told(f"{e.character}, quickly", e.text),
    ev.Moved: lambda e: f"{e.character} moves {counted(e.units, 'unit')} ({e.style}).",
    ev.StyleActivated: lambda e: "",
    ev.MovementAdjusted: lambda e: (
        f"{e.character} {'gets back' if e.delta < 0 else 'pays'} {counted(abs(e.delta), 'unit')} of movement."
    ),
    ev.DashBegun: lambda e: "",
    ev.Dashed: lambda e: f"{e.character}'s movement is {'tripled' if e.mult > 2 else 'doubled'}.",
    ev.ImprovisedStyleAsked: lambda e: told(f"{e.character} wants to improvise {e.style}", e.method),
    ev.StyleGranted: lambda e: (
        f"{e.character} may {e.style}, {counted(e.units, 'unit')}." if e.tracked else f"{e.character} may {e.style}."
    ),
    ev.StyleDenied: lambda e: f"{e.character} cannot {e.style}.",
    ev.MovementInterrupted: _interrupted,
    ev.Fell: lambda e: f"{e.character} falls.",
    ev.ConditionGained: _gained,
    ev.ConditionReduced: lambda e: f"{e.character} has {counted(e.stacks, 'Stack')} of {e.name.capitalize()} left.",
    ev.ConditionRemoved: lambda e: f"{e.character} no longer has {e.name.capitalize()}.",
    ev.PoolChanged: _pool,
}


def _come(names: tuple[str, ...]) -> str:
    return "comes" if len(names) == 1 else "come"


def recovery_name(kind: str) -> str:
    """Dodges Up, Shields Up or Heal Up."""
    return kind.replace("_", " ").title()
