"""Facts of the log that belong in a tale, and how much they matter to somebody who missed the evening."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources

SCENE, FIGHT = "scene", "fight"


@lru_cache(maxsize=1)
def _kinds() -> Mapping[str, frozenset[str]]:
    """Kinds of events by their part in a tale, see `facts.toml`."""
    text = resources.files("companion.chronicle.recaps").joinpath("facts.toml").read_text(encoding="utf-8")
    return {part: frozenset(kinds.split()) for part, kinds in tomllib.loads(text).items()}


_WEIGHTS = {"turn": 4.0, "told": 3.0, SCENE: 2.5, FIGHT: 3.0}


def part_of(kind: str) -> str | None:
    """The part of an event in a tale: "turn", "told", "scene" or "fight"; None for dice, chips and the like."""
    return next((part for part in _WEIGHTS if kind in _kinds()[part]), None)


def is_table_talk(kind: str) -> bool:
    """Return True for what comes of dice, cards and handing over."""
    return kind in _kinds()["talk"]


def weight_of(kind: str) -> float:
    """0 for what nobody needs to hear again, up to 4 for a turning point."""
    return _WEIGHTS.get(part_of(kind) or "", 0.0)


def as_told(kind: str, text: str) -> str:
    """The part of an event's sentence that is read aloud: what somebody put in words, without what it is called."""
    part = part_of(kind)
    if part in {"told", SCENE, FIGHT}:
        named, _, words = text.partition(": ")
        text = text if words and kind == "stake_set" else words or (named if part == SCENE else "")
    if kind == "connection_added":
        text = text.rpartition(", ")[0] or text
    text = text.strip()
    text = text[:1].upper() + text[1:]
    return text if text[-1:] in ".!?…" or not text else f"{text}."
