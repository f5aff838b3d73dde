"""Puts numbers into sentences."""


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "source"), counted(1_200, "page")
    ('1 source', '1,200 pages')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
