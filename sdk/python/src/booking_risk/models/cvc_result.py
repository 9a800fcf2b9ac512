# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

from typing import Literal

CvcResult = Literal["match", "mismatch", "unavailable", "unchecked"]
"""The issuer's check of the card's security code. unavailable: the issuer did not answer. unchecked: it was not asked."""
