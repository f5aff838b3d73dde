"""The embedder: unit vectors that don't depend on company, honest counts, plain sentences."""

import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notebook_core.embedding import FastEmbedder
from notebook_core.errors import ModelUnavailable
from notebook_core.minilm import build, weights
from notebook_core.settings import Settings, settings_from

ROOT = Path(__file__).parents[2]
TEXTS = (
    "The supplier may end the contract with thirty days' notice.",
    "Thirty days before, the vendor can terminate the agreement.",
    "Basking sharks feed on plankton near the surface.",
    "x",
    "Les délais de paiement sont de 45 jours. " * 12,
    "付款期限为三十天。",
)


@pytest.fixture
def unprepared(tmp_path: Path) -> FastEmbedder:
    return FastEmbedder(Settings(models=tmp_path / "models"))


def test_vectors_are_float32_of_length_one(embedder):
    for vector in embedder.embed_passages(TEXTS):
        assert vector.shape == (embedder.dimensions,)
        assert vector.dtype == np.float32
        assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-6)


def test_a_paraphrase_is_nearer_than_an_unrelated_sentence(embedder):
    first, paraphrase, unrelated, *_ = embedder.embed_passages(TEXTS)
    assert first @ paraphrase > 0.6
    assert first @ unrelated < 0.2


def test_a_text_has_the_same_bytes_alone_in_a_batch_and_as_a_question(embedder):
    together = [vector.tobytes() for vector in embedder.embed_passages(TEXTS)]
    alone = [next(embedder.embed_passages([text])).tobytes() for text in TEXTS]
    as_questions = [embedder.embed_question(text).tobytes() for text in TEXTS]
    assert together == alone == as_questions


def test_threads_share_the_model_without_mixing_vectors(embedder):
    expected = [vector.tobytes() for vector in embedder.embed_passages(TEXTS)] * 20
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda text: embedder.embed_question(text).tobytes(), TEXTS * 20))
    assert found == expected


def test_a_new_process_gives_the_same_bytes(embedder):
    script = (
        "import sys; from notebook_core.embedding import FastEmbedder; "
        "from notebook_core.settings import Settings, settings_from; "
        "embedder = FastEmbedder(Settings(models=settings_from().models)); embedder.prepare(); "
        "print(embedder.embed_question(sys.argv[1]).tobytes().hex())"
    )
    found = subprocess.run(
        [sys.executable, "-c", script, TEXTS[0]],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip() == embedder.embed_question(TEXTS[0]).tobytes().hex()
    assert found.stderr == ""


def test_tokens_beyond_the_limit_are_not_read(embedder):
    fitting = "shark " * (embedder.token_limit - 2)
    assert embedder.count_tokens([fitting]) == [embedder.token_limit - 2]
    within, beyond = embedder.embed_passages([fitting, fitting + "contract " * 50])
    assert within.tobytes() == beyond.tobytes()
    [shorter] = embedder.embed_passages(["shark " * (embedder.token_limit - 3)])
    assert shorter.tobytes() != within.tobytes()


def test_tokens_are_counted_past_the_limit_and_without_special_ones(embedder):
    assert embedder.count_tokens(["shark", "", "shark " * 1000]) == [1, 0, 1000]


def test_tokens_can_be_counted_before_the_model_is_built(unprepared):
    assert unprepared.count_tokens(["unbelievable sharks", ""]) == [2, 0]
    assert unprepared.unavailable


def test_with_the_package_gone_the_built_model_counts(monkeypatch):
    monkeypatch.setattr(weights, "find_spec", lambda name: None)
    embedder = FastEmbedder(Settings(models=settings_from().models))
    assert embedder.count_tokens(["shark " * 300]) == [300]


@pytest.fixture(scope="module")
def without_tokenizer(tmp_path_factory) -> FastEmbedder:
    embedder = FastEmbedder(Settings(models=tmp_path_factory.mktemp("none"), embedding_model="?"))
    assert embedder.count_tokens(["shark"]) != [1]
    return embedder


@settings(max_examples=300, deadline=None)
@given(st.text() | st.text(alphabet="가힣각ﬁ㎏½é漢🔥.-_ aA0"))
def test_without_a_tokenizer_the_count_is_never_too_small(without_tokenizer, embedder, text):
    [estimate] = without_tokenizer.count_tokens([text])
    [counted] = embedder.count_tokens([text])
    assert estimate >= counted


def test_until_it_is_prepared_it_says_so_and_refuses(unprepared):
    assert "keywords until then" in unprepared.unavailable
    with pytest.raises(ModelUnavailable, match="not been loaded"):
        unprepared.embed_question("shark")
    with pytest.raises(ModelUnavailable, match="not been loaded"):
        unprepared.embed_passages(["shark"])


def test_while_it_is_built_it_says_what_how_large_and_how_long(unprepared, monkeypatch):
    said: list[str] = []
    original = build.quantise

    def watched(graph, target):
        said.append(unprepared.unavailable)
        original(graph, target)

    monkeypatch.setattr(build, "quantise", watched)
    unprepared.prepare()
    assert said == [build.BUILDING + "; search runs on keywords until then."]
    assert "91 MB" in said[0]
    assert "ten seconds" in said[0]
    assert unprepared.unavailable == ""


def test_preparing_twice_and_a_second_embedder_are_fine(embedder):
    embedder.prepare()
    second = FastEmbedder(Settings(models=settings_from().models))
    second.prepare()
    assert second.embed_question("x").tobytes() == embedder.embed_question("x").tobytes()


def test_a_model_that_cannot_be_had_gives_a_sentence_and_can_be_tried_again(
    unprepared, monkeypatch, tmp_path
):
    (tmp_path / "models").write_text("a file where the folder should be")
    with pytest.raises(ModelUnavailable) as raised:
        unprepared.prepare()
    assert unprepared.unavailable == str(raised.value)
    assert "GROUNDNOTE_MODELS" in unprepared.unavailable
    (tmp_path / "models").unlink()
    shutil.copytree(settings_from().models / build.FOLDER, tmp_path / "models" / build.FOLDER)
    unprepared.prepare()
    assert unprepared.unavailable == ""


def test_a_model_file_that_onnxruntime_refuses_gives_a_sentence(unprepared, monkeypatch, tmp_path):
    broken = tmp_path / "broken"
    shutil.copytree(settings_from().models / build.FOLDER, broken)
    (broken / build.MODEL_FILE).write_bytes(b"not a model")
    monkeypatch.setattr(build, "built_model", lambda models, report: broken)
    with pytest.raises(ModelUnavailable, match="doesn't load"):
        unprepared.prepare()


def test_a_failure_while_embedding_gives_a_sentence(embedder):
    with pytest.raises(ModelUnavailable, match="failed on a text"):
        embedder.embed_question("a lone surrogate: \ud800")


def test_the_limit_that_fastembed_reads_is_the_one_that_is_stated(embedder):
    folder = settings_from().models / build.FOLDER
    assert '"model_max_length": 256' in (folder / "tokenizer_config.json").read_text()
    assert embedder.token_limit == 256
