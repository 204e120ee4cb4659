"""Pieces that pages are drawn with; they know values, no rules and no system."""
