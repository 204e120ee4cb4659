"""Everything that asks a language model: the port, the client for OpenAI-compatible servers, readings of lines.

May import `base`, `play` and `nlu`. Start at `port.py`; nothing in play waits for a model.
"""
