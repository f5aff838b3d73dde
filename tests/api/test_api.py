"""The HTTP routes: health, and nothing else."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from notebook_core import api, bootstrap
from notebook_core.embedding import FastEmbedder
from notebook_core.errors import StoreInUse
from notebook_core.ports import Core
from notebook_core.settings import settings_from
from notebook_core.store.duckdb import open_store


@pytest.fixture
def core(embedder: FastEmbedder, tmp_path: Path) -> Iterator[Core]:
    settings = replace(settings_from(), data=tmp_path)
    built = bootstrap.build(settings, store=open_store(None), embedder=embedder)
    yield built
    built.store.close()


@pytest.fixture
def client() -> TestClient:
    return TestClient(Starlette(routes=api.routes()), base_url="http://127.0.0.1")


def test_health_names_every_part(client: TestClient, core: Core) -> None:
    with bootstrap.using(core):
        response = client.get("/api/health")
    assert response.status_code == 200
    assert response.json() == {"ok": True, "store": "ok", "fts": "ok", "vss": "ok", "model": "ok"}


def test_a_store_that_does_not_work_is_unhealthy(client: TestClient, core: Core) -> None:
    with bootstrap.using(core):
        core.store.close()
        response = client.get("/api/health")
    assert response.status_code == 503
    assert response.json()["ok"] is False
    assert response.json()["store"] != "ok"


def test_a_store_that_can_not_be_opened_is_unhealthy_and_says_why(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> Any:
        raise StoreInUse("Another process uses this data folder; close it first.")

    monkeypatch.setattr(bootstrap, "core", refuse)
    response = client.get("/api/health")
    assert response.status_code == 503
    assert response.json() == {
        "ok": False,
        "store": "Another process uses this data folder; close it first.",
    }


def test_a_missing_model_is_named_but_search_goes_on(client: TestClient, core: Core) -> None:
    class Unavailable:
        unavailable = "The model is being built, which takes some 5 seconds."

    with bootstrap.using(replace(core, embedder=Unavailable())):  # type: ignore[arg-type]
        response = client.get("/api/health")
    assert response.status_code == 200
    assert response.json()["model"] == Unavailable.unavailable


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/health/", "/api/healthy", "/api/a/b?c=1"])
@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_every_other_route_is_404_in_json(client: TestClient, method: str, path: str) -> None:
    response = client.request(method, path, follow_redirects=False)
    assert response.status_code == 404
    assert response.json()["error"]["code"] == "not_found"


def test_health_is_only_read(client: TestClient) -> None:
    assert client.post("/api/health").status_code in (404, 405)
