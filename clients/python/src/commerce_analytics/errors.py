"""What the clients raise."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx

    from .models import ErrorFault


class ErrorCode(IntEnum):
    """The codes of the service's errors (docs/api.md, "Envelope")."""

    PARAMETER = 10001
    """400, 405, 413, 415: the request is at fault; `errors` lists everything that is wrong with it."""
    NOT_FOUND = 20001
    """404: there is no such path."""
    UNAUTHORIZED = 30001
    """401: no token or a bad one; 403: a token without the scope of the operation."""
    QUOTA_EXHAUSTED = 30002
    """429: the daily quota of the token is used up."""
    TOO_MANY_REQUESTS = 30003
    """429: too many requests."""
    SERVICE = 40001
    """503: the service can't answer now; 500: it is at fault."""


class CommerceError(Exception):
    """Whatever calls raise."""


class ApiError(CommerceError):
    """The service refused the request or could not answer it."""

    def __init__(
        self,
        message: str,
        *,
        code: ErrorCode | None,
        status: int,
        errors: list[ErrorFault],
        headers: httpx.Headers,
        request_id: str | None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        """None when something in front of the service answered, such as a proxy."""
        self.status = status
        """Of HTTP."""
        self.errors = errors
        """Everything that is wrong with the request: where, which rule, and what is valid."""
        self.headers = headers
        self.request_id = request_id
        """Names the request in the log of the service."""
        self.retry_after = _retry_after(headers)
        """Seconds after which the service asks to try again; None when it does not say so."""


def _retry_after(headers: httpx.Headers) -> float | None:
    """Proxies may write it as a date."""
    text = headers.get("Retry-After", "")
    if text.isdecimal():
        return float(text)
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    # A date without a zone is one of UTC.
    return max(0.0, (date.replace(tzinfo=date.tzinfo or UTC) - datetime.now(UTC)).total_seconds())


class NoAnswerError(CommerceError):
    """No answer came: the service can't be reached, or the connection was cut. `__cause__` says why."""


class DeadlineError(CommerceError):
    """The call took longer than its `timeout`."""

    def __init__(self, timeout: float) -> None:
        super().__init__(f"No answer within {timeout:g} s.")
        self.timeout = timeout


class PageWindowError(CommerceError):
    """The search has more records than its pages reach: narrow it, take a `limit`, or export it."""

    def __init__(self, window: int, total: int | None) -> None:
        found = f"at least {window} records, maybe more" if total is None else f"{total} records"
        super().__init__(f"The search has {found}; pages reach {window}. Narrow it, set a limit, or use the export.")
        self.window = window
        """Most records that the pages of the operation reach."""
        self.total = total
        """Records of the search; None for live streams, which come without a total."""


class DataChangedError(CommerceError):
    """The data changed during a walk: records may be missing from it, or come twice."""

    def __init__(self, before: str, after: str) -> None:
        super().__init__(f"The data changed during the walk, from version {before} to {after}.")
        self.before = before
        """The version of the pages before."""
        self.after = after
        """The version of the page that came now."""


class TruncatedError(CommerceError):
    """An export has fewer rows than match, because its `limit` or an operator of the service sets a maximum."""

    def __init__(self, rows: int, matched_rows: int) -> None:
        super().__init__(f"The export has {rows} of {matched_rows} rows that match: narrow the filter, or split it.")
        self.rows = rows
        """Rows that the export has."""
        self.matched_rows = matched_rows
        """Rows that match."""


class BrokenExportError(CommerceError):
    """An export ended before its last row. What came is not the whole."""

    def __init__(self, rows: int, total_rows: int | None, reason: str = "") -> None:
        total = "an unknown number of" if total_rows is None else total_rows
        super().__init__(f"The export broke off after {rows} of {total} rows{reason and f': {reason}'}")
        self.rows = rows
        """Rows that came; 0 of a Parquet file, which can't be read without its end."""
        self.total_rows = total_rows
        """Rows that were to come; None when something in front of the service took that away."""
        self.reason = reason
        """What the service said of it, if it could."""
