"""Words the rules use for phases, kinds and results; every value is its own JSON form (rules section 2)."""

from enum import StrEnum


class Phase(StrEnum):
    """Stage of the table; from STAKES on that of the running conflict (rules 2.3)."""

    LOBBY = "LOBBY"
    TABLE = "TABLE"
    SITTING = "SITTING"
    SCENE = "SCENE"
    STAKES = "STAKES"
    CARDS = "CARDS"
    REVEALED = "REVEALED"
    ROUND_NARRATION = "ROUND_NARRATION"
    NARRATION = "NARRATION"
    FINAL_NARRATION = "FINAL_NARRATION"
    CLOSED = "CLOSED"


NARRATING = (Phase.ROUND_NARRATION, Phase.NARRATION, Phase.FINAL_NARRATION)
IN_CONFLICT = (Phase.STAKES, Phase.CARDS, Phase.REVEALED, *NARRATING)


class CardMode(StrEnum):
    """Dealer: the app, or the people with real cards (rules 2.4)."""

    VIRTUAL = "virtual"
    PHYSICAL = "physical"


class Kind(StrEnum):
    """Kind of conflict."""

    SIMPLE = "simple"
    EXTENDED = "extended"


class Mode(StrEnum):
    """Way a card was committed (PTA-31)."""

    CHOICE = "choice"
    CHANCE = "chance"


class Mulligan(StrEnum):
    """State of the right to replace the starting hand (PTA-7)."""

    AVAILABLE = "available"
    USED = "used"
    EXPIRED = "expired"


class Status(StrEnum):
    """State of a participant (PTA-88 to PTA-91)."""

    ACTIVE = "active"
    ELIMINATED = "eliminated"
    DESTROYED = "destroyed"


class Turn(StrEnum):
    """Progress of a participant's narration (PTA-50, PTA-52, PTA-75)."""

    WAITING = "waiting"
    SPEAKING = "speaking"
    DONE = "done"
    PASSED = "passed"
    REOPENED = "reopened"


class Result(StrEnum):
    """Card against the cut of an extended round (PTA-67)."""

    WON = "won"
    LOST = "lost"


class Outcome(StrEnum):
    """Result of a stake against those it opposes (PTA-46)."""

    FULL = "full"
    PARTIAL = "partial"
    NONE = "none"


class BonusKind(StrEnum):
    """A thing that adds four to a card."""

    TRAIT = "trait"
    TOKEN = "token"


class Against(StrEnum):
    """Class of the opposition a bonus is spent against (PTA-55)."""

    GM = "gm"
    PLAYERS = "players"


class CardPlace(StrEnum):
    """Place of the base card of a slot by now."""

    SLOT = "slot"
    PILE = "pile"
    DISCARD = "discard"


class Purpose(StrEnum):
    """Purpose of a card drawn or read out."""

    PLAYED = "played"
    TIE = "tie"
    FATE = "fate"
    SACRIFICE = "sacrifice"
    STANDING = "standing"


class FateRule(StrEnum):
    """Trigger of the optional Hand of Fate (PTA-82)."""

    OFF = "off"
    EXACT = "exact"
    LETHAL = "lethal"


class Fate(StrEnum):
    """Choice of the owner of a first fate loss (PTA-88, PTA-89)."""

    OUT = "out"
    FIGHT_ON = "fight_on"


class Position(StrEnum):
    """Place claimed in the order of narration (PTA-50)."""

    FIRST = "first"
    LAST = "last"
    BEFORE = "before"
    AFTER = "after"


class OfferStatus(StrEnum):
    """Progress of a suggestion or bribe (PTA-61)."""

    OPEN = "open"
    ASKED = "asked"
    ACCEPTED = "accepted"
    FREE = "free"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"


class OfferPurpose(StrEnum):
    """Purpose of a bribe (PTA-63)."""

    NARRATION = "narration"
    SCENE_ENTRY = "scene_entry"


class Reply(StrEnum):
    """Answer to a bribe or suggestion."""

    ACCEPT = "accept"
    ACCEPT_FREE = "accept_free"
    REFUSE = "refuse"


class Cause(StrEnum):
    """Reasons why tokens move."""

    BONUS = "bonus"
    REDRAW = "redraw"
    BRIBE = "bribe"
    REFUND = "refund"
    SETTLED = "settled"
    ROSTER = "roster"
    BANK = "bank"
    CORRECTION = "correction"
