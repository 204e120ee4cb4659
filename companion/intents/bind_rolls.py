"""Fields of the commands around a roll: skills, dice kept and thrown again, checks, help, vows."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.intents.bind_sheets import faces_in
from companion.intents.drafts import Draft
from companion.intents.names import best_text, fold, likeness, nearest_by_sound, resolve_text
from companion.intents.numbers import value_of
from companion.intents.words import word_set

_PAYING = frozenset({"chip", "chips"})
_ASKS_TO_SEE = re.compile(r"\b(?:see|show)\b")
_NEAR = 0.6
"""Likeness from which a misheard skill is taken for one on the sheet, and asked about."""
_UNPAID = 0.8
"""Factor for a check without a word of a chip: it is asked about."""


def _own_skill(draft: Draft) -> bool:
    """Action with a skill or item of the actor, or on Luck."""
    words = draft.plain("skill")
    skill: str | None = None
    if words == ["luck"]:
        skill = "none"
        if not set(draft.words()) & {
            "roll",
            "rolling",
            "skill",
            "skills",
            "guess",
            "dice",
            "nothing",
            "use",
            "using",
            "try",
            "rolls",
            "it's",
        }:
            return False
    else:
        slot = "skill" if "skill" in draft.match.slots else "item"
        thing = draft.thing(slot, ("skill", "item"), draft.actor)
        if thing is None:
            anyone = draft.thing(slot, ("skill", "item"))
            if anyone is None or (draft.actor is None and draft.heard.turn.speaker is not None):
                return False
            if draft.actor is not None and anyone.owner not in draft.named_players():
                return False
            if _ASKS_TO_SEE.search(" ".join(draft.words())):
                return False  # somebody else's skill, which the speaker wants to see: a check
            thing, draft.actor = anyone, anyone.owner
            draft.factor *= 0.92
        skill = thing.name
    if "by" not in draft.match.slots and not draft.first_person() and not _own_act(draft):
        return False
    draft.slots["skill"] = skill
    _preparations(draft)
    return True


def _near_skill(draft: Draft) -> bool:
    """An action where words that name nothing stand for the skill: the own skill that sounds nearest, to be asked."""
    if draft.mention("skill") is not None or not draft.first_person():
        return False
    name = nearest_by_sound(draft.said("skill"), draft.sheet(draft.actor).of("skill"))
    if name is None:
        return False
    draft.slots["skill"] = name
    _preparations(draft)
    return True


def _own_act(draft: Draft) -> bool:
    """Whether the turn announces a deed in other words ("My go", "Hacking again", "that's Staff", "five dice")."""
    if draft.before and draft.before[-1].speaker == draft.speaker and _tells_of(draft, draft.before[-1].text):
        return True
    told = draft.told()
    plain = set(told) & {"again", "that's", "dice", "go", "rolling", "using", "roll", "so", "time"}
    return bool(plain) or told[-2:] == ["it", "is"] or _deed_beside(draft)


def _deed_beside(draft: Draft) -> bool:
    """Whether the one skill of the turn stands beside words that tell a deed and judge nothing ("Bang. Shooting.")."""
    named = {thing.name for thing in draft.things(("skill", "item"))}
    if len(named) != 1 or any(each.sentence.ending == "?" for each in draft.heard.sentences):
        return False
    skill = {word for name in named for word in name.lower().split()}
    beside = [word for word in draft.told() if word not in skill]
    return bool(set(beside) - _CHATTER) and not set(draft.each.sentence.texts) & _JUDGES


_CHATTER = word_set(
    "oh okay so well hm hmm right yes yeah no ah um uh er ehm ha the a and then please now with on for my your"
)
_JUDGES = word_set(
    """
    what useless best worst better good bad great nice lovely forgot sheet points point rank level skill skills goal
    goals cost costs worth not isn't wasn't always never would could should if maybe you your chip chips who why how
    is was were are has had says said needs need wants like hate love means remember fun funny boring check
    """
)
"""Words of talk about a skill; nobody uses it then."""


def _tells_of(draft: Draft, text: str) -> bool:
    """Whether earlier words of the same speaker tell what the own character does."""
    character = draft.sheet(draft.actor).character or ""
    names = [name for name in character.split() if len(name) > 2]
    return bool(re.search(r"\b(?:I|I'm|I'll|my)\b", text)) or any(name in text for name in names)


def _preparations(draft: Draft) -> None:
    """Split, dice held back and vows named along with the action."""
    words = draft.words()
    text = " ".join(words)
    if re.search(r"\b(?:i'm|and|i|i'll) split(?:ting)?\b|\bsplitting (?:it|them|that|up|my)", text):
        draft.slots["split"] = True
    held = re.search(
        r"\b(?:hold|holds|holding|keep|keeping|leave|leaving) (?:back |out )?(\w+) (?:of them )?(?:d(?:ie|ice|ay|ye) )?"
        r"(?:back|out|behind|in my hand|aside)\b"
        r"|\b(?:hold|holds|holding) back (\w+)(?: dice| die| day| dye)?",
        text,
    )
    amount = value_of([held[1] or held[2]]) if held else None
    if amount:
        draft.slots["hold_out"] = amount
    principles = draft.sheet(draft.actor).of("principle")
    if principles and re.search(r"\b(?:vow|principle|trigger|oath|code)\b", text):
        chosen = _principle(draft)
        if chosen and re.search(r"\b(?:kicks? in|applies|counts|plus|my)\b", text):
            draft.slots["principle"] = chosen
    if draft.slots.keys() & {"split", "hold_out", "principle"}:
        # The whole sentence is spent on this: nobody may find the preparation in it once more.
        draft.match = replace(draft.match, until=len(draft.each.sentence.words))


def _subject(draft: Draft) -> bool:
    return draft.first_person()


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


def _on_luck(draft: Draft) -> bool:
    draft.slots["skill"] = "none"
    _preparations(draft)
    return True


def _offered(draft: Draft) -> bool:
    """A roll offered as a question; meant when the speaker goes on to do it."""
    if not _own_skill(draft):
        return False
    if re.search(r"\b(?:i'm doing (?:that|it)|yes i|i do it|i'm rolling)\b", " ".join(draft.words())):
        draft.factor = 1.3
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
    """Whether the same speaker handed a chip over in the words just before."""
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
    if target is None or not named or not (paid or _ASKS_TO_SEE.search(" ".join(draft.words()))):
        return False
    if not paid:
        draft.factor *= _UNPAID
    draft.slots["skill"] = named[0].name
    return _finish_check(draft, target)


def _target(draft: Draft) -> str | None:
    """Whom a check is asked of: the one named, else the narrator."""
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
    if not own or draft.each.sentence.ending == "?":
        return False
    return _help(draft)


def _principle(draft: Draft) -> str | None:
    """Own vow named in the turn; the only one when none is named."""
    principles = draft.sheet(draft.actor).of("principle")
    found = resolve_text(draft.heard.turn.text, principles) if principles else None
    if found and _shares_two_words(draft.heard.turn.text, found[0]):
        return found[0]
    return principles[0] if len(principles) == 1 else None


def _shares_two_words(said: str, text: str) -> bool:
    heard = set(re.findall(r"[a-z]{4,}", said.lower()))
    wanted = re.findall(r"[a-z]{4,}", text.lower())
    hits = sum(any(best_text(word, [other]) is not None for other in heard) for word in wanted)
    return hits >= min(2, len(wanted))


def _trigger(draft: Draft) -> bool:
    if draft.actor is None:
        return True
    principles = draft.sheet(draft.actor).of("principle")
    if not principles:
        return False
    chosen = _principle(draft)
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
    chosen = _principle(draft)
    if chosen:
        draft.slots["principle"] = chosen
    elif draft.pattern.command == "break_principle":
        draft.missing.append("principle")
    return True


CHECKS: Mapping[str, Callable[[Draft], bool]] = {
    "own_skill": _own_skill,
    "near_skill": _near_skill,
    "subject": _subject,
    "on_luck": _on_luck,
    "offered": _offered,
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
