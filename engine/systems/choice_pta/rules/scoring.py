"""From cards turned up to a strict order, and what follows (PTA-45 to PTA-48, PTA-67 to PTA-71, PTA-84 to PTA-90)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.common.values import Changes, changed
from engine.common.words import InWords, Names, counted, listed, number
from engine.phrase import Phrase, capital, joined, phrase, sentence, template, verbatim
from engine.systems.choice_pta.cards import Card, spoken
from engine.systems.choice_pta.derived import active_parts, winners_of
from engine.systems.choice_pta.entities import Conflict, PartOutcome, RoundRecord
from engine.systems.choice_pta.fold import known_part, known_slot, running, with_conflict, with_part, with_slot
from engine.systems.choice_pta.house_rules import HouseRules
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.messages import Batch, Event, Remark
from engine.systems.choice_pta.ranking import (
    Tie,
    all_outcomes,
    card_order,
    fate_groups,
    open_standing_ties,
    open_ties,
    standings,
)
from engine.systems.choice_pta.rules.hands import GM_DECK, draw, refill_hands
from engine.systems.choice_pta.rules.narration import open_narration
from engine.systems.choice_pta.rules.tokens import settle_tokens
from engine.systems.choice_pta.stakes import has_opposition, opposing_pairs
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import CardPlace, FateRule, Phase, Purpose, Result, Status
from engine.types import Spoken

Wanted = tuple[str, Purpose]


def wanted_cards(state: State) -> tuple[Wanted, ...]:
    """Real cards that have to be read out now (rules 2.4); none when the app deals."""
    conflict = state.conflict
    if state.is_virtual or conflict is None:
        return ()
    if conflict.sacrifice is not None:
        return ((conflict.sacrifice, Purpose.SACRIFICE),)
    if conflict.phase is Phase.FINAL_NARRATION:
        return _parts_of(open_standing_ties(conflict, state.house_rules))
    if conflict.phase is not Phase.REVEALED or conflict.order:
        return ()
    unread = tuple((slot.part, Purpose.PLAYED) for slot in conflict.slots if slot.card is None)
    return unread or _parts_of(open_ties(conflict, state.house_rules, state.gm.name))


def _parts_of(ties: tuple[Tie, ...]) -> tuple[Wanted, ...]:
    return tuple((part, tie.purpose) for tie in ties for part in tie.parts)


def newly_wanted(batch: Batch) -> Iterator[Spoken]:
    """Real cards that have to be read out since this batch."""
    before = wanted_cards(batch.before)
    new = [each for each in wanted_cards(batch.after) if each not in before]
    if new:
        yield declare_cards(new)


def declare_cards(cards: list[Wanted]) -> Spoken:
    """Asks for cards to be read out, or drawn and read out."""
    names = listed(part for part, _ in cards)
    if cards[0][1] is Purpose.PLAYED:
        return Spoken(phrase("Reveal your cards and read them out: {names}.", names=names), 3)
    if cards[0][1] is Purpose.SACRIFICE:
        return Spoken(phrase("{names}: draw the top card and read it out.", names=names), 3)
    return Spoken(phrase("A tie. {names}: draw one card each and read it out.", names=capital(names)), 3)


_MOST_IN_WORDS = 20
"""Totals are said in words, all of them or none."""


class TieDrawn(Event):
    """Equal cards drew one more each (PTA-17, PTA-84); `parts` and `draws` go together."""

    undoable: ClassVar[bool] = False
    uncovers: ClassVar[bool] = True
    parts: tuple[str, ...]
    draws: tuple[Card, ...]
    purpose: Purpose

    def apply(self, state: State) -> Changes:
        conflict = running(state)
        for part, card in zip(self.parts, self.draws, strict=True):
            conflict = changed(conflict, **drawn(conflict, part, card, self.purpose))
        return {"conflict": conflict}

    def sentence(self) -> Phrase:
        draws = zip(self.parts, self.draws, strict=False)
        drew = joined((phrase("{name} drew the {card}", name=name, card=spoken(card)) for name, card in draws), ", ")
        if self.purpose is Purpose.FATE:
            return phrase("The Hand of Fate: {drew}", drew=drew)
        return phrase("A tie: {drew}", drew=drew)

    def aloud(self) -> Spoken | None:
        return None if self.purpose is Purpose.FATE else Spoken(sentence(self.sentence()), 2)


def drawn(conflict: Conflict, part: str, card: Card, purpose: Purpose) -> Changes:
    """A card that was read out or drawn, in its place."""
    if purpose is Purpose.PLAYED:
        return {"slots": with_slot(conflict, part, card=card, face_up=True)}
    if purpose is Purpose.TIE:
        return {"slots": with_slot(conflict, part, ties=(*known_slot(conflict, part).ties, card))}
    if purpose is Purpose.FATE:
        return {"slots": with_slot(conflict, part, fates=(*known_slot(conflict, part).fates, card))}
    if purpose is Purpose.STANDING:
        found = conflict.part(part)
        draws = found.tie_draws if found is not None else ()
        return {"participants": with_part(conflict, part, tie_draws=(*draws, card))}
    return {}


def deck_to_draw_from(state: State, part: str, purpose: Purpose) -> str:
    """Deck of a card drawn for this participant (R-8, R-84)."""
    conflict = state.conflict
    owner = state.seat(known_part(conflict, part).seat) if conflict is not None else None
    own = owner.deck if owner is not None else GM_DECK
    if purpose is Purpose.SACRIFICE or state.house_rules.tie_draw_deck == "own":
        return own
    return state.gm.deck if state.house_rules.tie_draw_deck == "gm" else state.players[0].deck


def draw_ties(ledger: Ledger, ties: tuple[Tie, ...]) -> None:
    """One open card for each tied participant (PTA-17)."""
    for tie in ties:
        cards: list[Card] = []
        for part in tie.parts:
            cards += draw(ledger, deck_to_draw_from(ledger.state, part, tie.purpose), 1)
        ledger.record(TieDrawn(tie.parts, tuple(cards), tie.purpose))


@dataclass(frozen=True, slots=True)
class FatePair:
    """Two opponents whom fate told apart."""

    winner: str
    loser: str


@dataclass(frozen=True, slots=True)
class Pile:
    """Victory cards of one participant."""

    part_id: str
    cards: tuple[Card, ...]


class FateTriggered(Event):
    """The Hand of Fate decided among opponents (PTA-85)."""

    parts: tuple[str, ...]
    pairs: tuple[FatePair, ...]

    def apply(self, state: State) -> Changes:
        conflict = running(state)
        losers = tuple(dict.fromkeys(pair.loser for pair in self.pairs))
        for name in losers:
            conflict = changed(conflict, slots=with_slot(conflict, name, forced_loss=True))
            part = conflict.part(name)
            if conflict.is_extended and part is not None:
                losses = part.fate_losses + 1
                conflict = changed(conflict, participants=with_part(conflict, name, fate_losses=losses))
                if losses == 1:
                    conflict = changed(conflict, choosing=(*conflict.choosing, name))
        return {"conflict": conflict}

    def sentence(self) -> Phrase:
        pairs = (phrase("{winner} over {loser}", winner=pair.winner, loser=pair.loser) for pair in self.pairs)
        return phrase("Hand of Fate: {pairs}", pairs=joined(pairs, ", "))

    def aloud(self) -> Spoken:
        pairs = listed(phrase("{winner} over {loser}", winner=pair.winner, loser=pair.loser) for pair in self.pairs)
        return Spoken(phrase("Hand of Fate! {pairs}.", pairs=capital(pairs)), 3)


class ParticipantDestroyed(Event):
    """Lost to fate twice: gone for good (PTA-90)."""

    told: ClassVar[str] = template("{part_id} is destroyed")
    said: ClassVar[str] = template("{part_id} is destroyed.")
    weight: ClassVar[int] = 3
    part_id: str

    def apply(self, state: State) -> Changes:
        conflict = running(state)
        parts = with_part(conflict, self.part_id, status=Status.DESTROYED, fell_in=conflict.round_no)
        return with_conflict(state, participants=parts)


class OrderDecided(Event):
    """The strict ranking of the cards and what it means for the stakes (PTA-45, PTA-46)."""

    order: tuple[str, ...]
    totals: tuple[int, ...]
    outcomes: tuple[PartOutcome, ...]
    winner: str

    def apply(self, state: State) -> Changes:
        conflict = running(state)
        record = RoundRecord(conflict.round_no, self.order, self.totals)
        return with_conflict(
            state,
            order=self.order,
            last_order=self.order,
            outcomes=self.outcomes,
            rounds=(*conflict.rounds, record),
        )

    def sentence(self) -> Phrase:
        places = zip(self.order, self.totals, strict=False)
        order = joined((phrase("{name} {total}", name=name, total=total) for name, total in places), ", ")
        return phrase("Order: {order}", order=order)

    def aloud(self) -> Spoken:
        said = number if max(self.totals, default=0) <= _MOST_IN_WORDS else verbatim
        places = zip(self.order, self.totals, strict=True)
        worth = (phrase("{name} {total}", name=name, total=said(total)) for name, total in places)
        return Spoken(sentence(joined(worth, ", ")), 2)


class RoundScored(Event):
    """Tells who keeps a victory card (PTA-67)."""

    winners: tuple[str, ...]
    losers: tuple[str, ...]
    piles: tuple[Pile, ...]

    def apply(self, state: State) -> Changes:
        conflict = running(state)
        for name in self.winners:
            part, slot = conflict.part(name), known_slot(conflict, name)
            if part is not None and slot.card is not None:
                pile = (*part.pile, slot.card)
                slots = with_slot(conflict, name, result=Result.WON, place=CardPlace.PILE)
                conflict = changed(conflict, slots=slots, participants=with_part(conflict, name, pile=pile))
        for name in self.losers:
            conflict = changed(conflict, slots=with_slot(conflict, name, result=Result.LOST))
        *before, record = conflict.rounds
        return {"conflict": changed(conflict, rounds=(*before, changed(record, winners=self.winners)))}

    def sentence(self) -> Phrase:
        if not self.winners:
            return phrase("Nobody won a victory card")
        return phrase("{names} won a victory card", names=listed(self.winners))

    def aloud(self) -> Spoken | None:
        """Tells who won one, if anybody did (N13)."""
        if not self.winners:
            return None
        return Spoken(phrase("A victory card for {names}.", names=listed(self.winners)), 2)


class GoalReached(Remark):
    """Piles that ended the fight (PTA-68)."""

    told: ClassVar[str] = template("{parts} reached the victory goal")
    said: ClassVar[str] = template("{parts} reached {goal}. Final narration.")
    weight: ClassVar[int] = 3
    parts: Names
    goal: InWords


class StandingsChanged(Event):
    """Piles as they rank now (PTA-71)."""

    standings: tuple[str, ...]
    piles: tuple[Pile, ...]
    outcomes: tuple[PartOutcome, ...]

    def apply(self, state: State) -> Changes:
        return with_conflict(state, outcomes=self.outcomes)

    def sentence(self) -> Phrase:
        piles = {pile.part_id: len(pile.cards) for pile in self.piles}
        told = (
            phrase("{name} {cards}", name=name, cards=counted(piles.get(name, 0), "card", "cards"))
            for name in self.standings
        )
        return phrase("Standings: {standings}", standings=joined(told, ", "))

    def aloud(self) -> Spoken | None:
        """Everybody in order, and who is ahead (N14)."""
        if not self.standings:
            return None
        told, first = joined(self.standings, ", "), self.standings[0]
        return Spoken(phrase("Standings: {standings}. Ahead: {name}.", standings=told, name=first), 2)


def resolve(ledger: Ledger) -> None:
    """Break ties, decide the order, and score as far as nobody has to choose."""
    rules, gm = ledger.rules, ledger.gm
    while ties := open_ties(ledger.conflict, rules, gm):
        if not ledger.state.is_virtual:
            return
        draw_ties(ledger, ties)
    order = card_order(ledger.conflict, rules, gm)
    for group in fate_groups(ledger.conflict, rules, gm):
        ledger.record(FateTriggered(group, fate_pairs(ledger.conflict, order, group, gm)))
    _decide(ledger, order)
    for part in ledger.conflict.participants:
        slot = ledger.conflict.slot(part.name)
        if part.fate_losses > 1 and slot is not None and slot.forced_loss:
            ledger.record(ParticipantDestroyed(part.name))
    if not ledger.conflict.choosing:
        score(ledger)


def fate_pairs(conflict: Conflict, order: tuple[str, ...], group: tuple[str, ...], gm: str) -> tuple[FatePair, ...]:
    """Opponents inside a group, the higher one first (PTA-85)."""
    ranked = tuple(part for part in order if part in group)
    return tuple(FatePair(winner, loser) for winner, loser in opposing_pairs(conflict, ranked, gm))


def _decide(ledger: Ledger, order: tuple[str, ...]) -> None:
    conflict = changed(ledger.conflict, order=order)
    totals = tuple(slot.total for part in order if (slot := conflict.slot(part)) is not None)
    outcomes = all_outcomes(conflict, ledger.rules, ledger.gm)
    ledger.record(OrderDecided(order, totals, outcomes, order[0]))


def score(ledger: Ledger) -> None:
    """Victory cards, goal and the narration that follows (PTA-67 to PTA-70)."""
    conflict = ledger.conflict
    if not conflict.is_extended:
        if ledger.rules.simple_settle == "on_reveal":
            settle_tokens(ledger)
        open_narration(ledger, Phase.NARRATION)
        return
    winners = round_winners(conflict, ledger.rules, ledger.gm)
    losers = tuple(part for part in conflict.order if part not in winners)
    ledger.record(RoundScored(winners, losers, _piles_after(conflict, winners)))
    goal = conflict.goal or 0
    reached = tuple(part.name for part in active_parts(ledger.conflict) if len(part.pile) >= goal)
    if reached:
        ledger.record(GoalReached(reached, goal))
    if reached or _is_over(ledger):
        enter_final(ledger)
    else:
        open_narration(ledger, Phase.ROUND_NARRATION)


def _is_over(ledger: Ledger) -> bool:
    """True if nobody is left to fight or to oppose (PTA-70, R-85)."""
    left = len(active_parts(ledger.conflict))
    if not ledger.rules.early_end:
        return left == 0
    return left < 2 or not has_opposition(ledger.conflict, ledger.gm)


def round_winners(conflict: Conflict, rules: HouseRules, gm: str) -> tuple[str, ...]:
    """The better half less those fate struck down (PTA-67, PTA-87, R-80, R-81)."""
    places, struck = winners_of(len(conflict.order)), {slot.part for slot in conflict.slots if slot.forced_loss}
    if rules.fate_vacated_slot == "promote_next":
        winners = tuple(part for part in conflict.order if part not in struck)[:places]
    else:
        winners = tuple(part for part in conflict.order[:places] if part not in struck)
    if rules.fate_winner_gets_card and conflict.options.hand_of_fate is not FateRule.OFF:
        favoured = {
            pair.winner
            for group in fate_groups(conflict, rules, gm)
            for pair in fate_pairs(conflict, conflict.order, group, gm)
        }
        winners += tuple(part for part in conflict.order if part in favoured - struck and part not in winners)
    return winners


def _piles_after(conflict: Conflict, winners: tuple[str, ...]) -> tuple[Pile, ...]:
    """Piles as they are once the winners have kept their cards."""
    piles = []
    for part in active_parts(conflict):
        slot = conflict.slot(part.name)
        won = (slot.card,) if part.name in winners and slot is not None and slot.card is not None else ()
        piles.append(Pile(part.name, part.pile + won))
    return tuple(piles)


def enter_final(ledger: Ledger) -> None:
    """Settle the last round and rank the piles (PTA-53, PTA-68, PTA-71)."""
    settle_tokens(ledger)
    refill_hands(ledger)
    open_narration(ledger, Phase.FINAL_NARRATION)
    rank_piles(ledger)


def rank_piles(ledger: Ledger) -> None:
    """Say how the piles stand; equal ones draw first where the house wants that (PTA-71, PTA-74, R-66)."""
    while ties := open_standing_ties(ledger.conflict, ledger.rules):
        if not ledger.state.is_virtual:
            break
        draw_ties(ledger, ties)
    conflict = ledger.conflict
    order = standings(conflict, ledger.rules)
    piles = tuple(Pile(name, known_part(conflict, name).pile) for name in order)
    outcomes = all_outcomes(conflict, ledger.rules, ledger.gm)
    ledger.record(StandingsChanged(order, piles, outcomes))
