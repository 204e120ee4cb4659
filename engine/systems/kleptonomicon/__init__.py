"""The Kleptonomicon, chapter 1.5; the rules system is `RULESET`."""

from engine.systems.kleptonomicon.system import RULESET

__all__ = ["RULESET"]
