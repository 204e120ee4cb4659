"""Who narrates next: handing over, resuming, opening the next scene (rules 3.16 and section 4)."""

from engine.systems.phase_abandon import events as ev
from engine.systems.phase_abandon.derived import highest, level
from engine.systems.phase_abandon.entities import LiveRoll, Narration, NarrationTask, Obligation
from engine.systems.phase_abandon.fold import known_character, known_skill
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.recovery import close_scene_effects
from engine.systems.phase_abandon.ties import settle
from engine.systems.phase_abandon.vocabulary import (
    NarrationKind,
    Purpose,
    RollOffReason,
    RollOffUse,
    RollStep,
    SceneKind,
    SceneStatus,
    Then,
)


def pass_narration(
    ledger: Ledger,
    holder: str,
    kind: NarrationKind,
    reason: str,
    then: Then = Then.KEEP,
    actions: int | None = None,
    obligations: tuple[Obligation, ...] = (),
    tasks: tuple[NarrationTask, ...] = (),
    then_player: str | None = None,
) -> None:
    """Give narration to a player; `reason` is the row N-n."""
    ledger.record(ev.NarrationPassed(holder, kind, actions, then, reason, obligations, tasks, then_player))


def running(ledger: Ledger) -> Narration:
    """The running narration; there always is one in PLAY (PA-102)."""
    narration = ledger.state.narration
    if narration is None:
        raise LookupError("nobody narrates in this phase")
    return narration


def end_narration(ledger: Ledger) -> None:
    """The running narration is told; whoever comes next takes over."""
    narration = running(ledger)
    ledger.record(ev.NarrationEnded(narration.holder, narration.kind))
    move_on(ledger)


def move_on(ledger: Ledger) -> None:
    """Carry out what follows the running narration: owed narrations, split groups, next scene, holder."""
    narration = running(ledger)
    if narration.tasks:
        _next_task(ledger, narration)
    elif narration.then is Then.RESUME and narration.suspended is not None:
        _resume(ledger, narration.suspended)
    elif ledger.state.split_roll is not None and _start_group(ledger, ledger.state.split_roll):
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
        ev.NarrationPassed(
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


def _start_group(ledger: Ledger, roll: LiveRoll) -> bool:
    """Ask for the next group of a split (PA-41, N-4); False when nothing is left of it."""
    size = ledger.state.split_queue[0]
    if not ledger.rules.split_groups_fixed and roll.skill_id is not None:
        skill = known_skill(known_character(ledger.state, roll.character_id), roll.skill_id)
        lost = skill.damage - roll.damage_before
        thrown = sum(roll.split_groups[: roll.group_no])
        size = min(size, max(0, roll.effective - lost - thrown)) if level(skill, ledger.rules) else 0
    if size == 0:
        ledger.record(ev.RollWithdrawn(roll.roll_id, roll.roller))
        return False
    roll_id = ledger.next_roll_id()
    ledger.record(ev.RollStepChanged(roll_id, RollStep.THROW, size))
    ledger.ask_dice(roll.roller, size, Purpose.ACTION, "next group of the split", roll_id)
    return True


def hand_to_highest(ledger: Ledger) -> None:
    """The player with most chips narrates freely (PA-7); a tie is rolled off first."""
    winner = settle(ledger, highest(ledger.state), RollOffReason.HIGHEST, RollOffUse.HANDOVER)
    if winner is not None:
        take_over(ledger, winner)


def take_over(ledger: Ledger, winner: str) -> None:
    """Finish a handover to the highest player."""
    pass_narration(ledger, winner, NarrationKind.FREE, running(ledger).reason)


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
    ledger.record(ev.SceneSet(scene_id, SceneKind.PLAIN, setter, "", combat=False))


def drop_split(ledger: Ledger, by: str) -> None:
    """Give up the remaining groups of a split."""
    if ledger.state.split_roll is not None:
        ledger.record(ev.RollWithdrawn(ledger.state.split_roll.roll_id, by))


def interrupt(ledger: Ledger, by: str) -> None:
    """Cut into a running result, whose remaining actions and handover are lost (PA-103, R-14)."""
    narration = running(ledger)
    if narration.kind in (NarrationKind.SUCCESS_RESULT, NarrationKind.FAILURE_RESULT, NarrationKind.BREAK_EVEN_RESULT):
        drop_split(ledger, by)
        ledger.record(ev.NarrationEnded(narration.holder, narration.kind))
        pass_narration(ledger, narration.holder, NarrationKind.FREE, "PA-103")


def complete_goal_narration(ledger: Ledger, owner: str, goal: str) -> None:
    """The owner of a finished personal goal tells its end (PA-81, N-22)."""
    narration = ledger.state.narration
    if narration is None or not ledger.player(owner).present:
        return
    own_ending = narration.kind in (NarrationKind.WRAP_UP, NarrationKind.GOAL_COMPLETION)
    if narration.holder == owner and own_ending:
        ledger.record(ev.NarrationTaskQueued(NarrationTask(NarrationKind.GOAL_COMPLETION, owner, goal)))
        return
    ledger.record(ev.NarrationPassed(owner, NarrationKind.GOAL_COMPLETION, None, Then.RESUME, "N-22", suspends=True))
