from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any, cast

import pytest

from commerce_analytics import PeriodType, days_of_period, period_of, seconds_of_days, shift_period, unix_seconds
from commerce_analytics.models import DateInfo


@pytest.mark.parametrize(
    ("type", "day", "value", "first", "last"),
    [
        ("day", "2024-02-29", "2024-02-29", "2024-02-29", "2024-02-29"),
        ("week", "2025-12-29", "2026-01", "2025-12-29", "2026-01-04"),
        ("week", "2021-01-03", "2020-53", "2020-12-28", "2021-01-03"),
        ("week", "2026-06-30", "2026-27", "2026-06-29", "2026-07-05"),
        ("month", "2024-02-10", "2024-02", "2024-02-01", "2024-02-29"),
        ("month", "2025-12-31", "2025-12", "2025-12-01", "2025-12-31"),
    ],
)
def test_a_day_belongs_to_a_period(type: PeriodType, day: str, value: str, first: str, last: str) -> None:
    period = period_of(type, day)
    assert period == {"type": type, "value": value} == period_of(type, date.fromisoformat(day))
    assert [str(day) for day in days_of_period(period)] == [first, last]


@pytest.mark.parametrize(
    ("type", "value", "by", "shifted"),
    [
        ("day", "2024-02-28", 2, "2024-03-01"),
        ("week", "2020-52", 1, "2020-53"),
        ("week", "2026-26", -26, "2025-52"),
        ("month", "2026-01", -13, "2024-12"),
        ("month", "2026-06", 0, "2026-06"),
    ],
)
def test_a_period_is_shifted(type: PeriodType, value: str, by: int, shifted: str) -> None:
    assert shift_period(cast(DateInfo, {"type": type, "value": value}), by) == {"type": type, "value": shifted}


@pytest.mark.parametrize(
    ("type", "value"),
    [
        ("week", "2025-53"),
        ("week", "2026-W05"),
        ("month", "2026-13"),
        ("month", "2026-6"),
        ("day", "2026-02-29"),
        ("day", "20260228"),
        ("day", "today"),
    ],
)
def test_no_such_period(type: PeriodType, value: str) -> None:
    with pytest.raises(ValueError, match=f"{value} is no {type}"):
        shift_period(cast(DateInfo, {"type": type, "value": value}), 1)


@pytest.mark.parametrize(
    "moment",
    [
        "2026-06-01",
        "2026-06-01T02:00:00.999+02:00",
        date(2026, 6, 1),
        datetime(2026, 6, 1, tzinfo=UTC),
        datetime(2026, 5, 31, 19, tzinfo=timezone(timedelta(hours=-5))),
    ],
)
def test_unix_seconds(moment: Any) -> None:
    assert unix_seconds(moment) == 1_780_272_000


@pytest.mark.parametrize("moment", ["2026-06-31", "soon", "2026-06-01T00:00:00", datetime(2026, 6, 1)])
def test_no_moment(moment: Any) -> None:
    with pytest.raises(ValueError):
        unix_seconds(moment)


def test_seconds_of_days() -> None:
    assert seconds_of_days("2026-06-01", "2026-06-30") == {"min": 1_780_272_000, "max": 1_782_863_999}
    assert seconds_of_days(date(2026, 6, 1)) == {"min": 1_780_272_000, "max": 1_780_358_399}


def test_days_from_one_to_another() -> None:
    june: DateInfo = {"type": "range", "value": "2026-06-03~2026-06-30"}
    assert days_of_period(june) == (date(2026, 6, 3), date(2026, 6, 30))
    assert shift_period(june, -1) == {"type": "range", "value": "2026-05-06~2026-06-02"}
    for value in ("2026-06-30~2026-06-03", "2026-06-31~2026-07-01", "2026-06-01", "a~b"):
        with pytest.raises(ValueError, match="is no range"):
            days_of_period({"type": "range", "value": value})
