"""Everything a state is made of."""

from engine.systems.kleptonomicon.entities.characters import *  # noqa: F403
from engine.systems.kleptonomicon.entities.encounters import *  # noqa: F403
from engine.systems.kleptonomicon.entities.episodes import *  # noqa: F403
