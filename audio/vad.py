"""Voice activity: the Silero network that faster-whisper ships, run frame by frame.

Model: Silero VAD v6 (MIT), ONNX, 16 kHz, 32 ms frames with 4 ms of context.
"""

from pathlib import Path

import numpy as np
from faster_whisper.utils import get_assets_path

from audio.onnx import open_session
from audio.types import Samples

MODEL_FILE = "silero_vad_v6.onnx"
FRAME_SAMPLES = 512
_CONTEXT_SAMPLES = 64
_STATE_SHAPE = (1, 1, 128)


class SileroDetector:
    """Judges frames of 512 samples (32 ms at 16 kHz), about 0.1 ms of one core each.

    Args:
        model: ONNX file with the interface of Silero VAD v6; the one inside faster-whisper when left out.

    Raises:
        ModelMissing: The network cannot be loaded.
    """

    frame_samples = FRAME_SAMPLES

    def __init__(self, model: Path | None = None) -> None:
        path = model or Path(get_assets_path()) / MODEL_FILE
        self._session = open_session(path)
        self.reset()

    def reset(self) -> None:
        """Forget the frames seen so far."""
        self._h = np.zeros(_STATE_SHAPE, dtype=np.float32)
        self._c = np.zeros(_STATE_SHAPE, dtype=np.float32)
        self._context = np.zeros(_CONTEXT_SAMPLES, dtype=np.float32)

    def probability(self, frame: Samples) -> float:
        """Probability of speech in the next frame.

        Args:
            frame: Exactly `frame_samples` samples, float32 at 16 kHz.
        """
        window = np.concatenate((self._context, frame))[np.newaxis, :]
        output, self._h, self._c = self._session.run(None, {"input": window, "h": self._h, "c": self._c})
        self._context = frame[-_CONTEXT_SAMPLES:].copy()
        return float(output.reshape(-1)[0])
