"""The table: people, house rules, corrections, sessions."""

from typing import Annotated, ClassVar

from engine.common.house_rules import Setting
from engine.common.messages import Ending, Meaning, Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import InWords, Spelled
from engine.fields import Either, NeededWords, NewName, PlayerName, SkillName, Words
from engine.phrase import Phrase, capital, joined, phrase, spelled, template
from engine.systems.kleptonomicon.entities import Character
from engine.systems.kleptonomicon.fields import PATHS, AnyNumber, Correctable, RuleName
from engine.systems.kleptonomicon.house_rules import SETTING_BY_NAME
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.messages import By, CharacterEvent, Command, Event, GmCommand, OfCharacter
from engine.systems.kleptonomicon.naming import plain
from engine.systems.kleptonomicon.reading import MOST
from engine.systems.kleptonomicon.rules.sheets import name_taken
from engine.systems.kleptonomicon.state import Player, State, known_character, with_character
from engine.systems.kleptonomicon.vocabulary import EVERYONE_WORDS

MOST_PLAYERS = 12


class TableCreated(Event):
    """A table was opened."""

    told: ClassVar[str] = template("{name} is ready.")
    weight: ClassVar[int] = 1
    name: str

    def apply(self, state: State) -> Changes:
        return {"name": self.name}


class PlayerAdded(Event):
    """Somebody sat down."""

    weight: ClassVar[int] = 1
    name: str
    gm: bool

    def apply(self, state: State) -> Changes:
        return {"players": (*state.players, Player(self.name, self.gm))}

    def sentence(self) -> Phrase:
        if self.gm:
            return phrase("{player} is the game master.", player=self.name)
        return phrase("{player} joins the table.", player=self.name)


class HouseRuleChanged(Event):
    """A house rule has this value from now on."""

    told: ClassVar[str] = template("House rule {rule} is now {value}.")
    taken_back: ClassVar[str] = template("the house rule {rule}")
    weight: ClassVar[int] = 2
    rule: str
    value: str | int | bool

    def apply(self, state: State) -> Changes:
        return {"house_rules": changed(state.house_rules, **{self.rule: self.value})}


class StateCorrected(CharacterEvent):
    """The table agreed on a number; of an NPC `only` the GM may see it."""

    taken_back: ClassVar[str] = template("the correction")
    weight: ClassVar[int] = 2
    told: ClassVar[str] = template("Corrected: {character}, {path} {new}, not {old}.")
    path: Spelled
    old: InWords
    new: InWords
    reason: str
    only: str | None = None

    @property
    def visibility(self) -> str:
        """Only the GM may see the numbers of NPCs."""
        return self.only or self.seen

    def apply(self, state: State) -> Changes:
        if self.path == "level":
            sheet = known_character(state, self.character).sheet
            return with_character(state, self.character, sheet=changed(sheet, level=self.new))
        return with_character(state, self.character, **{self.path: self.new})

    def sentence(self) -> Phrase:
        if self.only is None:
            return super().sentence()
        return phrase("Corrected: {character}, {path}.", character=self.character, path=spelled(self.path))


class SessionStarted(Event):
    """An evening began; `number` counts within the Episode, 0 without one."""

    told: ClassVar[str] = template("The session begins.")
    weight: ClassVar[int] = 2
    number: int

    def apply(self, state: State) -> Changes:
        episode = state.episode
        return {
            "session_open": True,
            "episode": episode if episode is None else changed(episode, sessions=max(1, self.number)),
        }


class SessionEnded(Event):
    """An evening ended."""

    ends: ClassVar[Ending] = "session"
    told: ClassVar[str] = template("The session ends.")
    weight: ClassVar[int] = 2

    def apply(self, state: State) -> Changes:
        return {"session_open": False, "lying": None}


class CommandUndone(Event):
    """A command was taken back."""

    told: ClassVar[str] = template("The last step was undone.")
    undone_command_id: str


class CreateTable(Command):
    """Open a table."""

    by: ClassVar[By] = By.ANYBODY
    name: NewName = "The Kleptonomicon"

    def decide(self, ledger: Ledger, who: None) -> None:
        if ledger.state.name is not None:
            raise Refused("DUPLICATE_NAME", phrase("The table already exists."))
        ledger.record(TableCreated(self.name.strip()))


class AddPlayer(Command):
    """Seat a player; at most one is the GM."""

    by: ClassVar[By] = By.ANYBODY
    talk: ClassVar[Talk] = Talk(confirm="Does {name} join?")
    name: NewName
    gm: bool = False

    def decide(self, ledger: Ledger, who: None) -> None:
        name = self.name.strip()
        players = ledger.state.players
        if any(plain(player.name) == plain(name) for player in players) or plain(name) in EVERYONE_WORDS:
            raise name_taken(name)
        if self.gm and ledger.state.gm is not None:
            raise Refused("DUPLICATE_NAME", phrase("{gm} is the game master.", gm=ledger.state.gm))
        if len(players) >= MOST_PLAYERS:
            raise Refused("BAD_VALUE", phrase("A table has at most {count} people.", count=MOST_PLAYERS))
        ledger.record(PlayerAdded(name, self.gm))


class ChangeHouseRule(Command):
    """Set one house rule."""

    by: ClassVar[By] = By.ANYBODY
    talk: ClassVar[Talk] = Talk(confirm="The house rule {rule}: {value}?")
    rule: RuleName
    value: Annotated[str | int | bool, Either()]

    def decide(self, ledger: Ledger, who: None) -> None:
        setting = SETTING_BY_NAME.get(self.rule.strip().lower().replace(" ", "_"))
        if setting is None:
            raise Refused("UNKNOWN_SETTING", phrase("There is no house rule “{rule}”.", rule=self.rule))
        value = setting.parse(self.value)
        if value is None:
            raise Refused("BAD_VALUE", phrase("{rule} may be {values}.", rule=setting.name, values=_allowed(setting)))
        ledger.record(HouseRuleChanged(setting.name, value))


def _allowed(setting: Setting) -> Phrase:
    if setting.values:
        return joined((str(each).lower() for each in setting.values), ", ")
    if setting.low is None:
        return phrase("a list with commas, or none")
    return phrase("{low} to {high}", low=setting.low, high=setting.high)


class CorrectState(OfCharacter):
    """Set a number the table agrees on.

    Attributes:
        path: One of `decide_table.PATHS` ("beats", "xp", "health").
    """

    means: ClassVar[Meaning] = "corrects"
    talk: ClassVar[Talk] = Talk(confirm="Set[ {character}:] {path} to {value}?")
    path: Correctable
    value: AnyNumber
    reason: NeededWords

    def decide(self, ledger: Ledger, who: Character) -> None:
        path = self.path.strip().lower().replace(" ", "_")
        if path not in PATHS:
            raise Refused("BAD_VALUE", phrase("What can be corrected is {numbers}.", numbers=joined(PATHS, ", ")))
        most = getattr(who.sheet, f"{path}_max", MOST)
        least = 1 if path == "level" else 0
        only = ledger.state.gm if who.is_npc else None
        if not least <= self.value <= most:
            raise Refused("BAD_VALUE", self._out_of_range(spelled(path), least, most, only is not None))
        old = who.sheet.level if path == "level" else getattr(who, path)
        ledger.record(StateCorrected(who.name, path, old, self.value, self.reason.strip(), only))

    def _out_of_range(self, path: Phrase, least: int, most: int, hidden: bool) -> Phrase:
        if hidden:
            return phrase("{number} cannot be {value}.", number=capital(path), value=self.value)
        return phrase("{number} may be {least} to {most}.", number=capital(path), least=least, most=most)


class StartSession(GmCommand):
    """An evening begins (KL-10)."""

    talk: ClassVar[Talk] = Talk(confirm="Begin the session?", main=True)
    means: ClassVar[Meaning] = "begins_session"

    def decide(self, ledger: Ledger, who: None) -> None:
        if ledger.state.session_open:
            raise Refused("SESSION_STATE", phrase("The session is already running."))
        episode = ledger.state.episode
        ledger.record(SessionStarted(episode.sessions + 1 if episode is not None else 0))


class EndSession(GmCommand):
    """An evening ends (KL-10)."""

    talk: ClassVar[Talk] = Talk(confirm="End the session?", main=True, once=True)
    means: ClassVar[Meaning] = "ends_session"

    def decide(self, ledger: Ledger, who: None) -> None:
        if not ledger.state.session_open:
            raise Refused("SESSION_STATE", phrase("No session is running."))
        ledger.record(SessionEnded())


class UndoLast(Command):
    """Take back the latest command; carried out by `engine.history`."""

    by: ClassVar[By] = By.ANYBODY
    talk: ClassVar[Talk] = Talk(confirm="Undo that?", once=True)


class AskStatus(Command):
    """Ask about the state; answered by `Ruleset.answer`, changes and logs nothing."""

    by: ClassVar[By] = By.ANYBODY
    talk: ClassVar[Talk] = Talk(by_anybody=True)
    topic: Words
    player: PlayerName = ""
    skill: SkillName | None = None
    about: Words | None = None
