# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

from typing import Literal

ListKind = Literal["deny", "allow", "watch"]
"""deny and allow decide the action; watch marks decisions."""
