"""A player who says anything that might be legal now: commands for a random evening of Phase Abandon."""

from collections.abc import Callable
from random import Random
from typing import Any

from engine.history import RedoLast
from engine.systems.phase_abandon.house_rules import SETTINGS
from engine.systems.phase_abandon.messages import Command
from engine.systems.phase_abandon.rules import (
    actions,
    conflicts,
    connections,
    corrections,
    group_goals,
    handover,
    harm,
    narration,
    preparing,
    principles,
    reports,
    scenes,
    sessions,
    throws,
)
from engine.systems.phase_abandon.rules.checks import AddDifficulty, RequestSkillCheck
from engine.systems.phase_abandon.rules.goals import AddPersonalGoal, ClaimReward
from engine.systems.phase_abandon.rules.help import OfferHelp
from engine.systems.phase_abandon.rules.learning import LearnSkill, ProposeSkillGoal
from engine.systems.phase_abandon.rules.table import ChangeHouseRule, SetPresence, UndoLast
from engine.systems.phase_abandon.system import RULESET
from tests.support.deal import scene
from tests.support.table import Table

# Ones and sixes do most in this game, so they fall more often than at a table.
FACES = (1, 1, 1, 2, 3, 4, 5, 6, 6, 6)
# Rules that change what an invariant promises are left at their default by `house_rule`.
UNTOUCHED = frozenset({"auto_advance", "chips_reset_each_session", "luck_enabled"})

Chooser = Callable[[Any, Random], Command]


def start(rng: Random) -> Table:
    """One of several quite different tables in play."""
    t = scene(**rng.choice(STARTS))
    if rng.random() < 0.3:
        _nearly_there(t)
    return t


def _nearly_there(t: Table) -> None:
    """A skill to learn and a vow to mend, both a point or two away, and a challenge that is nearly beaten."""
    t.propose_skill("P", "Sailing")
    t.break_principle("P", "principle 3 of P")
    for goal in t.character("P").goals:
        if goal.kind != "STARTING":
            t.correct("goal", 2 if goal.kind == "SKILL_LEARNING" else 1, player="P", goal=goal.text)
    if t.state.scene.kind == "PLAIN":
        t.challenge_of(2)


STARTS: tuple[dict[str, Any], ...] = (
    {
        "skills": {"P": {"Knives": 7, "Wits": 1}, "Q": {"Hammer": 4}},
        "principles": {"P": [("no mercy", "Knives", 3, "NOT_LINKED"), ("pays debts", "Wits", 1, "ANY")]},
        "connections": {"P": {"Marta": 3}, "R": {"Yusuf": 1}},
        "goals": {"P": [("revenge", 5), ("peace", 295)]},
        "pool": 2,
    },
    {
        "players": "PQ",
        "chips": {"P": 1, "Q": 9},
        "skills": {"P": {"Sword": 12}, "Q": {"Wits": 2}},
        "connections": {"Q": {"Marta": 7}},
        "group_goals": [("first", 2), ("second", 30)],
    },
    {
        "items": {"P": {"Dagger": {"rank": 3, "crit_heart": 1, "breaks_at_zero": True, "recharge": "each day"}}},
        "skills": {"P": {"Wits": 3}, "Q": {"Fists": 5}, "R": {"Fists": 2}},
        "damage": {"R": {"Fists": 1}},
        "heart": {"P": 1, "R": 2},
        "challenge": 9,
        "combat": True,
        "pool": 1,
    },
    {
        "players": "PQRST",
        "chips": {"P": 5, "Q": 0, "R": 5, "S": 3, "T": 3},
        "luck": {"P": 0, "Q": 5},
        "goals": {"Q": [("a boat", 12), ("peace", 100), ("tavern", 188)]},
        "challenge": 4,
    },
)


def next_command(state: Any, rng: Random) -> Any:
    """A command worth trying; about two of three hold."""
    if rng.random() < 0.04:
        return rng.choice((UndoLast(), UndoLast(), RedoLast()))
    if rng.random() < 0.06:
        return rng.choice((house_rule, presence, correction, correction))(state, rng)
    owed = RULESET.open_rolls(state)
    if owed and (state.roll is None or rng.random() < 0.7):
        return dice(state, rng)
    if state.conflict is not None:
        return bid(state, rng)
    if state.roll is not None:
        return rng.choice(PREPARING if state.roll.step == "THROW" else FINISHING)(state, rng)
    return rng.choice(_fitting(state, rng))(state, rng)


def _fitting(state: Any, rng: Random) -> tuple[Chooser, ...]:
    """Return the steps that fit the state: things left to settle come up more often than anything else."""
    if state.phase == "PLAY" and rng.random() < 0.5:
        owed: list[Chooser] = []
        owed += [claim] * bool(state.rewards)
        owed += [settle] * any(request.status == "OPEN" for request in state.requests)
        owed += [fate] * any(each.status == "DOWN" for each in state.characters)
        owed += [recover] * any(each.status == "INCAPACITATED" for each in state.characters)
        owed += [end] * (state.narration.kind not in ("SCENE", "FREE"))
        owed += [mend] * any(goal.status == "DONE" for each in state.characters for goal in each.goals)
        if owed:
            return tuple(owed)
    return {"PLAY": IN_PLAY, "CLOSED": BETWEEN}.get(state.phase.value, OPENING)


def anybody(state: Any, rng: Random) -> str:
    return str(rng.choice(state.players).name)


def mostly_holder(state: Any, rng: Random) -> str:
    return state.narration.holder if state.narration and rng.random() < 0.8 else anybody(state, rng)


def sociable(state: Any, rng: Random) -> str:
    """Somebody with a connection, if there is one."""
    known = [each.owner for each in state.characters if each.connections]
    return rng.choice(known) if known else anybody(state, rng)


def character(state: Any, player: str) -> Any:
    return state.character_of(player)


def own(state: Any, rng: Random, player: str, what: str, fallback: str = "nothing") -> str:
    """Name of something the player's character has."""
    things = getattr(character(state, player), what, ())
    names = [
        getattr(each, "name", None) or getattr(each, "text", None) or getattr(each, "npc_name", "") for each in things
    ]
    return str(rng.choice(names)) if names else fallback


def skill(state: Any, rng: Random, player: str) -> str | None:
    if rng.random() < 0.15:
        return None
    return own(state, rng, player, rng.choice(("skills", "skills", "items")), "Wits")


def dice(state: Any, rng: Random) -> Any:
    request = rng.choice(RULESET.open_rolls(state))
    faces = tuple(rng.choice(FACES) for _ in range(request.count))
    if rng.random() < 0.03:
        return reports.ReportDice(player=request.roller, values=(*faces, 3), request_id=request.request_id)
    if request.total_accepted and rng.random() < 0.3:
        return reports.ReportDice(player=request.roller, total=sum(faces), purpose=request.purpose)
    return reports.ReportDice(player=request.roller, values=faces, request_id=request.request_id)


def bid(state: Any, rng: Random) -> Any:
    placed = {each.player for each in state.conflict.bids}
    waiting = [name for name in state.conflict.bidders if name not in placed] or [anybody(state, rng)]
    player = rng.choice(waiting)
    return conflicts.PlaceBid(player=player, chips=rng.randint(0, min(4, state.player(player).chips)))


def act(state: Any, rng: Random) -> Any:
    player = anybody(state, rng)
    vow = own(state, rng, player, "principles") if rng.random() < 0.2 else None
    return actions.DeclareAction(
        player=player,
        skill=skill(state, rng, player),
        principle=vow,
        hold_out=rng.choice((0, 0, 0, 1)),
        split=rng.random() < 0.15,
    )


def check(state: Any, rng: Random) -> Any:
    narrator, other = mostly_holder(state, rng), anybody(state, rng)
    requester, target = rng.choice(((narrator, other), (other, narrator)))
    return RequestSkillCheck(
        requester=requester, target=target, skill=skill(state, rng, target), extra_difficulty=rng.choice((0, 0, 1))
    )


def help_out(state: Any, rng: Random) -> Any:
    player = anybody(state, rng)
    return OfferHelp(player=player, skill=skill(state, rng, player) or "Wits", dice=rng.randint(1, 2))


def call(state: Any, rng: Random) -> Any:
    player = sociable(state, rng)
    return connections.CallConnection(player=player, connection=own(state, rng, player, "connections"), dice=None)


def invoke(state: Any, rng: Random) -> Any:
    richest = max(state.players, key=lambda player: (player.present, player.chips)).name
    target = sociable(state, rng)
    return connections.InvokeConnection(
        player=richest, target=target, connection=own(state, rng, target, "connections")
    )


def settle(state: Any, rng: Random) -> Any:
    player = rng.choice(state.requests).target if state.requests else anybody(state, rng)
    return connections.SettleConnectionRequest(player=player, fulfilled=rng.random() < 0.5, raise_=rng.random() < 0.7)


def reroll(state: Any, rng: Random) -> Any:
    low = [die.index for die in state.roll.dice if 2 <= die.face <= 5]
    picked = tuple(sorted(rng.sample(low, rng.randint(1, len(low))))) if low else (0,)
    return throws.RerollDice(player=state.roll.roller, dice=picked[: max(1, state.roll.rerolls_left)])


def token(state: Any, rng: Random) -> Any:
    return throws.SpendPoolToken(player=anybody(state, rng))


def claim(state: Any, rng: Random) -> Any:
    player = rng.choice(state.rewards).player if state.rewards else anybody(state, rng)
    hero = character(state, player)
    near = sorted(
        (goal for goal in getattr(hero, "goals", ()) if goal.status == "OPEN"), key=lambda goal: goal.value_left
    )
    if near and rng.random() < 0.8:
        return ClaimReward(player=player, goal=near[0].text)
    return ClaimReward(player=player, goal=own(state, rng, player, "goals"))


def mend(state: Any, rng: Random) -> Any:
    """Draw the consequence of a goal that is done: a skill learned, a vow mended, a goal to follow."""
    done = [(each, goal) for each in state.characters for goal in each.goals if goal.status == "DONE"]
    hero, goal = rng.choice(done)
    if goal.kind == "SKILL_LEARNING":
        return LearnSkill(player=hero.owner, goal=goal.text)
    if goal.kind == "PRINCIPLE_RESOLUTION":
        mode = rng.choice(("atoned", "changed"))
        return principles.ResolvePrinciple(
            player=hero.owner, principle=goal.principle_id, mode=mode, new_text="a new vow"
        )
    return AddPersonalGoal(player=hero.owner, text=f"goal {len(hero.goals)}", value=rng.choice((3, None)))


def fate(state: Any, rng: Random) -> Any:
    down = [each.owner for each in state.characters if each.status == "DOWN"]
    player = rng.choice(down) if down else anybody(state, rng)
    return harm.ChooseFate(player=player, actor=player, fate=rng.choice(("die", "incapacitated", "incapacitated")))


def recover(state: Any, rng: Random) -> Any:
    lying = [each.owner for each in state.characters if each.status == "INCAPACITATED"]
    return harm.RecoverCharacter(player=rng.choice(lying) if lying else anybody(state, rng))


def heal(state: Any, rng: Random) -> Any:
    target = anybody(state, rng)
    if rng.random() < 0.3:
        return harm.HealDamage(target=target, heart=True, amount=1)
    return harm.HealDamage(target=target, skill=skill(state, rng, target) or "Wits", amount=rng.randint(1, 2))


def vow(state: Any, rng: Random) -> Any:
    player = anybody(state, rng)
    kind = rng.choice((principles.BreakPrinciple, principles.ResolvePrinciple))
    return kind(player=player, principle=own(state, rng, player, "principles"))


def learning(state: Any, rng: Random) -> Any:
    player = anybody(state, rng)
    if rng.random() < 0.5:
        return LearnSkill(player=player, goal=own(state, rng, player, "goals"))
    return ProposeSkillGoal(
        player=player,
        goal_text=f"learn {rng.choice('xyz')}",
        skill_name=f"skill {rng.choice('xyz')}",
        success_effect="works",
        critical_failure_effect="hurts",
        item=rng.random() < 0.3,
    )


def group_goal(state: Any, rng: Random) -> Any:
    if not state.group_goals or rng.random() < 0.5:
        return group_goals.AddGroupGoal(text=f"goal {len(state.group_goals)}", value=rng.randint(1, 12))
    return group_goals.ChangeGroupGoal(goal=rng.choice(state.group_goals).text, op="revalue", value=rng.randint(1, 12))


def conflict(state: Any, rng: Random) -> Any:
    return conflicts.CallConflict(caller=anybody(state, rng), nature="a fight")


def set_scene(state: Any, rng: Random) -> Any:
    return scenes.SetScene(player=mostly_holder(state, rng), description="here", combat=rng.choice((True, False, None)))


def lull(state: Any, rng: Random) -> Any:
    return scenes.DeclareLull(player=anybody(state, rng), group_agreed=rng.random() < 0.3)


def end(state: Any, rng: Random) -> Any:
    return handover.EndNarration(player=mostly_holder(state, rng))


def recharge(state: Any, rng: Random) -> Any:
    player = anybody(state, rng)
    return harm.RechargeItem(player=player, item=own(state, rng, player, "items"))


def presence(state: Any, rng: Random) -> Any:
    player = rng.choice(state.players)
    return SetPresence(player=player.name, present=not player.present)


def house_rule(state: Any, rng: Random) -> Any:
    setting = rng.choice([each for each in SETTINGS if each.name not in UNTOUCHED])
    value = rng.choice(setting.values) if setting.values else rng.randint(setting.low or 0, min(setting.high or 0, 10))
    return ChangeHouseRule(rule=setting.name, value=value)


def correction(state: Any, rng: Random) -> Any:
    player = anybody(state, rng)
    path, value = rng.choice(
        (("chips", rng.randint(0, 8)), ("heart", rng.randint(1, 5)), ("party_pool", rng.randint(0, 4)))
    )
    return corrections.CorrectState(
        path=path, value=value, player="" if path == "party_pool" else player, reason="miscounted"
    )


def of_roller(command: Any) -> Chooser:
    return lambda state, rng: command(player=state.roll.roller if rng.random() < 0.9 else anybody(state, rng))


def of_anybody(command: Any) -> Chooser:
    return lambda state, rng: command(player=anybody(state, rng))


def improve(state: Any, rng: Random) -> Any:
    player = anybody(state, rng)
    return sessions.SpendImprovement(player=player, skill=skill(state, rng, player) or "Luck", chips=1)


def trigger(state: Any, rng: Random) -> Any:
    roller = state.roll.roller
    return preparing.InvokeTrigger(player=roller, principle=own(state, rng, roller, "principles"))


def hold_out(state: Any, rng: Random) -> Any:
    return preparing.HoldOutDice(player=state.roll.roller, count=rng.randint(0, 2))


def close(state: Any, rng: Random) -> Any:
    return sessions.EndSession(force=True) if rng.random() < 0.3 else set_scene(state, rng)


def always(command: Command) -> Chooser:
    return lambda state, rng: command


PREPARING: tuple[Chooser, ...] = (
    help_out,
    help_out,
    hold_out,
    of_roller(preparing.SplitDice),
    trigger,
    of_anybody(AddDifficulty),
    of_roller(preparing.WithdrawRoll),
    dice,
)
FINISHING: tuple[Chooser, ...] = (
    reroll,
    reroll,
    of_roller(throws.TradeSix),
    of_roller(throws.TradeSix),
    token,
    token,
    of_roller(throws.ExplodeSixes),
    of_roller(throws.AcceptRoll),
    of_roller(throws.AcceptRoll),
)
IN_PLAY: tuple[Chooser, ...] = (
    *(act,) * 8,
    *(check,) * 5,
    *(end,) * 9,
    *(conflict,) * 2,
    call,
    invoke,
    heal,
    vow,
    learning,
    group_goal,
    set_scene,
    lull,
    recharge,
    of_anybody(narration.CountAction),
    of_anybody(handover.AskAround),
    close,
)
BETWEEN: tuple[Chooser, ...] = (
    improve,
    improve,
    settle,
    claim,
    always(sessions.StartSession()),
    always(sessions.StartSession()),
)
OPENING: tuple[Chooser, ...] = (group_goal, recover, always(sessions.CallGetMoving()), always(sessions.CallGetMoving()))
