"""One batch of events with the states around it, looked up by type."""

from collections.abc import Iterator

from engine.common.batch import EventBatch
from engine.common.words import counted
from engine.phrase import Phrase, phrase
from engine.systems.kleptonomicon.house_rules import HouseRules
from engine.systems.kleptonomicon.messages import Event
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import DISTANCES
from engine.types import Spoken


class Batch(EventBatch[State]):
    """Everything a sentence may draw on."""

    __slots__ = ()

    def said(self, kinds: tuple[type[Event], ...]) -> Iterator[Spoken]:
        """The words of events of these types say themselves, in order."""
        return (said for event in self.events if isinstance(event, kinds) and (said := event.aloud()) is not None)

    @property
    def rules(self) -> HouseRules:
        """House rules in force."""
        return self.after.house_rules


def distance(units: int, rules: HouseRules) -> Phrase:
    """A length as the table says it: by name where one fits, in units, or both (KL-59)."""
    plain = counted(units, "unit", "units")
    name = next((distance_words(name) for name, length in DISTANCES.items() if length == units), None)
    if name is None or rules.distance_speech == "units":
        return plain
    return name if rules.distance_speech == "names" else phrase("{distance}, {units}", distance=name, units=plain)


def distance_words(name: str) -> Phrase:
    """A named Distance: "Swinging Distance"."""
    return phrase("{name} Distance", name=NEAR_TO_FAR[name])


NEAR_TO_FAR = {
    "swinging": phrase("Swinging"),
    "spearing": phrase("Spearing"),
    "spitting": phrase("Spitting"),
    "throwing": phrase("Throwing"),
    "shooting": phrase("Shooting"),
    "sniping": phrase("Sniping"),
}
"""Named Distances as the game writes them."""
