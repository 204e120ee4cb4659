"""Commands about narration, the final victory and the optional rules (rules 3.8, 3.13 to 3.15)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.fields import PlayerName, Words
from engine.systems.choice_pta.fields import CardName, FateChoice, Mooks, OrderPlace, Participant, Seat
from engine.systems.choice_pta.messages import Command


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeNarration(Command):
    """Begin a turn of narration (PTA-50).

    Attributes:
        player: Who tells; the speaker when empty.
        part_id: Participant told for; the teller's only one when None.
        leave_from: For outsiders, who lets them (N18).
    """

    kind: ClassVar[str] = "take_narration"
    player: PlayerName = ""
    part_id: Participant | None = None
    leave_from: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PassNarration(Command):
    """Give up a turn of narration."""

    kind: ClassVar[str] = "pass_narration"
    player: PlayerName = ""
    part_id: Participant | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishNarration(Command):
    """End the own turn."""

    kind: ClassVar[str] = "finish_narration"
    player: PlayerName = ""
    part_id: Participant | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimOrder(Command):
    """Ask for a place in the order of narration (PTA-50).

    Attributes:
        position: "first", "last", "before" or "after".
        other: Participant to come before or after.
        sequence: The whole order, where the winner decides it (R-61).
    """

    kind: ClassVar[str] = "claim_order"
    player: PlayerName = ""
    part_id: Participant | None = None
    position: OrderPlace = "first"
    other: Participant | None = None
    sequence: tuple[Participant, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class VetoNarration(Command):
    """Refuse a lower rank's narration (PTA-52); the one who speaks, or told last, when no target is named."""

    kind: ClassVar[str] = "veto_narration"
    player: PlayerName = ""
    part_id: Participant | None = None
    target: Participant | None = None
    what: Words = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOnStakes(Command):
    """The top rank settles what the cards leave unclear (PTA-49)."""

    kind: ClassVar[str] = "rule_on_stakes"
    player: PlayerName = ""
    text: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveVictoryCard(Command):
    """Pass a victory card on (PTA-73, PTA-92).

    Attributes:
        from_: Giver; the speaker's only participant when None.
        card: As said ("ten", "the king of clubs"); the only one when empty.
    """

    kind: ClassVar[str] = "give_victory_card"
    json_names: ClassVar[Mapping[str, str]] = {"from_": "from"}
    player: PlayerName = ""
    from_: Participant | None = None
    to: Participant
    card: CardName = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveRandomCard(Command):
    """A destroyed participant without cards gives one off the deck (PTA-93)."""

    kind: ClassVar[str] = "give_random_card"
    json_names: ClassVar[Mapping[str, str]] = {"from_": "from"}
    player: PlayerName = ""
    from_: Participant | None = None
    to: Participant


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOutMooks(Command):
    """Put underlings out of the fight (PTA-80); the only group when none is named."""

    kind: ClassVar[str] = "take_out_mooks"
    player: PlayerName = ""
    part_id: Participant | None = None
    group: Participant | None = None
    n: Mooks = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseFate(Command):
    """Leave the fight or fight on after a first fate loss (PTA-88): "out" or "fight_on"."""

    kind: ClassVar[str] = "choose_fate"
    player: PlayerName = ""
    part_id: Participant | None = None
    choice: FateChoice


@dataclass(frozen=True, slots=True, kw_only=True)
class AdoptStake(Command):
    """Carry on the stake of a destroyed participant (PTA-94).

    Attributes:
        adopter: Player participant; the speaker's when None.
        from_: The destroyed one; the only one when None.
        consent: Both said yes.
    """

    kind: ClassVar[str] = "adopt_stake"
    json_names: ClassVar[Mapping[str, str]] = {"from_": "from"}
    adopter: Participant | None = None
    from_: Participant | None = None
    consent: bool = False
