"""Each event as one plain sentence, made to be spoken; empty when nobody needs to hear it."""

from collections.abc import Callable
from typing import Any

from engine.common.words import listed, setting_value
from engine.phrase import EMPTY, Phrase, capital, joined, phrase, plural, sentence, spelled
from engine.systems.phase_abandon import events as ev
from engine.systems.phase_abandon.messages import Event
from engine.systems.phase_abandon.obligations import mention
from engine.systems.phase_abandon.vocabulary import NarrationKind, Purpose, RollOutcome, SceneKind, Then
from engine.systems.phase_abandon.words import in_figures

_KINDS = {
    NarrationKind.SCENE: phrase("the scene"),
    NarrationKind.FREE: EMPTY,
    NarrationKind.SUCCESS_RESULT: phrase("success"),
    NarrationKind.FAILURE_RESULT: phrase("the failure"),
    NarrationKind.BREAK_EVEN_RESULT: phrase("a break even without harm"),
    NarrationKind.CONFLICT_NATURE: phrase("what the conflict is about"),
    NarrationKind.WRAP_UP: phrase("the wrap-up of the scene"),
    NarrationKind.GOAL_COMPLETION: phrase("how the goal is reached"),
}
_THEN = {
    Then.HIGHEST_CHIPS: phrase("then the highest chip count"),
    Then.NEXT_TASK: phrase("then what else is over"),
    Then.RESUME: phrase("then it goes back"),
    Then.KEEP: EMPTY,
}
_OUTCOMES = {
    RollOutcome.SUCCESS: phrase("Success"),
    RollOutcome.FAILURE: phrase("Failure"),
    RollOutcome.BREAK_EVEN: phrase("Break even"),
}


def describe(event: Event) -> Phrase:
    """The event as a sentence."""
    told = SENTENCES.get(type(event))
    return event.sentence() if told is None else told(event)


def _dice(count: int) -> Phrase:
    return plural("{count} die", "{count} dice", count)


def _chips(count: int) -> Phrase:
    return in_figures(count, "chip", "chips")


def _improvement_chips(count: int) -> Phrase:
    return in_figures(count, "improvement chip", "improvement chips")


def _successes(count: int) -> Phrase:
    return in_figures(count, "success", "successes")


def _passed(event: ev.NarrationPassed) -> Phrase:
    actions, holder = event.actions_allowed, event.holder
    narrates = phrase("{holder} narrates", holder=holder)
    told = joined(
        (
            phrase("{holder} goes on narrating", holder=holder) if event.resumes else narrates,
            EMPTY if actions is None else phrase("up to {actions}", actions=in_figures(actions, "action", "actions")),
            _KINDS[event.narration],
        ),
        ", ",
    )
    told = phrase("{told}.", told=joined((told, _THEN[event.then]), "; "))
    if not event.obligations:
        return told
    return joined((told, phrase("Mention: {things}.", things=listed(map(mention, event.obligations)))))


def _requested(event: ev.DiceRequested) -> Phrase:
    if event.purpose is Purpose.LUCK:
        return phrase("{player} rolls 1 die for Luck.", player=event.player)
    dice = _dice(event.count)
    return phrase("{player} rolls {dice}, {because}.", player=event.player, dice=dice, because=event.because)


def _reported(event: ev.DiceReported) -> Phrase:
    if not event.values:
        return phrase("{player} rolled {total} in all.", player=event.player, total=event.total)
    return phrase("{player} rolled {faces}.", player=event.player, faces=listed(map(str, event.values)))


def _resolved(event: ev.RollResolved) -> Phrase:
    return phrase(
        "{outcome} for {player}: {successes}, {failures}.",
        outcome=_OUTCOMES[event.outcome],
        player=event.roller,
        successes=_successes(event.successes),
        failures=in_figures(event.failures, "failure", "failures"),
    )


def _thrown(count: int, rerolls: int) -> Phrase:
    if not rerolls:
        return _dice(count)
    return phrase("{dice} and {rerolls}", dice=_dice(count), rerolls=in_figures(rerolls, "re-roll", "re-rolls"))


def _declared(event: ev.ActionDeclared) -> Phrase:
    skill, dice = event.skill or phrase("Luck"), _thrown(event.thrown, event.rerolls)
    return phrase("{player} acts on {skill} with {dice}.", player=event.player, skill=skill, dice=dice)


def _checked(event: ev.SkillCheckRequested) -> Phrase:
    return phrase(
        "{player} asks {target} for a {skill} check with {dice}.",
        player=event.requester,
        target=event.target,
        skill=event.skill or phrase("Luck"),
        dice=_thrown(event.thrown, event.rerolls),
    )


def _scene(event: ev.SceneSet) -> Phrase:
    if not event.description:
        return EMPTY if event.scene_kind is SceneKind.CHALLENGE else phrase("A new scene opens.")
    told = sentence(phrase("Scene: {description}", description=event.description))
    return joined((told, phrase("This is combat."))) if event.combat else told


def _paid(event: ev.ChipsTransferred) -> Phrase:
    return phrase("{payer} gives {payee} {chips}.", payer=event.from_, payee=event.to, chips=_chips(event.amount))


def _improvement(event: ev.ImprovementGranted) -> Phrase:
    chips = _improvement_chips(event.from_luck + event.from_pool)
    return phrase("{character} gets {chips}.", character=event.character, chips=chips)


def _warned(told: Phrase, warnings: tuple[str, ...]) -> Phrase:
    if not warnings:
        return phrase("{told}.", told=told)
    return phrase("{told}. Note: {warnings}.", told=told, warnings=listed(warnings))


def _goal(event: ev.GoalAdded) -> Phrase:
    goal = event.goal
    told = phrase(
        "Goal of {character}: {goal}, {points}", character=event.character, goal=goal.text, points=goal.value_initial
    )
    return _warned(told, event.warnings)


def _corrected(event: ev.StateCorrected) -> Phrase:
    what = joined((spelled(event.path), event.skill or event.connection or event.goal or ""))
    if not event.player:
        return phrase("Corrected: {what} is {new}, was {old}.", what=what, new=event.new, old=event.old)
    return phrase(
        "Corrected: {what} of {player} is {new}, was {old}.",
        what=what,
        player=event.player,
        new=event.new,
        old=event.old,
    )


def _decided(event: ev.ProposalDecided) -> Phrase:
    if event.approved:
        return phrase("The group accepts {entry}.", entry=event.subject)
    return phrase("The group refuses {entry}.", entry=event.subject)


def _resolved_vow(event: ev.PrincipleResolved) -> Phrase:
    who, vow = event.character, event.principle
    if not event.new_text:
        return phrase("{character} has settled {principle}.", character=who, principle=vow)
    return phrase(
        "{character} has settled {principle}; it now reads {text}.", character=who, principle=vow, text=event.new_text
    )


def _settled(event: ev.ConnectionRequestSettled) -> Phrase:
    if event.fulfilled:
        return phrase("The request of {connection} is fulfilled.", connection=event.connection)
    return phrase("The request of {connection} is refused.", connection=event.connection)


def _conflict(event: ev.ConflictCalled) -> Phrase:
    if not event.nature:
        return phrase("{caller} calls a conflict.", caller=event.caller)
    return phrase("{caller} calls a conflict: {nature}.", caller=event.caller, nature=event.nature)


def _presence(event: ev.PresenceChanged) -> Phrase:
    if event.present:
        return phrase("{player} is back.", player=event.player)
    return phrase("{player} is away.", player=event.player)


def _fate(event: ev.FateChosen) -> Phrase:
    if event.fate == "die":
        return phrase("{character} dies.", character=event.character)
    return phrase("{character} is out of action.", character=event.character)


def _split_step(event: ev.RollStepChanged) -> Phrase:
    if event.dice is not None:
        return phrase("The next group of the split has {dice}.", dice=_dice(event.dice))
    words = {"REROLL": phrase("Re-rolls are open."), "TRADE": phrase("A one may still be removed.")}
    return words.get(event.step.value, EMPTY)


SENTENCES: dict[type[Event], Callable[[Any], Phrase]] = {
    ev.TableCreated: lambda e: phrase("The table {name} is open.", name=e.name),
    ev.PlayerSeated: lambda e: phrase("{player} joins the table.", player=e.player),
    ev.PresenceChanged: _presence,
    ev.HouseRuleChanged: lambda e: phrase(
        "House rule {rule} is now {value}.", rule=spelled(e.rule), value=setting_value(e.new)
    ),
    ev.SessionStarted: lambda e: phrase("Game session {number} begins.", number=e.session_no),
    ev.ChipsDealt: lambda e: phrase("{player} has {chips}.", player=e.player, chips=_chips(e.chips)),
    ev.LuckRolled: lambda e: phrase("{character} has {luck} Luck.", character=e.character, luck=e.luck),
    ev.GroupGoalAdded: lambda e: phrase("Group goal: {goal}, {points}.", goal=e.goal, points=e.value),
    ev.GroupGoalChanged: lambda e: {
        "drop": phrase("Group goal dropped: {goal}.", goal=e.goal),
        "rename": phrase("The group goal is now: {goal}.", goal=e.new),
        "move": phrase("Group goal moved: {goal}.", goal=e.goal),
    }.get(e.op, phrase("Group goal {goal} is now {points}.", goal=e.goal, points=e.new)),
    ev.GetMovingCalled: lambda e: phrase("Everybody rolls 2 dice to get moving."),
    ev.GetMovingWon: lambda e: phrase("{player} begins with {total}.", player=e.player, total=e.total),
    ev.DiceRequested: _requested,
    ev.DiceReported: _reported,
    ev.RollOffOpened: lambda e: phrase("{names} are tied and roll off.", names=listed(e.candidates)),
    ev.RollOffWon: lambda e: phrase("{player} wins the roll-off.", player=e.winner),
    ev.SessionEnded: lambda e: phrase("Game session {number} is over.", number=e.session_no),
    ev.ImprovementGranted: _improvement,
    ev.ImprovementSpent: lambda e: phrase(
        "{character} puts {chips} into {skill}.",
        character=e.character,
        chips=_improvement_chips(e.chips),
        skill=e.skill,
    ),
    ev.StateCorrected: _corrected,
    ev.CommandUndone: lambda e: phrase("The last command is undone."),
    ev.GenreSet: lambda e: phrase("The genre is {genre}.", genre=e.text),
    ev.SettingFinished: lambda e: phrase("The setting is done."),
    ev.SettingDetailAdded: lambda e: phrase(
        "{player} adds for {chips}: {detail}.", player=e.player, chips=_chips(e.chips), detail=e.detail
    ),
    ev.SettingDetailModified: lambda e: phrase(
        "{player} changes {detail} to: {text}.", player=e.player, detail=e.detail, text=e.text
    ),
    ev.CharacterCreated: lambda e: phrase("{player} plays {character}.", player=e.player, character=e.character),
    ev.BlurbSet: lambda e: phrase("{character}: {text}.", character=e.character, text=e.text),
    ev.CharacterFinished: lambda e: _warned(phrase("{character} is ready", character=e.character), e.warnings),
    ev.SkillBought: lambda e: phrase(
        "{character} has {skill} at {rank}.", character=e.character, skill=e.skill.name, rank=e.skill.rank
    ),
    ev.SpecialItemBought: lambda e: phrase(
        "{character} owns {item} at {rank}.", character=e.character, item=e.item.name, rank=e.item.rank
    ),
    ev.PrincipleAdded: lambda e: phrase(
        "Principle of {character}: {principle}.", character=e.character, principle=e.principle.text
    ),
    ev.GoalAdded: _goal,
    ev.GoalRaised: lambda e: phrase(
        "{goal} is raised to {points}, {left} left.", goal=e.goal, points=e.new_initial, left=e.value_left
    ),
    ev.ConnectionAdded: lambda e: phrase(
        "{character} knows {connection}, {value}.", character=e.character, connection=e.npc_name, value=e.value
    ),
    ev.EquipmentNoted: lambda e: phrase("{character} carries {equipment}.", character=e.character, equipment=e.text),
    ev.ProposalDecided: _decided,
    ev.ActionDeclared: _declared,
    ev.SkillCheckRequested: _checked,
    ev.DifficultyAdded: lambda e: phrase(
        "{player} makes it harder, {successes} off.", player=e.player, successes=_successes(e.total)
    ),
    ev.DiceHeldOut: lambda e: phrase("{dice} held out.", dice=_dice(e.count)),
    ev.DiceSplit: lambda e: phrase("The roll is split into {groups}.", groups=listed(map(str, e.groups))),
    ev.TriggerInvoked: lambda e: phrase(
        "{principle} adds {dice}, {total} in all.", principle=e.principle, dice=_dice(e.bonus), total=e.effective
    ),
    ev.RollWithdrawn: lambda e: phrase("{player} takes the roll back.", player=e.by),
    ev.RollStepChanged: _split_step,
    ev.DiceRerolled: lambda e: phrase(
        "{dice} thrown again, {rerolls} re-rolls left.", dice=_dice(len(e.indexes)), rerolls=e.rerolls_left
    ),
    ev.SixTraded: lambda e: phrase("A six and a one cancel each other."),
    ev.PoolTokenSpent: lambda e: phrase(
        "{player} spends a token and removes a one; {pool} left.", player=e.player, pool=e.pool
    ),
    ev.RollResolved: _resolved,
    ev.PoolTokensAdded: lambda e: phrase(
        "{tokens} for the party pool, {pool} in all.",
        tokens=capital(in_figures(e.count, "token", "tokens")),
        pool=e.pool,
    ),
    ev.SkillRepaired: lambda e: phrase(
        "{character}'s {skill} recovers, {damage} damage left.", character=e.character, skill=e.skill, damage=e.damage
    ),
    ev.AdvancementGained: lambda e: phrase(
        "{character}'s {skill} advances to {advancement} of {threshold}.",
        character=e.character,
        skill=e.skill,
        advancement=e.advancement,
        threshold=e.threshold,
    ),
    ev.SkillRankRaised: lambda e: phrase(
        "{character}'s {skill} rises to rank {rank}.", character=e.character, skill=e.skill, rank=e.rank
    ),
    ev.SkillDamaged: lambda e: phrase(
        "{character}'s {skill} drops to {level}.", character=e.character, skill=e.skill, level=e.level
    ),
    ev.LuckLost: lambda e: phrase("{character} has {luck} Luck left.", character=e.character, luck=e.luck),
    ev.HeartDamaged: lambda e: phrase(
        "{character} loses {amount} Heart, {heart} left.", character=e.character, amount=e.amount, heart=e.heart
    ),
    ev.ItemBroken: lambda e: phrase("{item} breaks for good.", item=e.item),
    ev.ChipsTransferred: _paid,
    ev.NarrationPassed: _passed,
    ev.NarrationTaskQueued: lambda e: phrase(
        "{holder} then tells the end of {text}.", holder=e.task.holder, text=e.task.text
    ),
    ev.NarratedActionCounted: lambda e: phrase("Action {used} of {allowed}.", used=e.used, allowed=e.allowed),
    ev.NarrationLimitReached: lambda e: phrase("That was {holder}'s last action.", holder=e.holder),
    ev.NarrationEnded: lambda e: EMPTY,
    ev.SceneSet: _scene,
    ev.SceneEnded: lambda e: EMPTY if e.status == "REPLACED" else phrase("The scene is over."),
    ev.ActionOrderAnnounced: lambda e: (
        phrase("The order is {names}.", names=listed(e.players)) if e.players else phrase("Nobody can act.")
    ),
    ev.ConflictCalled: _conflict,
    ev.BiddingOpened: lambda e: phrase("{names}, place your bids.", names=listed(e.players)),
    ev.BidPlaced: lambda e: phrase("{player} has bid.", player=e.player),
    ev.BidsRevealed: lambda e: phrase(
        "Bids: {bids}; {pot} in the pot.",
        bids=listed(phrase("{player} {chips}", player=bid.player, chips=bid.number) for bid in e.bids),
        pot=e.pot,
    ),
    ev.BidPotWon: lambda e: phrase("{player} wins the pot of {pot}.", player=e.winner, pot=e.pot),
    ev.ConflictFizzled: lambda e: phrase("Nobody bids; the conflict fizzles."),
    ev.ChallengeSceneStarted: lambda e: phrase("Challenge scene with a rating of {rating}.", rating=e.rating),
    ev.ChallengeReduced: lambda e: phrase("The challenge falls by {amount} to {left}.", amount=e.amount, left=e.left),
    ev.ChallengeCleared: lambda e: phrase("{player} beats the challenge.", player=e.by),
    ev.GroupGoalReduced: lambda e: phrase("{left} left to {goal}.", left=e.left, goal=e.goal),
    ev.GroupGoalCompleted: lambda e: phrase("The group goal is reached: {goal}.", goal=e.goal),
    ev.RewardGranted: lambda e: phrase(
        "{player} may take {points} off one own goal.", player=e.player, points=e.points
    ),
    ev.RewardClaimed: lambda e: phrase(
        "{player} takes {points} off {goal}.", player=e.player, points=e.used, goal=e.goal
    ),
    ev.RewardForfeited: lambda e: phrase("{player}'s reward of {points} is lost.", player=e.player, points=e.points),
    ev.GoalReduced: lambda e: phrase(
        "{left} left of {character}'s goal {goal}.", left=e.left, character=e.character, goal=e.goal
    ),
    ev.GoalCompleted: lambda e: phrase("{character} reaches the goal {goal}.", character=e.character, goal=e.goal),
    ev.ItemRecharged: lambda e: phrase("{item} is at full strength again.", item=e.item),
    ev.DamageHealed: lambda e: phrase(
        "{character}'s {skill} is healed by {amount}, {damage} damage left.",
        character=e.character,
        skill=e.skill,
        amount=e.amount,
        damage=e.damage,
    ),
    ev.HeartRestored: lambda e: phrase("{character} is back to {heart} Heart.", character=e.character, heart=e.heart),
    ev.CharacterFell: lambda e: phrase("{character} falls; the owner decides what that means.", character=e.character),
    ev.FateChosen: _fate,
    ev.CharacterRecovered: lambda e: phrase(
        "{character} is back with {heart} Heart.", character=e.character, heart=e.heart
    ),
    ev.PrincipleBroken: lambda e: plural(
        "{character} breaks {principle}; {count} die fewer on its skill.",
        "{character} breaks {principle}; {count} dice fewer on its skill.",
        e.penalty,
        character=e.character,
        principle=e.principle,
    ),
    ev.PrincipleResolved: _resolved_vow,
    ev.SkillLearned: lambda e: phrase(
        "{character} learns {skill} at {rank}.", character=e.character, skill=e.skill, rank=e.rank
    ),
    ev.ConnectionCalled: lambda e: phrase(
        "{character} calls on {connection} with {dice}.",
        character=e.character,
        connection=e.connection,
        dice=_dice(e.dice),
    ),
    ev.ConnectionInvoked: lambda e: phrase(
        "{connection} asks {character} for something.", connection=e.connection, character=e.character
    ),
    ev.ConnectionChanged: lambda e: phrase(
        "{connection} is now at {new}, was {old}.", connection=e.connection, new=e.new, old=e.old
    ),
    ev.ConnectionRequestOpened: lambda e: phrase(
        "{connection} asks with strength {strength}.", connection=e.connection, strength=e.strength
    ),
    ev.ConnectionRequestSettled: _settled,
}
"""One sentence per event class."""
