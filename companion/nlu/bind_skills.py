"""The skill an action is taken with, where it is named, put right or only stands beside a deed."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.nlu.drafts import Draft
from companion.nlu.names import Mention, best_text, nearest_by_sound, resolve_text
from companion.nlu.numbers import value_of
from companion.nlu.words import word_set

ASKS_TO_SEE = re.compile(r"\b(?:see|show)\b")


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
            if ASKS_TO_SEE.search(" ".join(draft.words())):
                return False  # somebody else's skill, which the speaker wants to see: a check
            thing, draft.actor = anyone, anyone.owner
            draft.factor *= 0.92
        mention = draft.mention(slot)
        corrected = _put_right(draft, mention) if mention else None
        if corrected == "":
            return False
        skill = corrected or thing.name
    if (
        "by" not in draft.match.slots
        and not draft.first_person()
        and (_YOURS & set(draft.told()) or not _own_act(draft))
    ):
        return False
    if _LIKED & set(draft.each.sentence.texts) and draft.match.until - draft.match.at <= len(skill.split()):
        return False
    draft.slots["skill"] = skill
    _preparations(draft)
    return True


_YOURS = word_set("you your you'd you'll you're")
_LIKED = word_set("hate hated love loved liked boring subject favourite useless overrated")
_DENIED = re.compile(r"(?:\b(?:not|isn't|wasn't|without)|\bno)(?: (?:my|the|a|with|on|using))? ?$")
_TAKEN_BACK = re.compile(
    r"\b(?:no|nope)(?=\W*$|[,.;:!…—-]| (?:wait|it|that|sorry|i mean)\b)|\b(?:wait|sorry|mean|meant|or rather|scratch)\b"
)
_TAKES_BACK_WITHIN = 40
"""Letters between a skill and the one that is said to be meant instead."""


def _put_right(draft: Draft, mention: Mention) -> str | None:
    """The skill that is meant where one is put right ("Herbs, no, Eavesdropping"); empty where it is only denied."""
    text = draft.heard.turn.text
    own = []
    for each in draft.heard.sentences:
        for named in each.mentions:
            thing = next((one for one in named.of("skill", "item") if one.owner == draft.actor), None)
            if thing is not None:
                words = each.words(named.at, named.until)
                own.append((thing.name, words[0].start, words[-1].end))
    first = draft.each.words(mention.at, mention.until)[0].start
    meant, until, denied = "", 0, False
    for name, start, end in own:
        between = text[until:start].lower().replace("’", "'")
        no = bool(_DENIED.search(between))
        if start == first:
            meant, until, denied = name, end, no
        elif until and name != meant and len(between) < _TAKES_BACK_WITHIN and (denied or _TAKEN_BACK.search(between)):
            if not no:
                meant, denied = name, False
            until = end
    return "" if denied else meant or None


def _skill_beside(draft: Draft) -> bool:
    """The one skill of the speaker's own that is named like a thing, beside words that tell what is done."""
    mention = draft.mention("skill")
    if draft.speaker is None or mention is None or mention.score < 1:
        return False
    words = draft.each.sentence.words
    before = words[mention.at - 1] if mention.at else None
    back = [word.text for word in words[max(0, mention.at - _ADJECTIVES) : mention.at]]
    plain = before is None or before.pause or before.text in _BEFORE_A_SKILL or bool(_HOLDS_A_SKILL & set(back))
    behind = draft.each.sentence.texts[mention.until : mention.until + 1]
    named = {thing.owner for thing in draft.things(("skill", "item", "player", "character"))}
    if not plain or named != {draft.speaker} or set(behind) & _BEHIND_NO_SKILL:
        return False
    beside = {word.text for at, word in enumerate(words) if not mention.at <= at < mention.until}
    told = set(draft.told()) | (beside if draft.each.sentence.ending == "?" else set())
    tells = told & _FIRST or "how" in beside
    return bool(tells) and not beside & _JUDGES_BESIDE and _own_skill(draft)


_BEFORE_A_SKILL = word_set(
    """
    my with using by on of through via some pure good old trusty about more for as into be all that's it's call
    """
)


_ADJECTIVES = 4
_HOLDS_A_SKILL = word_set("my with roll rolling throw throwing use using")
_BEHIND_NO_SKILL = word_set("is was are were isn't wasn't would could costs cost and or at than counts")
_FIRST = word_set("i i'm i'll i'd let's me")
_JUDGES_BESIDE = word_set(
    """
    useless best worst better bad great forgot sheet points point rank level skills goal goals cost costs worth
    always never would should if maybe your you chip chips who why was were are has had have said says need needs love
    hate like remember funny boring check think know thought talking rules rule last next time anyone anybody when
    could wish learn buy improve improved add without not no don't can't more less
    """
)
"""Words of talk about a skill, where nothing else shows that it is used."""


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
    """Return True where the turn announces a deed in other words ("My go", "that's Staff", "five dice")."""
    if draft.before and draft.before[-1].speaker == draft.speaker and _tells_of(draft, draft.before[-1].text):
        return True
    told = draft.told()
    plain = set(told) & {"again", "that's", "dice", "go", "rolling", "using", "roll", "so", "time"}
    return bool(plain) or told[-2:] == ["it", "is"] or _deed_beside(draft)


def _deed_beside(draft: Draft) -> bool:
    """Return True where the turn's one skill is beside words that tell a deed and judge nothing ("Bang. Shooting.")."""
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
    """Return True where earlier words of the same speaker tell what the own character does."""
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
        chosen = principle_named(draft)
        if chosen and re.search(r"\b(?:kicks? in|applies|counts|plus|my)\b", text):
            draft.slots["principle"] = chosen
    if draft.slots.keys() & {"split", "hold_out", "principle"}:
        # The whole sentence is spent on this: nobody may find the preparation in it once more.
        draft.match = replace(draft.match, until=len(draft.each.sentence.words))


def _subject(draft: Draft) -> bool:
    return draft.first_person()


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


def principle_named(draft: Draft) -> str | None:
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


CHECKS: Mapping[str, Callable[[Draft], bool]] = {
    "own_skill": _own_skill,
    "near_skill": _near_skill,
    "skill_beside": _skill_beside,
    "subject": _subject,
    "on_luck": _on_luck,
    "offered": _offered,
}
