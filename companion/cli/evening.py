"""Commands that play from the microphone or from a recording."""

import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from audio.ports import AudioSink
from audio.speakers import Speakers
from audio.types import SAMPLE_RATE_HZ
from audio.wav import WavSink, WavSource
from companion.app import wiring
from companion.app.evenings import WiredEvening, open_evening
from companion.app.timings import Timings
from companion.base.atomic_files import growing_named
from companion.base.config import Settings
from companion.cli.common import (
    CampaignName,
    Dice,
    complain,
    open_campaign,
    players_of,
    screen,
    settings_of,
    tell,
    tell_lines,
    usage,
    warn,
    writable,
    write_file,
)
from companion.cli.terminal_screen import HearingBar, Screen
from companion.cli.write_up import after_evening
from companion.demo import Demo, demo_of, demos
from companion.dialogue.records import Emit, JsonLines, all_of
from companion.play.roster import load_roster
from companion.store import Campaign, Store
from companion.voice.live_loop import LiveTable, sit_beside_recording
from engine.errors import UnknownRuleset
from engine.registry import find_info


def listen(
    context: typer.Context,
    campaign: CampaignName = None,
    input: Annotated[
        Path | None, typer.Option(help="Recording (WAV, FLAC, OGG) to use instead of the microphone.")
    ] = None,
    realtime: Annotated[bool, typer.Option(help="Play the recording in real time.")] = False,
    roster: Annotated[
        Path | None, typer.Option(help="roster.json of a table to play without saving a campaign.")
    ] = None,
    enroll: Annotated[Path | None, typer.Option(help="Folder with enroll-PLAYER.flac clips.")] = None,
    system: Annotated[str | None, typer.Option(help="Rules system; the one in the roster by default.")] = None,
    dice: Dice = None,
    events: Annotated[
        Path | None, typer.Option(help="Write every record to this file, one JSON object per line.")
    ] = None,
    voice: Annotated[Path | None, typer.Option(help="Write the spoken announcements to this WAV file.")] = None,
    mute: Annotated[bool, typer.Option(help="Do not speak announcements.")] = False,
    timings: Annotated[bool, typer.Option(help="Print the time of each stage: median and 95th percentile.")] = False,
) -> None:
    """Listen to a table, by microphone or from a recording, and run the game."""
    settings = settings_of(context, dice=dice)
    if input is None and (realtime or voice):
        usage("--realtime and --voice require --input.")
    measured = Timings()
    with ExitStack() as stack:
        store, played = _passing(roster, system) if roster else open_campaign(settings, campaign)
        stack.callback(store.close)
        players = players_of(played)
        voices = wiring.voices_in(enroll, players) if enroll else wiring.voices_kept(settings, played, players)
        source = None if input is None else stack.enter_context(closing(WavSource(input, realtime=realtime)))
        observers: list[Emit] = [Screen(screen, players, slug=played.slug), measured]
        if events is not None:
            observers.append(JsonLines(stack.enter_context(writable(events))))
        evening = open_evening(store, played, settings, all_of(*observers))
        if source is not None:
            _hear_recording(evening, settings, source, voices, None if mute else voice)
        else:
            _hear_table(evening, settings, voices, mute)
        evening.session.report_state()
        evening.leave(over=evening.session.ended)
        if not enroll:
            wiring.keep_learnt(settings, played, voices)
    if timings:
        measured.show(screen)
    if not roster:
        _after(evening, settings, played)


def _after(evening: WiredEvening, settings: Settings, played: Campaign) -> None:
    """Do the work left for the time when an evening is over and nobody waits any more."""
    if evening.session.ended and settings.model_writes:
        after_evening(settings, played)


def _hear_recording(
    evening: WiredEvening, settings: Settings, source: WavSource, voices: Speakers, voice_file: Path | None
) -> None:
    _remind_of_voices(voices)
    ears = wiring.listener(settings, source, voices if voices.names else None, live=source.realtime)
    now = [0.0]
    sink: AudioSink | None = WavSink(voice_file, lambda: now[0], growing_named) if voice_file else None
    voice = wiring.voice(sink, warn) if sink else None
    try:
        if source.realtime:
            LiveTable(evening.session, ears, voice).run()
            return
        with HearingBar(screen, source.duration) as bar:
            sit_beside_recording(
                evening.session, ears, voice, tell_time=lambda seconds: now.__setitem__(0, seconds), watch=bar
            )
    finally:
        if voice is not None:
            voice.close()


def _hear_table(evening: WiredEvening, settings: Settings, voices: Speakers, mute: bool) -> None:
    _remind_of_voices(voices)
    settings = wiring.settings_of_ears(settings, warn)
    sink = None if mute or not settings.voice else wiring.loudspeaker(settings, warn)
    voice = wiring.voice(sink, warn) if sink else None
    ears = wiring.listener(
        settings, wiring.microphone(settings), voices if voices.names else None, live=True, sink=sink
    )
    name = evening.game.campaign.name
    tell(f"Listening to {name}. Ctrl+C stops; everything is saved.")
    table = LiveTable(evening.session, ears, voice)
    try:
        with _interrupted_by(table.interrupt):
            table.run()
    finally:
        if ears.counters.dropped_samples:
            lost = ears.counters.dropped_samples / SAMPLE_RATE_HZ
            warn(f"{lost:.1f} seconds of sound were lost: the computer was asleep or too slow.")
        if voice is not None:
            voice.close()


@contextmanager
def _interrupted_by(interrupt: Callable[[], None]) -> Iterator[None]:
    """The first Ctrl+C lets what is in hand come to its end; a second one ends the program."""

    def first(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        interrupt()

    before = signal.signal(signal.SIGINT, first)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _remind_of_voices(voices: Speakers) -> None:
    if not voices.names:
        warn("No voice is enrolled, so speakers are not recognised. Enroll them with companion enroll.")


def demo(
    context: typer.Context,
    out: Annotated[Path, typer.Option(help="Folder for the records, the spoken announcements and the notes.")],
    system: Annotated[str, typer.Option(help=f"Rules system of the evening: {', '.join(demos())}.")] = "phase-abandon",
) -> None:
    """Play the recorded evening that comes with the companion, speech recognition, rules, voice and notes included."""
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        complain(f"The folder {out} cannot be created: {problem.strerror}.", "Choose another folder.")
    recorded = _recorded(system)
    settings = settings_of(context, dice=f"script:{recorded.expected}", consent="off")
    roster = load_roster(recorded.roster)
    store, played = wiring.passing_campaign(roster, _slug(roster.game))
    measured = Timings()
    with store, writable(out / "events.jsonl") as stream, closing(WavSource(recorded.recording)) as source:
        tell(f"{played.name}: {source.duration:.0f} seconds, {', '.join(roster.names)}.")
        tell("")
        observers = all_of(Screen(screen, roster.names, slug=played.slug), measured, JsonLines(stream))
        evening = open_evening(store, played, settings, observers)
        voices = wiring.voices_in(recorded.folder, roster.names)
        _hear_recording(evening, settings, source, voices, out / "voice.wav")
        evening.session.report_state()
        notes = evening.session.notebook.notes()
    write_file(notes, out / "notes.md")
    tell_lines(f"\n{notes}")
    measured.show(screen)
    tell(f"Records, spoken announcements and notes are in {out}.")


def _recorded(system: str) -> Demo:
    slug = _slug(system)
    if slug not in demos():
        usage(f"There is no recorded evening of {slug}; available: {', '.join(demos())}.")
    return demo_of(slug)


def _passing(roster_file: Path, system: str | None) -> tuple[Store, Campaign]:
    roster = load_roster(roster_file)
    return wiring.passing_campaign(roster, _slug(system or roster.game))


def _slug(system: str) -> str:
    try:
        return find_info(system).slug
    except UnknownRuleset as problem:
        usage(f"{problem}.")
