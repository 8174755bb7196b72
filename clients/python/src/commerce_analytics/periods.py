"""Times and periods as the service takes them: Unix seconds, and days, weeks and months."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Literal

from .models import DateInfo, TimeRange

PeriodType = Literal["day", "week", "month"]

_DAY = timedelta(days=1)
_WEEK = timedelta(weeks=1)


def unix_seconds(moment: date | str) -> int:
    """
    The Unix seconds of a moment: a date or datetime, or ISO 8601 text. A day is its first second in UTC.

    Raises ValueError for a text that is no moment, and for a time without a zone.
    """
    if isinstance(moment, str):
        return unix_seconds(datetime.fromisoformat(moment) if "T" in moment else date.fromisoformat(moment))
    if not isinstance(moment, datetime):
        return unix_seconds(datetime(moment.year, moment.month, moment.day, tzinfo=UTC))
    if moment.tzinfo is None:
        raise ValueError(f"{moment} has no time zone.")
    return int(moment.timestamp() // 1)


def seconds_of_days(first: date | str, last: date | str | None = None) -> TimeRange:
    """
    The seconds of whole days in UTC, both included, as `create_time_range` and `launch_time_range` take them.
    """
    return {"min": unix_seconds(first), "max": unix_seconds(first if last is None else last) + 86_399}


def period_of(type: PeriodType, day: date | str) -> DateInfo:
    """The period of a type that a day belongs to, as `date_info` takes it: 2025-12-29 is in week 2026-01 (ISO 8601)."""
    of = date.fromisoformat(day) if isinstance(day, str) else day
    match type:
        case "day":
            return {"type": type, "value": f"{of:%Y-%m-%d}"}
        case "week":
            year, week, _ = of.isocalendar()
            return {"type": type, "value": f"{year:04}-{week:02}"}
        case "month":
            return {"type": type, "value": f"{of:%Y-%m}"}


def _days_of_range(value: str) -> tuple[date, date]:
    try:
        first, last = (date.fromisoformat(day) for day in value.split("~"))
    except ValueError:
        raise ValueError(f"{value} is no range.") from None
    if f"{first}~{last}" != value or last < first:
        raise ValueError(f"{value} is no range.")
    return first, last


def days_of_period(period: DateInfo) -> tuple[date, date]:
    """
    The first and the last day of a period.

    Raises ValueError for a value that is written otherwise or that no calendar has.
    """
    first = _first_day(period)
    match period["type"]:
        case "range":
            return _days_of_range(period["value"])
        case "day":
            return first, first
        case "week":
            return first, first + _WEEK - _DAY
        case "month":
            return first, _month_after(first, 1) - _DAY


def shift_period(period: DateInfo, by: int) -> DateInfo:
    """
    The period so many periods later, or earlier when negative; of a range as many days. Raises ValueError as
    `days_of_period` does.
    """
    first = _first_day(period)
    match period["type"]:
        case "range":
            _, last = _days_of_range(period["value"])
            days = by * (last - first + _DAY)
            return {"type": "range", "value": f"{first + days}~{last + days}"}
        case "day":
            return period_of("day", first + by * _DAY)
        case "week":
            return period_of("week", first + by * _WEEK)
        case "month":
            return period_of("month", _month_after(first, by))


def _month_after(first: date, by: int) -> date:
    months = first.year * 12 + first.month - 1 + by
    return date(months // 12, months % 12 + 1, 1)


def _first_day(period: DateInfo) -> date:
    type, value = period["type"], period["value"]
    if type == "range":
        return _days_of_range(value)[0]
    try:
        match type:
            case "day":
                first = date.fromisoformat(value)
            case "week":
                first = date.fromisocalendar(int(value[:4]), int(value[5:]), 1)
            case "month":
                first = date.fromisoformat(f"{value}-01")
    except ValueError:
        raise ValueError(f"{value} is no {type}.") from None
    if period_of(type, first)["value"] != value:
        raise ValueError(f"{value} is no {type}.")
    return first
