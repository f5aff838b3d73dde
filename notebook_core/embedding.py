"""Embeds texts with fastembed, behind the Embedder port."""

from __future__ import annotations

import logging
import threading
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from notebook_core.errors import ModelUnavailable
from notebook_core.hub_model import HubModel
from notebook_core.minilm.model import NAME as DEFAULT_MODEL
from notebook_core.minilm.model import MiniLM
from notebook_core.ports import Vector
from notebook_core.settings import Settings

log = logging.getLogger(__name__)


class EmbeddingModel(Protocol):
    """A model that the embedder can run, and what is known of it before it is loaded."""

    @property
    def name(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    @property
    def token_limit(self) -> int: ...

    @property
    def languages(self) -> frozenset[str] | None: ...

    def tokenizer_file(self) -> Path | None:
        """Its `tokenizer.json`, or None while that isn't here."""

    def load(self, report: Callable[[str], None]) -> Any:
        """The `fastembed.TextEmbedding`; `report` gets the step under way, without a full stop.
        Raises ModelUnavailable."""


class FastEmbedder:
    """Unit vectors from the built-in model, or from the one that the settings name.

    Threads may share it. Texts go through the model one by one: int8 activations are scaled by
    the range of their batch, so only then a text has the same vector whatever is embedded with it.
    """

    def __init__(self, settings: Settings) -> None:
        name = settings.embedding_model
        self._source: EmbeddingModel = (
            HubModel(name, settings.models)
            if name and name != DEFAULT_MODEL
            else MiniLM(settings.models)
        )
        self._preparing = threading.Lock()
        self._loaded: Any = None
        self._tokenizer: Any = None
        self._report("The embedding model has not been loaded yet")

    @property
    def model(self) -> str:
        return self._source.name

    @property
    def dimensions(self) -> int:
        return self._source.dimensions

    @property
    def token_limit(self) -> int:
        return self._source.token_limit

    @property
    def languages(self) -> frozenset[str] | None:
        return self._source.languages

    @property
    def unavailable(self) -> str:
        return "" if self._loaded is not None else self._state

    def prepare(self) -> None:
        with self._preparing:
            if self._loaded is not None:
                return
            _silence_fastembed()
            try:
                self._loaded = self._source.load(self._report)
            except ModelUnavailable as error:
                self._state = str(error)
                raise
            except Exception as error:  # onnxruntime raises classes of its own
                log.exception("The embedding model %s doesn't load", self.model)
                self._state = (
                    f"The embedding model {self.model} doesn't load ({type(error).__name__}): "
                    "look at the log, or delete its folder and start again."
                )
                raise ModelUnavailable(self._state) from error

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Without a tokenizer at hand, a number that is never too small: no tokenizer makes more
        tokens of a text than it has bytes once its characters are decomposed."""
        tokenizer = self._own_tokenizer()
        if tokenizer is None:
            return [_bytes_when_decomposed(text) for text in texts]
        encoded = tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        return [len(encoding.ids) for encoding in encoded]

    def embed_passages(self, texts: Sequence[str]) -> Iterator[Vector]:
        model = self._ready()
        return _unit_vectors(model.passage_embed(list(texts), batch_size=1))

    def embed_question(self, text: str) -> Vector:
        model = self._ready()
        return next(_unit_vectors(model.query_embed(text, batch_size=1)))

    def _ready(self) -> Any:
        if self._loaded is None:
            raise ModelUnavailable(self._state)
        return self._loaded

    def _report(self, step: str) -> None:
        self._state = f"{step}; search runs on keywords until then."

    def _own_tokenizer(self) -> Any:
        """A tokenizer that cuts nothing off; fastembed's cuts at the limit, so it can't count."""
        if self._tokenizer is None and (file := self._source.tokenizer_file()):
            from tokenizers import Tokenizer

            tokenizer = Tokenizer.from_file(str(file))
            tokenizer.no_truncation()
            tokenizer.no_padding()
            self._tokenizer = tokenizer
        return self._tokenizer


def _unit_vectors(vectors: Iterable[Any]) -> Iterator[Vector]:
    try:
        for vector in vectors:
            values = np.asarray(vector, dtype=np.float32)
            yield values / np.linalg.norm(values)
    except Exception as error:  # onnxruntime raises classes of its own
        log.exception("The embedding model failed")
        raise ModelUnavailable(
            f"The embedding model failed on a text ({type(error).__name__}): look at the log and "
            "try again."
        ) from error


def _bytes_when_decomposed(text: str) -> int:
    return len(unicodedata.normalize("NFKD", text).encode("utf-8", "surrogatepass"))


def _silence_fastembed() -> None:
    """fastembed logs to the terminal through loguru; what matters is said in our own words."""
    from loguru import logger

    logger.disable("fastembed")
