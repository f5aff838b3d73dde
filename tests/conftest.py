"""Fixtures that every test may use."""

import pytest

from notebook_core.embedding import FastEmbedder
from notebook_core.settings import Settings, settings_from


@pytest.fixture(scope="session")
def embedder() -> FastEmbedder:
    """The real embedding model, in the models folder that the app would use."""
    embedder = FastEmbedder(Settings(models=settings_from().models))
    embedder.prepare()
    return embedder
