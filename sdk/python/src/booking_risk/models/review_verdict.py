# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

from typing import Literal

ReviewVerdict = Literal["fraud", "good"]
"""What a person says of the booking: fraud, or a good guest."""
