"""Commands that look after the installation."""

import typer
from rich.table import Table

from audio.capture import list_devices
from companion import app as build
from companion.cli.common import Options, registered, screen
from companion.clock import SystemClock
from companion.doctor import check_all

_MARKS = {"ok": "[green]ok[/]", "warn": "[yellow]note[/]", "fail": "[red]broken[/]"}


def register(app: typer.Typer) -> None:
    """Add these commands."""
    registered(app, doctor, devices)


def doctor(context: typer.Context) -> None:
    """Check microphone, speaker, models, storage and language server, and print the effective settings.

    Exit code 1 when something is broken; a missing microphone or speaker is only noted.
    """
    options: Options = context.obj
    settings = options.settings()
    checks = check_all(settings, build.audio_probes(settings), SystemClock())
    table = Table("", "what", "how it is", show_header=False, box=None)
    for check in checks:
        told = f"{check.sentence} {check.hint}".strip()
        table.add_row(_MARKS[check.status], check.name, told)
    screen.print(table)
    effective = Table("setting", "value", "from")
    for setting in settings.describe():
        effective.add_row(setting.name, setting.value, setting.origin)
    screen.print(effective)
    if any(check.status == "fail" for check in checks):
        raise typer.Exit(1)


def devices() -> None:
    """List microphones and loudspeakers; their number or name goes into the settings."""
    found = list_devices()
    if not found:
        screen.print("There are no sound devices. The companion can be typed to: companion play.", soft_wrap=True)
        return
    table = Table("number", "name", "inputs", "outputs")
    for device in found:
        table.add_row(str(device["index"]), str(device["name"]), str(device["inputs"]), str(device["outputs"]))
    screen.print(table)
