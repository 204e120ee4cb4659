"""Parts of a table's state, all values (rules 2.1)."""

from dataclasses import dataclass

from engine.common.values import named
from engine.systems.choice_pta.cards import BONUS, Card, face_value
from engine.systems.choice_pta.vocabulary import (
    Against,
    BonusKind,
    CardPlace,
    FateRule,
    Kind,
    Mode,
    Mulligan,
    OfferPurpose,
    OfferStatus,
    Outcome,
    Phase,
    Position,
    Result,
    Status,
    Turn,
)


@dataclass(frozen=True, slots=True)
class Trait:
    """A quality of a protagonist and how often it was used this sitting (PTA-37)."""

    label: str
    marks: int = 0


@dataclass(frozen=True, slots=True)
class Protagonist:
    """The main character of a player; the name is empty while only traits are known."""

    name: str
    traits: tuple[Trait, ...] = ()

    @property
    def total_marks(self) -> int:
        """Marks of all traits."""
        return sum(trait.marks for trait in self.traits)


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card in a hand, and the word its owner may say aloud instead of its name (SEC-2)."""

    card: Card
    code: str


@dataclass(frozen=True, slots=True)
class Seat:
    """A person at the table.

    Attributes:
        name: Name at the table.
        is_gm: Whether this is the one GM.
        deck: Deck this seat draws from, "" before the first deal.
        hand: Secret; empty with real cards.
        tokens: Story-tokens held.
        award_used: Whether this scene's award was given (PTA-59).
    """

    name: str
    is_gm: bool = False
    deck: str = ""
    hand: tuple[HandCard, ...] = ()
    tokens: int = 0
    mulligan: Mulligan = Mulligan.AVAILABLE
    award_used: bool = False
    protagonist: Protagonist | None = None


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards to draw, top first, and cards laid aside."""

    name: str
    draw: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()
    packs_opened: int = 1


@dataclass(frozen=True, slots=True)
class Scene:
    """The scene being played (PTA-19).

    Attributes:
        conflicts: Conflicts called in it.
    """

    scene_no: int
    owner: str
    present: tuple[str, ...]
    description: str = ""
    conflicts: int = 0


@dataclass(frozen=True, slots=True)
class Options:
    """Optional rules of one conflict, fixed when stakes are locked."""

    mooks: bool = False
    hand_of_fate: FateRule = FateRule.OFF


@dataclass(frozen=True, slots=True)
class Participant:
    """One stake with its own card each round.

    Attributes:
        name: What it is called: a protagonist, or the label of a GM stake.
        seat: Who owns it.
        stake: What comes true on success; "" until it is stated.
        mooks: Size of a mook group, None for anybody else.
        mooks_down: Underlings taken out so far.
        mooks_kept: Fewest that have to stay, by the GM's objection.
        fate_losses: 0 to 2 in this conflict.
        pile: Victory cards.
        received: Those of the pile that were gifts.
        gift_made: Whether its one gift is spent.
        turn: How far its narration is.
        told: Whether it has narrated to the end in this scope.
        passed: Whether it has passed in this scope.
        adopted: Destroyed participants whose stake it carries.
        fell_in: Round it was eliminated or destroyed in.
        tie_draws: Cards drawn for its place among equal piles.
    """

    name: str
    seat: str
    stake: str = ""
    mooks: int | None = None
    mooks_down: int = 0
    mooks_kept: int = 0
    status: Status = Status.ACTIVE
    fate_losses: int = 0
    pile: tuple[Card, ...] = ()
    received: tuple[Card, ...] = ()
    gift_made: bool = False
    turn: Turn = Turn.WAITING
    told: bool = False
    passed: bool = False
    adopted: tuple[str, ...] = ()
    fell_in: int | None = None
    tie_draws: tuple[Card, ...] = ()

    @property
    def harmed(self) -> bool:
        """True if it lost to fate and fights on (PTA-89)."""
        return self.fate_losses > 0 and self.status is Status.ACTIVE


@dataclass(frozen=True, slots=True)
class Bonus:
    """Four more for a card: a trait of `source`, or one token of theirs."""

    kind: BonusKind
    source: str
    trait: str | None = None
    against: Against | None = None


@dataclass(frozen=True, slots=True)
class Slot:
    """A participant's card of this round.

    Attributes:
        card: Secret until it is face up; None while a real card is not read out.
        replacement: Card that took its place in the hand; secret.
        tokens: Tokens lying on it that are not settled yet.
        ties: Cards drawn for exact ties.
        fates: Cards drawn by the Hand of Fate.
        forced_loss: Lost to fate this round (PTA-87).
        place: Where the base card is by now.
    """

    part: str
    mode: Mode
    card: Card | None = None
    replacement: Card | None = None
    face_up: bool = False
    bonuses: tuple[Bonus, ...] = ()
    tokens: int = 0
    ties: tuple[Card, ...] = ()
    fates: tuple[Card, ...] = ()
    forced_loss: bool = False
    result: Result | None = None
    place: CardPlace = CardPlace.SLOT

    @property
    def total(self) -> int:
        """Face value and four per bonus, without a ceiling (PTA-14); 0 for a card not read out yet."""
        return 0 if self.card is None else face_value(self.card) + BONUS * len(self.bonuses)


@dataclass(frozen=True, slots=True)
class Opposition:
    """A pair of stakes the table has spoken about; pairs nobody named follow the default (PTA-24)."""

    first: str
    second: str
    opposes: bool

    def concerns(self, one: str, other: str) -> bool:
        """True if it is about these two, in either order."""
        return {self.first, self.second} == {one, other}


@dataclass(frozen=True, slots=True)
class Held:
    """Redraw tokens that settle later, by the payer's own card (PTA-58)."""

    seat: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody's turn at narrating.

    Attributes:
        teller: A participant, or the name of a person outside the conflict.
        extra: After having narrated already, or as an outsider.
        leave_from: Participant who let an outsider in; ranks for the veto.
    """

    teller: str
    extra: bool = False
    leave_from: str | None = None
    vetoed: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """A place somebody wants in the order of narration."""

    part: str
    position: Position
    other: str | None = None


@dataclass(frozen=True, slots=True)
class PartOutcome:
    """The outcome of one participant, and those it beat."""

    part: str
    outcome: Outcome
    beats: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """A round that was scored."""

    round_no: int
    order: tuple[str, ...]
    totals: tuple[int, ...]
    winners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Conflict:
    """The uncertain turning point settled by cards.

    Attributes:
        number: Counted over the whole game.
        phase: Stage, one of the phases from STAKES on, or CLOSED.
        opposition: Pairs the table has spoken about.
        goal: Victory cards that end it; None in a simple conflict.
        players_counted: Players taking part when the round began (P of the rules).
        active: Participants who play a card this round.
        picking: Stakes whose owner was asked to pick a card on their own page.
        order: This round's ranking, best first; empty before it is known.
        last_order: Ranking of the latest round that has one.
        choosing: Participants whose owner chooses after a first fate loss.
        gm_redraws: Paid redraws of the GM this round.
        revealed: Whether cards were turned up in any round.
        sacrifice: Destroyed participant whose real card off the deck is still to be read out.
        sacrifice_to: Who gets it.
    """

    number: int
    kind: Kind
    called_by: str
    phase: Phase = Phase.STAKES
    participants: tuple[Participant, ...] = ()
    opposition: tuple[Opposition, ...] = ()
    round_no: int = 1
    goal: int | None = None
    options: Options = Options()
    players_counted: int = 0
    active: tuple[str, ...] = ()
    picking: tuple[str, ...] = ()
    slots: tuple[Slot, ...] = ()
    order: tuple[str, ...] = ()
    last_order: tuple[str, ...] = ()
    choosing: tuple[str, ...] = ()
    held: tuple[Held, ...] = ()
    gm_redraws: int = 0
    suggested: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    claims: tuple[Claim, ...] = ()
    rulings: tuple[str, ...] = ()
    rounds: tuple[RoundRecord, ...] = ()
    outcomes: tuple[PartOutcome, ...] = ()
    revealed: bool = False
    sacrifice: str | None = None
    sacrifice_to: str | None = None

    def part(self, name: str | None) -> Participant | None:
        """The participant of exactly this name."""
        return named(self.participants, name)

    def slot(self, part: str) -> Slot | None:
        """The participant's card of this round."""
        for slot in self.slots:
            if slot.part == part:
                return slot
        return None

    def parts_of(self, seat: str) -> tuple[Participant, ...]:
        """The participants a seat owns."""
        return tuple(part for part in self.participants if part.seat == seat)

    @property
    def is_extended(self) -> bool:
        """True if it goes over several rounds."""
        return self.kind is Kind.EXTENDED


@dataclass(frozen=True, slots=True)
class Offer:
    """A suggestion for the story, or a bribe with tokens (PTA-60 to PTA-64).

    Attributes:
        offer_id: "offer-1", for programs.
        amount: Tokens attached or asked for; 0 for a mere suggestion.
        conflict_no: Conflict it was made in, None outside.
    """

    offer_id: str
    payer: str
    to: str
    content: str
    amount: int = 0
    purpose: OfferPurpose = OfferPurpose.NARRATION
    status: OfferStatus = OfferStatus.OPEN
    conflict_no: int | None = None

    @property
    def is_open(self) -> bool:
        """True if it still waits for an answer."""
        return self.status in (OfferStatus.OPEN, OfferStatus.ASKED)

    @property
    def reserves(self) -> int:
        """Tokens the payer cannot spend elsewhere meanwhile (PTA-64)."""
        return self.amount if self.status is OfferStatus.OPEN else 0
