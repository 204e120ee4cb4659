"""A table of Phase Abandon in few words: every method sends one command of the game and expects it to hold.

`table("Ana", "Ben")` seats players in a lobby; `tests.support.deal.scene` deals a whole table into play. Both use
nothing but commands, so a wrong rule cannot hide behind a fixture. `t.refuses("E_CODE")` gives the table whose next
command has to be refused with that code and to leave everything as it was.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import Any

from engine.dice.source import NoDice
from engine.history import History, RedoLast
from engine.systems.phase_abandon.messages import Command
from engine.systems.phase_abandon.rules import (
    actions,
    approval,
    conflicts,
    connections,
    corrections,
    group_goals,
    handover,
    harm,
    learning,
    narration,
    preparing,
    principles,
    reports,
    scenes,
    sessions,
    sheets,
    throws,
)
from engine.systems.phase_abandon.rules.checks import AddDifficulty, RequestSkillCheck
from engine.systems.phase_abandon.rules.goals import AddPersonalGoal, ChangePersonalGoal, ClaimReward
from engine.systems.phase_abandon.rules.help import OfferHelp
from engine.systems.phase_abandon.rules.setting import AddSettingDetail, FinishSetting, ModifySettingDetail, SetGenre
from engine.systems.phase_abandon.rules.table import AddPlayer, ChangeHouseRule, CreateTable, SetPresence, UndoLast
from engine.systems.phase_abandon.system import RULESET
from engine.types import Rejected
from tests.support.view import View

START_LUCK = 3
NOTHING: Mapping[str, int] = {}
POINTS_AT_CREATION, BEST_AT_CREATION = 15, 5


class Table(View):
    """A history with short names for its commands; `View` has the names for what it shows."""

    def __init__(self) -> None:
        self.history: History[Any, Any, Any] = History(RULESET)
        self.events: tuple[Any, ...] = ()
        self.said = ""
        self._before: Any = None
        self._next_id = 0
        self._expected: tuple[str, ...] = ()

    # -- sending commands ------------------------------------------------------------------------------------

    def do(self, command: Command | RedoLast) -> tuple[Any, ...]:
        """Send a command; return its events."""
        before, entries = self.history.state, len(self.history)
        self._next_id += 1
        outcome = self.history.submit(command, NoDice(), f"c{self._next_id}")
        if self._expected:
            assert isinstance(outcome, Rejected), f"{command} held, expected {self._expected}"
            assert outcome.code in self._expected, f"{command}: {outcome}, expected {self._expected}"
            assert outcome.reason, f"{outcome.code} says nothing to the table"
            assert self.history.state is before
            assert len(self.history) == entries
            return ()
        assert not isinstance(outcome, Rejected), f"{command}: {outcome.code}: {outcome.reason}"
        self.events, self._before = outcome.events, before
        self.said = " ".join(text for event in outcome.events if (text := RULESET.describe(event)))
        return outcome.events

    def refuses(self, *codes: str) -> "Table":
        """The same table, whose next command must be refused with one of these codes."""
        t = copy(self)
        t._expected, t._next_id = codes, 100_000 + len(self.history)
        return t

    def heard(self, least: int = 2) -> str:
        """The companion's words about the latest command, from this weight up."""
        spoken = RULESET.say(self._before, self.events, self.state)
        return " ".join(each.text for each in spoken if each.weight >= least)

    def submit_as(self, command_id: str, command: Command) -> Any:
        """Send a command under a given id; return its outcome."""
        return self.history.submit(command, NoDice(), command_id)

    # -- the table -------------------------------------------------------------------------------------------

    def create(self, name: str = "Thursday", preset: str = "worked_examples") -> None:
        self.do(CreateTable(name=name, preset=preset))

    def add_player(self, name: str) -> None:
        self.do(AddPlayer(name=name))

    def absent(self, player: str) -> None:
        self.do(SetPresence(player=player, present=False))

    def present(self, player: str) -> None:
        self.do(SetPresence(player=player, present=True))

    def rule(self, rule: str, value: Any) -> None:
        self.do(ChangeHouseRule(rule=rule, value=value))

    def correct(
        self, path: str, value: Any, player: str | None = None, reason: str = "miscounted", **named: str
    ) -> None:
        self.do(corrections.CorrectState(path=path, value=value, player=player or "", reason=reason, **named))

    def correct_skill(self, player: str, skill: str, path: str, value: int) -> None:
        self.correct(path, value, player=player, skill=skill)

    def correct_group_goal(self, goal: str, left: int) -> None:
        self.correct("group_goal", left, goal=goal)

    def undo(self) -> None:
        self.do(UndoLast())

    def redo(self) -> None:
        self.do(RedoLast())

    def ask(self, topic: str, player: str | None = None, about: str | None = None) -> str:
        return RULESET.answer(self.state, topic, player, about)

    # -- setting and sheets ----------------------------------------------------------------------------------

    def genre(self, text: str) -> None:
        self.do(SetGenre(text=text))

    def detail(self, player: str, text: str, chips: int) -> None:
        self.do(AddSettingDetail(player=player, text=text, chips=chips))

    def change_detail(self, player: str, detail: str, text: str, chips: int) -> None:
        self.do(ModifySettingDetail(player=player, detail=detail, text=text, chips=chips))

    def finish_setting(self) -> None:
        self.do(FinishSetting())

    def create_character(self, player: str, name: str) -> None:
        self.do(sheets.CreateCharacter(player=player, name=name))

    def blurb(self, player: str, text: str, slot: int | None = None) -> None:
        self.do(sheets.SetBlurb(player=player, text=text, slot=slot))

    def buy(self, player: str, name: str, rank: int, **lines: Any) -> None:
        lines = {"success_effect": "it works", "critical_failure_effect": "it hurts", **lines}
        self.do(sheets.AddSkill(player=player, name=name, rank=rank, **lines))

    def item(self, player: str, name: str, rank: int, **lines: Any) -> None:
        lines = {"success_effect": "it works", "critical_failure_effect": "it hurts", **lines}
        self.do(sheets.AddSpecialItem(player=player, name=name, rank=rank, **lines))

    def principle(self, player: str, text: str, skill: str, bonus: int, applies_to: Any = "LINKED") -> None:
        self.do(
            principles.AddPrinciple(
                player=player,
                text=text,
                linked_skill=skill,
                condition=text,
                bonus_dice=bonus,
                applies_to=applies_to if isinstance(applies_to, str) else tuple(applies_to),
            )
        )

    def goal_add(self, player: str, text: str, value: int | None = None, kind: str | None = None) -> None:
        self.do(AddPersonalGoal(player=player, text=text, value=value, goal_kind=kind))

    def goal_change(self, player: str, goal: str, value: int | None = None, text: str | None = None) -> None:
        self.do(ChangePersonalGoal(player=player, goal=goal, value=value, text=text))

    def connect(self, player: str, npc: str, value: int = 1) -> None:
        self.do(connections.AddConnection(player=player, npc_name=npc, value=value))

    def equip(self, player: str, text: str) -> None:
        self.do(sheets.NoteEquipment(player=player, text=text))

    def decide(self, proposal: str, approved: bool) -> None:
        self.do(approval.DecideProposal(proposal=proposal, approved=approved, reason="we talked"))

    def finish_character(self, player: str) -> None:
        self.do(sheets.FinishCharacter(player=player))

    def quick_character(
        self,
        player: str,
        skills: Mapping[str, int] | None = None,
        items: Mapping[str, Mapping[str, Any]] | None = None,
        principles: Sequence[tuple[str, str, int, Any]] = (),
        goals: Sequence[tuple[str, int]] = (("grow", 300),),
        connections: Iterable[str] = (),
    ) -> None:
        """A whole sheet; ranks beyond what creation allows are raised later by `deal`."""
        self.create_character(player, f"{player}'s hero")
        for text in ("tall", "quiet", "late"):
            self.blurb(player, text)
        points = POINTS_AT_CREATION
        skills = dict(skills or {"Wits": 3})
        for name, rank in skills.items():
            bought = min(rank, BEST_AT_CREATION, points)
            points -= bought
            self.buy(player, name, bought)
        for name, lines in (items or {}).items():
            self.item(player, name, **lines)
            points -= lines["rank"]
        first = next(iter([*skills, *(items or {})]))
        for text, skill, bonus, applies_to in principles:
            self.principle(player, text, skill, bonus, applies_to)
        for number in range(len(principles) + 1, 4):
            self.principle(player, f"principle {number} of {player}", first, 1)
        for text, value in goals:
            self.goal_add(player, text, value)
        for npc in connections:
            self.connect(player, npc)
        self.finish_character(player)

    # -- opening and closing a session -----------------------------------------------------------------------

    def begin_setting(self, genre: str = "low fantasy") -> None:
        self.genre(genre)

    def do_start(self) -> None:
        self.do(sessions.StartSession())

    def start_session(self, luck: Mapping[str, int] | None = NOTHING) -> None:
        """Deal chips and report Luck; `luck=None` leaves the Luck dice owed."""
        self.do_start()
        for player, _, _ in self.asked if luck is not None else ():
            self.dice(player, max(1, (luck or {}).get(player, START_LUCK)))

    def group(self, text: str, value: int, position: int | None = None) -> None:
        self.do(group_goals.AddGroupGoal(text=text, value=value, position=position))

    def change_group(self, goal: str, op: str, value: int | str | None = None) -> None:
        self.do(group_goals.ChangeGroupGoal(goal=goal, op=op, value=value))

    def get_moving(self) -> None:
        self.do(sessions.CallGetMoving())

    def open_play(
        self,
        holder: str,
        group_goals: Sequence[tuple[str, int]] = (("find it", 10),),
        luck: Mapping[str, int] | None = NOTHING,
    ) -> None:
        """From finished characters to the first scene, narrated by `holder`."""
        self.start_session(luck)
        for text, value in group_goals:
            self.group(text, value)
        self.get_moving()
        for player, _, _ in self.asked:
            self.dice(player, *((6, 6) if player == holder else (1, 1)))

    def end_session(self, force: bool = False) -> None:
        self.do(sessions.EndSession(force=force))

    def improve(self, player: str, skill: str, chips: int) -> None:
        self.do(sessions.SpendImprovement(player=player, skill=skill, chips=chips))

    # -- rolls -----------------------------------------------------------------------------------------------

    def declaration(self, player: str, skill: str | None, **options: Any) -> actions.DeclareAction:
        return actions.DeclareAction(player=player, skill=skill, description="tries it", **options)

    def declare(self, player: str, skill: str | None, **options: Any) -> None:
        self.do(self.declaration(player, skill, **options))

    def act(self, player: str, skill: str | None, *faces: int) -> None:
        """Declare with a skill and throw."""
        self.declare(player, skill)
        if self.roll is not None and len(faces) < self.asked[0][1]:
            self.hold_out(player, self.asked[0][1] - len(faces))
        self.dice(player, *faces)

    def check(self, requester: str, target: str, skill: str | None, extra_difficulty: int = 0) -> None:
        self.do(RequestSkillCheck(requester=requester, target=target, skill=skill, extra_difficulty=extra_difficulty))

    def dice(self, player: str, *faces: int, purpose: str | None = None, request_id: str | None = None) -> None:
        self.do(reports.ReportDice(player=player, values=faces, purpose=purpose, request_id=request_id))

    def total(self, player: str, total: int) -> None:
        self.do(reports.ReportDice(player=player, total=total))

    def withdraw(self, player: str) -> None:
        self.do(preparing.WithdrawRoll(player=player))

    def harder(self, player: str) -> None:
        self.do(AddDifficulty(player=player))

    def help(self, player: str, skill: str, dice: int) -> None:
        self.do(OfferHelp(player=player, skill=skill, dice=dice))

    def hold_out(self, player: str, count: int) -> None:
        self.do(preparing.HoldOutDice(player=player, count=count))

    def split(self, player: str, shape: Sequence[int] | None = None) -> None:
        self.do(preparing.SplitDice(player=player, shape=None if shape is None else tuple(shape)))

    def trigger(self, player: str, principle: str) -> None:
        self.do(preparing.InvokeTrigger(player=player, principle=principle))

    def reroll(
        self,
        player: str,
        faces: Sequence[int] = (),
        keep: Sequence[int] = (),
        indexes: Sequence[int] = (),
        words: str | None = None,
    ) -> None:
        dice = words or tuple(indexes)
        self.do(throws.RerollDice(player=player, faces=tuple(faces), keep=tuple(keep), dice=dice))

    def trade(self, player: str, six: int | None = None, one: int | None = None) -> None:
        self.do(throws.TradeSix(player=player, six_index=six, one_index=one))

    def token(self, player: str) -> None:
        self.do(throws.SpendPoolToken(player=player))

    def explode(self, player: str) -> None:
        self.do(throws.ExplodeSixes(player=player))

    def accept(self, player: str) -> None:
        self.do(throws.AcceptRoll(player=player))

    def accept_all(self, player: str) -> None:
        """Keep the dice as they lie until the roll is resolved; sixes are not thrown on."""
        while self.roll is not None:
            self.accept(player)

    # -- narration, scenes, conflict -------------------------------------------------------------------------

    def end(self, player: str | None = None) -> None:
        """End the narration; by its holder unless somebody else is named."""
        self.do(handover.EndNarration(player=player or self.holder or ""))

    def end_all(self) -> None:
        """Tell every pending narration to its end, rolling off ties for the first in seat order."""
        while self.kind not in ("SCENE", "FREE"):
            self.end()
            self.settle_ties()

    def ask_around(self, player: str) -> None:
        self.do(handover.AskAround(player=player))

    def count_action(self, player: str) -> None:
        self.do(narration.CountAction(player=player))

    def set_scene(self, player: str, description: str, combat: bool | None = None) -> None:
        self.do(scenes.SetScene(player=player, description=description, combat=combat))

    def lull(self, player: str, agreed: bool = False) -> None:
        self.do(scenes.DeclareLull(player=player, group_agreed=agreed))

    def settle_ties(self, winner: str | None = None) -> None:
        """Roll any tie off; `winner` throws highest, else the first candidate."""
        while self.candidates:
            names = self.candidates
            best = winner if winner in names else names[0]
            for name in names:
                self.dice(name, 6 if name == best else 1)

    def conflict(self, caller: str, nature: str = "a fight", natural: bool = False) -> None:
        self.do(conflicts.CallConflict(caller=caller, nature=nature, natural=natural))

    def bid(self, player: str, chips: int) -> None:
        self.do(conflicts.PlaceBid(player=player, chips=chips))

    def bids(self, **chips: int) -> None:
        for player, number in chips.items():
            self.bid(player, number)

    def challenge_of(self, rating: int) -> None:
        """The holder calls a conflict and alone bids, so that its rating is this; chips stay as they were."""
        assert self.holder is not None
        holder, dice, chips = self.holder, -(-rating // 6), self.chips
        if chips[holder] < dice:
            self.correct("chips", dice, player=holder)
        self.conflict(holder)
        for player in self.bidders:
            self.bid(player, dice if player == holder else 0)
        self.total(holder, rating)
        if chips != self.chips:
            self.correct("chips", chips[holder], player=holder)

    def reward(self, player: str, points: int) -> None:
        """Let the player wrap up a challenge of so many points and tell its end; the reward stays unclaimed."""
        self.end_all()
        self.challenge_of(points)
        self.correct("challenge_left", 1)
        goal = self.current_group_goal
        character = self.character(player)
        names = [each.name for each in (*character.skills, *character.items)]
        skill = max(names, key=lambda name: self.level(player, name))
        self.declare(player, skill)
        self.dice(player, *[4] * self.asked[0][1])
        self.accept_all(player)
        assert self.now == (player, "WRAP_UP", None)
        assert self.current_group_goal == goal
        self.end()
        self.settle_ties()

    def claim(self, player: str, goal: str) -> None:
        self.do(ClaimReward(player=player, goal=goal))

    # -- harm, vows, learning, connections -------------------------------------------------------------------

    def heal(self, target: str, skill: str, amount: int, roll_id: str | None = None) -> None:
        self.do(harm.HealDamage(target=target, skill=skill, amount=amount, roll_id=roll_id))

    def heal_heart(self, target: str, amount: int) -> None:
        self.do(harm.HealDamage(target=target, heart=True, amount=amount))

    def recharge(self, player: str, item: str) -> None:
        self.do(harm.RechargeItem(player=player, item=item))

    def fate(self, player: str, fate: str, actor: str | None = None) -> None:
        self.do(harm.ChooseFate(player=player, fate=fate, actor=actor or player))

    def recover(self, player: str) -> None:
        self.do(harm.RecoverCharacter(player=player))

    def kill(self, player: str) -> None:
        """Let the player's character fall on a worn skill and die; narration and chips end up as before."""
        chips, holder = self.chips, self.holder
        name = self.character(player).skills[0].name
        self.correct("heart", 1, player=player)
        if self.skill(player, name).rank < 2:
            self.correct_skill(player, name, "rank", 2)
        self.correct_skill(player, name, "damage", self.skill(player, name).rank - 1)
        self.act(player, name, 2)
        self.settle_ties()
        self.fate(player, "die")
        self.end_all()
        for each, number in chips.items():
            if self.chips[each] != number:
                self.correct("chips", number, player=each)
        if self.holder != holder:
            self.correct("holder", holder)
        assert self.status(player) == "DEAD"

    def break_principle(self, player: str, principle: str) -> None:
        self.do(principles.BreakPrinciple(player=player, principle=principle))

    def resolve(self, player: str, principle: str, mode: str = "atoned", new_text: str | None = None) -> None:
        self.do(principles.ResolvePrinciple(player=player, principle=principle, mode=mode, new_text=new_text))

    def propose_skill(self, player: str, skill: str, item: bool = False) -> None:
        self.do(
            learning.ProposeSkillGoal(
                player=player,
                goal_text=f"learn {skill}",
                skill_name=skill,
                success_effect="it works",
                critical_failure_effect="it hurts",
                item=item,
            )
        )

    def learn(self, player: str, goal: str) -> None:
        self.do(learning.LearnSkill(player=player, goal=goal))

    def call(self, player: str, connection: str, dice: int) -> None:
        self.do(connections.CallConnection(player=player, connection=connection, dice=dice, request_text="a favour"))

    def invoke(self, player: str, target: str, connection: str, text: str = "a favour") -> None:
        self.do(connections.InvokeConnection(player=player, target=target, connection=connection, request_text=text))

    def settle(self, player: str, request: str, fulfilled: bool, raise_: bool = True) -> None:
        self.do(
            connections.SettleConnectionRequest(
                player=player, request=request, fulfilled=fulfilled, raise_=raise_, actor=player
            )
        )


def table(*players: str, preset: str = "worked_examples") -> Table:
    """A lobby with these players."""
    t = Table()
    t.create(preset=preset)
    for name in players:
        t.add_player(name)
    return t
