# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

import datetime
from dataclasses import dataclass, field

from booking_risk.models.list_entry import ListEntry


@dataclass(frozen=True, kw_only=True)
class ListEntryPage:
    """A page of a list."""

    entries: list[ListEntry] = field(metadata={"json": "entries"})
    """Newest first."""

    next: str | None = field(metadata={"json": "next"})
    """The cursor of the next page; null at the end."""
