# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

import datetime
from dataclasses import dataclass, field



@dataclass(frozen=True, kw_only=True)
class DecidingModel:
    """The model that scored the attempt."""

    name: str = field(metadata={"json": "name"})
    """The model's name."""

    version: str = field(metadata={"json": "version"})
    """The model's version."""
