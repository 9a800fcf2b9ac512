# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

import datetime
from dataclasses import dataclass, field

from booking_risk.models.avs_result import AvsResult
from booking_risk.models.cvc_result import CvcResult
from booking_risk.models.payment_method import PaymentMethod
from booking_risk.models.three_d_secure_result import ThreeDSecureResult


@dataclass(frozen=True, kw_only=True)
class Payment:
    """What you know of the payment. Never a card number, a security code or other data of the card."""

    method: PaymentMethod | None = field(default=None, metadata={"json": "method"})

    instrument_id: str | None = field(default=None, metadata={"json": "instrumentId"})
    """Your payment processor's token or fingerprint, the same for each use of one card or account. Never the card number: what looks like one is refused."""

    bin: str | None = field(default=None, metadata={"json": "bin"})
    """The first 6 to 8 digits of the card number, and no more of it."""

    billing_country_match: bool | None = field(default=None, metadata={"json": "billingCountryMatch"})
    """Whether the card was issued in the country of the billing address."""

    avs: AvsResult | None = field(default=None, metadata={"json": "avs"})

    cvc: CvcResult | None = field(default=None, metadata={"json": "cvc"})

    three_d_secure: ThreeDSecureResult | None = field(default=None, metadata={"json": "threeDSecure"})

    previous_declines: int | None = field(default=None, metadata={"json": "previousDeclines"})
    """Payments for this booking that were declined before this request."""
