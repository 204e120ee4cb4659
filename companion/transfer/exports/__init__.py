"""Exports of a campaign: pages, a vault of linked notes, subtitles, records, one file that holds it all."""
