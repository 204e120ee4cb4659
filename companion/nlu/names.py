"""Names of the table in speech: found by spelling and by sound, resolved to their spelling at the table."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, takewhile

import jellyfish
from rapidfuzz import fuzz, process

from companion.nlu.common_words import COMMON_WORDS
from companion.nlu.numbers import MOST_DIGITS, ORDINALS, UNITS
from companion.nlu.words import Word, word_set
from engine.quick_dataclass import dataclass
from engine.vocabulary import Vocabulary

TITLES = word_set(
    """
    the a an old young brother sister father mother captain doctor dr mr mrs ms miss lady lord sir dame saint st
    king queen prince princess count duke baron sergeant professor master uncle aunt big little
    """
)
_EXACT, _SOUND = 1.0, 0.86
_SHORTENED, _LEAST_SHORTENED = 0.85, 3
"""Likeness of a name that is cut short, and the fewest letters that are left of it."""
_PEOPLE = frozenset({"player", "character"})
_LONGEST = 5
_SHORT = 6
_MARGIN = 0.06
"""Lead in score under which another name is as likely: about five letters in a hundred."""
_MOST_GUESSES = 4
_NEAR_BY_SOUND, _LEAD_BY_SOUND = 50.0, 20.0
"""Consonants in common, in per cent, and the lead over the next name, from which misheard words are asked about."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something with a name.

    Attributes:
        kind: "player", "character", "skill", "item", "connection", "goal", "principle", "group_goal" or "story".
        name: Spelling at the table.
        owner: Player it belongs to, None for what belongs to nobody.
    """

    kind: str
    name: str
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class Guess:
    """Another name that words may stand for.

    Attributes:
        things: What bears that name, never empty.
        score: 0 to 1, as of a mention.
    """

    things: tuple[Thing, ...]
    score: float


@dataclass(frozen=True, slots=True)
class Mention:
    """Words that name something.

    Attributes:
        at: Index of the first word.
        until: Index after the last word.
        things: What they may name, never empty.
        score: 0 to 1; 1 when spelled as at the table.
        others: Other names they may be, the likeliest first; empty when spelled as at the table.
    """

    at: int
    until: int
    things: tuple[Thing, ...]
    score: float
    others: tuple[Guess, ...] = ()

    def of(self, *kinds: str) -> tuple[Thing, ...]:
        """Things of these kinds."""
        return tuple(thing for thing in self.things if thing.kind in kinds)

    def equally_near(self, kinds: Sequence[str], owner: str | None = None) -> tuple[Thing, ...]:
        """Things of these kinds, of the owner where one is given, between which sound and spelling do not decide."""
        near = [self.things, *(guess.things for guess in self.others if guess.score >= self.score - _MARGIN)]
        return tuple(
            thing
            for things in near
            for thing in things
            if thing.kind in kinds and (owner is None or thing.owner == owner)
        )


@dataclass(frozen=True, slots=True)
class _Index:
    """Names folded to letters only, for lookup by spelling and by sound."""

    exact: dict[str, tuple[Thing, ...]]
    keys: tuple[str, ...]
    sounds: dict[str, tuple[str, ...]]
    lengths: dict[str, int]


def fold(text: str) -> str:
    """Letters and digits of a name, lower case."""
    return re.sub(r"[^a-z0-9]", "", text.lower())


def things_of(vocabulary: Vocabulary) -> Iterator[Thing]:
    """Everything a table can name."""
    for player in vocabulary.players:
        yield Thing("player", player.name, player.name)
        if player.character:
            yield Thing("character", player.character, player.name)
        for kind, name in player.things:
            yield Thing(kind, name, player.name)
    for kind, name in vocabulary.shared:
        yield Thing(kind, name)


def _forms(thing: Thing) -> Iterator[str]:
    """Ways to say a name aloud, as words."""
    words = re.findall(r"[\w'’]+", thing.name.lower())
    yield " ".join(words)
    if len(words) > 1 and words[-1] in UNITS:
        yield " ".join([*words[:-1], str(UNITS[words[-1]])])  # "thug 2", as people type it
    if thing.kind in {"player", "character", "connection", "story"}:
        bare = [word for word in words if word not in TITLES]
        if bare and bare != words:
            yield " ".join(bare)
        for word in bare:
            if (
                len(word) >= 3
                and len(bare) > 1
                and word not in COMMON_WORDS
                and word not in UNITS
                and word not in ORDINALS
            ):
                yield word


@lru_cache(maxsize=64)
def _index(vocabulary: Vocabulary, story: tuple[str, ...]) -> _Index:
    exact: dict[str, list[Thing]] = {}
    lengths: dict[str, int] = {}
    story_things = (Thing("story", name) for name in story)
    for thing in (*things_of(vocabulary), *story_things):
        if thing.kind in {"goal", "principle", "group_goal", "setting_detail"}:
            continue
        for form in _forms(thing):
            key = fold(form)
            if len(key) >= 2 and thing not in exact.setdefault(key, []):
                exact[key].append(thing)
                lengths[key] = len(form.split())
    sounds: dict[str, list[str]] = {}
    for key in exact:
        if len(key) >= 4:
            sounds.setdefault(_sound(key), []).append(key)
    return _Index(
        {key: tuple(found) for key, found in exact.items()},
        tuple(key for key in exact if len(key) >= 4),
        {key: tuple(found) for key, found in sounds.items()},
        lengths,
    )


@lru_cache(maxsize=4096)
def _sound(key: str) -> str:
    return str(jellyfish.metaphone(key))


def find_mentions(words: Sequence[Word], vocabulary: Vocabulary, story: tuple[str, ...] = ()) -> tuple[Mention, ...]:
    """Names in a sentence, longest and surest first where they overlap, in order of the words.

    Args:
        words: Words of one sentence.
        vocabulary: Names of the table.
        story: People and places of the story.
    """
    index = _index(vocabulary, story)
    found: list[Mention] = []
    for at in range(len(words)):
        for until in range(at + 1, min(len(words), at + _LONGEST) + 1):
            mention = _mention(words, at, until, index)
            if mention:
                found.append(mention)
            if words[until - 1].pause:
                break
    found = [
        each
        for each in found
        if not any(_part_of(each, other) or _reaches_over(each, other) for other in _near(each, found))
    ]
    found.sort(key=lambda each: (-each.score * (1 + 0.2 * (each.until - each.at)), each.at))
    taken: list[Mention] = []
    words_taken: set[int] = set()
    for mention in found:
        if words_taken.isdisjoint(range(mention.at, mention.until)):
            taken.append(mention)
            words_taken.update(range(mention.at, mention.until))
    return tuple(sorted(taken, key=lambda each: each.at))


def _near(mention: Mention, found: Sequence[Mention]) -> Iterator[Mention]:
    """Those of some names, in order of the words, that may begin before this one ends and end behind its beginning."""
    first = bisect_left(found, mention.at - _LONGEST, key=lambda each: each.at)
    return takewhile(lambda each: each.at <= mention.at, islice(found, first, None))


def _part_of(part: Mention, whole: Mention) -> bool:
    """Return True where a name is only the last or first word of one said in full ("Leo Brandt" for Lio Brandt)."""
    length = whole.until - whole.at
    inside = whole.at <= part.at and part.until <= whole.until and part.until - part.at < length
    in_full = all(len(thing.name.split()) == length for thing in whole.things)
    return inside and in_full and set(part.things) == set(whole.things)


def _reaches_over(guess: Mention, exact: Mention) -> bool:
    """Return True where a likeness takes in a word behind the name said exactly and in full ("Lockpicking I")."""
    wider = guess.at == exact.at and exact.until < guess.until
    in_full = any(len(thing.name.split()) == exact.until - exact.at for thing in exact.things)
    return wider and guess.score < _EXACT == exact.score and in_full and set(guess.things) <= set(exact.things)


def _mention(words: Sequence[Word], at: int, until: int, index: _Index) -> Mention | None:
    window = words[at:until]
    key = fold("".join(word.text for word in window))
    if key in index.exact:
        return Mention(at, until, index.exact[key], _EXACT)
    if (short := _shortened(key, window, index)) is not None:
        return Mention(at, until, short, _SHORTENED)
    if len(key) < 4 or any(_ordinary(word, len(window) == 1) for word in window):
        return None
    close = _by_spelling(key, window, index) or _by_sound(key, window, index)
    close = [(name, score) for name, score in close if abs(index.lengths[name] - len(window)) <= 1]
    if not close:
        return None
    (name, score), *others = close
    return Mention(
        at, until, index.exact[name], score, tuple(Guess(index.exact[other], less) for other, less in others)
    )


def _shortened(key: str, window: Sequence[Word], index: _Index) -> tuple[Thing, ...] | None:
    """The only person whose name begins with a capitalised word that is no everyday one: "Tam" for Tamsin."""
    if len(window) > 1 or not window[0].capital or len(key) < _LEAST_SHORTENED or _ordinary(window[0], alone=True):
        return None
    longer = [name for name in index.exact if name.startswith(key) and index.lengths[name] == 1]
    people = [index.exact[name] for name in longer if all(each.kind in _PEOPLE for each in index.exact[name])]
    owners = {each.owner for things in people for each in things}
    return people[0] if len(people) == len(longer) and len(owners) == 1 else None


def _ordinary(word: Word, alone: bool) -> bool:
    """Return True where an everyday English word must not be bent into a name; alone, in any of its forms."""
    if "'" in word.text or word.text.isdecimal():
        return True
    plain = word.text.removesuffix("s") if len(word.text) > 4 else word.text
    return plain in COMMON_WORDS or any(form in COMMON_WORDS for form in _bare(word.text)[: None if alone else 1])


_ENDINGS = ("s", "es", "ed", "d", "ing", "er", "ly", "y")


@lru_cache(maxsize=4096)
def _bare(text: str) -> tuple[str, ...]:
    """A word and what is left of it without a usual ending: "leans" and "lean", "sliding" and "slide"."""
    stems = [text.removesuffix(ending) for ending in _ENDINGS if text.endswith(ending) and len(text) > len(ending) + 3]
    single = [stem[:-1] for stem in stems if stem[-1] == stem[-2]]
    return (text, *stems, *single, *(f"{stem}e" for stem in stems))


def _by_spelling(key: str, window: Sequence[Word], index: _Index) -> list[tuple[str, float]]:
    capital = any(word.capital for word in window)
    least = 75 if capital and len(key) >= 6 else 84 if capital else 88
    if not capital and len(key) < 6:
        return []
    hits = process.extract(key, index.keys, scorer=fuzz.ratio, score_cutoff=least, limit=_MOST_GUESSES)
    return [
        (name, round(0.6 + 0.35 * (score - 70) / 30, 3))
        for name, score, _ in hits
        if not capital or score >= 84 or key[0] == name[0] or name.endswith(key[1:])
    ]


def _by_sound(key: str, window: Sequence[Word], index: _Index) -> list[tuple[str, float]]:
    capital = any(word.capital for word in window)
    if len(key) < _SHORT and not capital:
        return []
    sound = _sound(key)
    near, least = index.sounds.get(sound, ()), 40.0 if capital else 75.0
    if not near and capital:
        near, least = index.sounds.get(sound[:-1], ()) if len(sound) >= 3 else (), 60.0
    ranked = sorted(((fuzz.ratio(key, name), name) for name in near), reverse=True)[:_MOST_GUESSES]
    return [
        (name, round(_SOUND * min(1.0, 0.75 + ratio / 400), 3))
        for ratio, name in ranked
        if ratio >= least and _initial(name) == _initial(key)
    ]


def likeness(one: str, other: str) -> float:
    """Likeness of two names, folded to letters, by spelling and sound, 0 to 1."""
    spelling = float(fuzz.ratio(one, other)) / 100
    return max(spelling, 0.85) if _sound(one) == _sound(other) else spelling


def nearest_by_sound(said: str, names: Iterable[str]) -> str | None:
    """The one name whose consonants come near those of misheard words ("Holiday" for Piloting); None when not one does.

    Noise swallows vowels and first letters before it swallows the order of the other consonants.
    """
    heard = _sound(fold(said))
    scored = sorted(((fuzz.ratio(heard, _sound(fold(name))), name) for name in names), reverse=True)
    if not heard or not scored or scored[0][0] < _NEAR_BY_SOUND:
        return None
    return scored[0][1] if len(scored) == 1 or scored[0][0] - scored[1][0] >= _LEAD_BY_SOUND else None


def _initial(key: str) -> str:
    """First letter with letters that sound alike made one."""
    return {"c": "k", "q": "k", "z": "s", "g": "j", "y": "i", "e": "i", "p": "f" if key[1:2] == "h" else "p"}.get(
        key[0], key[0]
    )


_SMALL = word_set(
    """
    the a an of to my your our his her their on in at for and or it that this goal one points point please put
    from with i was be is being becoming getting who what out off away some all
    """
)


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word


def _content(text: str) -> list[str]:
    words = re.findall(r"[a-z0-9']+", text.lower().replace("’", "'"))
    kept = [word for word in words if word not in _SMALL]
    return [_stem(word) for word in (kept or words)]


def best_text(said: str, choices: Iterable[str]) -> tuple[str, float] | None:
    """The text somebody means by some of its words ("peace with the abbot"), with a score from 0 to 1.

    Args:
        said: Words heard.
        choices: Texts of the table: goals, vows.
    """
    heard = _content(said)
    if not heard:
        return None
    scored = sorted(((_overlap(heard, _content(text)), text) for text in choices), key=lambda pair: -pair[0])
    if not scored or scored[0][0] < 0.34:
        return None
    if len(scored) > 1 and scored[1][0] > scored[0][0] - 0.05:
        return scored[0][1], min(0.5, scored[0][0])
    return scored[0][1], scored[0][0]


def _overlap(heard: Sequence[str], wanted: Sequence[str]) -> float:
    if not wanted:
        return 0.0
    hits = 0.0
    for word in heard:
        best = max(_alike(word, other) for other in wanted)
        hits += best if best >= 0.75 else 0.0
    return 0.75 * hits / len(heard) + 0.25 * min(1.0, hits / len(wanted))


def _alike(word: str, other: str) -> float:
    if word == other or (len(word) >= 4 and len(other) >= 4 and (word.startswith(other) or other.startswith(word))):
        return 1.0
    if len(word) >= 4 and len(other) >= 4 and _sound(word) == _sound(other):
        return 0.85
    return float(fuzz.ratio(word, other)) / 100 if len(word) >= 4 and len(other) >= 4 else 0.0


def numbered(said: str, count: int) -> int | None:
    """Place, from 0, that "goal two", "my first goal", "the last one" or "number 3" points at."""
    text = " ".join(re.findall(r"[a-z0-9]+", said.lower()))
    if re.search(r"\blast(?: one| goal)?$|\blast goal\b", text) and count:
        return count - 1
    called = re.search(r"\b(?:goal|number) (\w+)\b", text) or re.search(
        r"\b(\w+) (?:goal|one)\b|^(?:my |the )?(\w+)$", text
    )
    word = next((group for group in called.groups() if group), "") if called else ""
    place = (
        ORDINALS.get(word)
        or (int(word) if word.isdecimal() and len(word) <= MOST_DIGITS else None)
        or (UNITS.get(word) if called and text.find("goal " + word) >= 0 else None)
    )
    return place - 1 if place and place <= count else None


def resolve_text(said: str, choices: Sequence[str]) -> tuple[str, float] | None:
    """A text of the table by its number or by some of its words."""
    match = best_text(said, choices)
    if match and match[1] >= 0.6:
        return match
    place = numbered(said, len(choices))
    return (choices[place], 0.95) if place is not None else match
