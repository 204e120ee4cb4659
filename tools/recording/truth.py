"""Truth of a recording: who said what when, what the rules made of it, and what the notes should hold."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tools.recording.script import Evening, Line, Said

AFTERMATH_SECONDS = 1.5
LEAD_SECONDS = 0.2
SHORTEST_SPAN_SECONDS = 1.0
TOLERATED = ["SetScene", "CountAction"]
PERSON_FIELD = {"RequestSkillCheck": "requester", "CallConflict": "caller"}
TABLE_WIDE = frozenset({"CallGetMoving", "AskStatus", "UndoLast", "EndSession", "CorrectState", "HealDamage"})
STATE_KEYS = (
    "phase",
    "holder",
    "kind",
    "actions_allowed",
    "chips",
    "party_pool",
    "group_goal",
    "challenge_left",
    "roll_step",
    "dice_requested",
    "conflict_step",
)

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line with its place in the recording.

    Attributes:
        line: What is said.
        start: Seconds of its first sound.
        end: Seconds of its last sound.
        sound_at: Seconds of the table noise before it, None without one.
    """

    line: Line
    start: float
    end: float
    sound_at: float | None = None


def roster(evening: Evening) -> Json:
    """The table before play, as the companion reads it."""
    return {
        "game": "Phase Abandon",
        "preset": "worked_examples",
        "session": evening.session,
        "title": evening.title,
        "setting": evening.setting,
        "phase": evening.start["phase"],
        "group_goals": [dict(goal) for goal in evening.group_goals],
        "party_pool": evening.start["party_pool"],
        **evening.opening,
        "players": [
            {
                "seat": seat,
                "name": player.name,
                "enrolment": f"enroll-{player.name.lower()}.flac",
                "chips": player.chips,
                "character": player.character,
            }
            for seat, player in enumerate(evening.players)
        ],
    }


def utterances(evening: Evening, spoken: Sequence[Spoken]) -> list[Json]:
    """One record per line, numbered from u001."""
    return [
        {
            "id": name(number),
            "start": each.start,
            "end": each.end,
            "speaker": each.line.by,
            "character": evening.player(each.line.by).character.get("name"),
            "text": each.line.text,
            "kind": each.line.kind,
            "overlap": _overlaps(each, spoken),
            "commands": [_command(said, each.line) for said in each.line.commands],
            "facts": [dict(fact) for fact in each.line.facts],
        }
        for number, each in enumerate(spoken)
    ]


def expected(evening: Evening, spoken: Sequence[Spoken], duration: float) -> Json:
    """The steps in order with the table after each, the dice, the notes and the stretches where nothing may happen."""
    steps = list(_steps(evening, spoken))
    return {
        "session": evening.session,
        "duration": duration,
        "steps": steps,
        "dice": list(_dice(steps)),
        "facts": [
            {**fact, "at": each.end, "utterance": name(number)}
            for number, each in enumerate(spoken)
            for fact in each.line.facts
        ],
        "no_command_spans": spans(spoken, lambda line: not line.commands),
        "chatter_spans": spans(spoken, lambda line: line.kind in ("chatter", "rules")),
        "tolerated_in_fiction": TOLERATED,
        "table_events": [
            {"at": each.sound_at, "sound": each.line.sound} for each in spoken if each.sound_at is not None
        ],
        "final": steps[-1]["after"],
    }


def name(number: int) -> str:
    """Id of the utterance at a place, counted from nought."""
    return f"u{number + 1:03}"


def spans(spoken: Sequence[Spoken], quiet: Any) -> list[Json]:
    """Stretches of lines that all are `quiet`, begun late enough not to punish the line before."""
    found = []
    for first, last in _runs([quiet(each.line) for each in spoken]):
        before = [each.end for each in spoken[:first]]
        start = max([spoken[first].start] + [end + AFTERMATH_SECONDS for end in before])
        end = max(each.end for each in spoken[first : last + 1])
        if last + 1 < len(spoken):
            end = min(end, spoken[last + 1].start - LEAD_SECONDS)
        if end - start >= SHORTEST_SPAN_SECONDS:
            ids = [name(number) for number in range(first, last + 1)]
            found.append({"start": round(start, 2), "end": round(end, 2), "utterances": ids})
    return found


def _runs(flags: Sequence[bool]) -> Iterator[tuple[int, int]]:
    first = None
    for place, flag in enumerate([*flags, False]):
        if flag and first is None:
            first = place
        elif not flag and first is not None:
            yield first, place - 1
            first = None


def _overlaps(each: Spoken, spoken: Sequence[Spoken]) -> bool:
    return any(other is not each and other.start < each.end and each.start < other.end for other in spoken)


def _command(said: Said, line: Line) -> Json:
    actor = said.actor or line.by
    fields = dict(said.fields)
    if said.command not in TABLE_WIDE:
        fields.setdefault(PERSON_FIELD.get(said.command, "player"), actor)
    shown: Json = {"command": said.command, "actor": actor, "fields": fields}
    return {**shown, "optional": True} if said.optional else shown


def _steps(evening: Evening, spoken: Sequence[Spoken]) -> Iterator[Json]:
    state: Json = dict(evening.start)
    number = 0
    for place, each in enumerate(spoken):
        for said in each.line.commands:
            number += 1
            state = _table(evening, {**state, **said.after})
            step = {"n": number, "utterance": name(place), "start": each.start, "end": each.end}
            step |= _command(said, each.line)
            if said.app:
                step["app"] = True
            if said.result is not None:
                step["result"] = dict(said.result)
            yield {**step, "after": _shown(state)}


def _table(evening: Evening, state: Json) -> Json:
    """The state with the script's shorthand written out: chips in seat order, points left of the same group goal."""
    names = [player.name for player in evening.players]
    chips = state["chips"]
    if isinstance(chips, list):
        chips = dict(zip(names, chips, strict=True))
    asked = [
        dict(zip(("player", "purpose", "count"), each, strict=True)) if isinstance(each, list) else each
        for each in state["dice_requested"]
    ]
    goal = state["group_goal"]
    if isinstance(goal, int):
        goal = {"text": evening.group_goals[0]["text"], "left": goal}
    return {**state, "chips": chips, "dice_requested": asked, "group_goal": goal}


def _shown(state: Json) -> Json:
    """TOML has no null: an empty text stands for nothing."""
    shown = {key: (None if state[key] == "" else state[key]) for key in STATE_KEYS if key in state}
    if shown.get("conflict_step") is None:
        shown.pop("conflict_step", None)
    return shown


def _dice(steps: Sequence[Json]) -> Iterator[Json]:
    thrown = [step for step in steps if step["command"] == "ReportDice"]
    for number, step in enumerate(thrown, start=1):
        fields = step["fields"]
        yield {
            "n": number,
            "step": step["n"],
            "player": fields["player"],
            "purpose": fields["purpose"],
            "values": fields.get("values"),
            "total": fields.get("total"),
            "spoken": not step.get("app", False),
            "at": step["end"],
        }
