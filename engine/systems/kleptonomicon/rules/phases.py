"""The phases of the game, and going from one to the next (rules 3.1)."""

from engine.common.values import Changes
from engine.phrase import EMPTY, Phrase, phrase
from engine.systems.kleptonomicon.entities import Closing
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.messages import Event
from engine.systems.kleptonomicon.state import State, with_episode
from engine.systems.kleptonomicon.vocabulary import ENCOUNTER, Phase


class PhaseChanged(Event):
    """The game is in this phase."""

    phase: Phase
    previous: Phase

    def apply(self, state: State) -> Changes:
        changes: Changes = {"phase": self.phase, "deeds": (), "style_asks": (), "long_use": None}
        if self.previous in ENCOUNTER and self.phase not in ENCOUNTER:
            staying = tuple(each for each in state.characters if each.lasting)
            changes |= {"encounter": None, "characters": staying}
            changes["tests"] = tuple(
                test for test in state.tests if any(each.name == test.character for each in staying)
            )
        if self.phase is Phase.CLOSING_CREDITS:
            changes |= with_episode(state, closing=Closing())
        return changes

    def sentence(self) -> Phrase:
        if self.previous is Phase.PAUSE and self.phase is Phase.MAIN:
            return phrase("The Encounter goes on.")
        return _TOLD.get(self.phase, EMPTY)

    def undone(self) -> Phrase:
        return _NEXT[self.phase]


def phase_words(phase: Phase) -> Phrase:
    """The phase of the table, to follow "we are"."""
    return _PHASES[phase]


_PHASES = {
    Phase.NONE: phrase("between Episodes"),
    Phase.OPENING_CREDITS: phrase("in the Opening Credits"),
    Phase.FREEPLAY: phrase("in Freeplay"),
    Phase.INITIATIVE: phrase("in the Initiative Phase"),
    Phase.MAIN: phrase("in the Main Phase"),
    Phase.PAUSE: phrase("in a Pause"),
    Phase.REWARD: phrase("in the Reward Phase"),
    Phase.CLOSING_CREDITS: phrase("in the Closing Credits"),
    Phase.EPISODE_OVER: phrase("between Episodes"),
}


_TOLD = {
    Phase.OPENING_CREDITS: phrase("Opening Credits."),
    Phase.FREEPLAY: phrase("Freeplay."),
    Phase.CLOSING_CREDITS: phrase("Closing Credits."),
}


_NEXT = {
    Phase.NONE: phrase("going on to None"),
    Phase.OPENING_CREDITS: phrase("going on to Opening Credits"),
    Phase.FREEPLAY: phrase("going on to Freeplay"),
    Phase.INITIATIVE: phrase("going on to Initiative"),
    Phase.MAIN: phrase("going on to Main"),
    Phase.PAUSE: phrase("going on to Pause"),
    Phase.REWARD: phrase("going on to Reward"),
    Phase.CLOSING_CREDITS: phrase("going on to Closing Credits"),
    Phase.EPISODE_OVER: phrase("going on to Episode Over"),
}


def go_to(ledger: Ledger, phase: Phase) -> None:
    """Change the phase."""
    ledger.record(PhaseChanged(phase, ledger.state.phase))
