"""Deletion: out of every scope at once, then gone everywhere, with a receipt of what was probed."""

from __future__ import annotations

import logging

from notebook_core.domain import DeletionReceipt
from notebook_core.errors import GroundnoteError, NotFound
from notebook_core.ports import Core

log = logging.getLogger(__name__)


def delete_source(core: Core, user: str, source_id: str) -> DeletionReceipt:
    """Delete a source, its rows, vectors, postings and files.

    Old answers stay; their citations say that the source was removed. Raises NotFound when it is
    gone already or isn't the user's.
    """
    source = core.store.sources.get(user, source_id)
    core.store.sources.mark_deleting(user, source_id)
    return _complete(core, user, source_id, source.title)


def delete_notebook(core: Core, user: str, notebook_id: str) -> tuple[DeletionReceipt, ...]:
    """Delete a notebook with all its sources and conversations; a receipt for each source.

    Sources whose deletion failed half-way are among them. Raises NotFound.
    """
    half_gone = [
        source
        for owner, source in core.store.sources.deleting()
        if owner == user and source.notebook_id == notebook_id
    ]
    receipts = []
    for source in (*core.store.sources.all(user, notebook_id), *half_gone):
        try:
            receipts.append(delete_source(core, user, source.id))
        except NotFound:
            log.info("source %s was deleted by someone else meanwhile", source.id)
    core.store.notebooks.delete(user, notebook_id)
    return tuple(receipts)


def sweep(core: Core) -> int:
    """Finish the deletions that a crash left half done; returns how many there were."""
    unfinished = core.store.sources.deleting()
    for user, source in unfinished:
        try:
            _complete(core, user, source.id, source.title)
        except GroundnoteError:
            log.exception("the deletion of source %s could not be finished", source.id)
    return len(unfinished)


def _complete(core: Core, user: str, source_id: str, title: str) -> DeletionReceipt:
    files = core.originals.remove(source_id)
    rows = core.store.sources.remove(user, source_id)
    receipt = DeletionReceipt(source_id, title, rows, files)
    core.store.sources.save_receipt(user, receipt)
    return receipt
