"""People meant at a table of Phase Six: whoever speaks, is named, was just spoken to, or everybody."""

import re
from collections.abc import Callable, Iterator, Mapping

from companion.nlu.bind_phasesix_gist import buys, by_leader, gist, keeps, spends, standing
from companion.nlu.drafts import Draft
from companion.nlu.hearing import hear
from companion.nlu.names import Mention, Thing
from companion.nlu.numbers import SPOKEN, value_in
from companion.nlu.words import word_set

_PEOPLE = ("fighter", "character", "player")
EVERYBODY = word_set("everybody all both")
_BREATH = 30
_SHORT = 12
_GUESSED = 0.8
"""Factor on the confidence where only the talk before tells who is meant."""
_EXTRAS = word_set("bonus destiny fate reroll rerolls rerolling")
_ABSENT = word_set("he he's she she's him his her herself himself")
_SPOKEN_TO = word_set("you your you're you'll you've")
_LATELY = 3
"""Turns in which "he" may have been named."""
_HOURS = re.compile(rf"\b({SPOKEN}) hours\b")
_NIGHT = 6
"""Hours of a rest."""
_COUNTED = {
    "bonus": "bonus_dice",
    "destiny": "destiny_dice",
    "fate": "destiny_dice",
    "reroll": "rerolls",
    "heart": "hearts",
    "boost": "boosts",
    "wound": "hearts",
    "action": "actions",
    "arcana": "arcana",
    "stress": "stress",
    "reputation": "reputation",
    "spell": "spells",
    **dict.fromkeys(("round", "ammo", "bullet", "shot"), "weapons"),
}
"""Things counted on a sheet, by the word for one of them."""


def _leaves(draft: Draft) -> bool:
    """A roll is left as it is: nothing is named in the turn that could be added to it, unless it is kept."""
    return bool(_EXTRAS.isdisjoint(draft.words())) or keeps(draft)


def always(draft: Draft) -> bool:
    """No condition."""
    return True


def speaker(draft: Draft) -> bool:
    """Said by whoever speaks, also when it begins with somebody's name."""
    draft.actor = draft.speaker
    draft.factor = max(draft.factor, 0.97)
    return True


def people(draft: Draft) -> Iterator[tuple[Mention, Thing]]:
    """People named in the sentence, with the name the rules use."""
    for mention in draft.each.mentions:
        found = mention.of(*_PEOPLE)
        if found:
            yield mention, found[0]


def names_in(draft: Draft) -> list[str]:
    """Names of the people in the sentence, each once."""
    return list(dict.fromkeys(thing.name for _, thing in people(draft)))


def several_of_a_kind(draft: Draft) -> list[str]:
    """Fighters meant by the plural of their name: "the two thugs"; the first of them comes first."""
    words = set(draft.each.sentence.texts)
    fighters = [name for kind, name in draft.heard.table.vocabulary.shared if kind == "fighter"]
    return [name for name in fighters if f"{name.lower().split()[0]}s" in words]


def addressed(draft: Draft) -> bool:
    """The people the GM speaks of: those named, else everybody, else the one who spoke just before."""
    speaker(draft)
    if "char" in draft.slots:
        return True
    named = names_in(draft) or (told_of(draft) if draft.pattern.category in {"resource", "check_request"} else [])
    heroes = [player.name for player in draft.players() if player.character is not None]
    absent = not _ABSENT.isdisjoint(draft.each.sentence.texts) and _SPOKEN_TO.isdisjoint(draft.words())
    last = (turn.speaker for turn in reversed(draft.before) if turn.speaker in heroes)
    before = talked_of(draft) if absent else next(last, None)
    if named:
        draft.slots["char"] = named[0]
    elif before is not None:
        draft.slots["char"] = before
        if draft.pattern.category == "resource":
            draft.factor = _GUESSED
            draft.question = f"{_what(draft)} for {_character(draft, before)}?"
    elif len(heroes) != 1 and draft.speaker not in heroes:
        draft.missing.append("char")
    return True


def told_of(draft: Draft) -> list[str]:
    """The one character the sentences before this one name: "You fall, Hagen. One wound."."""
    earlier = [mention.of(*_PEOPLE) for each in draft.heard.sentences[: draft.each.index] for mention in each.mentions]
    people = {things[0].owner or things[0].name: things[0].name for things in earlier if things}
    return list(people.values()) if len(people) == 1 else []


def talked_of(draft: Draft) -> str | None:
    """The player whose character "he" or "she" is: whoever the talk before named last, if it named one."""
    for turn in reversed(draft.before[-_LATELY:]):
        mentions = hear(turn, draft.heard.table, frozenset()).mentions()
        named = {thing.owner for each in mentions for thing in each.of("character", "player") if thing.owner}
        if named - {draft.speaker}:
            return named.pop() if len(named) == 1 else None
    return None


def _done(draft: Draft) -> bool:
    """Return False where the turn said to be over is that of somebody who does not act."""
    who = draft.mention("who")
    acting = draft.sheet(draft.heard.table.holder).of("acting")
    return who is None or not acting or any(thing.name in acting for thing in who.things)


def _what(draft: Draft) -> str:
    """Return the thing handed out, in the words of the sentence: "Two wounds"."""
    words = draft.said("count") or draft.said("value")
    thing = draft.pattern.command.split("_")[-1]
    thing = thing.removesuffix("s") if words == "one" and thing.endswith("nds") else thing
    return f"{words or 'the'} {thing}".strip().capitalize()


def _character(draft: Draft, player: str) -> str:
    return next((each.character for each in draft.players() if each.name == player and each.character), player)


def _several(draft: Draft) -> bool:
    """Several people at once: those named, or everybody."""
    speaker(draft)
    hours = _HOURS.search(draft.each.sentence.plain())
    if hours and draft.pattern.command == "rest":
        draft.slots["hours"] = value_in(hours.group(1))
    named = names_in(draft)
    if set(draft.each.sentence.texts) & EVERYBODY or (not named and "each" in draft.each.sentence.texts):
        return True
    if named:
        draft.slots["chars"] = named
        return True
    if draft.pattern.command in {"rest", "award_reputation"}:
        # Too short a rest is for the rules to refuse, but only to somebody known.
        return draft.speaker is not None or draft.slots.get("hours", _NIGHT) >= _NIGHT
    addressed(draft)
    if "char" in draft.slots:
        draft.slots["chars"] = [draft.slots["char"]]
    elif "char" in draft.missing:
        draft.missing[draft.missing.index("char")] = "chars"
    return True


def _observe(draft: Draft) -> bool:
    """Fill in those who are looked over; "him" is whoever the sentences before name."""
    name = draft.slots.get("targets")
    named = [name] if isinstance(name, str) else told_of(draft)
    draft.slots["targets"] = named
    return bool(named)


def _counted(draft: Draft) -> str | None:
    """Return the topic that the matched words count; None where they count nothing."""
    words = [word.text for word in draft.each.words(draft.match.at, draft.match.until)]
    return next((_COUNTED[one] for word in words for one in (word, word.removesuffix("s")) if one in _COUNTED), None)


def _corrected(draft: Draft) -> bool:
    """A number of somebody's sheet: one's own unless somebody is named."""
    speaker(draft)
    draft.slots["path"] = _counted(draft)
    if "char" not in draft.slots and draft.speaker is not None:
        draft.slots["char"] = draft.speaker
    return True


def _asked(draft: Draft) -> bool:
    """The person a question is about: somebody named, the one who asks, or everybody."""
    words = set(draft.each.sentence.texts)
    if "player" not in draft.slots and words & {"i", "my", "i've", "me"} and draft.speaker is not None:
        draft.slots["player"] = draft.speaker
    return True


def _asked_how_many(draft: Draft) -> bool:
    """Fill in the thing whose rest is asked for; "no actions left" without a question only tells."""
    topic = _counted(draft)
    words = draft.each.sentence.texts
    if topic is None or not (draft.each.sentence.ending == "?" or {"how", "what", "what's", "how's"} & set(words)):
        return False
    draft.slots["topic"] = "hearts" if topic == "boosts" else topic
    return _asked(draft)


def dealt(draft: Draft) -> bool:
    """Return True where the leader deals something out now, to somebody named, spoken to or talked of."""
    words = set(draft.words())
    somebody = names_in(draft) or told_of(draft) or not words.isdisjoint(_SPOKEN_TO | EVERYBODY)
    return by_leader(draft) and bool(somebody or (words & _ABSENT and talked_of(draft)))


def _is_dead(draft: Draft) -> bool:
    """Fill in the dead: whoever is named, else the one foe struck last."""
    speaker(draft)
    struck = draft.sheet(draft.heard.table.holder).of("struck")
    names = names_in(draft) or told_of(draft) or list(struck if len(struck) == 1 else ())
    draft.slots["char"] = names[0] if names else None
    return bool(names)


def _cue(words: str, most: int = _BREATH) -> Callable[[Draft], bool]:
    """Make a check that the leader says one of these words in a short sentence besides the thing."""
    cues = word_set(words)
    return lambda draft: by_leader(draft) and bool(cues & set(draft.each.sentence.texts)) and len(draft.words()) <= most


def _hands_over(draft: Draft) -> bool:
    """Return True where a turn ends with these words."""
    return len(draft.each.sentence.words) <= _SHORT


CHECKS: Mapping[str, Callable[[Draft], bool]] = {
    "p6_speaker": standing(speaker),
    "p6_done": _done,
    "p6_addressed": addressed,
    "p6_observe": _observe,
    "p6_asked": _asked,
    "p6_counted": _asked_how_many,
    "p6_corrected": _corrected,
    "p6_several": _several,
    "p6_leaves": standing(_leaves),
    "p6_now": standing(always),
    "p6_ask_dealt": gist(addressed, dealt),
    "p6_ask_several": gist(_several, dealt),
    "p6_ask_spends": gist(always, spends),
    "p6_ask_buys": gist(always, buys),
    "p6_ask_keeps": gist(always, keeps),
    "p6_ask_dead": gist(_is_dead, by_leader),
    "p6_ask_opens": gist(
        speaker, _cue("on open opened opening start starts starting begin begins going off way running rolling")
    ),
    "p6_ask_closes": gist(speaker, _cue("over done end ends closed stop stops finished close wrap that's out")),
    "p6_ask_breaks_off": gist(speaker, _cue("over done finished ends end won stops that's")),
    "p6_ask_ends_turn": gist(_done, _hands_over),
}
