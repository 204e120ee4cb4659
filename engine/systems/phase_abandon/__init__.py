"""Phase Abandon, third edition; the rules system is `RULESET`."""

from engine.systems.phase_abandon.system import RULESET

__all__ = ["RULESET"]
