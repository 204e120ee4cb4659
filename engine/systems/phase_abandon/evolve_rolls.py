"""Folding facts of a roll, from its declaration to its last consequence."""

from engine.common.folding import Changes, Handlers
from engine.common.values import changed
from engine.systems.phase_abandon import events as ev
from engine.systems.phase_abandon.derived import rerolls_after_holding
from engine.systems.phase_abandon.entities import Die, LiveRoll, Payment, ResolvedRoll
from engine.systems.phase_abandon.fold import (
    known_character,
    known_player,
    known_skill,
    live,
    with_character,
    with_skill,
)
from engine.systems.phase_abandon.messages import Event
from engine.systems.phase_abandon.state import State
from engine.systems.phase_abandon.throws import ROLL_PURPOSES
from engine.systems.phase_abandon.vocabulary import (
    CharacterStatus,
    ChipReason,
    DieStatus,
    Purpose,
    RollKind,
    RollStep,
)

HANDLERS: Handlers[State, Event] = Handlers()
REFUNDABLE = frozenset((ChipReason.CHECK, ChipReason.DIFFICULTY, ChipReason.HELP, ChipReason.CONNECTION_INVOKED))


def _damage(state: State, character: str, skill: str | None) -> int:
    return known_skill(known_character(state, character), skill).damage if skill is not None else 0


@HANDLERS.on(ev.ActionDeclared)
def _action_declared(state: State, event: ev.ActionDeclared) -> Changes:
    roll = LiveRoll(
        roll_id=event.roll,
        kind=RollKind.ACTION,
        roller=event.player,
        character_id=event.character,
        skill_id=event.skill,
        description=event.description,
        effective=event.effective,
        rerolls_left=event.rerolls,
        was_worn=event.was_worn,
        damage_before=_damage(state, event.character, event.skill),
    )
    order = tuple(name for name in state.action_order if name != event.player) if state.action_order else ()
    return {"roll": roll, "roll_count": state.roll_count + 1, "action_order": order}


@HANDLERS.on(ev.SkillCheckRequested)
def _skill_check_requested(state: State, event: ev.SkillCheckRequested) -> Changes:
    roll = LiveRoll(
        roll_id=event.roll,
        kind=RollKind.CHECK,
        roller=event.target,
        character_id=event.character,
        skill_id=event.skill,
        requester=event.requester,
        description=event.reason or "",
        effective=event.effective,
        rerolls_left=event.rerolls,
        was_worn=event.was_worn,
        damage_before=_damage(state, event.character, event.skill),
    )
    return {"roll": roll, "roll_count": state.roll_count + 1}


@HANDLERS.on(ev.DifficultyAdded)
def _difficulty_added(state: State, event: ev.DifficultyAdded) -> Changes:
    return {"roll": changed(live(state), extra_difficulty=event.total)}


@HANDLERS.on(ev.DiceHeldOut)
def _dice_held_out(state: State, event: ev.DiceHeldOut) -> Changes:
    roll = changed(live(state), held_out=event.count)
    if roll.group is None and roll.connection is None:
        roll = changed(roll, rerolls_left=rerolls_after_holding(roll, state.house_rules))
    return {"roll": roll}


@HANDLERS.on(ev.DiceSplit)
def _dice_split(state: State, event: ev.DiceSplit) -> Changes:
    roll = changed(
        live(state), split_groups=event.groups, group=event.groups[0], held_out=0, rerolls_left=event.rerolls
    )
    return {"roll": roll, "split_queue": event.groups[1:]}


@HANDLERS.on(ev.TriggerInvoked)
def _trigger_invoked(state: State, event: ev.TriggerInvoked) -> Changes:
    roll = changed(
        live(state),
        effective=event.effective,
        trigger_principle_id=event.principle,
    )
    return {"roll": changed(roll, rerolls_left=rerolls_after_holding(roll, state.house_rules))}


@HANDLERS.on(ev.RollWithdrawn)
def _roll_withdrawn(state: State, event: ev.RollWithdrawn) -> Changes:
    requests = tuple(request for request in state.dice_requests if request.purpose not in ROLL_PURPOSES)
    asked = state.roll.request_id if state.roll is not None else None
    return {
        "roll": None,
        "split_roll": None,
        "split_queue": (),
        "dice_requests": requests,
        "requests": tuple(request for request in state.requests if request.request_id != asked),
    }


@HANDLERS.on(ev.RollStepChanged)
def _roll_step_changed(state: State, event: ev.RollStepChanged) -> Changes:
    if state.roll is not None:
        # Extra dice not thrown by now are declined; helping dice may still be owed.
        requests = tuple(request for request in state.dice_requests if request.purpose != Purpose.EXPLODE)
        return {"roll": changed(state.roll, step=event.step), "dice_requests": requests}
    if state.split_roll is None:
        raise LookupError("no roll whose next group could be thrown")
    roll = changed(state.split_roll, roll_id=event.roll, group=event.dice)
    return {
        "roll": roll,
        "split_roll": None,
        "split_queue": state.split_queue[1:],
        "roll_count": state.roll_count + 1,
    }


def _with_die(roll: LiveRoll, index: int, **changes: object) -> tuple[Die, ...]:
    return tuple(changed(die, **changes) if die.index == index else die for die in roll.dice)


@HANDLERS.on(ev.DiceRerolled)
def _dice_rerolled(state: State, event: ev.DiceRerolled) -> Changes:
    roll = live(state)
    dice = tuple(changed(die, status=DieStatus.SET_ASIDE) if die.index in event.set_aside else die for die in roll.dice)
    return {"roll": changed(roll, dice=dice, rerolling=event.indexes, rerolls_left=event.rerolls_left)}


@HANDLERS.on(ev.SixTraded)
def _six_traded(state: State, event: ev.SixTraded) -> Changes:
    roll = live(state)
    pair = (event.six_index, event.one_index)
    dice = tuple(changed(die, status=DieStatus.CANCELLED) if die.index in pair else die for die in roll.dice)
    return {"roll": changed(roll, dice=dice)}


@HANDLERS.on(ev.PoolTokenSpent)
def _pool_token_spent(state: State, event: ev.PoolTokenSpent) -> Changes:
    roll = live(state)
    if state.house_rules.pool_token_removes == "damage_only":
        dice = _with_die(roll, event.one_index, spared=True)
    else:
        dice = _with_die(roll, event.one_index, status=DieStatus.CANCELLED)
    borrowed = roll.borrowed + (1 if state.party_pool == 0 else 0)
    return {"roll": changed(roll, dice=dice, rescued=True, borrowed=borrowed), "party_pool": event.pool}


@HANDLERS.on(ev.RollResolved)
def _roll_resolved(state: State, event: ev.RollResolved) -> Changes:
    roll = live(state)
    resolved = ResolvedRoll(
        roll_id=event.roll,
        kind=event.kind_of_roll,
        roller=event.roller,
        outcome=event.outcome,
        successes=event.successes,
        live_ones=event.live_ones,
        actions_allowed=event.actions_allowed,
        requester=roll.requester,
        helped=bool(roll.helpers),
        rescued=roll.rescued,
        previous_holder=state.narration.holder if state.narration else None,
        dice=roll.dice,
    )
    requests = tuple(request for request in state.dice_requests if request.purpose not in ROLL_PURPOSES)
    changes: Changes = {"roll": None, "last_roll": resolved, "dice_requests": requests}
    if state.split_queue:
        changes["split_roll"] = _next_group(roll)
    return changes


def _next_group(roll: LiveRoll) -> LiveRoll:
    """The roll as its next group starts: same skill and dice, nothing thrown, helped or paid."""
    return changed(
        roll,
        step=RollStep.THROW,
        dice=(),
        rerolling=(),
        held_out=0,
        helpers=(),
        payments=(),
        extra_difficulty=0,
        borrowed=0,
        rescued=False,
        group_no=roll.group_no + 1,
    )


@HANDLERS.on(ev.PoolTokensAdded)
def _pool_tokens_added(state: State, event: ev.PoolTokensAdded) -> Changes:
    return {"party_pool": event.pool}


@HANDLERS.on(ev.SkillRepaired)
def _skill_repaired(state: State, event: ev.SkillRepaired) -> Changes:
    return with_skill(state, event.character, event.skill, damage=event.damage)


@HANDLERS.on(ev.AdvancementGained)
def _advancement_gained(state: State, event: ev.AdvancementGained) -> Changes:
    return with_skill(state, event.character, event.skill, advancement=event.advancement)


@HANDLERS.on(ev.SkillRankRaised)
def _skill_rank_raised(state: State, event: ev.SkillRankRaised) -> Changes:
    return with_skill(state, event.character, event.skill, rank=event.rank, advancement=0)


@HANDLERS.on(ev.SkillDamaged)
def _skill_damaged(state: State, event: ev.SkillDamaged) -> Changes:
    return with_skill(state, event.character, event.skill, damage=event.damage)


@HANDLERS.on(ev.LuckLost)
def _luck_lost(state: State, event: ev.LuckLost) -> Changes:
    return with_character(state, event.character, luck=event.luck)


@HANDLERS.on(ev.HeartDamaged)
def _heart_damaged(state: State, event: ev.HeartDamaged) -> Changes:
    return with_character(state, event.character, heart=event.heart)


@HANDLERS.on(ev.ItemBroken)
def _item_broken(state: State, event: ev.ItemBroken) -> Changes:
    return with_skill(state, event.character, event.item, broken=True)


@HANDLERS.on(ev.ChipsTransferred)
def _chips_transferred(state: State, event: ev.ChipsTransferred) -> Changes:
    known_player(state, event.from_), known_player(state, event.to)
    balances = {event.from_: event.from_balance, event.to: event.to_balance}
    players = tuple(
        changed(player, chips=balances[player.name]) if player.name in balances else player for player in state.players
    )
    changes: Changes = {"players": players, "highest_claim": None}
    if state.roll is not None and event.reason in REFUNDABLE:
        payment = Payment(event.from_, event.to, event.amount, event.reason)
        changes["roll"] = changed(state.roll, payments=(*state.roll.payments, payment))
    return changes


def fallen(state: State, name: str) -> Changes:
    """A character out of action takes no further groups of a split."""
    changes = with_character(state, name, status=CharacterStatus.DOWN)
    if state.split_roll is not None and state.split_roll.character_id == name:
        changes |= {"split_roll": None, "split_queue": ()}
    return changes
