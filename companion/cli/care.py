"""Commands that look after the installation."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Column, Table
from rich.text import Text

from audio.capture import list_devices
from audio.room_sound import measure
from audio.speakers import Speakers
from audio.tts import HibariSynthesizer
from audio.types import PACKAGED_BASE
from audio.weights import mend_base
from companion.app import desktop_entry, wiring
from companion.app.doctor import AudioProbes, check_all
from companion.app.doctor_fixes import put_right
from companion.base.clock import SystemClock
from companion.base.config import Settings, settings_now
from companion.cli.common import complain, screen, settings_of, tell, warn
from companion.store.backup import back_up
from companion.store.backup import restore as put_back
from companion.store.checking import Checked
from companion.store.repair import examine
from companion.store.repair import repair as mend

ROOM_SECONDS = 3.0
"""Time for which the doctor listens to the room."""
_MARKS = {"ok": Text("ok", "green"), "warn": Text("note", "yellow"), "fail": Text("broken", "red")}


def doctor(
    context: typer.Context,
    fix: Annotated[bool, typer.Option("--fix", help="First repair folders, permissions and the speech model.")] = False,
) -> None:
    """Check microphone, speaker, models, storage and language server, and print the effective settings.

    Exit code 1 when something is broken; a missing microphone or speaker is only noted.
    """
    settings = settings_of(context)
    if fix:
        _mend(settings)
    checks = check_all(settings, _audio_probes(settings), SystemClock())
    table = Table("", "check", _whole("status"), show_header=False, box=None)
    for check in checks:
        told = f"{check.sentence} {check.hint}".strip()
        table.add_row(_MARKS[check.status], check.name, told)
    screen.print(table)
    effective = Table("setting", _whole("value"), _whole("from"))
    for setting in settings_now(settings, "whisper_model").describe():
        effective.add_row(setting.name, setting.value, setting.origin)
    screen.print(effective)
    if any(check.status == "fail" for check in checks):
        raise typer.Exit(1)


def _whole(header: str) -> Column:
    """A column that breaks a long path instead of shortening it, since people copy it."""
    return Column(header, overflow="fold")


def _audio_probes(settings: Settings) -> AudioProbes:
    """Return the doctor's probes of the audio side."""
    return AudioProbes(
        devices=list_devices,
        speech_model=lambda: wiring.transcriber(settings),
        voice_model=lambda: HibariSynthesizer().warm_up(),
        voice_encoder=Speakers,
        hearing=lambda: wiring.tried_hearing(settings, again=True),
        room=lambda: measure(wiring.record(settings, ROOM_SECONDS), wiring.voice_detector()),
    )


def _mend_speech_model(settings: Settings) -> bool:
    """Put the packaged speech model together again where its copy is damaged; False when there is nothing to do.

    Raises:
        ModelMissing: It cannot be put together.
    """
    return settings.whisper_model == PACKAGED_BASE and mend_base(settings.model_cache)


def _mend(settings: Settings) -> None:
    try:
        for sentence in put_right(settings, lambda: _mend_speech_model(settings)):
            tell(sentence)
    except OSError as problem:
        complain(
            f"{problem.filename} cannot be repaired: {problem.strerror}.", "Use an account with permission to do so."
        )


def desktop(remove: Annotated[bool, typer.Option("--remove", help="Remove the menu entry.")] = False) -> None:
    """Add the companion to the menu of a Linux desktop, for this user."""
    if sys.platform != "linux":
        complain("Menu entries are supported on Linux desktops only.", "Create a shortcut to the companion command.")
    try:
        if remove:
            gone = desktop_entry.remove(Path.home(), os.environ)
            tell("The menu entry was removed." if gone else "There was no menu entry.")
            return
        entry, _ = desktop_entry.install(Path(sys.argv[0]).absolute(), Path.home(), os.environ)
    except OSError as problem:
        complain(f"The menus cannot be changed: {problem.strerror}.", "Free some space or unlock the menu folders.")
    tell(f"The companion is now in the menu: {entry}.")


def devices() -> None:
    """List microphones and loudspeakers with the numbers and names to use in the settings."""
    found = list_devices()
    if not found:
        tell("There are no sound devices. Type instead, with: companion play.")
        return
    table = Table("number", "name", "inputs", "outputs")
    for device in found:
        table.add_row(str(device["index"]), str(device["name"]), str(device["inputs"]), str(device["outputs"]))
    screen.print(table)


def backup(
    context: typer.Context, file: Annotated[Path, typer.Argument(help="New file; an existing file is never replaced.")]
) -> None:
    """Copy every campaign to a file, even during play, and verify the copy."""
    with wiring.kept_store(settings_of(context)) as store:
        checked = back_up(store, file, SystemClock())
    tell(f"{_counted(checked)} in {file}, verified.")


def restore(
    context: typer.Context, file: Annotated[Path, typer.Argument(help="File written by companion backup.")]
) -> None:
    """Replace all campaigns with a backup; the current ones are kept in a file beside it."""
    restored = put_back(file, settings_of(context).database, SystemClock())
    tell(f"{_counted(restored.checked)} from {file}.")
    if restored.kept is not None:
        tell(f"The previous campaigns are kept in {restored.kept}.")


def repair(
    context: typer.Context,
    verify: Annotated[bool, typer.Option("--verify", help="Check only; change nothing.")] = False,
) -> None:
    """Check all data and replay every log; repair what is damaged, and keep the damaged file beside it.

    Exit code 1 when damage remains.
    """
    database = settings_of(context).database
    repaired = (examine if verify else mend)(database, SystemClock())
    for sentence in repaired.found:
        warn(sentence)
    for sentence in repaired.done:
        tell(sentence)
    if repaired.kept is not None:
        tell(f"The damaged file is kept in {repaired.kept}.")
    if repaired.checked.ok:
        left = "of it" if repaired.kept is None else "that is left"
        tell(f"{_counted(repaired.checked)}: all {left} is readable.")
    else:
        raise typer.Exit(1)


def _counted(checked: Checked) -> str:
    campaigns, entries = len(checked.campaigns), checked.entries
    return f"{campaigns:,} {'campaign' if campaigns == 1 else 'campaigns'} with {entries:,} log entries"
