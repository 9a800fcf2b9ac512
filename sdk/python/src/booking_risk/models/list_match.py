# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

import datetime
from dataclasses import dataclass, field

from booking_risk.models.list_match_kind import ListMatchKind


@dataclass(frozen=True, kw_only=True)
class ListMatch:
    """An entry of a list that applied to an attempt."""

    kind: ListMatchKind = field(metadata={"json": "kind"})

    entry_id: str = field(metadata={"json": "entryId"})
    """The entry or the pass."""

    lists_version: int = field(metadata={"json": "listsVersion"})
    """The version that the project's lists had with it."""
