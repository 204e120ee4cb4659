"""The table: who sits at it, its library, its house rules and its era; questions about it, and taking back."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine.common.folding import Changes
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import changed
from engine.common.words import listed, setting_value
from engine.fields import Either, NewName, PlayerName, Words
from engine.phrase import Phrase, joined, phrase, spelled
from engine.systems.phasesix.entities import Library, Player
from engine.systems.phasesix.fields import Extension, Role, RuleName, TraitName
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.library import merged
from engine.systems.phasesix.messages import By, Command, Event, Silent, Told
from engine.systems.phasesix.naming import plain
from engine.systems.phasesix.settings import SETTING_BY_NAME
from engine.systems.phasesix.state import State
from engine.systems.phasesix.words import EPOCHS, worded
from engine.types import ENGINE_ONLY

EXTENSIONS = ("magic", "horror")


def _era(epoch: str, extensions: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Era and optional rules as the rules name them."""
    known = next((one for one in EPOCHS if plain(epoch) and plain(epoch) in plain(one)), None)
    if epoch and known is None:
        raise Refused("BAD_VALUE", phrase("Eras are: {epochs}.", epochs=joined(EPOCHS, "; ")))
    chosen = tuple(dict.fromkeys(plain(one) for one in extensions))
    if set(chosen) - set(EXTENSIONS):
        raise Refused("BAD_VALUE", phrase("The optional rules are magic and horror."))
    return str(known or ""), chosen


@dataclass(frozen=True, slots=True)
class TableCreated(Event):
    """A table opens."""

    kind: ClassVar[str] = "table_created"
    name: str
    epoch: str
    extensions: tuple[str, ...]

    def apply(self, state: State) -> Changes:
        """Its name, era and optional rules."""
        return {"name": self.name, "epoch": self.epoch, "extensions": self.extensions}

    def sentence(self) -> Phrase:
        """It is open."""
        return phrase("The table {name} is open", name=self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateTable(Command):
    """Open a table with an era ("" = any) and the optional rules in use ("magic", "horror")."""

    kind: ClassVar[str] = "create_table"
    by: ClassVar[By] = By.ANY
    name: NewName = "Phase Six"
    epoch: Words = ""
    extensions: tuple[Extension, ...] = ()

    def decide(self, ledger: Ledger, who: None) -> None:
        """Open a table once."""
        if ledger.state.name is not None:
            raise Refused("BAD_VALUE", phrase("The table {name} is open already.", name=ledger.state.name))
        era = _era(self.epoch, self.extensions)
        if not self.name.strip():
            raise Refused("BAD_VALUE", phrase("A table has a name."))
        ledger.record(TableCreated(self.name.strip(), *era))


@dataclass(frozen=True, slots=True)
class PlayerSeated(Event):
    """Somebody takes a seat."""

    kind: ClassVar[str] = "player_seated"
    player: str
    gm: bool

    def apply(self, state: State) -> Changes:
        """One more player."""
        return {"players": (*state.players, Player(self.player, self.gm))}

    def sentence(self) -> Phrase:
        """Who leads, or sits at the table."""
        if self.gm:
            return phrase("{player} leads the story", player=self.player)
        return phrase("{player} sits at the table", player=self.player)


@dataclass(frozen=True, slots=True, kw_only=True)
class AddPlayer(Command):
    """Seat somebody; `role` is "player" or "gm"."""

    kind: ClassVar[str] = "add_player"
    by: ClassVar[By] = By.ANY
    name: NewName
    role: Role = "player"

    def decide(self, ledger: Ledger, who: None) -> None:
        """Seat somebody; one of them may be the GM."""
        state, name, role = ledger.state, self.name.strip(), self.role.strip().lower()
        if not name:
            raise Refused("BAD_VALUE", phrase("Say a name, and whether they play or lead."))
        if any(player.name.casefold() == name.casefold() for player in state.players):
            raise Refused("BAD_VALUE", phrase("{name} sits at the table already; take another name.", name=name))
        if role == "gm" and state.gm is not None:
            raise Refused("BAD_VALUE", phrase("{gm} leads this story.", gm=state.gm))
        ledger.record(PlayerSeated(name, role == "gm"))


@dataclass(frozen=True, slots=True)
class LibraryAdded(Silent):
    """Templates, gear, spells and foes are on offer."""

    kind: ClassVar[str] = "library_added"
    seen: ClassVar[str] = ENGINE_ONLY
    library: Library

    def apply(self, state: State) -> Changes:
        """The library with it."""
        library: Library = merged(state.library, self.library)
        return {"library": library}


@dataclass(frozen=True, slots=True, kw_only=True)
class AddToLibrary(Command):
    """Put templates, gear, spells and foes on offer; entries of a known name replace it."""

    kind: ClassVar[str] = "add_to_library"
    by: ClassVar[By] = By.ANY
    library: Library

    def decide(self, ledger: Ledger, who: None) -> None:
        """Put things on offer."""
        ledger.record(LibraryAdded(self.library))


@dataclass(frozen=True, slots=True)
class HouseRuleChanged(Event):
    """One house rule has a new value."""

    kind: ClassVar[str] = "house_rule_changed"
    weight: ClassVar[int] = 2
    rule: str
    old: str | int | bool
    new: str | int | bool

    def apply(self, state: State) -> Changes:
        """The rule's new value."""
        return {"house_rules": changed(state.house_rules, **{self.rule: self.new})}

    def sentence(self) -> Phrase:
        """The rule and its new value."""
        return phrase("House rule {rule} is now {value}", rule=spelled(self.rule), value=setting_value(self.new))


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeHouseRule(Command):
    """Set one house rule (rules section 7)."""

    kind: ClassVar[str] = "change_house_rule"
    by: ClassVar[By] = By.GM
    rule: RuleName
    value: Annotated[str | int | bool, Either()]

    def decide(self, ledger: Ledger, who: None) -> None:
        """Set one house rule."""
        setting = SETTING_BY_NAME.get(self.rule.strip().lower().replace(" ", "_"))
        value = setting.parse(self.value) if setting is not None else None
        if setting is None or value is None:
            if setting is None:
                raise Refused("BAD_VALUE", phrase('"{rule}" is no house rule here.', rule=self.rule))
            raise Refused("BAD_VALUE", phrase('"{rule}" may be {values}.', rule=self.rule, values=setting.options))
        ledger.record(HouseRuleChanged(setting.name, getattr(ledger.rules, setting.name), value))


@dataclass(frozen=True, slots=True)
class EraChosen(Event):
    """The era and the optional rules in use."""

    kind: ClassVar[str] = "era_chosen"
    weight: ClassVar[int] = 1
    epoch: str
    extensions: tuple[str, ...]

    def apply(self, state: State) -> Changes:
        """The new era and optional rules."""
        return {"epoch": self.epoch, "extensions": self.extensions}

    def sentence(self) -> Phrase:
        """The era, and what is played with."""
        era = worded(self.epoch) if self.epoch else phrase("any")
        if not self.extensions:
            return phrase("Era: {era}", era=era)
        return phrase("Era: {era}; with {extensions}", era=era, extensions=listed(map(spelled, self.extensions)))


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseEra(Command):
    """Set the era and the optional rules in use; None leaves them."""

    kind: ClassVar[str] = "choose_era"
    by: ClassVar[By] = By.GM
    epoch: Words | None = None
    extensions: tuple[Extension, ...] | None = None

    def decide(self, ledger: Ledger, who: None) -> None:
        """Set the era and the optional rules."""
        state = ledger.state
        extensions = state.extensions if self.extensions is None else self.extensions
        era = _era(state.epoch if self.epoch is None else self.epoch, extensions)
        ledger.record(EraChosen(*era))


@dataclass(frozen=True, slots=True)
class CommandUndone(Told):
    """A command no longer counts; recorded by the history."""

    kind: ClassVar[str] = "command_undone"
    undone_command_id: str

    def sentence(self) -> Phrase:
        """That something is taken back."""
        return phrase("Taken back")


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoLast(Command):
    """Take back the latest command; carried out by `engine.history`."""

    kind: ClassVar[str] = "undo_last"
    by: ClassVar[By] = By.ANY
    talk: ClassVar[Talk] = Talk(once=True)

    def decide(self, ledger: Ledger, who: None) -> None:
        """Carried out by the history, which alone knows what came last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskStatus(Command):
    """Ask about the state; changes nothing."""

    kind: ClassVar[str] = "ask_status"
    by: ClassVar[By] = By.ANY
    talk: ClassVar[Talk] = Talk(by_anybody=True)
    topic: Words = ""
    player: PlayerName | None = None
    skill: TraitName | None = None
    about: Words | None = None

    def decide(self, ledger: Ledger, who: None) -> None:
        """Answered by `answers.answer`; changes nothing."""
