"""Commands that open a conflict, play its cards and close it (rules 3.3 to 3.7, 3.12)."""

from dataclasses import dataclass
from typing import ClassVar

from engine.common.messages import Talk
from engine.fields import PlayerName, Words
from engine.systems.choice_pta.fields import (
    CardPurpose,
    CodeWord,
    ConflictKind,
    HandOfFate,
    Mooks,
    Participant,
    Rank,
    Side,
    Suit,
    Tokens,
    TraitName,
)
from engine.systems.choice_pta.messages import Command


@dataclass(frozen=True, slots=True, kw_only=True)
class CallConflict(Command):
    """Turn to the cards (PTA-21).

    Attributes:
        conflict: "simple" or "extended" (the document's `kind`).
        participants: Players, protagonists, or labels of GM stakes; whoever states a stake joins later.
    """

    kind: ClassVar[str] = "call_conflict"
    talk: ClassVar[Talk] = Talk(main=True)
    conflict: ConflictKind = "simple"
    participants: tuple[Participant, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SetStake(Command):
    """State what a participant gets on success (PTA-23).

    Attributes:
        player: Whose stake; the speaker's when empty, the GM's when `label` is nobody of the table.
        label: Name of a GM stake ("goons").
        text: The stake.
        new: Another GM stake besides those there are.
        mook: Size when it is a group of underlings (PTA-79).
    """

    kind: ClassVar[str] = "set_stake"
    player: PlayerName = ""
    label: Words | None = None
    text: Words = ""
    new: bool = False
    mook: Mooks | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DropStake(Command):
    """Take a participant out again before stakes are locked (PTA-27)."""

    kind: ClassVar[str] = "drop_stake"
    part_id: Participant | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetOpposition(Command):
    """Say whether two stakes oppose each other (PTA-24); an empty name is the speaker's stake."""

    kind: ClassVar[str] = "set_opposition"
    a: Participant = ""
    b: Participant
    opposes: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class LockStakes(Command):
    """Freeze stakes and options, and open the cards (PTA-27).

    Attributes:
        mooks: Whether mooks may be taken out in this conflict.
        hand_of_fate: "off", "exact" or "lethal".
    """

    kind: ClassVar[str] = "lock_stakes"
    mooks: bool = False
    hand_of_fate: HandOfFate = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class RedrawHand(Command):
    """Pay a token for a whole new hand (PTA-29)."""

    kind: ClassVar[str] = "redraw_hand"
    player: PlayerName = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayChoice(Command):
    """Commit a card from the hand, face down (PTA-32).

    Attributes:
        part_id: Whose card; the speaker's only open stake when None.
        slot_code: Code word of the card; None asks the owner to pick it on their own page.
    """

    kind: ClassVar[str] = "play_choice"
    player: PlayerName = ""
    part_id: Participant | None = None
    slot_code: CodeWord | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayChance(Command):
    """Commit the unseen top card (PTA-33)."""

    kind: ClassVar[str] = "play_chance"
    player: PlayerName = ""
    part_id: Participant | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RetractCard(Command):
    """Take a committed card back before the reveal, where the house allows it (R-14)."""

    kind: ClassVar[str] = "retract_card"
    player: PlayerName = ""
    part_id: Participant | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendTrait(Command):
    """Lay a trait on a card (PTA-37); on the speaker's own when `target` is None."""

    kind: ClassVar[str] = "spend_trait"
    player: PlayerName = ""
    trait: TraitName | None = None
    target: Participant | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendTokens(Command):
    """Lay story-tokens on a card (PTA-40 to PTA-43).

    Attributes:
        n: At least 1.
        target: Participant; the speaker's own when None.
        against: "gm" or "players" when the target faces both.
    """

    kind: ClassVar[str] = "spend_tokens"
    player: PlayerName = ""
    n: Tokens = 1
    target: Participant | None = None
    against: Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawBonus(Command):
    """Take the speaker's latest bonus off a card, where the house allows it (R-88)."""

    kind: ClassVar[str] = "withdraw_bonus"
    player: PlayerName = ""
    target: Participant | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal(Command):
    """Turn all cards up (PTA-45)."""

    kind: ClassVar[str] = "reveal"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclareCard(Command):
    """Read out a real card (rules 2.4).

    Attributes:
        part_id: Whose card; the speaker's only open one when None.
        rank: "2" to "10", "jack", "queen", "king", "ace" or "joker".
        suit: None for a joker; "red" or "black" joker where colours count.
        purpose: "played", "tie", "fate" or "sacrifice"; None for whatever is open.
        override: The card is right although an equal one lies open.
    """

    kind: ClassVar[str] = "declare_card"
    player: PlayerName = ""
    part_id: Participant | None = None
    rank: Rank
    suit: Suit | None = None
    purpose: CardPurpose | None = None
    override: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NameCard(Command):
    """Somebody said a card's name aloud before the reveal (SEC-3); which one is not kept."""

    kind: ClassVar[str] = "name_card"
    player: PlayerName = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseRound(Command):
    """Settle the round's tokens and open the next (PTA-69); `force` by the GM skips open narration."""

    kind: ClassVar[str] = "close_round"
    force: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseConflict(Command):
    """Settle what is open and leave the conflict (PTA-53, PTA-78)."""

    kind: ClassVar[str] = "close_conflict"


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelConflict(Command):
    """Call the conflict off before the first reveal (PTA-28)."""

    kind: ClassVar[str] = "cancel_conflict"
    reason: Words = ""
