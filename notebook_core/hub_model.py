"""Another embedding model that fastembed knows, by name, from a model hub."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

from notebook_core.errors import ModelUnavailable

ANSWER_SECONDS = 5
TOKEN_LIMIT_IF_UNKNOWN = 256
LANGUAGES = {"English": "en", "Chinese": "zh", "German": "de", "Spanish": "es"}
TOKENIZER_FILES = (
    "config.json",
    "tokenizer.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
)

log = logging.getLogger(__name__)


class HubModel:
    """A model from fastembed's list; what it is comes from that list, so nothing is fetched to
    know it."""

    def __init__(self, name: str, models: Path) -> None:
        self._asked_for = name
        self._cache = models / "hub"

    @cached_property
    def _listed(self) -> dict[str, Any]:
        from fastembed import TextEmbedding

        wanted = self._asked_for.lower()
        known = TextEmbedding.list_supported_models()
        return next((model for model in known if model["model"].lower() == wanted), {})

    @property
    def name(self) -> str:
        return str(self._listed.get("model", self._asked_for))

    @property
    def dimensions(self) -> int:
        return int(self._listed.get("dim", 0))

    @property
    def languages(self) -> frozenset[str] | None:
        """Those that the model's description names; None (any) when it names none."""
        description = self._listed.get("description", "")
        named = {code for language, code in LANGUAGES.items() if language in description}
        return frozenset(named) or None

    @property
    def token_limit(self) -> int:
        """What the model's own settings say once they are here, until then its description."""
        if settings := self._cached("tokenizer_config.json"):
            content = json.loads(settings.read_text("utf-8"))
            limits = (content.get("model_max_length"), content.get("max_length"))
            if known := [limit for limit in limits if isinstance(limit, int) and limit > 0]:
                return min(known)
        stated = re.search(r"(\d+) input tokens", self._listed.get("description", ""))
        return int(stated[1]) if stated else TOKEN_LIMIT_IF_UNKNOWN

    def tokenizer_file(self) -> Path | None:
        return self._cached("tokenizer.json")

    def load(self, report: Callable[[str], None]) -> Any:
        """The loaded `fastembed.TextEmbedding`, after fetching it if need be.

        fastembed could fetch it too, but it waits 40 seconds for a hub that doesn't answer.
        Raises ModelUnavailable.
        """
        if not self._listed:
            raise ModelUnavailable(
                f"EMBEDDING_MODEL names “{self._asked_for}”, which fastembed doesn't know: give "
                "one of its text models, or leave the variable empty for the built-in one."
            )
        report(f"The embedding model {self.name} is being loaded")
        damaged = False
        if self._cached("tokenizer.json"):
            try:
                return self._loaded(self._snapshot(local_files_only=True))
            except Exception as error:  # onnxruntime and the hub's client raise many classes
                log.warning("Fetching %s again, its files don't load: %s", self.name, error)
                damaged = True
        self._reach_hub()
        size = self._listed["size_in_GB"]
        report(
            f"The embedding model {self.name} is being fetched from its hub ({size} GB), once, "
            "which takes minutes"
        )
        try:
            return self._loaded(self._snapshot(force_download=damaged))
        except Exception as error:
            log.exception("The embedding model %s can't be fetched or loaded", self.name)
            raise ModelUnavailable(
                f"The embedding model {self.name} can't be fetched or loaded "
                f"({type(error).__name__}): look at the log, or leave EMBEDDING_MODEL empty for "
                "the built-in one."
            ) from error

    def _reach_hub(self) -> None:
        from huggingface_hub import HfApi

        try:
            HfApi().model_info(self._listed["sources"]["hf"], timeout=ANSWER_SECONDS)
        except Exception as error:
            log.warning("The hub of %s did not answer: %s", self.name, error)
            raise ModelUnavailable(
                f"The embedding model {self.name} isn't here and its hub can't be reached: "
                "connect and start again, or leave EMBEDDING_MODEL empty for the built-in one."
            ) from error

    def _snapshot(self, **options: Any) -> str:
        from huggingface_hub import snapshot_download
        from huggingface_hub.utils.tqdm import disable_progress_bars

        disable_progress_bars()
        files = [self._listed["model_file"], *self._listed["additional_files"], *TOKENIZER_FILES]
        repository = self._listed["sources"]["hf"]
        options |= {"allow_patterns": files, "cache_dir": self._cache}
        return str(snapshot_download(repository, **options))

    def _loaded(self, folder: str) -> Any:
        from fastembed import TextEmbedding

        return TextEmbedding(self.name, specific_model_path=folder)

    def _cached(self, file: str) -> Path | None:
        from huggingface_hub import try_to_load_from_cache

        repository = self._listed.get("sources", {}).get("hf")
        if not repository:
            return None
        path = try_to_load_from_cache(repository, file, cache_dir=self._cache)
        return Path(path) if isinstance(path, str) else None
