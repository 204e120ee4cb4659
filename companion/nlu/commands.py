"""The commands of a rules system as understanding knows them: what each says about itself, by its kind."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from engine.common.messages import Command, Meaning
from engine.registry import find_ruleset, infos
from engine.ruleset import Ruleset

Commands = Mapping[str, type[Command]]


def commands_in(ruleset: Ruleset[Any, Any, Any]) -> Commands:
    """The commands of a rules system by their kind."""
    return {each.kind: each for each in ruleset.command_types}


@lru_cache(maxsize=8)
def commands_of(slug: str) -> Commands:
    """The commands of a rules system by their kind; none for a profile without rules."""
    return commands_in(find_ruleset(slug)) if any(info.slug == slug for info in infos()) else {}


def command_of(slug: str, kind: str | None) -> type[Command]:
    """What a kind is in a rules system; `Command` itself, which says nothing of its own, where it is no command."""
    return commands_of(slug).get(kind or "", Command)


def kind_that(commands: Commands, means: Meaning) -> str | None:
    """Kind of the command that means something in every game; None where this one has none."""
    return next((kind for kind, each in commands.items() if each.means == means), None)
