"""From matched words to the fields of a command, and from an intent to the command's JSON form."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from companion.intents import bind_any, bind_sheets
from companion.intents.drafts import Draft
from companion.intents.names import Thing, resolve_text
from companion.intents.numbers import value_of
from companion.intents.types import Intent

Check = Callable[[Draft], bool]
"""Completes a draft; False when the words do not mean this command after all."""

_PAYING = frozenset({"chip", "chips"})
_LAST_WORDS = 9
_MOST_CHIPS = 30
_SHORT_REST = 4


def command_json(intent: Intent) -> dict[str, Any]:
    """JSON form of the command an intent means, as `engine.codec` reads it: `kind` and the fields.

    Raises:
        ValueError: The intent means no command.
    """
    if intent.command is None:
        raise ValueError("an intent that is only noted means no command")
    return {"kind": intent.command, **intent.slots}


_OWN_WORDS = frozenset(
    {
        "ask_around",
        "end_narration",
        "count_action",
        "set_scene",
        "request_skill_check",
        "invoke_connection",
        "set_presence",
    }
)
"""Commands whose sentences are about others without others acting."""


def _other_subject(draft: Draft) -> str | None:
    """Owner of a character the sentence is about, when the speaker does not speak of themselves."""
    words = [word.text for word in draft.each.sentence.words]
    if {"i", "i'm", "i'll", "i'd", "my", "let's", "me"} & set(words):
        return None
    first = next(iter(draft.each.mentions), None)
    if first is None or first.at > 2 or not first.of("character"):
        return None
    owner = first.of("character")[0].owner
    return owner if owner != draft.speaker else None


def complete(draft: Draft) -> bool:
    """Fill in fields and actor; False when the words do not mean this command after all."""
    named = draft.owner("by")
    draft.actor = named or draft.speaker
    if named and named != draft.speaker:
        draft.factor *= 0.92
    if named is None and draft.pattern.actor == "player" and draft.pattern.command not in _OWN_WORDS:
        subject = _other_subject(draft)
        if subject is not None:
            draft.actor = subject
            draft.factor *= 0.92
    draft.take_plain_slots()
    draft.missing += [name for name in draft.pattern.missing if name not in draft.missing]
    check = CHECKS.get(draft.pattern.check)
    if check is not None and not check(draft):
        return False
    if draft.pattern.actor:
        if draft.actor is None:
            draft.missing.insert(0, draft.pattern.actor)
        else:
            draft.slots.setdefault(draft.pattern.actor, draft.actor)
    draft.slots = {
        name: value for name, value in draft.slots.items() if name in FIELDS.get(draft.pattern.command, draft.slots)
    }
    return True


# -------------------------------------------------------------------- rolling


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
            if anyone is None or draft.actor is None and draft.heard.turn.speaker is not None:
                return False
            if draft.actor is not None and anyone.owner not in draft.named_players():
                return False
            thing, draft.actor = anyone, anyone.owner
            draft.factor *= 0.92
        skill = thing.name
    if "by" not in draft.match.slots and not draft.first_person() and not _own_act(draft):
        return False
    draft.slots["skill"] = skill
    _preparations(draft)
    return True


def _own_act(draft: Draft) -> bool:
    """Whether the turn announces a deed in other words ("My go", "Hacking again", "that's Staff", "five dice")."""
    return bool(set(draft.told()) & {"again", "that's", "dice", "go", "rolling", "using", "roll", "so"})


def _preparations(draft: Draft) -> None:
    """Split, dice held back and vows named along with the action."""
    words = draft.words()
    text = " ".join(words)
    if re.search(r"\b(?:i'm|and|i|i'll) split(?:ting)?\b|\bsplitting (?:it|them|that|up|my)", text):
        draft.slots["split"] = True
    held = re.search(
        r"\b(?:hold|holds|holding|keep|keeping|leave|leaving) (?:back |out )?(\w+) (?:of them )?(?:die |dice )?(?:back|out|behind|in my hand|aside)\b"
        r"|\b(?:hold|holds|holding) back (\w+)(?: dice| die)?",
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
        faces = [value for word in kept[1].split() for value in bind_sheets.faces_in([word])]
        if faces:
            draft.slots["keep"] = faces
    if lowest:
        draft.slots["dice"] = f"lowest{lowest}"
    elif {"rest", "others", "remaining"} & set(words) and "keep" in draft.slots:
        draft.slots["dice"] = "rest"
    elif "last" in words and "faces" not in draft.match.slots:
        draft.slots["dice"] = "last"
    else:
        draft.slots["faces"] = bind_sheets.faces_in(draft.plain("faces"), both="both" in text)
        if "one of the" in text or "one of my" in text:
            draft.slots["faces"] = [face for face in draft.slots["faces"] if face != 1][:1]
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
    if "count" not in draft.slots or re.search(r"\b(?:them all|all of them|everything|them)\b", text):
        draft.slots["count"] = 0
    return True


def _split(draft: Draft) -> bool:
    """Shape of a split, where the numbers were said."""
    said = [value_of([word]) for word in draft.words() if word.isdigit() or word in {"two", "three", "four", "five"}]
    shape = [number for number in said if number in {5} or (number and number < 5)]
    if len(shape) >= 2 and shape[0] == 5 and all(number == 5 for number in shape[:-1]):
        draft.slots["shape"] = shape
    elif {"twelve", "12"} & set(draft.words()) or (len(shape) == 1 and shape[0] == 3):
        draft.slots["shape"] = [5, 5, 2] if {"twelve", "12"} & set(draft.words()) else None
    return True


# -------------------------------------------------------------------- checks, help, vows


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
    elif draft.said("skill"):
        draft.slots["skill"] = draft.said("skill")
    return _finish_check(draft, target)


def _asked_check(draft: Draft) -> bool:
    """A check asked for in one place, its skill named in another, or not at all."""
    named = draft.things(("skill", "item"))
    if named:
        target = _target(draft)
        draft.slots["skill"] = named[0].name
        return _finish_check(draft, target)
    draft.missing.append("skill")
    return _finish_check(draft, _target(draft))


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


def _principle(draft: Draft) -> str | None:
    """Own vow named in the turn; the only one when none is named."""
    principles = draft.sheet(draft.actor).of("principle")
    found = resolve_text(draft.heard.turn.text, principles) if principles else None
    if found and _shares_two_words(draft.heard.turn.text, found[0]):
        return found[0]
    return principles[0] if len(principles) == 1 else None


def _shares_two_words(said: str, text: str) -> bool:
    from companion.intents.names import best_text

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


# -------------------------------------------------------------------- narration, conflict


def _end(draft: Draft) -> bool:
    """End of the narration by its holder: nothing of weight is told after it."""
    if draft.words_after() > _LAST_WORDS:
        return False
    if draft.actor is None:
        draft.actor = draft.heard.table.holder
        draft.factor *= 0.9
    return True


def _called(draft: Draft) -> bool:
    """Somebody else says stop."""
    holder = draft.heard.table.holder
    if draft.speaker is None or holder is None:
        return False
    if draft.speaker != holder:
        draft.slots["called_by"] = draft.speaker
    draft.actor = holder
    return True


def _scene(draft: Draft) -> bool:
    """Description and whether it is a fight."""
    text = " ".join(draft.words())
    draft.slots["description"] = draft.heard.turn.text.strip()
    if re.search(r"\b(?:no fighting|not a fight|no fight|without fighting|no combat)\b", text):
        draft.slots["combat"] = False
    elif re.search(
        r"\b(?:it's|is|now it's|to|and it's) (?:a )?(?:fight|combat|battle|brawl|duel|sword fight|shoot out|shootout)\b",
        text,
    ):
        draft.slots["combat"] = True
    elif re.search(r"\b(?:it's|is) a (?:chase|debate|race|negotiation|trial|game|contest)\b", text):
        draft.slots["combat"] = False
    return True


def _conflict(draft: Draft) -> bool:
    """Who calls a conflict and what it is about."""
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
    rest = len(draft.each.sentence.words) - draft.match.until
    bare = draft.match.until - draft.match.at <= 1
    return 0 <= chips <= _MOST_CHIPS and not (bare and rest > _SHORT_REST)


def _own_goal(draft: Draft) -> bool:
    """Own goal a reward is taken off."""
    goals = draft.sheet(draft.actor).of("goal")
    if not goals:
        draft.missing.append("goal")
        return draft.actor is None
    found = resolve_text(draft.said("goal"), goals)
    if found is None or found[1] < 0.34:
        return False
    draft.slots["goal"] = found[0]
    draft.factor = min(draft.factor, 0.7 + 0.4 * found[1], 1.0)
    return True


# -------------------------------------------------------------------- connections


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


def _other_connection(draft: Draft) -> bool:
    """Connection of another player that asks for something."""
    named = [thing for thing in draft.things(("connection",)) if thing.owner != draft.actor]
    target = draft.owner("target")
    if not named and target and target != draft.actor:
        named = [Thing("connection", name, target) for name in draft.sheet(target).of("connection")]
        named = named if len(named) == 1 else []
    if not named or not (_PAYING | {"invoke", "invoking", "connection", "uses", "debt", "calls", "wants"}) & set(
        draft.words()
    ):
        return False
    draft.slots |= {"target": named[0].owner, "connection": named[0].name}
    asked = re.search(r"\b(?:wants|asks (?:\w+ )?for|needs|for|calls in)\b (.*)$", draft.heard.turn.text, re.IGNORECASE)
    draft.slots["request_text"] = (asked[1] if asked else draft.heard.turn.text).strip(" .!?")
    return True


CHECKS: Mapping[str, Check] = {
    "own_skill": _own_skill,
    "subject": _subject,
    "on_luck": _on_luck,
    "offered": _offered,
    "dice": _dice,
    "hold": _hold,
    "split": _split,
    "other_roller": _other_roller,
    "asked_check": _asked_check,
    "help": _help,
    "trigger": _trigger,
    "vow": _vow,
    "end": _end,
    "called": _called,
    "scene": _scene,
    "conflict": _conflict,
    "bid": _bid,
    "own_goal": _own_goal,
    "own_connection": _own_connection,
    "other_connection": _other_connection,
    **bind_sheets.CHECKS,
    **bind_any.CHECKS,
}
"""Extra conditions a grammar may name."""

FIELDS: Mapping[str, frozenset[str]] = {
    "declare_action": frozenset({"player", "description", "skill", "hold_out", "split", "principle"}),
    "request_skill_check": frozenset({"requester", "target", "skill", "reason", "extra_difficulty"}),
    "add_difficulty": frozenset({"player"}),
    "offer_help": frozenset({"player", "skill", "dice"}),
    "hold_out_dice": frozenset({"player", "count"}),
    "split_dice": frozenset({"player", "shape"}),
    "invoke_trigger": frozenset({"player", "principle"}),
    "reroll_dice": frozenset({"player", "dice", "faces", "keep"}),
    "trade_six": frozenset({"player"}),
    "spend_pool_token": frozenset({"player", "story"}),
    "call_connection": frozenset({"player", "connection", "dice", "request_text"}),
    "invoke_connection": frozenset({"player", "target", "connection", "request_text"}),
    "settle_connection_request": frozenset({"player", "request", "fulfilled", "raise"}),
    "claim_reward": frozenset({"player", "goal"}),
    "break_principle": frozenset({"player", "principle"}),
    "resolve_principle": frozenset({"player", "principle", "mode", "new_text"}),
    "call_conflict": frozenset({"caller", "nature", "natural"}),
    "end_narration": frozenset({"player", "called_by"}),
    "set_scene": frozenset({"player", "description", "combat"}),
    "count_action": frozenset({"player"}),
    "correct_state": frozenset({"path", "value", "reason", "player", "skill", "connection", "goal"}),
    "ask_status": frozenset({"topic", "player", "skill", "about"}),
    "heal_damage": frozenset({"target", "skill", "amount", "heart"}),
    "recharge_item": frozenset({"player", "item"}),
    "note": frozenset({"text"}),
    "add_special_item": frozenset(
        {"player", "name", "rank", "breaks_at_zero", "linked_to", "success_effect", "critical_failure_effect"}
    ),
    "add_principle": frozenset({"player", "text", "linked_skill", "condition", "bonus_dice"}),
    "add_connection": frozenset({"player", "npc_name"}),
    "call_get_moving": frozenset(),
    "propose_skill_goal": frozenset({"player", "goal_text", "skill_name"}),
    "choose": frozenset({"player", "option"}),
}
"""Fields of a command (rules 5.3); slots of a template with other names only help to fill them."""
