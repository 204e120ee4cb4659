"""Checks and look-ups shared by commands of a conflict; each gives what is meant or a refusal."""

from engine.common.words import listed
from engine.phrase import phrase
from engine.systems.choice_pta.derived import without_card
from engine.systems.choice_pta.entities import Participant, Slot
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.naming import find_part
from engine.systems.choice_pta.vocabulary import Status
from engine.types import Rejected


def which(parts: list[Participant] | tuple[Participant, ...]) -> Rejected:
    """Asks back which of several stakes is meant."""
    names = listed((part.name for part in parts), "or")
    return Rejected("AMBIGUOUS", phrase("Say for which stake: {names}.", names=names))


def own_part(ledger: Ledger, who: str, said: str | None) -> Participant | Rejected:
    """The participant named, if it is the seat's own; unnamed, the seat's only one."""
    conflict = ledger.conflict
    if said:
        part = find_part(ledger.state, conflict, said)
        if isinstance(part, Participant) and who and part.seat != who:
            return Rejected("NOT_YOUR_STAKE", phrase("{name} belongs to {player}.", name=part.name, player=part.seat))
        return part
    own = conflict.parts_of(who)
    if not own:
        nobody = phrase("Nobody named takes no part in this conflict.")
        told = phrase("{player} takes no part in this conflict.", player=who) if who else nobody
        return Rejected("NOT_PARTICIPANT", told)
    return own[0] if len(own) == 1 else which(own)


def part_to_play(ledger: Ledger, who: str, said: str | None, picked: bool = False) -> Participant | Rejected:
    """The own participant that is to get a card now (PTA-31).

    Args:
        ledger: The running command.
        who: Seat that plays.
        said: Stake named, if any.
        picked: Whether a card was named, so that a stake waiting for one is meant.
    """
    conflict = ledger.conflict
    if said:
        part = own_part(ledger, who, said)
    else:
        own = conflict.parts_of(who)
        open_parts = without_card(conflict, who)
        waiting = [part for part in open_parts if part.name in conflict.picking] if picked else []
        choice = waiting or list(open_parts) or [part for part in own if part.status is Status.ACTIVE] or list(own)
        if not choice:
            return Rejected("NOT_YOUR_STAKE", phrase("{player} has no stake in this conflict.", player=who))
        if len(choice) > 1 and (waiting or open_parts):
            return which(choice)
        part = choice[0]
    if isinstance(part, Rejected):
        return part
    if part.name not in conflict.active or part.status is not Status.ACTIVE:
        return Rejected("NOT_ACTIVE", phrase("{name} plays no card this round.", name=part.name))
    if conflict.slot(part.name) is not None:
        return Rejected("ALREADY_COMMITTED", phrase("{name}'s card is down already.", name=part.name))
    return part


def slot_to_boost(ledger: Ledger, who: str, said: str | None) -> Slot | Rejected:
    """The card a bonus goes on, face down already (PTA-36, R-87); the seat's own when none is named."""
    conflict = ledger.conflict
    part = find_part(ledger.state, conflict, said) if said else own_part(ledger, who, None)
    if isinstance(part, Rejected):
        return part
    slot = conflict.slot(part.name)
    if slot is None:
        return Rejected("NO_CARD_YET", phrase("{name}'s card has to be down first.", name=part.name))
    if ledger.rules.bonus_timing == "after_all_cards" and without_card(conflict):
        return Rejected("NO_CARD_YET", phrase("All cards have to be down before bonuses are laid."))
    return slot


def is_gm_part(ledger: Ledger, part: Participant) -> bool:
    """Whether the GM owns it."""
    return part.seat == ledger.gm
