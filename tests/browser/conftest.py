"""A running app and a headless Chromium; skipped without a browser, except in CI."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[2]
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@dataclass(frozen=True)
class RunningApp:
    """Where the app under test answers, and the folder that holds its data."""

    url: str
    data: Path


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def wait_until_healthy(process: subprocess.Popen[bytes], url: str, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"the app ended at start with code {process.returncode}")
        try:
            with urllib.request.urlopen(url + "/_stcore/health", timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError(f"the app did not answer within {seconds} s")


@pytest.fixture(scope="session")
def running_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningApp]:
    data = tmp_path_factory.mktemp("data")
    port = free_port()
    log = (data / "app.log").open("wb")
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "streamlit",
            "run",
            str(ROOT / "app.py"),
            "--server.port",
            str(port),
        ],
        cwd=ROOT,
        env=os.environ | {"GROUNDNOTE_DATA": str(data)},
        stdout=log,
        stderr=log,
    )
    url = f"http://127.0.0.1:{port}"
    try:
        wait_until_healthy(process, url)
        yield RunningApp(url, data)
    finally:
        process.terminate()
        process.wait(timeout=20)
        log.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    if chromium is None:
        if os.environ.get("CI"):
            pytest.fail("Chromium is required in CI and was not found.")
        pytest.skip("No Chromium here: install Debian's package chromium to run the browser tests.")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture
def page(browser: Browser, running_app: RunningApp) -> Iterator[Page]:
    context = browser.new_context(base_url=running_app.url, viewport={"width": 1440, "height": 900})
    yield context.new_page()
    context.close()
