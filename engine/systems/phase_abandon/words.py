"""Counts as people say them and as the log writes them."""

from collections.abc import Sequence

from engine.common.words import number


def counted(value: int, one: str, many: str | None = None) -> str:
    """A number with its noun: "one chip", "three dice"."""
    return f"{number(value)} {one if value == 1 else many or one + 's'}"


def in_figures(value: int, one: str) -> str:
    """A number with its noun as the log writes it: "1 chip", "5 chips", "no chips"."""
    return f"{value or 'no'} {one}{'' if value == 1 else 's'}"


def dice(count: int) -> str:
    """A number of dice."""
    return counted(count, "die", "dice")


def scores(pairs: Sequence[tuple[str, int]]) -> str:
    """Who has how many: "Jay eleven, Russ seven"."""
    return ", ".join(f"{name} {number(value)}" for name, value in pairs)
