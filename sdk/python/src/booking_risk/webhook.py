"""Verifies what the service posts to a webhook: Standard Webhooks 1.0."""

from __future__ import annotations

import base64
import binascii
import datetime
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .errors import WebhookSignatureError

_TOLERANCE = 300  # Seconds, as in the standard.


@dataclass(frozen=True)
class WebhookEvent:
    """What a webhook receives. The documents have the types, and what `data` has in each."""

    id: str
    """The same each time that the event is sent."""

    type: str
    """Such as `decision.denied`. A newer service may have more."""

    timestamp: datetime.datetime
    """When it happened."""

    sequence: int
    """Counts the events of the project, one after the other."""

    data: dict[str, Any]


def verify_webhook(body: bytes | str, headers: Mapping[str, str], secret: str) -> WebhookEvent:
    """
    Verifies a request that a webhook received, and returns the event.

    body: as it arrived, before it is parsed.
    secret: of the endpoint (`whsec_…`). While it is replaced, the old and the new one both verify.

    Raises WebhookSignatureError: answer with 400, and do nothing else. Raises ValueError if the secret
    is not one; the message never has it.
    """
    key = _key_of(secret)
    given = {name.lower(): value for name, value in headers.items()}
    event_id, timestamp, signatures = (
        _header_of(given, f"webhook-{name}") for name in ("id", "timestamp", "signature")
    )
    is_time = re.fullmatch(r"[0-9]{1,12}", timestamp) is not None
    if not is_time or abs(time.time() - int(timestamp)) > _TOLERANCE:
        raise WebhookSignatureError("webhook-timestamp is more than five minutes from now")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{event_id}.{timestamp}.".encode() + content
    expected = b"v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256))
    # All are compared, each in constant time.
    if not any([hmac.compare_digest(one.encode(), expected) for one in signatures.split(" ")]):
        raise WebhookSignatureError("no signature is of the body and the secret")
    event = json.loads(content)
    return WebhookEvent(
        id=event_id,
        type=event["type"],
        timestamp=datetime.datetime.fromisoformat(event["timestamp"]),
        sequence=event["sequence"],
        data=event["data"],
    )


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    if not secret.startswith("whsec_") or not key:
        raise ValueError("secret must be the one of the endpoint: whsec_…") from None
    return key


def _header_of(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise WebhookSignatureError(f"{name} is missing")
    return value
