"""Input and output of understanding."""

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, Literal

from engine.common.messages import ASK_KIND
from engine.dice.roll import RollRequest
from engine.quick_dataclass import dataclass
from engine.vocabulary import Expected, Vocabulary

Decision = Literal["act", "ask", "note", "ignore"]
Category = Literal[
    "declared_action",
    "check_request",
    "check_offer",
    "conflict_call",
    "dice_report",
    "handover",
    "resource",
    "table_command",
    "scribe_note",
]

Tipped = Literal[
    "",
    "sure",
    "unsure",
    "faint",
    "missing",
    "mishearing",
    "speaker",
    "stranger",
    "protected",
    "refused",
    "weight",
    "likely",
    "note",
]
"""Reason a decision fell as it did.

sure        confidence, speaker and rules all agree: act
unsure      confidence lies between asking and acting
faint       confidence lies between noting and asking, or below
missing     a field has to be asked for
mishearing  the recogniser doubts the words
speaker     nobody knows who spoke
stranger    chips are not moved by strangers
protected   the running narration has to end first
refused     the rules or the table's state stand against it
weight      understood, but so much hangs on it that the table is asked first
likely      learned from examples: the likeliest thing it may ask for, far enough ahead
note        this kind of talk is only ever noted
"""


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing said, as understanding sees it.

    Attributes:
        text: Recognised or typed words.
        speaker: Player's name, `unknown` for a stranger, None when nobody can tell.
        time: Seconds since listening began.
        heard: How sure the recogniser is of the words, 0 to 1; 1 when typed.
        typed: True when it came from a keyboard or the page.
        done: Characters from its beginning that were acted upon; the rest may be the first half of something.
    """

    text: str
    speaker: str | None = None
    time: float = 0.0
    heard: float = 1.0
    typed: bool = False
    done: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """State of the table right now, as far as understanding needs it.

    Attributes:
        slug: Rules system.
        vocabulary: Players, characters and everything that has a name.
        phase: The system's phase, None when unknown.
        holder: Player who holds narration.
        narration: The system's word for the narration that runs.
        actions: Actions the holder has left, None when unlimited.
        open_rolls: Dice the table owes.
        expected: Other answers the rules wait for (bids, choices), with the player who owes them.
        names: People and places of the story known so far.
        question: True while the companion waits for an answer to its own question.
        telling: True while the companion tells a tale.
    """

    slug: str
    vocabulary: Vocabulary
    phase: str | None = None
    holder: str | None = None
    narration: str | None = None
    actions: int | None = None
    open_rolls: tuple[RollRequest, ...] = ()
    expected: tuple[Expected, ...] = ()
    names: tuple[str, ...] = ()
    question: bool = False
    telling: bool = False


@dataclass(frozen=True, slots=True)
class Intent:
    """One thing a turn asks for.

    Attributes:
        category: What kind of talk it is.
        command: Kind of the command it means, None when only noted.
        slots: Field values of that command, names resolved to their spelling at the table.
        span: Character offsets of the words that say it, end exclusive.
        confidence: 0 to 1.
        decision: `act` executes, `ask` confirms first, `note` only records, `ignore` is dropped.
        missing: Fields that have to be asked for before the command is complete.
        refused: Error code of the rules when they would not accept it now ("E_PROTECTED": the running narration has
            to end first, so ask whether its holder is finished).
        tipped: What tipped the decision (see `Tipped`).
        question: What to ask where the usual question would not do ("Haggling or Handling?"); empty otherwise.
        others: Fields of the same command once more for each other thing said in the same breath.
    """

    category: Category
    command: str | None
    slots: Mapping[str, Any] = field(default_factory=dict)
    span: tuple[int, int] = (0, 0)
    confidence: float = 0.0
    decision: Decision = "ignore"
    missing: tuple[str, ...] = ()
    refused: str | None = None
    tipped: Tipped = ""
    question: str = ""
    others: tuple[Mapping[str, Any], ...] = ()


Permits = Callable[[str, Mapping[str, Any]], str | None]
"""(command kind, slots) to None when the rules would accept it now, else the error code. Pure and cheap."""

_TABLE_COMMANDS = """
    yes no choose repeat roll_for_me roll_real_dice redo_last stop_listening start_listening off_the_record
    louder quieter mute unmute save_notes recap stop_telling why undo_several change_skill make_that
    mean_other not_that read_again recredit ask_more ask_less ask_known ask_met ask_promises ask_open
    call_known same_known apart_known note_about go_off_the_record agree_to_be_heard withdraw_consent
    forget_me end_evening ask_waiting ask_heard ask_listening ask_help get_started guide_us not_meant
"""

TABLE_COMMANDS = frozenset(_TABLE_COMMANDS.split())
"""Commands meant for the companion itself, which no rules system knows: `choose` has a slot `option`."""

COMPANION_COMMANDS = TABLE_COMMANDS | {"note"}
"""All that is no command of any rules."""

FOR_COMPANION = (TABLE_COMMANDS | {ASK_KIND}) - {"yes", "no", "choose"}
"""Commands whose words are meant for the companion and tell nothing; short answers may be part of what is told."""
