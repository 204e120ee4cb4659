"""Is this the story, or talk around the table? Simple signs, weighed sentence by sentence."""

import re
from dataclasses import dataclass, field
from typing import Any

from companion.chronicle.extractor.language import words
from companion.chronicle.extractor.model import TalkLine
from companion.chronicle.extractor.names import parts, sound_alike

STORY = 1.0
"""Score from which a sentence counts as story."""

_QUOTE_FOLLOWS = re.compile(r"\b(goes|says|shouts|whispers|asks|voice|yells|like)\W*$", re.IGNORECASE)
_THERE_IS = re.compile(r"\bthere(?:'s| is| are)\b (?:this |that |a |an |the |two |three |\w+ )", re.IGNORECASE)
_WE_ARE_AT = re.compile(r"\b(?:we|you|they)(?:['’]re| are) (?:all |now |back |still )?(?:in|at) (?:the )?[A-Z]")
_MY_OWN = re.compile(
    r"^\W*(?:(?:and|but|so|well|no|yeah|oh|because)\W+)*my (?:\w+ )?"
    r"(?:brother|mother|father|grand\w+|friend|neighbou?r|teacher|ex|son|daughter|colleague)\b"
)
"""Opens a sentence about the speaker's own life, unless somebody of the story is being quoted."""
_BACK_TO_PLAY = re.compile(r"\b(?:scene|anyway|where were we|back to)\b")
_TO_A_MACHINE = re.compile(
    r"^\W*(?:(?:hey|ok|okay|dear|hello)\W+)?(?:assistant|chatbot|language model)\s*[:,]"
    r"|^\W*(?:system|user|tool|ai)\s*:"
    r"|\b(?:system prompt|prompt injection|developer mode|as an ai|you are (?:now )?an? (?:ai|language model))\b"
    r"|\b(?:ignore|forget|disregard|override) (?:\w+ ){0,3}(?:instructions?|prompts?)\b"
    r"|\{\s*[\"'“]|\b(?:names?|talk|things|lines?|role|kind|content)[\"”]?\s*:\s*[\"“\[{]",
    re.IGNORECASE,
)
_PAUSE_SECONDS = 25.0
_ASIDE_SECONDS = 6.0


def to_a_machine(text: str) -> bool:
    """Return True if words are meant for a program rather than for the table; no story is taken from them."""
    return _TO_A_MACHINE.search(text) is not None


@dataclass
class StoryClassifier:
    """Judges the lines of one table in order.

    Args:
        characters: Names of the player characters.
        players: Names of the players; talk from anybody else is never story, unless nobody is known by voice.
    """

    characters: tuple[str, ...]
    players: tuple[str, ...]
    narrator: str | None = None
    _last: tuple[str | None, float, bool, bool] = (None, 0.0, False, False)
    _aside_until: float = 0.0
    _names: frozenset[str] = field(default=frozenset(), init=False)

    def __post_init__(self) -> None:
        self._names = frozenset(part for name in self.characters for part in parts(name) if len(part) > 2)

    def stranger(self, line: TalkLine) -> bool:
        """Return True if the speaker is not of this table."""
        if line.speaker is None or not self.players:
            return False
        return line.speaker.casefold() not in {player.casefold() for player in self.players}

    def story(self, line: TalkLine, sentences: list[Any]) -> list[float]:
        """Score of each sentence of a line; `STORY` and more is story. Remembers the line for the next one."""
        if self.stranger(line):
            return [-5.0] * len(sentences)
        text = line.text.casefold().replace("’", "'")
        carried = self._carried(line)
        if any(phrase in text for phrase in words()["table_phrases"]):
            carried, self._aside_until = carried - 1.0, line.end + _ASIDE_SECONDS
        answers_aside = line.start < self._aside_until and not _BACK_TO_PLAY.search(text)
        scores = [carried + self._sentence(sentence) for sentence in sentences]
        whole = sum(self._sentence(sentence) for sentence in sentences)
        scores = [score + (0.5 if whole > score - carried + 0.5 else 0.0) for score in scores]
        best = max(scores, default=0.0)
        scores = [
            max(score, best) if score >= 0.0 and not _says_something(sentence) else score
            for score, sentence in zip(scores, sentences, strict=True)
        ]
        if answers_aside and best < STORY + 0.5:
            scores = [score - 1.0 for score in scores]
        told = any(score >= STORY for score in scores)
        self._last = (line.speaker, line.end, told, told and bool(_QUOTE_FOLLOWS.search(line.text.strip())))
        return scores

    def _carried(self, line: TalkLine) -> float:
        speaker, end, told, opens_quote = self._last
        if speaker != line.speaker or line.start - end > _PAUSE_SECONDS:
            return 0.6 if self.narrator is not None and self.narrator == line.speaker else 0.0
        narrating = 0.6 if told or self.narrator == line.speaker else 0.0
        return 2.0 if opens_quote else narrating

    def _sentence(self, sentence: Any) -> float:
        text = sentence.text.casefold().replace("’", "'")
        score = sum(self._verb(token) for token in sentence)
        score += 0.7 if _THERE_IS.search(text) or _WE_ARE_AT.search(sentence.text) else 0.0
        score += 1.5 if any(self._character(token.text) for token in sentence) else 0.0
        at_home = sum(phrase in text for phrase in words()["table_phrases"]) + bool(_MY_OWN.match(text))
        score -= 1.5 * at_home
        if not at_home:
            score += min(1.0, 0.7 * sum(token.lemma_.casefold() in words()["roles"] for token in sentence))
        score -= min(1.6, 0.8 * sum(token.lemma_.casefold() in words()["table_words"] for token in sentence))
        score -= min(1.2, 0.6 * sum(token.text.casefold() in words()["rules_words"] for token in sentence))
        return score - (0.8 if text.rstrip().endswith("?") else 0.0)

    def _character(self, word: str) -> bool:
        lower = word.casefold()
        return lower in self._names or (word[:1].isupper() and any(sound_alike(lower, name) for name in self._names))

    @staticmethod
    def _verb(token: Any) -> float:
        """Score a verb as a sign of story: somebody else acting now is story, "I did" is not."""
        if token.pos_ not in {"VERB", "AUX"}:
            return 0.0
        subject = next((child for child in token.children if child.dep_ in {"nsubj", "nsubjpass"}), None)
        if subject is None:
            return 0.0
        lower = subject.text.casefold()
        if lower in {"i", "we"}:
            return -0.7 if token.tag_ in {"VBD", "VBN"} else 0.0
        if lower in {"you", "that", "this", "who", "which", "what", "there"}:
            return 0.0
        if lower in {"nobody", "everybody", "anybody", "everyone", "anyone"}:
            return 0.0
        if lower == "they" and any(child.lemma_.casefold() in {"always", "never"} for child in token.children):
            return -0.8
        if lower == "it":
            return 0.3 if token.tag_ == "VBZ" and token.pos_ == "VERB" else 0.0
        if token.tag_ in {"VBZ", "VBP", "VBG"}:
            return 0.4 if token.pos_ == "AUX" else 0.8
        return 0.0


def _says_something(sentence: Any) -> bool:
    """Return True if it has a verb; a fragment is whatever the line around it is."""
    return any(token.pos_ in {"VERB", "AUX"} for token in sentence)
