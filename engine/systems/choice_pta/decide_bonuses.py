"""Deciding about traits and tokens on cards (rules 3.6)."""

from engine.common.words import number
from engine.phrase import phrase
from engine.systems.choice_pta import commands as cmd
from engine.systems.choice_pta import events as ev
from engine.systems.choice_pta.derived import (
    available,
    gm_card_cap,
    gm_limit,
    gm_spent,
    gm_tokens_on,
    is_present,
    trait_used_by,
)
from engine.systems.choice_pta.describe import tokens
from engine.systems.choice_pta.entities import Participant, Seat, Slot, Trait
from engine.systems.choice_pta.fold import known_part
from engine.systems.choice_pta.guards import is_gm_part, slot_to_boost
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.naming import find_part, find_trait, plain
from engine.systems.choice_pta.refunds import give_back
from engine.systems.choice_pta.rulebook import rule
from engine.systems.choice_pta.stakes import opponents
from engine.systems.choice_pta.vocabulary import Against, BonusKind, Phase
from engine.types import Rejected


@rule(cmd.SpendTrait, Phase.CARDS, acts="player")
def spend_trait(ledger: Ledger, command: cmd.SpendTrait, who: str) -> Rejected | None:
    """Lay a trait on an own or another protagonist's card (PTA-37, PTA-38)."""
    seat = ledger.seat(who)
    if seat.is_gm and not ledger.rules.gm_traits:
        return Rejected("GM_HAS_NO_TRAITS", phrase("The GM's characters have no traits."))
    slot = slot_to_boost(ledger, who, command.target)
    if isinstance(slot, Rejected):
        return slot
    refusal = _refuse_helper(ledger, seat, slot)
    if refusal is not None:
        return refusal
    trait = find_trait(seat, command.trait)
    if isinstance(trait, Rejected):
        return trait
    refusal = _refuse_worn(ledger, seat, trait) or _refuse_target(ledger, seat, slot)
    if refusal is not None:
        return refusal
    total = seat.protagonist.total_marks + 1 if seat.protagonist is not None else 1
    ledger.record(ev.TraitSpent(who, trait.label, slot.part, trait.marks + 1, total))
    return None


def _refuse_helper(ledger: Ledger, seat: Seat, slot: Slot) -> Rejected | None:
    """Presence, and one trait a round (PTA-20, PTA-37, R-21, R-23)."""
    if not is_present(ledger.state, seat):
        return Rejected("NOT_PRESENT", phrase("{name} is not in the scene; traits work only there.", name=seat.name))
    helping = ledger.rules.trait_helper == "participant"
    if helping and not ledger.conflict.parts_of(seat.name):
        return Rejected("NOT_PARTICIPANT", phrase("{player} takes no part in this conflict.", player=seat.name))
    if trait_used_by(ledger.conflict, seat.name):
        return Rejected("TRAIT_ALREADY_USED_THIS_ROUND", phrase("{name} has used a trait this round.", name=seat.name))
    return None


def _refuse_worn(ledger: Ledger, seat: Seat, trait: Trait) -> Rejected | None:
    """Three marks on a trait, six on all (PTA-38, R-25)."""
    total = seat.protagonist.total_marks if seat.protagonist is not None else 0
    if trait.marks >= ledger.rules.trait_mark_cap:
        return Rejected("TRAIT_EXHAUSTED", phrase("{trait} is used up for this sitting.", trait=trait.label))
    if total >= ledger.rules.trait_total_cap:
        return Rejected("TRAIT_CAP_REACHED", phrase("{name}'s traits are used up for this sitting.", name=seat.name))
    return None


def _refuse_target(ledger: Ledger, seat: Seat, slot: Slot) -> Rejected | None:
    """Protagonists' cards only, and not too many traits on one (R-20, R-22)."""
    rules, part = ledger.rules, known_part(ledger.conflict, slot.part)
    if rules.trait_target == "protagonists" and is_gm_part(ledger, part) and not seat.is_gm:
        return Rejected("TRAIT_TARGET_INVALID", phrase("Traits go on cards of protagonists only."))
    most = rules.max_traits_per_card
    if isinstance(most, int) and sum(bonus.kind is BonusKind.TRAIT for bonus in slot.bonuses) >= most:
        full = phrase("{name}'s card carries {number} already, the most there may be.", name=slot.part, number=most)
        return Rejected("TRAIT_TARGET_INVALID", full)
    return None


@rule(cmd.SpendTokens, Phase.CARDS, acts="player")
def spend_tokens(ledger: Ledger, command: cmd.SpendTokens, who: str) -> Rejected | None:
    """Lay story-tokens on a card (PTA-40 to PTA-43)."""
    seat, slot = ledger.seat(who), slot_to_boost(ledger, who, command.target)
    if isinstance(slot, Rejected):
        return slot
    part = known_part(ledger.conflict, slot.part)
    refusal = _refuse_tokens(ledger, seat, part, command.n)
    if refusal is not None:
        return refusal
    against = _against(ledger, part, command.against)
    if isinstance(against, Rejected):
        return against
    used = gm_spent(ledger.state, ledger.conflict) + command.n if seat.is_gm else None
    ledger.record(ev.TokensCommitted(who, command.n, slot.part, against, seat.tokens - command.n, used))
    return None


def _refuse_tokens(ledger: Ledger, seat: Seat, part: Participant, n: int) -> Rejected | None:
    state, conflict = ledger.state, ledger.conflict
    left = available(state, seat)
    if n < 1 or left < n:
        has = phrase("{player} has {tokens} to spend.", player=seat.name, tokens=tokens(left))
        return Rejected("NOT_ENOUGH_TOKENS", has)
    if not seat.is_gm:
        return None
    if not ledger.rules.gm_may_boost_players and not is_gm_part(ledger, part):
        return Rejected("OPTION_OFF", phrase("The GM adds nothing to players' cards at this table."))
    limit, spent = gm_limit(state, conflict), gm_spent(state, conflict)
    if spent + n > limit:
        used = phrase("The GM has spent {spent} of {tokens} this round.", spent=number(spent), tokens=tokens(limit))
        return Rejected("GM_ROUND_LIMIT", used)
    cap = gm_card_cap(state, conflict)
    if cap is not None and gm_tokens_on(conflict, part.name, seat.name) + n > cap:
        return Rejected("GM_CARD_LIMIT", phrase("The GM may lay {tokens} on one card.", tokens=tokens(cap)))
    return None


def _against(ledger: Ledger, part: Participant, said: str | None) -> Against | Rejected | None:
    """Whom a token is meant against, where the target faces both (PTA-43, R-38)."""
    classes = {
        Against.GM if rival.seat == ledger.gm else Against.PLAYERS
        for rival in opponents(ledger.conflict, part.name, ledger.gm)
    }
    if not said:
        if len(classes) > 1 and ledger.rules.mixed_opposition == "ask":
            return Rejected("AMBIGUOUS", phrase("Against the GM or against players?"))
        return None
    wanted = next((each for each in Against if each == plain(said)), None)
    if wanted is None:
        rival = find_part(ledger.state, ledger.conflict, said)
        if isinstance(rival, Rejected):
            return rival
        wanted = Against.GM if is_gm_part(ledger, rival) else Against.PLAYERS
    if wanted not in classes:
        no_gm = phrase("{name} does not oppose the GM here.", name=part.name)
        no_players = phrase("{name} does not oppose players here.", name=part.name)
        return Rejected("NO_SUCH_OPPOSITION", no_gm if wanted is Against.GM else no_players)
    return wanted


@rule(cmd.WithdrawBonus, Phase.CARDS, acts="player")
def withdraw_bonus(ledger: Ledger, command: cmd.WithdrawBonus, who: str) -> Rejected | None:
    """Take the latest own bonus off a card, where the house allows it (PTA-36, R-88)."""
    if not ledger.rules.bonus_withdrawal:
        return Rejected("OPTION_OFF", phrase("Bonuses stay where they are laid."))
    slot = slot_to_boost(ledger, who, command.target)
    if isinstance(slot, Rejected):
        return slot
    own = [bonus for bonus in slot.bonuses if bonus.source == who]
    if not own:
        nothing = phrase("Nothing of {player}'s lies on {name}'s card.", player=who, name=slot.part)
        return Rejected("NOT_ENOUGH_TOKENS", nothing)
    give_back(ledger, slot.part, own[-1])
    return None
