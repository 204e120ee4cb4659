"""The one place that loads PortAudio, which only live sound needs."""

import errno
from collections.abc import Callable
from types import ModuleType
from typing import Any, Protocol, TypeVar
from weakref import WeakSet

from audio.errors import DeviceUnavailable

T = TypeVar("T")

_TAKEN = -9985
"""PortAudio's `paDeviceUnavailable`: a device another program has to itself."""
_NO_DEFAULT = "device -1"
"""PortAudio's name for the default device where there is none."""


class Loudspeaker(Protocol):
    """Something that holds an output stream and can do without it for a moment."""

    @property
    def speaking(self) -> bool:
        """True while something is being played."""

    def release(self) -> None:
        """Give the device back; it is opened again when there is something to play."""


loudspeakers: WeakSet[Loudspeaker] = WeakSet()
"""Loudspeakers in use: PortAudio can only look for devices while none is open."""

microphones: WeakSet[object] = WeakSet()
"""Streams that are listened to right now: looking for devices would make them deaf."""


def load_sounddevice() -> ModuleType:
    """Import `sounddevice`.

    Raises:
        DeviceUnavailable: PortAudio is not installed.
    """
    try:
        import sounddevice
    except (ImportError, OSError) as exc:
        raise DeviceUnavailable(
            "There is no sound system: PortAudio is not installed.",
            "Install PortAudio (on Debian and Ubuntu: libportaudio2), or work with recordings and the keyboard.",
        ) from exc
    module: ModuleType = sounddevice
    return module


def look_again() -> None:
    """Let PortAudio see devices that came or went since it was loaded; not while something is played or heard.

    Raises:
        DeviceUnavailable: The sound system does not answer any more.
    """
    sounddevice = load_sounddevice()
    open_now = tuple(loudspeakers)
    if microphones or any(each.speaking for each in open_now):
        return
    for each in open_now:
        each.release()
    try:
        sounddevice._terminate()
        sounddevice._initialize()
    except sounddevice.PortAudioError as exc:
        raise unavailable("sound system", None, exc) from exc


def opened(attempt: Callable[[], T]) -> T:
    """Open a device; where that fails, once more after looking for those that came since. Not while another is open.

    Raises:
        DeviceUnavailable: It cannot be opened.
    """
    try:
        return attempt()
    except DeviceUnavailable:
        look_again()
    return attempt()


def unavailable(what: str, device: str | int | None, reason: Exception) -> DeviceUnavailable:
    """The error for a device that cannot be used."""
    name = "default device" if device is None else f"device {device!r}"
    if _is_taken(reason):
        return DeviceUnavailable(
            "Another program has the {what} ({name}) to itself.",
            "Close it there, or choose another device, then try again.",
            what=what,
            name=name,
        )
    if device is None and _NO_DEFAULT in str(reason):
        return DeviceUnavailable(
            "There is no {what}.",
            "Plug one in, or close a program that has it to itself, then try again; till then type and read.",
            what=what,
        )
    return DeviceUnavailable(
        "The {what} ({name}) cannot be used: {reason}.",
        "Plug it in, close other programs that use it, or choose another.",
        what=what,
        name=name,
        reason=str(reason).rstrip("."),
    )


def _is_taken(reason: Exception) -> bool:
    """Return True if a PortAudio error says that another program has the device, by its own code or the system's."""
    _, code, host = (*reason.args, None, None, None)[:3]
    return code == _TAKEN or (isinstance(host, tuple) and len(host) > 1 and host[1] == -errno.EBUSY)


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
