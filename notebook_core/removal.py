"""Deletion: out of every scope at once, then gone everywhere, with a receipt of what was probed."""

from __future__ import annotations

import logging

from notebook_core.domain import DeletionReceipt, Source
from notebook_core.errors import DeletionUnfinished, GroundnoteError, NotFound, StoreError
from notebook_core.ports import Core

log = logging.getLogger(__name__)


def delete_source(core: Core, user: str, source_id: str) -> DeletionReceipt:
    """Delete a source, its rows, vectors, postings and files.

    Old answers stay; their citations say that the source was removed. Raises NotFound when it is
    gone already or isn't the user's, DeletionUnfinished when it can't be asked any more but
    something of it is left; it stays `deleting` then, and this, or the next start, goes on.
    """
    source = core.store.sources.get(user, source_id)
    core.store.sources.mark_deleting(user, source_id)
    try:
        return _complete(core, user, source_id)
    except StoreError as error:
        raise DeletionUnfinished(
            f"“{source.title}” can't be asked any more, but it isn't all gone yet. {error} The "
            "rest goes when Groundnote starts the next time."
        ) from error


def unfinished(core: Core, user: str, notebook_id: str) -> tuple[Source, ...]:
    """The sources of a notebook whose deletion is under way, or could not be finished."""
    return tuple(
        source
        for owner, source in core.store.sources.deleting()
        if owner == user and source.notebook_id == notebook_id
    )


def delete_notebook(core: Core, user: str, notebook_id: str) -> tuple[DeletionReceipt, ...]:
    """Delete a notebook with all its sources and conversations; a receipt for each source.

    Sources whose deletion failed half-way are among them. Raises NotFound, DeletionUnfinished.
    """
    half_gone = unfinished(core, user, notebook_id)
    receipts = []
    for source in (*core.store.sources.all(user, notebook_id), *half_gone):
        try:
            receipts.append(delete_source(core, user, source.id))
        except NotFound:
            log.info("source %s was deleted by someone else meanwhile", source.id)
    core.store.notebooks.delete(user, notebook_id)
    return tuple(receipts)


def sweep(core: Core) -> int:
    """Finish the deletions that were left half done; returns how many there were."""
    half_gone = core.store.sources.deleting()
    for user, source in half_gone:
        try:
            _complete(core, user, source.id)
        except GroundnoteError as error:
            log.warning("“%s” is deleted, but it isn't all gone yet: %s", source.title, error)
    return len(half_gone)


def _complete(core: Core, user: str, source_id: str) -> DeletionReceipt:
    """The rows go last, and the receipt with them, so that whatever fails can be done again."""
    return core.store.sources.remove(user, source_id, core.originals.remove(source_id))
