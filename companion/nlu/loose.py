"""Words around a request that ask for nothing themselves: reasons, asides, thinking aloud, polite words.

People put them in front of, behind and between the words of any request. A sentence that means nothing as it was said
is read again without them; what could change its meaning (a condition, a doubt, somebody else's words) is left in.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.nlu.grammar import LooseParts
from companion.nlu.hearing import Heard, HeardSentence, Prepared, readings_of
from companion.nlu.names import Mention
from companion.nlu.words import Sentence, Word, word_set

_POLITE = word_set("please thanks thank")
_MYSELF = word_set("i i'll i'm i'd let me")
_NODS = word_set("please thanks then okay yes yeah cool may mind")
"""Last words after which a question mark only asks for a nod."""


def without_loose_parts(heard: Heard, loose: LooseParts, literals: frozenset[str]) -> tuple[Heard, frozenset[int]]:
    """A turn without its loose parts, and the sentences that had some.

    Args:
        heard: The turn as it was said.
        loose: What to leave out.
        literals: Plain words of the grammar.
    """
    cores = [each if each.sentence.quoted else _core(each, loose, literals) for each in heard.sentences]
    changed = frozenset(core.index for core, each in zip(cores, heard.sentences, strict=True) if core is not each)
    return replace(heard, sentences=tuple(cores)), changed


def goes_ahead(heard: Heard) -> bool:
    """Return True where somebody goes ahead and does something: "go ahead and roll" alone would tell another to."""
    for each in heard.sentences:
        texts = each.sentence.texts
        at = texts.index("ahead") if "ahead" in texts else 0
        if at and texts[at + 1 : at + 2] == ["and"] and not _MYSELF.isdisjoint(texts[:at]):
            return True
    return False


def _core(each: HeardSentence, loose: LooseParts, literals: frozenset[str]) -> HeardSentence:
    """A sentence without its loose parts; the sentence itself when it has none, or nothing else."""
    text = each.readings[0]
    parts: list[range] = []
    for part in _parts(text):
        said = _said(text, part)
        if loose.kept.match(said) or not (loose.asides if parts else loose.leads).fullmatch(said):
            parts.append(part)
    if not parts:
        return each
    parts = _without_tail(text, parts, loose)
    polite = not _POLITE.isdisjoint(each.sentence.texts)
    words: list[Word] = []
    origin: list[int] = []
    turned = False
    for at, part in enumerate(parts):
        if at and parts[at - 1].stop < part.start:
            words[-1] = replace(words[-1], pause=False)  # an aside, not a pause, parted the words around it
        said = _said(text, part)
        found = loose.now.match(said) or (loose.polite.match(said) if polite else None)
        if found is not None:
            start, until = _piece(text, part, found.end("before")), _piece(text, part, found.end())
            _take(text, each, range(part.start, start), words, origin)
            first, last = each.sentence.words[text.pieces[start][0]], each.sentence.words[text.pieces[until - 1][1] - 1]
            words.append(Word("i", first.start, last.end))
            origin.append(-1)
            part, turned = range(until, part.stop), True
        _take(text, each, part, words, origin)
    if len(words) == len(each.sentence.words) and not turned:
        return each
    words[-1] = replace(words[-1], pause=False)
    nods = turned or (origin[-1] != len(each.sentence.words) - 1 and each.sentence.words[-1].text in _NODS)
    ending = "." if nods and each.sentence.ending == "?" else each.sentence.ending
    sentence = Sentence(tuple(words), ending, each.sentence.quoted)
    mentions = tuple(_moved(each.mentions, origin))
    return HeardSentence(each.index, sentence, mentions, readings_of(sentence, mentions, literals))


def _parts(text: Prepared) -> Iterator[range]:
    """Pieces between pauses."""
    start = 0
    for at in range(len(text.pieces)):
        if _said(text, range(at, at + 1)).endswith(","):
            yield range(start, at + 1)
            start = at + 1
    if start < len(text.pieces):
        yield range(start, len(text.pieces))


def _said(text: Prepared, part: range) -> str:
    end = text.starts[part.stop] if part.stop < len(text.starts) else len(text.text)
    return text.text[text.starts[part.start] : end]


def _piece(text: Prepared, part: range, offset: int) -> int:
    """The piece that begins at an offset in a part."""
    return next((at for at in part if text.starts[at] - text.starts[part.start] >= offset), part.stop)


def _without_tail(text: Prepared, parts: list[range], loose: LooseParts) -> list[range]:
    last = parts[-1]
    found = loose.tail.search(_said(text, last))
    return [*parts[:-1], range(last.start, _piece(text, last, found.start()))] if found and found.start() else parts


def _take(text: Prepared, each: HeardSentence, part: range, words: list[Word], origin: list[int]) -> None:
    for at in part:
        for place in range(*text.pieces[at]):
            words.append(each.sentence.words[place])
            origin.append(place)


def _moved(mentions: Sequence[Mention], origin: Sequence[int]) -> Iterator[Mention]:
    """Names at their new places; without those that were left out."""
    places = {old: new for new, old in enumerate(origin)}
    for mention in mentions:
        if mention.at in places:
            at = places[mention.at]
            yield replace(mention, at=at, until=at + mention.until - mention.at)
