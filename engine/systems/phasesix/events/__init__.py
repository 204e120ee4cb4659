"""Every event of a table of Phase Six."""

from engine.systems.phasesix.events.checks import *
from engine.systems.phasesix.events.combat import *
from engine.systems.phasesix.events.deeds import *
from engine.systems.phasesix.events.health import *
from engine.systems.phasesix.events.magic import *
from engine.systems.phasesix.events.reactions import *
from engine.systems.phasesix.events.table import *
