"""Contents of a Kleptonomicon sentence, in whatever order: a number and a way, points and whose they are.

The words have to be there; in the grammar they have to stand in their place.
"""

from collections.abc import Callable, Mapping, Sequence

from companion.nlu.bind_kleptonomicon import (
    active,
    aim,
    at_one_of_many,
    leads,
    on_oneself,
    own_turn,
    sure_ability,
    tested,
)
from companion.nlu.bind_kleptonomicon_gists import clauses
from companion.nlu.bind_kleptonomicon_told import introduced, moves, styled
from companion.nlu.bind_kleptonomicon_whom import (
    ME,
    aimed_behind,
    clause_of,
    concerned,
    last_named,
    named_here,
    words_of,
)
from companion.nlu.drafts import Draft
from companion.nlu.hearing import HeardSentence
from companion.nlu.names import Mention
from companion.nlu.numbers import UNITS, value_of
from companion.nlu.words import Word, word_set

_PEOPLE = ("player", "character")
_FOES = ("npc", "creature", "group", "prepared")
_IDLE = word_set(
    """
    liked loved love hate remember favourite favorite was were been had when if until before because should would
    could might never always how why mean means rule rules works explain called said says about like need better
    already not don't isn't didn't doesn't wasn't can't won't maybe wish hope wonder
    """
)
"""Words of talk about what is, was or may be."""


# ------------------------------------------------------------ blows and Abilities

_TALK = word_set(
    """
    love name word or has have got left is used can later next keep keeping save saving good-bye whose turn
    reach reaches range song cat dog spell isn't say fears fear afraid
    """
)


def _used(draft: Draft) -> bool:
    """An Ability of whoever has the Turn, in a clause with who does it or takes it, and no talk about it."""
    said = set(clause_of(draft)) - set(draft.plain("ability"))
    foes = named_here(draft, *_FOES)
    taken_back = {"no", "don't"} & set(draft.each.sentence.texts[draft.match.until :])
    doing = said & word_set("i i'll i'm me my let's let we") or draft.speaker in draft.named_players()
    if taken_back or said & (_IDLE - {"about", "better", "like", "before", "how"} | _TALK) or not (doing or foes):
        return False
    if not own_turn(draft) or draft.speaker is None or not sure_ability(draft):
        return False
    targets = foes or on_oneself(draft) or aimed_behind(draft)
    draft.slots |= {"targets": targets} if targets else {}
    aim(draft)
    return not at_one_of_many(draft)


def _struck(draft: Draft) -> bool:
    """A blow of the NPC whose Turn it is, at whoever is named or was last."""
    user = active(draft)
    if not own_turn(draft) or user is None:
        return False
    named = named_here(draft, *_PEOPLE)
    meant = named[-1] if named else last_named(draft, *_PEOPLE)
    draft.slots |= {"character": user} | ({"targets": [meant]} if meant is not None else {})
    return True


# ------------------------------------------------------------ ways

_MOTION = word_set(
    """
    across along around back behind closer get down dash dart forward go head hop hurry into jog leg limp march move
    moving onto over past pop run running rush scoot scuttle shuffle slip sneak sprint step steps stroll through toward
    towards trot tiptoe under up walk walking wander slink trudge
    """
)
_UNIT = word_set("unit units step steps square squares metre metres meter meters")
_AFTER_WAY = word_set(
    "towards toward to into onto over across back down up along forward behind around through "
    "right straight for in total then too already please closer that away further"
)
_BEFORE_WAY = word_set(
    """
    that's is makes so all just only about another exactly me costs takes my the full of back forward up down left
    right away over across i'll i go move walk run say makes roughly then further
    """
)
_NO_WAY = word_set(
    "moved ran walked went did was were had have has got there's count damage health shield beats beat dice roll"
)
_FURTHEST = 24


_WAYS = word_set("goes across dashes")


def _moves_on(said: set[str]) -> bool:
    return not said.isdisjoint(_WAYS) or any(word.removesuffix("s") in _MOTION for word in said)


def _goes(draft: Draft) -> bool:
    """A number and a way, from whoever has the Turn and owes no dice: "I leg it over to the rail, that's three"."""
    table, units = draft.heard.table, draft.number("units")
    said = set(draft.told())
    draft.actor = draft.speaker
    if draft.speaker is None or draft.speaker != table.holder or units is None or not 0 < units <= _FURTHEST:
        return False
    if (
        any(roll.roller == draft.speaker for roll in table.open_rolls)
        or said & (_NO_WAY | _IDLE)
        or not _moves_on(said)
    ):
        return False
    if not _is_a_way(draft) or not moves(draft):
        return False
    styled(draft)
    return True


def _is_a_way(draft: Draft) -> bool:
    """Return True where the number stands as one that is gone: alone, or between words of going."""
    _, at, until = draft.match.slots["units"]
    words = draft.each.sentence.words
    before = "" if not at or words[at - 1].pause else words[at - 1].text
    after = "" if until == len(words) or words[until - 1].pause else words[until].text
    named = any(mention.at <= at < mention.until for mention in draft.each.mentions)
    far = after in _UNIT and bool(_FAR & {word.text for word in words[until : until + 2]})
    somebody = words[at].text in _SOMEBODY and after not in _UNIT and before not in {"that's", "just"}
    leads_in = not before or before in _BEFORE_WAY or before.removesuffix("s") in _MOTION
    rest = [word.text for word in words[until : until + 3]]
    fits = leads_in and (
        not after or after in _AFTER_WAY | _UNIT or (rest[:2] == ["of", "my"] and rest[2:] in _OWN_WAY)
    )
    return fits and not (named or far or somebody)


_OWN_WAY = (["walk"], ["movement"], ["move"], ["units"], ["steps"], ["jump"])
_FAR = word_set("away from ahead left that")
_SOMEBODY = word_set("one a an another")


# ------------------------------------------------------------ points and conditions

_POOLS = {
    "health": "health",
    "hp": "health",
    "damage": "health",
    "vitality": "vitality",
    "shield": "shield",
    "shields": "shield",
    "dodge": "dodge_points",
    "dodges": "dodge_points",
}
_LOSS = word_set(
    """
    off lose loses losing gone down minus less poorer lighter short shorter cost costs take takes taking knock strike
    cross tick mark away bleeds bleed deals does deal does eat eats suffer suffers fewer goes there hits damage from
    """
)
_KEPT = word_set("regain regains heal heals healed healing gain gains recover recovers restore restores back up full")
_STATE = word_set("has have got left still need")


def _hurt(draft: Draft) -> bool:
    """Points, how many, that they go, and whose they are."""
    draft.actor = draft.speaker
    texts = draft.each.sentence.texts
    said, line = set(texts), f" {' '.join(texts)} "
    here = set(clause_of(draft))
    gone = any(f" {phrase} " in line for phrase in ("any more", "anymore", "no longer"))
    if (
        said & (_KEPT | _IDLE - {"had"})
        or (said & _STATE and not gone)
        or not (gone or here & _LOSS)
        or "worth" in said
    ):
        return False
    target, amount = concerned(draft), _amount(draft, draft.match.at)
    if target is None or amount is None or not (leads(draft) or target == draft.speaker):
        return False
    draft.slots |= {"pool": _POOLS[texts[draft.match.at]], "amount": amount, "target": target}
    return True


def _amount(draft: Draft, near: int) -> int | None:
    """The one number of the sentence, or the one nearest in front of a word."""
    words = draft.each.sentence.words
    inside = {at for mention in draft.each.mentions for at in range(mention.at, mention.until)}
    found = [
        (at, value)
        for at, word in enumerate(words)
        if at not in inside and (word.text in UNITS or word.text.isdecimal()) and (value := value_of([word.text]))
    ]
    ahead = [value for at, value in found if at < near]
    if ahead:
        return ahead[-1]
    if found:
        return found[0][1]
    return 1 if near and words[near - 1].text in {"a", "an", "another"} else None


_GIVING = word_set(
    "give gives put add mark apply slap stick get gets take takes note pick picks earn earns "
    "gain gains stack stacks now"
)


def _afflicted(draft: Draft) -> bool:
    """A condition, that it comes, and on whom."""
    draft.actor = draft.speaker
    texts = draft.each.sentence.texts
    said = set(texts)
    _, at, until = draft.match.slots["name"]
    counted = (
        _amount(draft, at)
        if set(texts[:at]) & (set(UNITS) | {"a", "another"}) or "by" in texts[until : until + 1]
        else None
    )
    given = said & _GIVING or counted is not None
    if said & _IDLE - {"would"} or not _ends_there(draft, until) or not given or not leads(draft):
        return False
    target = concerned(draft)
    if target is None:
        return False
    draft.slots |= {"target": target, "stacks": counted or 1}
    return True


_BEHIND_IT = word_set("for on by after now from until please because too again and stack stacks one two three four")


def _ends_there(draft: Draft, until: int) -> bool:
    """Return True where a condition stands by itself: "a slowed nap" and "slowed down" are none."""
    words = draft.each.sentence.words
    return until == len(words) or words[until - 1].pause or words[until].text in _BEHIND_IT


# ------------------------------------------------------------ Tests

_ROLLS = word_set("roll throw test")
_ROLLED = word_set("against at for it me now on please that this to with")
_WHOSE = word_set("a an some your")
_TOLD_TO = word_set(
    """
    a ahead all and best better but can could do everybody first go have just let's me must need now of okay on please
    should so then to us want we well will would you you'd you'll you're your i i'd i'll i'm like going
    """
)
"""Words that may come before "roll" where somebody is told to."""


def _asked_for(draft: Draft) -> bool:
    """A Skill, and a clause that tells somebody to roll: "How's Jim's Perception, roll me that"."""
    if (
        not leads(draft)
        or {"when", "whenever", "if"} & set(draft.words())
        or not any(_tells_to_roll(draft, each) for each in draft.heard.sentences)
    ):
        return False
    return tested(draft)


def _tells_to_roll(draft: Draft, each: HeardSentence) -> bool:
    named = {at for mention in each.mentions if mention.of(*_PEOPLE) for at in range(mention.at, mention.until)}
    skills = {mention.at for mention in each.mentions if mention.of("skill")}
    words = each.sentence.words
    fresh = True
    for at, word in enumerate(words):
        ends = word.pause or at + 1 == len(words)
        after = [] if ends else [later.text for later in words[at + 1 : at + 3]]
        if (
            fresh
            and word.text in _ROLLS
            and (ends or at + 1 in skills or after[0] in _ROLLED or (after[0] in _WHOSE and at + 2 in skills))
            and "the" not in after
        ):
            return word.text != "test" or not ends
        if fresh and word.text == "dice" and (ends or after[0] == "please"):
            return True
        fresh = word.pause or (fresh and (word.text in _TOLD_TO or at in named))
    return False


# ------------------------------------------------------------ order

_FIRST = word_set("first before ahead leads lead starts start front then")
_BEHIND = word_set("after behind last follow follows")


_LINE = (
    _FIRST
    | _BEHIND
    | word_set(
        """
    let can may have it should be go goes going come comes in act acts of definitely then me i i'll he she they he'll
    she'll is fine by want to rather happy put take takes up the please and reckon guess say so ladies no nah okay
    oh well i'd like let's that's are you your for us both i'd rather take takes it's
    """
    )
)


def _lined_up(draft: Draft) -> bool:
    """Fill in the order of those who are tied: a clause of names, "before" or "after", and hardly a word more."""
    best: list[str] = []
    for clause in clauses(draft):
        mentions = [each for each in draft.each.mentions if each.of(*_PEOPLE) and _inside(draft, each, clause)]
        named = {word.start for each in mentions for word in draft.each.words(each.at, each.until)}
        texts = {word.text for word in clause if word.start not in named}
        first, behind = texts & _FIRST, texts & _BEHIND
        order = _in_order(draft, clause, mentions)
        alone = len(order) == 1 and (first == {"then"} or (order == [draft.speaker] and "me" not in texts))
        if (
            texts <= _LINE
            and (bool(first) != bool(behind) or texts >= {"leads"})
            and order
            and not alone
            and (first or len(order) > 1)
        ):
            ranked = order[::-1] if behind and not texts & {"leads", "follows"} else order
            best = max(best, ranked, key=len)
    draft.actor = draft.speaker
    draft.slots["order"] = best
    return bool(best)


def _inside(draft: Draft, mention: Mention, clause: Sequence[Word]) -> bool:
    return clause[0].start <= draft.each.sentence.words[mention.at].start <= clause[-1].start


def _in_order(draft: Draft, clause: Sequence[Word], mentions: Sequence[Mention]) -> list[str]:
    """Those of the tied who are named or speak, as they come."""
    tied = [each.player for each in draft.heard.table.expected if each.command == "set_tie_order"]
    owners = {draft.each.sentence.words[each.at].start: thing.owner for each in mentions for thing in each.of(*_PEOPLE)}
    spoken = (draft.speaker if word.text in ME else owners.get(word.start) for word in clause)
    return list(dict.fromkeys(name for name in spoken if name in tied))


# ------------------------------------------------------------ introductions

_MINE = word_set(
    "mine i my me i'm i'll i've it's played play playing that's is be still again with here "
    "over doing bring brought got here's"
)
_BRINGS = word_set(
    """
    and so hi hello hey well okay then the a an old good dear one only again still always as ever tonight today of
    course obviously back same usual in corner over quiet big little poor lovely mine's for usual be character
    guy girl man lady one this your yours truly by to
    """
)


def _brings(draft: Draft) -> bool:
    """A character brought along by whoever plays it: the clause holds its name, "mine", and hardly more."""
    texts = clause_of(draft)
    mention = draft.mention("known")
    name = set() if mention is None else set(words_of(draft.each.words(mention.at, mention.until)))
    rest = set(texts) - name
    owned = rest & word_set("mine my i i'm i'll i've me")
    if not owned or not rest <= _MINE | _BRINGS or draft.each.index > 1:
        return False
    return introduced(draft)


def _once(draft: Draft) -> bool:
    """Of what everybody may do once an Episode, said by whoever leads and not of themselves."""
    draft.actor = draft.speaker
    return leads(draft) and not set(draft.words()) & word_set("i i'm i've my me mine")


CHECKS: Mapping[str, Callable[[Draft], bool]] = {
    "klepto_once": _once,
    "klepto_used": _used,
    "klepto_struck": _struck,
    "klepto_goes": _goes,
    "klepto_hurt": _hurt,
    "klepto_afflicted": _afflicted,
    "klepto_asked_for": _asked_for,
    "klepto_lined_up": _lined_up,
    "klepto_brings": _brings,
}
