"""Measurements behind the figures of the README; each module runs as `python -m tools.bench.<name>`."""
