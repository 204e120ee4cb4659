"""Who is meant at a table of Phase Six: whoever speaks, is named, was just spoken to, or everybody."""

import re
from collections.abc import Callable, Iterator, Mapping

from companion.intents.drafts import Draft
from companion.intents.names import Mention, Thing
from companion.intents.numbers import SPOKEN, value_in
from companion.intents.words import word_set

_PEOPLE = ("fighter", "character", "player")
EVERYBODY = word_set("everybody all both")
_GUESSED = 0.8
"""What it takes off the confidence that only the talk before tells who is meant."""
_GIST = "* "
"""How sentences of the grammar begin that are only asked about."""
_UNSURE = 0.75
_TALK = word_set(
    """
    was were had did got took gave went came said told thought fell bought found knew saw lost left made kept ran drew
    used paid how many much every per has have could can should still only like ago about old needs need worth
    save saving keep keeping usually or break breaks nothing would
    """
)
_STATES = word_set("poisoned shocked needed exhausted hundred")
_LONG = 4
"""Letters of words in -ed that tell nothing: need, bed, shed."""
_BREATH = 22
"""Words of a sentence that is short enough to mean one thing."""
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
"""What is counted on a sheet, by the word for one of it."""


def gist(check: Callable[[Draft], bool], aside: Callable[[Draft], bool] | None = None) -> Callable[[Draft], bool]:
    """The check, where a sentence of the grammar that gives the gist only asks for more and leads to a question.

    Args:
        check: For every sentence.
        aside: For such sentences besides; None asks for nothing.
    """

    def judged(draft: Draft) -> bool:
        if not draft.template.startswith(_GIST):
            return check(draft)
        if _tells_of_it(draft) or _said_in_full(draft):
            return False
        fits = check(draft) and (aside is None or aside(draft))
        draft.factor = min(draft.factor, _UNSURE)
        return fits

    return judged


def _tells_of_it(draft: Draft) -> bool:
    """Whether the sentence may be a tale, of what is over or of how things are."""
    words = draft.each.sentence.texts
    over = any(word.endswith("ed") and len(word) > _LONG and word not in _STATES for word in words)
    return over or len(words) > _BREATH or not _TALK.isdisjoint(words)


def _said_in_full(draft: Draft) -> bool:
    """Whether a sentence of the grammar that is more than the gist means the same."""
    return any(draft.each.find(each) for each in draft.pattern.say if not each.source.startswith(_GIST))


def own_words(draft: Draft) -> bool:
    """Of whoever speaks, not a word to somebody else."""
    return not draft.named_players(besides=draft.speaker)


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
    """Whom the GM speaks of: whoever is named, else everybody, else whoever spoke just before."""
    speaker(draft)
    if "char" in draft.slots:
        return True
    named = names_in(draft) or (told_of(draft) if draft.pattern.category in {"resource", "check_request"} else [])
    heroes = [player.name for player in draft.players() if player.character is not None]
    before = next((turn.speaker for turn in reversed(draft.before) if turn.speaker in heroes), None)
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
    names = list(dict.fromkeys(things[0].name for things in earlier if things))
    return names if len(names) == 1 else []


def _done(draft: Draft) -> bool:
    """Whose turn is over: nobody's who is named but does not act."""
    who = draft.mention("who")
    acting = draft.sheet(draft.heard.table.holder).of("acting")
    return who is None or not acting or any(thing.name in acting for thing in who.things)


def _what(draft: Draft) -> str:
    """What is handed out, in the words of the sentence: "Two wounds"."""
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
    if set(draft.each.sentence.texts) & EVERYBODY:
        return True
    named = names_in(draft)
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
    """Who is looked over; "him" is whoever the sentences before name."""
    name = draft.slots.get("targets")
    named = [name] if isinstance(name, str) else told_of(draft)
    draft.slots["targets"] = named
    return bool(named)


def _counted(draft: Draft) -> str | None:
    """What the matched words count."""
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
    """Whom a question is about: somebody named, whoever asks, or everybody."""
    words = set(draft.each.sentence.texts)
    if "player" not in draft.slots and words & {"i", "my", "i've", "me"} and draft.speaker is not None:
        draft.slots["player"] = draft.speaker
    return True


def _asked_how_many(draft: Draft) -> bool:
    """What is left of something; "no actions left" without a question only tells."""
    topic = _counted(draft)
    words = draft.each.sentence.texts
    if topic is None or not (draft.each.sentence.ending == "?" or {"how", "what", "what's", "how's"} & set(words)):
        return False
    draft.slots["topic"] = "hearts" if topic == "boosts" else topic
    return _asked(draft)


CHECKS: Mapping[str, Callable[[Draft], bool]] = {
    "p6_speaker": speaker,
    "p6_done": _done,
    "p6_addressed": gist(addressed),
    "p6_observe": _observe,
    "p6_asked": _asked,
    "p6_counted": _asked_how_many,
    "p6_corrected": _corrected,
    "p6_several": gist(_several),
    "p6_own": gist(always, own_words),
}
