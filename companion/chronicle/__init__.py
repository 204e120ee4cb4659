"""Memory of a campaign: notes, people and places, recaps, statistics, read from the talk and the log.

May import `base`, `store`, `play`, `nlu` and `llm`. Start at `campaign_reader.py` for past evenings,
`notebook.py` for the running one, `extractor/` for how names become people.
"""
