"""Checks and look-ups shared by commands of a conflict; each gives what is meant, or refuses."""

from collections.abc import Sequence

from engine.common.rules import Refused
from engine.common.words import listed
from engine.phrase import phrase
from engine.systems.choice_pta.derived import without_card
from engine.systems.choice_pta.entities import Conflict, Participant, Slot
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.naming import find_part
from engine.systems.choice_pta.vocabulary import NARRATING, Phase, Status

_SAID = {
    Phase.STAKES: phrase("the stakes are being set"),
    Phase.CARDS: phrase("cards are being played"),
    Phase.REVEALED: phrase("the cards are being read out"),
    Phase.ROUND_NARRATION: phrase("the round is being narrated"),
    Phase.NARRATION: phrase("the outcome is being narrated"),
    Phase.FINAL_NARRATION: phrase("the end is being narrated"),
}
_NARRATED = phrase("people narrate what came of the cards")


def refuse_other_phases(conflict: Conflict, phases: Sequence[Phase]) -> None:
    """Only in these phases of a conflict."""
    if conflict.phase in phases:
        return
    telling = set(NARRATING) <= set(phases)
    named = [phase for phase in phases if not telling or phase not in NARRATING]
    fits = listed((*map(_SAID.__getitem__, named), *((_NARRATED,) if telling else ())), "or")
    wrong = phrase("That is possible while {phases}; now {phase}.", phases=fits, phase=_SAID[conflict.phase])
    raise Refused("WRONG_PHASE", wrong)


def refuse_in_conflict(ledger: Ledger) -> None:
    """Only while no conflict runs."""
    if ledger.state.conflict is not None:
        raise Refused("CONFLICT_RUNNING", phrase("A conflict is running; finish or cancel it first."))


def which(parts: Sequence[Participant]) -> Refused:
    """Asks back which of several stakes is meant."""
    names = listed((part.name for part in parts), "or")
    return Refused("AMBIGUOUS", phrase("Say for which stake: {names}.", names=names))


def own_part(ledger: Ledger, who: str, said: str | None) -> Participant:
    """The participant named, if it is the seat's own; unnamed, the seat's only one."""
    conflict = ledger.conflict
    if said:
        part = find_part(ledger.state, conflict, said)
        if who and part.seat != who:
            raise Refused("NOT_YOUR_STAKE", phrase("Only {player} acts for {name}.", name=part.name, player=part.seat))
        return part
    own = conflict.parts_of(who)
    if not own:
        nobody = phrase("Say whose stake is meant.")
        told = phrase("{player} takes no part in this conflict.", player=who) if who else nobody
        raise Refused("NOT_PARTICIPANT", told)
    if len(own) > 1:
        raise which(own)
    return own[0]


def named_or_own(ledger: Ledger, who: str, said: str | None) -> Participant:
    """Any participant that is named; unnamed, the seat's only one."""
    return find_part(ledger.state, ledger.conflict, said) if said else own_part(ledger, who, None)


def part_to_play(ledger: Ledger, who: str, said: str | None, picked: bool = False) -> Participant:
    """The own participant that is to get a card now (PTA-31).

    Args:
        ledger: The running command.
        who: Seat that plays.
        said: Stake named, if any.
        picked: Whether a card was named, so that a stake waiting for one is meant.
    """
    conflict = ledger.conflict
    part = own_part(ledger, who, said) if said else _unnamed(ledger, who, picked)
    if part.name not in conflict.active or part.status is not Status.ACTIVE:
        raise Refused("NOT_ACTIVE", phrase("No card is played for {name} this round.", name=part.name))
    if conflict.slot(part.name) is not None:
        raise Refused("ALREADY_COMMITTED", phrase("A card for {name} is down already.", name=part.name))
    return part


def _unnamed(ledger: Ledger, who: str, picked: bool) -> Participant:
    conflict = ledger.conflict
    own, open_parts = conflict.parts_of(who), without_card(conflict, who)
    waiting = tuple(part for part in open_parts if part.name in conflict.picking) if picked else ()
    choice = waiting or open_parts or tuple(part for part in own if part.status is Status.ACTIVE) or own
    if not choice:
        raise Refused("NOT_YOUR_STAKE", phrase("{player} has no stake in this conflict.", player=who))
    if len(choice) > 1 and open_parts:
        raise which(choice)
    return choice[0]


def slot_to_boost(ledger: Ledger, who: str, said: str | None) -> Slot:
    """The card a bonus goes on, face down already (PTA-36, R-87); the seat's own when none is named."""
    conflict = ledger.conflict
    part = named_or_own(ledger, who, said)
    slot = conflict.slot(part.name)
    if slot is None:
        raise Refused("NO_CARD_YET", phrase("A card for {name} has to be played first.", name=part.name))
    if ledger.rules.bonus_timing == "after_all_cards" and without_card(conflict):
        raise Refused("NO_CARD_YET", phrase("All cards have to be played before bonuses are added."))
    return slot


def is_gm_part(ledger: Ledger, part: Participant) -> bool:
    """True if the GM owns it."""
    return part.seat == ledger.gm
