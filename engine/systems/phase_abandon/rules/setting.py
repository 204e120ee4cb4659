"""Making the world (rules 3.2)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed, replaced
from engine.common.words import Worded
from engine.fields import NeededWords
from engine.phrase import phrase, template
from engine.systems.phase_abandon.derived import SETTING_CHIPS
from engine.systems.phase_abandon.entities import DetailEntry, SettingDetail, State
from engine.systems.phase_abandon.fields import Detail, DetailChips
from engine.systems.phase_abandon.fold import first, known_player, with_player
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import Command, Event, PlayerCommand
from engine.systems.phase_abandon.naming import find, matching
from engine.systems.phase_abandon.vocabulary import Phase
from engine.systems.phase_abandon.words import counted

SETTING = phrase("Setting")
_DETAIL = phrase("setting detail"), phrase("setting details")


class GenreSet(Event):
    """The accepted genre."""

    told: ClassVar[str] = template("The genre is {text}.")
    weight: ClassVar[int] = 2
    text: str

    def apply(self, state: State) -> Changes:
        if state.phase is Phase.SETTING:
            return {"genre": self.text}
        players = tuple(changed(player, setting_chips=SETTING_CHIPS) for player in state.players)
        return {"genre": self.text, "phase": Phase.SETTING, "players": players}


class SettingFinished(Event):
    """Setting creation is over."""

    told: ClassVar[str] = template("The setting is done.")
    weight: ClassVar[int] = 2

    def apply(self, state: State) -> Changes:
        carry = state.house_rules.setting_chips_carry and state.phase is Phase.SETTING
        players = tuple(
            changed(player, setting_chips=0, carried_chips=player.setting_chips if carry else None)
            for player in state.players
        )
        return {"phase": Phase.CHARACTERS, "players": players}


class SettingDetailAdded(Event):
    """A new detail of the world; `detail` is its text."""

    weight: ClassVar[int] = 2
    told: ClassVar[str] = template("{player} adds for {chips}: {detail}.")
    detail: str
    player: str
    chips: Annotated[int, Worded(lambda chips: counted(chips, "chip", "chips"))]
    lock: int

    def apply(self, state: State) -> Changes:
        entry = DetailEntry(self.player, self.detail, self.chips)
        detail = SettingDetail(self.detail, self.player, self.lock, (entry,))
        left = known_player(state, self.player).setting_chips - self.chips
        changes = with_player(state, self.player, setting_chips=left)
        return {**changes, "setting_details": (*state.setting_details, detail)}


class SettingDetailModified(Event):
    """A detail now reads `text`."""

    told: ClassVar[str] = template("{player} changes {detail} to: {text}.")
    weight: ClassVar[int] = 2
    detail: str
    player: str
    text: str
    chips: int
    lock: int

    def apply(self, state: State) -> Changes:
        detail = first(state.setting_details, lambda detail: detail.text == self.detail, "setting detail")
        history = (*detail.history, DetailEntry(self.player, self.text, self.chips))
        new = changed(detail, text=self.text, lock=self.lock, history=history)
        left = known_player(state, self.player).setting_chips - self.chips
        changes = with_player(state, self.player, setting_chips=left)
        return {**changes, "setting_details": replaced(state.setting_details, detail, new)}


class SetGenre(Command):
    """Record the genre everybody accepts (PA-12)."""

    taps: ClassVar[tuple[Move, ...]] = (
        Move("set_genre", phrase("Agree on a genre"), SETTING, (), (Field("text", phrase("Genre")),)),
    )
    phases: ClassVar[str] = "LS"
    talk: ClassVar[Talk] = Talk(confirm="The genre: {text}?")
    text: NeededWords

    def decide(self, ledger: Ledger, who: str) -> None:
        """Record the genre, which opens setting creation (PA-11, PA-12)."""
        if len(ledger.state.players) < 2:
            raise Refused("E_LIMIT", phrase("Two players have to sit at the table first."))
        ledger.record(GenreSet(self.text.strip()))


class AddSettingDetail(PlayerCommand):
    """Buy a detail of the world (PA-13)."""

    phases: ClassVar[str] = "LS"
    talk: ClassVar[Talk] = Talk(confirm="Add to the setting[ for {chips:chip|chips}]: {text}?")
    text: NeededWords
    chips: DetailChips

    def decide(self, ledger: Ledger, who: str) -> None:
        state = ledger.state
        if state.genre is None:
            raise Refused("E_INCOMPLETE", phrase("Agree on a genre first."))
        _refuse_spent(ledger, self.chips, who)
        text = self.text.strip()
        if any(detail.text.casefold() == text.casefold() for detail in state.setting_details):
            raise Refused("E_DUPLICATE", phrase("That detail is already in the setting; change it instead."))
        ledger.record(SettingDetailAdded(text, who, self.chips, self.chips))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        seated = state.player(who)
        if seated is not None and is_made(state, who):
            chips = Field("chips", phrase("Chips"), "number", (), 1, seated.setting_chips)
            yield Move(cls.kind, phrase("Add to the setting"), SETTING, (), (Field("text", phrase("Detail")), chips))


def _refuse_spent(ledger: Ledger, chips: int, who: str) -> None:
    left = ledger.player(who).setting_chips
    if chips <= left:
        return
    told = phrase("{player} has {chips} left.", player=who, chips=counted(left, "setting chip", "setting chips"))
    raise Refused("E_BUDGET", told)


class ModifySettingDetail(PlayerCommand):
    """Change a detail by matching or beating its lock (PA-14)."""

    phases: ClassVar[str] = "S"
    talk: ClassVar[Talk] = Talk(confirm="Change the setting[ for {chips:chip|chips}]: {text}?")
    detail: Detail
    text: NeededWords
    chips: DetailChips

    def decide(self, ledger: Ledger, who: str) -> None:
        details = ledger.state.setting_details
        name_of = _text if matching(details, _text, self.detail) else _whole_history
        detail = find(details, name_of, self.detail, _DETAIL)
        _refuse_spent(ledger, self.chips, who)
        if self.chips < detail.lock:
            raise Refused("E_LOCK", phrase("Changing that takes {chips}.", chips=counted(detail.lock, "chip", "chips")))
        lock = self.chips + (detail.lock if ledger.rules.modify_lock == "sum" else 0)
        ledger.record(SettingDetailModified(detail.text, who, self.text.strip(), self.chips, lock))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        seated = state.player(who)
        if seated is None or not is_made(state, who):
            return
        most = seated.setting_chips
        for detail in state.setting_details:
            if detail.lock <= most:
                chips = Field("chips", phrase("Chips"), "number", (), detail.lock, most)
                label = phrase("Change “{detail}”", detail=detail.text)
                fields = (Field("text", phrase("New text")), chips)
                yield Move(cls.kind, label, SETTING, (("detail", detail.text),), fields)


def _text(detail: SettingDetail) -> str:
    return detail.text


def _whole_history(detail: SettingDetail) -> str:
    return " ".join(entry.text for entry in detail.history)


class FinishSetting(Command):
    """End setting creation and go on to characters (PA-16)."""

    taps: ClassVar[tuple[Move, ...]] = (Move("finish_setting", phrase("Finish the setting"), SETTING),)
    phases: ClassVar[str] = "LS"
    talk: ClassVar[Talk] = Talk(confirm="Is the setting finished?")

    def decide(self, ledger: Ledger, who: str) -> None:
        ledger.record(SettingFinished())


def is_made(state: State, who: str) -> bool:
    """True while this player may add to the setting."""
    return state.player(who) is not None and state.phase in {Phase.LOBBY, Phase.SETTING}
