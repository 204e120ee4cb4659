"""Deciding about deeds on one's own turn, first aid included (rules 3.6 to 3.10)."""

from dataclasses import replace
from typing import Any

from engine.phrase import phrase
from engine.systems.phasesix import commands as cmd
from engine.systems.phasesix.agenda import refuse_pending
from engine.systems.phasesix.deeds import BUILDS, act
from engine.systems.phasesix.entities import Character, Strike, Task
from engine.systems.phasesix.formula import parse
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import Command
from engine.systems.phasesix.naming import find_characters, find_player
from engine.systems.phasesix.rulebook import By, Handler, meant, refuse_stranger, rule
from engine.systems.phasesix.strikes import best_cover
from engine.systems.phasesix.vocabulary import DeedKind, TaskKind
from engine.types import Rejected

DEED_COMMANDS: dict[type[Command], DeedKind] = {
    cmd.Attack: DeedKind.ATTACK,
    cmd.Run: DeedKind.RUN,
    cmd.Crawl: DeedKind.CRAWL,
    cmd.Hunker: DeedKind.HUNKER,
    cmd.StandUp: DeedKind.STAND_UP,
    cmd.Reload: DeedKind.RELOAD,
    cmd.UseObject: DeedKind.USE_OBJECT,
    cmd.ThrowObject: DeedKind.THROW_OBJECT,
    cmd.CustomDeed: DeedKind.CUSTOM,
    cmd.CastSpell: DeedKind.CAST,
}


def _doing(kind: DeedKind) -> Handler:
    def handler(ledger: Ledger, command: Any, who: Character) -> Rejected | None:
        return act(ledger, who, kind, command)

    return handler


for _command, _kind in DEED_COMMANDS.items():
    rule(_command, extension="magic" if _kind is DeedKind.CAST else "")(_doing(_kind))


@rule(cmd.Walk)
def walk(ledger: Ledger, command: cmd.Walk, who: Character) -> Rejected | None:
    """Walk, and let an attack said in the same breath go with it (P6-38)."""
    if command.then is None:
        return act(ledger, who, DeedKind.WALK, command)
    if command.then != DeedKind.ATTACK or ledger.rules.walk_rider == "none":
        return Rejected("NO_RIDER", phrase("Nothing but an attack can be said together with a walk here."))
    attack = BUILDS[DeedKind.ATTACK](ledger, who, _with_the_walk(command))
    if isinstance(attack, Rejected):
        return attack
    refusal = act(ledger, who, DeedKind.WALK, replace(command, coupled=True))
    if refusal is None:
        ledger.queue(Task(TaskKind.DEED, deed=attack), front=False)
    return refusal


def _with_the_walk(command: cmd.Walk) -> cmd.Attack:
    return cmd.Attack(
        target=command.target,
        weapon=command.weapon,
        mode=command.mode,
        distance=command.distance,
        cover=command.cover,
        difficulty=command.difficulty,
        as_rider=True,
    )


@rule(cmd.FirstAid, By.ANY)
def first_aid(ledger: Ledger, command: cmd.FirstAid, who: None) -> Rejected | None:
    """Help somebody hurt; in combat it takes an action (P6-72 to P6-74)."""
    state = ledger.state
    speaker = None
    if command.actor:
        player = find_player(state, command.actor)
        if isinstance(player, Rejected):
            return player
        speaker = player.name
    helper = meant(state, command.helper, speaker)
    if isinstance(helper, Rejected):
        return helper
    return refuse_stranger(state, speaker, helper) or act(ledger, helper, DeedKind.FIRST_AID, command)


@rule(cmd.ResolveEffect, By.GM)
def resolve_effect(ledger: Ledger, command: cmd.ResolveEffect, who: None) -> Rejected | None:
    """Hits that need no roll to hit: cover only where allowed, protection applies (P6-58)."""
    targets = find_characters(ledger.state, command.targets)
    if isinstance(targets, Rejected):
        return targets
    refusal = refuse_pending(ledger.state)
    if refusal is not None:
        return refusal
    wrong = command.hits < 0 or command.bonus < 0 or command.piercing < 0 or command.cover not in (None, 4, 5, 6)
    if not targets or wrong or parse(command.wounds) is None:
        return Rejected("BAD_VALUE", phrase("Say who is hit, how many hits, and wounds for each as a number or dice."))
    for one in reversed(targets):
        cover = best_cover(ledger, one.name, command.cover) if command.allow_cover else None
        strike = Strike(one.name, command.hits, command.wounds, command.bonus, command.piercing, cover)
        ledger.queue(Task(TaskKind.STRIKE, one.name, strike=strike))
    return None
