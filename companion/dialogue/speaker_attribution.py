"""Names who speaks at one table, and learns how the voices there sound from turns that were certainly theirs."""

import re
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from audio.types import UNKNOWN, Candidate, Samples, SpeakerMatch, Utterance
from companion.dialogue.speaker_scoring import Person, Scene, Verdict, clues_in, weigh
from companion.dialogue.turn_interpreter import TurnInterpreter, turn_of
from companion.nlu.types import Intent
from companion.play.game import Game
from engine.quick_dataclass import dataclass

ASKED_SECONDS = 10.0
"""A question put to somebody by name is waited on for so long."""

LEARNT_SECONDS = 1.0
LEARNT_RATIO = 2.0
"""Speech and agreement of the voice (natural logarithm of the likelihood ratio) from which a turn teaches a voice."""

GOES_ON_SECONDS = 0.5
"""A word too short to compare that follows so soon is the last speaker's ("three and one… four")."""

_DICE = "dice_report"
_POINTS = re.compile(r"(?i)^(?:and |so |ok(?:ay)?,? |oh,? )*(?:that's|that is|it's|it is|there's) an? \w+[.!]*$")


class EmbeddingLearner(Protocol):
    """Keeps voiceprints and learns them further."""

    def learn(self, name: str, voice: Samples, seconds: float) -> Any:
        """Learn from something an enrolled person certainly said."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """Words that are exactly what a player owes.

    Attributes:
        player: Who owes it.
        what: What it is, to tell as a reason.
        faces: How many faces it reads out.
        points: Whether the words point at the dice ("that's a five").
        late: Whether it stands in the second half of the turn.
    """

    player: str
    what: str
    faces: int
    points: bool
    late: bool


class SpeakerAttribution:
    """Decides who speaks.

    Args:
        game: Campaign played.
        turns: Understands a turn as somebody's, and remembers those before it.

    Attributes:
        learner: Learns voices further; None where none are known.
    """

    def __init__(self, game: Game, turns: TurnInterpreter) -> None:
        self.learner: EmbeddingLearner | None = None
        self._game = game
        self._turns = turns
        self._lately: deque[tuple[str, SpeakerMatch | None]] = deque(maxlen=20)
        self._answer: Utterance | None = None
        self._awaited: Utterance | None = None
        self._learnt = len(game.recorded)
        self._spoke: tuple[float, str | None] = (0.0, None)

    def name(self, utterance: Utterance, question: bool) -> Utterance:
        """The utterance with the one who speaks, as far as the game is concerned, and the reasons.

        Dice somebody reads out for the only one who is waiting to roll such dice are credited to that player.

        Args:
            utterance: As heard, under the id it has in the log.
            question: Whether the companion waits for an answer.
        """
        self._learn_from_log()
        self._answer = None
        named = self._goes_on(utterance) or self._named(utterance, question)
        self._spoke = (named.end, named.speaker.name if named.speaker and named.speaker.candidates else None)
        return named

    def admitted(self, named: Utterance) -> None:
        """Keep the utterance named last: its sound may teach a voice. That of words left out teaches none."""
        self._lately.append((named.id, named.speaker))
        self._awaited = self._answer

    def credit(self, utterance_id: str, player: str) -> None:
        """People say who really spoke: the voice is learnt from it, whatever it sounded like."""
        for said, match in self._lately:
            if said == utterance_id:
                self._teach(player, match)

    def _goes_on(self, utterance: Utterance) -> Utterance | None:
        """A fragment of the turn before it, where voices are known and this one is too short to compare."""
        end, before = self._spoke
        soon = 0.0 <= utterance.start - end <= GOES_ON_SECONDS
        if utterance.typed or utterance.speaker is not None or before is None or not soon:
            return None
        return replace(utterance, speaker=SpeakerMatch(before, 0.0, because=("goes on speaking",)))

    def _named(self, utterance: Utterance, question: bool) -> Utterance:
        if utterance.typed or (utterance.speaker is not None and not utterance.speaker.candidates):
            return utterance
        answers = self._answers(utterance, question)
        named, verdict = self._weighed(utterance, answers)
        if all(answer.player != verdict.speaker for answer in answers):
            named = self._reworded(utterance, verdict, question) or named
        if answers:
            self._answer = utterance
        return named

    def _weighed(self, utterance: Utterance, answers: Sequence[_Answer]) -> tuple[Utterance, Verdict]:
        """The utterance with its speaker, and how that was decided."""
        scene = self._scene(utterance, answers)
        voice = _sound(utterance.speaker, answers)
        verdict = weigh(voice, [person.player for person in scene.people], clues_in(utterance.text, scene))
        if verdict.speaker not in scene.answers and len(answers) == 1 and _may_be_read_out(answers[0]):
            verdict = replace(
                verdict, speaker=answers[0].player, reasons=(f"only {answers[0].player} is waiting to roll such dice",)
            )
        return replace(utterance, speaker=_match(utterance.speaker, verdict)), verdict

    def _reworded(self, utterance: Utterance, verdict: Verdict, question: bool) -> Utterance | None:
        """The utterance in another wording, where only that is what its clear speaker owes; None when none is.

        "Breathe in one, four" from somebody who owes two dice was "three and one, four" if that sounds nearly the same.
        """
        as_heard = replace(turn_of(utterance), speaker=verdict.speaker)
        if not utterance.alternatives or any(
            each.decision in {"act", "ask"} for each in self._turns.read(as_heard, question)
        ):
            return None
        found: list[tuple[float, Utterance, list[_Answer]]] = []
        for text in utterance.alternatives:
            other = replace(utterance, text=text)
            mine = [each for each in self._answers(other, question) if each.player == verdict.speaker]
            if mine:
                found.append((self._sureness(other, verdict.speaker, question), other, mine))
        if not found:
            return None
        _, surest, answers = max(found, key=lambda each: each[0])
        return self._weighed(surest, answers)[0]

    def _sureness(self, utterance: Utterance, speaker: str, question: bool) -> float:
        """The certainty that a wording hands in dice, 0 to 1: "breathe in, one, four" leaves words over."""
        intents = self._turns.read(replace(turn_of(utterance), speaker=speaker), question)
        return max((each.confidence for each in intents if each.category == _DICE), default=0.0)

    def _scene(self, utterance: Utterance, answers: Sequence[_Answer]) -> Scene:
        ruleset, state = self._game.ruleset, self._game.state
        before = [turn for turn in self._turns.before[-1:] if utterance.start - turn.time <= ASKED_SECONDS]
        return Scene(
            people=tuple(Person(each.name, each.character) for each in ruleset.vocabulary(state).players),
            answers={each.player: each.what for each in answers},
            holder=ruleset.narration(state).holder,
            before=before[0].text if before else "",
            before_by=before[0].speaker if before else None,
        )

    def _owed(self) -> dict[str, set[str]]:
        """Kinds of command each player owes the rules, dice aside."""
        owed: dict[str, set[str]] = {request.roller: set() for request in self._game.open_rolls}
        for each in self._game.ruleset.expected(self._game.state):
            if not each.optional:
                owed.setdefault(each.player, set()).add(each.command)
        return owed

    def _answers(self, utterance: Utterance, question: bool) -> tuple[_Answer, ...]:
        """For whom the words would be just what they owe, were they the one who speaks."""
        rolling = {request.roller for request in self._game.open_rolls}
        found = []
        for player, kinds in self._owed().items():
            for intent in self._turns.read(replace(turn_of(utterance), speaker=player), question):
                dice = intent.category == _DICE and player in rolling
                if intent.decision == "act" and (dice or intent.command in kinds) and _is_for(intent, player):
                    late = intent.span[0] > len(utterance.text) / 2
                    faces = len(intent.slots.get("values") or ()) if dice else 0
                    points = _POINTS.search(utterance.text) is not None
                    found.append(_Answer(player, "these dice" if dice else "this answer", faces, points, late))
                    break
        return tuple(found)

    def _learn_from_log(self) -> None:
        """Learn from turns whose dice or answer the rules took from the player whose voice it clearly was."""
        recorded = self._game.recorded
        taken = {(each.utterance_id, (each.entry.command or {}).get("player")) for each in recorded[self._learnt :]}
        self._learnt = len(recorded)
        said, self._awaited = self._awaited, None
        if said is not None and (said.id, _clear_speaker(said)) in taken:
            self._teach(_clear_speaker(said), said.speaker)

    def _teach(self, player: str | None, match: SpeakerMatch | None) -> None:
        if self.learner is None or player is None or match is None or match.voice is None or match.opening:
            return
        self.learner.learn(player, match.voice, match.seconds)


def _may_be_read_out(answer: _Answer) -> bool:
    """Return True if dice are credited to the one who owes them although another is likelier to have spoken.

    Several faces that fit are no accident, whoever reads them; a single number is said for many reasons, unless the
    words do nothing but point at the die.
    """
    return answer.faces > 1 or (answer.faces == 1 and answer.points)


def _is_for(intent: Intent, player: str) -> bool:
    return bool(intent.slots.get("player", player) == player)


def _clear_speaker(utterance: Utterance) -> str | None:
    """Return the speaker, where the voice alone says so clearly."""
    match = utterance.speaker
    if match is None or not match.candidates or match.seconds < LEARNT_SECONDS:
        return None
    nearest = match.candidates[0]
    return nearest.name if nearest.name == match.name and nearest.ratio >= LEARNT_RATIO else None


def _sound(match: SpeakerMatch | None, answers: Sequence[_Answer]) -> Mapping[str, float]:
    """Likelihoods by the voice; of two in one turn, the one where the answer stands."""
    if match is None:
        return {}
    heard = match.candidates
    if answers and match.opening:
        heard = match.closing if answers[0].late else match.opening
    return {each.name: each.ratio for each in heard}


def _match(match: SpeakerMatch | None, verdict: Verdict) -> SpeakerMatch | None:
    """The match after weighing; likenesses stay those of the sound."""
    if match is None:
        if verdict.speaker == UNKNOWN:
            return None
        return SpeakerMatch(verdict.speaker, 0.0, because=verdict.reasons)
    others = [each for each in match.candidates if each.name != verdict.speaker]
    nearest = _likeness(match.candidates, verdict.speaker)
    runner_up = (others[0].name, others[0].likeness) if others else None
    score = match.candidates[0].likeness if nearest is None else nearest
    return replace(match, name=verdict.speaker, score=score, runner_up=runner_up, because=verdict.reasons)


def _likeness(candidates: Sequence[Candidate], name: str) -> float | None:
    return next((each.likeness for each in candidates if each.name == name), None)
