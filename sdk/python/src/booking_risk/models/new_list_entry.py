# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

import datetime
from dataclasses import dataclass, field

from booking_risk.models.list_type import ListType


@dataclass(frozen=True, kw_only=True)
class NewListEntry:
    """A value for a list."""

    type: ListType = field(metadata={"json": "type"})

    value: str = field(metadata={"json": "value"})
    """As people write it. It is stored as attempts are compared with it."""

    reason: str = field(metadata={"json": "reason"})
    """One line, for whoever reads the entry later."""

    expires_at: datetime.datetime | None = field(default=None, metadata={"json": "expiresAt"})
    """Until when it applies. Required on the allow list; without it, the entry applies until it is archived."""

    decision_id: str | None = field(default=None, metadata={"json": "decisionId"})
    """The decision because of which it is added."""

    review: bool | None = field(default=None, metadata={"json": "review"})
    """On the watch list only: whether bookings that it marks go to review."""
