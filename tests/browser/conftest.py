"""A running app and a headless Chromium; skipped without a browser, except in CI."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Dialog, Page, expect, sync_playwright

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

# What a quick machine shows at once takes a busy one longer; a test that fails waits in vain.
expect.set_options(timeout=30_000)


@dataclass(frozen=True)
class RunningApp:
    """Where the app under test answers, and the folder that holds its data."""

    url: str
    data: Path


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def wait_until_healthy(
    process: subprocess.Popen[bytes], url: str, log: Path, seconds: float = 60
) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"the app ended at start:\n{log.read_text(errors='replace')}")
        try:
            with urllib.request.urlopen(url + "/_stcore/health", timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError(f"the app did not answer within {seconds} s")


@contextmanager
def serving(script: Path, data: Path) -> Iterator[RunningApp]:
    """Run an app file as the README says, on a port of its own."""
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(script), "--server.port", str(port)]
    environment = os.environ | {"GROUNDNOTE_DATA": str(data), "PYTHONPATH": str(ROOT)}
    with (data / "app.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        url = f"http://127.0.0.1:{port}"
        try:
            wait_until_healthy(process, url, data / "app.log")
            yield RunningApp(url, data)
        finally:
            process.terminate()
            process.wait(timeout=20)


@pytest.fixture(scope="session")
def serve() -> Callable[[Path, Path], AbstractContextManager[RunningApp]]:
    """Runs an app file on a data folder."""
    return serving


@pytest.fixture(scope="session")
def mounted_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningApp]:
    """The components on a page of their own, `/?show=…` (see mounted/script.py)."""
    with serving(
        Path(__file__).parent / "mounted" / "serve.py", tmp_path_factory.mktemp("data")
    ) as app:
        yield app


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


@dataclass
class Watch:
    """What happened on a page that nobody asked for."""

    dialogs: list[str] = field(default_factory=list)
    foreign_requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)


def watch(page: Page, url: str) -> Watch:
    """Note dialogs, requests to other hosts, and what the console says of policies and errors."""
    seen = Watch()

    def note_request(address: str) -> None:
        if not address.startswith((url, "data:", "blob:" + url)):
            seen.foreign_requests.append(address)

    def note_dialog(dialog: Dialog) -> None:
        seen.dialogs.append(dialog.message)
        dialog.dismiss()

    def note_message(message: ConsoleMessage) -> None:
        # Opened at the address of a page, Streamlit looks for its server below that first.
        is_search = "/_stcore/" in message.location["url"] and "404" in message.text
        if message.type == "error" and not is_search:
            seen.complaints.append(f"{message.text} ({message.location['url']})")

    page.on("request", lambda request: note_request(request.url))
    page.on("dialog", note_dialog)
    page.on("pageerror", lambda error: seen.complaints.append(str(error)))
    page.on("console", note_message)
    return seen


@pytest.fixture
def watching() -> Callable[[Page, str], Watch]:
    return watch


@pytest.fixture
def faint_texts() -> Callable[[Page], list[str]]:
    """Lists the visible texts of a page that stand out too little to be read."""
    script = (Path(__file__).parent / "faint_texts.js").read_text(encoding="utf-8")
    return lambda page: page.evaluate(f"({script})(4.5)")
