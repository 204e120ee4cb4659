"""Asks a language model what a batch of talk holds, and believes only what the talk bears out."""

from collections.abc import Iterable, Mapping

from companion.errors import ModelReplyError
from companion.llm import MeteredModel, tokens_of
from companion.model_scribe.batches import Batch
from companion.model_scribe.check import Checker
from companion.model_scribe.findings import Fault, Findings
from companion.model_scribe.forms import ChronicleForm
from companion.prompting import load_prompt
from companion.scribe.model import Line
from companion.scribe.names import same_person
from engine.vocabulary import PlayerWords, Vocabulary

ANSWER_TOKENS = 700
"""Longest answer; a small model that cannot stop is stopped."""

_NONE = "none"
_REPAIRS: Mapping[Fault, str] = {
    "no such line": "an entry had no line number that exists",
    "not in its lines": "a name or sentence was not said in the lines given for it",
    "the table's own": "a player or a player's character was listed",
    "no name": "something without a name of its own was listed",
    "too long": "a name was a whole sentence",
}


class ModelReader:
    """Reads batches of one table's talk.

    Args:
        model: Language model; it should answer with at most `ANSWER_TOKENS`.
        vocabulary: People of the table.
        known: Names noted before, so that the model spells them alike.
    """

    def __init__(self, model: MeteredModel, vocabulary: Vocabulary, known: Iterable[str] = ()) -> None:
        self.model = model
        self._checker = Checker(vocabulary)
        self._cast = "; ".join(map(_told, vocabulary.players)) or _NONE
        self._known = ", ".join(known) or _NONE
        self._prompt = load_prompt("chronicle")

    def price(self, batch: Batch) -> int:
        """Tokens one question about a batch can cost at most."""
        return tokens_of(self._prompt.instructions, self._question(batch, _NONE)) + ANSWER_TOKENS

    def read(self, batch: Batch, again: bool = True) -> Findings:
        """What the model finds in a batch, checked.

        An answer in the wrong form, or with more wrong than right in it, is asked for once more; the better one counts.

        Args:
            batch: What was said.
            again: Whether asking once more is allowed.

        Raises:
            ModelUnavailable: No answer in time.
            ModelReplyError: No answer that fits the form.
        """
        try:
            first = self._ask(batch, _NONE)
        except ModelReplyError:
            if not again:
                raise
            return self._ask(batch, "it did not keep to the form")
        if not again or first.faults <= len(first.kept):
            return first
        try:
            second = self._ask(batch, "; ".join(_REPAIRS[fault] for fault in first.dropped))
        except ModelReplyError:
            return first
        return min(first, second, key=lambda each: (not each.trusted, each.faults))

    def _ask(self, batch: Batch, mistakes: str) -> Findings:
        question = self._question(batch, mistakes)
        return self._checker.check(self.model.ask(self._prompt.instructions, question, ChronicleForm), batch)

    def _question(self, batch: Batch, mistakes: str) -> str:
        return self._prompt.render(cast=self._cast, known=self._known, talk=batch.talk, mistakes=mistakes)


def _told(player: PlayerWords) -> str:
    return f"{player.name} plays {player.character}" if player.character else player.name


_PLAIN_SCENE = (
    ("Ana", "Did you bring the crisps? My sister Carla ate all of ours."),
    ("Ben", "There's a ferrywoman down at the landing, and her name is Marta Quill."),
    ("Ana", "Rook walks up to Marta Quill and asks what the crossing costs."),
    ("Ben", "Vex is bored already. Ana, roll your dice."),
    ("Ana", "Three successes. Marta waves us aboard."),
)
_PLAIN_TABLE = Vocabulary((PlayerWords("Ana", "Rook"), PlayerWords("Ben", "Vex")))


def sound(model: MeteredModel) -> bool:
    """Whether a model finds the one person of a plain scene and nobody else; waits for it.

    Raises:
        ModelUnavailable: No answer in time.
    """
    lines = (Line(f"p{at}", text, speaker, float(at)) for at, (speaker, text) in enumerate(_PLAIN_SCENE))
    try:
        findings = ModelReader(model, _PLAIN_TABLE).read(Batch(1, tuple(lines)), again=False)
    except ModelReplyError:
        return False
    people = [each.name for each in findings.kept if each.kind == "person"]
    return bool(people) and findings.trusted and all(same_person(name, "Marta Quill") for name in people)
