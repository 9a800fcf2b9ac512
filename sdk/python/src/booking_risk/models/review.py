# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

import datetime
from dataclasses import dataclass, field

from booking_risk.models.review_status import ReviewStatus
from booking_risk.models.review_verdict import ReviewVerdict


@dataclass(frozen=True, kw_only=True)
class Review:
    """A person's review of a decision. It never changes the decision."""

    status: ReviewStatus = field(metadata={"json": "status"})

    verdict: ReviewVerdict | None = field(metadata={"json": "verdict"})
    """Given once; null while the review is open."""

    decided_at: datetime.datetime | None = field(metadata={"json": "decidedAt"})
    """When the verdict was given; null while the review is open."""
