"""Counts as people say them and as the log writes them."""

from collections.abc import Iterable
from functools import reduce

from engine.common.words import listed, number
from engine.phrase import Phrase, joined, phrase, plural

UNWRITTEN = phrase("to be decided")
"""Stands where a sheet leaves a required line open, so that a table can begin before every sheet is full."""


def counted(value: int, one: str, many: str) -> Phrase:
    """A number with its noun: "one chip", "three dice", "zero tokens"."""
    return phrase("{number} {things}", number=number(value), things=plural(one, many, value))


def in_figures(value: int, one: str, many: str) -> Phrase:
    """A number with its noun as the log writes it: "1 chip", "5 chips", "no chips"."""
    return phrase("{number} {things}", number=value or phrase("no"), things=plural(one, many, value))


def dice_in_figures(count: int) -> Phrase:
    """A number of dice as the log writes it."""
    return plural("{count} die", "{count} dice", count)


def dice_and_rerolls(count: int, rerolls: int) -> Phrase:
    """The dice and re-rolls a roll begins with, as the log writes them."""
    if not rerolls:
        return dice_in_figures(count)
    told = in_figures(rerolls, "re-roll", "re-rolls")
    return phrase("{dice} and {rerolls}", dice=dice_in_figures(count), rerolls=told)


def noting(told: Phrase, warnings: tuple[str, ...]) -> Phrase:
    """A sentence, with what is unusual about it."""
    if not warnings:
        return phrase("{told}.", told=told)
    return phrase("{told}. Note: {warnings}.", told=told, warnings=listed(warnings))


def dice(count: int) -> Phrase:
    """A number of dice."""
    return counted(count, "die", "dice")


def scores(pairs: Iterable[tuple[str, int]]) -> Phrase:
    """Players with their numbers: "Jay eleven, Russ seven"."""
    return joined((phrase("{player} {number}", player=name, number=number(value)) for name, value in pairs), ", ")


def in_turn(parts: Iterable[Phrase]) -> Phrase:
    """One after another: "five, then four, then one"."""
    return reduce(lambda before, part: phrase("{before}, then {part}", before=before, part=part), parts)
