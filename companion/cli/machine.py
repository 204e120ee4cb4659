"""Commands with a machine contract: JSON Lines in, JSON Lines out."""

import io
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.padding import Padding

from audio.speakers import Speakers
from audio.wav import read_audio
from companion.base.config import Settings
from companion.base.file_limits import read_bounded
from companion.cli.common import complain, json_lines, say_line, screen, settings_of, talk_lines, tell, usage, warn
from companion.cli.rules_script import RulesScript
from companion.nlu.context import table_of
from companion.nlu.detect import detect_lines
from companion.nlu.recognize import load_recognizer
from companion.nlu.types import Table
from companion.play.roster import UNKNOWN_SPEAKER, Roster, load_roster
from companion.play.setup import state_of
from engine.errors import UnknownRuleset
from engine.registry import find_ruleset, infos
from engine.ruleset import Ruleset
from engine.vocabulary import Vocabulary

System = Annotated[str, typer.Option(help=f"Rules system: {', '.join(each.slug for each in infos())}.")]


def ruleset_named(name: str) -> Ruleset[Any, Any, Any]:
    """The system of that name; leaves with exit code 2 when there is none."""
    try:
        return find_ruleset(name)
    except UnknownRuleset as problem:
        usage(f"{problem}.")


def systems(json: Annotated[bool, typer.Option("--json", help="Print one JSON object per line.")] = False) -> None:
    """List the rules systems: edition, licence, what is covered and what is left to the table."""
    for each in infos():
        info = asdict(each)
        if json:
            say_line(info)
            continue
        tell(f"{info['title']} ({info['slug']})", "bold")
        for label in ("edition", "licence", "covers", "left_to_table"):
            name = label.replace("_", " ")
            screen.print(Padding(f"{name.capitalize()}: {info[label]}", (0, 0, 0, 2)))


def rules(
    system: System = "phase-abandon",
    trace: Annotated[bool, typer.Option(help="Add the state after each command.")] = False,
) -> None:
    """Run commands through a rules engine, without voice or storage.

    Reads {"command": {"kind": ..., fields}, "dice": [faces], "actor"?: name, "command_id"?: id} per line from standard
    input; writes {"outcome", "events", "code"?, "request"?} per line, and at the end {"state", "narration"}.
    """
    script = RulesScript(ruleset_named(system))
    for number, line in json_lines(sys.stdin):
        if not isinstance(line.get("command"), dict):
            complain(f'Line {number} of the input has no "command" object.')
        answer = script.run(line)
        say_line({**answer, "state": script.state()} if trace else answer)
    say_line({"state": script.state(), "narration": script.narration()})


def detect(
    context: typer.Context,
    system: System = "phase-abandon",
    roster: Annotated[Path | None, typer.Option(help="roster.json of the table.")] = None,
    profile: Annotated[str | None, typer.Option(help="any-rpg: any dice game, no roster needed.")] = None,
) -> None:
    """Detect what each line of a transcript asks for.

    Reads {"id", "text", "speaker"?, "time"?, "before"?} per line from standard input, as consecutive lines; writes
    {"id", "intents": [{"category", "command", "slots", "span", "confidence", "decision"}]} per line.
    """
    if profile not in (None, "any-rpg"):
        usage(f"There is no profile {profile!r}; available: any-rpg.")
    if profile is None and roster is None:
        usage("Name the table's roster with --roster, or use --profile any-rpg.")
    if profile is not None and roster is not None:
        usage(f"--profile {profile} takes no roster; leave out --roster or --profile.")
    slug = profile or ruleset_named(system).info.slug
    settings = settings_of(context)
    recognizer = load_recognizer(slug, settings.language, settings.trust)
    for answer in detect_lines(talk_lines(sys.stdin), recognizer, _table(slug, roster)):
        say_line(answer)


def _table(slug: str, roster: Path | None) -> Table:
    """The table of a roster as it is set up; an empty one without."""
    if roster is None:
        return Table(slug, Vocabulary())
    ruleset = find_ruleset(slug)
    return table_of(ruleset, state_of(ruleset, load_roster(roster).to_json()))


def scribe(
    context: typer.Context,
    input: Annotated[Path, typer.Option(help='Transcript: {"id", "speaker", "start", "end", "text"} per line.')],
    roster: Annotated[Path, typer.Option(help="roster.json of the table.")],
    system: System = "phase-abandon",
    llm: Annotated[str, typer.Option(help="none, or the URL of a language server.")] = "none",
) -> None:
    """Extract people, places, goals and more from a transcript, each with its evidence, as one JSON object."""
    from companion.chronicle.extractor import scribe_lines

    ruleset_named(system)
    settings = settings_of(context, **({} if llm == "none" else {"llm_url": llm}))
    try:
        written = read_bounded(input)
    except OSError as problem:
        complain(f"{input} cannot be read: {problem.strerror}.", "Check the path after --input.")
    lines = list(talk_lines(io.TextIOWrapper(io.BytesIO(written), encoding="utf-8")))
    people = load_roster(roster)
    say_line(scribe_lines(lines, people) if llm == "none" else _scribe_with_model(lines, people, settings))


def _scribe_with_model(lines: list[Any], people: Roster, settings: Settings) -> dict[str, Any]:
    """Extract notes from a transcript with a language server's help; its course is reported on standard error."""
    from companion.chronicle.llm_extractor.batches import letters_for
    from companion.chronicle.llm_extractor.transcripts import scribe_with_model
    from companion.cli.write_up import ReadingBar, language_model, told

    model = language_model(settings)
    assert model is not None  # the address has just been given
    with ReadingBar() as bar:
        letters = letters_for(settings.llm_context)
        answer, done = scribe_with_model(lines, people, model, settings.scribe_tokens, bar.reached, letters=letters)
    warn(told(done, settings))
    return answer


def identify(
    input: Annotated[list[Path], typer.Option(help="Recording of one voice; may be given several times.")],
    enroll: Annotated[Path, typer.Option(help="Folder with enroll-NAME.flac (or .wav, .ogg) clips.")],
) -> None:
    """Identify the speaker of each recording, or `unknown`: {"file", "speaker", "score"} per line."""
    speakers = Speakers.load_folder(enroll)
    if not speakers.names:
        complain(f"There are no voices in {enroll}.", "Put enroll-<player>.flac files there.")
    for recording in input:
        match = speakers.identify(read_audio(recording))
        name, score = (match.name, round(match.score, 3)) if match else (UNKNOWN_SPEAKER, None)
        say_line({"file": str(recording), "speaker": name, "score": score})
