"""The error tree; every message is one plain sentence, fit for users, that says what to do.

GroundnoteError
├── InvalidInput            the request itself can't be met as asked
│   ├── EmptyQuestion       nothing to search for
│   └── TooLarge            over a limit that the message names
├── NotFound                no such thing, or not this user's (the two look alike on purpose)
├── Conflict                the thing is busy: being deleted, already running
├── UnreadableSource        a source can't become text
│   ├── UnsupportedType     the bytes are of no kind that a reader takes
│   ├── NoText              a scan, a blank file: nothing that could be quoted
│   ├── PasswordNeeded      an encrypted file
│   └── FetchFailed         a web page that can't be had
│       └── AddressRefused  an address that the fetcher may not open
├── StoreError              the store can't do its work
│   ├── StoreInUse          another process owns the data folder
│   ├── DiskFull            no room left
│   └── DeletionUnfinished  something of a deleted source is still there
├── ModelUnavailable        the embedding model can't be had or doesn't load
├── EngineError             an answer engine failed
└── Cancelled               the user stopped it
"""


class GroundnoteError(Exception):
    """The root: `str(error)` is what the user reads, `code` what a program reads."""

    code = "error"


class InvalidInput(GroundnoteError):
    """The request itself can't be met as asked."""

    code = "invalid_input"


class EmptyQuestion(InvalidInput):
    """The question holds nothing to search for."""

    code = "empty_question"


class TooLarge(InvalidInput):
    """Something is over a limit; the message names the limit and its setting."""

    code = "too_large"


class NotFound(GroundnoteError):
    """There is no such thing, or it isn't this user's; the two look alike on purpose."""

    code = "not_found"


class Conflict(GroundnoteError):
    """The thing is busy: it is being deleted, or the same work is already running."""

    code = "conflict"


class UnreadableSource(GroundnoteError):
    """A source can't become text; the message says why and what would help."""

    code = "unreadable_source"


class UnsupportedType(UnreadableSource):
    """The bytes are of no kind that a reader takes; the message lists those that are."""

    code = "unsupported_type"


class NoText(UnreadableSource):
    """There is nothing that could be quoted: a scan, a blank or an empty file."""

    code = "no_text"


class PasswordNeeded(UnreadableSource):
    """The file is encrypted and doesn't open without a password."""

    code = "password_needed"


class FetchFailed(UnreadableSource):
    """A web page can't be had: no answer, an error status, not a page of text."""

    code = "fetch_failed"


class AddressRefused(FetchFailed):
    """The address, or one that it redirects to, is private or otherwise not to be opened."""

    code = "address_refused"


class StoreError(GroundnoteError):
    """The store can't do its work."""

    code = "store"


class StoreInUse(StoreError):
    """Another process owns the data folder; the message names it."""

    code = "store_in_use"


class DiskFull(StoreError):
    """There is no room left on the disk that holds the data folder."""

    code = "disk_full"


class DeletionUnfinished(StoreError):
    """A source can't be asked any more, but not all of it is gone; the message says why."""

    code = "deletion_unfinished"


class ModelUnavailable(GroundnoteError):
    """The embedding model can't be had or doesn't load; search goes on by keywords."""

    code = "model_unavailable"


class EngineError(GroundnoteError):
    """An answer engine failed; what was found before that is kept."""

    code = "engine"


class Cancelled(GroundnoteError):
    """The user stopped it."""

    code = "cancelled"
