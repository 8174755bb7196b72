"""Clients of the commerce analytics search service, for ordinary code and for asyncio."""

from ._async_client import AsyncCommerceClient, AsyncExport, AsyncRecords
from ._client import CommerceClient, Export, Records
from ._policy import VERSION, Attempt, CallOptions, ExportFormat, ExportOptions, LinkOptions, WalkOptions, response_of
from ._watch import Change
from .errors import (
    ApiError,
    BrokenExportError,
    CommerceError,
    DataChangedError,
    DeadlineError,
    ErrorCode,
    NoAnswerError,
    PageWindowError,
    TruncatedError,
)
from .periods import PeriodType, days_of_period, period_of, seconds_of_days, shift_period, unix_seconds

__version__ = VERSION

__all__ = [
    "ApiError",
    "AsyncCommerceClient",
    "AsyncExport",
    "AsyncRecords",
    "Attempt",
    "BrokenExportError",
    "CallOptions",
    "Change",
    "CommerceClient",
    "CommerceError",
    "DataChangedError",
    "DeadlineError",
    "ErrorCode",
    "Export",
    "ExportFormat",
    "ExportOptions",
    "LinkOptions",
    "NoAnswerError",
    "PageWindowError",
    "PeriodType",
    "Records",
    "TruncatedError",
    "WalkOptions",
    "__version__",
    "days_of_period",
    "period_of",
    "response_of",
    "seconds_of_days",
    "shift_period",
    "unix_seconds",
]
