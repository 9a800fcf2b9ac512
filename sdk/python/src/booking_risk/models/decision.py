# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

import datetime
from dataclasses import dataclass, field

from booking_risk.models.risk_level import RiskLevel
from booking_risk.models.risk_setting import RiskSetting
from booking_risk.models.suggested_action import SuggestedAction


@dataclass(frozen=True, kw_only=True)
class Decision:
    """The decision on a booking attempt."""

    decision_id: str = field(metadata={"json": "decisionId"})
    """Unique identifier of this decision. Store it with the order."""

    risk_score: int = field(metadata={"json": "riskScore"})
    """Higher means more suspicious. 75 means odds of 1 to 5 that the attempt is fraudulent; ten points double the odds."""

    risk_level: RiskLevel = field(metadata={"json": "riskLevel"})

    suggested_action: SuggestedAction = field(metadata={"json": "suggestedAction"})

    risk_setting: RiskSetting = field(metadata={"json": "riskSetting"})

    decided_at: datetime.datetime = field(metadata={"json": "decidedAt"})
    """When the attempt was scored."""
