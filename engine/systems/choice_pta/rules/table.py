"""The table, its house rules and its protagonists (rules 3.1)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.house_rules import SettingValue
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import Names, Spelled, Worded, counted, listed, setting_value
from engine.fields import Either, PlayerName, SkillName, Words
from engine.offers import choice
from engine.phrase import Phrase, phrase, plural, spelled, template, verbatim
from engine.quick_dataclass import dataclass
from engine.systems.choice_pta.choices import TABLE
from engine.systems.choice_pta.entities import Protagonist, Seat, Trait
from engine.systems.choice_pta.fields import Cards, Players, SettingName, TraitName, TraitPlace
from engine.systems.choice_pta.fold import known_seat, with_seat
from engine.systems.choice_pta.guards import refuse_in_conflict
from engine.systems.choice_pta.house_rules import HouseRules, setting_named
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.messages import Command, Event, Remark, SeatCommand
from engine.systems.choice_pta.state import TOKENS_PER_PLAYER, State
from engine.systems.choice_pta.vocabulary import CardMode

MOST_PLAYERS = 10
_SPEAKER = frozenset(("i", "me"))
GM_TOKENS_PER_PLAYER = 2


class TableCreated(Event):
    """A table with its people and tokens (PTA-1, PTA-4); `seats` are the players in order."""

    taken_back: ClassVar[str] = template("the new table")
    told: ClassVar[str] = template("{seats} play, {gm} is GM, {total_tokens} in the game")
    said: ClassVar[str] = template("The table is ready: {seats}, with {gm} as GM.")
    weight: ClassVar[int] = 2
    seats: Names
    gm: str
    total_tokens: Annotated[int, Worded(lambda total_tokens: counted(total_tokens, "story-token", "story-tokens"))]
    settings: HouseRules
    card_mode: CardMode

    def apply(self, state: State) -> Changes:
        seats = (*(Seat(name) for name in self.seats), Seat(self.gm, is_gm=True))
        fresh = fresh_tokens(changed(state, seats=seats))
        return {**fresh, "house_rules": self.settings, "card_mode": self.card_mode}


def fresh_tokens(state: State) -> Changes:
    """Tokens of a new game (PTA-4)."""
    count = len(state.players)
    seats = tuple(changed(seat, tokens=GM_TOKENS_PER_PLAYER * count if seat.is_gm else 0) for seat in state.seats)
    return {"seats": seats, "pool": count, "bank": 0, "total_tokens": TOKENS_PER_PLAYER * count}


@dataclass(frozen=True, slots=True)
class SettingChoice:
    """A house rule and the value the table wants."""

    name: str
    value: SettingValue


class CreateTable(Command):
    """Open a table (PTA-1).

    Attributes:
        players: Names in seat order, without the GM.
        gm: Name of the GM; the speaker when they say they are ("I"), else "GM".
        count: Number of players when nobody is named; they are called "Player 1" and so on.
        settings: House rules that differ from the defaults.
        card_mode: "virtual" or "physical".
    """

    players: tuple[Words, ...] = ()
    gm: Words | None = None
    count: Players | None = None
    settings: tuple[SettingChoice, ...] = ()
    card_mode: Cards = "virtual"

    def decide(self, ledger: Ledger, who: str) -> None:
        """Open a table once: one GM, one to ten players, three tokens for each player (PTA-1, PTA-4)."""
        if ledger.state.seats:
            raise Refused("WRONG_PHASE", phrase("The table already exists."))
        players = tuple(name.strip() for name in self.players if name.strip())
        if not players and self.count:
            players = tuple(f"Player {number}" for number in range(1, min(self.count, MOST_PLAYERS + 1) + 1))
        gm = _gm_name(self)
        refuse_seats((*players, gm), len(players))
        mode = CardMode(self.card_mode.strip().lower())
        rules = _rules(self.settings)
        ledger.record(TableCreated(players, gm, TOKENS_PER_PLAYER * len(players), rules, mode))


def _gm_name(command: CreateTable) -> str:
    said = (command.gm or "").strip()
    if said.casefold() in _SPEAKER and command.actor:
        return command.actor.strip()
    return said or "GM"


def refuse_seats(names: tuple[str, ...], players: int) -> None:
    """Not too few or too many, and no name twice (PTA-1)."""
    if not 1 <= players <= MOST_PLAYERS:
        raise Refused("BAD_SEAT_COUNT", phrase("One to ten players can take part, plus the GM."))
    if len({name.casefold() for name in names}) < len(names):
        raise Refused("DUPLICATE_NAME", phrase("Two people have the same name; choose another one."))


def _rules(choices: tuple[SettingChoice, ...]) -> HouseRules:
    rules = HouseRules()
    for each in choices:
        name, value = _parsed(each.name, each.value)
        rules = changed(rules, **{name: value})
    return rules


def _parsed(name: str, value: SettingValue) -> tuple[str, SettingValue]:
    setting = setting_named(name)
    if setting is None:
        raise Refused("UNKNOWN_SETTING", phrase("There is no house rule “{name}”.", name=name))
    parsed = setting.parse(value)
    if parsed is None:
        allowed = phrase("{rule} may be: {values}.", rule=spelled(setting.name), values=setting.options)
        raise Refused("BAD_SETTING", allowed)
    return setting.name, parsed


class SettingChanged(Event):
    """A house rule changed."""

    weight: ClassVar[int] = 1
    told: ClassVar[str] = template("House rule: {name} is now {new}")
    taken_back: ClassVar[str] = template("the house rule {name}")
    name: Spelled
    old: SettingValue
    new: Annotated[SettingValue, Worded(setting_value)]

    def apply(self, state: State) -> Changes:
        return {"house_rules": changed(state.house_rules, **{self.name: self.new})}


class ChangeSetting(Command):
    """Set one house rule (rules section 7)."""

    talk: ClassVar[Talk] = Talk(confirm="The setting {name}: {value}?")

    name: SettingName
    value: Annotated[SettingValue, Either()]

    def decide(self, ledger: Ledger, who: str) -> None:
        name, value = _parsed(self.name, self.value)
        refuse_in_conflict(ledger)
        ledger.record(SettingChanged(name, getattr(ledger.rules, name), value))


class ProtagonistDefined(Event):
    """A main character as it stands now."""

    weight: ClassVar[int] = 1
    taken_back: ClassVar[str] = template("{whose_player} protagonist")
    player: str
    name: str
    traits: tuple[Trait, ...]

    def apply(self, state: State) -> Changes:
        return with_seat(state, self.player, protagonist=Protagonist(self.name, self.traits))

    def sentence(self) -> Phrase:
        name = self.name or phrase("a character without a name")
        traits = listed(trait.label for trait in self.traits)
        if not traits:
            return phrase("{player} plays {name}", player=self.player, name=name)
        return phrase("{player} plays {name}: {traits}", player=self.player, name=name, traits=traits)


class DefineProtagonist(SeatCommand):
    """Write down a main character, whole or in parts (PTA-5).

    Attributes:
        name: None leaves the name as it is.
        traits: None leaves the traits as they are.
        trait: A single one; behind the others unless `position` says where.
        position: From 1, where a single trait goes; None when `traits` is the whole list.
    """

    for_others: ClassVar[bool] = True
    talk: ClassVar[Talk] = Talk(confirm="Change the protagonist of {player}?")
    name: Words | None = None
    traits: tuple[Words, ...] | None = None
    trait: TraitName | None = None
    position: TraitPlace | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        """Write down name and traits, whole or in parts; marks stay with their traits (PTA-5, R-25, R-26)."""
        seat = ledger.seat(who)
        if seat.is_gm and not ledger.rules.gm_traits:
            raise Refused("GM_HAS_NO_TRAITS", phrase("The GM's characters have no traits."))
        known = seat.protagonist or Protagonist("")
        labels = _labels(known, self, ledger.rules.traits_per_protagonist)
        refuse_in_conflict(ledger)
        name = (self.name or known.name).strip()
        marks = {trait.label.casefold(): trait.marks for trait in known.traits}
        traits = tuple(Trait(label, marks.get(label.casefold(), 0)) for label in labels)
        ledger.record(ProtagonistDefined(who, name, traits))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        given, trait = (("player", who),), Field("trait", phrase("Trait"))
        name = Field("name", phrase("Name"))
        yield Move(cls.kind, phrase("Name your protagonist"), TABLE, given, (name,))
        yield Move(cls.kind, phrase("Add a trait"), TABLE, given, (trait,))
        protagonist = known_seat(state, who).protagonist
        if protagonist is not None and protagonist.traits:
            traits = enumerate(protagonist.traits, 1)
            places = choice("position", phrase("Which"), ((at, verbatim(each.label)) for at, each in traits))
            yield Move(cls.kind, phrase("Replace a trait"), TABLE, given, (places, trait))


def _labels(known: Protagonist, command: DefineProtagonist, wanted: int) -> tuple[str, ...]:
    """The trait labels the protagonist is to have."""
    labels = [trait.label for trait in known.traits]
    named = command.traits if command.trait is None else (command.trait,)
    new = None if named is None else [label.strip() for label in named if label.strip()]
    if new is not None and (command.position is not None or command.trait is not None):
        at = len(labels) if command.position is None else command.position - 1
        if len(new) != 1 or not 0 <= at < wanted:
            raise Refused("BAD_TRAIT_COUNT", phrase("Name one trait for a place from 1 to {number}.", number=wanted))
        labels[at : at + 1] = new
    elif new is not None:
        if len(new) != wanted:
            count = plural(
                "A protagonist has {number} traits; {count} was named.",
                "A protagonist has {number} traits; {count} were named.",
                len(new),
                number=wanted,
            )
            raise Refused("BAD_TRAIT_COUNT", count)
        labels = new
    if len({label.casefold() for label in labels}) < len(labels):
        raise Refused("DUPLICATE_TRAIT", phrase("Each trait needs a name of its own."))
    return tuple(labels)


def is_defined(seat: Seat, rules: HouseRules) -> bool:
    """True if a player's protagonist has a name and all traits."""
    who = seat.protagonist
    return who is not None and bool(who.name) and len(who.traits) == rules.traits_per_protagonist


class CommandUndone(Remark):
    """The latest command was taken back."""

    told: ClassVar[str] = template("The last entry was undone")
    undone_command_id: str


class UndoLast(Command):
    """Take back the latest command of the same phase; carried out by `engine.history`."""

    talk: ClassVar[Talk] = Talk(confirm="Undo that?", once=True)
    reason: Words = ""

    def decide(self, ledger: Ledger, who: str) -> None:
        """Carried out by the history and by `answers`; nothing follows here."""


class AskStatus(Command):
    """A question about what everybody may know (`Query` of the rules document); changes nothing.

    Attributes:
        topic: One of `answers.TOPICS`.
        about: Trait or stake asked about.
    """

    talk: ClassVar[Talk] = Talk(by_anybody=True)
    topic: Words
    player: PlayerName = ""
    skill: SkillName | None = None
    about: Words | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        """Carried out by the history and by `answers`; nothing follows here."""
