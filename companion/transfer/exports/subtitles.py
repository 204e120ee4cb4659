"""The talk of an evening as subtitles, with who speaks."""

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.base.characters import visible_line
from companion.chronicle.extractor.model import TalkLine

_SHORTEST_SECONDS = 1.0
"""Typed lines take no time; they are shown this long."""

_MARKUP = str.maketrans({"<": "‹", ">": "›", "{": "(", "}": ")"})


def as_webvtt(lines: Iterable[TalkLine]) -> str:
    """WebVTT with a voice span a line; times count from the beginning of the evening."""
    cues = [
        f"{_escaped(line.id)}\n{_clock(line.start, '.')} --> {_clock(line.end, '.')}\n"
        f"{_voice(line)}{_escaped(line.text)}\n"
        for line in timed(lines)
    ]
    return "\n".join(["WEBVTT\n", *cues])


def as_srt(lines: Iterable[TalkLine]) -> str:
    """SubRip, the speaker's name before the words; it has no escapes, so angle brackets and braces are replaced."""
    cues = [
        f"{number}\n{_clock(line.start, ',')} --> {_clock(line.end, ',')}\n{_plain(line)}\n"
        for number, line in enumerate(timed(lines), 1)
    ]
    return "\n".join(cues)


def timed(lines: Iterable[TalkLine]) -> Iterator[TalkLine]:
    """Lines with words, in the order they were said and on one clock.

    Listening that was stopped and begun again counts from zero again; such lines follow the last one before them.
    """
    offset = latest_start = latest_end = 0.0
    for line in lines:
        if not _one_line(line.text):
            continue
        if line.start + offset < latest_start:
            offset = latest_end - line.start
        start = line.start + offset
        end = max(line.end + offset, start + _SHORTEST_SECONDS)
        latest_start, latest_end = start, max(latest_end, end)
        yield replace(line, start=start, end=end)


def _voice(line: TalkLine) -> str:
    return f"<v {_escaped(line.speaker)}>" if line.speaker else ""


def _plain(line: TalkLine) -> str:
    text = _one_line(f"{line.speaker}: {line.text}" if line.speaker else line.text)
    return text.replace("-->", "→").translate(_MARKUP)


def _escaped(text: str) -> str:
    return html.escape(_one_line(text), quote=False)


def _one_line(text: str) -> str:
    return re.sub(r"\s+", " ", visible_line(text)).strip()


def _clock(seconds: float, point: str) -> str:
    whole, thousandths = divmod(round(seconds * 1000), 1000)
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{rest:02}{point}{thousandths:03}"
