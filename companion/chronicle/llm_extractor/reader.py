"""Asks a language model what the names of a batch stand for, and believes only what the talk bears out."""

from companion.base.errors import ModelReplyError
from companion.chronicle.extractor.model import Chronicle, Evidence, TalkLine
from companion.chronicle.llm_extractor.batches import Batch
from companion.chronicle.llm_extractor.check import check
from companion.chronicle.llm_extractor.findings import Findings
from companion.chronicle.llm_extractor.forms import chronicle_form
from companion.chronicle.llm_extractor.material import Material, material_of
from companion.llm.port import MeteredModel, tokens_of
from companion.llm.prompts import load_prompt
from engine.vocabulary import PlayerWords, Vocabulary

ANSWER_TOKENS = 700
"""Longest answer; a small model that cannot stop is stopped."""

_NONE = "none"


class ModelReader:
    """Reads batches of one table's talk.

    Args:
        model: Language model; it should answer with at most `ANSWER_TOKENS`.
        vocabulary: People of the table.
        chronicle: What the embedded scribe made of the same talk.
    """

    def __init__(self, model: MeteredModel, vocabulary: Vocabulary, chronicle: Chronicle) -> None:
        self.model = model
        self._vocabulary = vocabulary
        self._chronicle = chronicle
        self._cast = "; ".join(map(_told, vocabulary.players)) or _NONE
        self._prompt = load_prompt("chronicle")

    def material(self, batch: Batch) -> Material:
        """Return what the model would be asked about in a batch."""
        return material_of(batch, self._chronicle, self._vocabulary)

    def price(self, material: Material) -> int:
        """Tokens one question can cost at most."""
        return tokens_of(self._prompt.instructions, self._question(material)) + ANSWER_TOKENS

    def read(self, material: Material, again: bool = True) -> Findings:
        """Ask the model about a batch and check its answer.

        An answer in the wrong form is asked for once more.

        Args:
            material: What was said, and what is asked about it.
            again: Whether asking once more is allowed.

        Raises:
            ModelUnavailable: No answer in time.
            ModelReplyError: No answer that fits the form.
        """
        try:
            return self._ask(material)
        except ModelReplyError:
            if not again:
                raise
            return self._ask(material)

    def sound(self) -> bool:
        """Return True if the model tells the names of a plain scene apart; one that does not would make things worse.

        Raises:
            ModelUnavailable: No answer in time.
        """
        reader = self._plain()
        try:
            findings = reader.read(reader.material(_PLAIN_BATCH), again=False)
        except ModelReplyError:
            return False
        people = {each.name for each in findings.kept if each.kind == "person"}
        places = {each.name for each in findings.kept if each.kind == "place"}
        return findings.trusted and people == {"Marta Quill", "Odwin"} and places == {"Heron Landing"}

    @property
    def probe_price(self) -> int:
        """Tokens the plain scene can cost at most."""
        reader = self._plain()
        return reader.price(reader.material(_PLAIN_BATCH))

    def _plain(self) -> "ModelReader":
        return ModelReader(self.model, _PLAIN_TABLE, _PLAIN_CHRONICLE)

    def _ask(self, material: Material) -> Findings:
        form = chronicle_form((each.name for each in material.names), material.items, len(material.batch.lines))
        return check(self.model.ask(self._prompt.instructions, self._question(material), form), material)

    def _question(self, material: Material) -> str:
        return self._prompt.render(
            cast=self._cast,
            talk=material.batch.talk,
            names=", ".join(each.name for each in material.names) or _NONE,
            items=", ".join(material.items) or _NONE,
        )


def _told(player: PlayerWords) -> str:
    return f"{player.name} plays {player.character}" if player.character else player.name


_PLAIN_TALK = (
    ("Ana", "There's a ferrywoman at Heron Landing, and her name is Marta Quill."),
    ("Ben", "Rook walks up to Marta Quill and asks what the crossing costs."),
    ("Ana", "She nods at her boat, the Grey Gull, and at the boy who rows it, Odwin."),
    ("Ben", "Vex jumps aboard. Roll your dice, Ana."),
)
_PLAIN_SCENE = tuple(TalkLine(f"p{at}", text, by, float(at)) for at, (by, text) in enumerate(_PLAIN_TALK, 1))
_PLAIN_CHRONICLE = Chronicle(
    story=tuple(Evidence(each.id, each.text, each.speaker, each.start) for each in _PLAIN_SCENE)
)
_PLAIN_BATCH = Batch(1, _PLAIN_SCENE)
_PLAIN_TABLE = Vocabulary((PlayerWords("Ana", "Rook"), PlayerWords("Ben", "Vex")))
