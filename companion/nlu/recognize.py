"""Understanding: from a turn and the state of the table to intents with decisions."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from companion.base.errors import GrammarError
from companion.nlu.bind import CHECKS, complete
from companion.nlu.dice_sentences import Talk
from companion.nlu.dice_talk import Again, breaths, read_again, read_report
from companion.nlu.drafts import Draft
from companion.nlu.gate import Place, insisted, known, refusal
from companion.nlu.grammar import Filter, Grammar, Pattern, load_grammar
from companion.nlu.hearing import Heard, HeardSentence, Match, hear, spoiled_by
from companion.nlu.joining import joined
from companion.nlu.loose import goes_ahead, without_loose_parts
from companion.nlu.second_thoughts import put_right
from companion.nlu.templates import Template
from companion.nlu.together import compatible, in_the_way
from companion.nlu.trace import Trace, hearing
from companion.nlu.types import COMPANION_COMMANDS, Decision, Intent, Permits, Table, Tipped, Turn
from companion.play.commands import command_of
from engine.common.messages import ASK_KIND, DICE_KIND
from engine.history import REDO_KIND
from engine.vocabulary import Vocabulary

Trust = Literal["careful", "normal", "brisk"]

_SERIOUS: Mapping[Decision, int] = {"act": 2, "ask": 1}
_OWN_TEXT = frozenset({"text", "goal", "principle", "detail"})
"""Slots for what people tell in words of their own."""
_SPOKEN_TO_COMPANION = COMPANION_COMMANDS | {ASK_KIND}
"""Commands the rules know nothing of."""


_MOST_REREADINGS = 6
"""Rests of one turn that are read for themselves; nobody puts themselves right more often in one breath."""


class _Rereadings:
    """Counts how often the rest of a turn is read, rests of rests included."""

    def __init__(self) -> None:
        self._left = _MOST_REREADINGS

    def take(self) -> bool:
        """Use one up; False when there is none left."""
        self._left -= 1
        return self._left >= 0


def load_recognizer(slug: str, language: str = "en", trust: Trust = "normal") -> "Recognizer":
    """Recogniser of one rules system or profile; everything is checked now.

    Args:
        slug: Rules system, or "any-rpg".
        language: Folder of the grammar files.
        trust: How readily commands are carried out.

    Raises:
        GrammarError: A grammar file cannot be used, with file and line.
    """
    return Recognizer(load_grammar(slug, language), trust)


class Recognizer:
    """Understands turns at one table; keeps nothing between turns."""

    def __init__(self, grammar: Grammar, trust: Trust = "normal") -> None:
        for pattern in grammar.patterns:
            wrong = [name for name in (*pattern.needs, *pattern.insist) if not known(name, grammar.slug)]
            if wrong or (pattern.check and pattern.check not in CHECKS):
                raise GrammarError(
                    grammar.slug, 0, f"{pattern.command}: unknown condition {(wrong or [pattern.check])[0]!r}"
                )
        self.grammar = grammar
        self.trust = trust
        self._literals = grammar.literals
        shift = {"careful": grammar.params.careful, "normal": 0.0, "brisk": -grammar.params.careful}[trust]
        self._act, self._ask, self._note = grammar.params.act + shift, grammar.params.ask + shift, grammar.params.note

    def warm_up(self) -> None:
        """Compile the whole grammar now, which takes seconds."""
        self.grammar.warm_up()

    def trusting(self, trust: Trust) -> "Recognizer":
        """The same understanding at another readiness to act."""
        return Recognizer(self.grammar, trust)

    def recognize(
        self,
        turn: Turn,
        table: Table,
        before: Sequence[Turn] = (),
        permits: Permits | None = None,
        trace: Trace | None = None,
    ) -> tuple[Intent, ...]:
        """Intents of a turn, in the order of the words.

        Args:
            turn: What was said.
            table: State of the table.
            before: Turns heard just before, oldest first.
            permits: Whether the rules would accept a command now.
            trace: Told every reading and what became of it.
        """
        return self._recognize(turn, table, before, permits, Trace() if trace is None else trace, _Rereadings())

    def _recognize(
        self,
        turn: Turn,
        table: Table,
        before: Sequence[Turn],
        permits: Permits | None,
        trace: Trace,
        again: _Rereadings,
    ) -> tuple[Intent, ...]:
        """As `recognize`, where the whole or the rest of a turn is read."""
        if self.grammar.vocabulary:
            known = table.vocabulary
            table = replace(table, vocabulary=Vocabulary(known.players, known.shared + self.grammar.vocabulary))
        heard = hear(turn, table, self._literals)
        if not heard.sentences:
            return ()
        trace.hear(heard, (self._act, self._ask, self._note))
        best: tuple[Intent, ...] | None = None
        for found in self._readings(heard, before, permits, trace):
            if best is None or _most_serious(found) > _most_serious(best):
                best = found
            if _most_serious(best) == _SERIOUS["act"]:
                break
        if self.grammar.loose is None:
            return best or ()

        def read(rest: Turn) -> tuple[Intent, ...]:
            return self._recognize(rest, table, before, permits, Trace(), again) if again.take() else ()

        return put_right(turn, best or (), read)

    def _readings(
        self, heard: Heard, before: Sequence[Turn], permits: Permits | None, trace: Trace
    ) -> Iterator[tuple[Intent, ...]]:
        """Intents of a turn as it was said, without its loose parts, and with short sentences as one."""
        loose = self.grammar.loose
        ahead = loose is not None and goes_ahead(heard)
        if not ahead:
            yield self._read(heard, before, permits, trace, range(len(heard.sentences)))
        if loose is None:
            return
        plain, changed = without_loose_parts(heard, loose, self._literals)
        if changed:
            yield self._read(plain, before, permits, trace, changed)
        if ahead:
            yield self._read(heard, before, permits, trace, range(len(heard.sentences)))
        for one in joined(heard, before, self._literals):
            plain, _ = without_loose_parts(one.heard, loose, self._literals)
            aside = Trace(trace.offset, trace.limits)  # what people did not say in one sentence explains nothing
            read = self._read(plain, before, permits, aside, {one.sentence}, dice=False)
            found = tuple(each for intent in read if (each := one.of_turn(intent)) is not None)
            if found:
                trace.readings += aside.readings
            yield found

    def _read(
        self,
        heard: Heard,
        before: Sequence[Turn],
        permits: Permits | None,
        trace: Trace,
        sentences: Collection[int],
        dice: bool = True,
    ) -> tuple[Intent, ...]:
        """Intents of some sentences of a turn, in the order of the words."""
        reported = list(self._dice(heard, before)) if dice else []
        found = [*reported, *self._matches(heard, tuple(before), trace, sentences)]
        found = [draft for draft in found if not self._done_already(draft, heard, before, trace)]
        settled = [(self._settle(draft, permits, _follows(draft, reported)), draft) for draft in found]
        kept = compatible([(intent, draft) for intent, draft in settled if intent.decision != "ignore"])
        for intent, draft in settled:
            trace.settle(draft, intent, in_the_way(intent, draft, kept))
        return tuple(sorted((intent for intent, _ in kept), key=lambda intent: intent.span))

    def dice_again(self, turn: Turn, table: Table) -> Again:
        """Read the statements of a turn about dice read out before that are open at this table once more."""
        words = self.grammar.words
        heard = hear(turn, table, self._literals)
        return read_again(heard, Talk(words["report_chaff"], words["report_lead"]), words["corrects"], words["denies"])

    # ------------------------------------------------------------ finding

    def _dice(self, heard: Heard, before: Sequence[Turn]) -> Iterator[Draft]:
        """The faces read out for an open roll."""
        if not heard.table.open_rolls:
            return
        words = self.grammar.words
        earlier = [hear(each, heard.table, self._literals) for each in breaths(heard.turn, before)]
        report = read_report(heard, Talk(words["report_chaff"], words["report_lead"]), earlier)
        if report is None:
            return
        each = heard.sentences[report.sentence]
        draft = Draft(heard, each, Match(report.at, report.until, {}), _REPORT, actor=report.request.roller)
        draft.slots = report.slots(heard.table)
        draft.others = tuple(other.slots(heard.table) for other in report.others)
        if report.end is not None:
            sentence, until = report.end
            draft.end = heard.sentences[sentence].sentence.words[until - 1].end
        if not report.whole:
            draft.missing.append("values")
        draft.question = report.question
        draft.factor = report.confidence
        yield draft

    def _matches(
        self, heard: Heard, before: tuple[Turn, ...], trace: Trace, sentences: Collection[int]
    ) -> Iterator[Draft]:
        """Every pattern that fits one of these sentences and is not ruled out by how it is said."""
        spoiled: dict[int, list[tuple[Filter, int]]] = {}
        for pattern in self.grammar.patterns:
            if not self._phase_fits(pattern, heard.table):
                continue
            for each in heard.sentences:
                if each.sentence.quoted or each.index not in sentences:
                    continue
                drafts = [
                    Draft(heard, each, match, pattern, before=before, template=template.source)
                    for template, match in _places(pattern, each)
                ]
                if drafts and _excluded(pattern, each):
                    trace.lose(drafts[0], "excluded")
                    continue
                if drafts and each.index not in spoiled:
                    spoiled[each.index] = spoiled_by(each, self.grammar.filters)
                done = [
                    draft for draft in drafts if _stands(draft, spoiled[each.index], self._told(draft.match), trace)
                ]
                if done:
                    yield max(done, key=_fullness)

    def _told(self, match: Match) -> Collection[int]:
        """Places of words in people's own text; none where no rules are known, and talk is only told apart."""
        if self.grammar.loose is None:
            return ()
        return {at for kind, first, last in match.slots.values() if kind in _OWN_TEXT for at in range(first, last)}

    def _done_already(self, draft: Draft, heard: Heard, before: Sequence[Turn], trace: Trace) -> bool:
        """Return True where the beginning of the same turn, already carried out, said this in other words."""
        turn, command = heard.turn, draft.pattern.command
        once = command == REDO_KIND or command_of(heard.table.slug, command).talk.once
        if not once or not before:
            return False
        said = before[-1]
        if (said.speaker, said.time) != (turn.speaker, turn.time) or not turn.time:
            return False
        earlier = hear(said, heard.table, self._literals)
        patterns = [pattern for pattern in self.grammar.patterns if pattern.command == command]
        again = any(
            _places(pattern, each) and not _excluded(pattern, each)
            for pattern in patterns
            for each in earlier.sentences
        )
        if again:
            trace.lose(draft, "repeated")
        return again

    def _phase_fits(self, pattern: Pattern, table: Table) -> bool:
        """Cheap first look: set-up talk is not searched for in play, nor the other way round."""
        return refusal(insisted(pattern.needs, ()), Place(table, None)) is None

    # ------------------------------------------------------------ deciding

    def _settle(self, draft: Draft, permits: Permits | None, follows: bool) -> Intent:
        pattern, table = draft.pattern, draft.heard.table
        self._stand_in(draft)
        self._only_one_can_act(draft)
        place = Place(table, draft.actor)
        code = (
            refusal(pattern.needs, place)
            if permits is None
            else refusal(insisted(pattern.needs, pattern.insist), place)
        )
        if code is None and permits is not None and not draft.missing and pattern.command not in _SPOKEN_TO_COMPANION:
            code = permits(pattern.command, draft.slots)
            if code not in {None, "E_PROTECTED"} and refusal(pattern.needs, place) == "E_STATE":
                code = "E_STATE"
        elif code is None and permits is not None and draft.missing:
            code = refusal(pattern.needs, place)
        code = None if follows else code
        confidence = round(min(1.0, pattern.confidence * draft.factor), 3)
        decision, tipped = self._decide(draft, confidence, code)
        words = draft.each.sentence.words
        return Intent(
            category=pattern.category,
            command=None if pattern.only == "note" else pattern.command,
            slots=draft.slots,
            span=(words[draft.match.at].start, max(draft.end, words[draft.match.until - 1].end)),
            confidence=confidence,
            decision=decision,
            missing=tuple(draft.missing),
            refused=code,
            tipped=tipped,
            question=draft.question,
            others=draft.others,
        )

    def _stand_in(self, draft: Draft) -> None:
        """Take the character named in the turn for the actor where the speaker cannot be meant."""
        field, needs, table = draft.pattern.actor, draft.pattern.needs, draft.heard.table
        if field not in {"player", "actor"} or draft.actor is None or refusal(needs, Place(table, draft.actor)) is None:
            return
        for name in draft.named_players(besides=draft.actor):
            if refusal(needs, Place(table, name)) is None:
                draft.actor = draft.slots[field] = name
                draft.factor *= self.grammar.params.someone_else
                return

    def _only_one_can_act(self, draft: Draft) -> None:
        """Fill in the actor nobody heard when the rules leave only one."""
        field = draft.pattern.actor
        if draft.actor is not None or field not in draft.missing:
            return
        able = [
            player.name
            for player in draft.players()
            if refusal(draft.pattern.needs, Place(draft.heard.table, player.name)) is None
        ]
        if len(able) == 1 and draft.heard.turn.speaker is None:
            draft.actor = able[0]
            draft.slots[field] = able[0]
            draft.missing.remove(field)

    def _decide(self, draft: Draft, confidence: float, code: str | None) -> tuple[Decision, Tipped]:
        pattern, turn = draft.pattern, draft.heard.turn
        if pattern.only == "note":
            return ("note", "note") if confidence >= self._note else ("ignore", "faint")
        if code not in {None, "E_PROTECTED"}:
            return ("ignore" if code == "E_STATE" else "note"), "refused"
        nobody = bool(draft.players()) and draft.speaker is None and not turn.typed
        nobody = nobody and not _by_anybody(draft)
        if nobody and turn.speaker is not None and pattern.chips:
            return "note", "stranger"
        if code == "E_PROTECTED":
            return ("ask" if confidence >= self._act else "note"), "protected"
        confidence *= hearing(draft.heard)
        if confidence < self._ask:
            return ("note" if confidence >= self._note else "ignore"), "faint"
        doubtful: Decision = "note" if pattern.command in _QUESTIONS else "ask"
        if confidence < self._act:
            return doubtful, "unsure"
        if draft.missing:
            return "ask", "speaker" if nobody and draft.missing == [pattern.actor] else "missing"
        if not turn.typed and turn.heard < self.grammar.params.heard_floor:
            return "ask", "mishearing"
        if nobody and (turn.speaker is not None or (pattern.chips and not pattern.actor)):
            return doubtful, "speaker"
        return "act", "sure"


def _most_serious(intents: Sequence[Intent]) -> int:
    """Greatest effect among intents: 2 when one acts, 1 when one asks, else 0."""
    return max((_SERIOUS.get(intent.decision, 0) for intent in intents if intent.command), default=0)


def _places(pattern: Pattern, each: HeardSentence) -> list[tuple[Template, Match]]:
    """Templates of a pattern that match a sentence, with the place."""
    return [(template, match) for template in pattern.say if (match := each.find(template)) is not None]


def _excluded(pattern: Pattern, each: HeardSentence) -> bool:
    """Return True where the sentence says something the command never goes with."""
    return any(each.find(template) for template in pattern.never)


def _stands(draft: Draft, spoiled: Sequence[tuple[Filter, int]], told: Collection[int], trace: Trace) -> bool:
    """Return True where a match means its command: not spoiled by words around it, and with what the command needs."""
    outside = [(found, at) for found, at in spoiled if at not in told]
    wording = _ruled_out(draft.pattern, draft.each, draft.match, outside)
    if wording is not None:
        trace.lose(draft, "spoiled", *wording)
        return False
    if not complete(draft):
        trace.lose(draft, "unfitting", draft.pattern.check)
        return False
    return True


def _fullness(draft: Draft) -> tuple[int, int, float, int]:
    """The reading that leaves least open, is surest and covers most."""
    return (-len(draft.missing), len(draft.match.slots), draft.factor, draft.match.until - draft.match.at)


_REPORT = Pattern(DICE_KIND, "dice_report", confidence=1.0, priority=3)
_FOR_ANYBODY = frozenset(
    {DICE_KIND, "repeat", "louder", "quieter", "recap", "stop_telling", "note", "stop_listening"}
    | {
        "ask_waiting",
        "ask_heard",
        "ask_listening",
        "ask_help",
        "off_the_record",
        "go_off_the_record",
        "agree_to_be_heard",
        "withdraw_consent",
        "forget_me",
    }
)
_QUESTIONS = frozenset(
    {"recap", "why", "repeat", "ask_known", "ask_met", "ask_promises", "ask_open"}
    | {"ask_waiting", "ask_heard", "ask_listening", "ask_help"}
)
"""Things the companion is asked to tell: a question back, to be sure they were meant, is not worth it."""


def _by_anybody(draft: Draft) -> bool:
    """Return True where a voice that nobody knows may mean it."""
    command = draft.pattern.command
    return command in _FOR_ANYBODY or command_of(draft.heard.table.slug, command).talk.by_anybody


def _follows(draft: Draft, reported: Sequence[Draft]) -> bool:
    """Return True where the roller does this with dice read out earlier in the same turn; the rules judge it then."""
    if not command_of(draft.heard.table.slug, draft.pattern.command).talk.after_dice:
        return False
    place = (draft.each.index, draft.match.at)
    return any(each.actor == draft.actor and (each.each.index, each.match.until) <= place for each in reported)


def _ruled_out(
    pattern: Pattern, each: HeardSentence, match: Match, spoiled: Sequence[tuple[Filter, int]]
) -> tuple[str, str] | None:
    """The kind of wording that shows that nothing is meant to happen, and its first word; None when there is none."""
    for found, at in spoiled:
        if found.name in pattern.immune or any(found.name.startswith(f"{name} ") for name in pattern.immune):
            continue
        if found.where == "before" and (at >= match.until or match.at - at > found.within):
            continue
        if found.where == "behind" and at < match.until:
            continue
        if found.pause and any(word.pause for word in each.words(at, match.at)):
            continue
        return found.name, each.sentence.words[at].text
    asked = each.sentence.ending == "?" and not _friendly(each)
    return ("question", "?") if asked and "question" not in pattern.immune else None


_TAGS = frozenset({"okay", "yeah", "please", "you", "good", "then", "fine", "next"})


def _friendly(each: HeardSentence) -> bool:
    """Return True where a question mark only asks for a nod ("okay?", "will you?")."""
    words = each.sentence.words
    return words[-1].text in _TAGS and (
        len(words) < 2 or words[-2].pause or words[-1].text in {"next"} or words[-2].text in {"will", "would", "could"}
    )
