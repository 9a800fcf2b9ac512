# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

import datetime
from dataclasses import dataclass, field



@dataclass(frozen=True, kw_only=True)
class GroupSize:
    """The size of the party. Send it when more people stay than guests are named."""

    adult_count: int | None = field(default=None, metadata={"json": "adultCount"})
    """Number of adults."""

    child_count: int | None = field(default=None, metadata={"json": "childCount"})
    """Number of children."""

    infant_count: int | None = field(default=None, metadata={"json": "infantCount"})
    """Number of infants."""
