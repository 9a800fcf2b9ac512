# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

from typing import Literal

DecidedByKind = Literal["model", "pass", "deny", "allow", "controlGroup"]
"""The first of these that applied: a one-time pass, an entry of the deny list, one of the allow list, the control group, which lets through a random few of those that the model denies, the model."""
