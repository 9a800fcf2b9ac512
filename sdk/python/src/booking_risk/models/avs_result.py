# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

from typing import Literal

AvsResult = Literal["match", "addressMatch", "postalCodeMatch", "mismatch", "unavailable", "unchecked"]
"""The issuer's check of the billing address. addressMatch, postalCodeMatch: only one of the two matches. unavailable: the issuer did not answer. unchecked: it was not asked."""
