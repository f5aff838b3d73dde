"""The graph that we write computes what the published model computes."""

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from tokenizers import Tokenizer

from notebook_core.minilm import graph, weights

# What Hugging Face's documentation of its inference service shows for
# sentence-transformers/all-MiniLM-L6-v2: the first sentence against each of the others.
SENTENCES = (
    "That is a happy person",
    "That is a happy dog",
    "That is a very happy person",
    "Today is a sunny day",
)
PUBLISHED = [0.6945773363113403, 0.9429150819778442, 0.2568760812282562]


@pytest.fixture(scope="module")
def published() -> Path:
    folder = weights.installed_folder()
    assert folder is not None
    return folder


@pytest.fixture(scope="module")
def session(published: Path, tmp_path_factory: pytest.TempPathFactory):
    tensors = weights.read_tensors(published / "model.safetensors")
    model = graph.build_graph(tensors)
    onnx.checker.check_model(model, full_check=True)
    file = tmp_path_factory.mktemp("float32") / "model.onnx"
    onnx.save(model, file)
    return onnxruntime.InferenceSession(file, providers=["CPUExecutionProvider"])


@pytest.fixture(scope="module")
def tokenizer(published: Path) -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(published / "tokenizer.json"))
    tokenizer.no_padding()
    return tokenizer


def run(session, ids, mask):
    inputs = {
        "input_ids": np.array(ids, dtype=np.int64),
        "attention_mask": np.array(mask, dtype=np.int64),
    }
    return session.run(["last_hidden_state"], inputs)[0]


def mean_pooled(session, tokenizer, text):
    ids = tokenizer.encode(text).ids
    mean = run(session, [ids], [[1] * len(ids)])[0].mean(axis=0)
    return mean / np.linalg.norm(mean)


def test_the_float32_graph_gives_the_published_similarities(session, tokenizer):
    first, *others = (mean_pooled(session, tokenizer, text) for text in SENTENCES)
    assert [float(first @ other) for other in others] == pytest.approx(PUBLISHED, abs=1e-6)


def test_padding_has_no_influence(session, tokenizer):
    ids = tokenizer.encode(SENTENCES[0]).ids
    alone = run(session, [ids], [[1] * len(ids)])
    padded = run(session, [[*ids, 0, 0, 0]], [[1] * len(ids) + [0, 0, 0]])
    np.testing.assert_allclose(padded[:, : len(ids)], alone, atol=1e-5)


def test_the_built_model_stays_close_to_the_float32_graph(session, tokenizer, embedder):
    for text in (*SENTENCES, "The contract ends on 31 March 2026. " * 20):
        [built] = embedder.embed_passages([text])
        assert built @ mean_pooled(session, tokenizer, text) > 0.98
