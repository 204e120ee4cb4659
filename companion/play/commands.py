"""The commands of a rules system by kind, for code that knows no game and asks them what they say of themselves."""

from collections.abc import Mapping
from functools import lru_cache

from engine.common.messages import Command, Meaning
from engine.registry import find_ruleset, infos

Commands = Mapping[str, type[Command]]


@lru_cache(maxsize=8)
def commands_of(slug: str) -> Commands:
    """The commands of a rules system by their kind; none for a profile without rules."""
    known = any(info.slug == slug for info in infos())
    return {each.kind: each for each in find_ruleset(slug).command_types} if known else {}


def command_of(slug: str, kind: str | None) -> type[Command]:
    """Return the command class of a kind in a rules system; `Command` itself where it is no command."""
    return commands_of(slug).get(kind or "", Command)


def kind_that(slug: str, means: Meaning) -> str | None:
    """Kind of the command that means something in every game; None where a rules system has none."""
    return next((kind for kind, each in commands_of(slug).items() if each.means == means), None)
