"""Scenes, and who is in them (rules 3.3)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Ending, Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import InWords, Worded
from engine.fields import PlayerName, Words
from engine.phrase import phrase, template
from engine.systems.choice_pta.choices import SCENE, people
from engine.systems.choice_pta.entities import Scene, Seat
from engine.systems.choice_pta.fields import SeatName
from engine.systems.choice_pta.guards import refuse_in_conflict
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.messages import Command, Event
from engine.systems.choice_pta.naming import EVERYONE, find_seat
from engine.systems.choice_pta.rules.hands import MulliganExpired
from engine.systems.choice_pta.rules.presence import PresenceChanged
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import Mulligan
from engine.systems.choice_pta.words import detail

_COMING_AND_GOING = (
    (True, phrase("Enter the scene"), phrase("Bring somebody into the scene")),
    (False, phrase("Leave the scene"), phrase("Remove somebody from the scene")),
)


class SceneStarted(Event):
    """A scene is open; everybody may award again (PTA-19)."""

    taken_back: ClassVar[str] = template("the new scene")
    opens_scene: ClassVar[bool] = True
    told: ClassVar[str] = template("Scene {scene_no}, {whose_owner}{description}")
    said: ClassVar[str] = template("Scene {scene_no}, {whose_owner}.")
    weight: ClassVar[int] = 1
    scene_no: InWords
    owner: str
    present: tuple[str, ...]
    description: Annotated[str, Worded(detail)] = ""

    def apply(self, state: State) -> Changes:
        return {
            "scene": Scene(self.scene_no, self.owner, self.present, self.description),
            "scene_count": self.scene_no,
            "seats": tuple(changed(seat, award_used=False) for seat in state.seats),
        }


class StartScene(Command):
    """Open a scene (PTA-19).

    Attributes:
        owner: Whose scene it is; the speaker's when empty.
        present: Players or protagonists who are in it, the owner among them; "everyone" means all.
        description: Where it plays.
    """

    talk: ClassVar[Talk] = Talk(confirm="A new scene: {description}?")
    acts: ClassVar[str | None] = "owner"
    for_others: ClassVar[bool] = True
    owner: SeatName = ""
    present: tuple[SeatName, ...] = ()
    description: Words = ""

    def __post_init__(self) -> None:
        everyone = any(name.strip().casefold() in EVERYONE for name in self.present)
        if self.owner and self.present and self.owner not in self.present and not everyone:
            object.__setattr__(self, "present", (self.owner, *self.present))

    def decide(self, ledger: Ledger, who: str) -> None:
        if ledger.state.scene is not None:
            raise Refused("SCENE_OPEN", phrase("A scene is running; end it first."))
        present = _present(ledger, (who, *self.present) if self.present else ())
        ledger.record(SceneStarted(ledger.state.scene_count + 1, who, present, self.description.strip()))
        if ledger.rules.mulligan_window == "first_scene":
            late = tuple(seat.name for seat in ledger.state.seats if seat.mulligan is Mulligan.AVAILABLE)
            if late:
                ledger.record(MulliganExpired(late))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        if state.sitting_no:
            present = Field("present", phrase("Who is in it"), "choices", people(state.players))
            where = Field("description", phrase("Where it plays"), optional=True)
            if find_seat(state, who).is_gm:
                owner = Field("owner", phrase("Whose scene it is"), "choice", people(state.players), optional=True)
                yield Move(cls.kind, phrase("Start a scene"), SCENE, (), (owner, present, where))
            else:
                yield Move(cls.kind, phrase("Start your scene"), SCENE, (("owner", who),), (present, where))


def _present(ledger: Ledger, said: tuple[str, ...]) -> tuple[str, ...]:
    """Players whose protagonists are in the scene; the GM needs no mention."""
    if any(name.strip().casefold() in EVERYONE for name in said):
        return tuple(seat.name for seat in ledger.state.players)
    names: list[str] = []
    for each in said:
        seat = find_seat(ledger.state, each)
        if not seat.is_gm and seat.name not in names:
            names.append(seat.name)
    return tuple(names)


class SceneEnded(Event):
    """The scene is over; the pool stays."""

    taken_back: ClassVar[str] = template("the end of the scene")
    ends: ClassVar[Ending] = "scene"
    told: ClassVar[str] = template("Scene {scene_no} ended")
    said: ClassVar[str] = template("The scene is over.")
    weight: ClassVar[int] = 1
    scene_no: InWords
    pool: int

    def apply(self, state: State) -> Changes:
        return {"scene": None, "offers": tuple(offer for offer in state.offers if offer.reserves)}


class EndScene(Command):
    """Close the scene."""

    talk: ClassVar[Talk] = Talk(confirm="End the scene?")
    scene: ClassVar[bool] = True
    taps: ClassVar[tuple[Move, ...]] = (Move("end_scene", phrase("End the scene"), SCENE),)

    def decide(self, ledger: Ledger, who: str) -> None:
        """Close the scene; the pool stays as it is (PTA-19)."""
        scene = ledger.state.scene
        refuse_in_conflict(ledger)
        if scene is not None:
            ledger.record(SceneEnded(scene.scene_no, ledger.state.pool))


class SetPresence(Command):
    """A protagonist enters or leaves the scene (PTA-20); `player` may be "everyone"."""

    talk: ClassVar[Talk] = Talk(confirm="Is {player} {here:in|out of} the scene?", of_others=True)
    scene: ClassVar[bool] = True
    player: PlayerName = ""
    here: bool = True

    def decide(self, ledger: Ledger, who: str) -> None:
        """A protagonist comes or goes; participants stay (PTA-20, PTA-22, R-51)."""
        moving = _moving(ledger, self.player or who, self.here)
        for seat in moving:
            _refuse_presence(ledger, seat, self.here)
        for seat in moving:
            ledger.record(PresenceChanged(seat.name, self.here))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        others = people(tuple(one for one in state.players if one.name != who))
        asked = Field("player", phrase("Who"), "choice", others)
        for here, own, other in _COMING_AND_GOING if state.scene is not None else ():
            yield Move(cls.kind, own, SCENE, (("player", who), ("here", here)))
            yield Move(cls.kind, other, SCENE, (("here", here),), (asked,))


def _moving(ledger: Ledger, said: str, here: bool) -> list[Seat]:
    """The person named; of everybody, those for whom it makes a difference."""
    if said.strip().casefold() not in EVERYONE:
        return [find_seat(ledger.state, said)]
    present = ledger.state.scene.present if ledger.state.scene is not None else ()
    moving = [seat for seat in ledger.state.players if (seat.name in present) != here]
    if not moving:
        raise Refused("ALREADY_PRESENT" if here else "NOT_PRESENT", phrase("That is already so."))
    return moving


def _refuse_presence(ledger: Ledger, seat: Seat, here: bool) -> None:
    present = ledger.state.scene is not None and seat.name in ledger.state.scene.present
    if here and (present or seat.is_gm):
        raise Refused("ALREADY_PRESENT", phrase("{player} is already in the scene.", player=seat.name))
    if not here and not present:
        raise Refused("NOT_PRESENT", phrase("{player} is not in the scene.", player=seat.name))
    conflict = ledger.state.conflict
    if not here and conflict is not None and conflict.parts_of(seat.name):
        raise Refused("IN_CONFLICT", phrase("{player} takes part in the conflict and stays.", player=seat.name))
    if here and ledger.rules.scene_entry_needs_bribe:
        needed = phrase("{player} has to bribe the owner of the scene to get in.", player=seat.name)
        raise Refused("ENTRY_NEEDS_BRIBE", needed)
