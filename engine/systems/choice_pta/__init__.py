"""Choice Based PTA, v0.2.2; the rules system is `RULESET`."""

from engine.systems.choice_pta.system import RULESET

__all__ = ["RULESET"]
