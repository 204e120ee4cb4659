"""The rules systems this engine plays."""

from typing import Any

from engine.errors import UnknownRuleset
from engine.ruleset import Ruleset
from engine.systems.choice_pta import RULESET as CHOICE_PTA
from engine.systems.kleptonomicon import RULESET as KLEPTONOMICON
from engine.systems.phase_abandon import RULESET as PHASE_ABANDON
from engine.systems.phasesix import RULESET as PHASE_SIX

RULESETS: tuple[Ruleset[Any, Any, Any], ...] = (PHASE_ABANDON, KLEPTONOMICON, PHASE_SIX, CHOICE_PTA)
"""Every system, the first one is the default."""


def find_ruleset(name: str) -> Ruleset[Any, Any, Any]:
    """The system meant by a slug, a title or another spoken name ("phase abandon").

    Raises:
        UnknownRuleset: No system answers to it.
    """
    said = _plain(name)
    for ruleset in RULESETS:
        info = ruleset.info
        if said in {_plain(known) for known in (info.slug, info.title, *info.aliases)}:
            return ruleset
    raise UnknownRuleset(name, tuple(ruleset.info.slug for ruleset in RULESETS))


def _plain(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())
