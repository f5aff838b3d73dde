"""Adding sources: what is taken, what is the same, what is new, and what is said of failures."""

import os
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from notebook_core import accept, ingest
from notebook_core.accept import Accepted, Refused, canonical_url
from notebook_core.domain import LOCAL_USER, Notebook, Progress, Source
from notebook_core.errors import (
    Conflict,
    InvalidInput,
    NoText,
    StoreError,
    TooLarge,
    UnsupportedType,
)
from notebook_core.indexing import reindex
from notebook_core.originals import OriginalFiles
from notebook_core.ports import Core, Fetched
from notebook_core.text.context import embedding_text
from notebook_core.text.spans import slice_text

AddText = Callable[..., Source]
RULES = "# Rules\n\n## Pump\n\nThe pump must run dry for two minutes.\n\n## Valve\n\nIt closes."


def add_folder(core: Core, notebook: Notebook, folder: Path) -> list[Accepted | Refused]:
    taken = []
    for item in accept.accept_folder(core, LOCAL_USER, notebook.id, folder):
        taken.append(item)
        if isinstance(item, Accepted) and item.needs_processing:
            ingest.process(core, LOCAL_USER, item.source.id)
    return taken


def state(core: Core, notebook: Notebook) -> list[tuple[str, int, int]]:
    sources = core.store.sources.all(LOCAL_USER, notebook.id)
    return [(source.id, source.version, source.passage_count) for source in sources]


def test_a_file_becomes_ready_with_passages_that_slice_its_text(
    core: Core, add_text: AddText
) -> None:
    source = add_text(RULES, "rules.md")
    assert (source.status, source.version, source.kind) == ("ready", 1, "markdown")
    text = core.store.sources.text(LOCAL_USER, source.id)
    passages = core.store.sources.passages(LOCAL_USER, source.id)
    assert source.passage_count == len(passages) > 0
    assert "must run dry" in "".join(slice_text(text.text, p.start, p.end) for p in passages)


def test_the_tokens_of_a_source_are_those_of_its_whole_text(core: Core, add_text: AddText) -> None:
    source = add_text(
        "\n\n".join(f"# Part {n}\n\nPump-{n} (ÄÖ) runs 1,250 h.\n水泵" for n in range(90))
    )
    text = core.store.sources.text(LOCAL_USER, source.id).text
    assert [source.token_count] == core.embedder.count_tokens([text])


def test_the_same_bytes_again_are_a_duplicate_and_change_nothing(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    first = add_text(RULES, "rules.md")
    before = state(core, notebook)
    again = accept.accept_file(core, LOCAL_USER, notebook.id, RULES.encode(), "copy.md")
    assert (again.duplicate, again.needs_processing, again.source.id) == (True, False, first.id)
    assert state(core, notebook) == before


def test_a_paste_with_other_line_ends_is_the_same_paste(core: Core, notebook: Notebook) -> None:
    first = accept.accept_paste(core, LOCAL_USER, notebook.id, "One line.\nAnother.\n")
    ingest.process(core, LOCAL_USER, first.source.id)
    again = accept.accept_paste(core, LOCAL_USER, notebook.id, "One line.\r\nAnother.")
    assert again.duplicate
    assert again.source.id == first.source.id


def test_a_changed_file_is_a_new_version_and_the_old_one_stays_readable(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    first = add_text(RULES, "rules.md")
    second = add_text(RULES.replace("two", "nine"), "rules.md")
    assert (second.id, second.version, second.status) == (first.id, 2, "ready")
    assert "two minutes" in core.store.sources.text(LOCAL_USER, first.id, 1).text
    assert "nine minutes" in core.store.sources.text(LOCAL_USER, first.id, 2).text
    assert {p.version for p in core.store.sources.passages(LOCAL_USER, first.id)} == {2}


def test_the_date_of_a_source_is_that_of_its_version_and_reaches_the_scope(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    dated = f"---\ntitle: Rules\ndate: 2024-05-06\n---\n{RULES}"
    source = add_text(dated, "rules.md")
    assert source.dated == date(2024, 5, 6)
    (scoped,) = core.store.search.scope(LOCAL_USER, notebook.id, None).sources
    assert scoped.dated == source.dated
    assert reindex(core, LOCAL_USER, source.id).dated == source.dated
    assert add_text(RULES, "rules.md").dated is None


def test_a_file_whose_next_version_is_being_read_must_wait_with_another_one(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    source = add_text(RULES, "rules.md")
    progress = Progress("extracting", 1, 2)
    core.store.sources.set_progress(LOCAL_USER, source.id, "extracting", progress)
    data = RULES.replace("two", "nine").encode()
    with pytest.raises(Conflict, match="still being read"):
        accept.accept_file(core, LOCAL_USER, notebook.id, data, "rules.md")
    assert core.originals.read(source.id, 2) is None


def test_a_new_version_that_cannot_be_read_leaves_the_old_one_ready(
    core: Core, notebook: Notebook, add_text: AddText
) -> None:
    add_text(RULES, "rules.md")
    failed = add_text("<!-- nothing but a comment -->", "rules.md")
    assert (failed.status, failed.version) == ("ready", 1)
    assert failed.update_error


def test_a_folder_twice_changes_nothing_and_half_a_file_loses_its_passages(
    core: Core, notebook: Notebook, tmp_path: Path
) -> None:
    long = "\n\n".join(f"## Part {n}\n\n" + f"Rule {n} of the hall holds. " * 40 for n in range(8))
    (tmp_path / "long.md").write_text(long)
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "rules.md").write_text(RULES)
    add_folder(core, notebook, tmp_path)
    before = state(core, notebook)
    assert len(before) == 2
    assert all(item.duplicate for item in add_folder(core, notebook, tmp_path))
    assert state(core, notebook) == before
    (tmp_path / "long.md").write_text(long[: len(long) // 2])
    add_folder(core, notebook, tmp_path)
    after = {source_id: passages for source_id, _, passages in state(core, notebook)}
    changed = [(n, after[i]) for i, _, n in before if after[i] != n]
    assert len(changed) == 1
    was, now = changed[0]
    assert now == pytest.approx(was / 2, abs=1)


def test_one_bad_file_stops_nothing(core: Core, notebook: Notebook, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"")
    (tmp_path / "b.md").write_text(RULES)
    taken = add_folder(core, notebook, tmp_path)
    assert [type(item) for item in taken] == [Refused, Accepted]
    assert [source.status for source in core.store.sources.all(LOCAL_USER, notebook.id)] == [
        "ready"
    ]


def test_a_file_name_that_is_not_utf_8_stops_nothing_and_is_taken(
    core: Core, notebook: Notebook, tmp_path: Path
) -> None:
    for name in (b"caf\xe9.md", b"caf\xe8.md"):
        try:
            Path(os.fsdecode(bytes(tmp_path) + b"/" + name)).write_text(RULES + name.hex())
        except OSError:
            pytest.skip("This file system takes no such names.")
    for _ in range(2):
        add_folder(core, notebook, tmp_path)
        sources = core.store.sources.all(LOCAL_USER, notebook.id)
        assert [(source.status, source.version) for source in sources] == [("ready", 1)] * 2
    assert len({source.origin for source in sources}) == 2


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("plan\u202efdp.txt", "planfdp.txt"),
        ("zero\u200bwidth\x00.txt", "zerowidth.txt"),
        ("two\nlines.txt", "two lines.txt"),
        (" \u3000 ", "Untitled"),
        ("../../etc/rules.txt", "rules.txt"),
        ("half \ud83d.txt", "half \ufffdd83d.txt"),
        ("n" * 9_000 + ".txt", "n" * 5_000),
        ("CON .txt", "CON .txt"),
    ],
)
def test_a_title_is_one_line_in_which_nothing_hides(
    core: Core, notebook: Notebook, name: str, title: str
) -> None:
    taken = accept.accept_file(core, LOCAL_USER, notebook.id, b"The gate opens at noon.", name)
    assert taken.source.title == title
    assert ingest.process(core, LOCAL_USER, taken.source.id).title == title


def test_the_title_that_a_document_carries_is_cleaned_too(core: Core, add_text: AddText) -> None:
    source = add_text("<title>Plan\u202e&#10;fdp</title><p>The gate opens at noon.</p>", "a.html")
    assert source.title == "Plan fdp"
    text = core.store.sources.text(LOCAL_USER, source.id)
    assert text.title == source.title


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="This system has no named pipes.")
def test_what_never_ends_or_is_too_large_is_not_even_read(
    core: Core, notebook: Notebook, tmp_path: Path
) -> None:
    pipe, large = tmp_path / "pipe.txt", tmp_path / "large.txt"
    os.mkfifo(pipe)
    with pytest.raises(InvalidInput, match="no ordinary file"):
        accept.accept_path(core, LOCAL_USER, notebook.id, pipe)
    with large.open("wb") as file:
        file.truncate(10**12)  # takes no room on the disk
    with pytest.raises(TooLarge, match="GROUNDNOTE_MAX_FILE_MB"):
        accept.accept_path(core, LOCAL_USER, notebook.id, large)


def test_a_file_that_could_not_be_kept_does_not_wait_for_ever(
    core: Core, notebook: Notebook, tmp_path: Path
) -> None:
    blocked = replace(core, originals=OriginalFiles(tmp_path / "file" / "files"))
    (tmp_path / "file").write_text("where the folder should be")
    with pytest.raises(StoreError):
        accept.accept_file(blocked, LOCAL_USER, notebook.id, RULES.encode(), "rules.md")
    (source,) = core.store.sources.all(LOCAL_USER, notebook.id)
    assert (source.status, bool(source.error)) == ("failed", True)
    again = accept.accept_file(core, LOCAL_USER, notebook.id, RULES.encode(), "rules.md")
    assert again.source.id == source.id
    assert ingest.process(core, LOCAL_USER, source.id).status == "ready"


def test_every_vector_is_that_of_its_passage_with_its_context(
    core: Core, add_text: AddText
) -> None:
    source = add_text("\n\n".join(f"## P{n}\n\n" + f"Rule {n}. " * 80 for n in range(6)), "r.md")
    text = core.store.sources.text(LOCAL_USER, source.id)
    vectors = core.store.sources.vectors(LOCAL_USER, source.id)
    for passage in core.store.sources.passages(LOCAL_USER, source.id):
        shown = embedding_text(
            text.title, passage.heading, slice_text(text.text, passage.start, passage.end)
        )
        (again,) = core.embedder.embed_passages([shown])
        assert float(np.dot(again, vectors[passage.id])) >= 0.9999
        assert core.embedder.count_tokens([shown])[0] + 2 <= core.embedder.token_limit


@pytest.mark.parametrize(
    ("data", "name", "error"),
    [
        (b"", "a.txt", NoText),
        (b" \n\t ", "a.md", NoText),
        (b"\xef\xbb\xbf", "bom.txt", NoText),
        (b"PK\x03\x04" + bytes(60), "a.zip", UnsupportedType),
        (b"\x89PNG\r\n\x1a\n" + bytes(60), "a.pdf", UnsupportedType),
    ],
)
def test_what_cannot_be_a_source_is_refused_in_one_sentence(
    core: Core, notebook: Notebook, data: bytes, name: str, error: type[Exception]
) -> None:
    with pytest.raises(error, match=r"^[^\n]+[.]$"):
        accept.accept_file(core, LOCAL_USER, notebook.id, data, name)
    assert core.store.sources.all(LOCAL_USER, notebook.id) == ()


def test_a_paste_over_the_limit_names_the_limit_and_its_setting(
    core: Core, notebook: Notebook
) -> None:
    with pytest.raises(TooLarge, match="GROUNDNOTE_MAX_PASTE_MB"):
        accept.accept_paste(core, LOCAL_USER, notebook.id, "six " * 1_500_000)


def test_a_file_that_is_one_data_uri_is_refused(core: Core, notebook: Notebook) -> None:
    data = b"data:image/png;base64," + b"iVBORw0KGgo" * 2000
    with pytest.raises(UnsupportedType):
        accept.accept_file(core, LOCAL_USER, notebook.id, data, "image.md")


def test_a_paste_that_is_one_data_uri_is_refused(core: Core, notebook: Notebook) -> None:
    with pytest.raises(NoText, match="embedded file"):
        accept.accept_paste(core, LOCAL_USER, notebook.id, "data:image/png;base64," + "iVBO" * 200)


@pytest.mark.parametrize("name", ["image.md", "image.txt"])
def test_a_data_uri_between_sentences_never_becomes_passages_of_noise(
    core: Core, add_text: AddText, name: str
) -> None:
    uri = "data:image/png;base64," + "iVBORw0KGgo" * 2000
    source = add_text(f"Before it.\n\n![x]({uri})\n\nAfter it.", name)
    assert (source.status, source.passage_count) == ("ready", 1)
    assert "iVBORw0KGgo" not in core.store.sources.text(LOCAL_USER, source.id).text


def test_a_cancelled_source_says_so_and_can_be_retried(core: Core, notebook: Notebook) -> None:
    taken = accept.accept_file(core, LOCAL_USER, notebook.id, RULES.encode(), "rules.md")
    source = ingest.process(core, LOCAL_USER, taken.source.id, cancelled=lambda: True)
    assert (source.status, source.error) == ("failed", ingest.CANCELLED)
    assert ingest.process(core, LOCAL_USER, source.id).status == "ready"


def test_a_title_given_while_a_source_is_read_is_kept(core: Core, notebook: Notebook) -> None:
    taken = accept.accept_url(core, LOCAL_USER, notebook.id, "https://example.org/rules")

    class RenamedMeanwhile:
        def fetch(self, url: str) -> Fetched:
            core.store.sources.rename(LOCAL_USER, taken.source.id, "House rules")
            return Fetched(b"<h1>Rules</h1><p>The pump must run dry.</p>", url, "text/html", "")

    offline = replace(core, fetcher=RenamedMeanwhile())
    source = ingest.process(offline, LOCAL_USER, taken.source.id)
    assert (source.status, source.title) == ("ready", "House rules")
    assert core.store.sources.text(LOCAL_USER, source.id).title == "House rules"


def test_the_same_address_in_other_spellings_is_one_source(core: Core, notebook: Notebook) -> None:
    page = b"<html><body><main><p>The pump must run dry for two minutes.</p></main></body></html>"

    class OnePage:
        def fetch(self, url: str) -> Fetched:
            return Fetched(page, url, "text/html", "utf-8")

    offline = replace(core, fetcher=OnePage())
    first = accept.accept_url(offline, LOCAL_USER, notebook.id, "https://example.org/a?utm_x=1")
    assert ingest.process(offline, LOCAL_USER, first.source.id).status == "ready"
    assert first.source.origin == "https://example.org/a"
    for spelling in ("https://example.org/a/", "HTTPS://EXAMPLE.org/a#top"):
        again = accept.accept_url(offline, LOCAL_USER, notebook.id, spelling)
        assert (again.duplicate, again.source.id) == (True, first.source.id)


def test_an_address_is_fetched_with_the_slash_that_it_was_given_with(
    core: Core, notebook: Notebook
) -> None:
    with_slash = accept.accept_url(core, LOCAL_USER, notebook.id, "https://example.org/docs/")
    assert with_slash.source.origin == "https://example.org/docs/"
    without = accept.accept_url(core, LOCAL_USER, notebook.id, "https://example.org/docs")
    assert without.source.id == with_slash.source.id


def test_of_an_address_only_what_tracks_is_taken_away() -> None:
    assert canonical_url("https://a.example/s?q=x%20y;z&utm_source=m&draft&UTM_id=2") == (
        "https://a.example/s?q=x%20y;z&draft"
    )


@pytest.mark.parametrize(
    "url",
    ["file:///etc/passwd", "javascript:alert(1)", "example.org", "", "http://[::1", "https://"],
)
def test_only_full_web_addresses_are_taken(url: str) -> None:
    with pytest.raises(InvalidInput):
        canonical_url(url)
