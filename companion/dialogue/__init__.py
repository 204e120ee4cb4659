"""From intents to effects: what is carried out, asked about, refused, corrected, announced and recorded.

May import every room before it, not `voice`, `app`, `web` or `cli`. Start at `session.py`: `hear` takes one utterance.
"""
