"""The one place that loads PortAudio, which only live sound needs."""

from types import ModuleType
from typing import Any, Protocol
from weakref import WeakSet

from audio.errors import DeviceUnavailable


class Loudspeaker(Protocol):
    """Something that holds an output stream and can do without it for a moment."""

    @property
    def speaking(self) -> bool:
        """Whether something is being played."""
        ...

    def release(self) -> None:
        """Give the device back; it is opened again when there is something to play."""
        ...


loudspeakers: WeakSet[Loudspeaker] = WeakSet()
"""Loudspeakers in use: PortAudio can only look for devices while none is open."""


def load_sounddevice() -> ModuleType:
    """Import `sounddevice`.

    Raises:
        DeviceUnavailable: PortAudio is not installed.
    """
    try:
        import sounddevice
    except (ImportError, OSError) as exc:
        hint = "Install PortAudio (on Debian and Ubuntu: libportaudio2), or work with recordings and the keyboard."
        raise DeviceUnavailable("There is no sound system: PortAudio is not installed.", hint) from exc
    module: ModuleType = sounddevice
    return module


def look_again() -> None:
    """Let PortAudio see devices that came or went since it was loaded; not while something is being played.

    Raises:
        DeviceUnavailable: The sound system does not answer any more.
    """
    sounddevice = load_sounddevice()
    open_now = tuple(loudspeakers)
    if any(each.speaking for each in open_now):
        return
    for each in open_now:
        each.release()
    try:
        sounddevice._terminate()
        sounddevice._initialize()
    except sounddevice.PortAudioError as exc:
        raise unavailable("sound system", None, exc) from exc


def unavailable(what: str, device: str | int | None, reason: Exception) -> DeviceUnavailable:
    """The error for a device that cannot be used."""
    name = "default device" if device is None else f"device {device!r}"
    return DeviceUnavailable(
        f"The {what} ({name}) cannot be used: {str(reason).rstrip('.')}.",
        "Plug it in, close other programs that use it, or choose another.",
    )


def list_devices() -> list[dict[str, Any]]:
    """The sound devices: index, name, inputs, outputs (channel counts) and rate_hz of each.

    Raises:
        DeviceUnavailable: PortAudio is not installed or does not answer.
    """
    sounddevice = load_sounddevice()
    try:
        devices = sounddevice.query_devices()
    except sounddevice.PortAudioError as exc:
        raise unavailable("sound system", None, exc) from exc
    return [
        {
            "index": index,
            "name": str(device["name"]),
            "inputs": int(device["max_input_channels"]),
            "outputs": int(device["max_output_channels"]),
            "rate_hz": float(device["default_samplerate"]),
        }
        for index, device in enumerate(devices)
    ]
