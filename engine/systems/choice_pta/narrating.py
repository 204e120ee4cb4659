"""The order people are offered to narrate in (PTA-50, R-60, R-61)."""

from engine.systems.choice_pta.entities import Claim, Conflict
from engine.systems.choice_pta.house_rules import HouseRules
from engine.systems.choice_pta.ranking import ranks
from engine.systems.choice_pta.vocabulary import Position, Status, Turn

_BEFORE, _AFTER = -1, 1


def offered(conflict: Conflict, ranking: tuple[str, ...]) -> tuple[str, ...]:
    """Those of a ranking who have a turn."""
    active = {part.name for part in conflict.participants if part.status is Status.ACTIVE}
    return tuple(part for part in ranking if part in active)


def arranged(ranking: tuple[str, ...], rules: HouseRules) -> tuple[str, ...]:
    """The suggested order from a ranking, best first (R-60)."""
    if rules.narration_default == "free":
        return ()
    return ranking if rules.narration_default == "descending" else ranking[::-1]


def reordered(conflict: Conflict, rules: HouseRules) -> tuple[str, ...]:
    """The suggested order with everybody's claims, the lowest rank's first so that higher ones prevail."""
    ranking = offered(conflict, ranks(conflict, rules))
    order = list(arranged(ranking, rules) or ranking[::-1])
    for name in reversed(ranking):
        for claim in conflict.claims:
            if claim.part == name and not _is_dropped(conflict, claim, ranking):
                _move(order, claim)
    return tuple(order)


def _is_dropped(conflict: Conflict, claim: Claim, ranking: tuple[str, ...]) -> bool:
    """True if a place next to somebody goes against what a higher rank wants."""
    return claim.other is not None and any(
        objects(other, claim) for other in conflict.claims if _is_higher(ranking, other.part, claim.part)
    )


def _is_higher(ranking: tuple[str, ...], one: str, other: str) -> bool:
    return one in ranking and other in ranking and ranking.index(one) < ranking.index(other)


def objects(one: Claim, other: Claim) -> bool:
    """True if two claims cannot both be granted: both before, or both after, the other."""
    first, second = _side(one, other.part), _side(other, one.part)
    return first is not None and first == second


def _side(claim: Claim, other: str) -> int | None:
    """The place the claimant wants to be seen from somebody else; None when it is all the same."""
    if claim.position is Position.FIRST:
        return _BEFORE
    if claim.position is Position.LAST:
        return _AFTER
    if claim.other != other:
        return None
    return _BEFORE if claim.position is Position.BEFORE else _AFTER


def _move(order: list[str], claim: Claim) -> None:
    order.remove(claim.part)
    if claim.position is Position.FIRST:
        order.insert(0, claim.part)
    elif claim.position is Position.LAST or claim.other not in order:
        order.append(claim.part)
    else:
        order.insert(order.index(claim.other) + (claim.position is Position.AFTER), claim.part)


def to_narrate(conflict: Conflict) -> tuple[str, ...]:
    """Participants whose turn is still open, those who speak first, then in the suggested order."""
    open_turns = {
        part.name: part.turn
        for part in conflict.participants
        if part.status is Status.ACTIVE and part.turn in (Turn.SPEAKING, Turn.WAITING, Turn.REOPENED)
    }
    order = conflict.suggested or tuple(part.name for part in conflict.participants)
    names = [*order, *(name for name in open_turns if name not in order)]
    speaking = [name for name in names if open_turns.get(name) is Turn.SPEAKING]
    return (*speaking, *(name for name in names if name in open_turns and name not in speaking))


def all_passed(conflict: Conflict) -> bool:
    """True if everybody gave the narration up (N5)."""
    active = [part for part in conflict.participants if part.status is Status.ACTIVE]
    return all(part.turn is Turn.PASSED for part in active) and not any(not entry.extra for entry in conflict.entries)
