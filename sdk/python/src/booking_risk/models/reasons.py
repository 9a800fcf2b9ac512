# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

import datetime
from dataclasses import dataclass, field

from booking_risk.models.reason import Reason
from booking_risk.models.reasons_status import ReasonsStatus


@dataclass(frozen=True, kw_only=True)
class Reasons:
    """Why a decision has its score."""

    status: ReasonsStatus = field(metadata={"json": "status"})

    detail: str | None = field(metadata={"json": "detail"})
    """Why there are no reasons, or none yet."""

    summary: str | None = field(metadata={"json": "summary"})
    """One-sentence explanation of the decision."""

    strongest: list[Reason] = field(metadata={"json": "strongest"})
    """At most three: definite evidence first unless it adds next to nothing, then the strongest of each group."""
