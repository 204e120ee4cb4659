"""The state of a table, and everything it is made of."""

from engine.systems.phase_abandon.entities.characters import *  # noqa: F403
from engine.systems.phase_abandon.entities.rolls import *  # noqa: F403
from engine.systems.phase_abandon.entities.state import *  # noqa: F403
from engine.systems.phase_abandon.entities.table import *  # noqa: F403
