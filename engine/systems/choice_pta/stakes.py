"""Opposition between stakes (PTA-24, PTA-25, PTA-94)."""

from collections.abc import Iterator

from engine.systems.choice_pta.entities import Conflict, Participant
from engine.systems.choice_pta.vocabulary import Against, Status


def opposes(conflict: Conflict, one: str, other: str, gm: str) -> bool:
    """True if these two stakes cannot both come true; adopted stakes count with their adopter."""
    if one == other:
        return False
    return any(_stated(conflict, a, b, gm) for a in _carried(conflict, one) for b in _carried(conflict, other))


def _carried(conflict: Conflict, name: str) -> tuple[str, ...]:
    part = conflict.part(name)
    return (name, *part.adopted) if part is not None else (name,)


def _stated(conflict: Conflict, one: str, other: str, gm: str) -> bool:
    for pair in conflict.opposition:
        if pair.concerns(one, other):
            return pair.opposes
    return _by_default(conflict, one, other, gm)


def _by_default(conflict: Conflict, one: str, other: str, gm: str) -> bool:
    """Players against the GM; without a GM stake, all against all (PTA-24)."""
    first, second = conflict.part(one), conflict.part(other)
    if first is None or second is None:
        return False
    if not any(part.seat == gm for part in conflict.participants):
        return True
    return (first.seat == gm) != (second.seat == gm)


def opponents(conflict: Conflict, name: str, gm: str) -> tuple[Participant, ...]:
    """Participants this one opposes; a destroyed one whose stake was adopted counts through its adopter."""
    return tuple(
        part
        for part in conflict.participants
        if opposes(conflict, name, part.name, gm) and not is_adopted(conflict, part.name)
    )


def classes_facing(conflict: Conflict, name: str, gm: str) -> set[Against]:
    """Classes of the opposition of this one: the GM, players, or both (PTA-43)."""
    return {Against.GM if rival.seat == gm else Against.PLAYERS for rival in opponents(conflict, name, gm)}


def is_adopted(conflict: Conflict, name: str) -> bool:
    """True if somebody carries on this participant's stake."""
    return adopter_of(conflict, name) is not None


def adopter_of(conflict: Conflict, name: str) -> Participant | None:
    """The participant that carries on this one's stake."""
    for part in conflict.participants:
        if name in part.adopted:
            return part
    return None


def opposing_pairs(conflict: Conflict, names: tuple[str, ...], gm: str) -> Iterator[tuple[str, str]]:
    """Pairs among these that oppose each other, in the order given."""
    for at, one in enumerate(names):
        for other in names[at + 1 :]:
            if opposes(conflict, one, other, gm):
                yield one, other


def has_opposition(conflict: Conflict, gm: str) -> bool:
    """True if two active participants still oppose each other (PTA-70)."""
    names = tuple(part.name for part in conflict.participants if part.status is Status.ACTIVE)
    return next(opposing_pairs(conflict, names, gm), None) is not None
