"""Scenes: opening, describing and ending them (PA-105, PA-117)."""

from collections.abc import Iterator
from typing import ClassVar

from engine.board import Field, Move
from engine.common.messages import Ending, Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.fields import Words
from engine.phrase import EMPTY, Phrase, joined, phrase, sentence, template
from engine.systems.phase_abandon.choices import STORY
from engine.systems.phase_abandon.derived import highest, in_challenge
from engine.systems.phase_abandon.entities import Scene, State
from engine.systems.phase_abandon.fold import staged
from engine.systems.phase_abandon.guards import refuse_if_protected, refuse_unless_holder, refuse_unless_idle
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import Event, PlayerCommand
from engine.systems.phase_abandon.rules.harm import close_scene_effects
from engine.systems.phase_abandon.rules.narration import interrupt, pass_narration
from engine.systems.phase_abandon.rules.roll_offs import settle
from engine.systems.phase_abandon.vocabulary import NarrationKind, RollOffReason, RollOffUse, SceneKind, SceneStatus


class SceneSet(Event):
    """A scene opens or is described."""

    taken_back: ClassVar[str] = template("the scene")
    tells_scene: ClassVar[bool] = True
    told_first: ClassVar[bool] = True
    scene: str
    scene_kind: SceneKind
    set_by: str
    description: str
    combat: bool

    def apply(self, state: State) -> Changes:
        scene = state.scene
        if scene is not None and scene.scene_id == self.scene:
            return {"scene": changed(scene, description=self.description, combat=self.combat)}
        opened = Scene(self.scene, self.scene_kind, self.set_by, self.description, self.combat)
        return {"scene": opened, "scene_count": state.scene_count + 1, "action_order": ()}

    def sentence(self) -> Phrase:
        if not self.description:
            return EMPTY if self.scene_kind is SceneKind.CHALLENGE else phrase("A new scene opens.")
        told = sentence(phrase("Scene: {description}", description=self.description))
        return joined((told, phrase("This is combat."))) if self.combat else told


class SceneEnded(Event):
    """A scene is over."""

    ends: ClassVar[Ending] = "scene"
    scene: str
    status: SceneStatus

    def apply(self, state: State) -> Changes:
        return {"scene": changed(staged(state), status=self.status)}

    def sentence(self) -> Phrase:
        return EMPTY if self.status == "REPLACED" else phrase("The scene is over.")


def next_scene(ledger: Ledger) -> None:
    """The player with most chips begins the next plain scene (N-21, N-25)."""
    close_scene_effects(ledger)
    winner = settle(ledger, highest(ledger.state), RollOffReason.HIGHEST, RollOffUse.NEW_SCENE)
    if winner is not None:
        open_scene(ledger, winner)


def open_scene(ledger: Ledger, setter: str) -> None:
    """A plain scene opens with its narrator."""
    scene = ledger.state.scene
    lulled = scene is not None and scene.status is SceneStatus.LULLED
    begin_scene(ledger, setter)
    pass_narration(ledger, setter, NarrationKind.SCENE, "N-25" if lulled else "N-21")


def begin_scene(ledger: Ledger, setter: str) -> None:
    """Record a new plain scene."""
    scene_id = f"scene-{ledger.state.scene_count + 1}"
    ledger.record(SceneSet(scene_id, SceneKind.PLAIN, setter, "", combat=False))


class SetScene(PlayerCommand):
    """Describe the scene or say whether it is combat (PA-117)."""

    talk: ClassVar[Talk] = Talk(
        confirm="A new scene, {player}?", main=True, leads_to=("declare_action",), of_others=True, begins="SCENE"
    )
    description: Words = ""
    combat: bool | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        refuse_unless_holder(ledger.state, who)
        scene, text = ledger.state.scene, self.description.strip()
        if not text and self.combat is None:
            raise Refused("E_EMPTY", phrase("Say what the scene is like."))
        if scene is not None:
            combat = scene.combat if self.combat is None else self.combat
            ledger.record(SceneSet(scene.scene_id, scene.kind, who, text or scene.description, combat))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        if state.narration is None or state.narration.holder != who:
            return
        yield Move(cls.kind, phrase("Describe the scene"), STORY, (), (Field("description", phrase("The scene")),))
        combat = state.scene is not None and state.scene.combat
        label = phrase("End combat") if combat else phrase("Start combat")
        yield Move(cls.kind, label, STORY, (("combat", not combat),))


class DeclareLull(PlayerCommand):
    """End a scene that has run its course (PA-105)."""

    talk: ClassVar[Talk] = Talk(confirm="End the scene?", main=True, once=True)
    group_agreed: bool = False

    def decide(self, ledger: Ledger, who: str) -> None:
        state = ledger.state
        refuse_unless_idle(state)
        refuse_if_protected(state)
        scene = state.scene
        left = scene.challenge_left if scene is not None and in_challenge(state) else 0
        if left and not self.group_agreed:
            raise Refused(
                "E_CHALLENGE",
                phrase("{points} of the challenge are left; everybody has to agree to drop it.", points=left),
            )
        interrupt(ledger, who)
        if scene is not None and scene.status is SceneStatus.OPEN:
            ledger.record(SceneEnded(scene.scene_id, SceneStatus.LULLED))
        next_scene(ledger)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        if state.narration is None:
            return
        if in_challenge(state):
            yield Move(cls.kind, phrase("Drop the challenge by agreement"), STORY, (("group_agreed", True),))
        else:
            yield Move(cls.kind, phrase("End the scene"), STORY)
