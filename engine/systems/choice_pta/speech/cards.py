"""Sentences about stakes, cards going down, the reveal, ties and fate."""

from collections.abc import Iterator

from engine.common.words import listed, number
from engine.phrase import EMPTY, capital, joined, phrase, sentence
from engine.systems.choice_pta import events as ev
from engine.systems.choice_pta.cards import spoken
from engine.systems.choice_pta.derived import without_card
from engine.systems.choice_pta.describe import describe
from engine.systems.choice_pta.resolving import wanted_cards
from engine.systems.choice_pta.speech.batch import Batch
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import Kind, Mode, Phase, Purpose
from engine.types import Spoken

_DETAILS = (
    *(ev.StakeSet, ev.StakeDropped, ev.OppositionSet, ev.TraitSpent, ev.TraitRefunded),
    *(ev.TokensCommitted, ev.CardRetracted),
)


def stakes(batch: Batch) -> Iterator[Spoken]:
    """A conflict opens, its stakes are named."""
    if called := batch.first(ev.ConflictCalled):
        extended, simple = phrase("An extended conflict."), phrase("A conflict.")
        kind = extended if called.conflict is Kind.EXTENDED else simple
        yield Spoken(joined((kind, phrase("What is at stake?"))), 3)
    for event in batch.events:
        if isinstance(event, _DETAILS):
            yield Spoken(describe(event), 1)
    yield from batch.aloud()
    if batch.first(ev.ConflictCancelled):
        yield Spoken(phrase("The conflict is called off."), 2)


def going_down(batch: Batch) -> Iterator[Spoken]:
    """Who has played how; what is still missing; cards said aloud by mistake (SEC-3)."""
    for warned in batch.all(ev.SecrecyWarning):
        warning = phrase("{player}, no cards aloud before the reveal.", player=warned.seat)
        instead = phrase("Use a code word or your own page.") if batch.after.is_virtual else EMPTY
        yield Spoken(joined((warning, instead)), 3)
    for pending in batch.all(ev.CardPickPending):
        player, name = pending.seat, pending.part_id
        yield Spoken(phrase("{player}, pick a card for {name} on your own page.", player=player, name=name), 2)
    for committed in batch.all(ev.CardCommitted):
        name, unseen = committed.part_id, committed.mode is Mode.CHANCE
        yield Spoken(phrase("{name} by chance.", name=name) if unseen else phrase("{name} by choice.", name=name), 1)
        conflict = batch.after.conflict
        if conflict is not None and not without_card(conflict):
            yield Spoken(phrase("All cards are down. Any bonuses? Then reveal."), 2)


def wanted(batch: Batch) -> Iterator[Spoken]:
    """A round opens: who plays a card now."""
    if opened := batch.first(ev.RoundOpened):
        later = phrase("Round {number}.", number=number(opened.round_no)) if opened.round_no > 1 else EMPTY
        yield Spoken(joined((later, phrase("Cards, please: {names}.", names=listed(opened.active)))), 3)


def revealed(batch: Batch) -> Iterator[Spoken]:
    """What the cards were worth, and how ties fell."""
    for tie in batch.all(ev.TieDrawn):
        if tie.purpose is not Purpose.FATE:
            yield Spoken(describe(tie), 2)
    decided = batch.first(ev.OrderDecided)
    if decided is None:
        return
    places = zip(decided.order, decided.totals, strict=True)
    worth = (phrase("{name} {total}", name=name, total=number(total)) for name, total in places)
    yield Spoken(sentence(joined(worth, ", ")), 2)
    for fate in batch.all(ev.FateTriggered):
        pairs = listed(phrase("{winner} over {loser}", winner=pair.winner, loser=pair.loser) for pair in fate.pairs)
        yield Spoken(phrase("Hand of Fate! {pairs}.", pairs=capital(pairs)), 3)


def declarations(batch: Batch) -> Iterator[Spoken]:
    """Real cards to be read out, and ties among them."""
    for declared in batch.all(ev.CardDeclared):
        yield Spoken(phrase("{name}: {card}.", name=declared.part_id, card=spoken(declared.card)), 1)
    new = [each for each in wanted_cards(batch.after) if each not in wanted_cards(batch.before)]
    if new:
        yield declare_cards(batch.after, new)


def declare_cards(state: State, cards: list[tuple[str, Purpose]]) -> Spoken:
    """Asks for cards to be read out, or drawn and read out."""
    names = listed(part for part, _ in cards)
    if cards[0][1] is Purpose.PLAYED:
        return Spoken(phrase("Cards up. Read them out: {names}.", names=names), 3)
    if cards[0][1] is Purpose.SACRIFICE:
        return Spoken(phrase("{names}: draw the top card and read it out.", names=names), 3)
    return Spoken(phrase("A tie. {names}: draw one card each and read it out.", names=capital(names)), 3)


def fates(batch: Batch) -> Iterator[Spoken]:
    """What becomes of those who lost to fate."""
    for destroyed in batch.all(ev.ParticipantDestroyed):
        yield Spoken(phrase("{name} is destroyed.", name=destroyed.part_id), 3)
    for out in batch.all(ev.ParticipantEliminated):
        yield Spoken(phrase("{name} is out of the fight.", name=out.part_id), 2)
    for harmed in batch.all(ev.ParticipantHarmed):
        yield Spoken(phrase("{name} fights on, harmed.", name=harmed.part_id), 2)
    conflict = batch.after.conflict
    known = batch.before.conflict.choosing if batch.before.conflict is not None else ()
    if conflict is not None and conflict.phase is Phase.REVEALED:
        for part in conflict.choosing:
            if part not in known:
                yield fate_question(part)


def fate_question(part: str) -> Spoken:
    """Asks what the owner of a first fate loss chooses."""
    return Spoken(phrase("{name}: out of the fight, or fight on harmed?", name=part), 3)
