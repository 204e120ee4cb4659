"""Ranking cards and piles, and what follows for the stakes (PTA-16 to PTA-18, PTA-46, PTA-71, PTA-72)."""

from collections.abc import Iterable, Sequence

from engine.quick_dataclass import dataclass
from engine.systems.choice_pta.cards import Card, face_value, suit_rank, worth
from engine.systems.choice_pta.entities import Conflict, PartOutcome, Slot
from engine.systems.choice_pta.fold import known_slot
from engine.systems.choice_pta.house_rules import HouseRules
from engine.systems.choice_pta.stakes import adopter_of, opponents, opposing_pairs
from engine.systems.choice_pta.vocabulary import FateRule, Outcome, Phase, Purpose, Status

Key = tuple[int, ...]

MOST_DRAWS = 20
"""Draws after which a tie is left as it stands: decks that nobody shuffled would draw alike for ever."""


@dataclass(frozen=True, slots=True)
class Tie:
    """Cards that need another draw each to be told apart."""

    parts: tuple[str, ...]
    purpose: Purpose


def base_key(slot: Slot, rules: HouseRules) -> Key:
    """Key that decides between two cards, draws for exact ties included (PTA-16, PTA-17)."""
    return (*_base(slot, rules), *_draws(slot.ties, rules))


def _base(slot: Slot, rules: HouseRules) -> Key:
    return () if slot.card is None else (slot.total, suit_rank(slot.card, rules))


def _worths(cards: Iterable[Card], rules: HouseRules) -> list[Key]:
    return [worth(card, rules) for card in cards]


def _draws(cards: Iterable[Card], rules: HouseRules) -> Key:
    return tuple(number for card in cards for number in worth(card, rules))


def fate_groups(conflict: Conflict, rules: HouseRules, gm: str) -> tuple[tuple[str, ...], ...]:
    """Groups of cards the Hand of Fate has touched: tied, with at least one opposing pair (PTA-82, PTA-83)."""
    fate = conflict.options.hand_of_fate
    if fate is FateRule.OFF:
        return ()
    groups: dict[Key, list[str]] = {}
    for slot in conflict.slots:
        if slot.card is not None:
            value = face_value(slot.card) if rules.fate_tie_basis == "face" else slot.total
            suit = (suit_rank(slot.card, rules),) if fate is FateRule.EXACT else ()
            groups.setdefault((value, *suit), []).append(slot.part)
    return tuple(tuple(each) for each in groups.values() if next(opposing_pairs(conflict, tuple(each), gm), None))


def open_ties(conflict: Conflict, rules: HouseRules, gm: str) -> tuple[Tie, ...]:
    """Groups that have to draw before the order is strict."""
    groups = fate_groups(conflict, rules, gm)
    found = [
        Tie(tied, Purpose.FATE)
        for group in groups
        for tied in _undrawn([(part, _worths(known_slot(conflict, part).fates, rules)) for part in group])
    ]
    group_of = {part: at for at, group in enumerate(groups) for part in group}
    for equal in _alike((slot.part, _base(slot, rules)) for slot in conflict.slots):
        if len({group_of.get(part, part) for part in equal}) > 1:
            draws = [(part, _worths(known_slot(conflict, part).ties, rules)) for part in equal]
            found += [Tie(tied, Purpose.TIE) for tied in _undrawn(draws)]
    return tuple(found)


def _alike(keyed: Iterable[tuple[str, Key]]) -> list[tuple[str, ...]]:
    """Groups of two and more names with the same key."""
    groups: dict[Key, list[str]] = {}
    for name, key in keyed:
        groups.setdefault(key, []).append(name)
    return [tuple(each) for each in groups.values() if len(each) > 1]


def _undrawn(tied: list[tuple[str, list[Key]]], at: int = 0) -> list[tuple[str, ...]]:
    """Those of equals who have to draw: those without a draw number `at`, then whoever drew alike, and so on."""
    if len(tied) < 2 or at >= MOST_DRAWS:
        return []
    missing = tuple(name for name, draws in tied if len(draws) <= at)
    if missing:
        return [missing]
    alike: dict[Key, list[tuple[str, list[Key]]]] = {}
    for name, draws in tied:
        alike.setdefault(draws[at], []).append((name, draws))
    return [each for group in alike.values() for each in _undrawn(group, at + 1)]


def card_order(conflict: Conflict, rules: HouseRules, gm: str) -> tuple[str, ...]:
    """The round's strict ranking, best first; fate decides only among the places its group holds (PTA-45, PTA-84)."""
    order = [slot.part for slot in sorted(conflict.slots, key=lambda slot: base_key(slot, rules), reverse=True)]
    for group in fate_groups(conflict, rules, gm):
        places = [at for at, part in enumerate(order) if part in group]
        ranked = sorted(group, key=lambda part: _draws(known_slot(conflict, part).fates, rules), reverse=True)
        for at, part in zip(places, ranked, strict=True):
            order[at] = part
    return tuple(order)


def pile_key(conflict: Conflict, part: str, rules: HouseRules) -> Key:
    """Key that decides between two piles of victory cards (PTA-71, R-65, R-66); longer and better is greater."""
    found = conflict.part(part)
    if found is None:
        return ()
    cards = sorted((worth(card, rules) for card in found.pile), reverse=True)
    if rules.final_tie_method == "values_then_suits":
        flat = [value for value, _ in cards] + sorted((suit for _, suit in cards), reverse=True)
    else:
        flat = [number for pair in cards for number in pair]
    return (len(cards), *flat)


def standing_key(conflict: Conflict, part: str, rules: HouseRules) -> Key:
    """As `pile_key`, with what breaks exact ties; equal keys mean a shared place."""
    key = pile_key(conflict, part, rules)
    if rules.set_exact_tie == "shared":
        return key
    found = conflict.part(part)
    draws = _draws(found.tie_draws, rules) if found is not None and rules.set_exact_tie == "random_draw" else ()
    return (*key, *draws) if draws else (*key, -_place(conflict.last_order, part))


def _place(order: Sequence[str], part: str) -> int:
    return order.index(part) if part in order else len(order)


def standings(conflict: Conflict, rules: HouseRules) -> tuple[str, ...]:
    """Active participants by their piles, best first (PTA-71)."""
    active = [part.name for part in conflict.participants if part.status is Status.ACTIVE]
    active.sort(key=lambda part: _place(conflict.last_order, part))
    return tuple(sorted(active, key=lambda part: standing_key(conflict, part, rules), reverse=True))


def open_standing_ties(conflict: Conflict, rules: HouseRules) -> tuple[Tie, ...]:
    """Equal piles that have to draw, where the table wants that (R-66)."""
    if rules.set_exact_tie != "random_draw":
        return ()
    active = {part.name: part for part in conflict.participants if part.status is Status.ACTIVE}
    return tuple(
        Tie(tied, Purpose.STANDING)
        for equal in _alike((name, pile_key(conflict, name, rules)) for name in active)
        for tied in _undrawn([(name, _worths(active[name].tie_draws, rules)) for name in equal])
    )


def is_final(conflict: Conflict) -> bool:
    """True if ranks are those of the victory piles."""
    return conflict.is_extended and conflict.phase in (Phase.FINAL_NARRATION, Phase.CLOSED)


def ranks(conflict: Conflict, rules: HouseRules) -> tuple[str, ...]:
    """The ranking now, best first; whoever is out comes last."""
    if not is_final(conflict):
        return conflict.order
    fallen = (part.name for part in conflict.participants if part.status is not Status.ACTIVE)
    return (*standings(conflict, rules), *fallen)


def is_above(conflict: Conflict, one: str, other: str, rules: HouseRules) -> bool:
    """True if the first ranks above the second: by the round's order, in the end by victory piles."""
    if is_final(conflict) and rules.set_exact_tie == "shared" and _both_active(conflict, one, other):
        return standing_key(conflict, one, rules) > standing_key(conflict, other, rules)
    order = ranks(conflict, rules)
    return _place(order, one) < _place(order, other)


def _both_active(conflict: Conflict, one: str, other: str) -> bool:
    parts = (conflict.part(one), conflict.part(other))
    return all(part is not None and part.status is Status.ACTIVE for part in parts)


def beats(conflict: Conflict, part: str, rules: HouseRules, gm: str) -> tuple[str, ...]:
    """The opponents this one stands above, best first (PTA-46)."""
    rivals = {each.name for each in opponents(conflict, part, gm)}
    order = ranks(conflict, rules)
    return tuple(each for each in order if each in rivals and is_above(conflict, part, each, rules))


def outcome_of(conflict: Conflict, part: str, rules: HouseRules, gm: str) -> PartOutcome:
    """True if the stake comes true (PTA-46, PTA-72, PTA-94)."""
    found = conflict.part(part)
    if is_final(conflict) and found is not None and found.status is not Status.ACTIVE:
        adopter = adopter_of(conflict, part)
        outcome = outcome_of(conflict, adopter.name, rules, gm).outcome if adopter is not None else Outcome.NONE
        return PartOutcome(part, outcome)
    beaten = beats(conflict, part, rules, gm)
    rivals = [each for each in opponents(conflict, part, gm) if each.name in ranks(conflict, rules)]
    if len(beaten) == len(rivals):
        return PartOutcome(part, Outcome.FULL, beaten)
    return PartOutcome(part, Outcome.PARTIAL if beaten else Outcome.NONE, beaten)


def all_outcomes(conflict: Conflict, rules: HouseRules, gm: str) -> tuple[PartOutcome, ...]:
    """Every stake's outcome, best rank first."""
    return tuple(outcome_of(conflict, part, rules, gm) for part in ranks(conflict, rules))
