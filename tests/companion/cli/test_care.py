"""`companion devices`, `doctor` and `desktop`."""

import sys
from collections.abc import Callable
from typing import Any

import pytest

from audio.errors import DeviceUnavailable
from companion.app.doctor import AudioProbes, Check
from companion.app.speech_model_choice import Hearing
from companion.cli import care
from tests.support.command_line import Run, one_sentence


def test_devices_without_portaudio_are_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> Any:
        raise DeviceUnavailable("PortAudio is not installed.", "Install libportaudio2.")

    monkeypatch.setattr(care, "list_devices", none)
    one_sentence(run("devices"), 1, "PortAudio is not installed. Install libportaudio2.")


def test_a_computer_without_devices_can_be_typed_to(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(care, "list_devices", list)
    assert run("devices").out == "There are no sound devices. Type instead, with: companion play.\n"


def test_devices_are_listed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    device = {"index": 3, "name": "Headset [hw:1,0]", "inputs": 1, "outputs": 2}
    monkeypatch.setattr(care, "list_devices", lambda: [device])
    ran = run("devices")
    assert ran.code == 0
    assert any("3" in line and "Headset [hw:1,0]" in line for line in ran.lines)


def test_doctor_says_how_everything_is(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken parts are exit code 1, a missing microphone is a note; the effective settings follow."""

    def probes(fails: bool) -> Callable[[Any], AudioProbes]:
        def speech() -> None:
            if fails:
                raise DeviceUnavailable("The speech model is broken.")

        return lambda settings: AudioProbes(
            devices=lambda: [],
            speech_model=speech,
            voice_model=lambda: None,
            voice_encoder=lambda: None,
            hearing=lambda: Hearing(0.9, settings),
            room=lambda: pytest.fail("there is no microphone to listen to"),
        )

    monkeypatch.setattr(care, "_audio_probes", probes(False))
    ran = run("doctor")
    assert ran.code == 0, ran
    assert "Speech model" in ran.out
    assert "data_dir" in ran.out
    monkeypatch.setattr(care, "_audio_probes", probes(True))
    ran = run("doctor")
    assert ran.code == 1
    assert "The speech model is broken." in " ".join(ran.out.split())


def test_what_the_doctor_says_to_do_is_told_to_the_letter(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    told = (Check("Speed", "warn", "It is late.", "Try table-companion[small]."),)
    monkeypatch.setattr(care, "check_all", lambda settings, probes, clock: told)
    monkeypatch.setenv("COMPANION_LLM_MODEL", "mine[small]")
    lines = [" ".join(line.split()) for line in run("doctor").lines]
    assert "note Speed It is late. Try table-companion[small]." in lines
    assert any("mine[small]" in line for line in lines)


def test_a_long_path_is_broken_and_never_shortened(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    path = "/home/somebody/.cache/" + "models-of-speech/" * 8 + "model.bin"
    told = (Check("Speech model", "ok", f"It lies in {path}."),)
    monkeypatch.setattr(care, "check_all", lambda settings, probes, clock: told)
    assert path in "".join(run("doctor").out.split())


@pytest.mark.skipif(sys.platform != "linux", reason="menu entries of this kind are Linux's")
def test_the_menu_entry_is_made_and_taken_away(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "now in the menu" in run("desktop").out
    assert run("desktop", "--remove").lines == ["The menu entry was removed."]
    assert run("desktop", "--remove").lines == ["There was no menu entry."]
    monkeypatch.setattr(sys, "platform", "darwin")
    one_sentence(run("desktop"), 1, "Linux desktops only")
