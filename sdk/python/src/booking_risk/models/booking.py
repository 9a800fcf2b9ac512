# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

import datetime
from dataclasses import dataclass, field

from booking_risk.models.amount import Amount
from booking_risk.models.group_size import GroupSize


@dataclass(frozen=True, kw_only=True)
class Booking:
    """The stay."""

    check_in: datetime.date = field(metadata={"json": "checkIn"})
    """Check-in date, YYYY-MM-DD. A date in the past is scored, not refused."""

    check_out: datetime.date = field(metadata={"json": "checkOut"})
    """Check-out date, YYYY-MM-DD. Must be after checkIn."""

    group_size: GroupSize | None = field(default=None, metadata={"json": "groupSize"})

    total_amount: Amount | None = field(default=None, metadata={"json": "totalAmount"})

    free_cancellation_until: datetime.datetime | None = field(default=None, metadata={"json": "freeCancellationUntil"})
    """Until when the booking can be cancelled free of charge: ISO 8601 with a time zone. Bookings in review are served by it."""
