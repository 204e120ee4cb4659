"""Asks a language model for the notes of a batch, and believes only what the talk bears out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.base.errors import ModelReplyError
from companion.chronicle.extractor.model import Chronicle, TalkLine
from companion.chronicle.llm_extractor.batches import Batch, BatchLine
from companion.chronicle.llm_extractor.check import Checked, Known, check
from companion.chronicle.llm_extractor.findings import Finding, Findings
from companion.chronicle.llm_extractor.forms import NotesForm
from companion.llm.port import MeteredModel, tokens_of
from companion.llm.prompts import load_prompt
from engine.vocabulary import PlayerWords, Vocabulary

ANSWER_TOKENS = 3_000
"""Longest answer; a small model that cannot stop is stopped."""

_NONE = "none"
_MOST_KNOWN = 2_400
"""Letters of earlier findings that a question tells; the latest are told first."""
_MOST_REFUSED = 30
_SHORTER = "The whole answer: it could not be read or was cut off. Answer anew, with the most important entries only."


class ModelReader:
    """Reads batches of one table's talk.

    Args:
        model: Language model; it should answer with at most `ANSWER_TOKENS`.
        vocabulary: People of the table and what is theirs.
        chronicle: What the embedded scribe made of the same talk.
    """

    def __init__(self, model: MeteredModel, vocabulary: Vocabulary, chronicle: Chronicle) -> None:
        self.model = model
        self._vocabulary = vocabulary
        self._cast = "\n".join(_sheets(vocabulary)) or _NONE
        self._names = frozenset(_known_names(vocabulary, chronicle))
        self._prompt = load_prompt("notes")

    def price(self, batch: Batch, earlier: Sequence[Finding] = ()) -> int:
        """Tokens one question can cost at most."""
        return tokens_of(self._prompt.instructions, self._question(batch, _coded(earlier))) + ANSWER_TOKENS

    def read(self, batch: Batch, earlier: Sequence[Finding] = (), again: bool = True) -> Findings:
        """Ask the model about a batch and check its answer; what fails is asked for once more.

        Args:
            batch: What was said and recorded.
            earlier: What was found in other batches of the evening.
            again: Whether asking once more is allowed.

        Raises:
            ModelUnavailable: No answer in time.
            ModelReplyError: No answer that fits the form.
        """
        coded = _coded(earlier)
        names = {form for each in earlier for form in (each.name, *each.forms) if each.kind in _NAMED}
        cast = {player.name: player.character for player in self._vocabulary.players}
        known = Known(cast, self._names | names, tuple(_goals(self._vocabulary)), coded)
        try:
            first = self._ask(batch, known)
        except ModelReplyError:
            if not again:
                raise
            return self._ask(batch, known, _SHORTER).findings
        if not (first.refused and again):
            return first.findings
        refused = "; ".join(f"{entry}: {fault}" for entry, fault in first.refused[:_MOST_REFUSED])
        try:
            return _joined(first, self._ask(batch, known, refused))
        except ModelReplyError:
            return first.findings

    def sound(self) -> bool:
        """Return True if the model reads a plain scene rightly; one that does not would make things worse.

        Raises:
            ModelUnavailable: No answer in time.
        """
        try:
            findings = self._plain().read(_PLAIN_BATCH, again=False)
        except ModelReplyError:
            return False
        people = {each.name for each in findings.kept if each.kind == "person"}
        places = {each.name for each in findings.kept if each.kind == "place"}
        return findings.trusted and people == {"Marta Quill", "Odwin"} and "Heron Landing" in places

    @property
    def probe_price(self) -> int:
        """Tokens the plain scene can cost at most."""
        return self._plain().price(_PLAIN_BATCH)

    def _plain(self) -> "ModelReader":
        return ModelReader(self.model, _PLAIN_TABLE, Chronicle())

    def _ask(self, batch: Batch, known: Known, again: str = _NONE) -> Checked:
        question = self._question(batch, known.earlier or {}, again)
        return check(self.model.ask(self._prompt.instructions, question, NotesForm), batch, known)

    def _question(self, batch: Batch, earlier: Mapping[str, Finding], again: str = _NONE) -> str:
        known = "\n".join(f"{code} {_told(each)}" for code, each in earlier.items())
        return self._prompt.render(cast=self._cast, known=known or _NONE, talk=batch.talk, again=again)


_NAMED = frozenset(("person", "place", "thing", "connection"))


def _coded(earlier: Sequence[Finding]) -> dict[str, Finding]:
    """Earlier findings by code, as many of the latest as a question tells; the code of each stays the same."""
    coded: dict[str, Finding] = {}
    letters = 0
    for number, each in reversed(list(enumerate(earlier, 1))):
        letters += len(_told(each))
        if letters > _MOST_KNOWN:
            break
        if each.kind != "quote":
            coded[f"k{number}"] = each
    return dict(reversed(coded.items()))


def _told(finding: Finding) -> str:
    more = [finding.role or "", finding.owner or "", *(f"{what} {words}" for what, words in finding.wording)]
    return f"{finding.kind} {finding.name}" + "".join(f"; {each}" for each in more if each)


def _joined(first: Checked, second: Checked) -> Findings:
    """Both answers together: of two entries for the same, the one that tells more."""
    kept = {(each.kind, each.name.casefold()): each for each in first.findings.kept}
    for each in second.findings.kept:
        before = kept.get((each.kind, each.name.casefold()))
        if before is None or len(each.wording) > len(before.wording):
            kept[each.kind, each.name.casefold()] = each
    trusted = first.findings.trusted or (second.findings.trusted and bool(second.findings.kept))
    return Findings(tuple(kept.values()), second.findings.dropped, trusted)


def _sheets(vocabulary: Vocabulary) -> Iterator[str]:
    for player in vocabulary.players:
        told = f"{player.name} plays {player.character}" if player.character else player.name
        things = [f"{kind} {name}" for kind, name in player.things if kind in {"goal", "connection"}]
        yield f"{told}: {', '.join(things)}" if things else told
    shared = [name for kind, name in vocabulary.shared if "goal" in kind]
    if shared:
        yield f"goals of all: {', '.join(shared)}"


def _goals(vocabulary: Vocabulary) -> Iterator[str]:
    yield from (name for player in vocabulary.players for name in player.of("goal"))
    yield from (name for kind, name in vocabulary.shared if "goal" in kind)


def _known_names(vocabulary: Vocabulary, chronicle: Chronicle) -> Iterator[str]:
    players: Iterable[PlayerWords] = vocabulary.players
    for player in players:
        yield from (name for name in (player.name, player.character) if name)
        yield from player.of("connection")
    for entry in (*chronicle.npcs, *chronicle.places):
        yield from (entry.name, *entry.aliases)


_PLAIN_TALK = (
    ("Ana", "My cousin Petra brought crisps, help yourselves."),
    ("Ana", "There's a ferrywoman at Heron Landing, and her name is Marta Quill."),
    ("Ben", "Rook walks up to Marta Quill and asks what the crossing costs."),
    ("Ana", "She nods at her boat, the Grey Gull, and at the boy who rows it, Odwin."),
    ("Ben", "Vex jumps aboard. Roll your dice, Ana."),
)
_PLAIN_BATCH = Batch(
    1, tuple(BatchLine(TalkLine(f"p{at}", text, by, float(at))) for at, (by, text) in enumerate(_PLAIN_TALK, 1))
)
_PLAIN_TABLE = Vocabulary((PlayerWords("Ana", "Rook"), PlayerWords("Ben", "Vex")))
