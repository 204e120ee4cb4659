"""A campaign under its rules: the roster, the log's only writer, and where dice and cards come from.

May import `base` and `store`. Start at `game.py`: `Game` runs commands through the rules and appends what they lead to.
"""
