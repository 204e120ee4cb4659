"""People in sentences of the Kleptonomicon: targets of an Ability, and owners of points that come or go."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from companion.nlu.bind_kleptonomicon import ASKS, active, aim, leads, which
from companion.nlu.common_words import COMMON_WORDS
from companion.nlu.drafts import Draft
from companion.nlu.hearing import HeardSentence
from companion.nlu.names import Mention, find_mentions
from companion.nlu.words import Word, split, word_set

_PEOPLE = ("player", "character")
_FOES = ("npc", "creature", "group", "prepared")


def words_of(words: Sequence[Word]) -> list[str]:
    """Words alone."""
    return [word.text for word in words]


def clause_of(draft: Draft) -> list[str]:
    """Words of the clause in which a match begins."""
    words, at = draft.each.sentence.words, draft.match.at
    first = next((place for place in range(at, 0, -1) if words[place - 1].pause), 0)
    last = next((place for place in range(at, len(words)) if words[place].pause), len(words) - 1)
    return words_of(words[first : last + 1])


ME = word_set("me my mine i i'm i've i'll i'd")
_YOU = word_set("you your you're you've you'll yours")
_AS_IT_SEEMS = re.compile(r"\bi (?:think|guess|suppose|reckon|believe|say|mean)\b|\bi'd say\b|\bi'm afraid\b")
_HIM = word_set("he him his she her it its they them their he's she's it's they're")

_IT = word_set("it its it's")


def named_here(draft: Draft, *kinds: str) -> list[str]:
    """Names in the sentence, each once."""
    found = (which(draft, mention) for mention in draft.each.mentions if mention.of(*kinds))
    return list(dict.fromkeys(name for name in found if name is not None))


def concerned(draft: Draft) -> str | None:
    """Return the one it happens to: whoever is named, the speaker, whoever is spoken to, or was spoken of last."""
    named, words = named_here(draft, *_FOES, *_PEOPLE), set(_AS_IT_SEEMS.sub("", draft.each.sentence.plain()).split())
    if named:
        return named[0] if len(named) == 1 else None
    here = set(clause_of(draft))
    if words & ME and (here & ME or not here & _YOU):
        return draft.speaker
    if words & _YOU and not _of_another(draft):
        return next(iter(draft.named_players(besides=draft.speaker)), None) or last_named(draft, *_PEOPLE)
    if not words & _HIM:
        return None
    theirs = draft.heard.table.narration == "NPC_TURN" and not words & _YOU
    return last_named(draft, *_PEOPLE) if theirs else last_named(draft, *_FOES)


def _of_another(draft: Draft) -> bool:
    """Return True where one clause speaks to somebody and that with points is of another: "You can, he takes two"."""
    here = set(clause_of(draft))
    return bool(here & _HIM - _IT) and not here & _YOU


def last_named(draft: Draft, *kinds: str) -> str | None:
    """Return the last one of these kinds named, in this turn or in those before it."""
    for texts, mentions in _earlier(draft):
        for mention in reversed(mentions):
            name = which(draft, mention, texts) if mention.of(*kinds) else None
            if name is not None:
                return name
    return None


def _earlier(draft: Draft) -> Iterator[tuple[list[str], Sequence[Mention]]]:
    """Sentences before this one, the latest first, with the names in them."""
    for each in reversed(draft.heard.sentences[: draft.each.index]):
        yield each.sentence.texts, each.mentions
    table = draft.heard.table
    for turn in reversed(draft.before):
        for sentence in reversed(split(turn.text)):
            yield sentence.texts, find_mentions(sentence.words, table.vocabulary, table.names)


# ------------------------------------------------------------ for whom


def plain_ability(draft: Draft) -> bool:
    """An Ability and no other word; an everyday word that is asked for is none: "Light, please.".

    In the Turn of an NPC whoever leads may have told before whom it is for: "He aims at Vex. Ranged attack."
    """
    everyday = set(draft.plain("ability")) <= COMMON_WORDS
    if everyday and ASKS & set(draft.words()):
        return False
    user = active(draft)
    if user is not None and leads(draft):
        draft.slots["character"] = user
        aimed = {name for each in draft.heard.sentences for name in _aimed_at(each, *_PEOPLE)}
        draft.slots |= {"targets": [*aimed]} if len(aimed) == 1 else {}
    aim(draft)
    return True


_TO = word_set("at on against into for to towards upon")
_OR = word_set("and or")


def _aimed_at(each: HeardSentence, *kinds: str) -> Iterator[str]:
    """Those named right behind a word that leads to them, with those named along."""
    texts, reach = each.sentence.texts, -1
    for mention in each.mentions:
        ahead = set(texts[max(0, mention.at - 2) : mention.at])
        along = mention.at - 1 == reach and ahead & _OR
        if mention.of(*kinds) and (ahead & _TO or along):
            reach = mention.until
            yield mention.of(*kinds)[0].name


def aimed_behind(draft: Draft) -> list[str]:
    """The foes that a short sentence behind this one names, and nothing else: "On the first wolf."."""
    for each in draft.heard.sentences[draft.each.index + 1 : draft.each.index + 2]:
        foes = [mention for mention in each.mentions if mention.of(*_FOES)]
        begins = each.sentence.texts[0] in _TO and each.sentence.ending != "?"
        if begins and len(foes) == 1 and foes[0].at <= _LEADS_TO and foes[0].until == len(each.sentence.words):
            return [name for name in [which(draft, foes[0], each.sentence.texts)] if name is not None]
    return []


_LEADS_TO = 3
"""Words before a name in a sentence that only tells whom something is for."""


CHECKS: Mapping[str, Callable[[Draft], bool]] = {"klepto_plain_ability": plain_ability}
