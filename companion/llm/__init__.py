"""Everything that asks a language model: the port, the client for OpenAI-compatible servers, prompts, second opinions.

May import `base` and `nlu`. Start at `port.py`; nothing in play waits for a model.
"""
