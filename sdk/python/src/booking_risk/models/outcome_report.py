# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

import datetime
from dataclasses import dataclass, field

from booking_risk.models.outcome_kind import OutcomeKind


@dataclass(frozen=True, kw_only=True)
class OutcomeReport:
    """The outcome of a booking that was scored."""

    outcome: OutcomeKind = field(metadata={"json": "outcome"})

    occurred_at: datetime.datetime | None = field(default=None, metadata={"json": "occurredAt"})
    """When it happened: ISO 8601 with a time zone, not in the future."""

    note: str | None = field(default=None, metadata={"json": "note"})
    """For your team. The model does not read it."""

    request_id: str = field(metadata={"json": "requestId"})
    """Your correlation ID for this request. Returned in errors and stored."""
