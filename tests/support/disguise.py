"""The same table with other secrets: what one viewer cannot know is changed, all the rest is left alone."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from tests.engine.systems.choice_pta.test_secrecy import swapped


def disguised(ruleset: Any, state: Any, viewer: str | None, rng: Random) -> Any | None:
    """The state with other secrets than this viewer's; None when it has none, or `view` shows a difference."""
    change = _DISGUISES.get(ruleset.info.slug)
    other = change(state, viewer, rng) if change is not None else None
    if other is None or other == state or ruleset.view(other, viewer) != ruleset.view(state, viewer):
        return None
    return other


def _bids(state: Any, viewer: str | None, rng: Random) -> Any | None:
    """Phase Abandon: bids nobody has declared."""
    conflict = state.conflict
    if conflict is None:
        return None
    bids = tuple(bid if bid.player == viewer else replace(bid, number=rng.randint(0, 5)) for bid in conflict.bids)
    return replace(state, conflict=replace(conflict, bids=bids))


def _cards(state: Any, viewer: str | None, rng: Random) -> Any | None:
    """Choice Based PTA: two hidden cards the viewer has nothing to do with."""
    exchange = swapped(state, rng)
    return None if exchange is None or viewer in exchange[1] else exchange[0]


def _npcs(fields: tuple[str, ...]) -> Callable[[Any, str | None, Random], Any | None]:
    """Games with a GM: numbers on the sheets of NPCs."""

    def change(state: Any, viewer: str | None, rng: Random) -> Any | None:
        if viewer is not None and viewer == state.gm:
            return None
        people = tuple(
            each if each.player is not None and each.player != state.gm else replace(each, **_more(each, fields, rng))
            for each in state.characters
        )
        return replace(state, characters=people)

    return change


def _more(character: Any, fields: tuple[str, ...], rng: Random) -> dict[str, int]:
    return {name: getattr(character, name) + rng.randint(1, 3) for name in fields}


_DISGUISES: dict[str, Callable[[Any, str | None, Random], Any | None]] = {
    "phase-abandon": _bids,
    "choice-pta": _cards,
    "kleptonomicon": _npcs(("health", "vitality", "shield", "dodge_points", "recoveries", "beat_debt", "xp")),
    "phasesix": _npcs(("protection", "max_health", "stress", "career_points", "sp_total")),
}
