"""From a roster file to the commands that bring a fresh table to the state it describes."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.errors import BadField
from engine.systems.phase_abandon.messages import Command
from engine.systems.phase_abandon.rules.conflicts import CallConflict, PlaceBid
from engine.systems.phase_abandon.rules.connections import AddConnection
from engine.systems.phase_abandon.rules.corrections import CorrectState
from engine.systems.phase_abandon.rules.goals import AddPersonalGoal
from engine.systems.phase_abandon.rules.group_goals import AddGroupGoal
from engine.systems.phase_abandon.rules.principles import AddPrinciple
from engine.systems.phase_abandon.rules.reports import ReportDice
from engine.systems.phase_abandon.rules.scenes import SetScene
from engine.systems.phase_abandon.rules.sessions import CallGetMoving, StartSession
from engine.systems.phase_abandon.rules.setting import AddSettingDetail, FinishSetting, ModifySettingDetail, SetGenre
from engine.systems.phase_abandon.rules.sheets import (
    AddSkill,
    AddSpecialItem,
    CreateCharacter,
    FinishCharacter,
    NoteEquipment,
    SetBlurb,
)
from engine.systems.phase_abandon.rules.table import AddPlayer, ChangeHouseRule, CreateTable
from engine.systems.phase_abandon.words import UNWRITTEN

Entry = Mapping[str, Any]

REASON = "starting state of the roster"
_LEFT_OPEN = str(UNWRITTEN)
_POINTS, _BEST_AT_CREATION, _DEALT = 15, 5, 5  # PA-20, PA-28


def commands_for(roster: Entry) -> tuple[Command, ...]:
    """Commands that turn a fresh table into the one described.

    Args:
        roster: `preset`, `phase`, `players` in seat order with `chips` and `character`, `group_goals`, `party_pool`,
            and in PLAY `holder` and `scene`; `genre`, and `table.details` of the world with `player`, `text`, `chips`
            and, where one changes another, `changes`, its number from 1. Phase OPENING means chips dealt and Luck
            known, the get-moving roll still to come; any earlier phase leaves the game session unopened. Without
            `luck` in a sheet its die is owed.

    Raises:
        BadField: A detail of the world does not fit.
        KeyError: A required entry is missing; files are checked before they come here.
    """
    return tuple(_commands(roster))


def _commands(roster: Entry) -> Iterator[Command]:
    players = roster["players"]
    phase = roster.get("phase") or "LOBBY"
    preset = roster.get("preset") or "worked_examples"
    yield CreateTable(name=roster.get("title") or "Phase Abandon", preset=preset)
    yield from (AddPlayer(name=player["name"]) for player in players)
    yield from (ChangeHouseRule(rule=rule, value=value) for rule, value in roster.get("house_rules", {}).items())
    if phase == "LOBBY" and not any(player.get("character") for player in players):
        return
    if roster.get("genre"):
        yield SetGenre(text=roster["genre"])
    yield from _details(roster)
    yield FinishSetting()
    for player in players:
        if player.get("character"):
            yield from _sheet(player["name"], player["character"])
    if all(player.get("character") for player in players):
        for goal in roster.get("group_goals", ()):
            yield AddGroupGoal(text=goal["text"], value=goal["value"])
    if phase not in {"OPENING", "PLAY"}:
        return
    yield from _opening(roster)
    if phase == "PLAY":
        yield from _first_scene(roster)
    yield from _corrections(roster)
    if phase == "PLAY":
        yield from _challenge(roster)


def _details(roster: Entry) -> Iterator[Command]:
    """Details of the world in the order they were bought; `changes` counts them from 1 (PA-13, PA-14)."""
    now: list[str] = []
    for at, entry in enumerate((roster.get("table") or {}).get("details") or ()):
        where = f"table.details[{at}]"
        player, text, chips = (_of(entry, key, kind, where) for key, kind in _DETAIL)
        changes = entry.get("changes")
        if changes is None:
            now.append(text)
            yield AddSettingDetail(player=player, text=text, chips=chips)
        elif isinstance(changes, int) and 1 <= changes <= len(now):
            yield ModifySettingDetail(player=player, detail=now[changes - 1], text=text, chips=chips)
            now[changes - 1] = text
        else:
            raise BadField(f"{where}.changes", "the number of a detail before it", changes)


_DETAIL: tuple[tuple[str, type], ...] = (("player", str), ("text", str), ("chips", int))


def _of(entry: Any, key: str, kind: type, where: str) -> Any:
    value = entry.get(key) if isinstance(entry, Mapping) else None
    if not isinstance(value, kind) or isinstance(value, bool):
        raise BadField(f"{where}.{key}", "a whole number" if kind is int else "a text", value)
    return value


def _sheet(player: str, sheet: Entry) -> Iterator[Command]:
    yield CreateCharacter(player=player, name=sheet["name"])
    blurbs = [*sheet.get("blurbs", ()), _LEFT_OPEN, _LEFT_OPEN, _LEFT_OPEN][:3]
    yield from (SetBlurb(player=player, slot=slot, text=text) for slot, text in enumerate(blurbs, start=1))
    points = _POINTS
    for kind, entries in ((AddSkill, sheet.get("skills", ())), (AddSpecialItem, sheet.get("items", ()))):
        for entry in entries:
            bought = min(entry["rank"], _BEST_AT_CREATION, points)
            points -= bought
            yield kind(
                player=player,
                name=entry["name"],
                rank=bought,
                success_effect=entry.get("success_effect") or _LEFT_OPEN,
                critical_failure_effect=entry.get("critical_failure_effect") or _LEFT_OPEN,
                **{name: entry[name] for name in _LINES[kind] if entry.get(name) is not None},
            )
    yield from (_principle(player, sheet, entry) for entry in _principles(sheet))
    for goal in sheet.get("goals", ()):
        yield AddPersonalGoal(player=player, text=goal["text"], value=goal["value"], goal_kind="STARTING")
    for connection in sheet.get("connections", ()):
        yield AddConnection(player=player, npc_name=connection["name"])
    yield from (NoteEquipment(player=player, text=text) for text in sheet.get("equipment", ()))
    yield FinishCharacter(player=player)


_LINES: dict[type[Command], tuple[str, ...]] = {
    AddSkill: ("notes", "crit_heart"),
    AddSpecialItem: ("notes", "crit_heart", "breaks_at_zero", "recharge", "linked_to"),
}


def _principles(sheet: Entry) -> list[Entry]:
    """Three vows; none without a skill they could be tied to, which the finished sheet is then refused for."""
    written: list[Entry] = list(sheet.get("principles", ()))
    if not sheet.get("skills") and not sheet.get("items"):
        return []
    return written + [{"text": f"{_LEFT_OPEN} ({number})"} for number in range(len(written) + 1, 4)]


def _principle(player: str, sheet: Entry, entry: Entry) -> Command:
    own = [*sheet.get("skills", ()), *sheet.get("items", ())]
    return AddPrinciple(
        player=player,
        text=entry["text"],
        linked_skill=entry.get("skill") or own[0]["name"],
        condition=entry.get("condition") or _LEFT_OPEN,
        bonus_dice=entry.get("bonus") or 1,
        applies_to=_targets(entry.get("applies_to")),
    )


def _targets(applies_to: Any) -> str | tuple[str, ...]:
    return applies_to if isinstance(applies_to, str) else tuple(applies_to or ()) or "LINKED"


def _opening(roster: Entry) -> Iterator[Command]:
    yield StartSession()
    for player, sheet in _sheets(roster):
        luck = sheet.get("luck")
        if luck is not None:
            yield ReportDice(player=player, values=(max(1, luck),), purpose="LUCK")


def _first_scene(roster: Entry) -> Iterator[Command]:
    """A get-moving roll that makes the roster's holder win (PA-31), then the scene that runs."""
    names = [player["name"] for player in roster["players"]]
    holder = roster.get("holder") or names[0]
    yield CallGetMoving()
    for name in names:
        faces = (6, 6) if name.casefold() == holder.casefold() else (1, 1)
        yield ReportDice(player=name, values=faces, purpose="GET_MOVING")
    scene = roster.get("scene") or {}
    if scene.get("description") and not _rating(roster):
        yield SetScene(player=holder, description=scene["description"], combat=bool(scene.get("combat")))


def _rating(roster: Entry) -> int:
    scene = roster.get("scene") or {}
    return int(scene.get("rating") or 0) if scene.get("kind") == "CHALLENGE" else 0


def _challenge(roster: Entry) -> Iterator[Command]:
    """A conflict the holder calls and alone bids on, so that its total is the rating (PA-90 to PA-96)."""
    rating = _rating(roster)
    if not rating:
        return
    names = [player["name"] for player in roster["players"]]
    holder = roster.get("holder") or names[0]
    scene = roster["scene"]
    nature = scene.get("description") or _LEFT_OPEN
    yield CallConflict(caller=holder, nature=nature, natural=True)
    for name in names:
        yield PlaceBid(player=name, chips=-(-rating // 6) if name.casefold() == holder.casefold() else 0)
    yield ReportDice(player=holder, total=rating, purpose="BID")
    yield SetScene(player=holder, description=nature, combat=bool(scene.get("combat")))
    if scene.get("left") not in (None, 0, rating):
        yield CorrectState(path="challenge_left", value=scene["left"], reason=REASON)


def _corrections(roster: Entry) -> Iterator[Command]:
    """All that creation and dealing cannot give: worn skills, grown ranks, chips won and lost."""
    for player, sheet in _sheets(roster):
        yield from _sheet_corrections(player, sheet)
    for goal in roster.get("group_goals", ()):
        if goal.get("left") not in (None, goal["value"]):
            yield CorrectState(path="group_goal", goal=goal["text"], value=goal["left"], reason=REASON)
    for player in roster["players"]:
        if player.get("chips") not in (None, _DEALT):
            yield CorrectState(path="chips", player=player["name"], value=player["chips"], reason=REASON)
    if roster.get("party_pool"):
        yield CorrectState(path="party_pool", value=roster["party_pool"], reason=REASON)


def _sheet_corrections(player: str, sheet: Entry) -> Iterator[Command]:
    def correct(path: str, value: int, **named: str) -> Command:
        return CorrectState(path=path, value=value, player=player, reason=REASON, **named)

    points = _POINTS
    for entry in [*sheet.get("skills", ()), *sheet.get("items", ())]:
        bought = min(entry["rank"], _BEST_AT_CREATION, points)
        points -= bought
        if entry["rank"] != bought:
            yield correct("rank", entry["rank"], skill=entry["name"])
        for path in ("advancement", "damage"):
            if entry.get(path):
                yield correct(path, entry[path], skill=entry["name"])
    for goal in sheet.get("goals", ()):
        if goal.get("left") not in (None, goal["value"]):
            yield correct("goal", goal["left"], goal=goal["text"])
    for connection in sheet.get("connections", ()):
        if connection.get("value", 1) != 1:
            yield correct("connection", connection["value"], connection=connection["name"])
    if sheet.get("heart", 5) != 5:
        yield correct("heart", sheet["heart"])
    if sheet.get("luck") == 0:
        yield correct("luck", 0)
    if sheet.get("improvement_chips"):
        yield correct("improvement_chips", sheet["improvement_chips"])


def _sheets(roster: Entry) -> Iterator[tuple[str, Entry]]:
    return ((player["name"], player["character"]) for player in roster["players"] if player.get("character"))
