"""Fields of sentences said at a table of Phase Six: who is meant, difficulties, fire modes, distances, foes."""

import re
from collections.abc import Callable, Iterator, Mapping

from companion.intents.drafts import Draft
from companion.intents.hearing import HeardSentence
from companion.intents.names import Mention, Thing
from companion.intents.numbers import value_of
from companion.intents.words import word_set

_PEOPLE = ("fighter", "character", "player")
_EVERYBODY = word_set("everybody all both")
_UNITS = "one|two|three|four|five|six|seven|eight|nine"
_TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_NUMBER = rf"(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?: (?:{_UNITS}))?|{_TEENS}|{_UNITS}|\d+)"
_HARDER = re.compile(rf"\b(plus|minus|difficulty) ({_NUMBER})\b")
_NEEDED = re.compile(rf"\b({_NUMBER}) (?:success|successes|needed|together)\b|\bneed(?:s|ed)? ({_NUMBER})\b")
_METRES = re.compile(rf"\b({_NUMBER}) (?:metre|metres|meter|meters|m)\b")
_COVER = re.compile(r"\bcover (?:at |of |is )?(four|five|six|4|5|6)\b|\b(four|five|six|4|5|6) plus cover\b")
_MODES = (
    ("full auto", "full_auto"),
    ("semi", "semi"),
    ("automatic", "full_auto"),
    ("burst", "burst"),
    ("single", "single"),
)
_BEHIND = re.compile(r"\bfrom behind\b|\bin the back\b")
_THROWN = re.compile(
    r"\b(?:throw|toss|lob|hurl|fling|chuck|sling|throwing|tossing|lobbing|hurling|for) (?:the|a|an|my) "
    r"([a-z]+)\b"
)
_AT = re.compile(
    r"\b(?:at|to|into|over|between|onto|towards|behind|in|through) (?:the |a |that )?([a-z]+(?: [a-z]+)?)$"
)
_CONDITIONS = ("bleeding", "poisoned", "shocked", "burning", "unconscious", "dying", "hunkered")
_ON_THE_MOVE = re.compile(r"\b(?:as a rider|on the move|while walking|as i walk|with the walk)\b")
_UNARMED = re.compile(r"\b(?:bare hands|bare fists|fists?|unarmed|punch(?:es|ing)?|kick(?:s|ing)?|headbutts?)\b")
_AID = re.compile(r"kit|bandage|aid|medic|salve", re.IGNORECASE)
_EACH = re.compile(rf"\b({_NUMBER}) wounds? (?:each|per hit|apiece)\b")
_PIERCING = re.compile(rf"\bpiercing ({_NUMBER})\b")
_EXTRA_WOUNDS = re.compile(rf"\b({_NUMBER}) (?:bonus|extra) wounds?\b")
_ATTACKS = re.compile(
    r"\b(?:and|then) (?:i )?(?:attack|shoot|stab|hit|strike|punch|kick|fire|slash|swing|cut)(?:ing)?\b"
)
_MOST_FOES = 12
_GUESSED = 0.8
"""What it takes off the confidence that only the talk before tells who is meant."""
_NIGHT = 6
"""Hours of a rest."""


_SIDES = 6
_PLURALS = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}


def _text(draft: Draft) -> str:
    return " ".join(word.text for word in draft.each.sentence.words)


def _number(words: str) -> int | None:
    return value_of(words.split())


# ------------------------------------------------------------ who


def _speaker(draft: Draft) -> bool:
    """Said by whoever speaks, also when it begins with somebody's name."""
    draft.actor = draft.speaker
    draft.factor = max(draft.factor, 0.97)
    return True


def _people(draft: Draft) -> Iterator[tuple[Mention, Thing]]:
    """People named in the sentence, with the name the rules use."""
    for mention in draft.each.mentions:
        found = mention.of(*_PEOPLE)
        if found:
            yield mention, found[0]


def _named(draft: Draft, besides: str | None = None) -> list[str]:
    names = [thing.name for _, thing in _people(draft)]
    return [name for name in dict.fromkeys(names) if name != besides]


def _addressed(draft: Draft) -> bool:
    """Whom the GM speaks of: whoever is named, else everybody, else whoever spoke just before."""
    _speaker(draft)
    if "char" in draft.slots:
        return True
    named = _named(draft)
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


def _what(draft: Draft) -> str:
    """What is handed out, in the words of the sentence: "Two wounds"."""
    words = draft.said("count") or draft.said("value")
    thing = draft.pattern.command.split("_")[-1]
    thing = thing.removesuffix("s") if words == "one" and thing.endswith("nds") else thing
    return f"{words or 'the'} {thing}".strip().capitalize()


def _character(draft: Draft, player: str) -> str:
    return next((each.character for each in draft.players() if each.name == player and each.character), player)


def _checked(draft: Draft) -> bool:
    """A roll the GM asks for: who, how hard, how many successes."""
    _speaker(draft)
    if {word.text for word in draft.each.sentence.words} & _EVERYBODY:
        draft.slots["chars"] = ["everyone"]
    else:
        _addressed(draft)
    _harder(draft)
    needed = _needed(draft)
    if needed is not None:
        draft.slots["needed"] = needed
    return "trait" in draft.slots or _dice_as_trait(draft)


def _dice_as_trait(draft: Draft) -> bool:
    number = draft.number("pool")
    if number is None:
        return False
    draft.slots["trait"] = f"{number} dice"
    return True


def _harder(draft: Draft) -> None:
    found = _HARDER.search(_text(draft))
    value = _number(found.group(2)) if found else None
    if found and value is not None:
        draft.slots["difficulty"] = -value if found.group(1) == "minus" else value


def _needed(draft: Draft) -> int | None:
    found = _NEEDED.search(_HARDER.sub("", _text(draft)))
    return _number(found.group(1) or found.group(2)) if found else None


def _group(draft: Draft) -> bool:
    """A group roll: difficulty and successes required; the last number of the sentence when nothing says what it is."""
    _speaker(draft)
    _harder(draft)
    required = _needed(draft)
    if required is None and "last" in draft.match.slots:
        required = draft.number("last")
    if required is not None:
        draft.slots["required"] = required
    return True


# ------------------------------------------------------------ fights


def _fight(draft: Draft) -> bool:
    """Who fights: people named, and kinds of foes with their number; with nobody named the rules know."""
    _speaker(draft)
    foes = _foes(draft)
    counted = {name.lower() for name in foes if foes.count(name) > 1 or name not in _named(draft)}
    players = {player.name for player in draft.players()}
    named = [name for name in _named(draft) if name.lower() not in counted and name not in players]
    if len(named) > 1 or (named and counted):
        draft.slots["participants"] = named
    new = [name for name in foes if name.lower() in counted]
    if new:
        draft.slots["foes"] = new
    return True


def _foes(draft: Draft) -> list[str]:
    """Kinds of foes, each as often as it is counted ("three thugs and a ghoul"): of the sentence, else of the turn."""
    kinds = {name.lower(): name for kind, name in draft.heard.table.vocabulary.shared if kind == "foe_kind"}
    here = list(_listed(draft.each, kinds))
    if here:
        return here
    return [kind for each in draft.heard.sentences for kind in _listed(each, kinds)]


def _listed(each: HeardSentence, kinds: Mapping[str, str]) -> Iterator[str]:
    """Foes of a sentence; a kind named twice is the same people, as many as the larger number says."""
    text = [word.text for word in each.sentence.words]
    counts: dict[str, int] = {}
    for at, word in enumerate(text):
        kind = kinds.get(word) or kinds.get(word.removesuffix("s"))
        if kind is not None:
            counts[kind] = max(counts.get(kind, 0), _count(text, at))
    for kind, count in counts.items():
        yield from [kind] * count


def _count(text: list[str], at: int) -> int:
    number = value_of(text[at - 1 : at]) if at and text[at - 1] not in {"a", "an", "one"} else None
    return number if number is not None and 1 <= number <= _MOST_FOES else 1


def _attack(draft: Draft) -> bool:
    """Fire mode, distance, cover, from behind, and whether a walk leads up to it."""
    text = _text(draft)
    mode = next((mode for words, mode in _MODES if words in text), None)
    if mode is not None:
        draft.slots["mode"] = mode
    metres = _METRES.search(text[_start(draft) :])
    if metres:
        draft.slots["distance"] = _number(metres.group(1))
    cover = _COVER.search(text)
    if cover:
        draft.slots["cover"] = _number(cover.group(1) or cover.group(2))
    if _BEHIND.search(text):
        draft.slots["from_behind"] = True
    if _ON_THE_MOVE.search(text) and draft.pattern.command == "attack":
        draft.slots["as_rider"] = True
    _weapon(draft)
    _target(draft)
    return True


def _weapon(draft: Draft) -> None:
    """A weapon of the actor's named anywhere in the sentence."""
    if "weapon" in draft.slots:
        return
    if _UNARMED.search(_text(draft)):
        draft.slots["weapon"] = "unarmed"
        return
    own = [thing for mention in draft.each.mentions for thing in mention.of("weapon")]
    named = [thing.name for thing in own if thing.owner in (None, draft.actor)]
    if named:
        draft.slots["weapon"] = named[0]


def _start(draft: Draft) -> int:
    """Where the match begins in the plain text of the sentence."""
    words = [word.text for word in draft.each.sentence.words]
    return len(" ".join(words[: draft.match.at]))


def _target(draft: Draft) -> None:
    """Somebody named behind the words of the deed, where no slot has them."""
    if "target" in draft.slots:
        return
    own = {each.character for each in draft.players() if each.name == draft.actor}
    names = [thing.name for mention, thing in _people(draft) if mention.at >= draft.match.at]
    names = [name for name in names if name not in own and name not in {draft.actor, draft.slots.get("char")}]
    names = names or _several_of_a_kind(draft)
    if names:
        draft.slots["target"] = names[0]


def _several_of_a_kind(draft: Draft) -> list[str]:
    """Fighters meant by the plural of their name: "the two thugs"; the first of them comes first."""
    words = {word.text for word in draft.each.sentence.words}
    fighters = [name for kind, name in draft.heard.table.vocabulary.shared if kind == "fighter"]
    return [name for name in fighters if f"{name.lower().split()[0]}s" in words]


def _by_gm(draft: Draft) -> bool:
    """What a foe does, told by the GM."""
    return _speaker(draft) and _attack(draft)


def _rider(draft: Draft) -> bool:
    """A deed coupled with a walk in one breath."""
    draft.slots["as_rider"] = True
    return _attack(draft)


def _walk(draft: Draft) -> bool:
    """How far somebody walks, and the attack that goes with it."""
    if not _ATTACKS.search(_text(draft)):
        return _metres(draft)
    _attack(draft)
    draft.slots["then"] = "attack"
    distance = draft.slots.pop("distance", None)
    if distance is not None:
        draft.slots["metres"] = distance
    return True


def _metres(draft: Draft) -> bool:
    """How far somebody moves, where it is said."""
    found = _METRES.search(_text(draft)[_start(draft) :])
    if found:
        draft.slots["metres"] = _number(found.group(1))
    return True


def _cast(draft: Draft) -> bool:
    """On whom a spell is cast: everybody named behind it, or the caster."""
    words = {word.text for word in draft.each.sentence.words}
    own = next((each.character for each in draft.players() if each.name == draft.actor), None)
    named = [thing.name for mention, thing in _people(draft) if mention.at > draft.match.at]
    if words & {"herself", "himself", "myself", "itself", "themselves"} and own:
        named = [own]
    named = named or _several_of_a_kind(draft)
    if "instance" not in draft.slots and (spell := _spell_alike(draft)) is not None:
        draft.slots["instance"] = spell
    if named:
        draft.slots["targets"] = list(dict.fromkeys(named))
    metres = _METRES.search(_text(draft))
    if metres:
        draft.slots["distance"] = _number(metres.group(1))
    return True


def _spell_alike(draft: Draft) -> str | None:
    """The actor's only spell that a word of the sentence begins like: "my powerful healing"."""
    words = [word.text for word in draft.each.sentence.words]
    spells = draft.sheet(draft.actor).of("spell")
    alike = [
        spell
        for spell in spells
        if any(word.startswith(part) for part in spell.lower().split() if len(part) >= 4 for word in words)
    ]
    return alike[0] if len(alike) == 1 else None


def _aid(draft: Draft) -> bool:
    """Who helps and who is helped."""
    own = {each.character for each in draft.players() if each.name == draft.actor} | {draft.actor}
    named = [name for name in _named(draft) if name not in own]
    if named:
        draft.slots["target"] = named[0]
    item = draft.slots.get("item") or _aid_at_hand(draft)
    if item is not None:
        draft.slots["item"] = item
    return item is None or bool(_AID.search(item))


def _aid_at_hand(draft: Draft) -> str | None:
    """An own thing that helps and whose last word is said: "with my kit"."""
    words = {word.text for word in draft.each.sentence.words} - {"aid"}
    own = draft.sheet(draft.actor).of("item")
    return next((item for item in own if _AID.search(item) and item.lower().split()[-1] in words), None)


def _throw(draft: Draft) -> bool:
    """What is thrown at what; a thing nobody carries is taken by its word."""
    if "item" not in draft.slots:
        found = _THROWN.search(_text(draft))
        if found:
            draft.slots["item"] = found.group(1)
    _target(draft)
    if "target" not in draft.slots:
        found = _AT.search(_text(draft)[_start(draft) :])
        if found:
            draft.slots["target"] = found.group(1)
    return "item" in draft.slots


def _use(draft: Draft) -> bool:
    """What is used on whom."""
    return "item" in draft.slots and not _AID.search(draft.slots["item"])


def _faces(draft: Draft) -> bool:
    """Faces read out after the words of the pattern."""
    words = [word for word in draft.plain("said") if word not in {"a", "an", "the"}]
    faces = [_PLURALS.get(word) or value_of([word]) for word in words]
    draft.slots["dice"] = [face for face in faces if face is not None and 1 <= face <= _SIDES]
    return bool(draft.slots["dice"])


def _observe(draft: Draft) -> bool:
    """Who is looked over."""
    name = draft.slots.get("targets")
    if isinstance(name, str):
        draft.slots["targets"] = [name]
    return True


# ------------------------------------------------------------ what the GM hands out


def _effect(draft: Draft) -> bool:
    """Hits stated without a roll: on whom, how many, what each does."""
    _speaker(draft)
    text = _text(draft)
    each = _EACH.search(text)
    if each:
        draft.slots["wounds"] = str(_number(each.group(1)))
    for name, form in (("piercing", _PIERCING), ("bonus", _EXTRA_WOUNDS)):
        found = form.search(text)
        if found:
            draft.slots[name] = _number(found.group(1))
    if " cover" in f" {text}" and "no cover" not in text:
        draft.slots["allow_cover"] = True
    everybody = {word.text for word in draft.each.sentence.words} & _EVERYBODY
    heroes = [player.character for player in draft.players() if player.character is not None]
    targets = _named(draft) or _several_of_a_kind(draft) or (heroes if everybody else [])
    if targets:
        draft.slots["targets"] = targets
    elif len(heroes) == 1:
        draft.slots["targets"] = heroes
    else:
        draft.missing.append("targets")
    return True


def _condition(draft: Draft) -> bool:
    """Which condition, how deep, and whose."""
    cond = next((word.text for word in draft.each.sentence.words if word.text in _CONDITIONS), None)
    if cond is None:
        return False
    draft.slots["cond"] = cond
    own = {"i", "i'm", "my"} & {word.text for word in draft.each.sentence.words}
    return _speaker(draft) if own and not _named(draft) else _addressed(draft)


def _ended(draft: Draft) -> bool:
    """Which condition is over; waking ends unconsciousness."""
    words = {word.text for word in draft.each.sentence.words}
    cond = next((each for each in _CONDITIONS if each in words), "poisoned" if "poison" in words else "unconscious")
    draft.slots["cond"] = "shocked" if "shock" in words else cond
    return _addressed(draft)


def _corrected(draft: Draft) -> bool:
    """A number of somebody's sheet: one's own unless somebody is named."""
    _speaker(draft)
    if "char" not in draft.slots and draft.speaker is not None:
        draft.slots["char"] = draft.speaker
    return True


def _asked(draft: Draft) -> bool:
    """Whom a question is about: somebody named, whoever asks, or everybody."""
    words = {word.text for word in draft.each.sentence.words}
    if "player" not in draft.slots and words & {"i", "my", "i've", "me"} and draft.speaker is not None:
        draft.slots["player"] = draft.speaker
    return True


def _several(draft: Draft) -> bool:
    """Several people at once: those named, or everybody."""
    _speaker(draft)
    if {word.text for word in draft.each.sentence.words} & _EVERYBODY:
        return True
    named = _named(draft)
    if named:
        draft.slots["chars"] = named
        return True
    if draft.pattern.command in {"rest", "award_reputation"}:
        # Too short a rest is for the rules to refuse, but only to somebody known.
        return draft.speaker is not None or draft.slots.get("hours", _NIGHT) >= _NIGHT
    _addressed(draft)
    if "char" in draft.slots:
        draft.slots["chars"] = [draft.slots["char"]]
    elif "char" in draft.missing:
        draft.missing[draft.missing.index("char")] = "chars"
    return True


CHECKS: Mapping[str, Callable[[Draft], bool]] = {
    "p6_speaker": _speaker,
    "p6_addressed": _addressed,
    "p6_check": _checked,
    "p6_group": _group,
    "p6_fight": _fight,
    "p6_attack": _attack,
    "p6_by_gm": _by_gm,
    "p6_rider": _rider,
    "p6_metres": _metres,
    "p6_walk": _walk,
    "p6_cast": _cast,
    "p6_aid": _aid,
    "p6_throw": _throw,
    "p6_faces": _faces,
    "p6_observe": _observe,
    "p6_target": _use,
    "p6_condition": _condition,
    "p6_effect": _effect,
    "p6_ended": _ended,
    "p6_asked": _asked,
    "p6_corrected": _corrected,
    "p6_several": _several,
}
