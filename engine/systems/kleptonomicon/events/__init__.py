"""Every event, by the chapter of the rules it belongs to."""

from engine.systems.kleptonomicon.events.encounters import *
from engine.systems.kleptonomicon.events.episodes import *
from engine.systems.kleptonomicon.events.rolls import *
from engine.systems.kleptonomicon.events.table import *
from engine.systems.kleptonomicon.events.turns import *
