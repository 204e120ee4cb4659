"""Ember, a game small enough to read in one go: what it takes to plug a rules system in from outside.

People sit round a fire. Whoever tends it tells the story and rolls a die: on a 5 or 6 the fire grows and they go on, on
anything else it burns lower and the next in the circle tends it. When it is out, the evening is over.
"""

from tests.example_system.rules import RULESET as RULESET
