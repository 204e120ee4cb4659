"""Bonuses that come off a card again, and cancelled conflicts (PTA-28, R-14, R-24)."""

from engine.systems.choice_pta import events as ev
from engine.systems.choice_pta.entities import Bonus, Slot
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.vocabulary import BonusKind, Cause


def take_off(ledger: Ledger, slot: Slot) -> None:
    """All bonuses of a card go back to where they came from."""
    for bonus in slot.bonuses:
        give_back(ledger, slot.part, bonus)


def give_back(ledger: Ledger, part: str, bonus: Bonus) -> None:
    """One bonus goes back: a token to its source, a trait with its mark."""
    if bonus.kind is BonusKind.TOKEN:
        ledger.record(ev.BonusWithdrawn(part, bonus))
        ledger.move(f"card:{part}", f"seat:{bonus.source}", 1, Cause.REFUND)
        return
    protagonist = ledger.seat(bonus.source).protagonist
    traits = protagonist.traits if protagonist is not None else ()
    marks = next((trait.marks for trait in traits if trait.label == bonus.trait), 1)
    ledger.record(ev.TraitRefunded(bonus.source, bonus.trait or "", part, marks - 1))
