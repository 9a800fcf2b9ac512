# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

import datetime
from dataclasses import dataclass, field



@dataclass(frozen=True, kw_only=True)
class Booker:
    """The person who places the booking."""

    reference_id: str | None = field(default=None, metadata={"json": "referenceId"})
    """Your own identifier for the booker."""

    first_name: str = field(metadata={"json": "firstName"})
    """Given name."""

    last_name: str = field(metadata={"json": "lastName"})
    """Family name."""

    email: str = field(metadata={"json": "email"})
    """E-mail address."""

    phone: str = field(metadata={"json": "phone"})
    """Phone number in E.164 format."""
