"""Clients of the commerce analytics search service, for ordinary code and for asyncio."""

from ._async_client import AsyncCommerceClient, AsyncRecords
from ._client import CommerceClient, Records
from .errors import (
    ApiError,
    BrokenExportError,
    CommerceError,
    DeadlineError,
    ErrorCode,
    NoAnswerError,
    PageWindowError,
)
from .periods import PeriodType, days_of_period, period_of, seconds_of_days, shift_period, unix_seconds

__all__ = [
    "ApiError",
    "AsyncCommerceClient",
    "AsyncRecords",
    "BrokenExportError",
    "CommerceClient",
    "CommerceError",
    "DeadlineError",
    "ErrorCode",
    "NoAnswerError",
    "PageWindowError",
    "PeriodType",
    "Records",
    "days_of_period",
    "period_of",
    "seconds_of_days",
    "shift_period",
    "unix_seconds",
]
