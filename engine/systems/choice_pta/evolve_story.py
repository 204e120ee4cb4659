"""Folding facts of narration, the final victory and the optional rules."""

from dataclasses import replace

from engine.common.folding import Changes, Handlers
from engine.systems.choice_pta import events as ev
from engine.systems.choice_pta.cards import Card
from engine.systems.choice_pta.entities import Claim, Conflict, Entry
from engine.systems.choice_pta.evolve_table import discarded
from engine.systems.choice_pta.fold import known_part, running, with_conflict, with_part, with_slot
from engine.systems.choice_pta.messages import Event
from engine.systems.choice_pta.state import State, without
from engine.systems.choice_pta.vocabulary import CardPlace, Status, Turn

HANDLERS: Handlers[State, Event] = Handlers()


@HANDLERS.on(ev.NarrationOpened)
def _narration_opened(state: State, event: ev.NarrationOpened) -> Changes:
    conflict = running(state)
    parts = tuple(replace(part, turn=Turn.WAITING, told=False, passed=False) for part in conflict.participants)
    return with_conflict(state, phase=event.scope, participants=parts, suggested=event.suggested, entries=(), claims=())


@HANDLERS.on(ev.NarrationTaken)
def _narration_taken(state: State, event: ev.NarrationTaken) -> Changes:
    conflict = running(state)
    entry = Entry(event.part_or_seat, event.extra, event.leave_from)
    parts = conflict.participants
    if conflict.part(event.part_or_seat) is not None and event.leave_from is None:
        parts = with_part(conflict, event.part_or_seat, turn=Turn.SPEAKING)
    return with_conflict(state, participants=parts, entries=(*conflict.entries, entry))


@HANDLERS.on(ev.NarrationFinished)
def _narration_finished(state: State, event: ev.NarrationFinished) -> Changes:
    return with_conflict(state, participants=with_part(running(state), event.part_id, turn=Turn.DONE, told=True))


@HANDLERS.on(ev.NarrationPassed)
def _narration_passed(state: State, event: ev.NarrationPassed) -> Changes:
    return with_conflict(state, participants=with_part(running(state), event.part_id, turn=Turn.PASSED, passed=True))


@HANDLERS.on(ev.NarrationReopened)
def _narration_reopened(state: State, event: ev.NarrationReopened) -> Changes:
    return with_conflict(state, participants=with_part(running(state), event.part_id, turn=Turn.REOPENED))


@HANDLERS.on(ev.OrderClaimed)
def _order_claimed(state: State, event: ev.OrderClaimed) -> Changes:
    conflict = running(state)
    others = tuple(claim for claim in conflict.claims if claim.part != event.part_id)
    return with_conflict(state, claims=(*others, Claim(event.part_id, event.position, event.other)))


@HANDLERS.on(ev.NarrationOrderChanged)
def _narration_order_changed(state: State, event: ev.NarrationOrderChanged) -> Changes:
    return with_conflict(state, suggested=event.suggested)


@HANDLERS.on(ev.NarrationVetoed)
def _narration_vetoed(state: State, event: ev.NarrationVetoed) -> Changes:
    entries = list(running(state).entries)
    for at in range(len(entries) - 1, -1, -1):
        if entries[at].teller == event.target:
            entries[at] = replace(entries[at], vetoed=True)
            break
    return with_conflict(state, entries=tuple(entries))


@HANDLERS.on(ev.StakesRuled)
def _stakes_ruled(state: State, event: ev.StakesRuled) -> Changes:
    return with_conflict(state, rulings=(*running(state).rulings, event.text))


@HANDLERS.on(ev.MooksTakenOut)
def _mooks_taken_out(state: State, event: ev.MooksTakenOut) -> Changes:
    conflict = running(state)
    group = known_part(conflict, event.group)
    return with_conflict(state, participants=with_part(conflict, event.group, mooks_down=group.mooks_down + event.n))


@HANDLERS.on(ev.FateChosen)
def _fate_chosen(state: State, event: ev.FateChosen) -> Changes:
    conflict = running(state)
    choosing = tuple(part for part in conflict.choosing if part != event.part_id)
    return with_conflict(state, choosing=choosing)


@HANDLERS.on(ev.ParticipantHarmed)
def _participant_harmed(state: State, event: ev.ParticipantHarmed) -> Changes:
    return {}


@HANDLERS.on(ev.ParticipantEliminated)
def _participant_eliminated(state: State, event: ev.ParticipantEliminated) -> Changes:
    conflict = running(state)
    slots = with_slot(conflict, event.part_id, place=CardPlace.DISCARD)
    parts = with_part(
        conflict, event.part_id, status=Status.ELIMINATED, pile=(), received=(), fell_in=conflict.round_no
    )
    changes = with_conflict(state, slots=slots, participants=parts)
    return {**changes, "decks": discarded(state, event.discarded_cards)}


@HANDLERS.on(ev.ParticipantDestroyed)
def _participant_destroyed(state: State, event: ev.ParticipantDestroyed) -> Changes:
    conflict = running(state)
    parts = with_part(conflict, event.part_id, status=Status.DESTROYED, fell_in=conflict.round_no)
    return with_conflict(state, participants=parts)


@HANDLERS.on(ev.StakeAdopted)
def _stake_adopted(state: State, event: ev.StakeAdopted) -> Changes:
    conflict = running(state)
    adopted = (*known_part(conflict, event.adopter).adopted, event.from_)
    return with_conflict(state, participants=with_part(conflict, event.adopter, adopted=adopted))


@HANDLERS.on(ev.VictoryCardGiven)
def _victory_card_given(state: State, event: ev.VictoryCardGiven) -> Changes:
    conflict = running(state)
    giver = known_part(conflict, event.from_)
    received = without(giver.received, [event.card]) if event.card in giver.received else giver.received
    pile = without(giver.pile, [event.card])
    parts = with_part(conflict, event.from_, pile=pile, received=received, gift_made=True)
    return {"conflict": _received(replace(conflict, participants=parts), event.to, event.card)}


def _received(conflict: Conflict, name: str, card: Card) -> Conflict:
    part = known_part(conflict, name)
    parts = with_part(conflict, name, pile=(*part.pile, card), received=(*part.received, card))
    return replace(conflict, participants=parts)


@HANDLERS.on(ev.SacrificePromised)
def _sacrifice_promised(state: State, event: ev.SacrificePromised) -> Changes:
    return with_conflict(state, sacrifice=event.from_, sacrifice_to=event.to)


@HANDLERS.on(ev.SacrificeCardGiven)
def _sacrifice_card_given(state: State, event: ev.SacrificeCardGiven) -> Changes:
    conflict = running(state)
    parts = with_part(conflict, event.from_, gift_made=True)
    given = replace(conflict, participants=parts, sacrifice=None, sacrifice_to=None)
    return {"conflict": _received(given, event.to, event.card)}


@HANDLERS.on(ev.StandingsChanged)
def _standings_changed(state: State, event: ev.StandingsChanged) -> Changes:
    return with_conflict(state, outcomes=event.outcomes)
