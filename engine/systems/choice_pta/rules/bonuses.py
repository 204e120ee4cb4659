"""Traits and tokens on cards (rules 3.6)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import Worded, number
from engine.fields import MOST_NUMBER
from engine.phrase import phrase, template
from engine.systems.choice_pta.choices import BONUSES, TOKENS, parts_of
from engine.systems.choice_pta.derived import (
    available,
    gm_card_cap,
    gm_limit,
    gm_spent,
    gm_tokens_on,
    is_present,
    trait_used_by,
)
from engine.systems.choice_pta.entities import Bonus, Participant, Seat, Slot, Trait
from engine.systems.choice_pta.fields import Side, StakeName, Tokens, TraitName
from engine.systems.choice_pta.fold import (
    known_part,
    known_seat,
    known_slot,
    running,
    with_conflict,
    with_seat,
    with_slot,
)
from engine.systems.choice_pta.guards import is_gm_part, slot_to_boost
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.messages import Event, SeatCommand
from engine.systems.choice_pta.naming import find_part, find_trait, plain
from engine.systems.choice_pta.rules.tokens import move_tokens
from engine.systems.choice_pta.stakes import classes_facing
from engine.systems.choice_pta.state import State, without
from engine.systems.choice_pta.vocabulary import Against, BonusKind, Cause, Phase
from engine.systems.choice_pta.words import tokens


class TraitMarked(Event, base=True):
    """A trait and its marks changed, and the bonuses of a card."""

    weight: ClassVar[int] = 1
    player: str
    trait_id: str
    target: str
    marks: int

    def marked(self, state: State) -> Changes:
        """The trait has so many marks."""
        label, protagonist = self.trait_id, known_seat(state, self.player).protagonist
        if protagonist is None:
            raise LookupError(f"{self.player} has no traits")
        traits = tuple(Trait(label, self.marks) if trait.label == label else trait for trait in protagonist.traits)
        return with_seat(state, self.player, protagonist=changed(protagonist, traits=traits))


class TraitSpent(TraitMarked):
    """A trait lies on a card (PTA-37)."""

    told: ClassVar[str] = template("{player} used the trait {trait_id} on {whose_target} card")
    taken_back: ClassVar[str] = template("the trait {trait_id}")
    total_marks: int

    def apply(self, state: State) -> Changes:
        conflict = running(state)
        laid = known_slot(conflict, self.target).bonuses
        bonuses = (*laid, Bonus(BonusKind.TRAIT, self.player, self.trait_id))
        return self.marked(state) | with_conflict(state, slots=with_slot(conflict, self.target, bonuses=bonuses))


class TraitRefunded(TraitMarked):
    """A trait came off a card with its mark (PTA-28)."""

    told: ClassVar[str] = template("The trait {trait_id} came off {whose_target} card")
    taken_back: ClassVar[str] = template("taking the trait {trait_id} back")

    def apply(self, state: State) -> Changes:
        conflict = running(state)
        laid = known_slot(conflict, self.target).bonuses
        bonuses = without(laid, [Bonus(BonusKind.TRAIT, self.player, self.trait_id)])
        return self.marked(state) | with_conflict(state, slots=with_slot(conflict, self.target, bonuses=bonuses))


class TokensCommitted(Event):
    """Tokens lie on a card (PTA-43)."""

    weight: ClassVar[int] = 1
    told: ClassVar[str] = template("{seat} added {n} to {whose_target} card")
    taken_back: ClassVar[str] = template("{n} on {whose_target} card")
    seat: str
    n: Annotated[int, Worded(tokens)]
    target: str
    against: Against | None
    seat_left: int
    gm_round_used: int | None = None

    def apply(self, state: State) -> Changes:
        conflict = running(state)
        slot = known_slot(conflict, self.target)
        if self.n > MOST_NUMBER:
            raise ValueError(self.n)
        new = (Bonus(BonusKind.TOKEN, self.seat, against=self.against),) * self.n
        slots = with_slot(conflict, self.target, bonuses=(*slot.bonuses, *new), tokens=slot.tokens + self.n)
        tokens = known_seat(state, self.seat).tokens - self.n
        return {**with_seat(state, self.seat, tokens=tokens), **with_conflict(state, slots=slots)}


class BonusWithdrawn(Event):
    """One token came off a card again (R-88)."""

    told: ClassVar[str] = ""
    taken_back: ClassVar[str] = template("taking a token back")
    target: str
    bonus: Bonus

    def apply(self, state: State) -> Changes:
        conflict = running(state)
        bonuses = without(known_slot(conflict, self.target).bonuses, [self.bonus])
        return with_conflict(state, slots=with_slot(conflict, self.target, bonuses=bonuses))


class SpendTrait(SeatCommand):
    """Lay a trait on a card (PTA-37); on the speaker's own when `target` is None."""

    talk: ClassVar[Talk] = Talk(confirm="Use {trait} on a card?")
    phases: ClassVar[tuple[Phase, ...]] = (Phase.CARDS,)
    trait: TraitName | None = None
    target: StakeName | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        """Lay a trait on an own or another protagonist's card (PTA-37, PTA-38)."""
        seat = ledger.seat(who)
        if seat.is_gm and not ledger.rules.gm_traits:
            raise Refused("GM_HAS_NO_TRAITS", phrase("The GM's characters have no traits."))
        slot = slot_to_boost(ledger, who, self.target)
        _refuse_helper(ledger, seat, slot)
        trait = find_trait(seat, self.trait)
        _refuse_worn(ledger, seat, trait)
        _refuse_target(ledger, seat, slot)
        total = seat.protagonist.total_marks + 1 if seat.protagonist is not None else 1
        ledger.record(TraitSpent(who, trait.label, slot.part, trait.marks + 1, total))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        protagonist, target = known_seat(state, who).protagonist, _on_whose_card(state, who)
        for trait in protagonist.traits if protagonist is not None else ():
            label = phrase("Use {trait} on a card", trait=trait.label)
            yield Move(cls.kind, label, BONUSES, (("trait", trait.label),), (target,))


def _refuse_helper(ledger: Ledger, seat: Seat, slot: Slot) -> None:
    """Presence, and one trait a round (PTA-20, PTA-37, R-21, R-23)."""
    if not is_present(ledger.state, seat):
        raise Refused("NOT_PRESENT", phrase("{name} is not in the scene; traits work only there.", name=seat.name))
    helping = ledger.rules.trait_helper == "participant"
    if helping and not ledger.conflict.parts_of(seat.name):
        raise Refused("NOT_PARTICIPANT", phrase("{player} takes no part in this conflict.", player=seat.name))
    if trait_used_by(ledger.conflict, seat.name):
        raise Refused("TRAIT_ALREADY_USED_THIS_ROUND", phrase("{name} has used a trait this round.", name=seat.name))


def _refuse_worn(ledger: Ledger, seat: Seat, trait: Trait) -> None:
    """Three marks on a trait, six on all (PTA-38, R-25)."""
    total = seat.protagonist.total_marks if seat.protagonist is not None else 0
    if trait.marks >= ledger.rules.trait_mark_cap:
        raise Refused("TRAIT_EXHAUSTED", phrase("{trait} is used up for this evening.", trait=trait.label))
    if total >= ledger.rules.trait_total_cap:
        raise Refused("TRAIT_CAP_REACHED", phrase("{name}'s traits are used up for this evening.", name=seat.name))


def _refuse_target(ledger: Ledger, seat: Seat, slot: Slot) -> None:
    """Protagonists' cards only, and not too many traits on one (R-20, R-22)."""
    rules, part = ledger.rules, known_part(ledger.conflict, slot.part)
    if rules.trait_target == "protagonists" and is_gm_part(ledger, part) and not seat.is_gm:
        raise Refused("TRAIT_TARGET_INVALID", phrase("Traits go on cards of protagonists only."))
    most = rules.max_traits_per_card
    if isinstance(most, int) and sum(bonus.kind is BonusKind.TRAIT for bonus in slot.bonuses) >= most:
        full = phrase("{name}'s card already has {number}, the maximum.", name=slot.part, number=most)
        raise Refused("TRAIT_TARGET_INVALID", full)


class SpendTokens(SeatCommand):
    """Lay story-tokens on a card (PTA-40 to PTA-43).

    Attributes:
        n: At least 1.
        target: Participant; the speaker's own when None.
        against: "gm" or "players" when the target faces both.
    """

    talk: ClassVar[Talk] = Talk(confirm="{n:token|tokens} on a card?")
    phases: ClassVar[tuple[Phase, ...]] = (Phase.CARDS,)
    n: Tokens = 1
    target: StakeName | None = None
    against: Side | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        seat, slot = ledger.seat(who), slot_to_boost(ledger, who, self.target)
        part = known_part(ledger.conflict, slot.part)
        _refuse_tokens(ledger, seat, part, self.n)
        against = _against(ledger, part, self.against)
        used = gm_spent(ledger.state, ledger.conflict) + self.n if seat.is_gm else None
        ledger.record(TokensCommitted(who, self.n, slot.part, against, seat.tokens - self.n, used))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        conflict, gm, number = running(state), state.gm.name, _as_many(state, who)
        yield Move(cls.kind, phrase("Add tokens to a card"), BONUSES, fields=(number, _on_whose_card(state, who)))
        mixed = tuple(part for part in _with_card(state, who) if len(classes_facing(conflict, part.name, gm)) > 1)
        target = Field("target", phrase("On whose card"), "choice", parts_of(mixed))
        for side, label in _AGAINST if mixed else ():
            yield Move(cls.kind, label, BONUSES, (("against", side.value),), (number, target))


def _refuse_tokens(ledger: Ledger, seat: Seat, part: Participant, n: int) -> None:
    left = available(ledger.state, seat)
    if n < 1 or left < n:
        has = phrase("{player} has {tokens} to spend.", player=seat.name, tokens=tokens(left))
        raise Refused("NOT_ENOUGH_TOKENS", has)
    if seat.is_gm:
        _refuse_gm_tokens(ledger, seat, part, n)


def _refuse_gm_tokens(ledger: Ledger, seat: Seat, part: Participant, n: int) -> None:
    """So many a round, and so many on one card (PTA-41, PTA-42, R-29)."""
    state, conflict = ledger.state, ledger.conflict
    if not ledger.rules.gm_may_boost_players and not is_gm_part(ledger, part):
        raise Refused("OPTION_OFF", phrase("The GM adds nothing to players' cards at this table."))
    limit, spent = gm_limit(state, conflict), gm_spent(state, conflict)
    if spent + n > limit:
        used = phrase("The GM has spent {spent} of {tokens} this round.", spent=number(spent), tokens=tokens(limit))
        raise Refused("GM_ROUND_LIMIT", used)
    cap = gm_card_cap(state, conflict)
    if cap is not None and gm_tokens_on(conflict, part.name, seat.name) + n > cap:
        raise Refused("GM_CARD_LIMIT", phrase("The GM may add {tokens} to one card.", tokens=tokens(cap)))


def _against(ledger: Ledger, part: Participant, said: str | None) -> Against | None:
    """Tells whom a token is meant against, where the target faces both (PTA-43, R-38)."""
    classes = classes_facing(ledger.conflict, part.name, ledger.gm)
    if not said:
        if len(classes) > 1 and ledger.rules.mixed_opposition == "ask":
            raise Refused("AMBIGUOUS", phrase("Against the GM or against players?"))
        return None
    wanted = next((each for each in Against if each == plain(said)), None)
    if wanted is None:
        rival = find_part(ledger.state, ledger.conflict, said)
        wanted = Against.GM if is_gm_part(ledger, rival) else Against.PLAYERS
    if wanted not in classes:
        no_gm = phrase("{name} does not oppose the GM here.", name=part.name)
        no_players = phrase("{name} does not oppose players here.", name=part.name)
        raise Refused("NO_SUCH_OPPOSITION", no_gm if wanted is Against.GM else no_players)
    return wanted


class WithdrawBonus(SeatCommand):
    """Take the speaker's latest bonus off a card, where the house allows it (R-88)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.CARDS,)
    talk: ClassVar[Talk] = Talk(confirm="Take the latest bonus back, {player}?")
    target: StakeName | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        """Take the latest own bonus off a card, where the house allows it (PTA-36, R-88)."""
        if not ledger.rules.bonus_withdrawal:
            raise Refused("OPTION_OFF", phrase("Bonuses cannot be moved."))
        slot = slot_to_boost(ledger, who, self.target)
        own = [bonus for bonus in slot.bonuses if bonus.source == who]
        if not own:
            nothing = phrase("{player} has no bonus on {name}'s card.", player=who, name=slot.part)
            raise Refused("NOT_ENOUGH_TOKENS", nothing)
        give_back(ledger, slot.part, own[-1])

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        yield Move(cls.kind, phrase("Take back your latest bonus"), BONUSES, fields=(_on_whose_card(state, who),))


def take_off(ledger: Ledger, slot: Slot) -> None:
    """All bonuses of a card go back to where they came from."""
    for bonus in slot.bonuses:
        give_back(ledger, slot.part, bonus)


def give_back(ledger: Ledger, part: str, bonus: Bonus) -> None:
    """One bonus goes back: a token to its source, a trait with its mark."""
    if bonus.kind is BonusKind.TOKEN:
        ledger.record(BonusWithdrawn(part, bonus))
        move_tokens(ledger, f"card:{part}", f"seat:{bonus.source}", 1, Cause.REFUND)
        return
    protagonist = ledger.seat(bonus.source).protagonist
    traits = protagonist.traits if protagonist is not None else ()
    marks = next((trait.marks for trait in traits if trait.label == bonus.trait), 1)
    ledger.record(TraitRefunded(bonus.source, bonus.trait or "", part, marks - 1))


_AGAINST = (
    (Against.GM, phrase("Add tokens against the GM")),
    (Against.PLAYERS, phrase("Add tokens against players")),
)


def _with_card(state: State, who: str) -> tuple[Participant, ...]:
    """Participants whose card is down, the own ones first, the GM's last."""
    conflict, gm = running(state), state.gm.name
    laid = (part for part in conflict.participants if conflict.slot(part.name) is not None)
    return tuple(sorted(laid, key=lambda part: (part.seat != who, part.seat == gm)))


def _on_whose_card(state: State, who: str) -> Field:
    return Field("target", phrase("On whose card"), "choice", parts_of(_with_card(state, who)))


def _as_many(state: State, who: str) -> Field:
    """As many tokens as this person may still lay this round (PTA-41)."""
    seat, conflict = known_seat(state, who), running(state)
    free = available(state, seat)
    most = min(free, gm_limit(state, conflict) - gm_spent(state, conflict)) if seat.is_gm else free
    return Field("n", TOKENS, "number", least=1, most=max(1, most))
