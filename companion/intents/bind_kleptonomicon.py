"""Fields of sentences said at a table of the Kleptonomicon: who is meant, lists of NPCs, orders, distances."""

import re
from collections.abc import Callable, Iterator, Mapping

from companion.intents.common_words import COMMON_WORDS
from companion.intents.drafts import Draft
from companion.intents.hearing import HeardSentence
from companion.intents.names import Mention
from companion.intents.numbers import ORDINALS, value_of
from companion.intents.templates import ing, third_person
from companion.intents.words import word_set
from engine.systems.kleptonomicon.settings import SETTINGS
from engine.systems.kleptonomicon.vocabulary import DISTANCES

_PEOPLE = ("player", "character")
_FOES = ("npc", "creature", "group", "prepared")
_ME = word_set("me i i'll i'm i'd myself mine")
_EVERYBODY = word_set("everybody all")
_ONE = word_set("a an one another the that this")
_LATER = word_set("last second")
_NO_CREATURE = word_set(
    """
    rounds units beats points minutes seconds turns tests groups dice stacks others players times hours guys seats
    """
)
_TESTS = word_set("test tests roll check save saves")
_EVERYDAY = word_set("performance medicine survival lore")
"""Skills that are said of other things as well; they need their capital or a word for the Test."""
_MOST_NPCS = 30
_WITHIN = 30


def _speaker(draft: Draft) -> bool:
    """Said by whoever speaks, also when it begins with somebody's name."""
    draft.actor = draft.speaker
    return True


def _own_turn(draft: Draft) -> bool:
    """Said by whoever has the Turn, or by somebody nobody knows: "next" of another player ends nothing."""
    draft.actor = draft.speaker
    return draft.actor is None or draft.actor == draft.heard.table.holder


# ------------------------------------------------------------ who


def _targets(draft: Draft) -> bool:
    """Whom an Ability is meant for: everybody named behind the words that say it."""
    names = [_which(draft, mention) for mention in _mentions(draft) if mention.at >= draft.match.at]
    user = draft.slots.get("character")
    targets = list(dict.fromkeys(name for name in names if name not in {None, user}))
    if targets:
        draft.slots["targets"] = targets
    return True


def _strikes(draft: Draft) -> bool:
    """What the NPC does whose Turn it is, told by whoever plays it."""
    return _own_turn(draft) and _targets(draft)


def _own_ability(draft: Draft) -> bool:
    """An Ability named in one's own Turn, for whoever is named with it."""
    return _named_ability(draft) and _own_turn(draft) and draft.speaker is not None and _targets(draft)


def _named_ability(draft: Draft) -> bool:
    """An Ability that is surely named: "the ember on the hearth" names none, nor does "light on the table, please"."""
    said = draft.mention("ability")
    if said is None or said.score < 1:
        return False
    word = draft.each.sentence.words[said.at]
    people = any(mention.of(*_FOES) for mention in draft.heard.mentions())
    if said.until - said.at == 1 and word.text in COMMON_WORDS:
        return word.capital and (people or (draft.first_person() and not _ASKS & set(draft.words())))
    return word.capital or draft.first_person()


def _plain_ability(draft: Draft) -> bool:
    """An Ability and no other word; an everyday word that is asked for is none: "Light, please."."""
    everyday = set(draft.plain("ability")) <= COMMON_WORDS
    return not (everyday and _ASKS & set(draft.words()))


_ASKS = word_set("please thanks somebody anybody can't")


def _named_foe(draft: Draft) -> bool:
    """A blow at "it": at the one NPC named last, in this turn or the one before."""
    earlier = draft.before[-1:] if draft.before and draft.before[-1].speaker == draft.speaker else ()
    mentions = [mention for mention in draft.heard.mentions() if mention.of(*_FOES)]
    names = [name for mention in mentions if (name := _which(draft, mention)) is not None]
    if not names and not earlier:
        return False
    draft.slots["targets"] = names[-1:] or None
    return _own_turn(draft)


def _mentions(draft: Draft) -> Iterator[Mention]:
    return (mention for mention in draft.each.mentions if mention.of(*_PEOPLE, *_FOES))


def _which(draft: Draft, mention: Mention) -> str | None:
    """Name of somebody meant; of several alike the one counted out: "the second goblin" is Goblin 2."""
    name = _name(mention, draft.actor)
    said = draft.each.sentence.texts[mention.at - 1] if mention.at else ""
    counted = f"{name} {ORDINALS[said]}" if said in ORDINALS else None
    known = {thing for kind, thing in draft.heard.table.vocabulary.shared if kind == "npc"}
    return counted if counted in known else name


def _name(mention: Mention, besides: str | None) -> str | None:
    thing = mention.of(*_FOES, *_PEOPLE)[0]
    return None if thing.owner is not None and thing.owner == besides else thing.name


def _tested(draft: Draft) -> bool:
    """Who is to roll: whoever is named, else whoever spoke before the GM; the rules know who has just acted."""
    draft.actor = draft.speaker
    words = set(draft.each.sentence.texts)
    if _plays(draft) or not (words & _TESTS or _capital(draft)):
        return False
    _advantage(draft)
    if "character" in draft.slots:
        return True
    named = [
        name for mention in draft.heard.mentions() if mention.of(*_PEOPLE, "npc") if (name := _tested_name(mention))
    ]
    if words & _EVERYBODY:
        draft.slots["character"] = "everyone"
    elif named:
        draft.slots["character"] = named[0]
    else:
        spoke = _spoke_last(draft)
        if spoke is not None:
            draft.slots["character"] = spoke
        elif draft.heard.table.phase != "MAIN":
            draft.missing.append("character")
            draft.question = "Who is tested?"
    return True


def _spoke_last(draft: Draft) -> str | None:
    """The player with a character who spoke last before this."""
    players = {player.name for player in draft.players() if player.character is not None}
    return next((turn.speaker for turn in reversed(draft.before) if turn.speaker in players), None)


def _skill_alone(draft: Draft) -> bool:
    """A Skill the GM names without a word for rolling: surely a Test where somebody is addressed, else asked about."""
    addressed = draft.named_players(besides=draft.speaker) or _EVERYBODY & set(draft.words())
    if not addressed:
        draft.factor *= _UNSURE
    return _tested(draft)


def _plays(draft: Draft) -> bool:
    """Whether the speaker plays a character at a table that has a GM, who alone asks for Tests."""
    people = draft.players()
    led = any(player.character is None for player in people)
    return led and any(player.name == draft.speaker and player.character is not None for player in people)


def _capital(draft: Draft) -> bool:
    """Whether the Skill named can be told from an everyday word."""
    said = draft.match.slots.get("skill")
    return said is None or draft.plain("skill") != [draft.said("skill")] or draft.said("skill") not in _EVERYDAY


def _advantage(draft: Draft) -> None:
    words = set(draft.each.sentence.texts)
    if "disadvantage" in words:
        draft.slots["dis"] = 1
    elif "advantage" in words:
        draft.slots["adv"] = 1


def _tested_name(mention: Mention) -> str | None:
    return mention.of("npc", *_PEOPLE)[0].name


def _order(draft: Draft) -> bool:
    """Who goes first among tied PCs, as they are named; `reverse` where "after" turns it round."""
    draft.actor = draft.speaker
    order: list[str] = []
    words = draft.each.sentence.words
    at = draft.match.at
    while at < draft.match.until:
        mention = next((each for each in draft.each.mentions if each.at == at and each.of(*_PEOPLE)), None)
        name = mention.of(*_PEOPLE)[0].owner if mention is not None else None
        if name is None and words[at].text in _ME:
            name = draft.speaker
        if name is None and words[at].text == "you":
            name = _other_tied(draft)
        if name is not None and name not in order:
            order.append(name)
        at = mention.until if mention is not None else at + 1
    other = _other_tied(draft)
    if order == [draft.speaker] and other is not None and _LATER & set(draft.each.sentence.texts):
        order = [other]
    if not order:
        return False
    draft.slots["order"] = order[::-1] if draft.pattern.fixed.get("reverse") else order
    return True


def _other_tied(draft: Draft) -> str | None:
    """Who "you" is to somebody tied with one other."""
    tied = [each.player for each in draft.heard.table.expected if each.command == "set_tie_order"]
    others = [player for player in tied if player != draft.speaker]
    return others[0] if len(others) == 1 and draft.speaker in tied else None


def _leaves(draft: Draft) -> bool:
    """Who leaves: "the second goblin" is counted out."""
    draft.actor = draft.speaker
    mention = draft.mention("character")
    named = _which(draft, mention) if mention is not None else None
    if named is not None:
        draft.slots["character"] = named
    return True


def _joins(draft: Draft) -> bool:
    """Who joins late: "another wolf" is one of its kind, not the wolf that fights already."""
    draft.actor = draft.speaker
    mention = draft.mention("character")
    kind = mention.of("creature") if mention is not None else ()
    if kind:
        draft.slots["character"] = kind[0].name
    return True


def _groups(draft: Draft) -> bool:
    """Groups to be put together, as they are named."""
    draft.actor = draft.speaker
    named = [mention.of(*_FOES)[0].name for mention in draft.each.mentions if mention.of(*_FOES)]
    draft.slots["groups"] = list(dict.fromkeys(named))
    return len(draft.slots["groups"]) > 1


# ------------------------------------------------------------ what is told


def _titled(draft: Draft) -> bool:
    """The title of an Episode, wherever it follows: "Episode five. The Hollow Crown."."""
    draft.actor = draft.speaker
    said = draft.after()
    called = _CALLED.search(said)
    title = called[1] if called else said
    words = title.split()
    if 0 < len(words) <= _LONGEST_TITLE and words[0][:1].isupper() and words[-1][:1].isupper():
        draft.slots["title"] = title
    return True


_CALLED = re.compile(r"\b(?:called|titled|named)\W+(.+)", re.IGNORECASE)
_LONGEST_TITLE = 6


def _introduced(draft: Draft) -> bool:
    """An introduction: everything behind the character's name belongs to it."""
    if draft.speaker is None or draft.actor != draft.speaker:
        return False
    del draft.slots["known"]
    if draft.after():
        draft.slots["text"] = draft.after()
    return True


def _told(draft: Draft) -> bool:
    """A scene somebody tells, in the same sentence, behind it or before it; its name alone tells nothing."""
    draft.actor = draft.speaker
    ahead = draft.heard.turn.text[: draft.each.words(draft.match.at, draft.match.until)[0].start]
    draft.slots["text"] = draft.slots.get("text") or draft.after() or ahead.strip(" ,.;:!?-–—")
    return bool(draft.slots["text"])


def _addressed(draft: Draft) -> bool:
    """What the GM says of the deed of whoever is named or spoke last; without name and emphasis it may be wonder."""
    draft.actor = draft.speaker
    named = draft.named_players(besides=draft.speaker)
    meant = named[0] if named else _spoke_last(draft)
    if meant is not None:
        draft.slots["character"] = meant
    if not named and not _FLATLY & set(draft.words()):
        draft.factor *= _UNSURE
    return len(draft.words()) > 1


_UNSURE = 0.75
_FLATLY = word_set("just simply plainly flat plain completely totally utterly absolutely physically no not sorry")


# ------------------------------------------------------------ what and how far


def _cast(draft: Draft) -> bool:
    """NPCs of a new Encounter: "three wolves, two goblins, one orc"."""
    draft.actor = draft.speaker
    npcs: list[dict[str, object]] = []
    for each in draft.heard.sentences:
        npcs += _listed(each)
    if npcs:
        draft.slots["npcs"] = npcs
    told = {word.text for each in draft.heard.sentences for word in each.sentence.words}
    if told & {"only", "just"}:
        pcs = [thing[0].owner for mention in draft.heard.mentions() if (thing := mention.of(*_PEOPLE))]
        draft.slots["pcs"] = [name for name in dict.fromkeys(pcs) if name is not None and name != draft.speaker]
    return True


def _listed(each: HeardSentence) -> Iterator[dict[str, object]]:
    """Known creatures with the number before them, and unknown ones that are counted."""
    words = each.sentence.texts
    known = {mention.at: mention for mention in each.mentions if mention.of(*_FOES)}
    inside = {at for mention in each.mentions for at in range(mention.at, mention.until)}
    for at, text in enumerate(words):
        if at in known:
            thing = known[at].of(*_FOES)[0]
            yield {"creature": thing.name, "count": _count(words, at)}
        elif at and at not in inside and text.endswith("s") and text not in _NO_CREATURE:
            count = value_of(words[at - 1 : at])
            if count is not None and 1 < count <= _MOST_NPCS:
                yield {"creature": text, "count": count}


def _count(words: list[str], at: int) -> int:
    count = value_of(words[at - 1 : at]) if at and words[at - 1] not in _ONE else None
    return count if count is not None and 1 <= count <= _MOST_NPCS else 1


_STYLES = {
    style: word_set(" ".join(f"{verb} {ing(verb)} {third_person(verb)}" for verb in verbs.split()))
    for style, verbs in {
        "walk": "walk run step stroll jog stride sneak creep head back foot dart",
        "jump": "jump leap hop vault spring",
        "climb": "climb scale scramble clamber",
        "swim": "swim paddle",
        "swing": "swing",
        "fly": "fly glide swoop flight",
        "levitate": "levitate float hover",
    }.items()
}
"""Movement Styles by the words that say them."""


def _style(draft: Draft) -> bool:
    """In which style somebody improvises a way, by the first word for one."""
    words = draft.each.words(draft.match.at, draft.match.until)
    styles = (style for word in words for style, verbs in _STYLES.items() if word.text in verbs)
    style = next(styles, None)
    if style is not None:
        draft.slots["style"] = style
    return style is not None or "units" in draft.match.slots or draft.pattern.command == "move"


def _moves(draft: Draft) -> bool:
    """A way and how far it is; going and moving leave the style to the rules."""
    return _style(draft) and _distance(draft)


def _distance(draft: Draft) -> bool:
    """How far: a number of units, or a named Distance (KL-59)."""
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
    """Which Recovery Ability: the one named in the words that say it, all of them, or Heal Up.

    "Shields up, captain!" names none.
    """
    words = draft.each.words(draft.match.at, draft.match.until)
    said = " ".join(word.text for word in words)
    cry = words[-1].text == "up" and words[-2].text in {"shields", "dodges"} and not words[-1].capital
    if cry and draft.match.until < len(draft.each.sentence.words):
        return False
    every = "all" if {"all", "every"} & set(said.split()) else "heal_up"
    draft.slots["recovery"] = next((name for words, name in _RECOVERIES.items() if words in said), every)
    return draft.slots["recovery"] != "heal_up" or _heals(draft)


def _resets(draft: Draft) -> bool:
    """How much is restored between two Episodes."""
    draft.actor = draft.speaker
    words = set(draft.each.sentence.texts)
    draft.slots["mode"] = "half" if "half" in words else "none" if words & _NOTHING else "full"
    return True


_NOTHING = word_set("no none nothing nobody")


def _experience(draft: Draft) -> bool:
    """One point, or a second as a bonus."""
    draft.actor = draft.speaker
    if _SECOND & set(draft.words()):
        draft.slots["bonus"] = 1
    return True


_SECOND = word_set("two 2 bonus extra another second plus")


def _heals(draft: Draft) -> bool:
    """What Heal Up gives back: "four health", "two vitality"."""
    text = draft.each.sentence.plain()
    for pool in ("health", "vitality"):
        found = re.search(rf"(\w+) (?:points? of )?{pool}", text)
        amount = value_of([found.group(1)]) if found else None
        if amount is not None:
            draft.slots[pool] = amount
    return True


def _condition(draft: Draft) -> bool:
    """Stacks of a condition: one where no number is said; the speaker where "I" gain them."""
    draft.actor = draft.speaker
    words = {word.text for word in draft.each.words(draft.match.at, draft.match.until)}
    if "target" not in draft.slots and words & _ME and draft.actor is not None:
        draft.slots["target"] = draft.actor
    return True


_POOLS = {"health": "health", "vitality": "vitality", "shield": "shield", "dodge": "dodge_points"}


def _pool(draft: Draft) -> bool:
    """Which points: those named, else Health; the speaker's where nobody is named."""
    draft.actor = draft.speaker
    words = {word.text for word in draft.each.words(draft.match.at, draft.match.until)}
    draft.slots["pool"] = next((pool for word, pool in _POOLS.items() if word in words), "health")
    if "target" not in draft.slots and draft.actor is not None:
        draft.slots["target"] = draft.actor
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
    "klepto_speaker": _speaker,
    "klepto_own_turn": _own_turn,
    "klepto_skill_alone": _skill_alone,
    "klepto_joins": _joins,
    "klepto_leaves": _leaves,
    "klepto_own_ability": _own_ability,
    "klepto_named_foe": _named_foe,
    "klepto_named_ability": _named_ability,
    "klepto_plain_ability": _plain_ability,
    "klepto_titled": _titled,
    "klepto_introduced": _introduced,
    "klepto_told": _told,
    "klepto_addressed": _addressed,
    "klepto_targets": _targets,
    "klepto_strikes": _strikes,
    "klepto_tested": _tested,
    "klepto_order": _order,
    "klepto_cast": _cast,
    "klepto_moves": _moves,
    "klepto_style": _style,
    "klepto_recovery": _recovery,
    "klepto_resets": _resets,
    "klepto_experience": _experience,
    "klepto_rule": _rule,
    "klepto_groups": _groups,
    "klepto_condition": _condition,
    "klepto_pool": _pool,
    "klepto_gives_back": _gives_back,
}
