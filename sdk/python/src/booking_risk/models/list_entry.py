# Generated from the OpenAPI document by `npm run clients`. Not to be edited.
from __future__ import annotations

import datetime
from dataclasses import dataclass, field

from booking_risk.models.list_kind import ListKind
from booking_risk.models.list_type import ListType


@dataclass(frozen=True, kw_only=True)
class ListEntry:
    """An entry of one of the project's lists."""

    entry_id: str = field(metadata={"json": "entryId"})
    """Unique identifier of this entry."""

    kind: ListKind = field(metadata={"json": "kind"})

    type: ListType = field(metadata={"json": "type"})

    value: str = field(metadata={"json": "value"})
    """As attempts are compared with it. Empty where the guest was erased, and the entry is kept as a keyed hash."""

    reason: str = field(metadata={"json": "reason"})
    """Why it was added."""

    decision_id: str | None = field(metadata={"json": "decisionId"})
    """The decision because of which it was added."""

    lists_version: int = field(metadata={"json": "listsVersion"})
    """The version that the project's lists had with it: 1 for the first."""

    created_by: str = field(metadata={"json": "createdBy"})
    """Who added it: the ID of a key, an account or a user of the operating system."""

    created_at: datetime.datetime = field(metadata={"json": "createdAt"})
    """When it was added."""

    expires_at: datetime.datetime | None = field(metadata={"json": "expiresAt"})
    """From then on it does not apply. Null: until it is archived."""

    archived_by: str | None = field(metadata={"json": "archivedBy"})
    """Who archived it."""

    archived_at: datetime.datetime | None = field(metadata={"json": "archivedAt"})
    """From then on it does not apply. Null: it is not archived."""

    review: bool = field(metadata={"json": "review"})
    """On the watch list: whether bookings that it marks go to review."""
