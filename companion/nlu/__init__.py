"""Natural language understanding: from the words of one turn and the state of the table to intents.

May import `base`, `store` and `play`. Start at `recognize.py`; sentences are data in
`grammars/`, fields are bound in `bind*.py`.
"""
