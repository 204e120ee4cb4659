"""Things told, and amounts: titles, scenes, Movement Styles, distances and house rules of the Kleptonomicon."""

import re
from collections.abc import Callable, Iterable, Mapping

from companion.nlu.drafts import Draft
from companion.nlu.numbers import SPOKEN, value_of
from companion.nlu.templates import ing, third_person
from companion.nlu.words import split, word_set
from engine.systems.kleptonomicon.house_rules import SETTINGS
from engine.systems.kleptonomicon.vocabulary import DISTANCES

_WITHIN = 30
_SHORTEST_WAY = 3
"""Words that tell an NPC's way, at the least."""


def titled(draft: Draft) -> bool:
    """The title of an Episode, wherever it follows: "Episode five. The Hollow Crown."."""
    draft.actor = draft.speaker
    said = draft.after()
    called = _CALLED.search(said)
    title = called[1] if called else said
    words = title.split()
    if 0 < len(words) <= _LONGEST_TITLE and words[0][:1].isupper() and words[-1][:1].isupper():
        draft.slots["title"] = title
    return True


_CALLED = re.compile(r"\b(?:called|titled|named)\W+(?:it\W+)?(.+)", re.IGNORECASE)
_LONGEST_TITLE = 6


def introduced(draft: Draft) -> bool:
    """An introduction: everything behind the character's name belongs to it."""
    if draft.speaker is None or draft.actor != draft.speaker:
        return False
    del draft.slots["known"]
    if draft.after():
        draft.slots["text"] = draft.after()
    return True


def _becomes(draft: Draft) -> bool:
    """Fill in the words about the speaker's own character, with everything behind them."""
    draft.actor = draft.speaker
    text = f"{draft.slots.get('text', '')} {draft.after()}".strip()
    long = len(text.split()) >= _LEAST_TOLD and draft.each.index == 0
    draft.slots["text"] = text
    return long and draft.owner("own") == draft.speaker and draft.speaker is not None


_LEAST_TOLD = 4
"""Words that tell what becomes of somebody, at the least."""


def _told(draft: Draft) -> bool:
    """A scene somebody tells, in the same sentence, behind it or before it; its name alone tells nothing."""
    draft.actor = draft.speaker
    ahead = draft.heard.turn.text[: draft.each.words(draft.match.at, draft.match.until)[0].start]
    draft.slots["text"] = draft.slots.get("text") or draft.after() or ahead.strip(" ,.;:!?-–—")
    return bool(draft.slots["text"])


_STYLES = {
    style: word_set(" ".join(f"{verb} {ing(verb)} {third_person(verb)}" for verb in verbs.split()))
    for style, verbs in {
        "walk": "walk run slink march trudge step stroll jog stride sneak creep head back foot dart",
        "jump": "jump leap hop vault spring",
        "climb": "climb scale scramble clamber",
        "swim": "swim paddle",
        "swing": "swing",
        "fly": "fly glide swoop flight",
        "levitate": "levitate float hover",
    }.items()
}
"""Movement Styles by the words that say them."""


def _style_in(texts: Iterable[str]) -> str | None:
    """The Movement Style the first word for one says."""
    return next((style for text in texts for style, verbs in _STYLES.items() if text in verbs), None)


def styled(draft: Draft) -> None:
    """Fill in how a number of units is gone, if not on foot: as the turn says, a way up as was just said of it.

    That is what its speaker said, or whoever has no character and may have allowed it.
    """
    style = _style_in(word for word in draft.words() if word not in _STYLES["walk"])
    texts, at, until = draft.each.sentence.texts, draft.match.at, draft.match.until
    if style is None and "up" in (*texts[:at][-1:], *texts[until : until + 1]):
        others = {player.name for player in draft.players() if player.character is not None} - {draft.speaker}
        own = [turn for turn in draft.before if turn.speaker not in others]
        said = (word.text for turn in own[::-1] for each in split(turn.text) for word in each.words)
        style = _style_in(word for word in said if word not in _STYLES["walk"])
    if style is not None:
        draft.slots["style"] = style


def _style(draft: Draft) -> bool:
    """In which style somebody improvises a way, by the first word for one."""
    words, until = draft.each.sentence.words, draft.match.until
    style = _style_in(word.text for word in words[draft.match.at : until])
    behind = [] if words[until - 1].pause else draft.each.sentence.texts[until : until + 2]
    named = _style_in(behind[behind[:1] == ["of"] :][:1])  # "two units of climbing"
    if named not in {None, "walk"}:
        style = named
    if style is not None:
        draft.slots["style"] = style
    return style is not None or "units" in draft.match.slots or draft.pattern.command == "move"


def moves(draft: Draft) -> bool:
    """A way and how far it is; going and moving leave the style to the rules.

    "Nice, Sneaking five" is somebody's Skill: no way begins with a capital within a sentence. Nor is an NPC moved by a
    verb and a number alone.
    """
    words = draft.each.words(draft.match.at, draft.match.until)
    named = draft.match.at > 0 and words[0].capital and any(words[0].text in verbs for verbs in _STYLES.values())
    bare = draft.heard.table.narration == "NPC_TURN" and len(words) < _SHORTEST_WAY and words[0].text != "i"
    return not named and not bare and _style(draft) and _distance(draft)


def _distance(draft: Draft) -> bool:
    """Fill in the distance: a number of units, or a named Distance (KL-59)."""
    if "units" not in draft.slots:
        words = draft.each.sentence.texts
        found = next((DISTANCES[word] for word in words if word in DISTANCES and "distance" in words), None)
        if found is None:
            draft.missing.append("units")
            draft.question = "How many units?"
        else:
            draft.slots["units"] = found
    return draft.slots.get("units", 1) <= _WITHIN or draft.slots["units"] in DISTANCES.values()


_RECOVERIES = {"heal up": "heal_up", "dodges up": "dodges_up", "shields up": "shields_up"}


def _recovery(draft: Draft) -> bool:
    """Fill in the Recovery Ability: the one named in the words that say it, all of them, or Heal Up.

    "Shields up, captain!" names none.
    """
    words = draft.each.words(draft.match.at, draft.match.until)
    said = " ".join(word.text for word in words)
    cry = words[-1].text == "up" and words[-2].text in {"shields", "dodges"} and not words[-1].capital
    if cry and draft.match.until < len(draft.each.sentence.words):
        return False
    every = "all" if {"all", "every"} & set(said.split()) else "heal_up"
    draft.slots["recovery"] = next((name for words, name in _RECOVERIES.items() if words in said), every)
    return draft.slots["recovery"] in {"dodges_up", "shields_up"} or _heals(draft)


def resets(draft: Draft) -> bool:
    """Fill in the amount restored between two Episodes."""
    draft.actor = draft.speaker
    words = set(draft.each.sentence.texts)
    draft.slots["mode"] = "half" if "half" in words else "none" if words & _NOTHING else "full"
    kept = _LEFT_OUT.search(" ".join(draft.heard.turn.text.casefold().split()))
    pools = [pool for word, pool in _LEFT.items() if kept is not None and word in kept["what"]]
    if pools:
        draft.slots["keep"] = pools
    return True


_LEFT_OUT = re.compile(r"\b(?:except|but|apart from|without|other than)\b(?! for everybody)(?P<what>[^.!?]*)")
_LEFT = {
    "health": "health",
    "vitality": "vitality",
    "shield": "shield",
    "dodge": "dodge_points",
    "recover": "recoveries",
}


_NOTHING = word_set("no none nothing nobody")


def _experience(draft: Draft) -> bool:
    """One point, or a second as a bonus."""
    draft.actor = draft.speaker
    if _SECOND & set(draft.words()):
        draft.slots["bonus"] = 1
    return True


_SECOND = word_set("two 2 bonus extra another second plus")


def _heals(draft: Draft) -> bool:
    """Fill in the points Heal Up gives back: "four health", "two vitality", or a number alone; else ask for it."""
    text = draft.heard.text(draft.each, draft.match.at, len(draft.each.sentence.words)).casefold()
    for pool in ("health", "vitality"):
        found = re.search(rf"(\w+) (?:points? of )?{pool}", text)
        amount = value_of([found.group(1)]) if found else None
        if amount is not None:
            draft.slots[pool] = amount
    alone = re.search(rf"\bheal up[ ,:–—-]+(?:for |by )?({SPOKEN})\b", text)
    if alone is not None and not {"health", "vitality"} & set(draft.slots):
        draft.slots["health"] = value_of(alone.group(1).split())
    if not {"health", "vitality"} & set(draft.slots):
        draft.missing.append("health")
        draft.question = "How much Health comes back?"
    return True


def _gives_back(draft: Draft) -> bool:
    """Movement the GM gives back."""
    draft.actor = draft.speaker
    units = draft.number("units")
    if units is not None:
        draft.slots["delta"] = -units
    return units is not None


_ON = word_set("on yes true")
_OFF = word_set("off no false")


def _rule(draft: Draft) -> bool:
    """A house rule by its name and one of its values, or on and off."""
    draft.actor = draft.speaker
    words = draft.each.sentence.texts
    text = f" {' '.join(words)} "
    setting = next((each for each in SETTINGS if f" {each.name.replace('_', ' ')} " in text), None)
    if setting is None:
        return False
    said = text.partition(f" {setting.name.replace('_', ' ')} ")[2].split()
    values = sorted(setting.values, key=lambda each: -len(str(each)))
    named = next((each for each in values if f" {str(each).replace('_', ' ')} " in f" {' '.join(said)} "), None)
    if True in setting.values:
        named = True if _ON & set(said) else False if _OFF & set(said) else None
    if setting.low is not None:
        named = next((number for word in said if (number := value_of([word])) is not None), None)
    draft.slots.update({"rule": setting.name, "value": named})
    return named is not None


CHECKS: Mapping[str, Callable[[Draft], bool]] = {
    "klepto_titled": titled,
    "klepto_introduced": introduced,
    "klepto_told": _told,
    "klepto_becomes": _becomes,
    "klepto_moves": moves,
    "klepto_style": _style,
    "klepto_recovery": _recovery,
    "klepto_resets": resets,
    "klepto_experience": _experience,
    "klepto_gives_back": _gives_back,
    "klepto_rule": _rule,
}
