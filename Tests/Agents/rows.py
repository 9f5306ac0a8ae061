"""The rows of acceptance: what a client does, and what it must see."""

import dataclasses
from typing import Callable

ROWS = []


@dataclasses.dataclass
class Row:
    number: int
    group: str
    text: str
    check: Callable
    # What the row waits for, if it cannot pass yet.
    awaits: str | None


def row(number, group, text, awaits=None):
    """Adds the function to the rows. A row of `lines` gets the session alone, any other a client and the session."""
    def add(check):
        ROWS.append(Row(number, group, text, check, awaits))
        return check
    return add


def equal(found, expected):
    assert found == expected, f"{found!r:.800} is not {expected!r:.800}"


def contains(text, *parts):
    for part in parts:
        assert part in text, f"{text!r:.800} does not contain {part!r}"
