"""Fields of what is done in a fight of Phase Six: foes, fire modes, distances, weapons, targets, things thrown."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise

from companion.nlu.bind_phasesix_gist import by_leader, gist, next_word, standing
from companion.nlu.bind_phasesix_now import (
    bare,
    casts,
    changes,
    falls_upon,
    flies,
    gets_away,
    in_short,
    parries,
    strikes,
    tends,
)
from companion.nlu.bind_phasesix_people import names_in, people, several_of_a_kind, speaker, told_of
from companion.nlu.drafts import Draft
from companion.nlu.hearing import HeardSentence
from companion.nlu.names import Mention
from companion.nlu.numbers import SPOKEN, value_in, value_of
from companion.nlu.words import word_set

_METRES = re.compile(rf"\b({SPOKEN}) (?:metre|metres|meter|meters|m)\b")
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
_ON_THE_MOVE = re.compile(r"\b(?:as a rider|on the move|while walking|as i walk|with the walk)\b")
_UNARMED = re.compile(r"\b(?:bare hands|bare fists|fists?|unarmed|punch(?:es|ing)?|kick(?:s|ing)?|headbutts?)\b")
_TIED_OFF = re.compile(r"\b(?:tie|tying|ties|tourniquet|press(?:ing)?|stop(?:ping)? the (?:blood|bleeding))\b")
_AID = re.compile(r"kit|bandage|aid|medic|salve", re.IGNORECASE)
_ATTACKS = re.compile(
    r"\b(?:and|then) (?:i )?(?:attack|shoot|stab|hit|strike|punch|kick|fire|slash|swing|cut)(?:ing)?\b"
)
_SHOTS = word_set(
    "shoot shoots shooting shot fire fires firing shots burst bullet bullets auto round rounds tap trigger"
)
_BLADES = word_set(
    "stab stabs stabbing slash slashes slice slices cut cuts club clubs swing swings strike strikes bash hack whack"
)
_SAME = word_set("him her it them again same once")
_REPEATED = word_set("again once same another with")
_NAMED = word_set("him her it them guy target")
_OTHER = word_set("other another next")
_ON_NOW = word_set("it's that's we're we are you're you've there's now here comes starts begins time then")
_FIGHT_GOES_ON = word_set("now starts begins then breaks on here time proper order and for with") | {""}
_TOLD = 0.8
"""Factor on the confidence for the chance that the attack is told, not made."""
_SHORT = 8
_FRAGMENT = 3
_MOST_FOES = 12


def _fight(draft: Draft) -> bool:
    """Fill in the fighters: people named, and kinds of foes with their number; with nobody named the rules know."""
    speaker(draft)
    foes = _foes(draft)
    counted = {name.lower() for name in foes if foes.count(name) > 1 or name not in names_in(draft)}
    players = {player.name for player in draft.players()}
    named = [name for name in names_in(draft) if name.lower() not in counted and name not in players]
    if len(named) > 1 or (named and counted):
        draft.slots["participants"] = named
    new = [name for name in foes if name.lower() in counted]
    if new:
        draft.slots["foes"] = new
    return True


def _foes(draft: Draft) -> list[str]:
    """Kinds of foes, each as often as it is counted ("three thugs and a ghoul"): of the sentence, else of the turn."""
    kinds = {name.lower(): name for kind, name in draft.heard.table.vocabulary.shared if kind == "foe_kind"}
    here = list(_listed((draft.each,), kinds)) or list(_listed(draft.heard.sentences, kinds))
    several = {f"{kind.lower()}s" for kind in here} & set(draft.words())
    counted = [each.sentence.plain() for each in draft.heard.sentences] if len(here) == 1 and several else ()
    number = next((found for text in counted if (found := _OF_THEM.search(text))), None)
    return here * min(value_in(number[1] or "two") or 1, _MOST_FOES) if number else here


_OF_THEM = re.compile(rf"\b(?:({SPOKEN}) of them|both)\b")
"""Number of foes, where it is not said right before what they are."""


def _listed(sentences: Iterable[HeardSentence], kinds: Mapping[str, str]) -> Iterator[str]:
    """Foes of sentences; a kind named twice is the same people, as many as the larger number says."""
    counts: dict[str, int] = {}
    for text in (each.sentence.texts for each in sentences):
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
    if draft.pattern.own and (_owner_named(draft) or _goes_on(draft)):
        return False
    text = draft.each.sentence.plain()
    mode = next((mode for words, mode in _MODES if words in text), None)
    if mode is not None:
        draft.slots["mode"] = mode
    metres = _METRES.search(text[_start(draft) :])
    if metres:
        draft.slots["distance"] = value_in(metres.group(1))
    cover = _COVER.search(text)
    if cover:
        draft.slots["cover"] = value_in(cover.group(1) or cover.group(2))
    if _BEHIND.search(text):
        draft.slots["from_behind"] = True
    if _ON_THE_MOVE.search(text) and draft.pattern.command == "attack":
        draft.slots["as_rider"] = True
    _weapon(draft)
    _target(draft)
    if draft.pattern.command == "attack":
        if "target" not in draft.slots and _tells_what_came_of_it(draft):
            return False
        _as_before(draft)
        _ask_what_is_left(draft)
    return True


def _as_before(draft: Draft) -> None:
    """Resolve "him" and "again": target and weapon of the attack before."""
    sheet = draft.sheet(draft.actor)
    words = set(draft.each.sentence.texts)
    if "target" not in draft.slots and words & _SAME and not words & _OTHER and sheet.of("aimed_at"):
        named = [name for name in names_in(draft) if name in sheet.of("opponent")]
        draft.slots["target"] = (named or sheet.of("aimed_at"))[0]
        if not named and not words & _REPEATED and "weapon" not in draft.slots:
            draft.factor = _TOLD
            draft.question = f"{draft.slots['target']} once more?"
    kind = "firearm" if words & _SHOTS else "blade" if words & _BLADES else "weapon"
    in_hand = [name for name in sheet.of("in_hand") if kind == "weapon" or name in sheet.of(kind)]
    if in_hand and "weapon" not in draft.slots and len(sheet.of("arm")) > 1:
        draft.slots["weapon"] = in_hand[0]


def _ask_what_is_left(draft: Draft) -> None:
    """Ask whom and with what where the table leaves several, instead of losing the attack."""
    sheet = draft.sheet(draft.actor)
    asked = draft.pattern.check.startswith("p6_ask") or "i" in draft.each.sentence.texts
    if not asked and len(draft.each.sentence.words) > _SHORT:
        return
    for name, kind, question in (("target", "opponent", "Whom"), ("weapon", "arm", "With what")):
        choices = sheet.of(kind)
        if name not in draft.slots and len(choices) > 1 and sheet.of("opponent"):
            said = set(draft.each.sentence.texts)
            choices = tuple(each for each in choices if said & set(each.lower().split())) or choices
            draft.missing.append(name)
            draft.question = draft.question or f"{question}: {' or '.join(choices)}?"


def _tells_what_came_of_it(draft: Draft) -> bool:
    """Return True where "I hit him" may as well tell how the attack before went."""
    words = draft.each.sentence.texts
    sheet = draft.sheet(draft.actor or draft.heard.table.holder)
    return "hit" in words and not set(words) & _REPEATED and bool(sheet.of("aimed_at"))


def _again(draft: Draft) -> bool:
    """The attack of before once more; a bare "again" over open dice may as well mean those."""
    dice = any(each.command in {"reroll", "close_check"} for each in draft.heard.table.expected)
    named = draft.match.slots or set(draft.each.sentence.texts) & _NAMED
    if not draft.sheet(draft.actor).of("aimed_at") or (dice and not named):
        return False
    return _attack(draft)


def _owner_named(draft: Draft) -> bool:
    """Return True where the target is named as the owner of something only ("the knife on the guard's belt")."""
    mention = draft.mention("target")
    return mention is not None and draft.each.sentence.words[mention.until - 1].owns


def _goes_on(draft: Draft) -> bool:
    """Return True where this is the rest of a turn whose beginning was carried out ("I walk … and attack the thug")."""
    turn = draft.heard.turn
    return bool(turn.time) and any((each.speaker, each.time) == (turn.speaker, turn.time) for each in draft.before[-1:])


def _weapon(draft: Draft) -> None:
    """A weapon of the actor's named anywhere in the sentence, or the only one that does what is said."""
    if "weapon" in draft.slots:
        return
    if _UNARMED.search(draft.each.sentence.plain()):
        draft.slots["weapon"] = "unarmed"
        return
    own = [thing for mention in (*draft.each.mentions, *_with_behind(draft)) for thing in mention.of("weapon")]
    named = [thing.name for thing in own if thing.owner in (None, draft.actor)]
    words = set(draft.each.sentence.texts)
    for verbs, kind in ((_SHOTS, "firearm"), (_BLADES, "blade")):
        fitting = draft.sheet(draft.actor).of(kind)
        if not named and words & verbs and len(fitting) == 1 < len(draft.sheet(draft.actor).of("weapon")):
            named = list(fitting)
    if named:
        draft.slots["weapon"] = named[0]


def _with_behind(draft: Draft) -> tuple[Mention, ...]:
    """Names in a short sentence behind this one that tells with what: "With the Revolver."."""
    behind = draft.heard.sentences[draft.each.index + 1 : draft.each.index + 2]
    told = [each for each in behind if each.sentence.ending != "?" and len(each.sentence.words) <= _FRAGMENT + 1]
    return tuple(mention for each in told if each.sentence.texts[0] in _USING for mention in each.mentions)


_USING = word_set("with using by")


def _start(draft: Draft) -> int:
    """Return the offset at which the match begins in the plain text of the sentence."""
    words = draft.each.sentence.texts
    return len(" ".join(words[: draft.match.at]))


def _target(draft: Draft) -> None:
    """Somebody named behind the words of the deed, where no slot has them."""
    if "target" in draft.slots:
        return
    own = {each.character for each in draft.players() if each.name == draft.actor}
    names = [thing.name for mention, thing in people(draft) if mention.at >= draft.match.at]
    names = [name for name in names if name not in own and name not in {draft.actor, draft.slots.get("char")}]
    names = names or several_of_a_kind(draft)
    if names:
        draft.slots["target"] = names[0]


def _by_gm(draft: Draft) -> bool:
    """Fill in the deed of a foe, told by the GM."""
    return speaker(draft) and _attack(draft)


def _aimed(draft: Draft) -> bool:
    """An attack on an opponent who is named anywhere in the sentence, or in those before it."""
    opponents = draft.sheet(draft.actor).of("opponent")
    named = [name for name in names_in(draft) or told_of(draft) if name in opponents]
    if draft.slots.get("target") not in opponents:
        draft.slots.pop("target", None)
    if named:
        draft.slots["target"] = named[-1]
    earlier = [mention for each in draft.heard.sentences[: draft.each.index] for mention in each.mentions]
    arms = [thing.name for each in earlier for thing in each.of("weapon") if thing.owner == draft.actor]
    if "weapon" not in draft.slots and arms and len(draft.each.sentence.words) <= _FRAGMENT:
        draft.slots["weapon"] = arms[-1]
    if not _attack(draft):
        return False
    guns = draft.sheet(draft.actor).of("firearm")
    if "mode" in draft.slots and len(guns) == 1:
        draft.slots.setdefault("weapon", guns[0])
    return True


def _by_foe(draft: Draft) -> bool:
    """An attack of the foe who acts, on the opponent named."""
    speaker(draft)
    return _aimed(draft) and "target" in draft.slots


def _with_weapon(draft: Draft) -> bool:
    """A deed with the weapon that is named."""
    _weapon(draft)
    return True


def _spoken(draft: Draft) -> bool:
    """A deed of whoever speaks, or of whom they name."""
    return True


def _rider(draft: Draft) -> bool:
    """A deed coupled with a walk in one breath."""
    draft.slots["as_rider"] = True
    return _attack(draft)


def _walk(draft: Draft) -> bool:
    """Fill in the distance somebody walks, and the attack that goes with it."""
    if not _ATTACKS.search(draft.each.sentence.plain()):
        return _metres(draft)
    _attack(draft)
    draft.slots["then"] = "attack"
    distance = draft.slots.pop("distance", None)
    if distance is not None:
        draft.slots["metres"] = distance
    return True


def _metres(draft: Draft) -> bool:
    """Fill in the distance somebody moves, in metres, where it is said."""
    found = _METRES.search(draft.each.sentence.plain()[_start(draft) :])
    if found:
        draft.slots["metres"] = value_in(found.group(1))
    return True


def _cast(draft: Draft) -> bool:
    """On whom a spell is cast: everybody named behind it, or the caster."""
    words = set(draft.each.sentence.texts)
    own = next((each.character for each in draft.players() if each.name == draft.actor), None)
    named = [thing.name for mention, thing in people(draft) if mention.at > draft.match.at]
    if own and (words & {"herself", "himself", "myself", "itself", "themselves"} or (not named and _on_me(draft))):
        named = [own]
    named = named or several_of_a_kind(draft)
    if "instance" not in draft.slots and (spell := _spell_alike(draft)) is not None:
        draft.slots["instance"] = spell
    if named:
        draft.slots["targets"] = list(dict.fromkeys(named))
    metres = _METRES.search(draft.each.sentence.plain())
    if metres:
        draft.slots["distance"] = value_in(metres.group(1))
    return True


def _on_me(draft: Draft) -> bool:
    """Return True where the spell is for whoever casts it ("Simple Heal, on me")."""
    if "instance" not in draft.match.slots:
        return False
    behind = draft.each.sentence.texts[draft.match.slots["instance"][2] :]
    return any(pair in {("on", "me"), ("for", "me"), ("over", "me")} for pair in pairwise(behind))


def _spell_alike(draft: Draft) -> str | None:
    """The actor's only spell that a word of the sentence begins like: "my powerful healing"."""
    words = draft.each.sentence.texts
    spells = draft.sheet(draft.actor).of("spell")
    alike = [
        spell
        for spell in spells
        if any(word.startswith(part) for part in spell.lower().split() if len(part) >= 4 for word in words)
    ]
    return alike[0] if len(alike) == 1 else None


def _aid(draft: Draft) -> bool:
    """Fill in the helper and the one helped; whoever is named is the patient, unless told to help."""
    if not {"by", "helper"} & set(draft.match.slots):
        draft.actor = draft.speaker
    own = {each.character for each in draft.players() if each.name == draft.actor} | {draft.actor}
    named = [name for name in names_in(draft) or told_of(draft) if name not in own]
    if named:
        draft.slots["target"] = named[0]
    if "bleeding" in draft.each.sentence.texts:
        draft.slots.setdefault("purpose", "bandage")
    if _TIED_OFF.search(draft.each.sentence.plain()):
        draft.slots.setdefault("purpose", "bandage")
    item = draft.slots.pop("item", None) or _aid_at_hand(draft)
    if item in draft.sheet(draft.actor).of("item"):
        draft.slots["item"] = item
    return item is None or bool(_AID.search(item))


def _aid_at_hand(draft: Draft) -> str | None:
    """An own thing that helps and whose last word is said: "with my kit"."""
    words = set(draft.each.sentence.texts) - {"aid"}
    own = draft.sheet(draft.actor).of("item")
    return next((item for item in own if _AID.search(item) and item.lower().split()[-1] in words), None)


def _throw(draft: Draft) -> bool:
    """Fill in the thing thrown and its target; a thing nobody carries is taken by its word."""
    thing = draft.mention("item")
    if thing is not None and draft.each.sentence.words[thing.until - 1].owns:
        return False
    if "item" not in draft.slots:
        found = _THROWN.search(draft.each.sentence.plain())
        if found:
            draft.slots["item"] = found.group(1)
    _target(draft)
    if "target" not in draft.slots:
        found = _AT.search(draft.each.sentence.plain()[_start(draft) :])
        if found:
            draft.slots["target"] = found.group(1)
    return "item" in draft.slots


def _use(draft: Draft) -> bool:
    """Return True where a thing is used; a weapon is an attack instead, and first aid a help."""
    if draft.slots.get("item") in draft.sheet(draft.actor).of("weapon"):
        return False
    return "item" in draft.slots and not _AID.search(draft.slots["item"])


def _breaks_out(draft: Draft) -> bool:
    """Return True where the leader says that a fight is on now."""
    words = set(draft.each.sentence.texts)
    goes_on = next_word(draft, draft.match.until) in _FIGHT_GOES_ON
    return by_leader(draft) and not _ON_NOW.isdisjoint(words) and goes_on


CHECKS: Mapping[str, Callable[[Draft], bool]] = {
    "p6_fight": standing(_fight),
    "p6_attack": standing(_attack),
    "p6_again": standing(_again),
    "p6_by_gm": standing(_by_gm),
    "p6_weapon": standing(_with_weapon),
    "p6_rider": standing(_rider),
    "p6_metres": standing(_metres),
    "p6_walk": standing(_walk),
    "p6_cast": standing(_cast),
    "p6_aid": standing(_aid),
    "p6_throw": standing(_throw),
    "p6_target": standing(_use),
    "p6_ask_fight": gist(_fight, _breaks_out),
    "p6_ask_attack": gist(_aimed, strikes),
    "p6_ask_again": gist(_again, in_short),
    "p6_ask_by_gm": gist(_by_foe, falls_upon),
    "p6_bare": standing(bare),
    "p6_ask_parry": gist(_spoken, parries),
    "p6_ask_evade": gist(_spoken, gets_away),
    "p6_ask_deed": gist(_metres, in_short),
    "p6_ask_reload": gist(_with_weapon, changes),
    "p6_ask_cast": gist(_cast, casts),
    "p6_ask_aid": gist(_aid, tends),
    "p6_ask_throw": gist(_throw, flies),
}
