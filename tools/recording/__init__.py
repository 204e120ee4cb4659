"""Make and check the demo recordings: `python -m tools.recording.make_recording`, `python -m tools.recording.check`."""
