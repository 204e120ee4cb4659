"""Numbers the table sets right by agreement (PA-116)."""

from collections.abc import Callable, Iterator
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Meaning, Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed, replaced
from engine.common.words import number
from engine.fields import Either, NeededWords, OneOf, PlayerName, SkillName
from engine.offers import choice
from engine.phrase import Phrase, joined, phrase, sentence, spelled, template, verbatim
from engine.systems.phase_abandon.choices import TABLE
from engine.systems.phase_abandon.derived import RANK_LIMIT, in_challenge, max_damage, threshold
from engine.systems.phase_abandon.entities import Character, Narration, Skill, State
from engine.systems.phase_abandon.fields import ConnectionName, GoalName
from engine.systems.phase_abandon.fold import first, known_player, known_skill, with_character, with_player
from engine.systems.phase_abandon.guards import refuse_absent, refuse_unless_idle
from engine.systems.phase_abandon.house_rules import HouseRules
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import Command, Event
from engine.systems.phase_abandon.naming import AnyGoal, all_skills, find_connection, find_goal, find_player, find_skill
from engine.systems.phase_abandon.rules.group_goals import find_group_goal
from engine.systems.phase_abandon.rules.harm import FULL_HEART, CharacterRecovered
from engine.systems.phase_abandon.rules.rolls import drop_split
from engine.systems.phase_abandon.rules.wear import fall_if_spent
from engine.systems.phase_abandon.vocabulary import CharacterStatus, GoalStatus, NarrationKind, Phase
from engine.systems.phase_abandon.words import counted, dice
from engine.types import Spoken

LUCK_LIMIT = 6
MODIFIER_LIMIT = 15
CHARACTER_PATHS = ("heart", "luck", "improvement_chips")
SKILL_PATHS = ("rank", "damage", "advancement", "temp_modifier")
TABLE_PATHS = ("group_goal", "challenge_left", "party_pool", "holder")
PATHS = ("chips", *CHARACTER_PATHS, *SKILL_PATHS, "connection", "goal", *TABLE_PATHS)
"""Numbers that `CorrectState.path` may name."""
_NAMES = {
    "temp_modifier": phrase("bonus or penalty on"),
    "goal": phrase("what is left of"),
    "damage": phrase("damage of"),
}


class StateCorrected(Event):
    """The table corrects a number; the further fields say whose."""

    taken_back: ClassVar[str] = template("the correction")
    path: str
    old: int | str
    new: int | str
    reason: str
    player: str | None = None
    skill: str | None = None
    connection: str | None = None
    goal: str | None = None

    def apply(self, state: State) -> Changes:
        path, player = self.path, self.player or ""
        if path == "holder":
            return {"narration": Narration(str(self.new), NarrationKind.FREE, reason="PA-116")}
        value = int(self.new)
        if path == "chips":
            return {**with_player(state, player, chips=value), "highest_claim": None}
        if path == "party_pool":
            return {"party_pool": value}
        if path == "challenge_left":
            return {"scene": changed(state.scene, challenge_left=value)}
        if path == "group_goal":
            return {"group_goals": _recounted(state.group_goals, lambda goal: goal.text == self.goal, value)}
        character = _character(state, player)
        return with_character(state, character.name, **self._on_the_sheet(character, value, state.house_rules))

    def _on_the_sheet(self, character: Character, value: int, rules: HouseRules) -> Changes:
        if self.path in CHARACTER_PATHS:
            return {self.path: value}
        if self.path == "connection":
            known = first(character.connections, lambda known: known.npc_name == self.connection, "connection")
            return {"connections": replaced(character.connections, known, changed(known, value=value))}
        if self.path == "goal":
            goals = _recounted(character.goals, lambda goal: goal.text == self.goal and not goal.settled, value)
            return {"goals": goals}
        return _skill(character, self.skill or "", self.path, value, rules)

    def sentence(self) -> Phrase:
        what = joined((_NAMES.get(self.path) or spelled(self.path), self.skill or self.connection or self.goal or ""))
        if not self.player:
            return phrase("Corrected: {what} is {new}, was {old}.", what=what, new=self.new, old=self.old)
        return phrase(
            "Corrected: {what} of {player} is {new}, was {old}.",
            what=what,
            player=self.player,
            new=self.new,
            old=self.old,
        )

    def aloud(self) -> Spoken:
        what, path = self.skill or self.goal or self.connection, self.path.rsplit(".", 1)[-1]
        if self.player and path == "chips" and isinstance(self.new, int):
            chips = counted(self.new, "chip", "chips")
            return Spoken(phrase("{player} has {chips}. Noted.", player=self.player, chips=chips), 2)
        if path == "temp_modifier":
            return Spoken(phrase("{what}: {change}. Noted.", what=what, change=_for_now(int(self.new))), 2)
        new = number(self.new) if isinstance(self.new, int) else verbatim(self.new)
        if what:
            return Spoken(phrase("{what}: {new}. Noted.", what=what, new=new), 2)
        corrected = joined((self.player or "", phrase("{what} {new}", what=spelled(path), new=new)), ", ")
        return Spoken(phrase("{corrected} Noted.", corrected=sentence(corrected)), 2)


def _for_now(more: int) -> Phrase:
    """A bonus or penalty of the moment, aloud."""
    if not more:
        return phrase("no bonus or penalty any more")
    change = dice(abs(more))
    return phrase("{dice} more for now", dice=change) if more > 0 else phrase("{dice} fewer for now", dice=change)


def _recounted(goals: tuple[AnyGoal, ...], meant: Callable[[AnyGoal], bool], left: int) -> tuple[AnyGoal, ...]:
    """The goals with one at a new number; an open one may bear the text of a finished one, then it is meant."""
    open_first = tuple(sorted(goals, key=lambda goal: goal.status is not GoalStatus.OPEN))
    goal = first(open_first, meant, "goal")
    status = GoalStatus.OPEN if left else GoalStatus.DONE
    new = changed(goal, value_left=left, value_initial=max(left, goal.value_initial), status=status)
    return replaced(goals, goal, new)


def _character(state: State, player: str) -> Character:
    character = state.character_of(known_player(state, player).name)
    if character is None:
        raise LookupError(f"{player} has no character")
    return character


def _skill(character: Character, name: str, path: str, value: int, rules: HouseRules) -> Changes:
    """The skill at its new number; damage and advancement stay in the ranges that follow from it."""
    old = known_skill(character, name)
    new = changed(old, **{path: value})
    limits = {"damage": max_damage(new, rules), "advancement": threshold(new, rules) - 1}
    limited = {field: min(getattr(new, field), most) for field, most in limits.items() if field != path}
    place = "items" if old.is_item else "skills"
    return {place: replaced(getattr(character, place), old, changed(new, **limited))}


class CorrectState(Command):
    """Set a named number after table agreement (PA-116).

    Attributes:
        path: One of `corrections.PATHS` ("chips", "heart", "challenge_left", "holder" ...).
        value: New number, or a player's name for `holder`.
        reason: Why the table corrects; required.
        player: Whose chips, Heart, skill, connection or goal.
        skill: Skill or item for rank, damage and advancement.
        connection: Connection for `connection`.
        goal: Goal for `goal` and `group_goal`; the current group goal when absent.
    """

    means: ClassVar[Meaning] = "corrects"
    talk: ClassVar[Talk] = Talk(confirm="Set[ {player}:] {path} to {value}?")
    path: Annotated[str, OneOf(PATHS, blank=False, judged=True)]
    value: Annotated[int | str, Either()]
    reason: NeededWords
    player: PlayerName = ""
    skill: SkillName | None = None
    connection: ConnectionName | None = None
    goal: GoalName | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        path = self.path.strip().lower().replace(" ", "_")
        if path not in PATHS:
            paths = joined(PATHS, ", ")
            unknown = phrase("“{number}” cannot be corrected; possible: {numbers}.", number=self.path, numbers=paths)
            raise Refused("E_UNKNOWN", unknown)
        refuse_unless_idle(ledger.state)
        if path == "holder":
            _correct_holder(ledger, self)
            return
        if isinstance(self.value, bool) or not str(self.value).lstrip("-").isdecimal():
            raise Refused("E_RANGE", phrase("A correction of {value} needs a number.", value=path))
        value = int(self.value)
        if path in TABLE_PATHS:
            _correct_table(ledger, self, path, value)
            return
        player = find_player(ledger.state, self.player or self.actor)
        if path == "chips":
            _correct(ledger, self, path, player.chips, value, (0, None), player=player.name)
            return
        character = ledger.state.character_of(player.name)
        if character is None:
            raise Refused("E_UNKNOWN", phrase("{player} has no character.", player=player.name))
        _correct_character(ledger, self, path, value, character)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        if not state.session_running:
            return
        paths = (
            ("chips", phrase("your chips")),
            ("heart", phrase("your Heart")),
            ("luck", phrase("your Luck")),
            ("party_pool", phrase("tokens in the pool")),
            ("challenge_left", phrase("what is left of the challenge")),
        )
        fields = (choice("path", phrase("Number"), paths), Field("value", phrase("Now"), "number"))
        given = (("player", who), ("reason", "miscounted"))
        yield Move(cls.kind, phrase("Correct a number"), phrase("Corrections"), given, fields)
        character = state.character_of(who)
        skills = [each.name for each in all_skills(character)] if character is not None else []
        if skills:
            situation = (("path", "temp_modifier"), ("player", who), ("reason", "the situation"))
            more = Field("value", phrase("Dice more or fewer"), "number", (), -MODIFIER_LIMIT, MODIFIER_LIMIT)
            skill = choice("skill", phrase("Skill"), skills)
            yield Move(cls.kind, phrase("Bonus or penalty on a skill"), phrase("Corrections"), situation, (skill, more))


def _correct(
    ledger: Ledger,
    command: CorrectState,
    path: str,
    old: int,
    new: int,
    bounds: tuple[int, int | None],
    **whose: str,
) -> None:
    low, high = bounds
    if new < low or (high is not None and new > high):
        value = spelled(path)
        if high is None:
            raise Refused("E_RANGE", phrase("{value} may be at least {low}.", value=value, low=low))
        raise Refused("E_RANGE", phrase("{value} may be {low} to {high}.", value=value, low=low, high=high))
    ledger.record(StateCorrected(path, old, new, command.reason, **whose))


def _correct_holder(ledger: Ledger, command: CorrectState) -> None:
    if ledger.state.phase is not Phase.PLAY:
        raise Refused("E_PHASE", phrase("Nobody narrates in this phase."))
    player = find_player(ledger.state, str(command.value))
    refuse_absent(player)
    drop_split(ledger, player.name)
    ledger.record(StateCorrected("holder", ledger.holder or "", player.name, command.reason))


def _correct_table(ledger: Ledger, command: CorrectState, path: str, value: int) -> None:
    state = ledger.state
    if path == "party_pool":
        _correct(ledger, command, path, state.party_pool, value, (0, None))
    elif path == "challenge_left":
        scene = state.scene
        if scene is None or not in_challenge(state):
            raise Refused("E_UNKNOWN", phrase("No challenge scene is running."))
        _correct(ledger, command, path, scene.challenge_left, value, (0, scene.challenge_rating))
    else:
        goal = find_group_goal(ledger, command.goal or "current")
        _correct(ledger, command, path, goal.value_left, value, (0, None), goal=goal.text)


def _correct_character(ledger: Ledger, command: CorrectState, path: str, value: int, character: Character) -> None:
    owner = character.owner
    if path in CHARACTER_PATHS:
        highs = {"heart": FULL_HEART, "luck": LUCK_LIMIT, "improvement_chips": None}
        _correct(ledger, command, path, getattr(character, path) or 0, value, (0, highs[path]), player=owner)
        _settle_heart(ledger, character.name)
    elif path == "connection":
        known = find_connection(character, command.connection or "")
        _correct(ledger, command, path, known.value, value, (1, None), player=owner, connection=known.npc_name)
    elif path == "goal":
        goal = find_goal(character, command.goal or "")
        if goal.settled:
            raise Refused("E_GOAL_CLOSED", phrase("{goal} is settled for good.", goal=goal.text))
        _correct(ledger, command, path, goal.value_left, value, (0, None), player=owner, goal=goal.text)
    else:
        skill = find_skill(character, command.skill or "")
        bounds = _skill_bounds(skill, ledger.rules)[path]
        _correct(ledger, command, path, getattr(skill, path), value, bounds, player=owner, skill=skill.name)


def _skill_bounds(skill: Skill, rules: HouseRules) -> dict[str, tuple[int, int | None]]:
    return {
        "rank": (0, RANK_LIMIT),
        "damage": (0, max_damage(skill, rules)),
        "advancement": (0, threshold(skill, rules) - 1),
        "temp_modifier": (-MODIFIER_LIMIT, MODIFIER_LIMIT),
    }


def _settle_heart(ledger: Ledger, name: str) -> None:
    """A corrected Heart brings a character down or back up (INV-8)."""
    fall_if_spent(ledger, name)
    character = ledger.state.character(name)
    if character is not None and character.status is CharacterStatus.DOWN and character.heart:
        ledger.record(CharacterRecovered(name, character.heart))


def word_given(state: State, who: str) -> Iterator[Move]:
    """Giving the word to somebody else, by agreement."""
    if state.narration is not None:
        others = [each.name for each in state.present if each.name != state.narration.holder]
        agreed = (("path", "holder"), ("reason", "agreed at the table"))
        player = choice("value", phrase("Player"), others)
        yield Move(CorrectState.kind, phrase("Hand narration to somebody"), TABLE, agreed, (player,))
