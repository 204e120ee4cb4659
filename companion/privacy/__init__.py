"""People's decisions about their words and voices: consent, redaction, forgetting, retention, encryption.

May import `base`, `store`, `play`, `nlu` and `chronicle`. Start at `consent.py`; SECURITY.md says what is promised.
"""
