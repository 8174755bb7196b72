from __future__ import annotations

import asyncio
import json
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import httpx
import pytest
from both import Service

from commerce_analytics import CommerceClient, _policy, days_of_period, response_of, seconds_of_days, shift_period
from commerce_analytics.models import DateInfo

DOCUMENT = json.loads((Path(__file__).parents[3] / "docs" / "openapi.json").read_text())


@pytest.fixture(params=["sync", "async"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def success(data: Any, headers: dict[str, str] | None = None) -> httpx.Response:
    return httpx.Response(200, json={"code": 0, "data": data, "message": ""}, headers=headers)


def sent(kind: str, name: str, request: Any) -> Any:
    service = Service(lambda _: success({"total": 0, "list": []}))
    service.call(kind, name, request)
    return json.loads(service.requests[0].content)


def test_ranges_of_time_are_those_of_the_document() -> None:
    def fields(value: Any) -> set[str]:
        if isinstance(value, list):
            return set().union(*map(fields, value))
        if not isinstance(value, dict):
            return set()
        times = {name for name, one in value.items() if "schemas/TimeRange" in str(one) and name[0].islower()}
        inner = set().union(*map(fields, value.values()))
        return times - {"properties", "schemas", "components", "anyOf", "oneOf", "allOf"} | inner

    assert fields(DOCUMENT["components"]["schemas"]) == set(_policy.TIME_RANGES)


JUNE = seconds_of_days("2026-06-01", "2026-06-30")


@pytest.mark.parametrize(
    ("bounds", "written"),
    [
        ({"min": date(2026, 6, 1), "max": date(2026, 6, 30)}, JUNE),
        (dict(zip(("min", "max"), days_of_period({"type": "month", "value": "2026-06"}), strict=True)), JUNE),
        ({"min": datetime(2026, 6, 1, tzinfo=UTC)}, {"min": JUNE["min"]}),
        ({"max": datetime(2026, 6, 1, 2, 0, 0, 999_999, timezone(timedelta(hours=2)))}, {"max": JUNE["min"]}),
        ({"min": 7, "max": None}, {"min": 7, "max": None}),
    ],
)
def test_a_range_of_time_takes_dates(kind: str, bounds: Any, written: Any) -> None:
    assert sent(kind, "search_videos", {"filter": {"create_time_range": bounds}}) == {
        "filter": {"create_time_range": written}
    }


def test_days_and_periods_take_dates(kind: str) -> None:
    month: DateInfo = {"type": "month", "value": "2026-06"}
    first, last = days_of_period(month)
    request = {
        "by": ["day"],
        "from": first,
        "to": datetime(2026, 6, 30, 23, 59),
        "filter": {"listed_range": {"min": last}},
    }
    assert sent(kind, "break_down_sales", request) == {
        "by": ["day"],
        "from": "2026-06-01",
        "to": "2026-06-30",
        "filter": {"listed_range": {"min": "2026-06-30"}},
    }
    weeks = {"uid": "1", "date_type": "week", "from": date(2026, 1, 1), "to": date(2026, 6, 30)}
    assert sent(kind, "list_creator_history", weeks) == {**weeks, "from": "2026-01", "to": "2026-27"}
    months = {"uid": "1", "date_type": "month", "from": shift_period(month, -1)["value"], "to": first}
    assert sent(kind, "list_creator_history", months) == {**months, "from": "2026-05", "to": "2026-06"}


def test_a_time_needs_a_zone(kind: str) -> None:
    with pytest.raises(ValueError, match=r"2026-06-01 00:00:00 has no time zone\."):
        sent(kind, "search_videos", {"filter": {"create_time_range": {"min": datetime(2026, 6, 1)}}})


def link(client: Any, *parameters: Any, **options: Any) -> Any:
    made = client.link(*parameters, **options)
    return made if isinstance(client, CommerceClient) else asyncio.run(made)


def test_a_link_is_made_of_an_export_and_its_request(kind: str) -> None:
    made = {"url": "https://service.example/v1/links/t/gb.csv", "expires_at": 1785456000}
    request = {"filter": {"region": "GB", "launch_time_range": {"min": date(2026, 6, 1)}}, "format": "csv"}
    for name in ("export_products", "exportProducts"):
        service = Service(lambda _: success(made))
        assert link(service.client(kind), name, request, expires_in=60, name="gb", retries=0) == made
        assert json.loads(service.requests[0].content) == {
            "operation": "exportProducts",
            "request": {"filter": {"region": "GB", "launch_time_range": {"min": JUNE["min"]}}, "format": "csv"},
            "expires_in": 60,
            "name": "gb",
        }
    with pytest.raises(TypeError, match="expires is not an option of this call"):
        link(Service().client(kind), "export_products", {}, expires=60)


def test_categories_come_again_only_when_they_have_changed() -> None:
    tags = ["1", "1", "2", "2"]
    asked: list[tuple[str, int]] = []

    def answer(request: httpx.Request) -> httpx.Response:
        tag = f'W/"{tags[len(asked)]}"'
        status = 304 if request.headers.get("If-None-Match") == tag else 200
        asked.append((f"{request.method} {request.url.raw_path.decode()}", status))
        headers = {"ETag": tag, "X-Data-Version": f"e.{len(asked)}"}
        return httpx.Response(304, headers=headers) if status == 304 else success({"list": [tag], "total": 1}, headers)

    client = CommerceClient(
        "http://service.example", "token", http=httpx.Client(transport=httpx.MockTransport(answer)), retries=0
    )
    trees: list[Any] = [client.list_product_categories({"keywords": "a&b", "lang": None}) for _ in tags]
    assert [tree["list"] for tree in trees] == [['W/"1"'], ['W/"1"'], ['W/"2"'], ['W/"2"']]
    assert [response_of(tree).headers["X-Data-Version"] for tree in trees] == ["e.1", "e.2", "e.3", "e.4"]
    assert asked == [("GET /product/v1/category?keywords=a%26b", status) for status in (200, 304, 200, 304)]
