"""How far an ingestion is, in words: stage, units done of all, seconds left."""

from __future__ import annotations

from dataclasses import dataclass

from notebook_core.domain import Progress

_STAGES = {
    "": ("Waiting", ""),
    "queued": ("Waiting", ""),
    "extracting": ("Reading", "page"),
    "ocr": ("Recognising text", "page"),
    "indexing": ("Indexing", "passage"),
}
_LEAST_DONE = 2


@dataclass(frozen=True)
class Pace:
    """When a stage was first looked at, in seconds, and how much of it was done then."""

    stage: str
    seconds: float
    done: int


def seconds_left(pace: Pace, progress: Progress, now: float) -> float | None:
    """What is left of the stage at the pace since it was first looked at; None: not known yet.

    >>> seconds_left(Pace("extracting", 10.0, 5), Progress("extracting", 15, 35), 20.0)
    20.0
    """
    done = progress.done - pace.done
    if pace.stage != progress.stage or progress.total <= 0 or done < _LEAST_DONE:
        return None
    return max(0.0, (progress.total - progress.done) * (now - pace.seconds) / done)


def progress_words(progress: Progress, left: float | None = None) -> str:
    """A line for a progress bar.

    >>> progress_words(Progress("extracting", 3, 12), 8.4)
    'Reading: 3 of 12 pages, about 9 seconds left'
    """
    verb, unit = _STAGES.get(progress.stage, (progress.stage.capitalize(), "step"))
    if progress.total <= 0 or not unit:
        return f"{verb}…"
    words = f"{verb}: {progress.done:,} of {progress.total:,} {unit}s"
    return words if left is None else f"{words}, about {_duration(left)} left"


def share_done(progress: Progress) -> float:
    """From 0 to 1, for a bar."""
    return min(1.0, max(0.0, progress.done / progress.total)) if progress.total > 0 else 0.0


def _duration(seconds: float) -> str:
    whole = int(seconds) + 1
    if whole < 90:
        return f"{whole} second{'' if whole == 1 else 's'}"
    return f"{round(whole / 60)} minutes"
