"""Folding facts of a conflict: stakes, cards, bonuses, reveal, closing."""

from collections.abc import Iterator
from dataclasses import replace

from engine.common.folding import Changes, Handlers
from engine.systems.choice_pta import events as ev
from engine.systems.choice_pta.cards import Card
from engine.systems.choice_pta.entities import (
    Bonus,
    Conflict,
    Opposition,
    Participant,
    RoundRecord,
    Slot,
    Trait,
)
from engine.systems.choice_pta.evolve_table import discarded, place_changes
from engine.systems.choice_pta.fold import known_seat, running, with_conflict, with_part, with_seat, with_slot
from engine.systems.choice_pta.messages import Event
from engine.systems.choice_pta.state import State, without
from engine.systems.choice_pta.vocabulary import BonusKind, CardPlace, Phase, Purpose, Result, Turn

HANDLERS: Handlers[State, Event] = Handlers()


@HANDLERS.on(ev.ConflictCalled)
def _conflict_called(state: State, event: ev.ConflictCalled) -> Changes:
    number = state.conflict_count + 1
    scene = state.scene
    return {
        "conflict": Conflict(number, event.conflict, event.called_by, goal=event.goal),
        "conflict_count": number,
        "scene": None if scene is None else replace(scene, conflicts=scene.conflicts + 1),
    }


@HANDLERS.on(ev.StakeSet)
def _stake_set(state: State, event: ev.StakeSet) -> Changes:
    conflict = running(state)
    known = conflict.part(event.part_id)
    if known is None:
        turn = Turn.WAITING if conflict.phase is Phase.STAKES else Turn.DONE
        part = Participant(event.part_id, event.seat, event.text, event.mook_size, turn=turn)
        return with_conflict(state, participants=(*conflict.participants, part))
    return with_conflict(
        state, participants=with_part(conflict, event.part_id, stake=event.text, mooks=event.mook_size)
    )


@HANDLERS.on(ev.StakeDropped)
def _stake_dropped(state: State, event: ev.StakeDropped) -> Changes:
    conflict = running(state)
    return with_conflict(
        state,
        participants=tuple(part for part in conflict.participants if part.name != event.part_id),
        opposition=tuple(pair for pair in conflict.opposition if event.part_id not in (pair.first, pair.second)),
    )


@HANDLERS.on(ev.OppositionSet)
def _opposition_set(state: State, event: ev.OppositionSet) -> Changes:
    conflict = running(state)
    others = tuple(pair for pair in conflict.opposition if not pair.concerns(event.a, event.b))
    return with_conflict(state, opposition=(*others, Opposition(event.a, event.b, event.opposes)))


@HANDLERS.on(ev.StakesLocked)
def _stakes_locked(state: State, event: ev.StakesLocked) -> Changes:
    return with_conflict(state, options=event.options, opposition=event.opposes)


@HANDLERS.on(ev.RoundOpened)
def _round_opened(state: State, event: ev.RoundOpened) -> Changes:
    conflict = running(state)
    return with_conflict(
        state,
        phase=Phase.CARDS,
        round_no=event.round_no,
        active=event.active,
        players_counted=event.p_count,
        slots=(),
        order=(),
        picking=(),
        gm_redraws=0,
        participants=tuple(_silent(part) for part in conflict.participants),
        suggested=(),
        entries=(),
        claims=(),
    )


def _silent(part: Participant) -> Participant:
    return replace(part, turn=Turn.WAITING, told=False, passed=False)


@HANDLERS.on(ev.CardPickPending)
def _card_pick_pending(state: State, event: ev.CardPickPending) -> Changes:
    picking = running(state).picking
    return {} if event.part_id in picking else with_conflict(state, picking=(*picking, event.part_id))


@HANDLERS.on(ev.CardCommitted)
def _card_committed(state: State, event: ev.CardCommitted) -> Changes:
    conflict = running(state)
    picking = tuple(part for part in conflict.picking if part != event.part_id)
    return with_conflict(state, slots=(*conflict.slots, Slot(event.part_id, event.mode)), picking=picking)


@HANDLERS.on(ev.CardLaid)
def _card_laid(state: State, event: ev.CardLaid) -> Changes:
    slots = with_slot(running(state), event.part_id, card=event.card, replacement=event.replacement)
    return with_conflict(state, slots=slots)


@HANDLERS.on(ev.CardRetracted)
def _card_retracted(state: State, event: ev.CardRetracted) -> Changes:
    conflict = running(state)
    return with_conflict(state, slots=tuple(slot for slot in conflict.slots if slot.part != event.part_id))


@HANDLERS.on(ev.TraitSpent)
def _trait_spent(state: State, event: ev.TraitSpent) -> Changes:
    conflict = running(state)
    bonus = Bonus(BonusKind.TRAIT, event.player, event.trait_id)
    return {
        **_marked(state, event.player, event.trait_id, event.marks),
        **_bonus_laid(state, conflict, event.target, bonus),
    }


def _bonus_laid(state: State, conflict: Conflict, target: str, *new: Bonus) -> Changes:
    slot = _known_slot(conflict, target)
    return with_conflict(state, slots=with_slot(conflict, target, bonuses=(*slot.bonuses, *new)))


def _known_slot(conflict: Conflict, part: str) -> Slot:
    slot = conflict.slot(part)
    if slot is None:
        raise LookupError(f"{part!r} has no card")
    return slot


def _marked(state: State, player: str, label: str, marks: int) -> Changes:
    protagonist = known_seat(state, player).protagonist
    if protagonist is None:
        raise LookupError(f"{player} has no traits")
    traits = tuple(Trait(label, marks) if trait.label == label else trait for trait in protagonist.traits)
    return with_seat(state, player, protagonist=replace(protagonist, traits=traits))


@HANDLERS.on(ev.TraitRefunded)
def _trait_refunded(state: State, event: ev.TraitRefunded) -> Changes:
    conflict = running(state)
    slot = _known_slot(conflict, event.target)
    bonuses = without(slot.bonuses, [Bonus(BonusKind.TRAIT, event.player, event.trait_id)])
    changes = _marked(state, event.player, event.trait_id, event.marks)
    return {**changes, **with_conflict(state, slots=with_slot(conflict, event.target, bonuses=bonuses))}


@HANDLERS.on(ev.TokensCommitted)
def _tokens_committed(state: State, event: ev.TokensCommitted) -> Changes:
    conflict = running(state)
    slot = _known_slot(conflict, event.target)
    new = (Bonus(BonusKind.TOKEN, event.seat, against=event.against),) * event.n
    slots = with_slot(conflict, event.target, bonuses=(*slot.bonuses, *new), tokens=slot.tokens + event.n)
    tokens = known_seat(state, event.seat).tokens - event.n
    return {**with_seat(state, event.seat, tokens=tokens), **with_conflict(state, slots=slots)}


@HANDLERS.on(ev.BonusWithdrawn)
def _bonus_withdrawn(state: State, event: ev.BonusWithdrawn) -> Changes:
    conflict = running(state)
    bonuses = without(_known_slot(conflict, event.target).bonuses, [event.bonus])
    return with_conflict(state, slots=with_slot(conflict, event.target, bonuses=bonuses))


@HANDLERS.on(ev.DeclarationsOpened)
def _declarations_opened(state: State, event: ev.DeclarationsOpened) -> Changes:
    return with_conflict(state, phase=Phase.REVEALED, revealed=True)


@HANDLERS.on(ev.CardDeclared)
def _card_declared(state: State, event: ev.CardDeclared) -> Changes:
    return with_conflict(state, **_drawn(running(state), event.part_id, event.card, event.purpose))


def _drawn(conflict: Conflict, part: str, card: Card, purpose: Purpose) -> Changes:
    """A card that was read out or drawn, in its place."""
    if purpose is Purpose.PLAYED:
        return {"slots": with_slot(conflict, part, card=card, face_up=True)}
    if purpose is Purpose.TIE:
        return {"slots": with_slot(conflict, part, ties=(*_known_slot(conflict, part).ties, card))}
    if purpose is Purpose.FATE:
        return {"slots": with_slot(conflict, part, fates=(*_known_slot(conflict, part).fates, card))}
    if purpose is Purpose.STANDING:
        found = conflict.part(part)
        draws = found.tie_draws if found is not None else ()
        return {"participants": with_part(conflict, part, tie_draws=(*draws, card))}
    return {}


@HANDLERS.on(ev.CardsRevealed)
def _cards_revealed(state: State, event: ev.CardsRevealed) -> Changes:
    slots = tuple(replace(slot, face_up=True, replacement=None) for slot in running(state).slots)
    return with_conflict(state, phase=Phase.REVEALED, slots=slots, revealed=True)


@HANDLERS.on(ev.TieDrawn)
def _tie_drawn(state: State, event: ev.TieDrawn) -> Changes:
    conflict = running(state)
    for part, card in zip(event.parts, event.draws, strict=True):
        conflict = replace(conflict, **_drawn(conflict, part, card, event.purpose))
    return {"conflict": conflict}


@HANDLERS.on(ev.FateTriggered)
def _fate_triggered(state: State, event: ev.FateTriggered) -> Changes:
    conflict = running(state)
    losers = tuple(dict.fromkeys(pair.loser for pair in event.pairs))
    for name in losers:
        conflict = replace(conflict, slots=with_slot(conflict, name, forced_loss=True))
        part = conflict.part(name)
        if conflict.is_extended and part is not None:
            losses = part.fate_losses + 1
            conflict = replace(conflict, participants=with_part(conflict, name, fate_losses=losses))
            if losses == 1:
                conflict = replace(conflict, choosing=(*conflict.choosing, name))
    return {"conflict": conflict}


@HANDLERS.on(ev.OrderDecided)
def _order_decided(state: State, event: ev.OrderDecided) -> Changes:
    conflict = running(state)
    record = RoundRecord(conflict.round_no, event.order, event.totals)
    return with_conflict(
        state,
        order=event.order,
        last_order=event.order,
        outcomes=event.outcomes,
        rounds=(*conflict.rounds, record),
    )


@HANDLERS.on(ev.RoundScored)
def _round_scored(state: State, event: ev.RoundScored) -> Changes:
    conflict = running(state)
    for name in event.winners:
        part, slot = conflict.part(name), _known_slot(conflict, name)
        if part is not None and slot.card is not None:
            pile = (*part.pile, slot.card)
            slots = with_slot(conflict, name, result=Result.WON, place=CardPlace.PILE)
            conflict = replace(conflict, slots=slots, participants=with_part(conflict, name, pile=pile))
    for name in event.losers:
        conflict = replace(conflict, slots=with_slot(conflict, name, result=Result.LOST))
    *before, record = conflict.rounds
    return {"conflict": replace(conflict, rounds=(*before, replace(record, winners=event.winners)))}


@HANDLERS.on(ev.GoalReached)
def _goal_reached(state: State, event: ev.GoalReached) -> Changes:
    return {}


def loose_cards(conflict: Conflict) -> Iterator[Card]:
    """Cards of this round's slots that are in no pile: losers, and draws for ties and fate."""
    for slot in conflict.slots:
        if slot.card is not None and slot.place is CardPlace.SLOT:
            yield slot.card
        yield from slot.ties
        yield from slot.fates


@HANDLERS.on(ev.RoundClosed)
def _round_closed(state: State, event: ev.RoundClosed) -> Changes:
    conflict = running(state)
    return {"decks": discarded(state, loose_cards(conflict)), **with_conflict(state, slots=())}


@HANDLERS.on(ev.BankEmptied)
def _bank_emptied(state: State, event: ev.BankEmptied) -> Changes:
    return {**place_changes(state, f"seat:{state.gm.name}", event.n), "bank": 0}


@HANDLERS.on(ev.ConflictClosed)
def _conflict_closed(state: State, event: ev.ConflictClosed) -> Changes:
    conflict = running(state)
    cards = [*loose_cards(conflict)]
    for part in conflict.participants:
        cards += [*part.pile, *part.tie_draws]
    closed = replace(conflict, phase=Phase.CLOSED, outcomes=event.outcomes)
    return {"decks": discarded(state, cards), "conflict": None, "last_conflict": closed}


@HANDLERS.on(ev.ConflictCancelled)
def _conflict_cancelled(state: State, event: ev.ConflictCancelled) -> Changes:
    return {"decks": discarded(state, loose_cards(running(state))), "conflict": None}
