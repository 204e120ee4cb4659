"""Puts the companion together and looks after the installation: wiring, doctor, speech model, menu entry.

May import every room but `web` and `cli`. Start at `wiring.py`, the only place that chooses concrete adapters.
"""
