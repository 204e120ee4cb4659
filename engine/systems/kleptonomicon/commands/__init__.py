"""Every command, by the chapter of the rules it belongs to."""

from engine.systems.kleptonomicon.commands.encounters import *
from engine.systems.kleptonomicon.commands.episodes import *
from engine.systems.kleptonomicon.commands.rolls import *
from engine.systems.kleptonomicon.commands.table import *
from engine.systems.kleptonomicon.commands.turns import *
