# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

from typing import Literal

ListMatchKind = Literal["pass", "deny", "allow", "watch"]
"""watch marks a decision, and never decides it."""
