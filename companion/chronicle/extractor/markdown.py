"""Turning what was said into Markdown that stays text."""

import re

from companion.base.characters import visible_line

_SPECIAL = re.compile(r"([\\`*_\[\]{}<>|~#])")
_FILLERS = re.compile(r"(?<![\w'’])(?:um+|uh+|er+m?|hmm+)\b[,.…]*\s*", re.IGNORECASE)
_OPENERS = re.compile(
    r"^(?:(?:okay|ok|right|so|and|fine|yeah|yes|well|oh|first action|second action)\b[,.!]*\s+"
    r"|(?:one|two|three|four|first|second|third|finally),\s+)+",
    re.IGNORECASE,
)


def escape(text: str) -> str:
    """Speech as Markdown: no formatting, no HTML, no links, one line, control characters shown."""
    text = re.sub(r"\s+", " ", visible_line(text)).strip()
    text = _SPECIAL.sub(r"\\\1", text.replace("&", "&amp;")).replace("\\<", "&lt;").replace("\\>", "&gt;")
    text = text.replace("://", "&#58;//").replace("www.", "www&#46;").replace("@", "&#64;")
    return re.sub(r"^(\d+)([.)])", r"\1\\\2", re.sub(r"^([-+=])", r"\\\1", text))


def tidy(text: str) -> str:
    """Speech without hesitations and opening words that say nothing, starting with a capital."""
    text = re.sub(r"\s+", " ", _FILLERS.sub("", text)).strip()
    text = re.sub(r",\s*,", ",", text)
    shorter = _OPENERS.sub("", text)
    text = shorter if len(shorter.split()) > 1 else text
    return text[:1].upper() + text[1:]


def excerpt(text: str, limit: int) -> str:
    """The first whole sentences of a text that fit into `limit` characters; one at least, cut at a word if need be."""
    sentences = re.findall(r"[^.!?…]+[.!?…]*[\"”']?\s*", text)
    kept = ""
    for sentence in sentences:
        if kept and len(kept) + len(sentence) > limit:
            return kept.rstrip() + " …"
        kept += sentence
    if len(kept) <= limit * 1.3:
        return kept.strip()
    return kept[:limit].rsplit(" ", 1)[0].rstrip(",;:") + " …"


def clock(seconds: float) -> str:
    """Minutes and seconds since listening began, hours where there are any: "7:05", "1:02:33"."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
