"""The table, its players and its house rules (rules 3.1)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import Spelled, Worded, setting_value
from engine.fields import Either, NewName, PlayerName, SkillName, Words
from engine.phrase import Phrase, joined, phrase, template
from engine.systems.phase_abandon.choices import TABLE
from engine.systems.phase_abandon.derived import SETTING_CHIPS, highest
from engine.systems.phase_abandon.entities import Player, State
from engine.systems.phase_abandon.fields import Preset, RuleName
from engine.systems.phase_abandon.fold import phase_after_characters, with_player
from engine.systems.phase_abandon.guards import refuse_unless_idle
from engine.systems.phase_abandon.house_rules import PRESETS, SETTING_BY_NAME, SETTINGS, preset_named, preset_rules
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import Command, Event, PlayerCommand
from engine.systems.phase_abandon.rules.harm import close_scene_effects
from engine.systems.phase_abandon.rules.narration import pass_narration
from engine.systems.phase_abandon.rules.rolls import drop_split
from engine.systems.phase_abandon.rules.scenes import begin_scene
from engine.systems.phase_abandon.rules.sessions import ChipsDealt, ask_luck
from engine.systems.phase_abandon.vocabulary import NarrationKind, Phase, SceneStatus
from engine.types import Spoken

MOST_PLAYERS = 8


class TableCreated(Event):
    """A table opens with a preset of house rules."""

    told: ClassVar[str] = template("The table {name} is ready.")
    name: str
    preset: str

    def apply(self, state: State) -> Changes:
        return {"name": self.name, "house_rules": preset_rules(self.preset), "phase": Phase.LOBBY}


class PlayerSeated(Event):
    """A player takes a seat."""

    told: ClassVar[str] = template("{player} joins the table.")
    said: ClassVar[str] = template("{player} joins the table.")
    weight: ClassVar[int] = 1
    player: str
    seat: int

    def apply(self, state: State) -> Changes:
        chips = SETTING_CHIPS if state.phase is Phase.SETTING else 0
        return {"players": (*state.players, Player(self.player, self.seat, setting_chips=chips))}


class PresenceChanged(Event):
    """A player leaves or comes back."""

    player: str
    present: bool

    @property
    def presence(self) -> tuple[str, bool]:
        return self.player, self.present

    def apply(self, state: State) -> Changes:
        changes = with_player(state, self.player, present=self.present)
        after = changed(state, **changes)
        return {**changes, "phase": phase_after_characters(after)}

    def sentence(self) -> Phrase:
        if self.present:
            return phrase("{player} is back.", player=self.player)
        return phrase("{player} is away.", player=self.player)

    def aloud(self) -> Spoken:
        back = phrase("{player} is back.", player=self.player)
        return Spoken(back if self.present else phrase("{player} leaves the table.", player=self.player), 2)

    def undone(self) -> Phrase:
        return (
            phrase("{player} coming back", player=self.player)
            if self.present
            else phrase("{player} leaving", player=self.player)
        )


class HouseRuleChanged(Event):
    """One house rule has a new value."""

    weight: ClassVar[int] = 2
    taken_back: ClassVar[str] = template("the house rule {rule}")
    rule: Spelled
    old: str | int | bool
    new: Annotated[str | int | bool, Worded(setting_value)]

    def apply(self, state: State) -> Changes:
        return {"house_rules": changed(state.house_rules, **{self.rule: self.new})}

    def sentence(self) -> Phrase:
        setting, done = SETTING_BY_NAME.get(self.rule), phrase("House rule changed.")
        return done if setting is None else joined((done, setting.told(self.new)))


class CommandUndone(Event):
    """A command and what followed from it no longer count."""

    told: ClassVar[str] = template("The last command was undone.")
    undone_command_id: str

    def apply(self, state: State) -> Changes:
        return {}


class CreateTable(Command):
    """Open a table with a preset of house rules."""

    absent_may: ClassVar[bool] = True
    name: NewName = "Phase Abandon"
    preset: Preset = "worked_examples"

    def decide(self, ledger: Ledger, who: str) -> None:
        if ledger.state.name is not None:
            raise Refused("E_ALREADY", phrase("The table {table} already exists.", table=ledger.state.name))
        ledger.record(TableCreated(self.name.strip(), _preset(self.preset)))


def _preset(said: str) -> str:
    preset = preset_named(said)
    if preset is None:
        known = joined(PRESETS, ", ")
        raise Refused(
            "E_RULE", phrase("There is no preset “{preset}”; available: {presets}.", preset=said, presets=known)
        )
    return preset


class AddPlayer(Command):
    """Seat a player (PA-1, PA-10)."""

    phases: ClassVar[str] = "LSCOP"
    absent_may: ClassVar[bool] = True
    talk: ClassVar[Talk] = Talk(confirm="Does {name} join?")
    name: NewName

    def decide(self, ledger: Ledger, who: str) -> None:
        """Seat a player; a latecomer to a running game session is dealt chips (PA-10, R-89)."""
        state, name = ledger.state, self.name.strip()
        if any(player.name.casefold() == name.casefold() for player in state.players):
            raise Refused("E_DUPLICATE", phrase("{player} is already at the table; choose another name.", player=name))
        if len(state.players) >= MOST_PLAYERS:
            raise Refused("E_LIMIT", phrase("A table has at most eight players."))
        ledger.record(PlayerSeated(name, len(state.players)))
        if state.session_running:
            ledger.record(ChipsDealt(name, ledger.rules.latecomer_chips))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        if state.phase in {Phase.LOBBY, Phase.SETTING, Phase.CHARACTERS}:
            yield Move(cls.kind, phrase("Add a player"), TABLE, (), (Field("name", phrase("Name")),))


class SetPresence(PlayerCommand):
    """A player leaves or comes back (PA-10, N-29)."""

    phases: ClassVar[str] = ""
    absent_may: ClassVar[bool] = True
    talk: ClassVar[Talk] = Talk(confirm="Is {player} {present:back|leaving}?", of_others=True)
    present: bool = True

    def decide(self, ledger: Ledger, who: str) -> None:
        state = ledger.state
        refuse_unless_idle(state)
        if ledger.player(who).present == self.present:
            here, away = (
                phrase("{player} is already here.", player=who),
                phrase("{player} is already away.", player=who),
            )
            raise Refused("E_ALREADY", here if self.present else away)
        if not self.present and state.session_running and len(state.present) <= 2:
            raise Refused("E_LIMIT", phrase("At least two players have to stay."))
        ledger.record(PresenceChanged(who, self.present))
        if self.present:
            _welcome_back(ledger, who)
        elif state.phase is Phase.PLAY:
            _leave(ledger, who)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        seated = state.player(who)
        if seated is not None and not seated.present:
            yield Move(cls.kind, phrase("Come back"), TABLE, (("present", True),))
        else:
            yield Move(cls.kind, phrase("Leave the table"), TABLE, (("present", False),))


def _welcome_back(ledger: Ledger, who: str) -> None:
    state, player = ledger.state, ledger.player(who)
    if not state.session_running:
        return
    first_time = player.dealt_in == 0
    if first_time or (ledger.rules.chips_reset_each_session and player.dealt_in != state.session_no):
        ledger.record(ChipsDealt(who, ledger.rules.latecomer_chips))
    ask_luck(ledger, who)


def _leave(ledger: Ledger, who: str) -> None:
    if ledger.state.split_roll is not None and ledger.state.split_roll.roller == who:
        drop_split(ledger, who)
    if ledger.holder != who:
        return
    richest, seats = highest(ledger.state), len(ledger.state.players)
    seat = ledger.player(who).seat
    heir = min(richest, key=lambda player: (player.seat - seat) % seats).name
    scene = ledger.state.scene
    if scene is not None and scene.status is not SceneStatus.OPEN:
        close_scene_effects(ledger)
        begin_scene(ledger, heir)
        pass_narration(ledger, heir, NarrationKind.SCENE, "N-29")
    else:
        pass_narration(ledger, heir, NarrationKind.FREE, "N-29")


class ChangeHouseRule(Command):
    """Set one house rule, or all of a preset with `rule = "preset"` (PA-3)."""

    talk: ClassVar[Talk] = Talk(confirm="The house rule {rule}: {value}?")

    rule: RuleName
    value: Annotated[str | int | bool, Either()]

    def decide(self, ledger: Ledger, who: str) -> None:
        name = self.rule.strip().lower().replace(" ", "_")
        if name == "preset":
            _change_preset(ledger, str(self.value))
            return
        setting = SETTING_BY_NAME.get(name)
        if setting is None:
            raise Refused("E_RULE", phrase("There is no house rule “{rule}”.", rule=self.rule))
        value = setting.parse(self.value)
        if value is None:
            span = phrase("{low} to {high}", low=setting.low, high=setting.high)
            options = joined(map(str, setting.values), ", ") or span
            raise Refused("E_RULE", phrase("{rule} may be: {options}.", rule=name, options=options))
        refuse_unless_idle(ledger.state)
        ledger.record(HouseRuleChanged(name, getattr(ledger.rules, name), value))


def _change_preset(ledger: Ledger, said: str) -> None:
    wanted = preset_rules(_preset(said))
    refuse_unless_idle(ledger.state)
    for setting in SETTINGS:
        old, new = getattr(ledger.rules, setting.name), getattr(wanted, setting.name)
        if old != new:
            ledger.record(HouseRuleChanged(setting.name, old, new))


class AskStatus(Command):
    """Ask about the state; answered by `Ruleset.answer`, changes and logs nothing."""

    absent_may: ClassVar[bool] = True
    talk: ClassVar[Talk] = Talk(by_anybody=True)
    topic: Words
    player: PlayerName = ""
    skill: SkillName | None = None
    about: Words | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        """Reads only; `Ruleset.answer` speaks."""


class UndoLast(Command):
    """Take back the latest command; carried out by `engine.history` (PA-116)."""

    absent_may: ClassVar[bool] = True
    talk: ClassVar[Talk] = Talk(confirm="Undo that?", once=True)

    def decide(self, ledger: Ledger, who: str) -> None:
        raise Refused("E_ALREADY", phrase("There is nothing to undo."))
