"""Handing narration on, and the order of acting (PA-34, PA-104; rules 3.16)."""

from collections.abc import Iterator
from typing import ClassVar

from engine.board import Move
from engine.common.messages import Meaning, Talk
from engine.common.rules import Refused
from engine.common.values import Changes
from engine.common.words import listed
from engine.phrase import Phrase, phrase, template
from engine.systems.phase_abandon.choices import STORY
from engine.systems.phase_abandon.derived import highest, is_active
from engine.systems.phase_abandon.entities import Narration, Player, RollOff, State
from engine.systems.phase_abandon.fields import AnyPlayer
from engine.systems.phase_abandon.fold import narrating
from engine.systems.phase_abandon.guards import refuse_unless_holder, refuse_unless_idle
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import Event, PlayerCommand
from engine.systems.phase_abandon.naming import find_player
from engine.systems.phase_abandon.rules.narration import NarrationEnded, NarrationPassed, pass_narration
from engine.systems.phase_abandon.rules.roll_offs import RollOffWon, open_roll_off, settle
from engine.systems.phase_abandon.rules.rolls import start_group
from engine.systems.phase_abandon.rules.scenes import next_scene
from engine.systems.phase_abandon.vocabulary import NarrationKind, RollOffReason, RollOffUse, SceneStatus, Then

FREELY = (NarrationKind.FREE, NarrationKind.SCENE)


class ActionOrderAnnounced(Event):
    """The order in which actions are stated."""

    taken_back: ClassVar[str] = template("asking around")
    players: tuple[str, ...]

    def apply(self, state: State) -> Changes:
        return {"action_order": self.players}

    def sentence(self) -> Phrase:
        return (
            phrase("The order is {names}.", names=listed(self.players)) if self.players else phrase("Nobody can act.")
        )


class EndNarration(PlayerCommand):
    """The narration is over (PA-104); `called_by` when somebody else says stop."""

    talk: ClassVar[Talk] = Talk(confirm="Is {player} finished?", of_others=True)
    means: ClassVar[Meaning] = "ends_narration"
    called_by: AnyPlayer | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        refuse_unless_idle(ledger.state)
        narration = narrating(ledger.state)
        if self.called_by:
            who = find_player(ledger.state, self.called_by).name
        if narration.kind is not NarrationKind.SUCCESS_RESULT:
            refuse_unless_holder(ledger.state, who)
        if narration.kind in FREELY:
            announce_order(ledger)
        else:
            end_narration(ledger)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        narration = state.narration
        if narration is None:
            return
        if narration.holder != who:
            if narration.kind is NarrationKind.SUCCESS_RESULT:
                yield Move(cls.kind, phrase("Mark {holder}'s success as narrated", holder=narration.holder), STORY)
        elif narration.kind not in FREELY:
            yield Move(cls.kind, phrase("Finish narrating"), STORY)


def end_narration(ledger: Ledger) -> None:
    """The running narration is told; whoever comes next takes over."""
    narration = narrating(ledger.state)
    ledger.record(NarrationEnded(narration.holder, narration.kind))
    move_on(ledger)


def move_on(ledger: Ledger) -> None:
    """Carry out what follows the running narration: owed narrations, split groups, next scene, holder."""
    narration = narrating(ledger.state)
    if narration.tasks:
        _next_task(ledger, narration)
    elif narration.then is Then.RESUME and narration.suspended is not None:
        _resume(ledger, narration.suspended)
    elif ledger.state.split_roll is not None and start_group(ledger, ledger.state.split_roll):
        pass
    elif ledger.state.scene is not None and ledger.state.scene.status is not SceneStatus.OPEN:
        next_scene(ledger)
    elif narration.then is Then.KEEP:
        pass_narration(ledger, narration.holder, NarrationKind.FREE, narration.reason)
    elif narration.then is Then.RESUME and narration.then_player and ledger.player(narration.then_player).present:
        pass_narration(ledger, narration.then_player, NarrationKind.FREE, narration.reason)
    else:
        hand_to_highest(ledger)


def _next_task(ledger: Ledger, narration: Narration) -> None:
    task, rest = narration.tasks[0], narration.tasks[1:]
    then = Then.RESUME if narration.suspended is not None else Then.HIGHEST_CHIPS
    then = Then.NEXT_TASK if rest else then
    pass_narration(ledger, task.holder, task.kind, narration.reason, then, tasks=rest)


def _resume(ledger: Ledger, kept: Narration) -> None:
    if not ledger.player(kept.holder).present:
        hand_to_highest(ledger)
        return
    ledger.record(
        NarrationPassed(
            kept.holder,
            kept.kind,
            kept.actions_allowed,
            kept.then,
            "N-22",
            kept.obligations,
            kept.tasks,
            kept.then_player,
            resumes=True,
        )
    )


def hand_to_highest(ledger: Ledger) -> None:
    """The player with most chips narrates freely (PA-7); a tie is rolled off first."""
    winner = settle(ledger, highest(ledger.state), RollOffReason.HIGHEST, RollOffUse.HANDOVER)
    if winner is not None:
        take_over(ledger, winner)


def take_over(ledger: Ledger, winner: str) -> None:
    """Finish a handover to the highest player."""
    pass_narration(ledger, winner, NarrationKind.FREE, narrating(ledger.state).reason)


class AskAround(PlayerCommand):
    """The narrator asks what everybody does (PA-34)."""

    talk: ClassVar[Talk] = Talk(confirm="Ask what everybody does, {player}?", main=True, of_others=True)

    def decide(self, ledger: Ledger, who: str) -> None:
        state = ledger.state
        refuse_unless_holder(state, who)
        refuse_unless_idle(state)
        _refuse_telling(ledger)
        announce_order(ledger)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        narration = state.narration
        if narration is not None and narration.holder == who and narration.kind in FREELY:
            yield Move(cls.kind, phrase("Ask what everybody does"), STORY)


def _refuse_telling(ledger: Ledger) -> None:
    """A result being told comes first, even where the house lets others cut into it."""
    if narrating(ledger.state).kind not in FREELY:
        raise Refused("E_PROTECTED", phrase("{holder} has to finish narrating first.", holder=ledger.holder))


def announce_order(ledger: Ledger) -> None:
    """Order the players who can act by chips, ties by seat or by dice (PA-34, R-5, R-11)."""
    able = [player for player in ledger.state.present if is_active(ledger.state, player.name)]
    chips = [player.chips for player in able]
    tied = tuple(player.name for player in able if chips.count(player.chips) > 1)
    if tied and ledger.rules.order_tie == "roll_d6":
        open_roll_off(ledger, tied, RollOffReason.ORDER, RollOffUse.ORDER)
        return
    _announce(ledger, able, {})


def _announce(ledger: Ledger, able: list[Player], faces: dict[str, tuple[int, ...]]) -> None:
    sign = 1 if ledger.rules.action_order == "lowest_first" else -1
    ranked = sorted(
        able, key=lambda player: (sign * player.chips, tuple(-face for face in faces.get(player.name, ())), player.seat)
    )
    ledger.record(ActionOrderAnnounced(tuple(player.name for player in ranked)))


def finish_order(ledger: Ledger, roll_off: RollOff) -> None:
    """Dice for the speaking order are in; those still tied throw again."""
    able = [player for player in ledger.state.present if is_active(ledger.state, player.name)]
    faces: dict[str, tuple[int, ...]] = {}
    for value in roll_off.values:
        faces[value.player] = (*faces.get(value.player, ()), value.number)
    ranks = [(player.chips, faces.get(player.name, ())) for player in able]
    tied = tuple(player.name for player, rank in zip(able, ranks, strict=True) if ranks.count(rank) > 1)
    if tied:
        open_roll_off(ledger, tied, RollOffReason.ORDER, RollOffUse.ORDER)
        return
    first = min(able, key=lambda player: (player.chips, tuple(-face for face in faces.get(player.name, ()))))
    ledger.record(RollOffWon(first.name, RollOffReason.ORDER))
    _announce(ledger, able, faces)
