"""Ready-made campaigns, one a system, and characters made by chance: data files beside this one, legal by the rules."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

from companion.play.setup_answers import Part
from engine.form import Ask, Form


@cache
def _read(slug: str) -> Mapping[str, Any]:
    return tomllib.loads((files(__name__) / f"{slug}.toml").read_text(encoding="utf-8"))


def ready_systems() -> tuple[str, ...]:
    """Systems that have a ready-made campaign."""
    return tuple(sorted(file.name.removesuffix(".toml") for file in files(__name__).iterdir() if ".toml" in file.name))


def ready_campaign(slug: str) -> dict[str, Any]:
    """The ready-made campaign of a system as a campaign file."""
    found: dict[str, Any] = _read(slug)["campaign"]
    return {**found, "players": [dict(each) for each in found["players"]]}


def ready_heroes(slug: str) -> tuple[Mapping[str, Any], ...]:
    """The characters of a system's ready-made campaign."""
    return tuple(each["character"] for each in _read(slug)["campaign"]["players"] if "character" in each)


def random_hero(slug: str, form: Form, taken: Sequence[str], random: Random) -> tuple[str, Mapping[str, list[Part]]]:
    """A character made by chance, legal by the rules.

    Args:
        slug: The system.
        form: Its questions.
        taken: Names the character must not have.
        random: Where chance comes from.

    Returns:
        The name, and the parts of each answer by entry.
    """
    data = _read(slug)
    names = [name for name in data["chance"]["names"] if name not in taken] or data["chance"]["names"]
    asked = {ask.entry for ask in form.asks}
    return random.choice(names), {
        each["entry"]: _drawn(each, random) for each in data["random"] if each["entry"] in asked
    }


def _drawn(recipe: Mapping[str, Any], random: Random) -> list[Part]:
    numbers = [str(each) for each in recipe.get("numbers", ())]
    chosen = random.sample(recipe["among"], len(numbers) or recipe.get("count", 1))
    return list(zip(chosen, numbers, strict=True)) if numbers else [(each,) for each in chosen]


def parts_of(ask: Ask, data: Mapping[str, Any]) -> list[Part]:
    """The answer a campaign file, or the player in it, holds to a question, part by part; what `value_of` reads.

    Args:
        ask: The question.
        data: The file, or one of its players.
    """
    value: Any = data
    for key in ask.entry.split("."):
        value = value.get(key) if isinstance(value, Mapping) else None
    if value in (None, "", [], {}):
        return []
    if ask.shape in {"text", "number", "choice"}:
        return [(str(value),)]
    if isinstance(value, Mapping):
        return [(name, str(number)) for name, number in value.items()]
    keys = [column.key for column in ask.columns] or list(ask.keys)
    return [tuple(str(each.get(key, "")) for key in keys) if keys else (str(each),) for each in value]
