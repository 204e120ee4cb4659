"""Follows the table: what the lines said lately may have meant, with the rules engine as the model of the table.

Imports the rules, `play` and `nlu`; changes nothing itself. Start at `tracker.py`.
"""
