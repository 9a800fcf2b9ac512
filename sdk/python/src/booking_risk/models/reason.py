# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

import datetime
from dataclasses import dataclass, field



@dataclass(frozen=True, kw_only=True)
class Reason:
    """One of the strongest reasons for a score."""

    group: str = field(metadata={"json": "group"})
    """The code of a group of features."""

    group_title: str = field(metadata={"json": "groupTitle"})
    """The group as people read it."""

    feature: str = field(metadata={"json": "feature"})
    """The feature, as in /docs/features."""

    text: str = field(metadata={"json": "text"})
    """Its value, and what is typical. The text may be worded differently later."""

    points: float = field(metadata={"json": "points"})
    """What it adds to the score, in points; negative where it lowers the score."""

    definite: bool = field(metadata={"json": "definite"})
    """Evidence that stands by itself, such as a reported fraud, whatever its points."""
