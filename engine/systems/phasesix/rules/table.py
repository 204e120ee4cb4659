"""The table: its people, library, house rules and era; questions about it; sessions and the reputation they bring."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Ending, Meaning, Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import InWords, Spelled, Worded, listed, setting_value
from engine.fields import Either, NewName, PlayerName, Words
from engine.phrase import Phrase, joined, phrase, spelled, template
from engine.systems.phasesix.agenda import refuse_pending
from engine.systems.phasesix.entities import Library, Player, State
from engine.systems.phasesix.fields import Extension, Reputation, Role, RuleName, TraitName, Who
from engine.systems.phasesix.fold import with_character
from engine.systems.phasesix.house_rules import SETTING_BY_NAME
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.library import merged
from engine.systems.phasesix.messages import By, Command, Event, OwnEvent, Silent, Told
from engine.systems.phasesix.naming import everyone, party, plain
from engine.systems.phasesix.taps import SESSION, some
from engine.systems.phasesix.words import EPOCHS, worded
from engine.types import ENGINE_ONLY

EXTENSIONS = ("magic", "horror")
MOST_PLAYERS = 12


def _era(epoch: str, extensions: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Era and optional rules as the rules name them."""
    known = next((one for one in EPOCHS if plain(epoch) and plain(epoch) in plain(one)), None)
    if epoch and known is None:
        raise Refused("BAD_VALUE", phrase("Eras are: {epochs}.", epochs=joined(EPOCHS, "; ")))
    chosen = tuple(dict.fromkeys(plain(one) for one in extensions))
    if set(chosen) - set(EXTENSIONS):
        raise Refused("BAD_VALUE", phrase("The optional rules are magic and horror."))
    return str(known or ""), chosen


class TableCreated(Event):
    """A table opens."""

    weight: ClassVar[int] = 0
    told: ClassVar[str] = template("The table {name} is ready")
    name: str
    epoch: str
    extensions: tuple[str, ...]

    def apply(self, state: State) -> Changes:
        return {"name": self.name, "epoch": self.epoch, "extensions": self.extensions}


class CreateTable(Command):
    """Open a table with an era ("" = any) and the optional rules in use ("magic", "horror")."""

    by: ClassVar[By] = By.ANY
    name: NewName = "Phase Six"
    epoch: Words = ""
    extensions: tuple[Extension, ...] = ()

    def decide(self, ledger: Ledger, who: None) -> None:
        if ledger.state.name is not None:
            raise Refused("BAD_VALUE", phrase("The table {name} already exists.", name=ledger.state.name))
        era = _era(self.epoch, self.extensions)
        if not self.name.strip():
            raise Refused("BAD_VALUE", phrase("A table has a name."))
        ledger.record(TableCreated(self.name.strip(), *era))


class PlayerSeated(Event):
    """Somebody takes a seat."""

    weight: ClassVar[int] = 0
    player: str
    gm: bool

    def apply(self, state: State) -> Changes:
        return {"players": (*state.players, Player(self.player, self.gm))}

    def sentence(self) -> Phrase:
        if self.gm:
            return phrase("{player} leads the story", player=self.player)
        return phrase("{player} joins the table", player=self.player)


class AddPlayer(Command):
    """Seat somebody; `role` is "player" or "gm"."""

    by: ClassVar[By] = By.ANY
    talk: ClassVar[Talk] = Talk(confirm="Does {name} join?")
    name: NewName
    role: Role = "player"

    def decide(self, ledger: Ledger, who: None) -> None:
        state, name, role = ledger.state, self.name.strip(), self.role.strip().lower()
        if not name:
            raise Refused("BAD_VALUE", phrase("Say a name, and whether they play or lead."))
        if any(player.name.casefold() == name.casefold() for player in state.players):
            raise Refused("BAD_VALUE", phrase("{name} is already at the table; choose another name.", name=name))
        if len(state.players) >= MOST_PLAYERS:
            raise Refused("BAD_VALUE", phrase("A table has at most {count} people.", count=MOST_PLAYERS))
        if role == "gm" and state.gm is not None:
            raise Refused("BAD_VALUE", phrase("{gm} leads this story.", gm=state.gm))
        ledger.record(PlayerSeated(name, role == "gm"))


class LibraryAdded(Silent):
    """Templates, gear, spells and foes are on offer."""

    seen: ClassVar[str] = ENGINE_ONLY
    library: Library

    def apply(self, state: State) -> Changes:
        library: Library = merged(state.library, self.library)
        return {"library": library}


class AddToLibrary(Command):
    """Put templates, gear, spells and foes on offer; entries of a known name replace it."""

    by: ClassVar[By] = By.ANY
    talk: ClassVar[Talk] = Talk(confirm="Add that to the library?")
    library: Library

    def decide(self, ledger: Ledger, who: None) -> None:
        ledger.record(LibraryAdded(self.library))


class HouseRuleChanged(Event):
    """One house rule has a new value."""

    rule: Spelled
    old: str | int | bool
    new: Annotated[str | int | bool, Worded(setting_value)]

    def apply(self, state: State) -> Changes:
        return {"house_rules": changed(state.house_rules, **{self.rule: self.new})}

    def sentence(self) -> Phrase:
        setting, done = SETTING_BY_NAME.get(self.rule), phrase("House rule changed.")
        return done if setting is None else joined((done, setting.told(self.new)))


class ChangeHouseRule(Command):
    """Set one house rule (rules section 7)."""

    by: ClassVar[By] = By.GM
    talk: ClassVar[Talk] = Talk(confirm="The house rule {rule}: {value}?")
    rule: RuleName
    value: Annotated[str | int | bool, Either()]

    def decide(self, ledger: Ledger, who: None) -> None:
        setting = SETTING_BY_NAME.get(self.rule.strip().lower().replace(" ", "_"))
        value = setting.parse(self.value) if setting is not None else None
        if setting is None or value is None:
            if setting is None:
                raise Refused("BAD_VALUE", phrase("There is no house rule “{rule}”.", rule=self.rule))
            raise Refused("BAD_VALUE", phrase("“{rule}” may be {values}.", rule=self.rule, values=setting.options))
        ledger.record(HouseRuleChanged(setting.name, getattr(ledger.rules, setting.name), value))


class EraChosen(Event):
    """The era and the optional rules in use."""

    weight: ClassVar[int] = 1
    epoch: str
    extensions: tuple[str, ...]

    def apply(self, state: State) -> Changes:
        return {"epoch": self.epoch, "extensions": self.extensions}

    def sentence(self) -> Phrase:
        era = worded(self.epoch) if self.epoch else phrase("any")
        if not self.extensions:
            return phrase("Era: {era}", era=era)
        return phrase("Era: {era}; with {extensions}", era=era, extensions=listed(map(spelled, self.extensions)))


class ChooseEra(Command):
    """Set the era and the optional rules in use; None leaves them."""

    by: ClassVar[By] = By.GM
    talk: ClassVar[Talk] = Talk(confirm="Play in {epoch}?")
    epoch: Words | None = None
    extensions: tuple[Extension, ...] | None = None

    def decide(self, ledger: Ledger, who: None) -> None:
        state = ledger.state
        extensions = state.extensions if self.extensions is None else self.extensions
        era = _era(state.epoch if self.epoch is None else self.epoch, extensions)
        ledger.record(EraChosen(*era))


class CommandUndone(Told):
    """A command no longer counts; recorded by the history."""

    weight: ClassVar[int] = 0
    told: ClassVar[str] = template("Undone")
    undone_command_id: str


class UndoLast(Command):
    """Take back the latest command; carried out by `engine.history`."""

    by: ClassVar[By] = By.ANY
    talk: ClassVar[Talk] = Talk(confirm="Undo that?", once=True)

    def decide(self, ledger: Ledger, who: None) -> None:
        """Carried out by the history, which alone knows what came last."""


class AskStatus(Command):
    """Ask about the state; changes nothing."""

    by: ClassVar[By] = By.ANY
    talk: ClassVar[Talk] = Talk(by_anybody=True)
    topic: Words = ""
    player: PlayerName | None = None
    skill: TraitName | None = None
    about: Words | None = None

    def decide(self, ledger: Ledger, who: None) -> None:
        """Answered by `answers.answer`; changes nothing."""


GUIDELINE = range(5, 11)
"""Reputation of one adventure (P6-97)."""


class SessionStarted(Event):
    """A game session begins."""

    told: ClassVar[str] = template("Session {session_no} begins")
    session_no: InWords

    def apply(self, state: State) -> Changes:
        return {"session_active": True, "session_no": self.session_no}


class StartSession(Command):
    """Begin a game session."""

    by: ClassVar[By] = By.GM
    talk: ClassVar[Talk] = Talk(confirm="Begin the session?", main=True)
    means: ClassVar[Meaning] = "begins_session"
    taps: ClassVar[tuple[Move, ...]] = (Move("start_session", phrase("Start the session"), SESSION),)

    def decide(self, ledger: Ledger, who: None) -> None:
        if ledger.state.session_active:
            raise Refused("SESSION_STATE", phrase("The session is running."))
        ledger.record(SessionStarted(ledger.state.session_no + 1))


class SessionEnded(Event):
    """The game session is over."""

    ends: ClassVar[Ending] = "session"
    told: ClassVar[str] = template("Session {session_no} is over")
    session_no: InWords

    def apply(self, state: State) -> Changes:
        return {"session_active": False, "lying": None}


class EndSession(Command):
    """End the game session."""

    by: ClassVar[By] = By.GM
    talk: ClassVar[Talk] = Talk(confirm="End the session?", main=True, once=True)
    means: ClassVar[Meaning] = "ends_session"
    taps: ClassVar[tuple[Move, ...]] = (Move("end_session", phrase("End the session"), SESSION),)

    def decide(self, ledger: Ledger, who: None) -> None:
        if not ledger.state.session_active:
            raise Refused("SESSION_STATE", phrase("No session is running."))
        refuse_pending(ledger.state)
        if ledger.state.combat is not None:
            raise Refused("IN_COMBAT", phrase("End the fight first."))
        ledger.record(SessionEnded(ledger.state.session_no))


class ReputationGained(OwnEvent):
    """Reputation is handed out (P6-97); `warning` when outside the guideline."""

    told: ClassVar[str] = template("{character} gains {amount} reputation")
    taken_back: ClassVar[str] = template("the reputation of {character}")
    amount: InWords
    collected: int
    warning: str = ""

    def apply(self, state: State) -> Changes:
        return with_character(state, self.character, rep_collected=self.collected)


class AwardReputation(Command):
    """Hand out reputation (P6-97); `chars` empty = every living player character."""

    by: ClassVar[By] = By.GM
    also_read: ClassVar[Mapping[str, str]] = {"n": "amount"}
    talk: ClassVar[Talk] = Talk(confirm="Give[ {chars}] {amount} reputation?")
    amount: Reputation
    chars: tuple[Who, ...] = ()
    scope: Words = "adventure"

    def decide(self, ledger: Ledger, who: None) -> None:
        chars = everyone(ledger.state, self.chars)
        odd = self.scope == "adventure" and self.amount not in GUIDELINE
        warning = "five to ten are usual for an adventure" if odd else ""
        for one in chars:
            collected = one.rep_collected + self.amount
            ledger.record(ReputationGained(one.name, self.amount, collected, warning))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        amount = Field("amount", phrase("Points"), "number", least=1)
        yield Move(cls.kind, phrase("Hand out reputation"), SESSION, fields=(amount, some("chars", party(state))))
