# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

from typing import Literal

SuggestedAction = Literal["allow", "deny"]
"""deny from a riskScore of 65 (maximizeProtection), 75 (balanced) or 85 (maximizeRevenue), otherwise allow; a one-time pass or an entry of the deny or allow list takes precedence."""
