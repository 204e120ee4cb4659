"""The state of a table, and everything it is made of."""

from engine.systems.phasesix.entities.characters import *  # noqa: F403
from engine.systems.phasesix.entities.checks import *  # noqa: F403
from engine.systems.phasesix.entities.combat import *  # noqa: F403
from engine.systems.phasesix.entities.library import *  # noqa: F403
from engine.systems.phasesix.entities.state import *  # noqa: F403
