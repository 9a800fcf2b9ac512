# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

import datetime
from dataclasses import dataclass, field

from booking_risk.models.decided_by_kind import DecidedByKind


@dataclass(frozen=True, kw_only=True)
class DecidedBy:
    """What decided the suggested action."""

    kind: DecidedByKind = field(metadata={"json": "kind"})

    entry_id: str | None = field(metadata={"json": "entryId"})
    """The entry or the pass; null where neither decided."""

    lists_version: int | None = field(metadata={"json": "listsVersion"})
    """The version that the project's lists had with it; null where no entry and no pass decided."""
