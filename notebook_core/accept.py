"""Takes what a user hands over: told apart from what is there, kept safe, and queued."""

from __future__ import annotations

import hashlib
import re
import secrets
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from notebook_core.domain import NewSource, Source
from notebook_core.errors import Conflict, GroundnoteError, InvalidInput, NoText, TooLarge
from notebook_core.ports import Core
from notebook_core.readers.folder import walk
from notebook_core.readers.sniff import is_data_uri, sniff
from notebook_core.settings import MEGABYTE
from notebook_core.text.normalise import normalise, normalise_title

TITLE_CHARACTERS = 80
LONGEST_TITLE = 5_000
PASTE = "paste:"
WEB = ("http://", "https://")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
NO_ADDRESS = "Give a full web address, one that starts with https:// or http://."


@dataclass(frozen=True)
class Accepted:
    """A source to process, or, without need to, the one that has the same content."""

    source: Source
    needs_processing: bool
    duplicate: bool = False


@dataclass(frozen=True)
class PassedOver:
    """A file or folder that nobody asked for by name and that isn't read, and why."""

    name: str
    reason: str


@dataclass(frozen=True)
class Refused:
    """Something that was not taken, and why, in a sentence."""

    name: str
    error: GroundnoteError


def accept_file(
    core: Core,
    user: str,
    notebook_id: str,
    data: bytes,
    name: str,
    *,
    origin: str = "",
    title: str = "",
    source_id: str = "",
) -> Accepted:
    """Take a file. The same bytes again are a duplicate; other bytes from the same `origin` (by
    default the file's name) become a new version of that source.

    Raises TooLarge, NoText, UnsupportedType, Conflict, NotFound.
    """
    core.store.notebooks.get(user, notebook_id)
    _require_size(len(data), name, core.settings.max_file_bytes)
    origin = _storable(origin or name)
    new = NewSource(
        id=source_id or new_id(),
        notebook_id=notebook_id,
        kind=sniff(data, name),
        title=as_title(title) or first_title(origin),
        origin=origin,
        content_hash=hashlib.sha256(data).hexdigest(),
    )
    return _accept(core, user, new, data)


def accept_path(
    core: Core, user: str, notebook_id: str, path: Path, *, title: str = "", source_id: str = ""
) -> Accepted:
    """Take a file of this machine. Raises InvalidInput when it can't be read, else as above."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):  # a pipe or a device may never end
            raise InvalidInput(f"“{path}” is no ordinary file; choose one that is.")
        _require_size(status.st_size, path.name, core.settings.max_file_bytes)
        data = path.read_bytes()
        origin = str(path.resolve())
    except OSError as error:
        raise InvalidInput(f"“{path}” can't be read: {error.strerror}.") from error
    return accept_file(
        core,
        user,
        notebook_id,
        data,
        path.name,
        origin=origin,
        title=title,
        source_id=source_id,
    )


def accept_paste(core: Core, user: str, notebook_id: str, text: str, title: str = "") -> Accepted:
    """Take pasted text. Raises TooLarge, NoText, Conflict, NotFound."""
    core.store.notebooks.get(user, notebook_id)
    data = text.encode("utf-8", "replace")
    limit = core.settings.max_paste_bytes
    if len(data) > limit:
        raise TooLarge(
            f"The pasted text has {len(data) / MEGABYTE:.1f} MB and a paste may have "
            f"{limit / MEGABYTE:.0f} MB (GROUNDNOTE_MAX_PASTE_MB); add it as a file instead."
        )
    clean = normalise(text).strip()
    if not clean:
        raise NoText("There is no text in what was pasted.")
    if is_data_uri(data):
        raise NoText("What was pasted is one embedded file and no text; add the file itself.")
    digest = hashlib.sha256(clean.encode()).hexdigest()
    first_line = clean.splitlines()[0].lstrip("# ")
    new = NewSource(
        id=new_id(),
        notebook_id=notebook_id,
        kind="text",
        title=as_title(title) or first_line[:TITLE_CHARACTERS].strip() or "Pasted text",
        origin=PASTE + digest[:16],
        content_hash=digest,
    )
    return _accept(core, user, new, data)


def accept_url(core: Core, user: str, notebook_id: str, url: str, title: str = "") -> Accepted:
    """Take a web address, which is fetched when it is processed.

    Raises InvalidInput, Conflict, NotFound.
    """
    core.store.notebooks.get(user, notebook_id)
    address = canonical_url(url)
    known = _of_address(core, user, notebook_id, address)
    if known is not None:
        ready = known.status == "ready"
        return Accepted(known, needs_processing=known.status == "failed", duplicate=ready)
    new = NewSource(
        id=new_id(),
        notebook_id=notebook_id,
        kind="web",
        title=as_title(title) or first_title(address),
        origin=address,
        content_hash=hashlib.sha256(address.encode()).hexdigest(),
    )
    source, is_new = core.store.sources.add(user, new)
    return Accepted(source, needs_processing=is_new, duplicate=not is_new)


def accept_folder(
    core: Core, user: str, notebook_id: str, folder: Path
) -> Iterator[Accepted | Refused | PassedOver]:
    """Take every supported file below a folder, one after the other; the others are named first.

    Ids follow the relative path, so the same folder again changes nothing, and a file that
    changed becomes a new version. A bad file is refused by itself and stops nothing.
    """
    found = walk(folder)
    for skipped in found.skipped:
        name = skipped.path.relative_to(folder).as_posix()
        yield PassedOver(name, f"“{name}” is left out: it {skipped.reason}.")
    for path in found.files:
        relative = path.relative_to(folder).as_posix()
        try:
            source_id = _folder_source_id(notebook_id, folder, relative)
            yield accept_path(core, user, notebook_id, path, source_id=source_id)
        except GroundnoteError as error:
            yield Refused(relative, error)


def file_name(origin: str) -> str:
    """The last part of where a source came from."""
    return origin.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]


def first_title(origin: str) -> str:
    """What a source is called until its document says more: a file's name, a page's address."""
    return as_title(origin if origin.startswith(WEB) else file_name(origin)) or "Untitled"


def as_title(text: str) -> str:
    """On one line, without what can't be seen, such as marks that turn the rest around."""
    return normalise_title(text)[:LONGEST_TITLE]


def canonical_url(url: str) -> str:
    """The address without its fragment and tracking parameters.

    Raises InvalidInput for what is no full web address.

    >>> canonical_url(" https://Example.org/a/?utm_source=x&b=1#top ")
    'https://example.org/a/?b=1'
    """
    try:
        parts = urlsplit(url.strip())
    except ValueError as error:  # brackets that hold no IPv6 address
        raise InvalidInput(NO_ADDRESS) from error
    if parts.scheme.lower() not in ("http", "https") or not parts.hostname:
        raise InvalidInput(NO_ADDRESS)
    # The rest of the query stays as it was written: it is what will be fetched.
    asked = [part for part in parts.query.split("&") if not part.lower().startswith("utm_")]
    netloc = parts.netloc.lower() if "@" not in parts.netloc else parts.netloc
    return urlunsplit((parts.scheme.lower(), netloc, parts.path, "&".join(asked), ""))


def _of_address(core: Core, user: str, notebook_id: str, address: str) -> Source | None:
    """The source that came from an address, whether or not that ends in a slash: what is fetched
    has it as it was given, since some servers know only one of the two."""
    parts = urlsplit(address)
    path = parts.path.rstrip("/")
    for spelling in (parts.path, path, path + "/"):
        spelled = urlunsplit(parts._replace(path=spelling))
        if known := core.store.sources.by_origin(user, notebook_id, spelled):
            return known
    return None


def new_id() -> str:
    """A random id for what has no natural one."""
    return secrets.token_hex(8)


def _folder_source_id(notebook_id: str, folder: Path, relative: str) -> str:
    key = _storable(f"{notebook_id}\0{folder.resolve().as_posix()}\0{relative}")
    return hashlib.sha256(key.encode()).hexdigest()[:16]


def _storable(name: str) -> str:
    """The same for any text; names that hold half a surrogate pair (a file's, when it isn't
    UTF-8) stay apart from each other."""
    return _SURROGATE.sub(lambda found: f"\ufffd{ord(found[0]):x}", name)


def _require_size(size: int, name: str, limit: int) -> None:
    if size > limit:
        raise TooLarge(
            f"“{name}” has {size / MEGABYTE:.1f} MB and a file may have {limit / MEGABYTE:.0f} MB "
            "(GROUNDNOTE_MAX_FILE_MB); add it in parts, or raise the limit."
        )


def _accept(core: Core, user: str, new: NewSource, data: bytes) -> Accepted:
    """Find the source that this is or insert it, and keep the bytes of its next version."""
    same = core.store.sources.by_content(user, new.notebook_id, new.content_hash)
    if same is not None:
        if same.status == "failed":
            core.originals.keep(same.id, same.version + 1, new.kind, data)
            return Accepted(same, needs_processing=True)
        return Accepted(same, needs_processing=False, duplicate=True)
    earlier = core.store.sources.by_origin(user, new.notebook_id, new.origin)
    if earlier is None:
        source, is_new = core.store.sources.add(user, new)
        if is_new:
            _keep_first(core, user, source, data)
        return Accepted(source, needs_processing=is_new, duplicate=not is_new)
    if earlier.status not in ("ready", "failed") or earlier.progress.stage:
        raise Conflict(f"“{earlier.title}” is still being read; add this again when it is ready.")
    core.originals.keep(earlier.id, earlier.version + 1, new.kind, data)
    return Accepted(earlier, needs_processing=True)


def _keep_first(core: Core, user: str, source: Source, data: bytes) -> None:
    """Keep the bytes of a new source. Should that fail, it must not wait for ever to be read."""
    try:
        core.originals.keep(source.id, 1, source.kind, data)
    except GroundnoteError as error:
        core.store.sources.fail(user, source.id, str(error))
        raise
