"""Moving and stance: walking, running, crawling, hunkering, standing up (P6-36 to P6-38)."""

from typing import Any

from engine.phrase import phrase
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.deeds import builds, cost_of, does
from engine.systems.phasesix.derived import half, in_combat
from engine.systems.phasesix.entities import Character, Deed
from engine.systems.phasesix.harm import set_condition
from engine.systems.phasesix.house_rules import HouseRules
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.vocabulary import Attr, Cond, DeedKind
from engine.types import Rejected


def reach(who: Character, kind: DeedKind, rules: HouseRules) -> int:
    """Metres of one such deed at most (P6-36)."""
    quickness = who.attr(Attr.QUICKNESS)
    base = {DeedKind.WALK: quickness, DeedKind.RUN: 2 * quickness, DeedKind.CRAWL: half(quickness, rules)}[kind]
    return max(0, base + 1)


def _move(ledger: Ledger, who: Character, command: Any, kind: DeedKind) -> Deed | Rejected:
    rules, metres = ledger.rules, command.metres
    hunkered = who.cond(Cond.HUNKERED)
    if kind is DeedKind.CRAWL and not hunkered:
        return Rejected(
            "NOT_HUNKERED", phrase("{character} stands; only those who hunker down crawl.", character=who.name)
        )
    if kind is not DeedKind.CRAWL and hunkered and rules.hunkered_blocks_walk_run:
        return Rejected(
            "HUNKERED", phrase("{character} is hunkered down and can only crawl or stand up.", character=who.name)
        )
    if metres is not None and metres > reach(who, kind, rules):
        far = reach(who, kind, rules)
        return Rejected(
            "TOO_FAR", phrase("{character} gets {number} metres far like that.", character=who.name, number=far)
        )
    coupled = rules.walk_rider == "other_pays" and bool(getattr(command, "coupled", False))
    return Deed(
        ledger.new_id("deed"),
        kind,
        who.name,
        0 if coupled else cost_of(ledger.state, kind.value),
        metres=None if metres is None else max(0, metres),
        coupled=coupled,
    )


@builds(DeedKind.WALK)
def _walk(ledger: Ledger, who: Character, command: Any) -> Deed | Rejected:
    return _move(ledger, who, command, DeedKind.WALK)


@builds(DeedKind.RUN)
def _run(ledger: Ledger, who: Character, command: Any) -> Deed | Rejected:
    return _move(ledger, who, command, DeedKind.RUN)


@builds(DeedKind.CRAWL)
def _crawl(ledger: Ledger, who: Character, command: Any) -> Deed | Rejected:
    return _move(ledger, who, command, DeedKind.CRAWL)


@does(DeedKind.WALK, DeedKind.RUN, DeedKind.CRAWL)
def _go(ledger: Ledger, deed: Deed) -> bool:
    ledger.record(ev.MovedMetres(deed.actor, deed.kind.value, deed.metres))
    rule = ledger.rules.walk_rider
    paid = rule == "walk_pays" or (rule == "other_pays" and deed.coupled)
    if deed.kind is DeedKind.WALK and paid and not deed.reaction and in_combat(ledger.state, deed.actor):
        ledger.record(ev.RiderOpened(deed.actor, deed.coupled))
    return False


@builds(DeedKind.HUNKER)
def _hunker(ledger: Ledger, who: Character, command: Any) -> Deed | Rejected:
    if who.cond(Cond.HUNKERED):
        return Rejected("ALREADY_HUNKERED", phrase("{character} is hunkered down already.", character=who.name))
    return Deed(ledger.new_id("deed"), DeedKind.HUNKER, who.name, cost_of(ledger.state, "hunker"))


@does(DeedKind.HUNKER)
def _duck(ledger: Ledger, deed: Deed) -> bool:
    set_condition(ledger, deed.actor, Cond.HUNKERED, 1)
    return False


@builds(DeedKind.STAND_UP)
def _stand_up(ledger: Ledger, who: Character, command: Any) -> Deed | Rejected:
    if not who.cond(Cond.HUNKERED):
        return Rejected("NOT_HUNKERED", phrase("{character} is standing.", character=who.name))
    return Deed(ledger.new_id("deed"), DeedKind.STAND_UP, who.name, cost_of(ledger.state, "stand_up"))


@does(DeedKind.STAND_UP)
def _rise(ledger: Ledger, deed: Deed) -> bool:
    if ledger.who(deed.actor).cond(Cond.HUNKERED):
        ledger.record(ev.ConditionRemoved(deed.actor, Cond.HUNKERED))
    return False
