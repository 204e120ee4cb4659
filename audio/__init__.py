"""Hears and speaks; knows no games."""

import os

# ONNX Runtime numbers this computer, notes what runs on it and sends that to its makers. It reads this as it loads.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
