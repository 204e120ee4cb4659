"""The scribe with a language model as a program: a transcript in, one JSON object out."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.base.errors import ModelReplyError, ModelUnavailable
from companion.chronicle.extractor.chronicle import NoteExtractor
from companion.chronicle.extractor.json_lines import chronicle_json, line_of, model_lists, roster_vocabulary
from companion.chronicle.extractor.last_time import make_recap
from companion.chronicle.extractor.model import Chronicle
from companion.chronicle.llm_extractor.batches import MOST_LETTERS, batches_of
from companion.chronicle.llm_extractor.merge import merged
from companion.chronicle.llm_extractor.reader import ANSWER_TOKENS, ModelReader
from companion.chronicle.llm_extractor.recap import ModelRecap, model_recap, recap_price, sources_of
from companion.chronicle.llm_extractor.write_up import MemoryShelf, Progress, WriteUp, write_up
from companion.llm.port import MeteredModel
from engine.vocabulary import Vocabulary


def scribe_with_model(
    lines: Iterable[Mapping[str, Any]],
    roster: Any,
    model: MeteredModel,
    budget: int,
    watch: Callable[[Progress], None] = lambda progress: None,
    *,
    letters: int = MOST_LETTERS,
) -> tuple[dict[str, Any], WriteUp]:
    """Read a transcript like `chronicle.extractor.json_lines.scribe_lines`, with what a model adds to it.

    Args:
        lines: Objects with `text` and, where known, `id`, `speaker`, `start` and `end` in seconds.
        roster: The table's roster, as JSON or as a `Roster`.
        model: Language model.
        budget: Tokens it may cost.
        watch: Called after every batch.
        letters: Letters of talk one question may hold.

    Returns:
        A JSON-safe object, complete whatever the model does, and what came of asking it.
    """
    vocabulary = roster_vocabulary(roster)
    scribe = NoteExtractor(vocabulary)
    talk = [line_of(data, number) for number, data in enumerate(lines, 1)]
    for line in talk:
        scribe.heard(line)
    chronicle, shelf = scribe.chronicle(), MemoryShelf()
    reader = ModelReader(model, vocabulary, chronicle)
    done = write_up(batches_of(talk, vocabulary, most_letters=letters), reader, shelf, budget, watch=watch)
    chronicle = merged(chronicle, done.findings, talk, vocabulary)
    retold = ModelRecap(None)
    if done.ended == "done" and any(findings.trusted for findings in done.findings):
        retold = _retold(model, chronicle, vocabulary, budget - done.usage.tokens)
    done = replace(done, usage=model.usage)
    recap = retold.recap or make_recap(chronicle)
    told = {**chronicle_json(chronicle), "recap": {"text": recap.text, "evidence": list(recap.evidence)}}
    return {**told, **model_lists(chronicle), "model": _account(done, retold)}, done


def _retold(model: MeteredModel, chronicle: Chronicle, vocabulary: Vocabulary, left: int) -> ModelRecap:
    """The model's own recap; none when it would cost too much or does not come."""
    sources = sources_of(chronicle, vocabulary)
    if recap_price(sources, vocabulary, ANSWER_TOKENS) > left:
        return ModelRecap(None)
    try:
        return model_recap(model, sources, vocabulary, _names(chronicle))
    except (ModelUnavailable, ModelReplyError):
        return ModelRecap(None)


def _names(chronicle: Chronicle) -> Sequence[str]:
    return [name for entry in (*chronicle.npcs, *chronicle.places) for name in (entry.name, *entry.aliases)]


def _account(done: WriteUp, retold: ModelRecap) -> dict[str, Any]:
    return {
        "ended": done.ended,
        "waiting": done.waiting,
        "failed": done.failed,
        "questions": done.usage.questions,
        "tokens_read": done.usage.tokens_read,
        "tokens_written": done.usage.tokens_written,
        "dropped": dict(done.dropped),
        "recap": {"by_model": retold.recap is not None, "dropped": dict(retold.dropped)},
    }
