"""Measurements behind the figures of the README; each module runs as `python -m companion.bench.<name>`."""
