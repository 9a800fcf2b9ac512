# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

import datetime
from dataclasses import dataclass, field

from booking_risk.models.outcome_kind import OutcomeKind


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """The outcome of a booking that was scored."""

    decision_id: str = field(metadata={"json": "decisionId"})
    """The decision that the outcome belongs to."""

    outcome: OutcomeKind = field(metadata={"json": "outcome"})

    occurred_at: datetime.datetime | None = field(metadata={"json": "occurredAt"})
    """When it happened, or null if that was not reported."""

    reported_at: datetime.datetime = field(metadata={"json": "reportedAt"})
    """When the report was stored."""
