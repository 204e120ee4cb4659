"""Make recordings, `python -m tools.recording.make_recording` and `.voice_evenings`, and check the demos, `.check`."""
