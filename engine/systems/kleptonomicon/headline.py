"""What goes on, readable across a room, and why (rules section 4, in a few words)."""

from engine.common.words import counted, listed
from engine.systems.kleptonomicon.decide_initiative import open_tie
from engine.systems.kleptonomicon.decide_opening import unused_episodic
from engine.systems.kleptonomicon.entities import Encounter
from engine.systems.kleptonomicon.listening import narration
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import ClosingStep, OpeningStep, Phase


def headline(state: State) -> tuple[str, str]:
    """Where the table is and whose word is wanted, and the reason as one sentence (empty when there is none)."""
    encounter = state.encounter
    if encounter is not None:
        title, reason = _of_encounter(state, encounter)
    else:
        title, reason = _of_episode(state)
    return title, _waiting(state) or reason


def _waiting(state: State) -> str:
    if state.long_use is not None:
        use = state.long_use
        return f"{use.character} wants {use.ability}: {counted(use.minutes, 'minute')}."
    waiting = tuple(dict.fromkeys(test.character for test in state.tests))
    return f"{listed(waiting)} still {'has' if len(waiting) == 1 else 'have'} to roll." if waiting else ""


# -- Encounters --------------------------------------------------------------------------------------------------------


def _of_encounter(state: State, encounter: Encounter) -> tuple[str, str]:
    if state.phase is Phase.INITIATIVE:
        return _initiative(encounter)
    if state.phase is Phase.MAIN:
        return f"Round {encounter.round}: {encounter.active}'s Turn", _turn_reason(state, encounter)
    if state.phase is Phase.PAUSE:
        return "Pause", f"{encounter.suspended}'s Turn is held."
    awarded = "Experience has been given." if encounter.xp_awarded else "Experience and recovery, then Freeplay."
    return "Rewards", awarded


def _initiative(encounter: Encounter) -> tuple[str, str]:
    if not encounter.saves_begun:
        return "An Encounter begins", "The groups of NPCs are set before the Edge Saves."
    tie = open_tie(encounter.gaps)
    if tie is not None:
        return f"Who goes first: {listed(tie.tied, 'or')}?", "They come in the same place."
    if encounter.against is not None:
        return f"Edge Saves against {encounter.against}", "Whoever fails acts after them."
    return "The Turn Order stands", "All Edge Saves are made; the GM announces it."


def _turn_reason(state: State, encounter: Encounter) -> str:
    if encounter.triggers:
        return "Reactions are possible."
    if encounter.end_asked == encounter.active:
        return f"{encounter.active} still has Beats; say again that the Turn ends."
    active = state.character(encounter.active)
    return f"{active.name} is out." if active is not None and active.out else ""


# -- Episodes ----------------------------------------------------------------------------------------------------------


def _of_episode(state: State) -> tuple[str, str]:
    if state.phase is Phase.OPENING_CREDITS:
        return _opening(state)
    if state.phase is Phase.CLOSING_CREDITS:
        return _closing(state)
    if state.phase is Phase.FREEPLAY:
        return "Freeplay", "A Movement Style has been asked for." if state.style_asks else ""
    return "Between Episodes", f"Next comes {state.next_title}." if state.next_title else ""


def _opening(state: State) -> tuple[str, str]:
    opening = state.episode.opening if state.episode is not None else None
    if opening is not None and opening.step is OpeningStep.EPISODIC:
        waiting = [pc.name for pc in state.pcs if unused_episodic(state, pc)]
        return "Episodic Abilities, please", f"Unused by {listed(waiting)}." if waiting else "All are used."
    pc = state.character_of(narration(state).holder)
    if opening is None or opening.step is OpeningStep.COLD_OPEN or pc is None or pc.name in opening.introduced:
        return "The Cold Open", "The GM sets the first scene."
    return f"{pc.player} introduces {pc.name}", "The Opening Credits go round the table."


def _closing(state: State) -> tuple[str, str]:
    closing = state.episode.closing if state.episode is not None else None
    if closing is None or closing.step is ClosingStep.SCENES:
        return "Closing scenes", "Afterwards the GM says whether time passes."
    if closing.step is ClosingStep.RESETS:
        return "Resets", "The GM says how much comes back."
    if closing.step is ClosingStep.DONE:
        return "The Episode can end", "Everybody has been reset."
    pc = state.character_of(narration(state).holder)
    return f"{pc.player} resolves {pc.name}'s story" if pc is not None else "Resolutions", "Time passes."
