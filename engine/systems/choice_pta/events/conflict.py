"""Events of opening a conflict, its cards, bonuses, reveal and closing (rules 5.2)."""

from dataclasses import dataclass
from typing import ClassVar

from engine.systems.choice_pta.cards import Card
from engine.systems.choice_pta.entities import Bonus, Opposition, Options, PartOutcome
from engine.systems.choice_pta.messages import Event
from engine.systems.choice_pta.vocabulary import Against, Kind, Mode, Purpose
from engine.types import ENGINE_ONLY


@dataclass(frozen=True, slots=True)
class RevealedCard:
    """A card turned up, with what it is worth."""

    part_id: str
    card: Card
    face_value: int
    bonuses: int
    total: int


@dataclass(frozen=True, slots=True)
class FatePair:
    """Two opponents whom fate told apart."""

    winner: str
    loser: str


@dataclass(frozen=True, slots=True)
class Pile:
    """Victory cards of one participant."""

    part_id: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ConflictCalled(Event):
    """A conflict opens with its stakes (PTA-21)."""

    kind: ClassVar[str] = "conflict_called"
    conflict_id: str
    conflict: Kind
    called_by: str
    goal: int | None = None


@dataclass(frozen=True, slots=True)
class StakeSet(Event):
    """A participant with its stake; `text` is "" until it is stated."""

    kind: ClassVar[str] = "stake_set"
    part_id: str
    seat: str
    text: str
    mook_size: int | None = None


@dataclass(frozen=True, slots=True)
class StakeDropped(Event):
    """A participant was taken out before the cards."""

    kind: ClassVar[str] = "stake_dropped"
    part_id: str


@dataclass(frozen=True, slots=True)
class OppositionSet(Event):
    """The table said whether two stakes oppose each other."""

    kind: ClassVar[str] = "opposition_set"
    a: str
    b: str
    opposes: bool


@dataclass(frozen=True, slots=True)
class StakesLocked(Event):
    """Stakes, opposition, goal and options are frozen (PTA-27)."""

    kind: ClassVar[str] = "stakes_locked"
    undoable: ClassVar[bool] = False
    participants: tuple[str, ...]
    opposes: tuple[Opposition, ...]
    options: Options
    goal: int | None


@dataclass(frozen=True, slots=True)
class RoundOpened(Event):
    """Cards may be committed (PTA-65)."""

    kind: ClassVar[str] = "round_opened"
    undoable: ClassVar[bool] = False
    round_no: int
    active: tuple[str, ...]
    p_count: int
    gm_limit: int
    gm_card_cap: int | None = None


@dataclass(frozen=True, slots=True)
class CardPickPending(Event):
    """Somebody picks a card on their own page."""

    kind: ClassVar[str] = "card_pick_pending"
    seat: str
    part_id: str


@dataclass(frozen=True, slots=True)
class PickCardPrompt(Event):
    """The code words to pick from, for their owner only."""

    kind: ClassVar[str] = "pick_card_prompt"
    seat: str
    codes: tuple[str, ...]

    @property
    def visibility(self) -> str:
        """Only the owner."""
        return self.seat


@dataclass(frozen=True, slots=True)
class CardCommitted(Event):
    """A card lies face down; how it was chosen is public (PTA-35)."""

    kind: ClassVar[str] = "card_committed"
    seat: str
    part_id: str
    mode: Mode


@dataclass(frozen=True, slots=True)
class CardLaid(Event):
    """Which card that is.

    Attributes:
        replacement: Card drawn for it at once, of a choice.
        peek: Whether the owner may look at a chance card (R-13).
    """

    kind: ClassVar[str] = "card_laid"
    seat: str
    part_id: str
    mode: Mode
    card: Card
    replacement: Card | None = None
    peek: bool = False

    @property
    def visibility(self) -> str:
        """The owner of a choice; nobody for a chance card (PTA-33)."""
        return self.seat if self.mode is Mode.CHOICE or self.peek else ENGINE_ONLY


@dataclass(frozen=True, slots=True)
class CardRetracted(Event):
    """A committed card was taken back (R-14)."""

    kind: ClassVar[str] = "card_retracted"
    seat: str
    part_id: str


@dataclass(frozen=True, slots=True)
class TraitSpent(Event):
    """A trait lies on a card (PTA-37)."""

    kind: ClassVar[str] = "trait_spent"
    player: str
    trait_id: str
    target: str
    marks: int
    total_marks: int


@dataclass(frozen=True, slots=True)
class TraitRefunded(Event):
    """A trait came off a card with its mark (PTA-28)."""

    kind: ClassVar[str] = "trait_refunded"
    player: str
    trait_id: str
    target: str
    marks: int


@dataclass(frozen=True, slots=True)
class TokensCommitted(Event):
    """Tokens lie on a card (PTA-43)."""

    kind: ClassVar[str] = "tokens_committed"
    seat: str
    n: int
    target: str
    against: Against | None
    seat_left: int
    gm_round_used: int | None = None


@dataclass(frozen=True, slots=True)
class BonusWithdrawn(Event):
    """One token came off a card again (R-88)."""

    kind: ClassVar[str] = "bonus_withdrawn"
    target: str
    bonus: Bonus


@dataclass(frozen=True, slots=True)
class DeclarationsOpened(Event):
    """Real cards are turned up and have to be read out."""

    kind: ClassVar[str] = "declarations_opened"
    undoable: ClassVar[bool] = False
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardDeclared(Event):
    """A real card was read out."""

    kind: ClassVar[str] = "card_declared"
    part_id: str
    card: Card
    purpose: Purpose


@dataclass(frozen=True, slots=True)
class CardsRevealed(Event):
    """All cards face up (PTA-45)."""

    kind: ClassVar[str] = "cards_revealed"
    undoable: ClassVar[bool] = False
    slots: tuple[RevealedCard, ...]


@dataclass(frozen=True, slots=True)
class TieDrawn(Event):
    """Equal cards drew one more each (PTA-17, PTA-84); `parts` and `draws` go together."""

    kind: ClassVar[str] = "tie_drawn"
    undoable: ClassVar[bool] = False
    parts: tuple[str, ...]
    draws: tuple[Card, ...]
    purpose: Purpose


@dataclass(frozen=True, slots=True)
class FateTriggered(Event):
    """The Hand of Fate decided among opponents (PTA-85)."""

    kind: ClassVar[str] = "fate_triggered"
    parts: tuple[str, ...]
    pairs: tuple[FatePair, ...]


@dataclass(frozen=True, slots=True)
class OrderDecided(Event):
    """The strict ranking of the cards and what it means for the stakes (PTA-45, PTA-46)."""

    kind: ClassVar[str] = "order_decided"
    order: tuple[str, ...]
    totals: tuple[int, ...]
    outcomes: tuple[PartOutcome, ...]
    winner: str


@dataclass(frozen=True, slots=True)
class HandsRefilled(Event):
    """Hands are full again where replacing waits (R-12)."""

    kind: ClassVar[str] = "hands_refilled"
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundScored(Event):
    """Who keeps a victory card (PTA-67)."""

    kind: ClassVar[str] = "round_scored"
    winners: tuple[str, ...]
    losers: tuple[str, ...]
    piles: tuple[Pile, ...]


@dataclass(frozen=True, slots=True)
class GoalReached(Event):
    """Piles that ended the fight (PTA-68)."""

    kind: ClassVar[str] = "goal_reached"
    parts: tuple[str, ...]
    goal: int


@dataclass(frozen=True, slots=True)
class RoundClosed(Event):
    """The round is over; losing cards are laid aside."""

    kind: ClassVar[str] = "round_closed"
    undoable: ClassVar[bool] = False
    round_no: int


@dataclass(frozen=True, slots=True)
class BankEmptied(Event):
    """The bank went to the GM (PTA-56)."""

    kind: ClassVar[str] = "bank_emptied"
    n: int


@dataclass(frozen=True, slots=True)
class SeatTokens:
    """Tokens of one seat."""

    seat: str
    tokens: int


@dataclass(frozen=True, slots=True)
class ConflictClosed(Event):
    """The conflict is settled (PTA-78)."""

    kind: ClassVar[str] = "conflict_closed"
    undoable: ClassVar[bool] = False
    outcomes: tuple[PartOutcome, ...]
    winner: str
    token_totals: tuple[SeatTokens, ...]


@dataclass(frozen=True, slots=True)
class ConflictCancelled(Event):
    """The conflict was called off before the reveal (PTA-28)."""

    kind: ClassVar[str] = "conflict_cancelled"
    undoable: ClassVar[bool] = False
    reason: str
