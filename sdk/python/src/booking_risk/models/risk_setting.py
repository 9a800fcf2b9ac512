# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

from typing import Literal

RiskSetting = Literal["maximizeProtection", "balanced", "maximizeRevenue"]
"""The project's risk setting at the time of the decision."""
