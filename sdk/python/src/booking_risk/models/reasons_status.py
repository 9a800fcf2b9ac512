# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

from typing import Literal

ReasonsStatus = Literal["available", "pending", "unavailable"]
"""pending: being computed, ask again. unavailable: see detail, such as a model that is gone."""
