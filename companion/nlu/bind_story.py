"""Fields of the commands that pass narration on, call conflicts, spend rewards and call on connections."""

import re
from collections.abc import Callable, Mapping

from companion.nlu.drafts import Draft
from companion.nlu.names import Thing, fold, resolve_text, things_of
from companion.nlu.numbers import value_of
from companion.nlu.words import word_set

_INVOKING = word_set(
    "chip chips invoke invoking connection uses debt calls wants wanting needs asks asking demands mine"
)
_FOR_TONIGHT = word_set("tonight session")
_LAST_WORDS = 9
_MOST_CHIPS = 30
_SHORT_REST = 4
_SURPRISED = word_set("oh ah aw ooh")
"""Words before which "that's all" only wonders at something."""
_SHORT_TURN = 6


_UNMISTAKABLE = re.compile(
    r"\b(?:i'm|i am|all|me) (?:done|finished)\b|\ball from me\b|\bover to you\b|\bend of my\b"
    r"|\bthat's (?:all )?the (?:fail|failure|success|call|scene|story)\b|\bhand(?:ing)? (?:it|that|over)\b"
)


def _end(draft: Draft) -> bool:
    """End of the narration by its holder: nothing of weight is told after it."""
    if _FOR_TONIGHT & set(draft.words()) or (draft.words()[0] in _SURPRISED and len(draft.words()) <= _SHORT_REST):
        return False
    if _names_the_winner(draft) or (draft.words_after() > _LAST_WORDS and not _closes_its_sentence(draft)):
        return False
    if draft.actor is None:
        draft.actor = draft.heard.table.holder
        draft.factor *= 0.9
    return True


def _names_the_winner(draft: Draft) -> bool:
    """Return True where "that's me" only says whose number was the highest ("Ten! Oh, that's me.")."""
    words = draft.words()
    if draft.before and draft.before[-1].speaker == draft.speaker and draft.heard.table.narration == "SCENE":
        words = [*re.findall(r"[\w']+", draft.before[-1].text.lower()), *words]
    return "that's me" in " ".join(words) and len(words) <= _SHORT_TURN and value_of(words[:1]) is not None


def _closes_its_sentence(draft: Draft) -> bool:
    """Unmistakable last words at the end of a sentence, after which the speaker went on without a pause."""
    words = draft.each.sentence.words
    said = " ".join(word.text for word in words[draft.match.at : draft.match.until])
    return draft.match.until == len(words) and bool(_UNMISTAKABLE.search(said))


def _called(draft: Draft) -> bool:
    """Somebody else says stop."""
    holder = draft.heard.table.holder
    if draft.speaker is None or holder is None:
        return False
    if draft.speaker != holder:
        draft.slots["called_by"] = draft.speaker
    draft.actor = holder
    return True


_NEXT_SCENE = re.compile(
    r"^(?:(?:okay|ok|so|right|and|then)[,. ]+)*(?:the )?(?:next|new) scene\s*[,.:;]\s*", re.IGNORECASE
)


def _scene(draft: Draft) -> bool:
    """Description and whether it is a fight."""
    text = " ".join(draft.words())
    said = draft.heard.turn.text.strip()
    draft.slots["description"] = _NEXT_SCENE.sub("", said) or said
    if re.search(r"\b(?:no fighting|not a fight|no fight|without fighting|no combat)\b", text):
        draft.slots["combat"] = False
    elif re.search(
        r"\b(?:it's|that's|here's|is|to|into|one(?= a )) (?:(?:a|an|basically|just|proper|properly|pure|full|on|all|out"
        r"|right|real|bloody|big|good|old|bar|knife|gun|fist|sword) )*"
        r"(?:fight|fistfight|combat|battle|brawl|duel|swordfight|gunfight|shoot ?out|punch ?up|dust ?up"
        r"|bust ?up|scrap|scuffle|fisticuffs|firefight|melee)\b",
        text,
    ):
        draft.slots["combat"] = True
    elif re.search(r"\b(?:it's|is) a (?:chase|debate|race|negotiation|trial|game|contest)\b", text):
        draft.slots["combat"] = False
    return True


def _scene_told(draft: Draft) -> bool:
    """Return True where somebody paints with words, and speaks neither of themselves nor of the game."""
    words = draft.words()
    asked = any(each.sentence.ending == "?" for each in draft.heard.sentences)
    if asked or len(words) < _SHORTEST_SCENE or words[0] in _ANSWERS or set(words) & _UNPAINTED:
        return False
    vague = words[0] in {"it", "it's", "they", "he", "she"}
    return (
        not vague or bool(set(words) & _PLACES) or any(word.pause for word in draft.each.sentence.words)
    ) and _scene(draft)


def _scene_later(draft: Draft) -> bool:
    """A scene told behind "later on": words of weight follow, and nobody asks."""
    asked = any(each.sentence.ending == "?" for each in draft.heard.sentences)
    told = {"i", "i'm", "i'll", "we'll", "you"} & set(draft.words())
    return not asked and not told and draft.words_after() >= _PAINTED and _scene(draft)


_PAINTED = 5
_SHORTEST_SCENE = 9
"""Words from which on a scene is painted: what is shorter is as often a remark about something."""
_ANSWERS = word_set("yes yeah no nope")
_PLACES = word_set("in on at inside outside behind under above below between over through across along by near from")
_UNPAINTED = word_set(
    """
    i i'm i'll i'd i've my mine me myself dice die chip chips bid bids token tokens pool turn rule rules goal
    goals sheet app points roll rolled rolls narrate narrates tie draw pity shame joke question crisps pizza beer wine
    coffee tea phone toilet loo bathroom biscuits attack attacks damage card cards please sorry thanks you'd should
    would could
    """
)
"""Words of people at a table, not of the places and people of a story."""


def _conflict(draft: Draft) -> bool:
    """Fill in the subject of a conflict; `natural` is True where its caller holds narration."""
    holder = draft.heard.table.holder
    if draft.actor is not None and holder is not None:
        draft.slots["natural"] = draft.actor == holder
    text = draft.heard.turn.text
    found = re.search(
        r"\b(?:conflict|challenge scene|challenge)\b\s*(?:here|about|,|:|\.|!|;)*\s*(.*)$",
        text,
        re.IGNORECASE | re.DOTALL,
    )
    nature = found[1].strip(" .!?,") if found else ""
    nature = re.sub(
        r"^(?:one chip|bids please|here's my chip|here's a chip|please|i think)\b[ ,.]*",
        "",
        nature,
        flags=re.IGNORECASE,
    )
    draft.slots["nature"] = nature or draft.after()
    return True


def _bid(draft: Draft) -> bool:
    """Chips staked by the speaker or by the player named."""
    chips = draft.slots.get("chips")
    if chips is None:
        return bool(draft.pattern.missing)
    if chips == 1 and "by" not in draft.match.slots and _pays_another(draft):
        return False
    rest = len(draft.each.sentence.words) - draft.match.until
    bare = draft.match.until - draft.match.at <= 1
    if bare and draft.each.sentence.ending == "!" and _echoes(draft, chips):
        return False
    return 0 <= chips <= _MOST_CHIPS and not (bare and rest > _SHORT_REST)


def _pays_another(draft: Draft) -> bool:
    """Return True where a single chip is somebody else's ("Tove, a chip")."""
    others = {thing.owner for each in draft.each.mentions for thing in each.of("player")} - {draft.actor}
    return bool(others) and {"a", "my"} & set(draft.each.sentence.texts) != set()


def _echoes(draft: Draft, number: int) -> bool:
    """Return True where a number only repeats what somebody else said just before ("Four!", of four men)."""
    last = draft.before[-1] if draft.before else None
    heard = re.findall(r"[a-z]+|\d+", last.text.lower()) if last and last.speaker != draft.speaker else []
    return number in [value_of([word]) for word in heard if word not in {"a", "an"}]


def _own_goal(draft: Draft) -> bool:
    """Own goal a reward is taken off."""
    goals = draft.sheet(draft.actor).of("goal")
    if not goals:
        draft.missing.append("goal")
        return draft.actor is None
    found = resolve_text(draft.said("goal"), goals)
    if found is None or found[1] < 0.34 or draft.each.sentence.ending == "?":
        return False
    draft.slots["goal"] = found[0]
    draft.factor = min(draft.factor, 0.7 + 0.4 * found[1], 1.0)
    return True


def _own_connection(draft: Draft) -> bool:
    """Own connection called on, and the dice risked."""
    thing = draft.thing("connection", ("connection",), draft.actor)
    if thing is None:
        other = draft.thing("connection", ("connection",))
        if other is None or (draft.actor is not None and other.owner not in draft.named_players()):
            return False
        draft.actor, thing = other.owner, other
    draft.slots["connection"] = thing.name
    draft.slots["request_text"] = draft.heard.turn.text.strip()
    text = " ".join(draft.words())
    dice = draft.slots.get("dice") or draft.number_before("dice", "die")
    risked = re.search(r"\b(?:risk|risking|roll|rolling) (?:all )?(?:of )?(one|two|three|four|five|[1-5])\b", text)
    if dice is None and risked:
        dice = value_of([risked[1]])
    if dice:
        draft.slots["dice"] = dice
    elif not re.search(r"\b(?:everything|all of it|all of them|all my dice|all the dice)\b", text):
        draft.missing.append("dice")
    return True


def _approach(draft: Draft) -> bool:
    """One own connection named in the turn, and how many of its dice are risked; no skill."""
    named = {thing.name: thing for thing in draft.things(("connection",), draft.actor)}
    if draft.actor is None or len(named) != 1 or draft.things(("skill", "item"), draft.actor):
        return False
    both = {"both"} & set(draft.each.sentence.texts)
    if both and "dice" not in draft.slots:
        draft.slots["dice"] = 2
    draft.slots["connection"] = next(iter(named))
    draft.slots["request_text"] = draft.heard.turn.text.strip()
    return True


def _other_connection(draft: Draft) -> bool:
    """Connection of another player that asks for something."""
    named = [thing for thing in draft.things(("connection",)) if thing.owner != draft.actor]
    target = draft.owner("target")
    if not named and target and target != draft.actor:
        named = [Thing("connection", name, target) for name in draft.sheet(target).of("connection")]
        named = named if len(named) == 1 else []
    if not named or not _INVOKING & set(draft.words()):
        return False
    draft.slots |= {"target": named[0].owner, "connection": named[0].name}
    asked = re.search(r"\b(?:wants|asks (?:\w+ )?for|needs|for|calls in)\b (.*)$", draft.heard.turn.text, re.IGNORECASE)
    draft.slots["request_text"] = (asked[1] if asked else draft.heard.turn.text).strip(" .!?")
    return True


def _knows(draft: Draft, slot: str) -> bool:
    """Return True where a field holds a name of the story, or the part of one that people say."""
    said = fold(str(draft.slots.get(slot, "")).removeprefix("the "))
    known = (fold(part) for name in draft.heard.table.names for part in (name, *name.split()))
    return bool(said) and said in known


def _one_known(draft: Draft) -> bool:
    """Return True where one of two names is known, as the other may have been given up, or where none is said."""
    said = [slot for slot in ("name", "into", "other") if slot in draft.slots]
    draft.question = "" if said else "Are those two?"
    return not said or any(_knows(draft, slot) for slot in said)


def _is_name(draft: Draft, slot: str) -> bool:
    """Return True where a field, if filled, is written like a name and means nothing on a sheet."""
    said = str(draft.slots.get(slot, "Name"))
    return said[:1].isupper() and all(
        thing.name.casefold() != said.casefold() for thing in things_of(draft.heard.table.vocabulary)
    )


_POINTS_AT = word_set("the our that this")


def _somebody(draft: Draft) -> bool:
    """Return True where "who is" asks after somebody: a name or known part of one, or an office ("the ferryman")."""
    words = draft.said("text").split()
    named = words[0][:1].isupper() or words[0].casefold() in _POINTS_AT or _knows(draft, "text")
    return named or not {"who", "who's"} & set(draft.each.sentence.texts)


_AGREED = word_set("yes yeah yep good okay right great fine then done agreed deal sure")


def _agreed(draft: Draft) -> bool:
    """Return True where a later sentence of the same turn answers the question it asked."""
    later = [each.sentence for each in draft.heard.sentences[draft.each.index + 1 :]]
    return any(each.ending != "?" and set(each.texts[:2]) & _AGREED for each in later)


CHECKS: Mapping[str, Callable[[Draft], bool]] = {
    "end": _end,
    "agreed": _agreed,
    "called": _called,
    "scene": _scene,
    "scene_told": _scene_told,
    "scene_later": _scene_later,
    "conflict": _conflict,
    "bid": _bid,
    "own_goal": _own_goal,
    "own_connection": _own_connection,
    "approach": _approach,
    "other_connection": _other_connection,
    "somebody": _somebody,
    "paid_request": lambda draft: bool({"chip", "chips"} & set(draft.words())) and _other_connection(draft),
    "story_name": lambda draft: _knows(draft, "name") and _is_name(draft, "to"),
    "story_names": _one_known,
}
