"""Each event as one plain sentence, made to be spoken; empty when nobody needs to hear it."""

from collections.abc import Callable
from typing import Any

from engine.common.words import listed, setting_value
from engine.systems.phase_abandon import events as ev
from engine.systems.phase_abandon.events import Event
from engine.systems.phase_abandon.vocabulary import NarrationKind, Purpose, RollOutcome, SceneKind, Then
from engine.systems.phase_abandon.words import in_figures

_KINDS = {
    NarrationKind.SCENE: "the scene",
    NarrationKind.FREE: "",
    NarrationKind.SUCCESS_RESULT: "success",
    NarrationKind.FAILURE_RESULT: "the failure",
    NarrationKind.BREAK_EVEN_RESULT: "a break even without harm",
    NarrationKind.CONFLICT_NATURE: "what the conflict is about",
    NarrationKind.WRAP_UP: "the wrap-up of the scene",
    NarrationKind.GOAL_COMPLETION: "how the goal is reached",
}
_THEN = {
    Then.HIGHEST_CHIPS: "; then the highest chip count",
    Then.NEXT_TASK: "; then what else is over",
    Then.RESUME: "; then it goes back",
    Then.KEEP: "",
}
_OUTCOMES = {RollOutcome.SUCCESS: "Success", RollOutcome.FAILURE: "Failure", RollOutcome.BREAK_EVEN: "Break even"}


def describe(event: Event) -> str:
    """The event as a sentence."""
    return SENTENCES[type(event)](event)


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def _passed(event: ev.NarrationPassed) -> str:
    kind = _KINDS[event.narration]
    limit = f", up to {in_figures(event.actions_allowed, 'action')}" if event.actions_allowed is not None else ""
    owed = f". Mention: {listed([item.text for item in event.obligations])}" if event.obligations else ""
    what = f", {kind}" if kind else ""
    verb = "goes on narrating" if event.resumes else "narrates"
    return f"{event.holder} {verb}{limit}{what}{_THEN[event.then]}{owed}."


def _requested(event: ev.DiceRequested) -> str:
    if event.purpose is Purpose.LUCK:
        return f"{event.player} rolls 1 die for Luck."
    return f"{event.player} rolls {_dice(event.count)}, {event.because}."


def _reported(event: ev.DiceReported) -> str:
    if not event.values:
        return f"{event.player} rolled {event.total} in all."
    return f"{event.player} rolled {listed([str(face) for face in event.values])}."


def _resolved(event: ev.RollResolved) -> str:
    failures = in_figures(event.failures, "failure")
    return f"{_OUTCOMES[event.outcome]} for {event.roller}: {_successes(event.successes)}, {failures}."


def _successes(count: int) -> str:
    return "1 success" if count == 1 else f"{count or 'no'} successes"


def _declared(event: ev.ActionDeclared) -> str:
    again = f" and {in_figures(event.rerolls, 're-roll')}" if event.rerolls else ""
    return f"{event.player} acts on {event.skill or 'Luck'} with {_dice(event.thrown)}{again}."


def _checked(event: ev.SkillCheckRequested) -> str:
    again = f" and {in_figures(event.rerolls, 're-roll')}" if event.rerolls else ""
    skill = event.skill or "Luck"
    return f"{event.requester} asks {event.target} for a {skill} check with {_dice(event.thrown)}{again}."


def _scene(event: ev.SceneSet) -> str:
    if not event.description:
        return "" if event.scene_kind is SceneKind.CHALLENGE else "A new scene opens."
    combat = " This is combat." if event.combat else ""
    end = "" if event.description.endswith((".", "!", "?")) else "."
    return f"Scene: {event.description}{end}{combat}"


def _paid(event: ev.ChipsTransferred) -> str:
    return f"{event.from_} gives {event.to} {in_figures(event.amount, 'chip')}."


def _improvement(event: ev.ImprovementGranted) -> str:
    total = event.from_luck + event.from_pool
    return f"{event.character} gets {in_figures(total, 'improvement chip')}."


def _warned(text: str, warnings: tuple[str, ...]) -> str:
    return f"{text}. Note: {listed(list(warnings))}." if warnings else f"{text}."


def _corrected(event: ev.StateCorrected) -> str:
    whose = event.skill or event.connection or event.goal or ""
    who = f" of {event.player}" if event.player else ""
    what = event.path.replace("_", " ")
    return f"Corrected: {what}{' ' + whose if whose else ''}{who} is {event.new}, was {event.old}."


def _decided(event: ev.ProposalDecided) -> str:
    return f"The group {'accepts' if event.approved else 'refuses'} {event.subject}."


def _resolved_vow(event: ev.PrincipleResolved) -> str:
    now = f"; it now reads {event.new_text}" if event.new_text else ""
    return f"{event.character} has settled {event.principle}{now}."


def _settled(event: ev.ConnectionRequestSettled) -> str:
    return f"The request of {event.connection} is {'fulfilled' if event.fulfilled else 'refused'}."


def _split_step(event: ev.RollStepChanged) -> str:
    if event.dice is not None:
        return f"The next group of the split has {_dice(event.dice)}."
    words = {"REROLL": "Re-rolls are open.", "TRADE": "A one may still be removed."}
    return words.get(event.step.value, "")


SENTENCES: dict[type[Event], Callable[[Any], str]] = {
    ev.TableCreated: lambda e: f"The table {e.name} is open.",
    ev.PlayerSeated: lambda e: f"{e.player} joins the table.",
    ev.PresenceChanged: lambda e: f"{e.player} is {'back' if e.present else 'away'}.",
    ev.HouseRuleChanged: lambda e: f"House rule {e.rule.replace('_', ' ')} is now {setting_value(e.new)}.",
    ev.SessionStarted: lambda e: f"Game session {e.session_no} begins.",
    ev.ChipsDealt: lambda e: f"{e.player} has {in_figures(e.chips, 'chip')}.",
    ev.LuckRolled: lambda e: f"{e.character} has {e.luck} Luck.",
    ev.GroupGoalAdded: lambda e: f"Group goal: {e.goal}, {e.value}.",
    ev.GroupGoalChanged: lambda e: {
        "drop": f"Group goal dropped: {e.goal}.",
        "rename": f"The group goal is now: {e.new}.",
        "move": f"Group goal moved: {e.goal}.",
    }.get(e.op, f"Group goal {e.goal} is now {e.new}."),
    ev.GetMovingCalled: lambda e: "Everybody rolls 2 dice to get moving.",
    ev.GetMovingWon: lambda e: f"{e.player} begins with {e.total}.",
    ev.DiceRequested: _requested,
    ev.DiceReported: _reported,
    ev.RollOffOpened: lambda e: f"{listed(list(e.candidates))} are tied and roll off.",
    ev.RollOffWon: lambda e: f"{e.winner} wins the roll-off.",
    ev.SessionEnded: lambda e: f"Game session {e.session_no} is over.",
    ev.ImprovementGranted: _improvement,
    ev.ImprovementSpent: lambda e: f"{e.character} puts {in_figures(e.chips, 'improvement chip')} into {e.skill}.",
    ev.StateCorrected: _corrected,
    ev.CommandUndone: lambda e: "The last command is undone.",
    ev.GenreSet: lambda e: f"The genre is {e.text}.",
    ev.SettingFinished: lambda e: "The setting is done.",
    ev.SettingDetailAdded: lambda e: f"{e.player} adds for {in_figures(e.chips, 'chip')}: {e.detail}.",
    ev.SettingDetailModified: lambda e: f"{e.player} changes {e.detail} to: {e.text}.",
    ev.CharacterCreated: lambda e: f"{e.player} plays {e.character}.",
    ev.BlurbSet: lambda e: f"{e.character}: {e.text}.",
    ev.CharacterFinished: lambda e: _warned(f"{e.character} is ready", e.warnings),
    ev.SkillBought: lambda e: f"{e.character} has {e.skill.name} at {e.skill.rank}.",
    ev.SpecialItemBought: lambda e: f"{e.character} owns {e.item.name} at {e.item.rank}.",
    ev.PrincipleAdded: lambda e: f"Principle of {e.character}: {e.principle.text}.",
    ev.GoalAdded: lambda e: _warned(f"Goal of {e.character}: {e.goal.text}, {e.goal.value_initial}", e.warnings),
    ev.GoalRaised: lambda e: f"{e.goal} is raised to {e.new_initial}, {e.value_left} left.",
    ev.ConnectionAdded: lambda e: f"{e.character} knows {e.npc_name}, {e.value}.",
    ev.EquipmentNoted: lambda e: f"{e.character} carries {e.text}.",
    ev.ProposalDecided: _decided,
    ev.ActionDeclared: _declared,
    ev.SkillCheckRequested: _checked,
    ev.DifficultyAdded: lambda e: f"{e.player} makes it harder, {_successes(e.total)} off.",
    ev.HelpOffered: lambda e: f"{e.player} helps with {_dice(e.dice)} of {e.skill}.",
    ev.DiceHeldOut: lambda e: f"{_dice(e.count).capitalize()} held out.",
    ev.DiceSplit: lambda e: f"The roll is split into {listed([str(size) for size in e.groups])}.",
    ev.TriggerInvoked: lambda e: f"{e.principle} adds {_dice(e.bonus)}, {e.effective} in all.",
    ev.RollWithdrawn: lambda e: f"{e.by} takes the roll back.",
    ev.RollStepChanged: _split_step,
    ev.DiceRerolled: lambda e: f"{_dice(len(e.indexes)).capitalize()} thrown again, {e.rerolls_left} re-rolls left.",
    ev.SixTraded: lambda e: "A six and a one cancel each other.",
    ev.PoolTokenSpent: lambda e: f"{e.player} spends a token and removes a one; {e.pool} left.",
    ev.RollResolved: _resolved,
    ev.PoolTokensAdded: lambda e: f"{in_figures(e.count, 'token').capitalize()} for the party pool, {e.pool} in all.",
    ev.SkillRepaired: lambda e: f"{e.character}'s {e.skill} recovers, {e.damage} damage left.",
    ev.AdvancementGained: lambda e: f"{e.character}'s {e.skill} advances to {e.advancement} of {e.threshold}.",
    ev.SkillRankRaised: lambda e: f"{e.character}'s {e.skill} rises to rank {e.rank}.",
    ev.SkillDamaged: lambda e: f"{e.character}'s {e.skill} drops to {e.level}.",
    ev.LuckLost: lambda e: f"{e.character} has {e.luck} Luck left.",
    ev.HeartDamaged: lambda e: f"{e.character} loses {e.amount} Heart, {e.heart} left.",
    ev.ItemBroken: lambda e: f"{e.item} breaks for good.",
    ev.ChipsTransferred: _paid,
    ev.NarrationPassed: _passed,
    ev.NarrationTaskQueued: lambda e: f"{e.task.holder} then tells the end of {e.task.text}.",
    ev.NarratedActionCounted: lambda e: f"Action {e.used} of {e.allowed}.",
    ev.NarrationLimitReached: lambda e: f"That was {e.holder}'s last action.",
    ev.NarrationEnded: lambda e: "",
    ev.SceneSet: _scene,
    ev.SceneEnded: lambda e: "" if e.status == "REPLACED" else "The scene is over.",
    ev.ActionOrderAnnounced: lambda e: f"The order is {listed(list(e.players))}." if e.players else "Nobody can act.",
    ev.ConflictCalled: lambda e: f"{e.caller} calls a conflict{': ' + e.nature if e.nature else ''}.",
    ev.BiddingOpened: lambda e: f"{listed(list(e.players))}, place your bids.",
    ev.BidPlaced: lambda e: f"{e.player} has bid.",
    ev.BidsRevealed: lambda e: f"Bids: {listed([f'{bid.player} {bid.number}' for bid in e.bids])}; {e.pot} in the pot.",
    ev.BidPotWon: lambda e: f"{e.winner} wins the pot of {e.pot}.",
    ev.ConflictFizzled: lambda e: "Nobody bids; the conflict fizzles.",
    ev.ChallengeSceneStarted: lambda e: f"Challenge scene with a rating of {e.rating}.",
    ev.ChallengeReduced: lambda e: f"The challenge falls by {e.amount} to {e.left}.",
    ev.ChallengeCleared: lambda e: f"{e.by} beats the challenge.",
    ev.GroupGoalReduced: lambda e: f"{e.left} left to {e.goal}.",
    ev.GroupGoalCompleted: lambda e: f"The group goal is reached: {e.goal}.",
    ev.RewardGranted: lambda e: f"{e.player} may take {e.points} off one own goal.",
    ev.RewardClaimed: lambda e: f"{e.player} takes {e.used} off {e.goal}.",
    ev.RewardForfeited: lambda e: f"{e.player}'s reward of {e.points} is lost.",
    ev.GoalReduced: lambda e: f"{e.left} left of {e.character}'s goal {e.goal}.",
    ev.GoalCompleted: lambda e: f"{e.character} reaches the goal {e.goal}.",
    ev.ItemRecharged: lambda e: f"{e.item} is at full strength again.",
    ev.DamageHealed: lambda e: f"{e.character}'s {e.skill} is healed by {e.amount}, {e.damage} damage left.",
    ev.HeartRestored: lambda e: f"{e.character} is back to {e.heart} Heart.",
    ev.CharacterFell: lambda e: f"{e.character} falls; the owner decides what that means.",
    ev.FateChosen: lambda e: f"{e.character} {'dies' if e.fate == 'die' else 'is out of action'}.",
    ev.CharacterRecovered: lambda e: f"{e.character} is back with {e.heart} Heart.",
    ev.PrincipleBroken: lambda e: f"{e.character} breaks {e.principle}; {e.penalty} dice fewer on its skill.",
    ev.PrincipleResolved: _resolved_vow,
    ev.SkillLearned: lambda e: f"{e.character} learns {e.skill} at {e.rank}.",
    ev.ConnectionCalled: lambda e: f"{e.character} calls on {e.connection} with {_dice(e.dice)}.",
    ev.ConnectionInvoked: lambda e: f"{e.connection} asks {e.character} for something.",
    ev.ConnectionChanged: lambda e: f"{e.connection} is now at {e.new}, was {e.old}.",
    ev.ConnectionRequestOpened: lambda e: f"{e.connection} asks with strength {e.strength}.",
    ev.ConnectionRequestSettled: _settled,
}
"""One sentence per event class."""
