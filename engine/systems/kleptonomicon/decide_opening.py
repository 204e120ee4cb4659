"""Deciding about Opening Credits and what Episodic Abilities grant (rules 3.1, 3.2)."""

from engine.phrase import joined, phrase
from engine.systems.kleptonomicon import commands as cmd
from engine.systems.kleptonomicon import events as ev
from engine.systems.kleptonomicon.derived import used
from engine.systems.kleptonomicon.entities import Ability, Character
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.naming import find_ability
from engine.systems.kleptonomicon.rulebook import By, rule
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import RUNNING, OpeningStep, Phase
from engine.types import Rejected


@rule(cmd.PrepareEpisode, By.GM)
def prepare_episode(ledger: Ledger, command: cmd.PrepareEpisode, _: None) -> Rejected | None:
    """Say what the next Episode is called."""
    ledger.record(ev.EpisodePrepared(command.title.strip()))
    return None


@rule(cmd.StartEpisode, By.GM, Phase.NONE, Phase.EPISODE_OVER, transition=True)
def start_episode(ledger: Ledger, command: cmd.StartEpisode, _: None) -> Rejected | None:
    """Begin an Episode (KL-1)."""
    title = (command.title or "").strip() or ledger.state.next_title
    ledger.record(ev.EpisodeStarted(ledger.state.episode_count + 1, title))
    ledger.go_to(Phase.OPENING_CREDITS)
    return None


@rule(cmd.Introduce, By.OWNER, Phase.OPENING_CREDITS)
def introduce(ledger: Ledger, command: cmd.Introduce, character: Character) -> Rejected | None:
    """Introduce a PC, in any order (KL-11, KL-12)."""
    if character.is_npc:
        return Rejected("UNKNOWN_CHARACTER", phrase("Only the players' characters are introduced."))
    ledger.record(ev.CharacterIntroduced(character.name, command.text or None, command.clip or None))
    return None


@rule(cmd.ColdOpen, By.GM, Phase.OPENING_CREDITS)
def cold_open(ledger: Ledger, command: cmd.ColdOpen, _: None) -> Rejected | None:
    """Play the opening scene, before Episodic Abilities (KL-13)."""
    if ledger.episode.opening.step is OpeningStep.EPISODIC:
        return Rejected("WRONG_STEP", phrase("The Cold Open comes before Episodic Abilities."))
    ledger.record(ev.ColdOpenPlayed(command.text.strip()))
    return None


@rule(cmd.BeginEpisodicStep, By.GM, Phase.OPENING_CREDITS)
def begin_episodic_step(ledger: Ledger, command: cmd.BeginEpisodicStep, _: None) -> Rejected | None:
    """Ask for Episodic Abilities (KL-14)."""
    if ledger.episode.opening.step is OpeningStep.EPISODIC:
        return Rejected("WRONG_STEP", phrase("Episodic Abilities are being asked for already."))
    ledger.record(ev.EpisodicStepOpened(with_episodic(ledger.state)))
    return None


def with_episodic(state: State) -> tuple[str, ...]:
    """PCs with an Episodic Ability they have not used this Episode."""
    return tuple(pc.name for pc in state.pcs if unused_episodic(state, pc))


def unused_episodic(state: State, character: Character) -> tuple[Ability, ...]:
    """Episodic Abilities of a character not used this Episode."""
    uses = state.episode.opening.episodic_used if state.episode is not None else ()
    return tuple(
        each for each in character.sheet.abilities if each.episodic and not used(uses, character.name, each.name)
    )


@rule(cmd.UseEpisodicAbility, By.OWNER)
def use_episodic_ability(ledger: Ledger, command: cmd.UseEpisodicAbility, character: Character) -> Rejected | None:
    """Once an Episode, at the end of the Opening Credits (KL-14 to KL-16, KLR-26)."""
    ability = _episodic(ledger, command, character)
    if isinstance(ability, Rejected):
        return ability
    refusal = refuse_episodic_now(ledger)
    if refusal is not None:
        return refusal
    if used(ledger.episode.opening.episodic_used, character.name, ability.name):
        said = phrase("{name} has used {ability} this Episode.", name=character.name, ability=ability.name)
        return Rejected("EPISODIC_USED", said)
    ledger.record(ev.EpisodicAbilityUsed(character.name, ability.name))
    text = (command.grant_text or "").strip() or ability.name
    ledger.record(ev.GrantAdded(character.name, ability.name, text, command.amount or 1))
    return None


def refuse_episodic_now(ledger: Ledger) -> Rejected | None:
    """Episodic Abilities belong to their step; the house may let the GM allow them later (KL-15)."""
    state = ledger.state
    if state.phase is Phase.OPENING_CREDITS:
        if ledger.episode.opening.step is OpeningStep.EPISODIC:
            return None
        return Rejected("WRONG_STEP", phrase("Episodic Abilities are used at the end of the Opening Credits."))
    allowed = ledger.rules.episodic_outside_opening == "gm" and ledger.by_gm and state.phase in RUNNING
    if allowed:
        return None
    return Rejected("EPISODIC_WRONG_PHASE", phrase("Episodic Abilities are for the Opening Credits."))


def _episodic(ledger: Ledger, command: cmd.UseEpisodicAbility, character: Character) -> Ability | Rejected:
    if command.ability:
        found = find_ability(character, command.ability)
        if isinstance(found, Ability) and not found.episodic:
            return Rejected("NOT_EPISODIC", phrase("{ability} is not an Episodic Ability.", ability=found.name))
        return found
    own = tuple(each for each in character.sheet.abilities if each.episodic)
    unused = unused_episodic(ledger.state, character) or own
    if len(unused) == 1:
        return unused[0]
    if not own:
        return Rejected("NOT_EPISODIC", phrase("{name} has no Episodic Ability.", name=character.name))
    return Rejected(
        "UNKNOWN_ABILITY", phrase("Say which: {names}.", names=joined((each.name for each in unused), ", "))
    )


@rule(cmd.EndOpeningCredits, By.GM, Phase.OPENING_CREDITS, transition=True)
def end_opening_credits(ledger: Ledger, command: cmd.EndOpeningCredits, _: None) -> Rejected | None:
    """Go on to Freeplay (KL-2)."""
    refusal = leave_opening(ledger)
    if refusal is None:
        ledger.go_to(Phase.FREEPLAY)
    return refusal


def leave_opening(ledger: Ledger) -> Rejected | None:
    """Opening Credits end with their last step; missing introductions are told, or forbidden (KL-2)."""
    opening = ledger.episode.opening
    if opening.step is not OpeningStep.EPISODIC:
        return Rejected("WRONG_STEP", phrase("Ask for Episodic Abilities first; they close the Opening Credits."))
    if ledger.state.tests:
        name = ledger.state.tests[0].character
        return Rejected("PENDING_RESOLUTION", phrase("{name} still has a Test to roll.", name=name))
    missing = tuple(pc.name for pc in ledger.state.pcs if pc.name not in opening.introduced)
    if missing and ledger.rules.require_introductions:
        return Rejected("INTROS_MISSING", phrase("Still to be introduced: {names}.", names=joined(missing, ", ")))
    if missing:
        ledger.record(ev.IntroductionsMissing(missing))
    return None
