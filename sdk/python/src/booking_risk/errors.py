"""What a call raises. No message contains the secret key or what was sent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class FieldError:
    """A field that is missing or invalid."""

    pointer: str
    """JSON Pointer (RFC 6901) to the field, as in `/booker/email`."""

    message: str
    """What the field must be."""


class BookingRiskError(Exception):
    """The class of all of them."""


class ConnectionError(BookingRiskError):
    """No answer arrived: no connection, or one that was cut, also after the retries."""


class TimeoutError(BookingRiskError):
    """The time of the call was over. Whether the service has decided is not known."""


class WebhookSignatureError(BookingRiskError):
    """A webhook's request cannot be shown to come from the service."""


class ApiError(BookingRiskError):
    """The service refused the request, or failed: RFC 9457's problem as an error."""

    def __init__(
        self,
        *,
        status: int,
        code: str,
        detail: str,
        request_id: str | None,
        log_id: str | None,
        retry_after_seconds: int | None,
        errors: list[FieldError],
    ) -> None:
        faults = "".join(f" {one.pointer} {one.message}." for one in errors)
        super().__init__(f"{code} ({status}): {detail}{faults}")
        self.status = status
        """The status code of the response."""
        self.code = code
        """To branch on. A newer service may have codes that this version does not know."""
        self.detail = detail
        self.request_id = request_id
        """The `request_id` that was sent, or None if the service could not read it."""
        self.log_id = log_id
        """The service's own ID of the request, as in its log; None where it sent none."""
        self.retry_after_seconds = retry_after_seconds
        """How long to wait before another call, where the service said so."""
        self.errors = errors
        """Each field that is missing or invalid. Empty except in a `ValidationError`."""


class AuthenticationError(ApiError):
    """The key is missing, unknown, revoked or expired."""


class PermissionError(ApiError):
    """The key is of the wrong kind, or not accepted from this address."""


class NotFoundError(ApiError):
    """The project has no such decision."""


class IdempotencyConflictError(ApiError):
    """The idempotency key was used with another request."""


class ValidationError(ApiError):
    """Fields are missing or invalid: `errors` names each of them."""


class RateLimitedError(ApiError):
    """Too many requests, also after the retries that the time allowed."""


class UnavailableError(ApiError):
    """The service cannot decide at the moment, and nothing was decided."""


_CLASSES: Mapping[str, type[ApiError]] = {
    "missing_key": AuthenticationError,
    "invalid_key": AuthenticationError,
    "revoked_key": AuthenticationError,
    "expired_key": AuthenticationError,
    "key_mode_mismatch": PermissionError,
    "address_not_allowed": PermissionError,
    "not_found": NotFoundError,
    "idempotency_conflict": IdempotencyConflictError,
    "validation_failed": ValidationError,
    "rate_limited": RateLimitedError,
    "unavailable": UnavailableError,
}


def api_error_of(status: int, headers: Mapping[str, str], body: bytes) -> ApiError:
    """The error that a response tells. A proxy may have written it instead of the service."""
    problem = _problem_in(body)
    code = _text(problem.get("code")) or "unexpected_response"
    seconds = headers.get("Retry-After") or ""
    errors = problem.get("errors")
    return _CLASSES.get(code, ApiError)(
        status=status,
        code=code,
        detail=_text(problem.get("detail"))
        or "The response is not one of Booking Risk. Check the address and what is in between.",
        request_id=_text(problem.get("requestId")),
        log_id=headers.get("X-Request-Id"),
        retry_after_seconds=int(seconds) if seconds.isdecimal() and len(seconds) < 10 else None,
        errors=[
            FieldError(str(one.get("pointer")), str(one.get("message")))
            for one in (errors if isinstance(errors, list) else [])
            if isinstance(one, dict)
        ],
    )


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _problem_in(body: bytes) -> dict[str, Any]:
    try:
        problem = json.loads(body)
    except ValueError:
        return {}
    return problem if isinstance(problem, dict) else {}
