"""Deciding about the table, its players, house rules and corrections (rules 3.1, 3.20)."""

from engine.phrase import joined, phrase, spelled
from engine.systems.phase_abandon import commands as cmd
from engine.systems.phase_abandon import events as ev
from engine.systems.phase_abandon.corrections import CHARACTER_PATHS, PATHS, SKILL_PATHS
from engine.systems.phase_abandon.derived import RANK_LIMIT, highest, max_damage, threshold
from engine.systems.phase_abandon.entities import Character, GroupGoal, Skill
from engine.systems.phase_abandon.guards import MOST_PLAYERS, refuse_unless_idle
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.naming import (
    by_number,
    find,
    find_connection,
    find_goal,
    find_player,
    find_skill,
)
from engine.systems.phase_abandon.passing import begin_scene, drop_split, pass_narration
from engine.systems.phase_abandon.recovery import FULL_HEART, close_scene_effects
from engine.systems.phase_abandon.rulebook import rule
from engine.systems.phase_abandon.settings import PRESETS, SETTING_BY_NAME, SETTINGS, preset_named, preset_rules
from engine.systems.phase_abandon.vocabulary import CharacterStatus, NarrationKind, Phase, Purpose, SceneStatus
from engine.systems.phase_abandon.wear import fall_if_spent
from engine.types import Rejected

_GROUP_GOAL = phrase("group goal"), phrase("group goals")
LUCK_LIMIT = 6
MODIFIER_LIMIT = 15


@rule(cmd.CreateTable, absent_may=True)
def create_table(ledger: Ledger, command: cmd.CreateTable, who: str) -> Rejected | None:
    """Open a table once."""
    if ledger.state.name is not None:
        return Rejected("E_ALREADY", phrase("The table {table} is open already.", table=ledger.state.name))
    preset = preset_named(command.preset)
    if preset is None:
        return _no_preset(command.preset)
    ledger.record(ev.TableCreated(command.name.strip(), preset))
    return None


@rule(cmd.AddPlayer, "LSCOP", absent_may=True)
def add_player(ledger: Ledger, command: cmd.AddPlayer, who: str) -> Rejected | None:
    """Seat a player; a latecomer to a running game session is dealt chips (PA-10, R-89)."""
    state, name = ledger.state, command.name.strip()
    if any(player.name.casefold() == name.casefold() for player in state.players):
        return Rejected("E_DUPLICATE", phrase("{player} sits at the table already; take another name.", player=name))
    if len(state.players) >= MOST_PLAYERS:
        return Rejected("E_LIMIT", phrase("Eight players are the most."))
    ledger.record(ev.PlayerSeated(name, len(state.players)))
    if state.session_running:
        ledger.record(ev.ChipsDealt(name, ledger.rules.latecomer_chips))
    return None


@rule(cmd.SetPresence, acts="player", absent_may=True)
def set_presence(ledger: Ledger, command: cmd.SetPresence, who: str) -> Rejected | None:
    """A player leaves or comes back; a leaving narrator hands over (N-29)."""
    state = ledger.state
    refusal = refuse_unless_idle(state)
    if refusal is not None:
        return refusal
    if ledger.player(who).present == command.present:
        here, away = phrase("{player} is here already.", player=who), phrase("{player} is away already.", player=who)
        return Rejected("E_ALREADY", here if command.present else away)
    if not command.present and state.session_running and len(state.present) <= 2:
        return Rejected("E_LIMIT", phrase("Two players have to stay."))
    ledger.record(ev.PresenceChanged(who, command.present))
    if command.present:
        _welcome_back(ledger, who)
    elif state.phase is Phase.PLAY:
        _leave(ledger, who)
    return None


def _welcome_back(ledger: Ledger, who: str) -> None:
    state, player = ledger.state, ledger.player(who)
    if not state.session_running:
        return
    first_time = player.dealt_in == 0
    if first_time or (ledger.rules.chips_reset_each_session and player.dealt_in != state.session_no):
        ledger.record(ev.ChipsDealt(who, ledger.rules.latecomer_chips))
    ask_luck(ledger, who)


def ask_luck(ledger: Ledger, who: str) -> None:
    """Ask for the Luck die of a character that has none yet this game session (PA-28)."""
    character = ledger.state.character_of(who)
    playing = character is not None and character.status not in (CharacterStatus.DRAFT, CharacterStatus.DEAD)
    if ledger.rules.luck_enabled and playing and character is not None and character.luck is None:
        ledger.ask_dice(who, 1, Purpose.LUCK, f"Luck of {character.name}")


def _leave(ledger: Ledger, who: str) -> None:
    if ledger.state.split_roll is not None and ledger.state.split_roll.roller == who:
        drop_split(ledger, who)
    if ledger.holder != who:
        return
    richest, seats = highest(ledger.state), len(ledger.state.players)
    seat = ledger.player(who).seat
    heir = min(richest, key=lambda player: (player.seat - seat) % seats).name
    scene = ledger.state.scene
    if scene is not None and scene.status is not SceneStatus.OPEN:
        close_scene_effects(ledger)
        begin_scene(ledger, heir)
        pass_narration(ledger, heir, NarrationKind.SCENE, "N-29")
    else:
        pass_narration(ledger, heir, NarrationKind.FREE, "N-29")


@rule(cmd.ChangeHouseRule)
def change_house_rule(ledger: Ledger, command: cmd.ChangeHouseRule, who: str) -> Rejected | None:
    """Set one house rule or a whole preset (PA-3)."""
    name = command.rule.strip().lower().replace(" ", "_")
    if name == "preset":
        return _change_preset(ledger, str(command.value))
    setting = SETTING_BY_NAME.get(name)
    if setting is None:
        return Rejected("E_RULE", phrase('There is no house rule "{rule}".', rule=command.rule))
    value = setting.parse(command.value)
    if value is None:
        span = phrase("{low} to {high}", low=setting.low, high=setting.high)
        options = joined(map(str, setting.values), ", ") or span
        return Rejected("E_RULE", phrase("{rule} may be: {options}.", rule=name, options=options))
    refusal = refuse_unless_idle(ledger.state)
    if refusal is None:
        ledger.record(ev.HouseRuleChanged(name, getattr(ledger.rules, name), value))
    return refusal


def _no_preset(said: str) -> Rejected:
    known = joined(PRESETS, ", ")
    return Rejected(
        "E_RULE", phrase('There is no preset "{preset}"; known are: {presets}.', preset=said, presets=known)
    )


def _change_preset(ledger: Ledger, said: str) -> Rejected | None:
    preset = preset_named(said)
    if preset is None:
        return _no_preset(said)
    refusal = refuse_unless_idle(ledger.state)
    if refusal is not None:
        return refusal
    wanted = preset_rules(preset)
    for setting in SETTINGS:
        old, new = getattr(ledger.rules, setting.name), getattr(wanted, setting.name)
        if old != new:
            ledger.record(ev.HouseRuleChanged(setting.name, old, new))
    return None


@rule(cmd.AskStatus, absent_may=True)
def ask_status(ledger: Ledger, command: cmd.AskStatus, who: str) -> Rejected | None:
    """Reads only; `Ruleset.answer` speaks."""
    return None


@rule(cmd.UndoLast, absent_may=True)
def undo_last(ledger: Ledger, command: cmd.UndoLast, who: str) -> Rejected | None:
    """A table without a history has nothing to take back; `engine.history` carries undo out."""
    return Rejected("E_ALREADY", phrase("There is nothing to undo."))


@rule(cmd.CorrectState)
def correct_state(ledger: Ledger, command: cmd.CorrectState, who: str) -> Rejected | None:
    """Set a named number by agreement (PA-116)."""
    path = command.path.strip().lower().replace(" ", "_")
    if path not in PATHS:
        paths = joined(PATHS, ", ")
        unknown = phrase('"{number}" cannot be corrected; known are: {numbers}.', number=command.path, numbers=paths)
        return Rejected("E_UNKNOWN", unknown)
    refusal = refuse_unless_idle(ledger.state)
    if refusal is not None:
        return refusal
    if path == "holder":
        return _correct_holder(ledger, command)
    if isinstance(command.value, bool) or not str(command.value).lstrip("-").isdecimal():
        return Rejected("E_RANGE", phrase("A correction of {value} needs a number.", value=path))
    value = int(command.value)
    if path in ("party_pool", "challenge_left", "group_goal"):
        return _correct_table(ledger, command, path, value)
    player = find_player(ledger.state, command.player or command.actor)
    if isinstance(player, Rejected):
        return player
    if path == "chips":
        return _correct(ledger, command, path, player.chips, value, (0, None), player=player.name)
    character = ledger.state.character_of(player.name)
    if character is None:
        return Rejected("E_UNKNOWN", phrase("{player} has no character.", player=player.name))
    return _correct_character(ledger, command, path, value, character)


def _correct(
    ledger: Ledger,
    command: cmd.CorrectState,
    path: str,
    old: int,
    new: int,
    bounds: tuple[int, int | None],
    **whose: str,
) -> Rejected | None:
    low, high = bounds
    if new < low or (high is not None and new > high):
        value = spelled(path)
        if high is None:
            return Rejected("E_RANGE", phrase("{value} may be at least {low}.", value=value, low=low))
        return Rejected("E_RANGE", phrase("{value} may be {low} to {high}.", value=value, low=low, high=high))
    ledger.record(ev.StateCorrected(path, old, new, command.reason, **whose))
    return None


def _correct_holder(ledger: Ledger, command: cmd.CorrectState) -> Rejected | None:
    if ledger.state.phase is not Phase.PLAY:
        return Rejected("E_PHASE", phrase("Nobody narrates in this phase."))
    player = find_player(ledger.state, str(command.value))
    if isinstance(player, Rejected):
        return player
    if not player.present:
        return Rejected("E_ABSENT", phrase("{player} is not at the table.", player=player.name))
    drop_split(ledger, player.name)
    ledger.record(ev.StateCorrected("holder", ledger.holder or "", player.name, command.reason))
    return None


def _correct_table(ledger: Ledger, command: cmd.CorrectState, path: str, value: int) -> Rejected | None:
    state = ledger.state
    if path == "party_pool":
        return _correct(ledger, command, path, state.party_pool, value, (0, None))
    if path == "challenge_left":
        scene = state.scene
        if scene is None or scene.kind != "CHALLENGE" or scene.status is not SceneStatus.OPEN:
            return Rejected("E_UNKNOWN", phrase("No challenge scene is running."))
        return _correct(ledger, command, path, scene.challenge_left, value, (0, scene.challenge_rating))
    goal = find_group_goal(ledger, command.goal or "current")
    if isinstance(goal, Rejected):
        return goal
    return _correct(ledger, command, path, goal.value_left, value, (0, None), goal=goal.text)


def find_group_goal(ledger: Ledger, said: str) -> GroupGoal | Rejected:
    """A group goal by text, number among the open ones, "current" or "last"; open ones come first."""
    goals = ledger.state.group_goals
    opened = tuple(goal for goal in goals if goal.status == "OPEN")
    if said.strip().casefold() == "current":
        current = ledger.state.current_group_goal
        return current if current is not None else Rejected("E_UNKNOWN", phrase("No group goal is open."))
    numbered = by_number(opened, said)
    if numbered is not None:
        return numbered
    found = find(opened, lambda goal: goal.text, said, _GROUP_GOAL)
    if isinstance(found, GroupGoal) or found.code == "E_AMBIGUOUS":
        return found
    closed = find((goal for goal in goals if goal.status != "OPEN"), lambda goal: goal.text, said, _GROUP_GOAL)
    return closed if isinstance(closed, GroupGoal) else found


def _correct_character(
    ledger: Ledger, command: cmd.CorrectState, path: str, value: int, character: Character
) -> Rejected | None:
    owner = character.owner
    if path in CHARACTER_PATHS:
        highs = {"heart": FULL_HEART, "luck": LUCK_LIMIT, "improvement_chips": None}
        old = getattr(character, path) or 0
        refusal = _correct(ledger, command, path, old, value, (0, highs[path]), player=owner)
        return refusal or _settle_heart(ledger, character.name)
    if path == "connection":
        known = find_connection(character, command.connection or "")
        if isinstance(known, Rejected):
            return known
        return _correct(ledger, command, path, known.value, value, (1, None), player=owner, connection=known.npc_name)
    if path == "goal":
        goal = find_goal(character, command.goal or "")
        if isinstance(goal, Rejected):
            return goal
        if goal.settled:
            return Rejected("E_GOAL_CLOSED", phrase("{goal} is settled for good.", goal=goal.text))
        return _correct(ledger, command, path, goal.value_left, value, (0, None), player=owner, goal=goal.text)
    skill = find_skill(character, command.skill or "")
    if isinstance(skill, Rejected):
        return skill
    bounds = _skill_bounds(ledger, skill)[path]
    return _correct(ledger, command, path, getattr(skill, path), value, bounds, player=owner, skill=skill.name)


def _skill_bounds(ledger: Ledger, skill: Skill) -> dict[str, tuple[int, int | None]]:
    bounds: dict[str, tuple[int, int | None]] = {
        "rank": (0, RANK_LIMIT),
        "damage": (0, max_damage(skill, ledger.rules)),
        "advancement": (0, threshold(skill, ledger.rules) - 1),
        "temp_modifier": (-MODIFIER_LIMIT, MODIFIER_LIMIT),
    }
    return {path: bounds[path] for path in SKILL_PATHS}


def _settle_heart(ledger: Ledger, name: str) -> Rejected | None:
    """A corrected Heart brings a character down or back up (INV-8)."""
    fall_if_spent(ledger, name)
    character = ledger.state.character(name)
    if character is not None and character.status is CharacterStatus.DOWN and character.heart:
        ledger.record(ev.CharacterRecovered(name, character.heart))
    return None
