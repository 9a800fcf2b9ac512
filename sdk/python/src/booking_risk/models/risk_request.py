# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

import datetime
from dataclasses import dataclass, field

from booking_risk.models.billing import Billing
from booking_risk.models.booker import Booker
from booking_risk.models.booking import Booking
from booking_risk.models.guest import Guest
from booking_risk.models.hotel import Hotel
from booking_risk.models.payment import Payment


@dataclass(frozen=True, kw_only=True)
class RiskRequest:
    """One booking attempt. Optional fields may be absent or null. Unknown fields are ignored and not stored. Strings are trimmed."""

    collection_id: str | None = field(default=None, metadata={"json": "collectionId"})
    """The collection ID of the guest's browser tab, from window.Service.getCollectionId(). An ID that is unknown, expired or of another project is a signal, never an error."""

    booker: Booker = field(metadata={"json": "booker"})

    guests: list[Guest] | None = field(default=None, metadata={"json": "guests"})
    """The named guests. Always an array, even for one guest."""

    billing: Billing | None = field(default=None, metadata={"json": "billing"})

    hotel: Hotel = field(metadata={"json": "hotel"})

    booking: Booking = field(metadata={"json": "booking"})

    payment: Payment | None = field(default=None, metadata={"json": "payment"})

    attributes: dict[str, object] | None = field(default=None, metadata={"json": "attributes"})
    """Columns of your own, by the names under which the project declares them: a number, a text of at most 64 characters for a category, true or false for a flag."""

    request_id: str = field(metadata={"json": "requestId"})
    """Your correlation ID for this request. Returned in errors and stored with the decision."""
