"""The default model as the embedder uses it: what it is, its tokenizer, and how it is loaded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from notebook_core.minilm import build, weights

NAME = "groundnote/all-MiniLM-L6-v2-int8"
LOADING = "The embedding model is being loaded, which takes about two seconds"


class MiniLM:
    """all-MiniLM-L6-v2 in int8, built on this machine and run by fastembed as a custom model."""

    name = NAME
    dimensions = 384
    token_limit = build.TOKEN_LIMIT
    languages: frozenset[str] | None = frozenset({"en"})

    def __init__(self, models: Path) -> None:
        self.models = models

    def tokenizer_file(self) -> Path | None:
        """The published tokenizer, from the installed package or the built model."""
        for folder in (weights.installed_folder(), self.models / build.FOLDER):
            if folder and (folder / "tokenizer.json").is_file():
                return folder / "tokenizer.json"
        return None

    def load(self, report: Callable[[str], None]) -> Any:
        """The loaded `fastembed.TextEmbedding`. Raises ModelUnavailable."""
        folder = build.built_model(self.models, report)
        report(LOADING)
        from fastembed import TextEmbedding

        _register()
        # A graphics card, where there is one, would give other bytes.
        return TextEmbedding(
            NAME, specific_model_path=str(folder), providers=["CPUExecutionProvider"]
        )


def _register() -> None:
    """Tell fastembed of the model, once per process; it refuses a name that it knows."""
    from fastembed import TextEmbedding
    from fastembed.common.model_description import ModelSource, PoolingType

    if any(model["model"] == NAME for model in TextEmbedding.list_supported_models()):
        return
    TextEmbedding.add_custom_model(
        NAME,
        pooling=PoolingType.MEAN,
        normalization=True,
        # fastembed wants a place to download from; with `specific_model_path` it isn't used.
        sources=ModelSource(hf=NAME),
        dim=MiniLM.dimensions,
        model_file=build.MODEL_FILE,
    )
