"""Game sessions: opening, get-moving roll, closing, improvement (rules 3.4, 3.18)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Ending, Meaning, Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import Worded, listed
from engine.offers import choice
from engine.phrase import Phrase, capital, phrase, template
from engine.systems.phase_abandon.choices import CHARACTER, TABLE
from engine.systems.phase_abandon.derived import RANK_LIMIT, is_active
from engine.systems.phase_abandon.entities import GetMoving, Obligation, Player, Skill, State
from engine.systems.phase_abandon.fields import Chips, NeededSkill
from engine.systems.phase_abandon.fold import known_character, with_character, with_player
from engine.systems.phase_abandon.guards import living_character, refuse_broken, refuse_unless_idle
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import CharacterEvent, Command, Event, PlayerCommand
from engine.systems.phase_abandon.naming import all_skills, find_skill, is_luck, skills_meant
from engine.systems.phase_abandon.rules.goals import RewardForfeited
from engine.systems.phase_abandon.rules.harm import close_scene_effects, recover_all
from engine.systems.phase_abandon.rules.narration import obligation, pass_narration
from engine.systems.phase_abandon.rules.roll_offs import open_roll_off
from engine.systems.phase_abandon.rules.scenes import SceneEnded, begin_scene
from engine.systems.phase_abandon.rules.wear import improve
from engine.systems.phase_abandon.vocabulary import (
    CharacterStatus,
    GoalStatus,
    NarrationKind,
    ObligationKind,
    Phase,
    Purpose,
    RollOffReason,
    RollOffUse,
    SceneStatus,
)
from engine.systems.phase_abandon.words import counted, in_figures
from engine.types import Spoken

STARTING_CHIPS = 5
GET_MOVING_DICE = 2


class SessionStarted(Event):
    """A game session begins."""

    told: ClassVar[str] = template("Game session {session_no} begins.")
    taken_back: ClassVar[str] = template("the start of the session")
    session_no: int

    def apply(self, state: State) -> Changes:
        return {
            "session_no": self.session_no,
            "session_running": True,
            "phase": Phase.OPENING,
            "scene": None,
            "narration": None,
            "last_roll": None,
            "action_order": (),
            "highest_claim": None,
        }


class ChipsDealt(Event):
    """A player's betting chips are set at the start of play."""

    told: ClassVar[str] = template("{player} has {chips}.")
    player: str
    chips: Annotated[int, Worded(lambda chips: in_figures(chips, "chip", "chips"))]

    def apply(self, state: State) -> Changes:
        changes = with_player(state, self.player, chips=self.chips, dealt_in=state.session_no, carried_chips=None)
        return {**changes, "highest_claim": None}


class LuckRolled(CharacterEvent):
    """A character's Luck for the game session."""

    told: ClassVar[str] = template("{character} has {luck} Luck.")
    luck: int

    def apply(self, state: State) -> Changes:
        return with_character(state, self.character, luck=self.luck)


class GetMovingCalled(Event):
    """Everybody throws for the first narration."""

    told: ClassVar[str] = template("Everybody rolls 2 dice to get moving.")
    taken_back: ClassVar[str] = template("the get-moving roll")

    def apply(self, state: State) -> Changes:
        return {"get_moving": GetMoving(tuple(player.name for player in state.present))}


class GetMovingWon(Event):
    """The first narrator is found."""

    told: ClassVar[str] = template("{player} begins with {total}.")
    player: str
    total: int

    def apply(self, state: State) -> Changes:
        return {"get_moving": None, "phase": Phase.PLAY}


class SessionEnded(Event):
    """The game session is over."""

    told: ClassVar[str] = template("Game session {session_no} is over.")
    taken_back: ClassVar[str] = template("the end of the session")
    ends: ClassVar[Ending] = "session"
    session_no: int
    pool_left: int

    def apply(self, state: State) -> Changes:
        players = state.players
        if state.house_rules.chips_reset_each_session:
            players = tuple(changed(player, chips=0) for player in players)
        return {
            "phase": Phase.CLOSED,
            "session_running": False,
            "players": players,
            "characters": tuple(changed(character, luck=None) for character in state.characters),
            "narration": None,
            "party_pool": self.pool_left,
            "split_queue": (),
            "split_roll": None,
            "action_order": (),
            "highest_claim": None,
        }


class ImprovementGranted(CharacterEvent):
    """A character's share of the evening."""

    from_luck: int
    from_pool: int

    def apply(self, state: State) -> Changes:
        character = known_character(state, self.character)
        chips = character.improvement_chips + self.from_luck + self.from_pool
        return with_character(state, self.character, improvement_chips=chips)

    def sentence(self) -> Phrase:
        chips = in_figures(self.from_luck + self.from_pool, "improvement chip", "improvement chips")
        return phrase("{character} gets {chips}.", character=self.character, chips=chips)


class ImprovementSpent(CharacterEvent):
    """Improvement chips go into a skill."""

    taken_back: ClassVar[str] = template("the improvement of {skill}")
    told: ClassVar[str] = template("{character} puts {chips} into {skill}.")
    skill: str
    chips: Annotated[int, Worded(lambda chips: in_figures(chips, "improvement chip", "improvement chips"))]

    def apply(self, state: State) -> Changes:
        character = known_character(state, self.character)
        return with_character(state, self.character, improvement_chips=character.improvement_chips - self.chips)

    def aloud(self) -> Spoken:
        chips = capital(counted(self.chips, "improvement chip", "improvement chips"))
        return Spoken(phrase("{chips} into {skill}.", chips=chips, skill=self.skill), 2)


class StartSession(Command):
    """Deal chips and ask for Luck (PA-28)."""

    taps: ClassVar[tuple[Move, ...]] = (Move("start_session", phrase("Start the game session"), TABLE),)
    phases: ClassVar[str] = "OE"
    talk: ClassVar[Talk] = Talk(confirm="Begin the session?", main=True)
    means: ClassVar[Meaning] = "begins_session"

    def decide(self, ledger: Ledger, who: str) -> None:
        """Deal chips and ask for Luck (PA-28, R-78)."""
        state = ledger.state
        if state.session_running:
            raise Refused("E_ALREADY", phrase("The game session has already started."))
        active = [player for player in state.present if is_active(state, player.name)]
        if len(active) < 2:
            raise Refused("E_INCOMPLETE", phrase("Two finished characters have to be at the table."))
        ledger.record(SessionStarted(state.session_no + 1))
        for player in state.present:
            if player.dealt_in == 0 or ledger.rules.chips_reset_each_session:
                ledger.record(ChipsDealt(player.name, _first_chips(player)))
        for player in state.present:
            ask_luck(ledger, player.name)


def _first_chips(player: Player) -> int:
    return STARTING_CHIPS if player.carried_chips is None else player.carried_chips


def ask_luck(ledger: Ledger, who: str) -> None:
    """Ask for the Luck die of a character that has none yet this game session (PA-28)."""
    character = ledger.state.character_of(who)
    playing = character is not None and character.status not in (CharacterStatus.DRAFT, CharacterStatus.DEAD)
    if ledger.rules.luck_enabled and playing and character is not None and character.luck is None:
        ledger.ask_dice(who, 1, Purpose.LUCK, f"Luck of {character.name}")


class CallGetMoving(Command):
    """Everybody throws 2d6 for the first narration (PA-31); `force` goes on without a group goal (PA-89)."""

    taps: ClassVar[tuple[Move, ...]] = (Move("call_get_moving", phrase("Get moving"), TABLE),)
    phases: ClassVar[str] = "O"
    talk: ClassVar[Talk] = Talk(confirm="Shall everybody roll to get moving?")
    force: bool = False

    def decide(self, ledger: Ledger, who: str) -> None:
        state = ledger.state
        if not state.session_running:
            raise Refused("E_PHASE", phrase("Start the game session first."))
        refuse_unless_idle(state)
        if state.current_group_goal is None and not self.force:
            raise Refused("E_NO_GROUP_GOAL", phrase("Agree on a group goal first."))
        if len(state.present) < 2:
            raise Refused("E_INCOMPLETE", phrase("Two players have to be at the table."))
        ledger.record(GetMovingCalled())
        ask_get_moving(ledger, tuple(player.name for player in state.present))


def ask_get_moving(ledger: Ledger, names: tuple[str, ...]) -> None:
    """Ask these players for 2d6."""
    for name in names:
        ledger.ask_dice(name, GET_MOVING_DICE, Purpose.GET_MOVING, "get-moving roll", faces=False)


def finish_get_moving(ledger: Ledger) -> None:
    """All totals are in: the highest begins, ties are told apart first (PA-31, R-13)."""
    moving = ledger.state.get_moving
    if moving is None:
        return
    # Only those who threw again in the latest round are still in it, with their latest total.
    thrown = [total.player for total in moving.totals]
    rounds = max(map(thrown.count, moving.candidates))
    latest = {total.player: total.number for total in moving.totals if thrown.count(total.player) == rounds}
    best = max(latest.values())
    tied = tuple(name for name in moving.candidates if latest.get(name) == best)
    if len(tied) == 1:
        get_moving(ledger, tied[0])
    elif ledger.rules.get_moving_tie == "repeat_2d6":
        ask_get_moving(ledger, tied)
    else:
        open_roll_off(ledger, tied, RollOffReason.GET_MOVING, RollOffUse.GET_MOVING)


def get_moving(ledger: Ledger, winner: str) -> None:
    """The winner opens the first scene (PA-32, N-1, R-12)."""
    moving = ledger.state.get_moving
    totals = {total.player: total.number for total in moving.totals} if moving is not None else {}
    ledger.record(GetMovingWon(winner, totals.get(winner, 0)))
    begin_scene(ledger, winner)
    owed: tuple[Obligation, ...] = ()
    if ledger.rules.opening_setup == "winner":
        owed = (obligation(ObligationKind.SET_UP),)
    pass_narration(ledger, winner, NarrationKind.SCENE, "N-1", obligations=owed)


class EndSession(Command):
    """Close the evening (PA-112, PA-113); `force` forfeits unclaimed rewards."""

    phases: ClassVar[str] = "P"
    talk: ClassVar[Talk] = Talk(confirm="End the session?", main=True, once=True)
    means: ClassVar[Meaning] = "ends_session"
    force: bool = False

    def decide(self, ledger: Ledger, who: str) -> None:
        """Close the evening; tokens left over may be rolled for first (PA-112, R-37)."""
        state = ledger.state
        refuse_unless_idle(state)
        if not self.force and any(_can_claim(state, reward.player) for reward in state.rewards):
            names = listed(dict.fromkeys(reward.player for reward in state.rewards))
            pending = phrase("{names} may still claim a reward; say so to give it up.", names=names)
            raise Refused("E_REWARD_PENDING", pending)
        names_present = tuple(player.name for player in state.present)
        if ledger.rules.pool_remainder == "roll_off" and state.party_pool % len(names_present):
            open_roll_off(ledger, names_present, RollOffReason.HIGHEST, RollOffUse.POOL)
        else:
            close_session(ledger, None)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        yield Move(cls.kind, phrase("End the game session"), TABLE)
        if state.rewards:
            yield Move(cls.kind, phrase("End the game session without claiming rewards"), TABLE, (("force", True),))


def _can_claim(state: State, player: str) -> bool:
    character = state.character_of(player)
    return character is not None and any(goal.status is GoalStatus.OPEN for goal in character.goals)


def close_session(ledger: Ledger, remainder_to: str | None) -> None:
    """End scene and session and share out Luck and tokens (PA-112, PA-113)."""
    for reward in ledger.state.rewards:
        ledger.record(RewardForfeited(reward.player, reward.points))
    scene = ledger.state.scene
    if scene is not None and scene.status is SceneStatus.OPEN:
        ledger.record(SceneEnded(scene.scene_id, SceneStatus.LULLED))
    close_scene_effects(ledger)
    if ledger.rules.recovery == "per_session":
        recover_all(ledger)
    state = ledger.state
    share, left = divmod(state.party_pool, len(state.present))
    grants = [
        (character, share if owner.present else 0, left if owner.name == remainder_to else 0)
        for owner in state.players
        if (character := state.character_of(owner.name)) is not None
        and character.status not in (CharacterStatus.DRAFT, CharacterStatus.DEAD)
    ]
    kept = left if ledger.rules.pool_remainder == "carry_over" else 0
    ledger.record(SessionEnded(state.session_no, kept))
    for character, even, extra in grants:
        ledger.record(ImprovementGranted(character.name, character.luck or 0, even + extra))


class SpendImprovement(PlayerCommand):
    """Turn improvement chips into repair or advancement (PA-114); `chips` None = all."""

    phases: ClassVar[str] = "EO"
    talk: ClassVar[Talk] = Talk(confirm="{chips:improvement chip|improvement chips} for {skill}, {player}?")
    skill: NeededSkill
    chips: Chips | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        character = living_character(ledger.state, who)
        chips = character.improvement_chips if self.chips is None else self.chips
        if chips < 1:
            raise Refused("E_BUDGET" if self.chips is None else "E_RANGE", phrase("That takes at least one chip."))
        vital = self.skill.strip().casefold() == "heart" or is_luck(self.skill)
        if vital and len(skills_meant(character, self.skill)) != 1:
            raise Refused("E_NOT_IMPROVABLE", phrase("Heart and Luck cannot be improved."))
        skill = find_skill(character, self.skill)
        if chips > character.improvement_chips:
            has = counted(character.improvement_chips, "improvement chip", "improvement chips")
            raise Refused("E_BUDGET", phrase("{character} has {chips}.", character=character.name, chips=has))
        _refuse_improvement(skill)
        ledger.record(ImprovementSpent(character.name, skill.name, chips))
        for _ in range(chips):
            improve(ledger, character.name, skill.name)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        character = state.character_of(who)
        if character is not None and character.improvement_chips:
            skill = choice("skill", phrase("Skill"), [each.name for each in all_skills(character)])
            chips = Field("chips", phrase("Improvement chips"), "number", (), 1, character.improvement_chips)
            yield Move(cls.kind, phrase("Spend improvement chips"), CHARACTER, (), (skill, chips))


def _refuse_improvement(skill: Skill) -> None:
    refuse_broken(skill)
    if skill.rank >= RANK_LIMIT and not skill.damage:
        raise Refused("E_NOT_IMPROVABLE", phrase("{skill} is at its highest rank.", skill=skill.name))
