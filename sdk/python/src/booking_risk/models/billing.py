# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

import datetime
from dataclasses import dataclass, field



@dataclass(frozen=True, kw_only=True)
class Billing:
    """The billing address given at checkout."""

    address_line: str | None = field(default=None, metadata={"json": "addressLine"})
    """Street address."""

    country: str | None = field(default=None, metadata={"json": "country"})
    """Country of the billing address. An officially assigned ISO 3166-1 alpha-2 code, in any letter case."""
