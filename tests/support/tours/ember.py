"""An evening of Ember with every command and every event."""

from collections.abc import Iterator
from typing import Any

from engine.dice.source import NoDice
from engine.history import History
from tests.example_system.system import RULESET, LightFire, ReportDice, SitDown, TendFire


def histories() -> Iterator[History[Any, Any, Any]]:
    """A fire that grows once and goes out."""
    history: History[Any, Any, Any] = History(RULESET)
    commands = [SitDown(name="Ana"), SitDown(name="Ben"), LightFire()]
    for keeper, face in (("Ana", 6), ("Ana", 2), ("Ben", 1), ("Ana", 4), ("Ben", 3)):
        commands += [TendFire(), ReportDice(player=keeper, values=(face,))]
    for number, command in enumerate(commands):
        history.submit(command, NoDice(), f"c{number}")
    yield history
