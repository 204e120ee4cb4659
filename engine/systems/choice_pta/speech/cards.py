"""Sentences about stakes, cards going down, the reveal, ties and fate."""

from collections.abc import Iterator

from engine.common.words import listed, number, sentence
from engine.systems.choice_pta import events as ev
from engine.systems.choice_pta.cards import spoken
from engine.systems.choice_pta.derived import without_card
from engine.systems.choice_pta.describe import describe
from engine.systems.choice_pta.resolving import wanted_cards
from engine.systems.choice_pta.speech.batch import Batch
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import Kind, Phase, Purpose
from engine.types import Spoken

_DETAILS = (
    *(ev.StakeSet, ev.StakeDropped, ev.OppositionSet, ev.TraitSpent, ev.TraitRefunded),
    *(ev.TokensCommitted, ev.CardRetracted),
)


def stakes(batch: Batch) -> Iterator[Spoken]:
    """A conflict opens, its stakes are named."""
    if called := batch.first(ev.ConflictCalled):
        kind = "An extended conflict" if called.conflict is Kind.EXTENDED else "A conflict"
        yield Spoken(f"{kind}. What is at stake?", 3)
    for event in batch.events:
        if isinstance(event, _DETAILS):
            yield Spoken(describe(event), 1)
    for goal in batch.all(ev.VictoryGoalSet):
        yield Spoken(f"First to {number(goal.goal)} victory cards.", 2)
    if batch.first(ev.ConflictCancelled):
        yield Spoken("The conflict is called off.", 2)


def going_down(batch: Batch) -> Iterator[Spoken]:
    """Who has played how; what is still missing; cards said aloud by mistake (SEC-3)."""
    for warned in batch.all(ev.SecrecyWarning):
        use = " Use a code word or your own page." if batch.after.is_virtual else ""
        yield Spoken(f"{warned.seat}, no cards aloud before the reveal.{use}", 3)
    for pending in batch.all(ev.CardPickPending):
        yield Spoken(f"{pending.seat}, pick a card for {pending.part_id} on your own page.", 2)
    for committed in batch.all(ev.CardCommitted):
        yield Spoken(f"{committed.part_id} by {committed.mode.value}.", 1)
        conflict = batch.after.conflict
        if conflict is not None and not without_card(conflict):
            yield Spoken("All cards are down. Any bonuses? Then reveal.", 2)


def wanted(batch: Batch) -> Iterator[Spoken]:
    """A round opens: who plays a card now."""
    if opened := batch.first(ev.RoundOpened):
        round_no = f"Round {number(opened.round_no)}. " if opened.round_no > 1 else ""
        yield Spoken(f"{round_no}Cards, please: {listed(opened.active)}.", 3)


def revealed(batch: Batch) -> Iterator[Spoken]:
    """What the cards were worth, and how ties fell."""
    for tie in batch.all(ev.TieDrawn):
        if tie.purpose is not Purpose.FATE:
            yield Spoken(describe(tie), 2)
    decided = batch.first(ev.OrderDecided)
    if decided is None:
        return
    places = zip(decided.order, decided.totals, strict=True)
    yield Spoken(sentence(", ".join(f"{part} {number(total)}" for part, total in places)), 2)
    for fate in batch.all(ev.FateTriggered):
        yield Spoken(f"Hand of Fate! {listed(f'{pair.winner} over {pair.loser}' for pair in fate.pairs)}.", 3)


def declarations(batch: Batch) -> Iterator[Spoken]:
    """Real cards to be read out, and ties among them."""
    for declared in batch.all(ev.CardDeclared):
        yield Spoken(f"{declared.part_id}: {spoken(declared.card)}.", 1)
    new = [each for each in wanted_cards(batch.after) if each not in wanted_cards(batch.before)]
    if new:
        yield declare_cards(batch.after, new)


def declare_cards(state: State, cards: list[tuple[str, Purpose]]) -> Spoken:
    """Asks for cards to be read out, or drawn and read out."""
    names = listed(part for part, _ in cards)
    if cards[0][1] is Purpose.PLAYED:
        return Spoken(f"Cards up. Read them out: {names}.", 3)
    if cards[0][1] is Purpose.SACRIFICE:
        return Spoken(f"{names}: draw the top card and read it out.", 3)
    return Spoken(f"A tie. {names}: draw one card each and read it out.", 3)


def fates(batch: Batch) -> Iterator[Spoken]:
    """What becomes of those who lost to fate."""
    for destroyed in batch.all(ev.ParticipantDestroyed):
        yield Spoken(f"{destroyed.part_id} is destroyed.", 3)
    for out in batch.all(ev.ParticipantEliminated):
        yield Spoken(f"{out.part_id} is out of the fight.", 2)
    for harmed in batch.all(ev.ParticipantHarmed):
        yield Spoken(f"{harmed.part_id} fights on, harmed.", 2)
    conflict = batch.after.conflict
    known = batch.before.conflict.choosing if batch.before.conflict is not None else ()
    if conflict is not None and conflict.phase is Phase.REVEALED:
        for part in conflict.choosing:
            if part not in known:
                yield fate_question(part)


def fate_question(part: str) -> Spoken:
    """Asks what the owner of a first fate loss chooses."""
    return Spoken(f"{part}: out of the fight, or fight on harmed?", 3)
