"""Evenings of Phase Abandon that between them use every command and let every event happen."""

from collections.abc import Iterator
from typing import Any

from engine.history import History
from engine.systems.phase_abandon.rules import reports, throws
from tests.support.deal import scene
from tests.support.table import Table, table


def histories() -> Iterator[History[Any, Any, Any]]:
    """Each evening as a finished history."""
    for evening in (creation, rolls, fight, untied, unthrown, goals, people, closing):
        yield evening().history


def creation() -> Table:
    """Setting, sheets, opening."""
    t = table("Ana", "Ben")
    t.rule("require_approval", False)
    t.begin_setting("space opera")
    t.detail("Ana", "a fortress city", 3)
    t.change_detail("Ben", "a fortress city", "a ruined city", 3)
    t.finish_setting()
    t.quick_character(
        "Ana",
        skills={"Lockpicking": 3, "Haggling": 2},
        items={"Raven Knife": {"rank": 5, "recharge": "each day"}},
        connections=["Marta"],
    )
    t.decide("Lockpicking", approved=True)
    t.quick_character("Ben")
    t.equip("Ben", "a toolkit")
    t.undo()
    t.redo()
    t.open_play("Ana", [("see the duke", 20), ("the ship", 30)])
    t.change_group("the ship", "revalue", 15)
    t.add_player("Cleo")
    t.absent("Cleo")
    t.present("Cleo")
    return t


def rolls() -> Table:
    """Preparations, re-rolls, trades, tokens, explosions, ties."""
    s = scene(
        skills={"P": {"Knives": 7, "Wits": 2}},
        principles={"P": [("no mercy", "Wits", 2, "ANY")]},
        damage={"P": {"Knives": 1}},
        advancement={"P": {"Wits": 3}},
        pool=1,
        holder="P",
    )
    s.ask_around("P")
    s.check("Q", "P", "Wits")
    s.harder("R")
    s.help("R", "Wits", 1)
    s.trigger("P", "no mercy")
    s.hold_out("P", 1)
    s.withdraw("Q")
    s.act("P", "Wits", 6, 5)
    s.dice("P", 2)
    s.count_action("P")
    s.count_action("P")
    s.end()
    s.settle_ties("P")
    s.declare("P", "Knives")
    s.dice("P", 6, 1, 2, 1, 4)
    s.reroll("P", faces=[2])
    s.dice("P", 6)
    s.trade("P")
    s.token("Q")
    s.explode("P")
    s.dice("P", 3)
    s.settle_ties()
    s.end_all()
    s.declare("P", "Knives")
    s.split("P")
    s.dice("P", 1, 1, 2, 2, 3)
    s.accept_all("P")
    s.settle_ties()
    s.end()
    s.withdraw("P")
    s.settle_ties()
    return s


def fight() -> Table:
    """A conflict that fizzles, a challenge that is beaten, a character who falls."""
    s = scene(
        skills={"P": {"Sword": 3}},
        items={"Q": {"Dagger": {"rank": 2, "crit_heart": 1, "breaks_at_zero": True, "recharge": "each day"}}},
        goals={"P": [("revenge", 9), ("peace", 291)]},
        heart={"P": 1},
        luck={"R": 2},
        holder="Q",
        chips={"P": 4, "Q": 6, "R": 5},
    )
    s.conflict("P", "a chase")
    s.bids(P=0, Q=0, R=0)
    s.conflict("Q", "a brawl")
    s.bids(P=1, Q=1, R=0)
    s.dice("P", 3)
    s.dice("Q", 6)
    s.set_scene("Q", "a brawl in the mill", combat=True)
    s.act("Q", "Dagger", 1, 4)
    s.settle_ties()
    s.end_all()
    s.recharge("Q", "Dagger")
    s.correct_skill("Q", "Dagger", "damage", 1)
    s.act("Q", "Dagger", 1)
    s.settle_ties()
    s.end_all()
    s.act("R", None, 1, 4)
    s.settle_ties()
    s.end_all()
    s.act("P", "Sword", 1, 5, 5)
    s.fate("P", "incapacitated")
    s.end_all()
    s.recover("P")
    s.heal("P", "Sword", 1)
    s.heal_heart("P", 1)
    s.correct("challenge_left", 2)
    s.act("P", "Sword", 5, 5, 2)
    s.claim("P", "revenge")
    s.end_all()
    s.lull(s.holder or "")
    s.settle_ties()
    return s


def untied() -> Table:
    """A roll-off that nobody makes."""
    s = scene(challenge=9, combat=True)
    s.act("P", "Wits", 2, 2, 3)
    s.do(reports.SkipRollOff(actor="Q"))
    return s


def unthrown() -> Table:
    """Dice picked up again that nobody throws."""
    s = scene(skills={"P": {"Knives": 7}})
    s.declare("P", "Knives")
    s.hold_out("P", 2)
    s.dice("P", 4, 2, 3)
    s.reroll("P", faces=[2, 3])
    s.do(throws.AcceptRoll(player="P", unthrown=True))
    return s


def goals() -> Table:
    """A group goal reached, a vow broken and mended, a skill learned."""
    s = scene(skills={"P": {"Swordplay": 6}}, group_goals=[("duke", 2), ("ship", 20)], holder="P")
    s.act("P", "Swordplay", 4, 4, 4, 2, 2)
    s.accept_all("P")
    s.end_all()
    s.break_principle("P", "principle 1 of P")
    s.goal_change("P", "resolve the broken principle: principle 1 of P", text="make amends")
    s.goal_change("P", "make amends", 50)
    s.break_principle("P", "principle 1 of P")
    s.propose_skill("P", "Piloting")
    s.decide("learn Piloting", approved=True)
    s.reward("P", 60)
    s.claim("P", "learn Piloting")
    s.reward("P", 40)
    s.claim("P", "learn Piloting")
    s.learn("P", "learn Piloting")
    s.end_all()
    atonement = next(goal.text for goal in s.character("P").goals if goal.kind == "PRINCIPLE_RESOLUTION")
    for points in (40, 35):
        s.reward("P", points)
        s.claim("P", atonement)
    s.resolve("P", "principle 1 of P")
    s.end_all()
    return s


def people() -> Table:
    """Connections called, invoked and made."""
    s = scene(connections={"P": {"Yargert": 3}}, chips={"P": 5, "Q": 7, "R": 7}, holder="P")
    s.connect("P", "the innkeeper")
    s.call("P", "Yargert", 3)
    s.dice("P", 6, 4, 1)
    s.end()
    s.settle_ties("Q")
    s.invoke("Q", "P", "Yargert")
    s.settle_ties("Q")
    s.invoke("Q", "P", "Yargert")
    s.dice("Q", *[5] * s.asked[0][1])
    s.settle("P", "Yargert", fulfilled=True)
    return s


def closing() -> Table:
    """A reward nobody claimed, improvement, the next evening."""
    s = scene(pool=4, damage={"P": {"Wits": 1}})
    s.reward("P", 6)
    s.end_session(force=True)
    s.improve("P", "Wits", 2)
    s.start_session()
    return s
