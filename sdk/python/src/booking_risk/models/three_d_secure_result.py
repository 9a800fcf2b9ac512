# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

from typing import Literal

ThreeDSecureResult = Literal["authenticated", "attempted", "exempted", "failed", "unavailable", "notRequested"]
"""The result of 3-D Secure. attempted: the issuer accepted the liability without authenticating the cardholder. unavailable: the card or its issuer does not take part, or did not answer."""
