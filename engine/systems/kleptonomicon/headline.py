"""The headline of a page, readable across a room, and its reason (rules section 4, in a few words)."""

from engine.common.words import counted, listed
from engine.phrase import EMPTY, Phrase, phrase, plural
from engine.systems.kleptonomicon.entities import Encounter
from engine.systems.kleptonomicon.listening import narration
from engine.systems.kleptonomicon.rules.initiative import open_tie
from engine.systems.kleptonomicon.rules.opening import unused_episodic
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import ClosingStep, OpeningStep, Phase


def headline(state: State) -> tuple[Phrase, Phrase]:
    """The place in the game and whose word is wanted, and the reason as one sentence (empty when there is none)."""
    encounter = state.encounter
    if encounter is not None:
        title, reason = _of_encounter(state, encounter)
    else:
        title, reason = _of_episode(state)
    return title, _waiting(state) or reason


def _waiting(state: State) -> Phrase:
    if state.long_use is not None:
        use = state.long_use
        minutes = counted(use.minutes, "minute", "minutes")
        return phrase(
            "{character} wants {ability}: {minutes}.", character=use.character, ability=use.ability, minutes=minutes
        )
    waiting = tuple(dict.fromkeys(test.character for test in state.tests))
    if not waiting:
        return EMPTY
    return plural("{names} still has to roll.", "{names} still have to roll.", len(waiting), names=listed(waiting))


# -- Encounters --------------------------------------------------------------------------------------------------------


def _of_encounter(state: State, encounter: Encounter) -> tuple[Phrase, Phrase]:
    if state.phase is Phase.INITIATIVE:
        return _initiative(encounter)
    if state.phase is Phase.MAIN:
        title = phrase("Round {round}: {name}'s Turn", round=encounter.round, name=encounter.active)
        return title, _turn_reason(state, encounter)
    if state.phase is Phase.PAUSE:
        return phrase("Pause"), phrase("{name}'s Turn is held.", name=encounter.suspended)
    if encounter.xp_awarded:
        return phrase("Rewards"), phrase("Experience has been given.")
    return phrase("Rewards"), phrase("Experience and recovery, then Freeplay.")


def _initiative(encounter: Encounter) -> tuple[Phrase, Phrase]:
    if not encounter.saves_begun:
        return phrase("An Encounter begins"), phrase("The groups of NPCs are set before the Edge Saves.")
    tie = open_tie(encounter.gaps)
    if tie is not None:
        return phrase("Who goes first: {names}?", names=listed(tie.tied, "or")), phrase("They come in the same place.")
    if encounter.against is not None:
        title = phrase("Edge Saves against {group}", group=encounter.against)
        return title, phrase("Whoever fails acts after them.")
    return phrase("The Turn Order is set"), phrase("All Edge Saves are made; the GM announces it.")


def _turn_reason(state: State, encounter: Encounter) -> Phrase:
    if encounter.triggers:
        return phrase("Reactions are possible.")
    if encounter.end_asked == encounter.active:
        return phrase("{name} still has Beats; end the Turn again to confirm.", name=encounter.active)
    active = state.character(encounter.active)
    return phrase("{name} is out.", name=active.name) if active is not None and active.out else EMPTY


# -- Episodes ----------------------------------------------------------------------------------------------------------


def _of_episode(state: State) -> tuple[Phrase, Phrase]:
    if state.phase is Phase.OPENING_CREDITS:
        return _opening(state)
    if state.phase is Phase.CLOSING_CREDITS:
        return _closing(state)
    if state.phase is Phase.FREEPLAY:
        return phrase("Freeplay"), phrase("A Movement Style has been asked for.") if state.style_asks else EMPTY
    following = phrase("Next comes {title}.", title=state.next_title) if state.next_title else EMPTY
    return phrase("Between Episodes"), following


def _opening(state: State) -> tuple[Phrase, Phrase]:
    opening = state.episode.opening if state.episode is not None else None
    if opening is not None and opening.step is OpeningStep.EPISODIC:
        waiting = [pc.name for pc in state.pcs if unused_episodic(state, pc)]
        unused = phrase("Unused by {names}.", names=listed(waiting)) if waiting else phrase("All are used.")
        return phrase("Episodic Abilities, please"), unused
    pc = state.character_of(narration(state).holder)
    if opening is None or opening.step is OpeningStep.COLD_OPEN or pc is None or pc.name in opening.introduced:
        return phrase("The Cold Open"), phrase("The GM sets the first scene.")
    title = phrase("{player} introduces {character}", player=pc.player, character=pc.name)
    return title, phrase("The Opening Credits go around the table.")


def _closing(state: State) -> tuple[Phrase, Phrase]:
    closing = state.episode.closing if state.episode is not None else None
    if closing is None or closing.step is ClosingStep.SCENES:
        return phrase("Closing scenes"), phrase("Afterwards the GM says whether time passes.")
    if closing.step is ClosingStep.RESETS:
        return phrase("Resets"), phrase("The GM says how much comes back.")
    if closing.step is ClosingStep.DONE:
        return phrase("The Episode can end"), phrase("Everybody has been reset.")
    pc = state.character_of(narration(state).holder)
    if pc is None:
        return phrase("Resolutions"), phrase("Time passes.")
    return phrase("{player} resolves {character}'s story", player=pc.player, character=pc.name), phrase("Time passes.")
