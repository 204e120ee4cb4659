"""The companion of a table: ears, rules, voice, notes and pages tied together."""

import audio  # noqa: F401  # says how numpy runs, before anything here loads numpy
