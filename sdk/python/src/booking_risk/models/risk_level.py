# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

from typing import Literal

RiskLevel = Literal["low", "medium", "high"]
"""low: 0 to 64, medium: 65 to 74, high: 75 to 99."""
