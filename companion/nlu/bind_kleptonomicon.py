"""Fields of sentences said at a table of the Kleptonomicon: who is meant, Abilities, lists of NPCs, orders, points."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from companion.nlu.common_words import COMMON_WORDS
from companion.nlu.drafts import Draft
from companion.nlu.hearing import HeardSentence
from companion.nlu.names import Mention
from companion.nlu.numbers import ORDINALS
from companion.nlu.words import word_set
from engine.common.answers import word_meant
from engine.systems.kleptonomicon.explained import EXPLAINED

_PEOPLE = ("player", "character")
_FOES = ("npc", "creature", "group", "prepared")
_ME = word_set("me i i'll i'm i'd myself mine")
_EVERYBODY = word_set("everybody everybody's all")
_LATER = word_set("last second")
_TESTS = word_set("test tests roll check save saves")
_EVERYDAY = word_set("performance medicine survival lore")
"""Skills that are said of other things as well; they need their capital or a word for the Test."""


def _speaker(draft: Draft) -> bool:
    """Said by whoever speaks, also when it begins with somebody's name."""
    draft.actor = draft.speaker
    return True


def own_turn(draft: Draft) -> bool:
    """Said by whoever has the Turn, or by somebody nobody knows: "next" of another player ends nothing."""
    draft.actor = draft.speaker
    if draft.actor is not None and draft.actor != draft.heard.table.holder:
        return False
    if draft.pattern.command == "end_turn":
        npc = active(draft)
        if npc is not None:
            draft.slots.setdefault("character", npc)
        return not _comes_forward(draft)
    return True


_HERE_I_AM = re.compile(r"(?:(?:oh|ah|okay|right|so|and|yes|finally) )*(?:that's|that is|it's|it is) me(?: now)?$")
_AND_I = re.compile(r"(?:(?:and|so|then|okay|right|well|now|um) )*(?:i|i'll|i'm|i'd|let me)\b")


def _comes_forward(draft: Draft) -> bool:
    """Return True where "that's me" begins a Turn, as the same breath goes on with what the speaker does."""
    following = draft.heard.sentences[draft.each.index + 1 : draft.each.index + 2]
    goes_on = any(_AND_I.match(each.sentence.plain()) and each.sentence.ending != "?" for each in following)
    return goes_on and _HERE_I_AM.match(draft.each.sentence.plain()) is not None


def active(draft: Draft) -> str | None:
    """The NPC whose Turn it is."""
    return next((name for kind, name in draft.heard.table.vocabulary.shared if kind == "active"), None)


# ------------------------------------------------------------ who


def _targets(draft: Draft) -> bool:
    """The targets of an Ability: everybody named behind the words that say it, else the one foe of the turn.

    False where nobody can tell: "at him" where several fight, "at the wolf, no, the one with the hat".
    """
    named = [mention for mention in _mentions(draft) if mention.at >= draft.match.at]
    names = [which(draft, mention) for mention in named if not _withdrawn(draft.each, mention)]
    if not named:
        all_foes = [(each, one) for each in draft.heard.sentences for one in each.mentions if one.of(*_FOES)]
        foes = {which(draft, one, each.sentence.texts) for each, one in all_foes if not _withdrawn(each, one)}
        names = list(foes) if len(foes) == 1 else []
        if all_foes and not foes:
            return False
    elif not names:
        return False
    names = names or [*on_oneself(draft)]
    user = draft.slots.get("character")
    targets = list(dict.fromkeys(name for name in names if name not in {None, user}))
    if targets:
        draft.slots["targets"] = targets
    aim(draft)
    return not at_one_of_many(draft)


def _maneuver(draft: Draft) -> bool:
    """With which Basic Attack somebody tries to slow: the one named, else the Melee Attack."""
    words = set(draft.words())
    ranged, magic = words & {"ranged", "shoot", "fire", "bow", "arrow", "crossbow"}, words & {"magic", "spell", "cast"}
    draft.slots["ability"] = "ranged attack" if ranged else "magic attack" if magic else "melee attack"
    return _targets(draft)


def aim(draft: Draft) -> None:
    """Ask at whom something is that does something to somebody, where several could be meant."""
    foes = {name for kind, name in draft.heard.table.vocabulary.shared if kind == "npc" and not name[-1].isdecimal()}
    own = draft.sheet(draft.actor or draft.speaker).of("aimed")
    aimed = draft.pattern.fixed.get("maneuver") or draft.slots.get("ability") in own
    if aimed and not draft.slots.get("targets") and len(foes) > 1:
        draft.missing.append("targets")
        draft.question = "At whom?"


_TAKES_BACK = word_set("no nope wait sorry rather actually")
_ON_MYSELF = re.compile(r"\b(?:on|over|at|to|for) (?:myself|my own \w+)\b|\b(?:on|over) me\b")


def _withdrawn(each: HeardSentence, mention: Mention) -> bool:
    """Return True where a name is taken back right behind it."""
    words = each.sentence.words
    return mention.until < len(words) and words[mention.until - 1].pause and words[mention.until].text in _TAKES_BACK


def on_oneself(draft: Draft) -> list[str]:
    """The speaker, where an Ability is meant for whoever uses it: "over my own leg"."""
    mine = draft.speaker is not None and _ON_MYSELF.search(draft.each.sentence.plain())
    return [draft.speaker] if mine and draft.speaker is not None else []


def _strikes(draft: Draft) -> bool:
    """Fill in the deed of the NPC whose Turn it is, told by whoever plays it."""
    return own_turn(draft) and _targets(draft)


def _own_ability(draft: Draft) -> bool:
    """An Ability named in one's own Turn, for whoever is named with it."""
    mine = sure_ability(draft) and own_turn(draft) and draft.speaker is not None
    return mine and _targets(draft)


_ONE_OF_THEM = re.compile(r"(?:(?:on|at|for|into|to) )?(?:him|her|it|that one|this one|the other one)\b")


def at_one_of_many(draft: Draft) -> bool:
    """Return True where an Ability is meant for "him" while several fight and nobody says who that is."""
    foes = {name for kind, name in draft.heard.table.vocabulary.shared if kind == "npc" and not name[-1].isdecimal()}
    said = draft.mention("ability")
    behind = draft.each.sentence.texts[said.until :] if said is not None else []
    return len(foes) > 1 and "targets" not in draft.slots and _ONE_OF_THEM.match(" ".join(behind)) is not None


def sure_ability(draft: Draft) -> bool:
    """An Ability that is surely named: "the ember on the hearth" names none, nor does "light on the table, please"."""
    said = draft.mention("ability")
    if said is None or said.score < 1:
        return False
    word = draft.each.sentence.words[said.at]
    people = any(mention.of(*_FOES) for mention in draft.heard.mentions())
    if said.until - said.at == 1 and word.text in COMMON_WORDS:
        return word.capital and (people or (draft.first_person() and not ASKS & set(draft.words())))
    return word.capital or draft.first_person()


ASKS = word_set("please thanks somebody anybody can't")


def _named_foe(draft: Draft) -> bool:
    """A blow at "it": at the one NPC named last, in this turn or the one before."""
    earlier = draft.before[-1:] if draft.before and draft.before[-1].speaker == draft.speaker else ()
    mentions = [mention for mention in draft.heard.mentions() if mention.of(*_FOES)]
    names = [name for mention in mentions if (name := which(draft, mention)) is not None]
    if not names and not earlier:
        return False
    draft.slots["targets"] = names[-1:] or None
    return own_turn(draft)


def _mentions(draft: Draft) -> Iterator[Mention]:
    return (mention for mention in draft.each.mentions if mention.of(*_PEOPLE, *_FOES))


def which(draft: Draft, mention: Mention, texts: Sequence[str] | None = None) -> str | None:
    """Name of somebody meant; of several alike the one counted out: "the second goblin" is Goblin 2.

    Args:
        draft: What is being understood.
        mention: The name.
        texts: Words of the sentence it stands in, where that is another one.
    """
    name = _name(mention, draft.actor)
    said = (texts or draft.each.sentence.texts)[mention.at - 1] if mention.at else ""
    counted = f"{name} {ORDINALS[said]}" if said in ORDINALS else None
    known = {thing for kind, thing in draft.heard.table.vocabulary.shared if kind == "npc"}
    return counted if counted in known else name


def _name(mention: Mention, besides: str | None) -> str | None:
    thing = mention.of(*_FOES, *_PEOPLE)[0]
    return None if thing.owner is not None and thing.owner == besides else thing.name


def tested(draft: Draft) -> bool:
    """Fill in the one to roll: whoever is named, else whoever spoke before the GM; the rules know who just acted."""
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
    return tested(draft)


def leads(draft: Draft) -> bool:
    """Return True where the speaker is the GM, or anybody where nobody is."""
    return not _plays(draft)


def _plays(draft: Draft) -> bool:
    """Return True where the speaker plays a character at a table that has a GM, who alone asks for Tests."""
    people = draft.players()
    led = any(player.character is None for player in people)
    return led and any(player.name == draft.speaker and player.character is not None for player in people)


def _capital(draft: Draft) -> bool:
    """Return True where the Skill named can be told from an everyday word."""
    said = draft.match.slots.get("skill")
    return said is None or draft.plain("skill") != [draft.said("skill")] or draft.said("skill") not in _EVERYDAY


def _advantage(draft: Draft) -> None:
    words = set(draft.each.sentence.texts)
    if "disadvantage" in words:
        draft.slots["dis"] = 1
    elif "advantage" in words or _EXTRA_DIE.search(draft.each.sentence.plain()):
        draft.slots["adv"] = 1


_EXTRA_DIE = re.compile(
    r"(?<!\bno )(?<!\bnot )(?<!\bwithout )\b(?:(?:the|an|one) (?:extra|additional) die|(?:a|one) die more)\b"
)


def _tested_name(mention: Mention) -> str | None:
    return mention.of("npc", *_PEOPLE)[0].name


def _order(draft: Draft) -> bool:
    """Fill in the order of tied PCs, as they are named; `reverse` where "after" turns it round."""
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
    """Return the player meant by "you" when somebody tied with one other says it."""
    tied = [each.player for each in draft.heard.table.expected if each.command == "set_tie_order"]
    others = [player for player in tied if player != draft.speaker]
    return others[0] if len(others) == 1 and draft.speaker in tied else None


def _leaves(draft: Draft) -> bool:
    """Fill in the one who leaves: "the second goblin" is counted out."""
    draft.actor = draft.speaker
    mention = draft.mention("character")
    named = which(draft, mention) if mention is not None else None
    if named is not None:
        draft.slots["character"] = named
    return True


def _joins(draft: Draft) -> bool:
    """Fill in the one who joins late: "another wolf" is one of its kind, not the wolf that fights already."""
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


# ------------------------------------------------------------ of whom it is said


def _addressed(draft: Draft) -> bool:
    """Fill in the character the GM judges, named or last to speak; without name and emphasis it may be wonder."""
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


def _word(draft: Draft) -> bool:
    """A word of the rules is asked about."""
    draft.slots["about"] = word_meant(EXPLAINED, draft.said("about"))
    return draft.slots["about"] is not None


def _whole(draft: Draft) -> bool:
    """Said by whoever speaks, and what follows in the same breath is only why."""
    draft.actor, draft.end = draft.speaker, len(draft.heard.turn.text)
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
    """Fill in the kind of points, Health where none is named, and their owner, the speaker where nobody is named."""
    draft.actor = draft.speaker
    words = {word.text for word in draft.each.words(draft.match.at, draft.match.until)}
    draft.slots["pool"] = next((pool for word, pool in _POOLS.items() if word in words), "health")
    if "target" not in draft.slots and draft.actor is not None:
        draft.slots["target"] = draft.actor
    return True


CHECKS: Mapping[str, Callable[[Draft], bool]] = {
    "klepto_speaker": _speaker,
    "klepto_own_turn": own_turn,
    "klepto_skill_alone": _skill_alone,
    "klepto_joins": _joins,
    "klepto_leaves": _leaves,
    "klepto_own_ability": _own_ability,
    "klepto_named_foe": _named_foe,
    "klepto_named_ability": sure_ability,
    "klepto_addressed": _addressed,
    "klepto_targets": _targets,
    "klepto_maneuver": _maneuver,
    "klepto_strikes": _strikes,
    "klepto_tested": tested,
    "klepto_order": _order,
    "klepto_groups": _groups,
    "klepto_condition": _condition,
    "klepto_pool": _pool,
    "klepto_word": _word,
    "klepto_whole": _whole,
}
