"""View of a table and moves to tap: one view model for every system, made of what a viewer may see."""

from dataclasses import dataclass
from typing import Any, Literal

from engine.phrase import EMPTY, Phrase

Tone = Literal["plain", "good", "bad", "strong"]
"""Emphasis of a value; never the only sign of its meaning."""

Mark = Literal["plain", "success", "failure", "again", "struck"]
"""Meaning of a face: `again` may be thrown once more, `struck` no longer counts."""


Sign = Literal["number", "chip", "heart", "luck", "card", "action"]
"""The way a count is drawn: as a number, or one by one as what it counts."""

Where = Literal["aside", "scene", "conflict", "order"]
"""Place of a panel: beside the table, or in its middle as what is live: the scene, what is fought over, whose turn."""


@dataclass(frozen=True, slots=True)
class Counter:
    """Something counted: chips, tokens, beats, actions, hearts.

    Attributes:
        label: The game's word, as read beside the number ("chips").
        value: How many now.
        most: How many there can be; None for no limit.
        tone: How it should strike the eye.
        sign: What it is drawn as.
    """

    label: Phrase
    value: int
    most: int | None = None
    tone: Tone = "plain"
    sign: Sign = "number"


@dataclass(frozen=True, slots=True)
class Bar:
    """Progress towards an end: a scene, a challenge, a group goal.

    Attributes:
        label: What progresses.
        value: How far it is, 0 to `most`.
        most: Where it ends, >= 1.
        detail: What else to know, one short phrase; empty for nothing.
        tone: How it should strike the eye.
    """

    label: Phrase
    value: int
    most: int
    detail: Phrase = EMPTY
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a panel or a sheet: "Haggling", "3", "now 2: wounded"."""

    label: Phrase
    value: Phrase = EMPTY
    detail: Phrase = EMPTY
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Card:
    """A card on the table or in a hand.

    Attributes:
        owner: Who played or holds it: a player, or a part of the conflict.
        face: Its name ("queen of hearts"); None for a viewer who may not see it.
        detail: What is publicly known of it ("chance", "choice, two tokens").
        code: Word that plays it without naming it; None unless it lies in the viewer's own hand.
        tone: How it should strike the eye.
    """

    owner: Phrase
    face: Phrase | None = None
    detail: Phrase = EMPTY
    code: str | None = None
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Panel:
    """A titled part of the page; what is empty is not drawn.

    Attributes:
        title: Its heading.
        lines: What it lists.
        bars: What progresses.
        counters: What is counted.
        cards: What lies face up or down.
        where: Its place on the table page.
    """

    title: Phrase
    lines: tuple[Line, ...] = ()
    bars: tuple[Bar, ...] = ()
    counters: tuple[Counter, ...] = ()
    cards: tuple[Card, ...] = ()
    where: Where = "aside"


@dataclass(frozen=True, slots=True)
class Face:
    """A die that lies on the table, and what it counts as."""

    value: int
    mark: Mark = "plain"


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw that is owed or still open.

    Attributes:
        roller: Player who throws.
        because: What it is for, one phrase.
        wanted: Dice still to be thrown, 0 when only a choice is open.
        sides: Highest face.
        faces: Dice that lie.
        request_id: Of the roll that is owed (see `RollRequest`); None while only a choice is open.
        over: Whether it is done, and its dice lie to be seen only.
    """

    roller: str
    because: Phrase
    wanted: int = 0
    sides: int = 6
    faces: tuple[Face, ...] = ()
    request_id: str | None = None
    over: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A seat at the table as everybody sees it.

    Attributes:
        player: Name.
        character: Who they play; None for nobody.
        counters: What they have, most important first.
        badges: What is true of them now, one or two words each ("narrates", "has left the scene", "wounded").
        owes: Things the table waits for from them, as infinitives ("roll two dice", "place a bid").
        present: False when they take no part in what is going on.
    """

    player: str
    character: str | None = None
    counters: tuple[Counter, ...] = ()
    badges: tuple[Phrase, ...] = ()
    owes: tuple[Phrase, ...] = ()
    present: bool = True


@dataclass(frozen=True, slots=True)
class Board:
    """The table as one viewer sees it.

    Attributes:
        headline: Who has the word now, readable across a room ("Jay narrates").
        reason: Why, one sentence; empty when there is nothing to tell.
        holder: Player who may tell the story; None for nobody.
        actions: Actions the holder has left; None when unlimited or nobody holds.
        unit: What the game calls so many of them ("actions").
        places: Seats in order.
        bars: What the table works towards.
        counters: What belongs to everybody: the pool, the bank.
        throws: Dice owed or lying open.
        order: Who acts when, next first; empty when the system names none.
        panels: What else this system shows, most important first.
    """

    headline: Phrase
    reason: Phrase = EMPTY
    holder: str | None = None
    actions: int | None = None
    places: tuple[Place, ...] = ()
    bars: tuple[Bar, ...] = ()
    counters: tuple[Counter, ...] = ()
    throws: tuple[Throw, ...] = ()
    order: tuple[str, ...] = ()
    panels: tuple[Panel, ...] = ()
    unit: Phrase = EMPTY


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose: the value a command takes, and how it reads."""

    value: Any
    label: Phrase


@dataclass(frozen=True, slots=True)
class Field:
    """Value that a move still needs.

    Attributes:
        name: Field of the command.
        label: Question or name beside the input.
        shape: text: words; number: a whole number; choice: one of the options; choices: some of them, as a list;
            faces: dice read off the table, as a list of numbers.
        options: What may be chosen.
        least: Smallest number, fewest choices, or number of faces.
        most: Largest number, most choices, or highest face; None for no limit.
        optional: Whether it may be left out; then the field is not sent.
    """

    name: str
    label: Phrase
    shape: Literal["text", "number", "choice", "choices", "faces"] = "text"
    options: tuple[Option, ...] = ()
    least: int = 0
    most: int | None = None
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """Something a player may do now by a tap: a command of the system, ready but for its fields.

    Attributes:
        kind: Kind of the command; the player who taps is its actor.
        label: What the button says ("Place a bid", "Re-roll the six").
        group: Heading it stands under ("Dice", "Scene", "Cards"); the first moves of a player come first.
        given: Fields that are settled, as (name, value).
        fields: Fields the player fills in.
        owed: Whether the rules wait for it.
        secret: Whether what is filled in is for this player's eyes only until the rules reveal it.
    """

    kind: str
    label: Phrase
    group: Phrase = EMPTY
    given: tuple[tuple[str, Any], ...] = ()
    fields: tuple[Field, ...] = ()
    owed: bool = False
    secret: bool = False

    @property
    def hides(self) -> bool:
        """True for a secret move that others may not even know to be there; a bid is known, its number is not."""
        return self.secret and not (self.fields and all(each.shape == "number" for each in self.fields))
