"""Commands and events are known to their game from the moment they are defined."""

import json
import sys
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any, ClassVar

import pytest

from engine.common import messages
from engine.common.messages import registered
from engine.registry import all_rulesets

SYSTEMS = Path(__file__).resolve().parents[2] / "engine" / "systems"
KINDS = Path(__file__).with_name("kinds.json")


def game() -> type[messages.Command]:
    """The base of the commands of a new game."""

    class Deed(messages.Command, base=True):
        register: ClassVar[messages.Register] = {}

    return Deed


def deed(base: type[Any], name: str) -> type[Any]:
    """A command as a game defines it."""
    return type(base)(name, (base,), {"__annotations__": {"far": int}, "__module__": __name__})


def test_defining_a_command_registers_it_as_a_frozen_dataclass() -> None:
    """It needs no decorator; its fields are given by name."""
    base = game()
    jump, climb = deed(base, "Jump"), deed(base, "ClimbUp")
    assert registered(base) == (climb, jump)
    assert (climb.kind, jump.kind) == ("climb_up", "jump")
    assert type(jump(far=2)) is base.register["jump"]
    assert jump(far=2) == jump(far=2, actor=None) != jump(far=3)
    with pytest.raises(TypeError):
        jump(2)
    with pytest.raises(FrozenInstanceError):
        jump(far=2).far = 3


def test_a_base_of_other_commands_is_no_command() -> None:
    base = game()

    class OwnDeed(base, base=True):
        who: str

    jump = deed(OwnDeed, "Jump")
    assert registered(base) == (jump,)
    assert jump(who="Ana", far=1).who == "Ana"


def test_two_messages_of_one_kind_are_refused_where_they_are_defined() -> None:
    base = game()
    deed(base, "Jump")
    with pytest.raises(TypeError, match=r"two messages of one game have the kind 'jump': .*Jump and .*Jump"):
        deed(base, "Jump")


def test_two_games_may_use_one_kind() -> None:
    one, other = game(), game()
    assert registered(one) == ()
    jumps = deed(one, "Jump"), deed(other, "Jump"), deed(messages.Command, "Jump")
    assert (registered(one), registered(other)) == ((jumps[0],), (jumps[1],))
    assert messages.Command.register is None


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.info.slug)
def test_no_kind_is_lost(ruleset: Any) -> None:
    """Stored logs hold them, and each follows from the name of its class: a new one is added to the list, none goes."""
    kept = json.loads(KINDS.read_text(encoding="utf-8"))[ruleset.info.slug]
    assert [each.kind for each in ruleset.command_types] == kept["commands"]
    assert [each.kind for each in ruleset.event_types] == kept["events"]


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.info.slug)
def test_a_game_loads_every_module_with_messages(ruleset: Any) -> None:
    """A message in a module that nobody imports would be missing from the register without a word."""
    package = type(ruleset).__module__.rpartition(".")[0]
    folder = SYSTEMS / package.rpartition(".")[2]
    chapters = [
        each.relative_to(folder).with_suffix("")
        for part in ("commands", "events", "rules")
        for each in (folder / part).glob("*.py")
    ]
    names = {f"{package}.{'.'.join(each.parts)}".removesuffix(".__init__") for each in chapters}
    assert len(names) > 4
    assert names <= set(sys.modules)
    kinds = [each.kind for each in (*ruleset.command_types, *ruleset.event_types)]
    assert len(kinds) > 100
    assert all(cls.__module__.startswith(package) for cls in (*ruleset.command_types, *ruleset.event_types))
