"""What both clients decide in the same way, without sending anything."""

from __future__ import annotations

import json
import logging
import os
import random
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal, TypeAlias, TypedDict, get_args, get_origin, get_type_hints, is_typeddict

import httpx

from .errors import (
    ApiError,
    BrokenExportError,
    DataChangedError,
    DeadlineError,
    ErrorCode,
    NoAnswerError,
    TruncatedError,
)
from .models import LinkRequest
from .periods import PeriodType, period_of, seconds_of_days, unix_seconds

VERSION = "1.1.0"
"""The version of this package; pyproject.toml reads it here."""
LOG = logging.getLogger("commerce_analytics")
USER_AGENT = f"commerce-analytics-python/{VERSION}"
TIMEOUT = 30.0
_LONGEST_TIMEOUT = 2_147_483
"""Sockets count milliseconds in 32 bits."""
RETRIES = 2
PAGESIZE = 100
_FIRST_WAIT = 0.25
_PASSING = (429, 502, 503, 504)
"""Statuses that another try may change; 429 unless the daily quota is used up."""


class CallOptions(TypedDict, total=False):
    """Options of one call."""

    timeout: float | None
    """Seconds that the call has, all its attempts and waits together; at most 2,147,483."""
    retries: int | None
    headers: Mapping[str, str] | None
    """Further headers; they replace those of the client."""


class WalkOptions(CallOptions, total=False):
    """Options of a walk; those of a call hold for each page."""

    limit: int | None
    """Maximum number of records."""
    on_data_changed: Literal["raise"] | Callable[[DataChangedError], object] | None
    """"raise": a change of the data ends the walk with DataChangedError. A function is told of each change instead."""


class LinkOptions(CallOptions, total=False):
    """Options of a link."""

    expires_in: int | None
    """Seconds for which it is valid: 60 to 31,536,000 (365 days); 30 days unless set."""
    name: str | None
    """The name of the file without its ending."""


class ExportOptions(CallOptions, total=False):
    """Options of an export."""

    on_truncated: Literal["raise"] | Callable[[TruncatedError], object] | None
    """
    Called with a TruncatedError before the first row of an export that has fewer rows than match; "raise" raises it.
    Unset, it is raised unless the rows are as many as the `limit` of the request.
    """


def check_options(options: CallOptions) -> None:
    """Raises TypeError for an option that the call does not have."""
    for name in options.keys() - CallOptions.__annotations__.keys():
        raise TypeError(f"{name} is not an option of this call; it takes {', '.join(CallOptions.__annotations__)}.")


@dataclass(frozen=True)
class Attempt:
    """One request of a call, and its result."""

    path: str
    number: int
    """1 for the first attempt of a call."""
    duration: float
    """Seconds."""
    response: httpx.Response | None
    """None when no answer came."""
    error: ApiError | NoAnswerError | DeadlineError | None
    """None when the attempt succeeded."""
    retry_in: float | None
    """Seconds until the next attempt; None when there is none."""


class Answer(dict[str, Any]):
    """The data of an answer, with the HTTP response that it came with."""

    def __init__(self, data: Mapping[str, Any], response: httpx.Response) -> None:
        super().__init__(data)
        self.response = response


def response_of(data: Mapping[str, Any]) -> httpx.Response:
    """
    The HTTP response that data of a method came with, for its status and headers; its body is read.

    Raises TypeError for a dictionary that no method returned, such as a copy.
    """
    if not isinstance(data, Answer):
        raise TypeError("response_of takes the dictionary that a method of the client returned.")
    return data.response


class Deadline:
    """The time that a call has, all its tries together. Seconds."""

    def __init__(self, timeout: float) -> None:
        self.timeout = checked_timeout(timeout)
        self._ends_at = time.monotonic() + timeout

    def remaining(self) -> float:
        return self._ends_at - time.monotonic()

    def require(self) -> float:
        """The seconds that are left; raises DeadlineError when there are none."""
        remaining = self.remaining()
        if remaining <= 0:
            raise DeadlineError(self.timeout)
        return remaining


def checked_timeout(timeout: float) -> float:
    if not isinstance(timeout, (int, float)) or not 0 < timeout <= _LONGEST_TIMEOUT:
        raise ValueError(f"timeout is {timeout}; it must be a number of seconds above 0, up to {_LONGEST_TIMEOUT}.")
    return timeout


TIME_RANGES = ("create_time_range", "first_listed_range", "launch_time_range", "newest_listed_range", "start_time")
"""The ranges whose bounds are Unix seconds; other dates of requests are days or periods."""


def request_text(body: Mapping[str, Any]) -> str:
    """
    The JSON of a request. A date or datetime is written as its field has it: Unix seconds, a day, or the period of a
    history. Raises ValueError for a number that JSON does not have, and for a time without a zone.
    """
    return json.dumps(_without_dates(body), allow_nan=False)


def _without_dates(value: Any, holder: str = "", name: str = "", date_type: object = None) -> Any:
    if isinstance(value, Mapping):
        return {key: _without_dates(one, name, key, value.get("date_type")) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_without_dates(one, holder, name) for one in value]
    if not isinstance(value, date):
        return value
    if holder in TIME_RANGES:
        if isinstance(value, datetime):
            return unix_seconds(value)
        bounds = seconds_of_days(value)
        return bounds["max"] if name == "max" else bounds["min"]
    period: PeriodType = "week" if date_type == "week" else "month" if date_type == "month" else "day"
    return period_of(period, value)["value"]


def address_of(path: str, request: Mapping[str, Any]) -> str:
    """The path of a GET with the fields of the request as its query."""
    written = json.loads(request_text(request))
    fields = {name: value for name, value in written.items() if value is not None}
    return f"{path}?{httpx.QueryParams(fields)}" if fields else path


def link_request(export: str, request: Mapping[str, Any], expires_in: int | None, name: str | None) -> LinkRequest:
    """The request of a link. An export may be named as its method or as its operation."""
    operation = re.sub("_(.)", lambda part: part[1].upper(), export)
    return {"operation": operation, "request": dict(request), "expires_in": expires_in, "name": name}


_MOST_HELD = 100


class HeldAnswers:
    """The newest answers to GET, which the service sends again only when they have changed."""

    def __init__(self) -> None:
        self._answers: dict[str, tuple[str, str]] = {}
        """Their tags, and their data as JSON, so that no user of one changes the next."""

    def headers(self, address: str) -> dict[str, str]:
        """What tells the service which answer is held."""
        held = self._answers.get(address)
        return {} if held is None else {"If-None-Match": held[0]}

    def answer(self, address: str, data: Mapping[str, Any], response: httpx.Response) -> Answer:
        """The data that came; after 304 that which is held."""
        held = self._answers.pop(address, None)
        if response.status_code == 304 and held is not None:
            data = json.loads(held[1])
        tag = response.headers.get("ETag")
        if tag is not None:
            self._answers[address] = tag, json.dumps(data)
        if len(self._answers) > _MOST_HELD:
            del self._answers[next(iter(self._answers))]
        return Answer(data, response)


def checked_base_url(given: str | None) -> str:
    base_url = os.environ.get("COMMERCE_ANALYTICS_URL", "") if given is None else given
    if not re.match(r"https?://[^/?#\s]+", base_url, re.IGNORECASE):
        raise ValueError(
            f'base_url (or COMMERCE_ANALYTICS_URL) is "{base_url}"; it must be an address such as '
            "https://analytics.example."
        )
    return base_url.rstrip("/")


def checked_token(given: str | None) -> str:
    # A file's text ends in a newline.
    token = (os.environ.get("COMMERCE_ANALYTICS_TOKEN", "") if given is None else given).strip()
    if not token or any(not "!" <= character <= "~" for character in token):
        raise ValueError("The token (or COMMERCE_ANALYTICS_TOKEN) is empty or holds a space.")
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


_CONTENT_TYPES = {"ndjson": "application/x-ndjson", "csv": "text/csv", "parquet": "application/vnd.apache.parquet"}


def is_export(response: httpx.Response, body: Mapping[str, Any]) -> bool:
    content_type: str = response.headers.get("Content-Type", "")
    return response.status_code == 200 and content_type.startswith(_CONTENT_TYPES[body.get("format", "ndjson")])


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


def columns_of(record: type, fields: Sequence[str] = ()) -> list[str]:
    """The paths of a record's fields that are no objects, in its order; with `fields` only those."""
    columns = []
    for name, hint in get_type_hints(record).items():
        inner = [] if get_origin(hint) is list else [part for part in (hint, *get_args(hint)) if is_typeddict(part)]
        columns += [f"{name}.{path}" for path in columns_of(inner[0])] if inner else [name]
    return [path for path in columns if not fields or any(f"{path}.".startswith(f"{field}.") for field in fields)]


def _object_in(content: bytes) -> dict[str, Any]:
    return _object_or_none(content) or {}


def _object_or_none(content: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(content)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def failure_of(
    cause: httpx.RequestError | DeadlineError, deadline: Deadline, base_url: str
) -> NoAnswerError | DeadlineError:
    """What an attempt without an answer ends with."""
    if isinstance(cause, DeadlineError):
        return cause
    is_late = isinstance(cause, httpx.TimeoutException) or deadline.remaining() <= 0
    failure = DeadlineError(deadline.timeout) if is_late else NoAnswerError(f"No whole answer from {base_url}: {cause}")
    failure.__cause__ = cause
    return failure


def wait_before(error: Exception | None, retried: int) -> float | None:
    """Seconds until the next attempt; None when none would help."""
    backoff = float(_FIRST_WAIT * 2**retried * random.uniform(0.5, 1))
    if isinstance(error, NoAnswerError):
        return backoff
    if not isinstance(error, ApiError) or error.status not in _PASSING or error.code == ErrorCode.QUOTA_EXHAUSTED:
        return None
    return backoff if error.retry_after is None else error.retry_after


def may_pass(error: Exception) -> bool:
    """Whether an error may pass by itself, so that another look can succeed."""
    return not isinstance(error, ApiError) or error.status == 429 or error.status >= 500


def newer_version(known: str | None, headers: httpx.Headers) -> str | None:
    """The newer one of the version that is known and that of an answer; of different epochs that of the answer."""
    come: str | None = headers.get("X-Data-Version")
    if known is None or come is None:
        return come or known
    epoch, _, number = known.partition(".")
    other_epoch, _, other_number = come.partition(".")
    return known if epoch == other_epoch and int(other_number) < int(number) else come


class WalkVersion:
    """Follows the version of the data over the pages of a walk."""

    def __init__(self, on_data_changed: Literal["raise"] | Callable[[DataChangedError], object] | None) -> None:
        self._on_data_changed = on_data_changed
        self._version: str | None = None

    def follow(self, headers: httpx.Headers) -> None:
        """Reports or raises DataChangedError when the page has another version than the one before."""
        before, self._version = self._version, headers.get("X-Data-Version")
        if self._on_data_changed is None or before is None or self._version in (None, before):
            return
        change = DataChangedError(before, str(self._version))
        if not callable(self._on_data_changed):
            raise change
        self._on_data_changed(change)


def _count_in(headers: httpx.Headers, name: str) -> int | None:
    count = headers.get(name, "")
    return int(count) if count.isdecimal() else None


class ExportRun:
    """An export under way, and the rows that came."""

    def __init__(self) -> None:
        self.total_rows: int | None = None
        self.rows = 0

    def begin(
        self, headers: httpx.Headers, limit: object, on_truncated: Literal["raise"] | Callable[..., object] | None
    ) -> None:
        """Reports or raises TruncatedError when fewer rows come than match, as `ExportOptions` has it."""
        total, matched = _count_in(headers, "X-Total-Count"), _count_in(headers, "X-Matched-Count")
        self.total_rows = total
        if total is None or matched is None or matched <= total:
            return
        truncated = TruncatedError(total, matched)
        if callable(on_truncated):
            on_truncated(truncated)
        elif on_truncated == "raise" or limit != total:
            raise truncated

    def require_whole(self) -> None:
        if self.rows != self.total_rows:
            raise self.broken()

    def broken(self, reason: str = "") -> BrokenExportError:
        return BrokenExportError(self.rows, self.total_rows, reason)


class ExportLines(ExportRun):
    """Takes an export of NDJSON piece by piece, gives its rows, and knows whether they are all."""

    _rest = b""

    def rows_in(self, piece: bytes) -> Iterator[dict[str, Any]]:
        """The rows that this piece completes; raises BrokenExportError for a line that is none."""
        *lines, self._rest = (self._rest + piece).split(b"\n")
        for line in lines:
            row = _object_or_none(line)
            if row is None or "request_id" in row:
                raise self.broken(str((row or {}).get("message", "")))
            self.rows += 1
            yield row


ExportFormat: TypeAlias = Literal["ndjson", "csv", "parquet"]
_REASON = re.compile(rb'\{"code":\d+,"message":.*,"request_id":"[^"]*"\}(?=\n?$)')
_TAIL = 2000
"""Bytes; the line that says why an export ends early is shorter."""


class ExportFile(ExportRun):
    """Takes the file of an export piece by piece, and knows whether it is whole."""

    def __init__(self, format: ExportFormat) -> None:
        super().__init__()
        self._format = format
        self._lines = -1 if format == "csv" else 0
        self._is_quoted = False
        self._size = 0
        self._tail = b""

    def take(self, piece: bytes) -> bytes:
        """The piece; raises BrokenExportError when it says why the export ends early."""
        parts = piece.split(b'"') if self._format == "csv" else [piece]
        self._lines += sum(part.count(b"\n") for part in parts[int(self._is_quoted) :: 2])
        self._is_quoted ^= len(parts) % 2 == 0
        self._size += len(piece)
        self._tail = (self._tail + piece[-_TAIL:])[-_TAIL:]
        reason = _REASON.search(self._tail)
        # Nothing can be read of a Parquet file without its end.
        if self._format != "parquet":
            self.rows = max(self._lines if reason is None else self._lines - 1, 0)
        if reason is not None:
            raise self.broken(str(_object_in(reason[0]).get("message", "")))
        return piece

    def require_whole(self) -> None:
        if self._is_quoted or (self._format == "parquet" and not self._has_footer()):
            raise self.broken()
        if self._format != "parquet":
            super().require_whole()

    def _has_footer(self) -> bool:
        """Whether the end is that of Parquet: the footer, its length in four bytes, and PAR1."""
        footer = int.from_bytes(self._tail[-8:-4], "little")
        return self._tail.endswith(b"PAR1") and 0 < footer <= self._size - 12
