"""Deciding about Pauses (rules 3.12)."""

from engine.phrase import phrase
from engine.systems.kleptonomicon import commands as cmd
from engine.systems.kleptonomicon import events as ev
from engine.systems.kleptonomicon.entities import Character
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.naming import find_character
from engine.systems.kleptonomicon.rulebook import By, refuse_no_beats, rule
from engine.systems.kleptonomicon.turns import close_triggers, close_turn, go_on, resolve_slow_actions
from engine.systems.kleptonomicon.vocabulary import Phase
from engine.types import Rejected


@rule(cmd.PauseEncounter, By.GM, Phase.MAIN, transition=True)
def pause_encounter(ledger: Ledger, command: cmd.PauseEncounter, _: None) -> Rejected | None:
    """Everything freezes, the running Turn is held (KL-5, KL-86)."""
    close_triggers(ledger)
    ledger.record(ev.EncounterPaused(command.reason.strip(), ledger.encounter.active or ""))
    ledger.go_to(Phase.PAUSE)
    return None


@rule(cmd.ResumeEncounter, By.GM, Phase.PAUSE, transition=True)
def resume_encounter(ledger: Ledger, command: cmd.ResumeEncounter, _: None) -> Rejected | None:
    """Back to Turns; a Beat spent on ending the Pause is missing (KL-87, KL-89)."""
    held = ledger.encounter.suspended or ""
    provoker = _provoker(ledger, command)
    if isinstance(provoker, Rejected):
        return provoker
    if provoker is not None and provoker.name != held and ledger.rules.pause_beat_rule == "pool":
        refusal = refuse_no_beats(provoker)
        if refusal is not None:
            return refusal
    ledger.record(ev.EncounterResumed(held))
    ledger.go_to(Phase.MAIN)
    if ledger.rules.pause_resume == "same_turn":
        if provoker is not None:
            _withhold(ledger, provoker.name)
        resolve_slow_actions(ledger)
        ledger.record(ev.TurnResumed(held, ledger.character(held).beats))
        return None
    close_turn(ledger)
    if provoker is not None:
        _withhold(ledger, provoker.name)
    go_on(ledger, new_round=ledger.rules.pause_resume == "new_round")
    return None


def _provoker(ledger: Ledger, command: cmd.ResumeEncounter) -> Character | Rejected | None:
    """Whose Beat is missing, None when none was spent."""
    if not command.provoked_by:
        return Rejected("BAD_VALUE", phrase("Say whose Beat ended the Pause.")) if command.beat_spent else None
    provoker = find_character(ledger.state, command.provoked_by)
    if isinstance(provoker, Rejected):
        return provoker
    if provoker.name not in ledger.encounter.participants:
        return Rejected("UNKNOWN_CHARACTER", phrase("{name} is not in this Encounter.", name=provoker.name))
    return provoker if command.beat_spent else None


def _withhold(ledger: Ledger, name: str) -> None:
    """From the pool of Beats, or from the next refill when it is empty or the house says so (KL-87, KLR-19)."""
    character = ledger.character(name)
    if ledger.rules.pause_beat_rule == "pool" and character.beats:
        ledger.record(ev.BeatSpent(name, character.beats - 1))
    else:
        ledger.record(ev.BeatOwed(name, min(character.beat_debt + 1, character.sheet.beats_max)))
