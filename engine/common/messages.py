"""Common parts of all commands and events, and the register that each game keeps of its own.

A game has one `Command` and one `Event` of its own, in its `messages` module, each with an empty register. Whatever is
derived from them is a frozen dataclass, without a decorator, and in that register from the moment it is defined; a
class that only others are derived from says `base=True`.
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Literal, dataclass_transform

from engine.board import Move
from engine.common.words import in_words, snake_case
from engine.phrase import EMPTY, Phrase, made
from engine.quick_dataclass import dataclass
from engine.types import PUBLIC, Spoken

Register = dict[str, type[Any]]
"""The commands, or the events, of one game by their kind."""

Meaning = Literal["", "begins_session", "ends_session", "ends_narration", "ends_turn", "corrects"]
"""Meaning of a command to code that knows no game; empty for most. One that `corrects` amends what is written down."""

Ending = Literal["", "telling", "fight", "scene", "session"]

UNDO_KIND = "undo_last"
ASK_KIND = "ask_status"
DICE_KIND = "report_dice"
"""Kinds that mean the same in every game: undo, asking about the state, and dice read out at the table."""


class Message:
    """Common base of commands and events.

    Attributes:
        kind: Tag of the JSON form, which never changes: the class's name in snake_case, unless the class states it.
        json_names: JSON names of fields whose own name would clash with a Python keyword.
        register: Every message of the same game, filled by defining them; None outside a game.
    """

    kind: ClassVar[str]
    json_names: ClassVar[Mapping[str, str]] = {}
    register: ClassVar[Register | None] = None

    def __init_subclass__(cls, base: bool = False) -> None:
        """Name its kind and put the class into the register of its game.

        Args:
            base: Whether others are derived from it and it is no message itself.

        Raises:
            TypeError: Another message of the game has this kind.
        """
        if base:
            return
        if "kind" not in vars(cls):
            cls.kind = snake_case(cls.__name__)
        if cls.register is None:
            return
        known = cls.register.get(cls.kind)
        if known is not None:
            raise TypeError(f"two messages of one game have the kind {cls.kind!r}: {_name(known)} and {_name(cls)}")
        cls.register[cls.kind] = cls

    # Here once for all: a dataclass would make them anew for each of hundreds of classes, half of what a game's rules
    # take to load.
    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash((type(self), *vars(self).values()))

    def __repr__(self) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"


def _name(cls: type[Any]) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"


def registered(base: type[Message]) -> tuple[type[Any], ...]:
    """Every message of a game, by kind; its modules are loaded when this is asked.

    Args:
        base: The game's own `Command` or `Event`.
    """
    return tuple(cls for _, cls in sorted((base.register or {}).items()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """Ways in which people at a table speak of a command, for understanding.

    Attributes:
        confirm: Question that one word answers, with {fields}; made from what was named when empty. A part in brackets
            is left out where a field of it is not known. A number stands with its nouns, {count:die|dice}, a yes or no
            as what it means, {out:out|able to act}; {who} is whoever does it.
        main: Whether a table does one such thing at a time, so that of two in one breath one is meant.
        leads_to: Kinds of such things that may follow in the same breath.
        takes_in: Kinds that are fields of this command when they are said in the same breath.
        of_others: Whether people speak of others in it without others acting.
        after_dice: Whether it is about dice that lie.
        once: Whether it is never meant twice in one turn.
        by_anybody: Whether it may be meant by a voice that nobody knows.
        secret: Whether what is in it stays unsaid until the rules reveal it.
        awaited: Condition of grammars that it is awaited of the speaker, such as "reward".
        holds_up: Whether nothing else begins while the table waits for it.
        throws: Purpose of the dice it asks for.
        asks_all: Kind of the answer that everybody owes after it.
        begins: The narration it begins.
    """

    confirm: str = ""
    main: bool = False
    leads_to: tuple[str, ...] = ()
    takes_in: tuple[str, ...] = ()
    of_others: bool = False
    after_dice: bool = False
    once: bool = False
    by_anybody: bool = False
    secret: bool = False
    awaited: str = ""
    holds_up: bool = False
    throws: str = ""
    asks_all: str = ""
    begins: str = ""


@dataclass_transform(frozen_default=True, kw_only_default=True)
@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Command(Message, base=True):
    """Request to the rules.

    Attributes:
        talk: How people speak of it.
        means: What it is to code that knows no game.
        also_read: Other JSON names, as rules documents have them, to the field's own.
        unfit: Code for a value that no such field may have (see `engine.fields`).
        missing: Code for words that are missing.
        taps: Its `moves` where they are always the same.
        actor: Player who speaks, None for the table as a whole.
    """

    talk: ClassVar[Talk] = Talk()
    means: ClassVar[Meaning] = ""
    also_read: ClassVar[Mapping[str, str]] = {}
    unfit: ClassVar[str] = "BAD_VALUE"
    missing: ClassVar[str] = "BAD_VALUE"
    taps: ClassVar[tuple[Move, ...]] = ()
    actor: str | None = None

    def __init_subclass__(cls, base: bool = False) -> None:
        """Make a dataclass of the command; its fields are given by name."""
        super().__init_subclass__(base)
        dataclass(frozen=True, kw_only=True, eq=False, repr=False)(cls)

    def decide(self, ledger: Any, who: Any) -> None:
        """Record what follows, for a command whose rule stands with it.

        Args:
            ledger: Takes the events; its state includes them.
            who: Who acts, as the game's rulebook hands it on.

        Raises:
            Refused: The rules say no.
        """
        raise NotImplementedError(self.kind)

    @classmethod
    def moves(cls, state: Any, who: str) -> Iterator[Move]:
        """The taps by which it may be given, for a command whose rule stands with it; `decide` says which go now.

        Args:
            state: The table.
            who: Player, or in a game of characters the character, that gives it.
        """
        return iter(cls.taps)


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True, eq=False, repr=False)
class Event(Message, base=True):
    """A fact, past tense, without ids of commands or clock.

    Sentences that need nothing but its fields are templates, in class attributes, with the names of fields in braces
    (see `engine.common.words`); an event that says more has a method instead.

    Attributes:
        told: Its `sentence`; empty where nobody needs to hear it.
        said: What is said `aloud`; empty for the sentence itself.
        weight: Of what is said aloud, 1 to 3; 0 when nothing is.
        taken_back: What is `undone` with it; empty where another event or a table of words says it.
        seen: Who may see it: everybody, or `ENGINE_ONLY` for what is kept for replay and shown to nobody.
        undoable: False for what can never be undone, such as cards turned up.
        uncovers: Whether it shows what was hidden until then; nothing is inferred behind it before it has happened.
        opens_scene: Whether the notes begin a new part with it.
        tells_scene: Whether a model that reads the talk of an evening begins a new part with the words that led to it.
        told_first: Whether notes tell it before the sentence that led to it.
        ends: What ends with it: somebody's telling, a fight or conflict, also for a while, a scene, or a session; empty
            for nothing.
    """

    told: ClassVar[str | None] = None
    said: ClassVar[str] = ""
    weight: ClassVar[int] = 0
    taken_back: ClassVar[str] = ""
    seen: ClassVar[str] = PUBLIC
    undoable: ClassVar[bool] = True
    uncovers: ClassVar[bool] = False
    opens_scene: ClassVar[bool] = False
    tells_scene: ClassVar[bool] = False
    told_first: ClassVar[bool] = False
    ends: ClassVar[Ending] = ""

    def __init_subclass__(cls, base: bool = False) -> None:
        """Make a dataclass of the event."""
        super().__init_subclass__(base)
        dataclass(frozen=True, eq=False, repr=False)(cls)

    def apply(self, state: Any) -> dict[str, Any]:
        """Fields of the state that it changes, for an event that stands with its rule."""
        raise LookupError(f"nothing says what {self.kind} changes")

    def sentence(self) -> Phrase:
        """It as one plain sentence.

        Raises:
            LookupError: Nothing says how it is told.
        """
        if self.told is None:
            raise LookupError(f"nothing says how {self.kind} is told")
        return self.filled(self.told)

    def aloud(self) -> Spoken | None:
        """Return the announcement of the event; None where there is none, or a table of words has it."""
        text = (self.filled(self.said) or self.sentence()) if self.weight else EMPTY
        return Spoken(text, self.weight) if text else None

    def undone(self) -> Phrase:
        """Return what is undone with it, to follow "Undone:"; empty where another event or a table of words says it."""
        return self.filled(self.taken_back)

    def filled(self, text: str) -> Phrase:
        """A template with the fields put in, each in its words."""
        return made(text, self.in_words()) if text else EMPTY

    def in_words(self) -> dict[str, Any]:
        """The fields as sentences have them."""
        return in_words(self)

    @property
    def presence(self) -> tuple[str, bool] | None:
        """Player who comes or goes with it, and whether they are there then; None where nobody does."""
        return None

    @property
    def visibility(self) -> str:
        """Audience of the event; an event that only one player may see says so itself."""
        return self.seen
