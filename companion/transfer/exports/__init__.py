"""What a campaign is written out as: pages, a vault of linked notes, subtitles, records, one file that holds it all."""
