"""Ember, a game small enough to read in one go: what it takes to plug a rules system in from outside.

People sit round a fire. Whoever tends it tells the story and rolls a die: on a 5 or 6 the fire grows and they go on, on
anything else it burns lower and the next in the circle tends it. When it is out, the evening is over.

The folder tells what can be told of the game without its rules here, and has the rules in `system`.
"""

from engine.ruleset import RulesetInfo

INFO = RulesetInfo(
    slug="ember",
    title="Ember",
    aliases=("the fire game",),
    edition="the one in this folder",
    licence="As this project",
    covers="All of it.",
    left_to_table="The stories.",
)
