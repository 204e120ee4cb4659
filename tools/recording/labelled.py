"""Labelled evenings as recordings: what is said and heard in which order, and the truth about it.

The labels are those of `tools/bench/evenings/README.md`. The companion's own rules keep the books: every label is
carried out plainly, so that each game can be recorded.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tools.bench.stranger_steps import SPOKEN, THROWS, Step
from tools.bench.stranger_table import ANSWERS, StrangerTable
from tools.recording.script import Line, LineKind
from tools.recording.truth import Json, Spoken, name, spans

ROOM = {"size": [4.4, 3.7, 2.5], "rt60": 0.4}
NOISE = {
    "tone_snr": 27,
    "babble_snr": 19,
    "babble_layers": 1,
    "babble_gap": 6,
    "event_db": 15,
    "random": {"mug": 1.0, "crunch": 0.9, "chair": 0.5, "paper": 0.5},
}
"""A table in use: room tone and distant talk in dB below speech, table sounds a minute; as tablesim's README tells."""

SEATS = ((20, 0.9), (100, 1.2), (170, 0.7), (240, 1.4), (310, 1.05))
"""Angle in degrees, and metres from the microphone, of each player."""


def script(title: str, talk: Sequence[str], steps: Sequence[Step], voices: Mapping[str, Json]) -> Json:
    """Return an evening as tablesim reads it: a line each, and dice that roll before they are read aloud.

    Args:
        title: Makes room and pauses the same every time.
        talk: Lines, `NAME: words`.
        steps: What they ask for.
        voices: Voice of each player, in seat order; as many as there are `SEATS` at most.
    """
    seats = zip(voices.items(), SEATS, strict=False)
    return {
        "id": title,
        "seed": sum(title.encode()),
        "room": ROOM,
        "noise": NOISE,
        "players": [
            {"id": who, "name": who, "voice": voice, "seat": {"angle": angle, "dist": metres}}
            for (who, voice), (angle, metres) in seats
        ],
        "lines": [each for number, line in enumerate(talk, start=1) for each in _entries(number, line, steps)],
    }


def _entries(number: int, line: str, steps: Sequence[Step]) -> list[Json]:
    who, _, words = line.partition(": ")
    thrown = [step.fields.get("values") or step.fields.get("dice") for step in _of(number, steps) if _throws(step)]
    dice = [{"sfx": "dice", "n": len(faces)} for faces in thrown[:1] if isinstance(faces, list)]
    return [*dice, {"s": who, "t": words}]


def _throws(step: Step) -> bool:
    return step.kind in THROWS and not step.mark


def _of(number: int, steps: Iterable[Step]) -> list[Step]:
    return [step for step in steps if step.line == number]


def lines_within(ends: Sequence[float], seconds: float) -> int:
    """Return the number of lines that are over before a recording of this length ends."""
    return sum(end <= seconds for end in ends)


def first_lines(text: str, count: int) -> str:
    """Return a written evening up to its line of talk of this number, labels included."""
    rows, talked = text.splitlines(keepends=True), 0
    for place, row in enumerate(rows):
        talked += re.match(r"- \w+: ", row) is not None
        if talked > count:
            return "".join(rows[:place])
    return text


def spoken_lines(talk: Sequence[str], steps: Sequence[Step], times: Sequence[tuple[float, float]]) -> list[Spoken]:
    """Return the lines with their places in the recording, as far as `times` go.

    Args:
        talk: Lines, `NAME: words`.
        steps: What they ask for.
        times: Seconds of each line's first and last sound.
    """
    found = []
    for number, (line, (start, end)) in enumerate(zip(talk, times, strict=False), start=1):
        who, _, words = line.partition(": ")
        found.append(Spoken(Line(by=who, text=words, kind=_kind(_of(number, steps))), round(start, 2), round(end, 2)))
    return found


def _kind(steps: Sequence[Step]) -> LineKind:
    needed = {step.kind for step in steps if not step.mark}
    if needed:
        return "query" if needed <= ANSWERS else "command"
    return "answer" if steps else "chatter"


def expected(table: StrangerTable, spoken: Sequence[Spoken], duration: float) -> tuple[Json, list[str]]:
    """Play the labels of an evening: its steps in order with who holds narration after each.

    Args:
        table: The evening before its first word, cut to the recording.
        spoken: Its lines.
        duration: Seconds of the recording.

    Returns:
        The expected results of `tools.bench.evening`, and which labels the rules refused, by their codes.

    Raises:
        EveningUnreadable: A label has a field that its command does not know.
    """
    steps: list[Json] = []
    refused: list[str] = []
    for step in table.steps:
        if step.mark != "?" and step.kind not in SPOKEN | ANSWERS:
            table.records.clear()
            code = table.carry_out(step)
            refused += [f"line {step.line}: {code}"] if code else []
            steps.append(_step(len(steps) + 1, table, step, spoken[step.line - 1]))
            table.hear_out()
    result = {
        "session": table.name,
        "duration": round(duration, 2),
        "dealing": table.dealing,
        "steps": steps,
        "dice": [],
        "facts": [],
        "no_command_spans": spans(spoken, lambda line: line.kind in ("chatter", "query")),
        "chatter_spans": spans(spoken, lambda line: line.kind == "chatter"),
        "tolerated_in_fiction": [],
        "final": {"holder": table.holder},
    }
    return result, refused


def _step(number: int, table: StrangerTable, step: Step, said: Spoken) -> Json:
    done = next((deed["fields"] for deed in reversed(table.deeds) if deed["kind"] == step.kind), step.fields)
    shown: Json = {
        "n": number,
        "utterance": name(step.line - 1),
        "start": said.start,
        "end": said.end,
        "command": "".join(part.capitalize() for part in step.kind.split("_")),
        "actor": step.actor,
        "fields": {each: done.get(each, value) for each, value in step.fields.items()},
        "after": {"holder": table.holder},
    }
    return {**shown, "optional": True} if step.mark else shown


def utterances(spoken: Sequence[Spoken], steps: Sequence[Json], characters: Mapping[str, Any]) -> list[Json]:
    """One record per line, as in the labelled evenings.

    Args:
        spoken: The lines; nobody talks over anybody else.
        steps: Those of the expected results.
        characters: Name of each player's character, None without one.
    """
    kept = ("command", "actor", "fields", "optional")
    return [
        {
            "id": name(number),
            "start": each.start,
            "end": each.end,
            "speaker": each.line.by,
            "character": characters[each.line.by],
            "text": each.line.text,
            "kind": each.line.kind,
            "overlap": False,
            "commands": [
                {key: step[key] for key in kept if key in step} for step in steps if step["utterance"] == name(number)
            ],
            "facts": [],
        }
        for number, each in enumerate(spoken)
    ]
