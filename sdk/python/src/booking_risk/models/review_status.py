# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

from typing import Literal

ReviewStatus = Literal["open", "decided"]
"""open: waiting for a person's verdict, or being looked at."""
