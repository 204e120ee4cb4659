"""Phase Six with its magic and horror extensions; the rules system is `RULESET`."""

from engine.systems.phasesix.system import RULESET

__all__ = ["RULESET"]
