# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

import datetime
from dataclasses import dataclass, field

from booking_risk.models.decided_by import DecidedBy
from booking_risk.models.deciding_model import DecidingModel
from booking_risk.models.list_match import ListMatch
from booking_risk.models.reasons import Reasons
from booking_risk.models.reported_outcome import ReportedOutcome
from booking_risk.models.review import Review
from booking_risk.models.risk_level import RiskLevel
from booking_risk.models.risk_setting import RiskSetting
from booking_risk.models.suggested_action import SuggestedAction


@dataclass(frozen=True, kw_only=True)
class ExplainedDecision:
    """A decision, its outcome and its strongest reasons."""

    decision_id: str = field(metadata={"json": "decisionId"})
    """Unique identifier of this decision. Store it with the order."""

    risk_score: int = field(metadata={"json": "riskScore"})
    """Higher means more suspicious. 75 means odds of 1 to 5 that the attempt is fraudulent; ten points double the odds."""

    risk_level: RiskLevel = field(metadata={"json": "riskLevel"})

    suggested_action: SuggestedAction = field(metadata={"json": "suggestedAction"})

    risk_setting: RiskSetting = field(metadata={"json": "riskSetting"})

    decided_at: datetime.datetime = field(metadata={"json": "decidedAt"})
    """When the attempt was scored."""

    request_id: str = field(metadata={"json": "requestId"})
    """The requestId of the attempt."""

    model: DecidingModel = field(metadata={"json": "model"})

    decided_by: DecidedBy = field(metadata={"json": "decidedBy"})

    list_matches: list[ListMatch] = field(metadata={"json": "listMatches"})
    """Entries of the project's lists that applied, in the order of decision."""

    outcome: ReportedOutcome | None = field(metadata={"json": "outcome"})
    """Null where none was reported."""

    review: Review | None = field(metadata={"json": "review"})
    """Null where the decision was never sent to review."""

    reasons: Reasons = field(metadata={"json": "reasons"})
