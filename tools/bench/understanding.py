"""Benchmark of understanding from words: recorded evenings by their transcripts, and labelled table talk.

`python -m tools.bench.understanding --session FOLDER --talk FILE…` gives each utterance of a
session's `truth.jsonl` to the recogniser in the state the rules are in at that moment, and scores table talk with the
profile for any game.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from companion.app.timings import percentile
from companion.nlu.bind import command_json
from companion.nlu.classifier import Classifier, load_classifier
from companion.nlu.context import table_of
from companion.nlu.recognize import Recognizer, load_recognizer
from companion.nlu.table_talk import Limits
from companion.nlu.types import TABLE_COMMANDS, Intent, Table, Turn
from engine.codec import KindReader
from engine.dice.roll import Roll
from engine.dice.source import NoDice
from engine.errors import BadField
from engine.history import History
from engine.registry import find_ruleset
from engine.types import Rejected
from tools.bench.evening import FREE, WORDING
from tools.bench.talk import load_talk
from tools.bench.talk_scores import as_text, judge, score
from tools.train.train_understanding import Trained, train


@dataclass(slots=True)
class Tally:
    """Result of one session.

    Attributes:
        expected: Steps that had to be understood.
        right: Understood and carried out.
        asked: Understood, but only after asking.
        missed: Told as they were said.
        wrong: Carried out or asked although nobody wanted it.
        chatter: Of those, the ones where nothing at all may happen.
        milliseconds: Processor time per utterance.
    """

    expected: int = 0
    right: int = 0
    asked: int = 0
    missed: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    chatter: list[str] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)


class Evening:
    """A session's rules state, moved on by what was really meant, whatever was understood."""

    def __init__(self, folder: Path) -> None:
        self.script = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
        roster = json.loads((folder / "roster.json").read_text(encoding="utf-8"))
        self.ruleset = find_ruleset(roster["game"])
        self._history = History[Any, Any, Any](self.ruleset)
        self._read = KindReader(self.ruleset.command_types)
        self._count = 0
        self._quiet = [dice for dice in self.script.get("dice", ()) if not dice["spoken"]]
        for command in self.ruleset.setup(roster):
            self._submit(command)

    @property
    def table(self) -> Table:
        """The table now."""
        return table_of(self.ruleset, self._history.state)

    def refusal(self, kind: str, slots: Mapping[str, Any]) -> str | None:
        """Error code of the rules for a command now."""
        try:
            command = self._read({**slots, "kind": kind})
        except BadField:
            return "E_FORM"
        outcome = self._history.propose(command, NoDice(), f"try{self._count}")
        return outcome.code if isinstance(outcome, Rejected) else None

    def carry_out(self, step: Mapping[str, Any]) -> None:
        """Do what a step of the script says."""
        kind = _snake(step["command"])
        data = {name: value for name, value in step["fields"].items() if name != "dice_app"}
        actor = {"actor": step["actor"]} if step["actor"] else {}
        self._submit(self._read({**data, **actor, "kind": kind}))

    def throw_quiet_dice(self, time_seconds: float) -> None:
        """Throw the dice nobody reads out up to this moment."""
        while self._quiet and self._quiet[0]["at"] <= time_seconds:
            dice = self._quiet.pop(0)
            for request in self.ruleset.open_rolls(self._history.state):
                if request.roller == dice["player"] and request.purpose == dice["purpose"]:
                    self._submit(self.ruleset.report(Roll(request, tuple(dice["values"]))))
                    break

    def _submit(self, command: Any) -> None:
        self._count += 1
        self._history.submit(command, NoDice(), f"c{self._count}")


def play(folder: Path, recognizer: Recognizer, texts: Mapping[str, str] | None = None) -> Tally:
    """Understand every utterance of a session from its words.

    Args:
        folder: Session folder with truth.jsonl, expected.json and roster.json.
        recognizer: Understanding.
        texts: Words heard instead of the true ones, by utterance id.
    """
    evening, tally = Evening(folder), Tally()
    steps: dict[str, list[Mapping[str, Any]]] = {}
    for step in evening.script["steps"]:
        steps.setdefault(step["utterance"], []).append(step)
    quiet = {each for span in evening.script["chatter_spans"] for each in span["utterances"]}
    before: list[Turn] = []
    for said in _lines(folder / "truth.jsonl"):
        evening.throw_quiet_dice(said["start"])
        text = (texts or {}).get(said["id"], said["text"])
        players = {player.name for player in evening.table.vocabulary.players}
        turn = Turn(text, said["speaker"] if said["speaker"] in players else "unknown", said["start"])
        table = evening.table
        started = time.process_time()
        intents = recognizer.recognize(turn, table, tuple(before[-2:]), evening.refusal)
        tally.milliseconds.append(1000 * (time.process_time() - started))
        before.append(turn)
        _judge(tally, said["id"], turn, intents, steps.get(said["id"], []), said["id"] in quiet, evening)
        for step in steps.get(said["id"], []):
            if not step.get("app") and _fold(step["command"]) not in {"askstatus"}:
                evening.carry_out(step)
        evening.throw_quiet_dice(said["end"])
    return tally


def heard_texts(folder: Path, events: Path) -> dict[str, str]:
    """Return the recognised text of each utterance it heard on its own, by utterance id.

    Args:
        folder: Session folder.
        events: Records of `companion listen` for one of its recordings.
    """
    heard = [each for each in _lines(events) if each["type"] == "utterance"]
    found: dict[str, list[str]] = {}
    for said in _lines(folder / "truth.jsonl"):
        best = max(heard, key=lambda each: _shared(said, each), default=None)
        if best is not None and _shared(said, best) > 0.5 * (said["end"] - said["start"]):
            found.setdefault(best["id"], []).append(said["id"])
    texts = {each["id"]: str(each["text"]) for each in heard}
    return {names[0]: texts[heard_id] for heard_id, names in found.items() if len(names) == 1}


def _shared(one: Mapping[str, Any], other: Mapping[str, Any]) -> float:
    return float(min(one["end"], other["end"]) - max(one["start"], other["start"]))


def _judge(
    tally: Tally,
    name: str,
    turn: Turn,
    intents: Sequence[Intent],
    steps: Sequence[Mapping[str, Any]],
    quiet: bool,
    evening: Evening,
) -> None:
    serious = [each for each in intents if each.decision in {"act", "ask"} and each.command is not None]
    for step in steps:
        if step.get("optional") or evening_rolls(step, evening):
            met = next((each for each in serious if _fold(each.command) == _fold(step["command"])), None)
        else:
            tally.expected += 1
            met = next((each for each in serious if _meets(each, step)), None)
            tally.right += met is not None and met.decision == "act"
            tally.asked += met is not None and met.decision == "ask"
            if met is None or met.decision == "ask":
                got = [(each.command, each.decision, dict(each.slots), each.refused, each.missing) for each in intents]
                tally.missed.append(f"{name} {turn.speaker}: {turn.text}  [{step['command']}] {got}")
        serious = [each for each in serious if each is not met]
    tolerated = {_fold(kind) for kind in evening.script.get("tolerated_in_fiction", ())}
    for each in serious:
        harmless = _fold(each.command) in tolerated | FREE or each.command in TABLE_COMMANDS
        if harmless and not quiet:
            continue
        told = f"{name} {turn.speaker}: {turn.text}  [{each.decision} {each.confidence}] {command_json(each)}"
        tally.wrong.append(told)
        if quiet:
            tally.chatter.append(told)


def evening_rolls(step: Mapping[str, Any], evening: Evening) -> bool:
    """Return True if a step is a throw nobody reads out, so that nothing has to be understood."""
    if _fold(step["command"]) != "reportdice":
        return False
    dice = evening.script.get("dice", ())
    return any(each["step"] == step["n"] and not each["spoken"] for each in dice)


def _meets(intent: Intent, step: Mapping[str, Any]) -> bool:
    if _fold(intent.command) != _fold(step["command"]):
        return False
    for name, value in step["fields"].items():
        if _fold(name) in WORDING or value in (None, "", [], 0, False):
            continue
        if _fold(intent.slots.get(name)) != _fold(value):
            return False
    return True


def _fold(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return tuple(sorted(str(_fold(each)) for each in value))
    return "".join(each for each in str(value).lower() if each.isalnum()) if value is not None else ""


def _snake(name: str) -> str:
    return "".join(f"_{each.lower()}" if each.isupper() else each for each in name).lstrip("_")


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as handle:
        yield from (json.loads(line) for line in handle if line.strip())


def show_session(folder: Path, recognizer: Recognizer, errors: int, events: Path | None) -> dict[str, Any]:
    """Understand a session, print what came of it, and give it for programs."""
    tally = play(folder, recognizer, heard_texts(folder, events) if events else None)
    median, most = percentile(tally.milliseconds, 0.5), percentile(tally.milliseconds, 0.95)
    sys.stdout.write(
        f"{folder.name}: {tally.right} of {tally.expected} commands understood at once, {tally.asked} after asking, "
        f"{len(tally.wrong)} not wanted ({len(tally.chatter)} of them in chatter); "
        f"processor time median {median:.1f} ms, 95 % {most:.1f} ms\n"
    )
    sys.stdout.writelines(f"  missed {each}\n" for each in tally.missed[:errors])
    sys.stdout.writelines(f"  wrong  {each}\n" for each in tally.wrong[:errors])
    return {**asdict(tally), "milliseconds": [median, most]}


def show_talk(files: Sequence[Path], errors: int) -> dict[str, Any]:
    """Score files of talk, print what came of each, and give it for programs.

    Episodes the shipped classifier was trained on are judged by classifiers trained here without them.
    """
    recognizer = load_recognizer("any-rpg")
    limits = Limits.of(recognizer)
    shipped = load_classifier("any-rpg") or Classifier({})
    talk = {path: load_talk(path, recognizer) for path in files}
    known = [turn for turns in talk.values() for turn in turns if turn.episode in shipped.episodes]
    trained = train(known) if known else Trained(shipped, (), {})
    found = {}
    for path, turns in talk.items():
        seen = any(turn.episode in trained.fold for turn in turns)
        how = (
            f"out of fold: {len(trained.folds)} classifiers, each episode judged by one that has not seen it"
            if seen
            else "the classifier that ships, which has seen none of these episodes"
        )
        result = score(judge(turns, trained, limits), limits.note)
        sys.stdout.write(as_text(f"{path.name} ({how})", result, errors))
        found[path.name] = {"how": how, **result.as_json()}
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Score session folders and table talk; prints what was found."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.understanding", description=__doc__)
    parser.add_argument("--session", nargs="*", default=[], type=Path, help="folders with truth.jsonl")
    parser.add_argument("--heard", type=Path, help="records of `companion listen`, to use the words it heard")
    parser.add_argument("--talk", nargs="*", default=[], type=Path, help="labelled table talk, JSON Lines")
    parser.add_argument("--errors", type=int, default=5, help="how many mistakes of a kind to list")
    parser.add_argument("--json", type=Path, help="file for everything that was found")
    options = parser.parse_args(arguments)
    if not options.session and not options.talk:
        parser.error("name session folders with --session or files of talk with --talk")
    found: dict[str, Any] = {}
    recognizer = load_recognizer("phase-abandon")
    for folder in options.session:
        if (folder / "truth.jsonl").is_file():
            found[folder.name] = show_session(folder, recognizer, options.errors, options.heard)
        else:
            sys.stdout.write(f"{folder} is no session folder: it has no truth.jsonl.\n")
    for path in options.talk:
        if not path.is_file():
            sys.stdout.write(f"{path} is not there; nothing to score.\n")
    files = [path for path in options.talk if path.is_file()]
    if files:
        found |= show_talk(files, options.errors)
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
