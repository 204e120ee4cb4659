"""Make and check recordings: `python -m tools.recording.make_recording` and `.check` for the demos, `.voice_evenings`."""
