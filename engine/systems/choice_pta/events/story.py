"""Events of narration, the final victory and the optional rules (rules 5.2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.systems.choice_pta.cards import Card
from engine.systems.choice_pta.entities import PartOutcome
from engine.systems.choice_pta.events.conflict import Pile
from engine.systems.choice_pta.messages import Event
from engine.systems.choice_pta.vocabulary import Fate, Phase, Position


@dataclass(frozen=True, slots=True)
class NarrationOpened(Event):
    """People may tell what happened (PTA-50).

    Attributes:
        scope: The narration phase.
        suggested: Order that is suggested; empty when the house suggests none.
        final_say: Top rank.
    """

    kind: ClassVar[str] = "narration_opened"
    scope: Phase
    suggested: tuple[str, ...]
    final_say: str


@dataclass(frozen=True, slots=True)
class NarrationTaken(Event):
    """Somebody tells.

    Attributes:
        part_or_seat: A participant, or an outsider's name.
        seat: Who speaks.
        extra: After having told already, or from outside.
        leave_from: Participant who let an outsider in.
    """

    kind: ClassVar[str] = "narration_taken"
    part_or_seat: str
    seat: str
    extra: bool = False
    leave_from: str | None = None


@dataclass(frozen=True, slots=True)
class NarrationFinished(Event):
    """A turn is over."""

    kind: ClassVar[str] = "narration_finished"
    part_id: str


@dataclass(frozen=True, slots=True)
class NarrationPassed(Event):
    """A turn was given up."""

    kind: ClassVar[str] = "narration_passed"
    part_id: str


@dataclass(frozen=True, slots=True)
class NarrationReopened(Event):
    """A turn comes again, after a veto or a gift (PTA-52, PTA-75)."""

    kind: ClassVar[str] = "narration_reopened"
    part_id: str
    cause: str


@dataclass(frozen=True, slots=True)
class OrderClaimed(Event):
    """Somebody wants a place in the order."""

    kind: ClassVar[str] = "order_claimed"
    part_id: str
    position: Position
    other: str | None = None


@dataclass(frozen=True, slots=True)
class NarrationOrderChanged(Event):
    """The order suggested now."""

    kind: ClassVar[str] = "narration_order_changed"
    suggested: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NarrationVetoed(Event):
    """A higher rank refused what was told (PTA-52)."""

    kind: ClassVar[str] = "narration_vetoed"
    by: str
    target: str
    what: str


@dataclass(frozen=True, slots=True)
class StakesRuled(Event):
    """The top rank settled what was unclear (PTA-49)."""

    kind: ClassVar[str] = "stakes_ruled"
    by: str
    text: str


@dataclass(frozen=True, slots=True)
class MooksTakenOut(Event):
    """Underlings are out of the fight (PTA-80)."""

    kind: ClassVar[str] = "mooks_taken_out"
    by: str
    group: str
    n: int
    left: int


@dataclass(frozen=True, slots=True)
class FateChosen(Event):
    """What the owner of a fate loser chose (PTA-88)."""

    kind: ClassVar[str] = "fate_chosen"
    undoable: ClassVar[bool] = False
    part_id: str
    choice: Fate


@dataclass(frozen=True, slots=True)
class ParticipantHarmed(Event):
    """Fights on, hurt (PTA-89)."""

    kind: ClassVar[str] = "participant_harmed"
    part_id: str


@dataclass(frozen=True, slots=True)
class ParticipantEliminated(Event):
    """Out of the conflict; stake lost, cards laid aside (PTA-88)."""

    kind: ClassVar[str] = "participant_eliminated"
    part_id: str
    discarded_cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ParticipantDestroyed(Event):
    """Lost to fate twice: gone for good (PTA-90)."""

    kind: ClassVar[str] = "participant_destroyed"
    part_id: str


@dataclass(frozen=True, slots=True)
class StakeAdopted(Event):
    """A destroyed participant's stake goes on with somebody else (PTA-94)."""

    kind: ClassVar[str] = "stake_adopted"
    json_names: ClassVar[Mapping[str, str]] = {"from_": "from"}
    adopter: str
    from_: str


@dataclass(frozen=True, slots=True)
class VictoryCardGiven(Event):
    """A victory card changed its pile (PTA-73, PTA-92)."""

    kind: ClassVar[str] = "victory_card_given"
    json_names: ClassVar[Mapping[str, str]] = {"from_": "from"}
    from_: str
    to: str
    card: Card


@dataclass(frozen=True, slots=True)
class SacrificePromised(Event):
    """A real card off the deck is to be read out for somebody (PTA-93)."""

    kind: ClassVar[str] = "sacrifice_promised"
    json_names: ClassVar[Mapping[str, str]] = {"from_": "from"}
    from_: str
    to: str


@dataclass(frozen=True, slots=True)
class SacrificeCardGiven(Event):
    """A card off the deck became somebody's victory card (PTA-93)."""

    kind: ClassVar[str] = "sacrifice_card_given"
    json_names: ClassVar[Mapping[str, str]] = {"from_": "from"}
    undoable: ClassVar[bool] = False
    from_: str
    to: str
    card: Card


@dataclass(frozen=True, slots=True)
class StandingsChanged(Event):
    """Piles as they rank now (PTA-71)."""

    kind: ClassVar[str] = "standings_changed"
    standings: tuple[str, ...]
    piles: tuple[Pile, ...]
    outcomes: tuple[PartOutcome, ...]
