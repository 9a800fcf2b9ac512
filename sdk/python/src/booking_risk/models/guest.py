# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

import datetime
from dataclasses import dataclass, field



@dataclass(frozen=True, kw_only=True)
class Guest:
    """A named guest."""

    first_name: str | None = field(default=None, metadata={"json": "firstName"})
    """Given name."""

    last_name: str | None = field(default=None, metadata={"json": "lastName"})
    """Family name."""
