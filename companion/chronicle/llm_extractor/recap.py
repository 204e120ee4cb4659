"""A recap in a model's words: every sentence checked against the lines it cites, the others dropped and counted."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.chronicle.extractor.evening import Beat, EveningLog
from companion.chronicle.extractor.last_time import LastTime
from companion.chronicle.extractor.model import Chronicle
from companion.chronicle.extractor.retellable import told
from companion.chronicle.llm_extractor.claims import ClaimFault, Source, fault_of
from companion.chronicle.llm_extractor.forms import RecapForm
from companion.chronicle.recaps.model import RecapSentence
from companion.llm.port import LanguageModel, tokens_of
from companion.llm.prompts import load_prompt
from engine.vocabulary import Vocabulary

MOST_SENTENCES = 6
_FEWEST_KEPT = 2
_MOST_LINES = 60
_OPENING = "Last time: "


@dataclass(frozen=True, slots=True)
class ModelRecap:
    """A checked recap.

    Attributes:
        recap: What is left; None when too little is left to be one.
        dropped: Sentences left out, by fault.
    """

    recap: LastTime | None
    dropped: Mapping[ClaimFault, int] = field(default_factory=dict)


def sources_of(chronicle: Chronicle, vocabulary: Vocabulary, log: EveningLog | None = None) -> tuple[Source, ...]:
    """Lines a recap can be made from: the story of an evening without talk of dice, and the facts of the log.

    Args:
        chronicle: The story so far.
        vocabulary: People of the table.
        log: Facts of the rules; None where only talk is known.
    """
    characters = {player.name: player.character for player in vocabulary.players}
    players = tuple(characters)
    names = [entry.name for entry in (*chronicle.npcs, *chronicle.places)]
    lines = []
    for sentence in chronicle.story:
        words = told(sentence.words, players, (), names)
        if words and not words.endswith("?"):
            people = tuple(name for name in (sentence.speaker, characters.get(sentence.speaker or "")) if name)
            lines.append(Source(words, people, (sentence.utterance,)))
    facts = [beat for scene in log.scenes for beat in scene.beats if beat.kind in {"fact", "ended"}] if log else []
    return (*lines[-_MOST_LINES:], *map(_fact, facts))


def _fact(beat: Beat) -> Source:
    return Source(beat.text, (beat.who,) if beat.who else (), beat.utterances)


def recap_price(sources: Sequence[Source], vocabulary: Vocabulary, answer_tokens: int) -> int:
    """Tokens a recap can cost at most."""
    return tokens_of(load_prompt("recap").instructions, recap_question(sources, vocabulary)) + answer_tokens


def model_recap(
    model: LanguageModel, sources: Sequence[Source], vocabulary: Vocabulary, names: Iterable[str]
) -> ModelRecap:
    """Ask a model for a recap, and keep what its own sources bear out.

    Args:
        model: Language model.
        sources: Lines of the evening.
        vocabulary: People of the table.
        names: People and places of the story.

    Raises:
        ModelUnavailable: No answer in time.
        ModelReplyError: No answer that fits the form.
    """
    if len(sources) < _FEWEST_KEPT:
        return ModelRecap(None)
    answer = model.ask(load_prompt("recap").instructions, recap_question(sources, vocabulary), RecapForm)
    cast = (name for player in vocabulary.players for name in (player.name, player.character) if name)
    return checked_recap(answer, sources, (*cast, *names))


def checked_recap(answer: RecapForm, sources: Sequence[Source], names: Sequence[str]) -> ModelRecap:
    """Return the recap with the sentences that their sources bear out.

    Args:
        answer: As the model gave it.
        sources: Lines it was shown.
        names: Everybody and everything known by name.
    """
    told, dropped = checked_sentences(answer, sources, names)
    if len(told) < _FEWEST_KEPT:
        return ModelRecap(None, dropped)
    evidence = tuple(dict.fromkeys(utterance for each in told for utterance in each.utterances))
    return ModelRecap(LastTime(_OPENING + " ".join(each.text for each in told), evidence), dropped)


def checked_sentences(
    answer: RecapForm, sources: Sequence[Source], names: Sequence[str], most: int = MOST_SENTENCES
) -> tuple[tuple[RecapSentence, ...], Mapping[ClaimFault, int]]:
    """Sentences of an answer that the lines they cite bear out, each once, and how many are left out, by fault."""
    kept: dict[str, RecapSentence] = {}
    dropped: Counter[ClaimFault] = Counter()
    for sentence in answer.sentences[: 2 * most]:
        text = " ".join(sentence.text.split())
        cited = [sources[number - 1] for number in sorted(set(sentence.lines)) if 0 < number <= len(sources)]
        fault = fault_of(text, cited, names)
        if fault is not None:
            dropped[fault] += 1
        elif len(kept) < most:
            whole = text if text[-1] in ".!?" else f"{text}."
            kept.setdefault(whole, _citing(whole, cited))
    return tuple(kept.values()), dict(dropped)


def _citing(text: str, cited: Iterable[Source]) -> RecapSentence:
    cited = tuple(cited)
    return RecapSentence(
        text,
        tuple(dict.fromkeys(utterance for each in cited for utterance in each.utterances)),
        tuple(dict.fromkeys(position for each in cited for position in each.positions)),
    )


def recap_question(
    sources: Sequence[Source],
    vocabulary: Vocabulary,
    most: int = MOST_SENTENCES,
    tone: str = "Plain words, as somebody at the table would put it.",
    seen_by: str | None = None,
    again: str = "",
) -> str:
    """Return the question for a model, its sources as numbered lines.

    Args:
        sources: Lines of the evening.
        vocabulary: People of the table.
        most: Sentences the answer may have.
        tone: What the recap should sound like.
        seen_by: Whose evening it is; None tells everybody's.
        again: Sentences of an earlier answer that failed; empty for none.
    """
    cast = "; ".join(
        f"{player.name} plays {player.character}" if player.character else player.name for player in vocabulary.players
    )
    lines = "\n".join(
        f"{number} {source.people[-1] + ': ' if source.people else ''}{' '.join(source.text.split())}"
        for number, source in enumerate(sources, 1)
    )
    return load_prompt("recap").render(
        cast=cast or "none",
        lines=lines,
        most=str(most),
        tone=tone,
        seen_by=seen_by or "everybody",
        again=again or "none",
    )
