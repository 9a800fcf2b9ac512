# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

import datetime
from dataclasses import dataclass, field



@dataclass(frozen=True, kw_only=True)
class Amount:
    """An amount of money."""

    value: int = field(metadata={"json": "value"})
    """A whole number of the currency's minor units: 12550 is EUR 125.50, and JPY 12,550."""

    currency: str = field(metadata={"json": "currency"})
    """A code of ISO 4217, in any letter case."""
