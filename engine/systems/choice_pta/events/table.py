"""Events of the table, its hands, scenes and tokens (rules 5.2: setup, hands, scene, tokens, meta)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.common.house_rules import SettingValue
from engine.common.messages import Ending
from engine.systems.choice_pta.cards import Card
from engine.systems.choice_pta.entities import HandCard, Trait
from engine.systems.choice_pta.house_rules import HouseRules
from engine.systems.choice_pta.messages import Event
from engine.systems.choice_pta.vocabulary import CardMode, Cause, OfferPurpose
from engine.types import ENGINE_ONLY, PUBLIC


@dataclass(frozen=True, slots=True)
class TableCreated(Event):
    """A table with its people and tokens (PTA-1, PTA-4); `seats` are the players in order."""

    kind: ClassVar[str] = "table_created"
    seats: tuple[str, ...]
    gm: str
    total_tokens: int
    settings: HouseRules
    card_mode: CardMode


@dataclass(frozen=True, slots=True)
class ProtagonistDefined(Event):
    """A main character as it stands now."""

    kind: ClassVar[str] = "protagonist_defined"
    player: str
    name: str
    traits: tuple[Trait, ...]


@dataclass(frozen=True, slots=True)
class SittingStarted(Event):
    """An evening begins (PTA-6).

    Attributes:
        mulligans: Who may replace the starting hand.
        decks: Deck of each seat, in seat order.
        fresh_tokens: Whether tokens start anew (R-19).
    """

    kind: ClassVar[str] = "sitting_started"
    sitting_no: int
    mulligans: tuple[str, ...]
    decks: tuple[str, ...]
    fresh_tokens: bool = False


@dataclass(frozen=True, slots=True)
class HandsDealt(Event):
    """Everybody has a hand; `counts` in seat order (PTA-3)."""

    kind: ClassVar[str] = "hands_dealt"
    seats: tuple[str, ...]
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SettingChanged(Event):
    """A house rule changed."""

    kind: ClassVar[str] = "setting_changed"
    name: str
    old: SettingValue
    new: SettingValue


@dataclass(frozen=True, slots=True)
class RosterChanged(Event):
    """Players joined or left (PTA-9).

    Attributes:
        decks: Deck of each who joined.
        minted: Tokens that came with them (R-18).
    """

    kind: ClassVar[str] = "roster_changed"
    added: tuple[str, ...]
    removed: tuple[str, ...]
    n: int
    decks: tuple[str, ...] = ()
    minted: int = 0


@dataclass(frozen=True, slots=True)
class HandChanged(Event):
    """A whole hand with fresh code words; its owner's business only (SEC-2)."""

    kind: ClassVar[str] = "hand_changed"
    seat: str
    cards: tuple[HandCard, ...]

    @property
    def visibility(self) -> str:
        """Only the owner."""
        return self.seat


@dataclass(frozen=True, slots=True)
class DeckStacked(Event):
    """Order of a deck after a shuffle."""

    kind: ClassVar[str] = "deck_stacked"
    seen: ClassVar[str] = ENGINE_ONLY
    deck_id: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardsDrawn(Event):
    """Cards that left a deck."""

    kind: ClassVar[str] = "cards_drawn"
    seen: ClassVar[str] = ENGINE_ONLY
    deck_id: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HandDiscarded(Event):
    """Cards of a hand laid aside, face down unless the house shows them (PTA-12, R-16)."""

    kind: ClassVar[str] = "hand_discarded"
    seat: str
    cards: tuple[Card, ...]
    shown: bool = False

    @property
    def visibility(self) -> str:
        """Everybody only where the house shows discards."""
        return PUBLIC if self.shown else ENGINE_ONLY


@dataclass(frozen=True, slots=True)
class MulliganUsed(Event):
    """A starting hand was replaced (PTA-7)."""

    kind: ClassVar[str] = "mulligan_used"
    seat: str
    count: int


@dataclass(frozen=True, slots=True)
class MulliganExpired(Event):
    """The time for mulligans is over for these (PTA-7)."""

    kind: ClassVar[str] = "mulligan_expired"
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandRedrawn(Event):
    """A whole hand was replaced for a token (PTA-29)."""

    kind: ClassVar[str] = "hand_redrawn"
    seat: str
    count: int


@dataclass(frozen=True, slots=True)
class DeckReshuffled(Event):
    """The discards of a deck become its draw pile (PTA-11)."""

    kind: ClassVar[str] = "deck_reshuffled"
    deck_id: str
    count: int


@dataclass(frozen=True, slots=True)
class PackOpened(Event):
    """One more pack for a deck (PTA-11)."""

    kind: ClassVar[str] = "pack_opened"
    deck_id: str


@dataclass(frozen=True, slots=True)
class SceneStarted(Event):
    """A scene is open; everybody may award again (PTA-19)."""

    kind: ClassVar[str] = "scene_started"
    opens_scene: ClassVar[bool] = True
    scene_no: int
    owner: str
    present: tuple[str, ...]
    description: str = ""


@dataclass(frozen=True, slots=True)
class SceneEnded(Event):
    """The scene is over; the pool stays."""

    kind: ClassVar[str] = "scene_ended"
    ends: ClassVar[Ending] = "scene"
    scene_no: int
    pool: int


@dataclass(frozen=True, slots=True)
class PresenceChanged(Event):
    """A protagonist came into the scene or left it."""

    kind: ClassVar[str] = "presence_changed"
    player: str
    here: bool

    @property
    def presence(self) -> tuple[str, bool]:
        """The player, and whether they are in the scene."""
        return self.player, self.here


@dataclass(frozen=True, slots=True)
class TokensMoved(Event):
    """Tokens changed their place: "seat:NAME", "pool", "bank", "card:STAKE" or "held"."""

    kind: ClassVar[str] = "tokens_moved"
    from_place: str
    to_place: str
    n: int
    cause: Cause


@dataclass(frozen=True, slots=True)
class TokenHeld(Event):
    """A redraw token waits for the payer's own card (PTA-58)."""

    kind: ClassVar[str] = "token_held"
    seat: str
    n: int


@dataclass(frozen=True, slots=True)
class TokenAwarded(Event):
    """A pool token went to a player (PTA-59)."""

    kind: ClassVar[str] = "token_awarded"
    json_names: ClassVar[Mapping[str, str]] = {"from_": "from"}
    from_: str
    to: str
    pool_left: int


@dataclass(frozen=True, slots=True)
class NarrationSuggested(Event):
    """Somebody suggested something; `to` is "" when everybody was meant."""

    kind: ClassVar[str] = "narration_suggested"
    json_names: ClassVar[Mapping[str, str]] = {"from_": "from"}
    id: str
    from_: str
    to: str
    content: str


@dataclass(frozen=True, slots=True)
class BribeOffered(Event):
    """Tokens are offered and reserved (PTA-61)."""

    kind: ClassVar[str] = "bribe_offered"
    json_names: ClassVar[Mapping[str, str]] = {"from_": "from"}
    id: str
    from_: str
    to: str
    amount: int
    purpose: OfferPurpose
    content: str


@dataclass(frozen=True, slots=True)
class PriceAsked(Event):
    """The person asked wants tokens for it."""

    kind: ClassVar[str] = "price_asked"
    id: str
    by: str
    amount: int


@dataclass(frozen=True, slots=True)
class BribeAccepted(Event):
    """The deal holds and the tokens move."""

    kind: ClassVar[str] = "bribe_accepted"
    id: str
    by: str
    content: str


@dataclass(frozen=True, slots=True)
class BribeAcceptedFree(Event):
    """Accepted without a token."""

    kind: ClassVar[str] = "bribe_accepted_free"
    id: str
    by: str
    content: str


@dataclass(frozen=True, slots=True)
class BribeRefused(Event):
    """Turned down; nothing moves."""

    kind: ClassVar[str] = "bribe_refused"
    id: str
    by: str


@dataclass(frozen=True, slots=True)
class BribeWithdrawn(Event):
    """The payer took it back."""

    kind: ClassVar[str] = "bribe_withdrawn"
    id: str
    by: str


@dataclass(frozen=True, slots=True)
class SecrecyWarning(Event):
    """Somebody said a card aloud before the reveal; which one is not kept (SEC-3)."""

    kind: ClassVar[str] = "secrecy_warning"
    seat: str


@dataclass(frozen=True, slots=True)
class CommandUndone(Event):
    """The latest command was taken back."""

    kind: ClassVar[str] = "command_undone"
    undone_command_id: str
