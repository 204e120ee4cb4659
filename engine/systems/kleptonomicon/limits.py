"""What Abilities and Reactions have to keep to: phase, uses, reach; and the Beat they cost (rules 3.7)."""

from engine.phrase import phrase, plural
from engine.systems.kleptonomicon import events as ev
from engine.systems.kleptonomicon.derived import used
from engine.systems.kleptonomicon.entities import Ability, Character
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.rulebook import phase_words
from engine.systems.kleptonomicon.vocabulary import Phase
from engine.types import Rejected

_FREE = frozenset((Phase.FREEPLAY, Phase.PAUSE))


def refuse_phase(ledger: Ledger, ability: Ability, announced: bool) -> Rejected | None:
    """The phase allows the Ability, and a Pause has it announced (KL-85)."""
    now = ledger.state.phase
    if now is Phase.OPENING_CREDITS:
        return Rejected("EPISODIC_ONLY", phrase("In the Opening Credits only Episodic Abilities are used."))
    if now is Phase.PAUSE and not announced:
        return Rejected("NOT_ANNOUNCED", phrase("In a Pause every Ability has to be announced."))
    if now in _FREE or (now is Phase.MAIN and ability.usable_in_main):
        return None
    return Rejected(
        "WRONG_PHASE",
        phrase("{ability} does not go now; we are {phase}.", ability=ability.name, phase=phase_words(now)),
    )


def refuse_limits(ledger: Ledger, character: Character, ability: Ability, distance: int | None) -> Rejected | None:
    """Uses per Episode and reach (KL-55, KL-56)."""
    most = ability.uses_per_episode
    if most is not None and used(ledger.episode.ability_uses, character.name, ability.name) >= most:
        return Rejected("ABILITY_EXHAUSTED", phrase("{ability} is used up for this Episode.", ability=ability.name))
    if distance is not None and ability.reach is not None and distance > ability.reach:
        return Rejected(
            "OUT_OF_REACH",
            plural(
                "{ability} reaches {count} unit, not {distance}.",
                "{ability} reaches {count} units, not {distance}.",
                ability.reach,
                ability=ability.name,
                distance=distance,
            ),
        )
    return None


def spend_beat(ledger: Ledger, character: Character) -> None:
    """Pay a Beat."""
    ledger.record(ev.BeatSpent(character.name, character.beats - 1))
