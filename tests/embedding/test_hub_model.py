"""A model that EMBEDDING_MODEL names: fetched from its hub, or given up quickly and clearly."""

import hashlib
import json
import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import huggingface_hub
import pytest

from notebook_core.embedding import FastEmbedder
from notebook_core.errors import ModelUnavailable
from notebook_core.minilm import build
from notebook_core.settings import Settings, settings_from

NAME = "sentence-transformers/all-MiniLM-L6-v2"
REVISION = "0" * 40


class Hub(BaseHTTPRequestHandler):
    """A model hub of one repository: what the Hub's API and file routes answer, no more."""

    files: dict[str, bytes]
    answers_files = True

    def do_GET(self) -> None:
        content = self.files.get(self.path.rsplit("/", 1)[-1])
        if "/tree/" in self.path:
            self._answer(json.dumps([self._entry(name) for name in self.files]).encode())
        elif self.path.startswith("/api/models/"):
            self._answer(json.dumps({"id": NAME, "sha": REVISION}).encode())
        elif content is None or not self.answers_files:
            self.send_error(404)
        else:
            self._answer(content)

    def _entry(self, name: str) -> dict[str, object]:
        return {"type": "file", "path": name, "size": len(self.files[name]), "oid": "0" * 40}

    def do_HEAD(self) -> None:
        self.do_GET()

    def _answer(self, content: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("ETag", f'"{hashlib.sha256(content).hexdigest()}"')
        self.send_header("X-Repo-Commit", REVISION)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(content)

    def log_message(self, *arguments: object) -> None:
        pass


def use_hub(monkeypatch: pytest.MonkeyPatch, port: int) -> None:
    """What HF_ENDPOINT sets, which the hub's client reads when it is imported."""
    constants, url = huggingface_hub.constants, f"http://127.0.0.1:{port}"
    files = constants.HUGGINGFACE_CO_URL_TEMPLATE.replace(constants.ENDPOINT, url)
    monkeypatch.setattr(constants, "HUGGINGFACE_CO_URL_TEMPLATE", files)
    monkeypatch.setattr(constants, "ENDPOINT", url)


@pytest.fixture
def hub(embedder, monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Hub]]:
    """A hub on this machine that serves the built model under a name that fastembed knows."""
    folder = settings_from().models / build.FOLDER
    served = type("Served", (Hub,), {"files": {p.name: p.read_bytes() for p in folder.iterdir()}})
    server = ThreadingHTTPServer(("127.0.0.1", 0), served)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    use_hub(monkeypatch, server.server_port)
    yield served
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def no_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        closed = taken.getsockname()[1]
    use_hub(monkeypatch, closed)


@pytest.fixture
def no_sleep(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(seconds: float) -> None:
        raise AssertionError(f"slept {seconds} s")

    monkeypatch.setattr(time, "sleep", refuse)


def embedder_of(name: str, models: Path) -> FastEmbedder:
    return FastEmbedder(Settings(models=models, embedding_model=name))


def test_a_model_is_fetched_once_and_then_needs_no_hub(hub, tmp_path):
    fetched = embedder_of(NAME.upper(), tmp_path)
    fetched.prepare()
    assert fetched.model == NAME
    assert fetched.token_limit == 256
    assert fetched.count_tokens(["shark " * 300]) == [300]
    first, near, far = fetched.embed_passages(["end the contract", "stop the agreement", "sharks"])
    assert first @ near > first @ far
    hub.files = {}
    again = embedder_of(NAME, tmp_path)
    again.prepare()
    assert again.embed_question("sharks").tobytes() == far.tobytes()


def test_a_damaged_copy_is_fetched_again(hub, tmp_path, caplog):
    embedder_of(NAME, tmp_path).prepare()
    [model] = tmp_path.glob("hub/**/snapshots/*/model.onnx")
    model.write_bytes(model.read_bytes()[:1000])
    healed = embedder_of(NAME, tmp_path)
    healed.prepare()
    assert healed.unavailable == ""
    assert "don't load" in caplog.text


def test_a_hub_that_cannot_be_reached_is_given_up_at_once(no_hub, no_sleep, tmp_path, capfd):
    embedder = embedder_of("BAAI/bge-small-en-v1.5", tmp_path)
    with pytest.raises(ModelUnavailable, match=r"hub can't be reached.*EMBEDDING_MODEL") as raised:
        embedder.prepare()
    assert embedder.unavailable == str(raised.value)
    assert capfd.readouterr() == ("", "")


def test_a_hub_that_lists_but_does_not_send_is_given_up_at_once(hub, no_sleep, tmp_path):
    hub.answers_files = False
    with pytest.raises(ModelUnavailable, match="can't be fetched or loaded"):
        embedder_of(NAME, tmp_path).prepare()


def test_an_unknown_name_is_said(tmp_path):
    embedder = embedder_of("no-such-model", tmp_path)
    with pytest.raises(ModelUnavailable, match="“no-such-model”, which fastembed doesn't know"):
        embedder.prepare()
    assert embedder.model == "no-such-model"


@pytest.mark.parametrize(
    ("name", "languages", "limit", "dimensions"),
    [
        ("BAAI/bge-small-en-v1.5", {"en"}, 512, 384),
        ("BAAI/bge-small-zh-v1.5", {"zh"}, 512, 512),
        ("jinaai/jina-embeddings-v2-base-de", {"de", "en"}, 8192, 768),
        ("jinaai/jina-embeddings-v2-base-zh", {"zh", "en"}, 8192, 768),
        ("intfloat/multilingual-e5-large", None, 512, 1024),
        ("google/embeddinggemma-300m", None, 2048, 768),
    ],
)
def test_what_a_model_reads_is_known_before_it_is_fetched(
    tmp_path, name, languages, limit, dimensions
):
    embedder = embedder_of(name, tmp_path)
    assert (embedder.languages, embedder.token_limit, embedder.dimensions) == (
        languages,
        limit,
        dimensions,
    )
