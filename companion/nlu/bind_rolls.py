"""Fields of the commands around a roll: skills, dice kept and thrown again, checks, help, vows."""

import re
from collections.abc import Callable, Mapping

from companion.nlu.bind_sheets import faces_in
from companion.nlu.bind_skills import ASKS_TO_SEE, principle_named
from companion.nlu.drafts import Draft
from companion.nlu.names import fold, likeness
from companion.nlu.numbers import value_of

_PAYING = frozenset({"chip", "chips"})
_NEAR = 0.6
"""Likeness from which a misheard skill is taken for one on the sheet, and asked about."""
_UNPAID = 0.8
"""Factor for a check without a word of a chip: it is asked about."""


def _dice(draft: Draft) -> bool:
    """Dice to throw again: faces, the last, the lowest, or all but those kept."""
    words, text = draft.words(), " ".join(draft.words())
    lowest = draft.number("lowest")
    kept = re.search(
        r"\b(?:keep|keeping|set) (?:the |my |both )?((?:\w+ )*?\w+) (?:aside|and (?:throw|reroll|roll)|the rest)", text
    )
    if kept:
        faces = [value for word in kept[1].split() for value in faces_in([word])]
        if faces:
            draft.slots["keep"] = faces
    if lowest:
        draft.slots["dice"] = f"lowest{lowest}"
    elif {"rest", "others", "remaining"} & set(words) and "keep" in draft.slots:
        draft.slots["dice"] = "rest"
    elif "last" in words and "faces" not in draft.match.slots:
        draft.slots["dice"] = "last"
    else:
        named = draft.plain("faces") or words  # "The three's annoying me. Rerolling it."
        draft.slots["faces"] = faces_in(named, both="both" in text)
        if re.search(r"\bone of (?:the|my|those) \w+$", text) and len(draft.plain("faces")) == 1:
            draft.slots["faces"] = draft.slots["faces"][:1]
        if not draft.slots["faces"]:
            draft.missing.append("faces")
        elif all(face == 6 for face in draft.slots["faces"]):
            return False
    return True


def _hold(draft: Draft) -> bool:
    """Dice held back: a count, or the rest of those thrown."""
    text = " ".join(draft.words())
    throw = draft.number("throw")
    open_roll = next((roll for roll in draft.heard.table.open_rolls if roll.roller == draft.actor), None)
    later = re.search(r"\bjust (?:roll|throw) (\w+)\b", text)
    if later and throw is None:
        throw = value_of([later[1]])
    if throw is not None and open_roll is not None:
        draft.slots["count"] = max(0, open_roll.count - throw)
        return throw < open_roll.count
    if "count" not in draft.slots or re.search(r"\b(?<!not )(?:them all|all of them|everything|(?<!of )them)\b", text):
        draft.slots["count"] = 0
    return True


def _split(draft: Draft) -> bool:
    """Shape of a split, where the numbers were said."""
    parts = re.findall(
        r"\b(\w+) (?:dice )?(?:on|for|at) (?:the|that|my|his|her|another|a|him|them)\b", " ".join(draft.words())
    )
    counts = [value for part in parts if (value := value_of([part]))]
    if len(counts) >= 2 and all(count == 5 for count in counts[:-1]):
        draft.slots["shape"] = counts
        return True
    said = [value_of([word]) for word in draft.words() if word.isdecimal() or word in {"two", "three", "four", "five"}]
    shape = [number for number in said if number in {5} or (number and number < 5)]
    if len(shape) >= 2 and shape[0] == 5 and all(number == 5 for number in shape[:-1]):
        draft.slots["shape"] = shape
    elif {"twelve", "12"} & set(draft.words()) or (len(shape) == 1 and shape[0] == 3):
        draft.slots["shape"] = [5, 5, 2] if {"twelve", "12"} & set(draft.words()) else None
    return True


def _other_roller(draft: Draft) -> bool:
    """Skill check of somebody else: who, with which skill, how hard."""
    target = _target(draft)
    mention = draft.mention("skill")
    if draft.plain("skill") == ["luck"]:
        draft.slots["skill"] = "none"
    elif mention is not None:
        thing = (target and draft.pick(mention, ("skill", "item"), target)) or draft.pick(
            mention, ("skill", "item"), None
        )
        if thing is None:
            return False
        if target is None and thing.owner != draft.actor:
            target = thing.owner
        draft.slots["skill"] = thing.name
    elif not _heard_skill(draft, target):
        draft.missing.append("skill")
    return _finish_check(draft, target)


def _heard_skill(draft: Draft, target: str | None) -> bool:
    """The skill of the roller that is nearest to a word nobody's sheet has, to be asked about; False when none is."""
    heard = fold(draft.said("skill"))
    scored = [(likeness(heard, fold(name)), name) for name in draft.sheet(target).of("skill")]
    near, name = max(scored, default=(0.0, ""))
    if near < _NEAR:
        return False
    draft.slots["skill"] = name
    draft.factor *= _UNPAID
    return True


def _asked_check(draft: Draft) -> bool:
    """A check asked for in one place, its skill named in another, or not at all."""
    named = draft.things(("skill", "item"))
    if named:
        target = _target(draft)
        draft.slots["skill"] = named[0].name
        return _finish_check(draft, target)
    draft.missing.append("skill")
    return _finish_check(draft, _target(draft))


def _pays(text: str) -> bool:
    return bool(re.search(r"\bchips?\b|\bone of mine\b|\b(?:this is|this one's|one) for you\b", text))


def _paid_before(draft: Draft) -> bool:
    """Return True where the same speaker handed a chip over in the words just before."""
    last = draft.before[-1] if draft.before else None
    text = last.text.lower() if last else ""
    return bool(last and last.speaker == draft.speaker and _pays(text) and "conflict" not in text)


def _paid_check(draft: Draft) -> bool:
    """A chip handed over for a skill of somebody else, both named in the turn; help and conflicts are other things."""
    if {"conflict", "bid", "help", "helping", "harder", "difficulty", "myself"} & set(draft.words()):
        return False
    named = [thing for thing in draft.things(("skill", "item")) if thing.owner != draft.actor]
    owners = {thing.owner for thing in named}
    target = _target(draft) or (owners.pop() if len(owners) == 1 else None)
    named = [thing for thing in named if thing.owner == target]
    paid = _pays(" ".join(draft.words())) or _paid_before(draft)
    if target is None or not named or not (paid or ASKS_TO_SEE.search(" ".join(draft.words()))):
        return False
    if not paid:
        draft.factor *= _UNPAID
    draft.slots["skill"] = named[0].name
    return _finish_check(draft, target)


def _target(draft: Draft) -> str | None:
    """The player a check is asked of: the one named, else the narrator."""
    said = draft.owner("target")
    if said and said != draft.actor:
        return said
    others = draft.named_players(besides=draft.actor)
    if others:
        return (
            others[-1] if _PAYING & set(draft.words()) and len(others) > 1 and others[0] == draft.actor else others[0]
        )
    holder = draft.heard.table.holder
    return holder if holder != draft.actor else None


def _finish_check(draft: Draft, target: str | None) -> bool:
    if target is None:
        others = [player.name for player in draft.players() if player.name != draft.actor]
        if len(others) == 1:
            target = others[0]
    if target is None:
        draft.missing.append("target")
    elif target == draft.actor:
        return False
    else:
        draft.slots["target"] = target
    text = " ".join(draft.words())
    if re.search(r"\b(?:two|2) chips\b", text) and re.search(r"\b(?:harder|difficult\w*|tougher)\b", text):
        draft.slots["extra_difficulty"] = 1
    return True


def _help(draft: Draft) -> bool:
    """Helping dice: how many and with which own skill."""
    thing = next(iter(draft.things(("skill", "item"), draft.actor)), None)
    if thing is None and draft.things(("skill", "item")) and draft.actor == draft.speaker:
        other = draft.things(("skill", "item"))[0]
        if other.owner in draft.named_players():
            draft.actor, thing = other.owner, other
    dice = (
        draft.slots.pop("dice", None)
        or draft.number_before("dice", "die", "chip", "chips")
        or draft.number_before("helping")
    )
    if dice is None:
        dice = next((value for word in draft.words() if (value := value_of([word])) and word not in {"a", "an"}), None)
    roller = next((roll.roller for roll in draft.heard.table.open_rolls), None)
    if draft.actor is not None and draft.actor == roller:
        return False
    if (
        thing is None
        and dice is None
        and not re.search(r"\b(?:i|i'll|let me|i'm) (?:want to |going to )?help", " ".join(draft.words()))
    ):
        return False
    if thing:
        draft.slots["skill"] = thing.name
    else:
        draft.missing.append("skill")
    if dice:
        draft.slots["dice"] = dice
    else:
        draft.missing.append("dice")
    return True


def _own_help(draft: Draft) -> bool:
    """Help nobody calls so: a skill of the speaker's own and a number, told by whoever does not throw."""
    own = draft.speaker is not None and draft.actor == draft.speaker and draft.things(("skill", "item"), draft.actor)
    asked = [each for each in draft.heard.sentences if each.sentence.ending == "?"]
    if not own or any(each is draft.each or any(one.of("skill", "item") for one in each.mentions) for each in asked):
        return False
    return _help(draft)


def _trigger(draft: Draft) -> bool:
    if draft.actor is None:
        return True
    principles = draft.sheet(draft.actor).of("principle")
    if not principles:
        return False
    chosen = principle_named(draft)
    if chosen:
        draft.slots["principle"] = chosen
    elif "principle" in draft.match.slots:
        return False
    return True


def _vow(draft: Draft) -> bool:
    """A vow broken or settled; the owner may be named by the character."""
    if draft.actor is None:
        return True
    principles = draft.sheet(draft.actor).of("principle")
    if not principles:
        return False
    if "new_text" in draft.slots:
        draft.slots["principle"] = principles[0] if len(principles) == 1 else None
        return True
    chosen = principle_named(draft)
    if chosen:
        draft.slots["principle"] = chosen
    elif draft.pattern.command == "break_principle":
        draft.missing.append("principle")
    return True


CHECKS: Mapping[str, Callable[[Draft], bool]] = {
    "dice": _dice,
    "hold": _hold,
    "split": _split,
    "other_roller": _other_roller,
    "asked_check": _asked_check,
    "paid_check": _paid_check,
    "help": _help,
    "own_help": _own_help,
    "trigger": _trigger,
    "vow": _vow,
}
