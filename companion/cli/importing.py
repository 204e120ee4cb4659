"""The command that makes an evening of a recording after the fact."""

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from audio.listen import ListenerParams
from audio.recording import Recording
from audio.segmenter import SegmenterParams
from audio.types import UNKNOWN, Utterance
from companion.app import wiring
from companion.app.evenings import consent_desk, open_evening
from companion.base.clock import SystemClock
from companion.base.config import Settings
from companion.chronicle.extractor import roster_vocabulary
from companion.cli.common import CampaignName, Dice, campaign_open, screen, settings_of, tell, usage, warn
from companion.cli.terminal import typed_line
from companion.cli.terminal_screen import HearingBar, Screen
from companion.dialogue.records import Emit
from companion.nlu.recognize import load_recognizer
from companion.privacy.consent import ConsentRegister
from companion.store import Campaign, open_store
from companion.transfer.importing import (
    AlreadyImported,
    Plan,
    Track,
    TrackRecognizer,
    UnknownTracks,
    Work,
    assign,
    find_tracks,
    hear,
)
from companion.transfer.importing.documents import Documents, write_papers
from companion.transfer.importing.evening import (
    RecordedTime,
    StoryNames,
    evening_of,
    left_to_play,
    names_to_expect,
    play_talk,
    write_talk,
)
from companion.transfer.importing.tracks import recorded_at, started_at
from companion.transfer.importing.work import key_of, merged
from engine.phrase import plural


def import_(
    context: typer.Context,
    recordings: Annotated[
        list[Path],
        typer.Argument(
            help="A recording of the whole table, or a folder or ZIP file with one per person (1-jay.flac)."
        ),
    ],
    campaign: CampaignName = None,
    map: Annotated[
        list[str] | None,
        typer.Option(help="TRACK=PLAYER assigns a track to a player; TRACK=unknown is a guest, TRACK=- is left out."),
    ] = None,
    enroll: Annotated[
        Path | None, typer.Option(help="Folder with enroll-PLAYER.flac clips to use instead of the enrolled voices.")
    ] = None,
    model: Annotated[
        str | None, typer.Option(help="Speech model for this recording; slower ones are more accurate.")
    ] = None,
    date: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%d", "%Y-%m-%dT%H:%M"], help="When it was recorded.")
    ] = None,
    play: Annotated[
        bool, typer.Option(help="Also apply the rules; otherwise only transcript and notes are saved.")
    ] = False,
    dice: Dice = None,
    again: Annotated[bool, typer.Option(help="Import it again, as another evening.")] = False,
) -> None:
    """Import a recording as an evening: transcript, notes, chronicle and recap.

    Progress is saved: after an interruption, run the same command to continue.
    """
    if dice and not play:
        usage("--dice requires --play.")
    settings = settings_of(context, whisper_model=model, dice=dice or ("table" if play else None))
    clock = SystemClock()
    with ExitStack() as stack:
        with campaign_open(settings, campaign) as (store, played):
            tracks = _tracks(recordings, played, map or ())
            circumstances = (str(played.id), settings.whisper_model, settings.language, str(play), str(enroll or ""))
            work = _work(settings, key_of(tracks, *circumstances), again)
            sounds = [(track, _opened(track, stack)) for track in tracks]
            plan = work.plan()
            if plan is None:
                started = started_at(date) if date else recorded_at(recordings) or clock.now()
                plan = Plan(started)
                work.keep_plan(plan)
            names = StoryNames(names_to_expect(store, played, clock), roster_vocabulary(played.roster))
        try:
            _import(settings, played, sounds, names, work, plan, enroll, play)
        except KeyboardInterrupt:
            warn("Stopped. Run the same command to continue.")
            raise


def _work(settings: Settings, key: str, again: bool) -> Work:
    work = Work(settings.data_dir / "imports", key)
    known = work.imported_as()
    if known is not None and not again:
        raise AlreadyImported(known)
    if known is not None:
        work.forget()
    return work


def _tracks(places: Sequence[Path], played: Campaign, told: Sequence[str]) -> tuple[Track, ...]:
    tracks, one_each = find_tracks(places)
    said = dict(_pair(each) for each in told)
    if not one_each:
        if said:
            usage("--map requires recordings of one person each.")
        return tracks
    try:
        return assign(tracks, played.roster, said)
    except UnknownTracks as problem:
        if not sys.stdin.isatty():
            raise
        return assign(tracks, played.roster, {**said, **{track: _ask(track) for track in problem.tracks}})


def _pair(told: str) -> tuple[str, str]:
    track, separator, person = told.rpartition("=")
    if not separator or not track or not person:
        usage(f"--map {told} is not TRACK=PLAYER.")
    return track, person


def _ask(track: str) -> str:
    question = f"Who is on track {track}? (a player, unknown for a guest, - to leave it out) "
    return typed_line(question).strip() or UNKNOWN


def _import(
    settings: Settings,
    played: Campaign,
    sounds: Sequence[tuple[Track, Recording]],
    names: StoryNames,
    work: Work,
    plan: Plan,
    enroll: Path | None,
    play: bool,
) -> None:
    ears = _ears(settings, played, enroll, one_each=sounds[0][0].person is not None)
    with HearingBar(screen, sum(sound.seconds for _, sound in sounds)) as bar:
        chunks = hear(sounds, ears, names, work, bar.progress)
    for track, sound in sounds:
        if sound.missing_seconds >= 1.0:
            warn(f"{track.place} ends {sound.missing_seconds:.0f} seconds early; the rest was imported.")
    if failed := sum(each.failed for each in chunks):
        warn(
            plural(
                "{count} part of the speech could not be recognised and is missing.",
                "{count} parts of the speech could not be recognised and are missing.",
                failed,
            )
        )
    time = RecordedTime(plan.started, SystemClock())
    with open_store(settings.database, time) as store:
        heard, consent = merged(chunks), consent_desk(settings, store, played)
        evening = evening_of(store, played, work, plan, heard)
        said = _agreed(consent, heard)
        count = len(said)
        if play and left_to_play(store, played, evening, said):
            opened = open_evening(store, played, settings, _watch(played), clock=time, evening=evening.number)
            play_talk(opened.session, said, time)
            store.end_evening(played.id, evening.number)
        elif not play:
            recognizer = load_recognizer(played.slug, settings.language)
            count = write_talk(store, played, evening, said, time, recognizer, consent)
        written = write_papers(store, played, evening.number, settings.data_dir / "notes")
    work.finish(evening.number)
    if count < len(said):
        warn(f"Left out, because people asked for it: {len(said) - count} of {len(said)} sentences.")
    _tell(evening.number, count, written)


def _agreed(desk: ConsentRegister, heard: Sequence[Utterance]) -> list[Utterance]:
    """Return the utterances of people whose words may be admitted; the others' go no further."""
    said = [each for each in heard if not desk.leaves_out(each)]
    if len(said) < len(heard):
        warn(f"Left out, because consent is not given: {len(heard) - len(said)} of {len(heard)} sentences.")
    return said


def _opened(track: Track, stack: ExitStack) -> Recording:
    recording = Recording(track.place, track.open_bytes)
    stack.callback(recording.close)
    return recording


def _ears(settings: Settings, played: Campaign, enroll: Path | None, *, one_each: bool) -> TrackRecognizer:
    players = [player["name"] for player in played.roster["players"]]
    params = ListenerParams(segmenter=SegmenterParams(stop_seconds=settings.endpoint_seconds))
    transcriber, detector = wiring.transcriber(settings), wiring.voice_detector()
    if one_each:
        return TrackRecognizer(transcriber, detector, params=params)
    voices = wiring.voices_in(enroll, players) if enroll else wiring.voices_kept(settings, played, players)
    if not voices.names:
        warn("No voice is enrolled, so speakers are not recognised. Enroll them with companion enroll.")
    return TrackRecognizer(transcriber, detector, voices if voices.names else None, params)


def _watch(played: Campaign) -> Emit:
    return Screen(screen, tuple(player["name"] for player in played.roster["players"]), slug=played.slug)


def _tell(number: int, said: int, written: Documents) -> None:
    heard = plural("{count} utterance", "{count} utterances", said)
    lines = [f"Evening {number}: {heard}.", f"Notes: {written.notes}", f"Chronicle: {written.chronicle}"]
    for each in (*lines, *(["", written.told] if written.told else [])):
        tell(each)
