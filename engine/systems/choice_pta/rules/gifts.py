"""Victory cards given, and last gifts (PTA-73 to PTA-77, PTA-92, PTA-93)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import Worded, listed, number
from engine.offers import choice
from engine.phrase import phrase, template
from engine.systems.choice_pta.cards import Card, parse_card, spoken
from engine.systems.choice_pta.choices import VICTORY, parts_of
from engine.systems.choice_pta.entities import Conflict, Participant, PartOutcome
from engine.systems.choice_pta.fields import CardName, StakeName
from engine.systems.choice_pta.fold import known_part, running, with_conflict, with_part
from engine.systems.choice_pta.guards import is_gm_part, own_part, which
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.messages import Batch, Event, SeatCommand
from engine.systems.choice_pta.naming import find_part
from engine.systems.choice_pta.ranking import outcome_of
from engine.systems.choice_pta.rules.hands import draw
from engine.systems.choice_pta.rules.narration import NarrationReopened
from engine.systems.choice_pta.rules.scoring import StandingsChanged, rank_piles
from engine.systems.choice_pta.stakes import opposes
from engine.systems.choice_pta.state import State, without
from engine.systems.choice_pta.vocabulary import Phase, Status, Turn
from engine.types import Spoken


class VictoryCardGiven(Event):
    """A victory card changed its pile (PTA-73, PTA-92)."""

    told: ClassVar[str] = template("{from_} gave {to} the {card}")
    said: ClassVar[str] = template("{from_} gives {to} the {card}.")
    weight: ClassVar[int] = 1
    taken_back: ClassVar[str] = template("{whose_from_} gift to {to}")
    from_: str
    to: str
    card: Annotated[Card, Worded(spoken)]

    def apply(self, state: State) -> Changes:
        conflict = running(state)
        giver = known_part(conflict, self.from_)
        received = without(giver.received, [self.card]) if self.card in giver.received else giver.received
        pile = without(giver.pile, [self.card])
        parts = with_part(conflict, self.from_, pile=pile, received=received, gift_made=True)
        return {"conflict": _received(changed(conflict, participants=parts), self.to, self.card)}


def _received(conflict: Conflict, name: str, card: Card) -> Conflict:
    part = known_part(conflict, name)
    parts = with_part(conflict, name, pile=(*part.pile, card), received=(*part.received, card))
    return changed(conflict, participants=parts)


def after_gifts(batch: Batch) -> Iterator[Spoken]:
    """Tells whose place a gift has changed, and what its giver does with it (N15, N16)."""
    standing = batch.last(StandingsChanged)
    order = standing.standings if standing is not None else ()
    for reopened in batch.all(NarrationReopened):
        if reopened.part_id in order:
            name, place = reopened.part_id, number(order.index(reopened.part_id) + 1)
            yield Spoken(phrase("{name}: up to place {place}, and free to revise.", name=name, place=place), 2)
    for given in batch.all(VictoryCardGiven):
        yield Spoken(phrase("{name}, work that help into your narration.", name=given.from_), 2)


class GiveVictoryCard(SeatCommand):
    """Pass a victory card on (PTA-73, PTA-92).

    Attributes:
        from_: Giver; the speaker's only participant when None.
        card: As said ("ten", "the king of clubs"); the only one when empty.
    """

    talk: ClassVar[Talk] = Talk(confirm="A victory card for {to}?")
    phases: ClassVar[tuple[Phase, ...]] = (Phase.FINAL_NARRATION,)
    from_: StakeName | None = None
    to: StakeName
    card: CardName = ""

    def decide(self, ledger: Ledger, who: str) -> None:
        """Pass one victory card on; a destroyed participant may pass on all (PTA-73 to PTA-77, PTA-92)."""
        giver = _giver(ledger, who, self.from_, self.card)
        _refuse_giver(ledger, giver)
        card = _card_of(ledger, giver, self.card)
        to = _receiver(ledger, giver, self.to)
        before = outcome_of(ledger.conflict, to.name, ledger.rules, ledger.gm)
        ledger.record(VictoryCardGiven(giver.name, to.name, card))
        rank_piles(ledger)
        reopen(ledger, to.name, before)


def reopen(ledger: Ledger, name: str, before: PartOutcome) -> None:
    """Whoever has told already may amend it when a gift changed how their stake stands (PTA-75)."""
    part = known_part(ledger.conflict, name)
    told = part.turn in (Turn.DONE, Turn.PASSED)
    if told and outcome_of(ledger.conflict, name, ledger.rules, ledger.gm) != before:
        ledger.record(NarrationReopened(name, "gift"))


def _giver(ledger: Ledger, who: str, said: str | None, card: str) -> Participant:
    """The own participant that gives; of several, the only one that has such a card."""
    own = ledger.conflict.parts_of(who)
    if said or len(own) < 2:
        return own_part(ledger, who, said)
    having = [part for part in own if _fitting(part, card)]
    if len(having) != 1:
        raise which(own)
    return having[0]


def _refuse_giver(ledger: Ledger, giver: Participant) -> None:
    """One gift each, before the own narration is over (PTA-73, R-68, R-70)."""
    if giver.status is Status.ELIMINATED:
        raise Refused("NOT_ACTIVE", phrase("{name} is out of this conflict.", name=giver.name))
    if giver.status is Status.DESTROYED:
        return
    if giver.gift_made:
        raise Refused("GIFT_ALREADY_MADE", phrase("{name} has already given a card.", name=giver.name))
    if giver.told or (giver.passed and not ledger.rules.gift_after_pass):
        over = phrase("{name}'s turn is over; cards are given before or during it.", name=giver.name)
        raise Refused("ALREADY_NARRATED", over)
    if ledger.rules.gift_phase == "before_narration" and ledger.conflict.entries:
        raise Refused("ALREADY_NARRATED", phrase("Cards are given before anybody narrates."))


def _fitting(part: Participant, said: str) -> list[Card]:
    named = parse_card(said) if said.strip() else None
    if said.strip() and named is None:
        return []
    if named is None:
        return list(part.pile)
    rank, suit = named
    return [card for card in part.pile if card.rank == rank and suit in (None, card.suit)]


def _card_of(ledger: Ledger, giver: Participant, said: str) -> Card:
    """The card meant, from the giver's own pile (R-67)."""
    cards = [card for card in _fitting(giver, said) if ledger.rules.regift or card not in giver.received]
    if not cards:
        raise Refused("NO_SUCH_VICTORY_CARD", phrase("{name} has no such victory card.", name=giver.name))
    if len({(card.rank, card.suit) for card in cards}) > 1:
        raise Refused("AMBIGUOUS", phrase("Say which card: {cards}.", cards=listed(map(spoken, cards), "or")))
    return cards[0]


def _receiver(ledger: Ledger, giver: Participant, said: str) -> Participant:
    """Tells who gets it: anybody active, players only from a destroyed giver (PTA-73, PTA-92, R-71, R-84)."""
    to = find_part(ledger.state, ledger.conflict, said)
    rules = ledger.rules
    limit = rules.sacrifice_target if giver.status is Status.DESTROYED else rules.gift_target
    rival = limit == "allies" and opposes(ledger.conflict, giver.name, to.name, ledger.gm)
    barred = limit == "players" and is_gm_part(ledger, to)
    if to == giver or to.status is not Status.ACTIVE or rival or barred:
        refused = phrase("{name} cannot give a card to {other}.", name=giver.name, other=to.name)
        raise Refused("BAD_GIFT_TARGET", refused)
    return to


class SacrificePromised(Event):
    """A real card off the deck is to be read out for somebody (PTA-93)."""

    told: ClassVar[str] = template("{from_} makes a last gift to {to}")
    taken_back: ClassVar[str] = template("{whose_from_} last gift")
    from_: str
    to: str

    def apply(self, state: State) -> Changes:
        return with_conflict(state, sacrifice=self.from_, sacrifice_to=self.to)


class SacrificeCardGiven(Event):
    """A card off the deck became somebody's victory card (PTA-93)."""

    undoable: ClassVar[bool] = False
    told: ClassVar[str] = template("{from_} gave {to} the {card} as a last gift")
    said: ClassVar[str] = template("{to} gets the {card}.")
    weight: ClassVar[int] = 2
    from_: str
    to: str
    card: Annotated[Card, Worded(spoken)]

    def apply(self, state: State) -> Changes:
        conflict = running(state)
        parts = with_part(conflict, self.from_, gift_made=True)
        given = changed(conflict, participants=parts, sacrifice=None, sacrifice_to=None)
        return {"conflict": _received(given, self.to, self.card)}


class GiveRandomCard(SeatCommand):
    """A destroyed participant without cards gives one off the deck (PTA-93)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.FINAL_NARRATION,)
    talk: ClassVar[Talk] = Talk(confirm="An unseen card from {from} to {to}?")
    from_: StakeName | None = None
    to: StakeName

    def decide(self, ledger: Ledger, who: str) -> None:
        """A destroyed participant without cards gives one off the deck (PTA-93, R-84)."""
        destroyed = [part for part in ledger.conflict.parts_of(who) if part.status is Status.DESTROYED]
        alone = destroyed[0] if not self.from_ and len(destroyed) == 1 else None
        giver = alone or own_part(ledger, who, self.from_)
        if giver.status is not Status.DESTROYED:
            raise Refused("NOT_DESTROYED", phrase("{name} is not destroyed.", name=giver.name))
        if giver.pile:
            raise Refused("PILE_NOT_EMPTY", phrase("{name} still has victory cards to give.", name=giver.name))
        if giver.gift_made or ledger.conflict.sacrifice is not None:
            raise Refused("GIFT_ALREADY_MADE", phrase("{name} has made the last gift.", name=giver.name))
        to = _receiver(ledger, giver, self.to)
        if not ledger.state.is_virtual:
            ledger.record(SacrificePromised(giver.name, to.name))
            return
        before = outcome_of(ledger.conflict, to.name, ledger.rules, ledger.gm)
        card = draw(ledger, ledger.seat(giver.seat).deck, 1)[0]
        ledger.record(SacrificeCardGiven(giver.name, to.name, card))
        rank_piles(ledger)
        reopen(ledger, to.name, before)


def giving(conflict: Conflict, part: Participant) -> Iterator[Move]:
    """One victory card each, all of a destroyed participant's, or one off the deck (PTA-73, PTA-92, PTA-93)."""
    given = (("from", part.name),)
    to = Field("to", phrase("To whom"), "choice", parts_of(conflict.participants))
    if part.pile:
        own_first = sorted(part.pile, key=lambda card: card in part.received)
        names = dict.fromkeys(map(spoken, own_first))
        card = choice("card", phrase("Which card"), ((str(name), name) for name in names))
        label = phrase("Give away a victory card of {name}", name=part.name)
        yield Move(GiveVictoryCard.kind, label, VICTORY, given, (to, card))
    if part.status is Status.DESTROYED:
        label = phrase("Give the last gift of {name}", name=part.name)
        yield Move(GiveRandomCard.kind, label, VICTORY, given, (to,))
