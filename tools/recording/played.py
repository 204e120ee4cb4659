"""Expected results of a recording with a roster: its lines as written, played by the companion itself.

Whoever makes such a recording reads the result once, line by line; from then on it is what the ears are measured by.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from audio.types import SpeakerMatch, Utterance
from companion.app import wiring
from companion.app.evenings import open_evening
from companion.base.clock import SystemClock
from companion.base.config import load_settings
from companion.dialogue.records import Emit, Record
from companion.play.game import Game
from companion.play.roster import load_roster
from companion.voice.live_loop import CLOSING_SECONDS, STEP_SECONDS
from engine.registry import find_info
from tools.recording.script import Evening
from tools.recording.truth import Json, Spoken, name, spans

CERTAIN_LOGPROB = -0.1


def expected(evening: Evening, roster: Path, spoken: Sequence[Spoken], duration: float, scratch: Path) -> Json:
    """Steps in order with who holds narration after each, what is said aloud, and the app's dice and cards.

    Args:
        evening: What is said.
        roster: The table, a campaign file.
        spoken: The lines with their places in the recording.
        duration: Seconds of the recording.
        scratch: Folder for the script of faces and cards.

    Raises:
        RosterError: The campaign file cannot be used.
    """
    chance: Json = {"dice": [{"values": list(faces)} for faces in evening.dice], "cards": list(evening.cards)}
    records: list[Record] = []
    play(roster, spoken, chance, scratch, records.append)
    steps = list(_steps(records, spoken))
    silent = {step["utterance"] for step in steps}
    ids = {id(each.line): name(number) for number, each in enumerate(spoken)}
    return {
        "session": evening.session,
        "duration": duration,
        "steps": [{"n": number, **step} for number, step in enumerate(steps, start=1)],
        **chance,
        "facts": [],
        "no_command_spans": spans(spoken, lambda line: ids[id(line)] not in silent),
        "chatter_spans": spans(spoken, lambda line: line.kind in ("chatter", "rules")),
        "tolerated_in_fiction": [],
        "said": [record["text"] for record in records if record["type"] == "announcement"],
        "final": steps[-1]["after"],
    }


def play(roster: Path, spoken: Sequence[Spoken], chance: Json, scratch: Path, emit: Emit) -> Game:
    """Play lines as they are written, each at its place in time; the game as it is afterwards.

    Args:
        roster: The table, a campaign file.
        spoken: The lines.
        chance: The app's faces under `dice` and its cards under `cards`.
        scratch: Folder for the script of these.
        emit: Observer of what happens.

    Raises:
        RosterError: The campaign file cannot be used.
    """
    script = scratch / "chance.json"
    script.write_text(json.dumps(chance), encoding="utf-8")
    read = load_roster(roster)
    store, campaign = wiring.passing_campaign(read, find_info(read.game).slug)
    settings = load_settings({"dice": f"script:{script}"})
    session = open_evening(store, campaign, settings, emit, clock=SystemClock()).session
    now = 0.0

    def wait(until: float) -> None:
        nonlocal now
        while now < until:
            now = min(now + STEP_SECONDS, until)
            session.pass_time(now)
            while announcement := session.due():
                session.said(announcement)

    for each in spoken:
        wait(each.start)
        who = SpeakerMatch(each.line.by, 1.0)
        session.hear(Utterance("script", each.line.text, who, each.start, each.end, avg_logprob=CERTAIN_LOGPROB))
        now = max(now, each.end)
    wait(now + CLOSING_SECONDS)
    return session.game


def _steps(records: Sequence[Record], spoken: Sequence[Spoken]) -> Iterator[Json]:
    heard = [record["id"] for record in records if record["type"] == "utterance"]
    latest = 0
    for record in records:
        if record["type"] == "utterance":
            latest = heard.index(record["id"])
        elif record["type"] == "command" and record["outcome"] in {"accepted", "awaiting_roll"}:
            place = heard.index(record["utterance"]) if record["utterance"] else latest
            step = {"utterance": name(place), "start": spoken[place].start, "end": spoken[place].end}
            yield {**step, **_said(record), "after": {"holder": record["holder"]}}


def _said(record: Mapping[str, Any]) -> Json:
    kind = "".join(part.capitalize() for part in record["kind"].split("_"))
    return {"command": kind, "actor": record["actor"], "fields": record["fields"]}
