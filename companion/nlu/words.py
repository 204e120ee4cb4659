"""Speech as words with their places in the text: the form every other part of understanding reads."""

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import islice

from companion.nlu.numbers import PLURALS
from engine.quick_dataclass import dataclass

_WORD = re.compile(r"\d{0,3}[dD]\d{1,3}\b|\d{1,2}['’]?s\b|\d{1,9}|[^\W\d_]+(?:['’][^\W\d_]+)*")
_PAUSE = re.compile(r"[,;:–—]|\s-+\s|--+|\.\.+|…")
_STOP = re.compile(r"[.?!]+")
_FRESH = re.compile(
    r"(?:\A|(?<!\.)\.\.++|[,;:–—…]|\s-+)\s*(?:(?:oh|and|but|well),? )?"
    r"(?:(?:do )?you know what(?=\s*[,;:–—…]|\s*\.\.|\s-)|tell you what|anyway)\b",
    re.IGNORECASE,
)
"""Signs that somebody breaks off and begins anew within a sentence: the words before are over, asked or doubted."""
_STAGE = re.compile(r"\([^)]{0,80}\)|\[[^\]]{0,80}\]")
_ABBREVIATION = re.compile(r"\b(?:mr|mrs|ms|dr|st|prof|capt|sgt|lt)\.$", re.IGNORECASE)

MOST_WORDS, MOST_SENTENCES = 1_000, 100
"""Of a turn that are read for what it asks: five minutes of talk without a pause."""

FILLERS = frozenset({"um", "uh", "er", "erm", "hmm", "hm", "mm", "mmm", "uhm", "eh", "uhh", "umm"})

_SPELLINGS: dict[str, tuple[str, ...]] = {
    "im": ("i'm",),
    "id": ("i'd",),
    "hows": ("how's",),
    "ive": ("i've",),
    "dont": ("don't",),
    "didnt": ("didn't",),
    "wont": ("won't",),
    "cant": ("can't",),
    "isnt": ("isn't",),
    "thats": ("that's",),
    "theres": ("there's",),
    "heres": ("here's",),
    "whos": ("who's",),
    "whats": ("what's",),
    "lets": ("let's",),
    "youre": ("you're",),
    "gonna": ("going", "to"),
    "wanna": ("want", "to"),
    "gotta": ("have", "to"),
    "gimme": ("give", "me"),
    "lemme": ("let", "me"),
    "ok": ("okay",),
    "kay": ("okay",),
    "alright": ("all", "right"),
    "till": ("until",),
    "cos": ("because",),
    "cause": ("because",),
    "everyone": ("everybody",),
    "anyone": ("anybody",),
    "someone": ("somebody",),
    "cannot": ("can't",),
    "dices": ("dice",),
}
_SCOTS = """
    tae to|fae from|frae from|oan on|ower over|oot out|aboot about|doon down|noo now|ye you|yer your|yersel yourself
    masel myself|gie give|hae have|naw no|nae no|nane none|yin one|twa two|twae two|fower four|didnae didn't
    dinnae don't|cannae can't|isnae isn't|wasnae wasn't|wisnae wasn't|wouldnae wouldn't|couldnae couldn't
    hasnae hasn't|havenae haven't|nowt nothing|owt anything|summat something
"""
_DIALECT = {word: (meant,) for word, meant in (each.split() for each in re.split(r"[|\n]", _SCOTS.strip()))}
"""Words as they are typed by who writes the way they speak; with a capital they may be names."""

_PLURAL_DIGITS = {str(number): word for word, number in PLURALS.items()}


@dataclass(frozen=True, slots=True)
class Word:
    """One word as understanding reads it.

    Attributes:
        text: Lower case, spelled in one way ("ok" is "okay"), without a possessive ending.
        start: Offset of its first character in the turn.
        end: Offset after its last character.
        capital: Whether it was written with a capital letter.
        pause: Whether a comma, dash or the like follows.
        owns: Whether it carried an 's.
    """

    text: str
    start: int
    end: int
    capital: bool = False
    pause: bool = False
    owns: bool = False


@dataclass(frozen=True)
class Sentence:
    """Words between two full stops.

    Attributes:
        words: At least one word.
        ending: "?", "!", "." or "" when the text simply stops.
        quoted: Whether it stands in quotation marks or is somebody's line in the story.
    """

    words: tuple[Word, ...]
    ending: str = ""
    quoted: bool = False

    @property
    def start(self) -> int:
        """Offset of the first word."""
        return self.words[0].start

    @property
    def end(self) -> int:
        """Offset after the last word."""
        return self.words[-1].end

    @cached_property
    def texts(self) -> list[str]:
        """The words alone."""
        return [word.text for word in self.words]

    def plain(self) -> str:
        """The words joined by single spaces."""
        return " ".join(self.texts)


def word_set(text: str) -> frozenset[str]:
    """The words of a text as a set, for word lists written as prose."""
    return frozenset(text.split())


def split(text: str) -> tuple[Sentence, ...]:
    """Sentences of a turn, without hesitations, stage directions and empty ones.

    Args:
        text: Recognised or typed words, any length; the first `MOST_WORDS` in the first `MOST_SENTENCES` are read.
    """
    readable = _STAGE.sub(lambda found: " " * len(found.group()), text)
    quoted = _quoted_letters(readable)
    sentences = []
    left = MOST_WORDS
    for start, end, ending in _sentence_spans(readable):
        words = tuple(islice(_words(readable, start, end), left))
        left -= len(words)
        if words:
            inside = sum(quoted[word.start] for word in words)
            sentences.append(Sentence(words, ending, quoted=inside * 2 > len(words)))
        if not left or len(sentences) == MOST_SENTENCES:
            break
    return tuple(sentences)


def _sentence_spans(text: str) -> Iterator[tuple[int, int, str]]:
    start = 0
    for found in sorted((*_STOP.finditer(text), *_FRESH.finditer(text)), key=lambda each: each.start()):
        mark = found.group()
        if found.re is _FRESH:
            yield start, found.start(), ""
            start = found.end()
            continue
        if "." in mark and (len(mark) > 1 or _ABBREVIATION.search(text, max(0, found.start() - 6), found.end())):
            continue
        if mark == "." and text[found.end() : found.end() + 1].isdecimal():
            continue
        yield start, found.start(), "?" if "?" in mark else mark[0]
        start = found.end()
    yield start, len(text), ""


def _words(text: str, start: int, end: int) -> Iterator[Word]:
    found = list(_WORD.finditer(text, start, end))
    skip = 0
    for at, match in enumerate(found):
        if skip:
            skip -= 1
            continue
        raw = match.group().replace("’", "'")
        low = raw.lower()
        last = match
        if low in FILLERS:
            continue
        if low == "re" and at + 1 < len(found) and found[at + 1].group().lower().startswith("roll"):
            last, skip = found[at + 1], 1
            low = "re" + last.group().lower()
        after = text[last.end() : found[at + 1 + skip].start() if at + 1 + skip < len(found) else end]
        pause = bool(_PAUSE.search(after))
        owns = low.endswith("'s") and low not in _CONTRACTED and not low[0].isdecimal()
        low = low[:-2] if owns else low
        if low[0].isdecimal() and low[-1] == "s":
            low = _PLURAL_DIGITS.get(low.removesuffix("s").removesuffix("'"), low)
        parts = _SPELLINGS.get(low) or _DIALECT.get(raw, (low,))
        for place, part in enumerate(parts):
            final = place == len(parts) - 1
            yield Word(part, match.start(), last.end(), raw[:1].isupper(), pause and final, owns and final)


def plain_word(text: str) -> str:
    """A word as understanding reads it: lower case, straight apostrophe, no possessive ending."""
    low = text.lower().replace("’", "'")
    return low[:-2] if low.endswith("'s") and low not in _CONTRACTED else low


_CONTRACTIONS = """
    it's that's he's she's what's who's where's how's there's here's let's when's everybody's everyone's nobody's
    this's someone's somebody's something's
"""
_CONTRACTED = frozenset(_CONTRACTIONS.split())


def _quoted_letters(text: str) -> bytearray:
    """1 for each letter of a text that stands in quotation marks."""
    quoted = bytearray(len(text))
    for start, end in _quoted_spans(text):
        quoted[start:end] = b"\x01" * (end - start)
    return quoted


def _quoted_spans(text: str) -> list[tuple[int, int]]:
    spans = [found.span() for found in re.finditer(r"[\"“”][^\"“”]+[\"“”]", text)]
    spans += [
        found.span()
        for found in re.finditer(r"(?<!\w)['‘](?!\w{1,2}\b(?! ))[^'‘’]{3,}(?:\w['’]\w[^'‘’]*)*['’](?!\w)", text)
    ]
    return spans
