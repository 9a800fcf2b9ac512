# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

import datetime
from dataclasses import dataclass, field



@dataclass(frozen=True, kw_only=True)
class Hotel:
    """The property being booked."""

    reference_id: str | None = field(default=None, metadata={"json": "referenceId"})
    """Your own identifier for the property."""

    giata_id: str | None = field(default=None, metadata={"json": "giataId"})
    """GIATA property ID. Strongly recommended."""

    name: str = field(metadata={"json": "name"})
    """Name of the property."""

    address: str | None = field(default=None, metadata={"json": "address"})
    """Street address of the property."""

    country: str = field(metadata={"json": "country"})
    """Country of the property. An officially assigned ISO 3166-1 alpha-2 code, in any letter case."""
