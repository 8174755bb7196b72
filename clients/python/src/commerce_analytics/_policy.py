"""What both clients decide alike, without sending anything."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Mapping
from typing import Any, cast

import httpx

from .errors import ApiError, BrokenExportError, DeadlineError, ErrorCode, NoAnswerError

TIMEOUT = 30.0
RETRIES = 2
PAGESIZE = 100
SEARCH_WINDOW = 5000
TOP_ECOMMERCE_WINDOW = 1000
TOP_GROWTH_WINDOW = 500
BREAKDOWN_WINDOW = 1000
_FIRST_WAIT = 0.25
_PASSING = (429, 502, 503, 504)
"""Statuses that another try may change; 429 unless the daily quota is used up."""


class Deadline:
    """The time that a call has, all its tries together. Seconds."""

    def __init__(self, timeout: float) -> None:
        self.timeout = timeout
        self._ends_at = time.monotonic() + timeout

    def remaining(self) -> float:
        return self._ends_at - time.monotonic()

    def require(self) -> float:
        """The seconds that are left; raises DeadlineError when there are none."""
        remaining = self.remaining()
        if remaining <= 0:
            raise DeadlineError(self.timeout)
        return remaining


def checked_base_url(base_url: str) -> str:
    if not base_url.startswith(("http://", "https://")):
        raise ValueError(f'base_url is "{base_url}"; it must be an address such as https://analytics.example.')
    return base_url.rstrip("/")


def checked_token(token: str) -> str:
    if not token or any(not "!" <= character <= "~" for character in token):
        raise ValueError("The token is empty or holds a space.")
    return token


def without(request: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """The request; raises ValueError when it has a field that the call sets itself."""
    for name in names:
        if name in request:
            raise ValueError(f"{name} can't be set here: the call sets it itself.")
    return dict(request)


def envelope_of(response: httpx.Response, content: bytes) -> dict[str, Any]:
    """The envelope of a success; raises ApiError for anything else."""
    envelope = _object_in(content)
    if response.status_code != 200 or envelope.get("code") != 0:
        raise api_error_of(response, content)
    return envelope


def api_error_of(response: httpx.Response, content: bytes) -> ApiError:
    answer = _object_in(content)
    request_id = response.headers.get("X-Request-Id")
    try:
        code = ErrorCode(answer.get("code", 0))
    except ValueError:
        text = content.decode(errors="replace")[:100]
        message = f"HTTP {response.status_code}, and not from the service: {text}"
        return ApiError(
            message,
            code=None,
            status=response.status_code,
            errors=[],
            headers=response.headers,
            request_id=request_id,
        )
    return ApiError(
        answer["message"],
        code=code,
        status=response.status_code,
        errors=answer["data"]["errors"],
        headers=response.headers,
        request_id=answer["request_id"],
    )


def _object_in(content: bytes) -> dict[str, Any]:
    try:
        value = json.loads(content)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def no_answer_error_of(base_url: str, error: httpx.TransportError) -> NoAnswerError:
    failure = NoAnswerError(f"No whole answer from {base_url}: {error}")
    failure.__cause__ = error
    return failure


def wait_before(failure: ApiError | NoAnswerError, tried: int) -> float | None:
    """Seconds until the next try; None when none would help."""
    backoff = float(_FIRST_WAIT * 2**tried * random.uniform(0.5, 1))
    if isinstance(failure, NoAnswerError):
        return backoff
    if failure.status not in _PASSING or failure.code == ErrorCode.QUOTA_EXHAUSTED:
        return None
    return backoff if failure.retry_after is None else failure.retry_after


class ExportLines:
    """Takes an export piece by piece, gives its rows, and knows whether they are all."""

    def __init__(self, headers: httpx.Headers) -> None:
        count = headers.get("X-Total-Count", "")
        self.total_rows = int(count) if count.isdecimal() else None
        self.rows = 0
        self._rest = b""

    def rows_in(self, piece: bytes) -> list[dict[str, Any]]:
        """The lines that this piece completes."""
        *lines, self._rest = (self._rest + piece).split(b"\n")
        return [cast("dict[str, Any]", json.loads(line)) for line in lines]

    def count(self, row: dict[str, Any]) -> None:
        """Raises BrokenExportError for the line that says why the export broke off."""
        if "request_id" in row:
            raise self.broken(str(row["message"]))
        self.rows += 1

    def require_whole(self) -> None:
        if self.rows != self.total_rows:
            raise self.broken()

    def broken(self, reason: str = "") -> BrokenExportError:
        return BrokenExportError(self.rows, self.total_rows, reason)
