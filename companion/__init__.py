"""The companion of a table: speech recognition, rules, voice, notes and pages tied together."""

import audio  # noqa: F401  # says how numpy runs, before anything here loads numpy

DISTRIBUTION = "table-companion"
"""Name under which the companion is installed."""
