"""Pauses (rules 3.12)."""

from typing import Annotated, ClassVar

from engine.common.messages import Ending, Talk
from engine.common.rules import Refused
from engine.common.values import Changes
from engine.common.words import Worded, counted
from engine.fields import Words
from engine.phrase import Phrase, phrase, template
from engine.systems.kleptonomicon.entities import Character
from engine.systems.kleptonomicon.fields import CharacterName
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.messages import CharacterEvent, Event, GmCommand
from engine.systems.kleptonomicon.naming import find_character
from engine.systems.kleptonomicon.rulebook import refuse_no_beats
from engine.systems.kleptonomicon.rules.effects import BeatSpent
from engine.systems.kleptonomicon.rules.phases import go_to
from engine.systems.kleptonomicon.rules.triggers import close_triggers
from engine.systems.kleptonomicon.rules.turns import close_turn, go_on, resolve_slow_actions
from engine.systems.kleptonomicon.standing import in_words
from engine.systems.kleptonomicon.state import State, with_character, with_encounter
from engine.systems.kleptonomicon.vocabulary import Phase


class EncounterPaused(Event):
    """The Encounter is suspended."""

    taken_back: ClassVar[str] = template("the Pause")
    ends: ClassVar[Ending] = "fight"
    reason: str
    suspended: str

    def apply(self, state: State) -> Changes:
        return with_encounter(state, active=None, suspended=self.suspended, triggers=(), end_asked=None)

    def sentence(self) -> Phrase:
        return in_words(phrase("The Encounter is paused in {character}'s Turn", character=self.suspended), self.reason)


class EncounterResumed(CharacterEvent):
    """The Encounter goes on."""

    taken_back: ClassVar[str] = template("the end of the Pause")

    def apply(self, state: State) -> Changes:
        return with_encounter(state, active=self.character, suspended=None)


class TurnResumed(CharacterEvent):
    """A suspended Turn goes on."""

    told: ClassVar[str] = template("{character}'s Turn goes on, {beats}.")
    said: ClassVar[str] = template("{character}'s Turn goes on: {beats}.")
    weight: ClassVar[int] = 3
    beats: int


class BeatOwed(CharacterEvent):
    """A Beat will be missing after the next refill."""

    weight: ClassVar[int] = 2
    told: ClassVar[str] = template("{character} will be {debt} short next time.")
    debt: Annotated[int, Worded(lambda debt: counted(debt, "Beat", "Beats"))]

    def apply(self, state: State) -> Changes:
        return with_character(state, self.character, beat_debt=self.debt)


class PauseEncounter(GmCommand):
    """Suspend the Encounter for talk (KL-5)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.MAIN,)
    transition: ClassVar[bool] = True
    talk: ClassVar[Talk] = Talk(confirm="Pause the Encounter[, {who}]?")
    reason: Words = ""

    def decide(self, ledger: Ledger, who: None) -> None:
        """Everything freezes, the running Turn is held (KL-5, KL-86)."""
        close_triggers(ledger)
        ledger.record(EncounterPaused(self.reason.strip(), ledger.encounter.active or ""))
        go_to(ledger, Phase.PAUSE)


class ResumeEncounter(GmCommand):
    """Go back to Turns (KL-5, KL-87).

    Attributes:
        provoked_by: Who ended the Pause.
        beat_spent: Whether a Beat was spent on it.
    """

    phases: ClassVar[tuple[Phase, ...]] = (Phase.PAUSE,)
    transition: ClassVar[bool] = True
    talk: ClassVar[Talk] = Talk(confirm="Back to Turns[, {who}]?")
    provoked_by: CharacterName | None = None
    beat_spent: bool = False

    def decide(self, ledger: Ledger, who: None) -> None:
        """Back to Turns; a Beat spent on ending the Pause is missing (KL-87, KL-89)."""
        held = ledger.encounter.suspended or ""
        provoker = self._provoker(ledger)
        if provoker is not None and provoker.name != held:
            refuse_no_beats(provoker)
        ledger.record(EncounterResumed(held))
        go_to(ledger, Phase.MAIN)
        if ledger.rules.pause_resume == "same_turn":
            if provoker is not None:
                _withhold(ledger, provoker.name, running=provoker.name == held)
            resolve_slow_actions(ledger)
            ledger.record(TurnResumed(held, ledger.character(held).beats))
            return
        close_turn(ledger)
        if provoker is not None:
            _withhold(ledger, provoker.name, running=False)
        go_on(ledger, new_round=ledger.rules.pause_resume == "new_round")

    def _provoker(self, ledger: Ledger) -> Character | None:
        """The one whose Beat is missing, None when none was spent."""
        if not self.provoked_by:
            if self.beat_spent:
                raise Refused("BAD_VALUE", phrase("Say whose Beat ended the Pause."))
            return None
        provoker = find_character(ledger.state, self.provoked_by)
        if provoker.name not in ledger.encounter.participants:
            raise Refused("UNKNOWN_CHARACTER", phrase("{name} is not in this Encounter.", name=provoker.name))
        return provoker if self.beat_spent else None


def _withhold(ledger: Ledger, name: str, running: bool) -> None:
    """From the Beats of the next Turn (KL-87): those held now, or the next refill where none are left.

    Where the house counts whole Turns only, a Turn that was `running` when the Pause began is not the next (KLR-19).
    """
    character = ledger.character(name)
    if character.beats and not (running and ledger.rules.pause_beat_rule == "next_full_turn"):
        ledger.record(BeatSpent(name, character.beats - 1))
    else:
        ledger.record(BeatOwed(name, min(character.beat_debt + 1, character.sheet.beats_max)))
