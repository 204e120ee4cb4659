"""Campaigns and evenings in and out: exports, imports of recordings, campaign files.

May import `dialogue`, `voice` and what they may. Start at `exports/` or `importing/`.
"""
