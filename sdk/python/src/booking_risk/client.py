"""The calls of a merchant's server."""

from __future__ import annotations

import json
import random
import re
import time
import uuid
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import quote, urlencode

import urllib3

from .errors import ApiError, BookingRiskError, ConnectionError, TimeoutError, api_error_of
from .models.decision import Decision
from .models.explained_decision import ExplainedDecision
from .models.list_entry import ListEntry
from .models.list_entry_page import ListEntryPage
from .models.list_kind import ListKind
from .models.new_list_entry import NewListEntry
from .models.outcome import Outcome
from .models.outcome_report import OutcomeReport
from .models.risk_request import RiskRequest
from .serialization import from_json, to_json
from .version import __version__

_SCORE_TIMEOUT = 2.0  # A guest is waiting.
_OTHER_TIMEOUT = 10.0  # An answer waits for reasons for at most 3 seconds.
_MAX_RETRIES = 2
_FIRST_WAIT = 0.1  # Before the first repetition; it doubles, and half of it is random.
_CONNECTIONS = 20  # Kept open for further calls of other threads.
_READ_BYTES = 65_536  # At a time, at most.
# Nothing was decided, or the same answer will be given: all calls are safe to repeat.
_RETRIED_STATUSES = frozenset({408, 429, 502, 503, 504})

Model = TypeVar("Model")


@dataclass(frozen=True)
class _Call:
    method: str
    path: str
    expected: str
    """What every answer to this call has: an ID, or the entries of a page."""
    default_timeout: float
    body: Any = None
    idempotency_key: str | None = None


class BookingRisk:
    """
    A client for any number of threads. Create one, and keep it: it keeps its connections open.

    base_url: the address of the service, such as `https://risk.example.com`.
    secret_key: a secret key (`sk_…`) of the project.
    timeout: seconds of a whole call, its retries included; by default 2 to score, else 10.
    max_retries: repetitions after a first attempt that failed.
    """

    def __init__(
        self,
        base_url: str,
        secret_key: str,
        *,
        timeout: float | None = None,
        max_retries: int = _MAX_RETRIES,
    ) -> None:
        if not re.fullmatch(r"https?://[^/?#@]+(/[^?#]*)?", base_url):
            raise ValueError("base_url must be an address such as https://risk.example.com")
        if not re.fullmatch(r"sk_[0-9A-Za-z]+", secret_key):
            raise ValueError(
                "secret_key must be a secret key of the project: sk_ and letters and digits"
            )
        self._base_url = base_url.rstrip("/")
        self._headers = _Hidden(
            {
                "Accept": "application/json, application/problem+json",
                "User-Agent": f"booking-risk-python/{__version__}",
                "X-Service-Key": secret_key,
            }
        )
        self._timeout = timeout
        self._max_retries = max_retries
        self._pool = urllib3.PoolManager(maxsize=_CONNECTIONS)

    def score(
        self,
        request: RiskRequest,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> Decision:
        """
        Scores a booking attempt. Call it right before you commit the reservation.

        idempotency_key: the same key with the same request within 24 hours gets the stored decision
        again. By default a new one for each call, kept through its retries. 1 to 255 printable ASCII
        characters.

        Raises BookingRiskError. Without a decision, apply your own rule. Raises ValueError, before
        anything is sent, if the key or a datetime, which must have a time zone, cannot be sent.
        """
        key = str(uuid.uuid4()) if idempotency_key is None else idempotency_key
        if not re.fullmatch(r"[ -~]{1,255}", key):
            raise ValueError("idempotency_key must be 1 to 255 printable ASCII characters")
        call = _Call("POST", "/v1/risk", "decisionId", _SCORE_TIMEOUT, to_json(request), key)
        return self._call(call, Decision, timeout, max_retries)

    def get_decision(
        self,
        decision_id: str,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> ExplainedDecision:
        """
        A decision with its outcome and its strongest reasons, for your support and your records.

        Raises BookingRiskError.
        """
        path = f"/v1/decisions/{quote(decision_id, safe='')}"
        call = _Call("GET", path, "decisionId", _OTHER_TIMEOUT)
        return self._call(call, ExplainedDecision, timeout, max_retries)

    def report_outcome(
        self,
        decision_id: str,
        report: OutcomeReport,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> Outcome:
        """
        Reports how a booking ended. The newest report counts, and repeating one changes nothing.

        Raises BookingRiskError.
        """
        path = f"/v1/decisions/{quote(decision_id, safe='')}/outcome"
        call = _Call("POST", path, "decisionId", _OTHER_TIMEOUT, to_json(report))
        return self._call(call, Outcome, timeout, max_retries)

    def add_list_entry(
        self,
        kind: ListKind,
        entry: NewListEntry,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> ListEntry:
        """
        Adds an entry to a list. If the value is in the list already, returns the entry that has it,
        unchanged.

        Raises BookingRiskError.
        """
        call = _Call("POST", _list_path(kind), "entryId", _OTHER_TIMEOUT, to_json(entry))
        return self._call(call, ListEntry, timeout, max_retries)

    def list_entries(
        self,
        kind: ListKind,
        *,
        archived: bool = False,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> ListEntryPage:
        """
        A page of a list, newest entry first.

        archived: the archived entries instead of the others.
        limit: entries of the page at most: 1 to 200, which is the default.
        cursor: `next` of the page before. Without it: the first page.

        Raises BookingRiskError.
        """
        given = {"archived": "true" if archived else None, "limit": limit, "cursor": cursor}
        query = urlencode({name: one for name, one in given.items() if one is not None})
        call = _Call("GET", f"{_list_path(kind)}?{query}", "entries", _OTHER_TIMEOUT)
        return self._call(call, ListEntryPage, timeout, max_retries)

    def archive_list_entry(
        self,
        kind: ListKind,
        entry_id: str,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> ListEntry:
        """
        Archives an entry: it applies to no request that is made afterwards. Repeating it changes
        nothing.

        Raises BookingRiskError.
        """
        path = f"{_list_path(kind)}/{quote(entry_id, safe='')}/archive"
        call = _Call("POST", path, "entryId", _OTHER_TIMEOUT)
        return self._call(call, ListEntry, timeout, max_retries)

    def _call(
        self,
        call: _Call,
        model: type[Model],
        timeout: float | None,
        max_retries: int | None,
    ) -> Model:
        seconds = next(
            one for one in (timeout, self._timeout, call.default_timeout) if one is not None
        )
        retries = self._max_retries if max_retries is None else max_retries
        deadline = time.monotonic() + seconds
        retry = 0
        while True:
            try:
                return self._attempt(call, model, deadline)
            except BookingRiskError as error:
                if time.monotonic() >= deadline or isinstance(error, TimeoutError):
                    raise TimeoutError(f"no answer within {seconds:g} s") from error
                wait = _wait_before(retry, error) if retry < retries else None
                if wait is None or time.monotonic() + wait >= deadline:
                    raise
            time.sleep(wait)
            retry += 1

    def _attempt(self, call: _Call, model: type[Model], deadline: float) -> Model:
        headers = dict(self._headers.value)
        body = None
        if call.body is not None:
            headers["Content-Type"] = "application/json"
            # A lone surrogate, as in a name that was cut within a pair, becomes a question mark: escaped,
            # as json.dumps would write it by default, the service would refuse it.
            body = json.dumps(call.body, ensure_ascii=False).encode(errors="replace")
        if call.idempotency_key is not None:
            headers["Idempotency-Key"] = call.idempotency_key
        left = max(deadline - time.monotonic(), 0.001)
        try:
            response = self._pool.request(
                call.method,
                self._base_url + call.path,
                body=body,
                headers=headers,
                retries=False,
                redirect=False,  # Another host must not get the key.
                # Each address of the host is given this time to connect: with all that is left, one that
                # does not answer would leave none to the next, and to a retry.
                timeout=urllib3.Timeout(total=left, connect=left / 2),
                preload_content=False,
            )
            content = _read(response, deadline)
        except urllib3.exceptions.ConnectTimeoutError as error:  # A NewConnectionError is one, too.
            raise ConnectionError("the service cannot be reached") from error
        except urllib3.exceptions.ReadTimeoutError as error:
            raise TimeoutError("no answer in time") from error
        except urllib3.exceptions.HTTPError as error:
            raise ConnectionError("the service did not answer") from error
        if response.status != 200:
            raise api_error_of(response.status, response.headers, content)
        # A proxy may have answered instead, also with 200 and JSON.
        try:
            answer = json.loads(content)
            value = answer[call.expected]
            if not isinstance(value, list if call.expected == "entries" else str) or value == "":
                raise TypeError(f"{call.expected} is missing")
            return from_json(model, answer)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise api_error_of(response.status, response.headers, b"") from error


def _list_path(kind: ListKind) -> str:
    return f"/v1/lists/{quote(kind, safe='')}/entries"


class _Hidden:
    """A value that does not appear when its owner is printed."""

    def __init__(self, value: dict[str, str]) -> None:
        self.value = value

    def __repr__(self) -> str:
        return "…"


def _read(response: urllib3.BaseHTTPResponse, deadline: float) -> bytes:
    """
    The body, if all of it arrives before the deadline. `stream` and `read` would wait for many bytes or
    the end, however slowly they arrive; `read1` returns with what one read of the socket gives.
    """
    parts = []
    while True:
        left = deadline - time.monotonic()
        if left <= 0:
            response.close()
            raise TimeoutError("no whole answer in time")
        # Otherwise each read may take as long as the first was allowed to. There is no socket here where
        # the server closes the connection after its answer.
        sock = getattr(response.connection, "sock", None)
        if sock is not None:
            sock.settimeout(left)
        # With a number of bytes, because only then a body that ends too early is an error.
        part = response.read1(_READ_BYTES)
        if not part:
            return b"".join(parts)
        parts.append(part)


def _wait_before(retry: int, error: BookingRiskError) -> float | None:
    """Seconds before the next repetition; None where the error is not one to repeat a call after."""
    jitter = random.uniform(0.5, 1) * _FIRST_WAIT * 2**retry
    if isinstance(error, ConnectionError):
        return jitter
    if not isinstance(error, ApiError) or error.status not in _RETRIED_STATUSES:
        return None
    return (error.retry_after_seconds or 0) + jitter
