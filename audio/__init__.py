"""Hears and speaks; knows no games."""

import os

from audio.memory import keep_memory

# ONNX Runtime numbers this computer, notes what runs on it and sends that to its makers. It reads this as it loads.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

# Threads of numpy's wait for one another by spinning, in the way of the recogniser: an evening takes half the processor
# time when its sums run in one. It reads this as it loads, so this package is loaded before it.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

keep_memory()
