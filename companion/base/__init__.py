"""Everything the other rooms may use: errors, clock, settings, atomic files, limits of what is read.

Imports no other room. Start at `errors.py`: every failure people can act on is defined there.
"""
