"""Random evenings keep every invariant of the rules document (section 9)."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.codec import from_json, to_json
from engine.common.messages import UNDO_KIND
from engine.dice.source import NoDice
from engine.history import REDO_KIND, History, RedoLast
from engine.step import replay
from engine.systems.choice_pta.cards import face_value, pack
from engine.systems.choice_pta.derived import (
    active_parts,
    gm_card_cap,
    gm_limit,
    gm_spent,
    gm_tokens_on,
    hand_size,
    reserved,
    winners_of,
)
from engine.systems.choice_pta.ranking import base_key, is_above, standings
from engine.systems.choice_pta.rules.disputes import RuleOnStakes
from engine.systems.choice_pta.rules.ending import CloseRound
from engine.systems.choice_pta.rules.reveal import Reveal
from engine.systems.choice_pta.rules.sittings import StartSitting
from engine.systems.choice_pta.rules.table import UndoLast
from engine.systems.choice_pta.stakes import opponents
from engine.systems.choice_pta.system import RULESET
from engine.types import Rejected
from tests.support.choice_pta_random import Shuffled, next_command, start
from tests.support.choice_pta_table import Table, fight, in_scene, last_round, token_sum

SEEDS = st.lists(st.integers(0, 2**32 - 1), min_size=60, max_size=140)


@dataclass(frozen=True)
class Step:
    """A command that held, with the states around it."""

    before: Any
    command: Any
    events: tuple[Any, ...]
    after: Any

    def kinds(self) -> set[str]:
        return {event.kind for event in self.events}


def examples(number: int) -> settings:
    """So many evenings, ten times as many under the profile `long`."""
    long = settings.get_current_profile_name() == "long"
    return settings(max_examples=number * (10 if long else 1))


def play(seeds: Sequence[int], check: bool = True) -> Table:
    """An evening of random commands; every one that holds is checked."""
    t = start(Random(seeds[0]))
    for number, seed in enumerate(seeds):
        rng = Random(seed)
        command = next_command(t.state, rng)
        before = t.state
        outcome = t.history.submit(command, NoDice(Shuffled(rng)), f"e{number}")
        if isinstance(outcome, Rejected):
            assert t.state is before
        elif check:
            for state_check in STATE_CHECKS:
                state_check(t.state)
            if command.kind not in (UNDO_KIND, REDO_KIND):
                for step_check in STEP_CHECKS:
                    step_check(Step(before, command, outcome.events, t.state))
    return t


# -- states ---------------------------------------------------------------------------------------------------


def check_inv_1(state: Any) -> None:
    """INV-1: nothing is minted or lost, wherever tokens lie."""
    assert token_sum(state) == state.total_tokens


def check_inv_2(state: Any) -> None:
    """INV-2: no count below zero, no more reserved than held, a bank only in extended conflicts."""
    assert all(seat.tokens >= reserved(state, seat.name) >= 0 for seat in state.seats)
    assert state.pool >= 0
    assert state.bank >= 0
    assert not state.bank or (state.conflict is not None and state.conflict.is_extended)


def everywhere(state: Any) -> Iterator[Any]:
    """Every card of the app, wherever it lies."""
    for deck in state.decks:
        yield from (*deck.draw, *deck.discard)
    for seat in state.seats:
        yield from (held.card for held in seat.hand)
    if state.conflict is not None:
        for slot in state.conflict.slots:
            yield from (*([slot.card] if slot.place == "slot" else []), *slot.ties, *slot.fates)
        for part in state.conflict.participants:
            yield from (*part.pile, *part.tie_draws)


def check_inv_5(state: Any) -> None:
    """INV-5: each card is in exactly one place, and no card comes or goes."""
    if state.is_virtual:
        there = Counter(everywhere(state))
        wanted: Counter[Any] = Counter()
        for deck in state.decks:
            wanted += Counter(pack(deck.name, state.house_rules) * deck.packs_opened)
        assert there == wanted


def check_inv_6(state: Any) -> None:
    """INV-6: hands are always full, unless the house replaces later."""
    if state.is_virtual and state.sitting_no and state.house_rules.replace_timing == "on_commit":
        assert all(len(seat.hand) == hand_size(state, seat) for seat in state.seats)


def check_inv_8(state: Any) -> None:
    """INV-8: three marks on a trait and six on all at the most."""
    for seat in state.seats:
        if seat.protagonist is not None:
            assert all(0 <= trait.marks <= 3 for trait in seat.protagonist.traits)
            assert seat.protagonist.total_marks <= 6


def check_inv_9(state: Any) -> None:
    """INV-9: one trait a round for a player, who is present, on a protagonist's card."""
    if state.conflict is None or state.phase != "CARDS":
        return
    laid = [
        (bonus.source, slot.part) for slot in state.conflict.slots for bonus in slot.bonuses if bonus.kind == "trait"
    ]
    assert len({source for source, _ in laid}) == len(laid)
    if state.house_rules.trait_target == "protagonists":
        assert all(state.conflict.part(part).seat != state.gm.name for _, part in laid)


def check_inv_10(state: Any) -> None:
    """INV-10: GM tokens stay within the limits of round and card."""
    if state.conflict is not None and state.phase == "CARDS":
        assert gm_spent(state, state.conflict) <= gm_limit(state, state.conflict)
        cap = gm_card_cap(state, state.conflict)
        for slot in state.conflict.slots:
            assert cap is None or gm_tokens_on(state.conflict, slot.part, state.gm.name) <= cap


def check_inv_12(state: Any) -> None:
    """INV-12: one slot for an active participant, none for anybody who was out when the round began."""
    if state.conflict is not None:
        parts = [slot.part for slot in state.conflict.slots]
        assert len(set(parts)) == len(parts)
        assert set(parts) <= set(state.conflict.active)


def check_inv_20(state: Any) -> None:
    """INV-20: standings name every active participant once, and computing them again changes nothing."""
    if state.conflict is not None and state.phase == "FINAL_NARRATION":
        order = standings(state.conflict, state.house_rules)
        assert sorted(order) == sorted(part.name for part in active_parts(state.conflict))
        assert order == standings(state.conflict, state.house_rules)


def check_inv_21(state: Any) -> None:
    """INV-21: whoever beats somebody opposes them and stands above; the best gets all, the worst nothing."""
    conflict = state.conflict
    if conflict is None or not conflict.order or conflict.phase == "CARDS":
        return
    rules, gm = state.house_rules, state.gm.name
    for each in conflict.outcomes:
        rivals = {part.name for part in opponents(conflict, each.part, gm)}
        assert set(each.beats) <= rivals
        if conflict.phase in ("NARRATION", "FINAL_NARRATION"):
            assert all(is_above(conflict, each.part, beaten, rules) for beaten in each.beats)
    if conflict.phase == "NARRATION":
        assert conflict.outcomes[0].outcome == "full"
        assert conflict.outcomes[-1].outcome == "none"
        check_inv_22(conflict)


def check_inv_22(conflict: Any) -> None:
    """INV-22: of two, one gets all and one nothing."""
    if len(conflict.participants) == 2:
        assert sorted(each.outcome.value for each in conflict.outcomes) == ["full", "none"]


def check_inv_30(state: Any) -> None:
    """INV-30: two fate losses destroy; the eliminated have no pile; only harmed fighters go on."""
    for part in state.conflict.participants if state.conflict is not None else ():
        assert (part.fate_losses < 2) or part.status == "destroyed" or not state.conflict.order
        assert part.status != "eliminated" or part.pile == ()


STATE_CHECKS: tuple[Callable[[Any], None], ...] = (
    *(check_inv_1, check_inv_2, check_inv_5, check_inv_6, check_inv_8, check_inv_9, check_inv_10),
    *(check_inv_12, check_inv_20, check_inv_21, check_inv_30),
)


# -- steps ----------------------------------------------------------------------------------------------------


def moves(step: Step) -> Iterator[Any]:
    return (event for event in step.events if event.kind == "tokens_moved")


def check_inv_3(step: Step) -> None:
    """INV-3: settled GM tokens end in the pool; players get tokens of others by bribe or award only."""
    players = {f"seat:{seat.name}" for seat in step.before.players}
    for event in moves(step):
        if event.cause == "settled":
            assert event.to_place not in players
        if event.to_place in players and event.from_place in players:
            assert event.cause == "bribe"


def check_inv_4(step: Step) -> None:
    """INV-4: the bank grows in extended conflicts only, by bonuses won, redraws and bribes; closing empties it."""
    for event in moves(step):
        if event.to_place == "bank":
            assert step.before.conflict.is_extended
            assert event.cause in ("settled", "redraw", "bribe")
        assert event.from_place != "bank"
    if step.kinds() & {"conflict_closed", "conflict_cancelled"}:
        assert step.after.bank == 0


def check_inv_7(step: Step) -> None:
    """INV-7: a chance changes no hand, a choice one card of it."""
    if "card_committed" in step.kinds() and step.before.is_virtual:
        who = step.events[[event.kind for event in step.events].index("card_committed")].seat
        before = Counter(held.card for held in step.before.seat(who).hand)
        after = Counter(held.card for held in step.after.seat(who).hand)
        assert sum((before - after).values()) <= (step.command.kind == "play_choice")
        if step.command.kind == "play_chance":
            assert before == after


def check_inv_8_marks(step: Step) -> None:
    """INV-8: within a sitting marks only grow, except when a conflict is cancelled."""
    if step.command.kind not in (
        "cancel_conflict",
        "start_sitting",
        "withdraw_bonus",
        "retract_card",
        "define_protagonist",
    ):
        for seat in step.before.seats:
            after = step.after.seat(seat.name)
            if seat.protagonist is not None and after is not None:
                assert after.protagonist.total_marks >= seat.protagonist.total_marks


def check_inv_11(step: Step) -> None:
    """INV-11: one award a scene, to another player."""
    for event in step.events:
        if event.kind == "token_awarded":
            assert not step.before.seat(event.from_).award_used
            assert not step.before.seat(event.to).is_gm
            assert event.from_ != event.to or step.before.house_rules.award_self


def check_inv_13(step: Step) -> None:
    """INV-13: the order is strict, names everybody who played, and follows totals and suits up to draws."""
    for event in step.events:
        if event.kind == "order_decided":
            conflict = step.after.conflict
            assert sorted(event.order) == sorted(conflict.active)
            fated = any(slot.fates for slot in conflict.slots)
            if not fated and step.before.conflict.slots:
                slots = {slot.part: slot for slot in conflict.slots}
                keys = [base_key(slots[part], step.after.house_rules) for part in event.order]
                assert keys == sorted(keys, reverse=True)


def check_inv_16(step: Step) -> None:
    """INV-16: without fate half of the cards win, rounded up, and they are the best."""
    for event in step.events:
        if event.kind == "round_scored" and not any(slot.forced_loss for slot in step.after.conflict.slots):
            count = len(event.winners) + len(event.losers)
            assert len(event.winners) == winners_of(count)
            assert event.winners == step.after.conflict.last_order[: len(event.winners)]


def check_inv_17(step: Step) -> None:
    """INV-17: without fate an extended conflict is over by the computed round."""
    conflict = step.after.conflict
    if conflict is not None and conflict.is_extended and conflict.rounds:
        fate = any(part.fate_losses for part in conflict.participants)
        joined = len({len(record.order) for record in conflict.rounds}) > 1
        if not fate and not joined:
            assert conflict.round_no <= last_round(len(conflict.active), conflict.goal)


def check_inv_18(step: Step) -> None:
    """INV-18: a total is the face value and four per bonus, never anything of a pile."""
    for event in step.events:
        for shown in event.slots if event.kind == "cards_revealed" else ():
            assert shown.total == face_value(shown.card) + 4 * shown.bonuses


def check_inv_19(step: Step) -> None:
    """INV-19: gifts neither make nor lose victory cards, and each participant gives once, before its turn is over."""
    for event in step.events:
        if event.kind == "victory_card_given":
            before, after = step.before.conflict, step.after.conflict
            assert sum(len(part.pile) for part in before.participants) == sum(
                len(part.pile) for part in after.participants
            )
            giver = before.part(event.from_)
            assert giver.status == "destroyed" or not (giver.gift_made or giver.told)


def check_inv_23(step: Step) -> None:
    """INV-23: a veto comes from a higher rank."""
    for event in step.events:
        if event.kind == "narration_vetoed" and step.before.conflict.part(event.target) is not None:
            assert is_above(step.before.conflict, event.by, event.target, step.before.house_rules)


def check_inv_25(step: Step) -> None:
    """INV-25, SEC-5: every change of a hand brings as many distinct code words as cards."""
    for event in step.events:
        if event.kind == "hand_changed":
            codes = [held.code for held in event.cards]
            assert len(set(codes)) == len(codes)


def check_inv_29(step: Step) -> None:
    """INV-29: between conflicts only what does not need one."""
    if step.before.conflict is None:
        assert step.command.kind not in IN_CONFLICT


IN_CONFLICT = {
    *("set_stake", "set_opposition", "set_victory_goal", "lock_stakes", "redraw_hand", "play_choice", "play_chance"),
    *("spend_trait", "spend_tokens", "reveal", "declare_card", "take_narration", "pass_narration", "finish_narration"),
    *("claim_order", "veto_narration", "rule_on_stakes", "give_victory_card", "give_random_card", "take_out_mooks"),
    *("choose_fate", "adopt_stake", "close_round", "close_conflict", "cancel_conflict"),
}
STEP_CHECKS: tuple[Callable[[Step], None], ...] = (
    *(check_inv_3, check_inv_4, check_inv_7, check_inv_8_marks, check_inv_11, check_inv_13, check_inv_16, check_inv_17),
    *(check_inv_18, check_inv_19, check_inv_23, check_inv_25, check_inv_29),
)


# -- evenings -------------------------------------------------------------------------------------------------


@examples(40)
@given(SEEDS)
def test_random_evenings_keep_the_invariants(seeds: list[int]) -> None:
    """INV-27, R-18: every state and step of an evening; a refusal changes nothing."""
    play(seeds)


@examples(12)
@given(SEEDS)
def test_replay_gives_the_same_table(seeds: list[int]) -> None:
    """INV-26: folding the log, from memory or from JSON, gives the live state; a repeated command id adds nothing."""
    t = play(seeds, check=False)
    assert replay(RULESET, t.history.events) == t.state
    again = History(RULESET, t.history.entries)
    assert again.state == t.state
    assert from_json(type(t.state), json.loads(json.dumps(to_json(t.state)))) == t.state
    entries = len(t.history)
    t.history.submit(StartSitting(), NoDice(), t.history.entries[0].command_id)
    assert len(t.history) == entries
    other = play(seeds, check=False)
    assert to_json(other.state) == to_json(t.state)


@examples(12)
@given(SEEDS)
def test_undo_restores_the_table_exactly(seeds: list[int]) -> None:
    """INV-28: deck order and all, as far back as undo goes."""
    t = play(seeds, check=False)
    states = [t.state]
    while not isinstance(t.history.submit(UndoLast(), NoDice(), f"u{len(t.history)}"), Rejected):
        states.append(t.state)
    for state in reversed(states[:-1]):
        t.history.submit(RedoLast(), NoDice(), f"r{len(t.history)}")
        assert t.state == state


@pytest.mark.parametrize("first", ["Vesna", "mob", "Harrow"])
def test_order_depends_on_cards_only(first: str) -> None:
    """INV-15: not on who commits first, nor on names."""
    t = fight("Ana", "Ben", "mob")
    cards = {"Vesna": "J♦", "Harrow": "Q♦", "mob": "K♦"}
    t.lay(first, cards[first])
    t.all_down({part: card for part, card in cards.items() if part != first})
    t.reveal()
    assert t.conflict.order == ("mob", "Harrow", "Vesna")


@pytest.mark.parametrize(("bonuses", "place"), [(0, 2), (1, 1), (2, 0)])
def test_a_bonus_never_hurts(bonuses: int, place: int) -> None:
    """INV-14: each bonus leaves the card where it is or lifts it."""
    t = fight("Ana", "Ben", "mob", tokens={"Ana": 2})
    t.all_down({"Vesna": "6♠", "Harrow": "9♦", "mob": "K♦"})
    for _ in range(bonuses):
        t.spend("Ana")
    t.reveal()
    assert t.conflict.order.index("Vesna") == place


def test_nothing_of_a_conflict_is_left_after_it() -> None:
    """INV-29: closed or cancelled, its commands are refused with NO_CONFLICT."""
    t = in_scene()
    t.refuses("NO_CONFLICT").do(Reveal())
    t.refuses("NO_CONFLICT").do(RuleOnStakes(actor="Ana", text="mine"))
    t.refuses("NO_CONFLICT").do(CloseRound())
