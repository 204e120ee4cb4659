"""From cards turned up to a strict order, and what follows (PTA-45 to PTA-48, PTA-67 to PTA-71, PTA-84 to PTA-90)."""

from dataclasses import replace

from engine.systems.choice_pta import events as ev
from engine.systems.choice_pta.cards import Card
from engine.systems.choice_pta.derived import active_parts, winners_of
from engine.systems.choice_pta.entities import Conflict
from engine.systems.choice_pta.fold import known_part
from engine.systems.choice_pta.hands import GM_DECK, draw, refill_hands
from engine.systems.choice_pta.house_rules import HouseRules
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.narrating import open_narration
from engine.systems.choice_pta.ranking import (
    Tie,
    all_outcomes,
    card_order,
    fate_groups,
    open_standing_ties,
    open_ties,
    standings,
)
from engine.systems.choice_pta.settling import settle_tokens
from engine.systems.choice_pta.stakes import has_opposition, opposing_pairs
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import FateRule, Phase, Purpose

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
        ledger.record(ev.TieDrawn(tie.parts, tuple(cards), tie.purpose))


def turn_up(ledger: Ledger) -> None:
    """Show the app's cards and score them; real cards are read out first (PTA-45)."""
    conflict = ledger.conflict
    if not ledger.state.is_virtual:
        ledger.record(ev.DeclarationsOpened(tuple(slot.part for slot in conflict.slots)))
        return
    ledger.record(ev.CardsRevealed(revealed_cards(conflict)))
    if ledger.rules.replace_timing == "after_reveal":
        refill_hands(ledger)
    resolve(ledger)


def revealed_cards(conflict: Conflict) -> tuple[ev.RevealedCard, ...]:
    """The round's cards with their worth."""
    return tuple(
        ev.RevealedCard(slot.part, slot.card, slot.total - 4 * len(slot.bonuses), len(slot.bonuses), slot.total)
        for slot in conflict.slots
        if slot.card is not None
    )


def resolve(ledger: Ledger) -> None:
    """Break ties, decide the order, and score as far as nobody has to choose."""
    rules, gm = ledger.rules, ledger.gm
    while ties := open_ties(ledger.conflict, rules, gm):
        if not ledger.state.is_virtual:
            return
        draw_ties(ledger, ties)
    order = card_order(ledger.conflict, rules, gm)
    for group in fate_groups(ledger.conflict, rules, gm):
        ledger.record(ev.FateTriggered(group, fate_pairs(ledger.conflict, order, group, gm)))
    _decide(ledger, order)
    for part in ledger.conflict.participants:
        slot = ledger.conflict.slot(part.name)
        if part.fate_losses > 1 and slot is not None and slot.forced_loss:
            ledger.record(ev.ParticipantDestroyed(part.name))
    if not ledger.conflict.choosing:
        score(ledger)


def fate_pairs(conflict: Conflict, order: tuple[str, ...], group: tuple[str, ...], gm: str) -> tuple[ev.FatePair, ...]:
    """Opponents inside a group, the higher one first (PTA-85)."""
    ranked = tuple(part for part in order if part in group)
    return tuple(ev.FatePair(winner, loser) for winner, loser in opposing_pairs(conflict, ranked, gm))


def _decide(ledger: Ledger, order: tuple[str, ...]) -> None:
    conflict = replace(ledger.conflict, order=order)
    totals = tuple(slot.total for part in order if (slot := conflict.slot(part)) is not None)
    outcomes = all_outcomes(conflict, ledger.rules, ledger.gm)
    ledger.record(ev.OrderDecided(order, totals, outcomes, order[0]))


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
    ledger.record(ev.RoundScored(winners, losers, _piles_after(conflict, winners)))
    goal = conflict.goal or 0
    reached = tuple(part.name for part in active_parts(ledger.conflict) if len(part.pile) >= goal)
    if reached:
        ledger.record(ev.GoalReached(reached, goal))
    if reached or _is_over(ledger):
        enter_final(ledger)
    else:
        open_narration(ledger, Phase.ROUND_NARRATION)


def _is_over(ledger: Ledger) -> bool:
    """Whether nobody is left to fight or to oppose (PTA-70, R-85)."""
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


def _piles_after(conflict: Conflict, winners: tuple[str, ...]) -> tuple[ev.Pile, ...]:
    """Piles as they are once the winners have kept their cards."""
    piles = []
    for part in active_parts(conflict):
        slot = conflict.slot(part.name)
        won = (slot.card,) if part.name in winners and slot is not None and slot.card is not None else ()
        piles.append(ev.Pile(part.name, part.pile + won))
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
    piles = tuple(ev.Pile(name, known_part(conflict, name).pile) for name in order)
    outcomes = all_outcomes(conflict, ledger.rules, ledger.gm)
    ledger.record(ev.StandingsChanged(order, piles, outcomes))
