"""Deciding about ends of Turns and small improvised deeds (rules 3.6, 3.7)."""

from engine.phrase import phrase
from engine.systems.kleptonomicon import commands as cmd
from engine.systems.kleptonomicon import events as ev
from engine.systems.kleptonomicon.derived import acting
from engine.systems.kleptonomicon.entities import Character
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.rulebook import By, refuse_other_turn, refuse_out, rule
from engine.systems.kleptonomicon.turns import close_turn, go_on
from engine.systems.kleptonomicon.vocabulary import Phase
from engine.types import Rejected


@rule(cmd.EndTurn, By.OWNER, Phase.MAIN, waits=True)
def end_turn(ledger: Ledger, command: cmd.EndTurn, character: Character) -> Rejected | None:
    """The Turn ends when its owner says so; Beats left are lost (KL-47, KL-50)."""
    refusal = refuse_other_turn(ledger, character)
    if refusal is not None:
        return refusal
    left = ledger.character(character.name).beats
    asked = ledger.rules.confirm_unspent_beats and ledger.encounter.end_asked != character.name
    if left and not character.out:
        ledger.record(ev.UnspentBeats(character.name, left, asked))
        if asked:
            return None
    _pass_on(ledger)
    return None


def _pass_on(ledger: Ledger) -> None:
    close_turn(ledger)
    go_on(ledger)


@rule(cmd.SkipTurn, By.GM, Phase.MAIN, about="character")
def skip_turn(ledger: Ledger, command: cmd.SkipTurn, character: Character) -> Rejected | None:
    """Somebody who cannot act is passed over; the Turn ends as any other (KL-47)."""
    refusal = refuse_other_turn(ledger, character)
    if refusal is not None:
        return refusal
    for test in ledger.state.tests:
        if test.character in acting(ledger.encounter, ledger.rules):
            ledger.record(ev.TestDropped(test.test_id, test.character))
    ledger.record(ev.TurnSkipped(character.name))
    _pass_on(ledger)
    return None


@rule(cmd.ImproviseFree, By.OWNER, Phase.MAIN, waits=True)
def improvise_free(ledger: Ledger, command: cmd.ImproviseFree, character: Character) -> Rejected | None:
    """Two small deeds a Turn without asking, more with the GM's word (KL-57, KLR-22)."""
    refusal = refuse_other_turn(ledger, character) or refuse_out(character)
    if refusal is not None:
        return refusal
    count = character.free_actions_used + 1
    if count > ledger.rules.free_actions_guaranteed and not (command.gm_ok or ledger.by_gm):
        return Rejected("FREE_ACTION_LIMIT", phrase("That is one free deed too many; the game master has to allow it."))
    ledger.record(ev.FreeActionUsed(character.name, command.text.strip(), count))
    return None


@rule(cmd.ImproviseFreeReaction, By.OWNER, Phase.MAIN)
def improvise_free_reaction(
    ledger: Ledger, command: cmd.ImproviseFreeReaction, character: Character
) -> Rejected | None:
    """A short reply is always allowed, other quick deeds with the GM's word (KL-58)."""
    refusal = refuse_out(character)
    if refusal is not None:
        return refusal
    speech = command.reply.strip().lower() == "speech"
    if not speech and not (command.gm_ok or ledger.by_gm):
        return Rejected(
            "GM_APPROVAL_REQUIRED", phrase("Only talk is free out of turn; the game master has to allow the rest.")
        )
    ledger.record(ev.FreeReactionUsed(character.name, command.text.strip(), command.reply.strip() or "speech"))
    return None
