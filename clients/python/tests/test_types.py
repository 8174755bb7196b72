"""What mypy and pyright make of rows."""

from __future__ import annotations

from typing import NotRequired, assert_type, get_origin, get_type_hints

from both import Service
from test_client import success

from commerce_analytics import AsyncCommerceClient, AsyncExport, AsyncRecords, CommerceClient, Records
from commerce_analytics import models as m

ROW = {"product_id": "1", "shop": {"name": "Shop"}}


def test_a_row_has_one_type_whether_its_request_names_fields_or_not() -> None:
    client = Service(success({"total": 1, "list": [ROW]})).client("sync")
    assert isinstance(client, CommerceClient)
    data = client.search_products({"fields": ["product_id", "shop.name"]})
    assert_type(data, m.ProductSearchData)
    [row] = data["list"]
    assert_type(row["shop"]["name"], str | None)
    assert row["shop"]["name"] == "Shop"
    assert "title" not in row


def test_a_row_has_all_its_fields_but_those_of_another_kind() -> None:
    assert optional_fields(m.ProductRecord) == []
    assert optional_fields(m.ShopRecord) == []
    assert optional_fields(m.BreakdownRecord)[:4] == ["uid", "creator", "product_id", "product"]
    assert "usd_gmv" not in optional_fields(m.BreakdownRecord)


def optional_fields(record: type) -> list[str]:
    hints = get_type_hints(record, include_extras=True)
    return [name for name, hint in hints.items() if get_origin(hint) is NotRequired]


def test_walks_and_exports_are_typed_like_pages() -> None:
    client = Service().client("async")
    assert isinstance(client, AsyncCommerceClient)
    assert_type(client.all_products({"fields": ["title"]}), AsyncRecords[m.ProductRecord])
    assert_type(client.export_products({"limit": 5}), AsyncExport[m.ProductRecord])
    sync = Service().client("sync")
    assert isinstance(sync, CommerceClient)
    assert_type(sync.all_products(), Records[m.ProductRecord])


def test_a_data_frame_of_nothing_has_the_columns_of_the_record() -> None:
    def frames(request: m.ProductSearchRequest) -> list[str]:
        nothing = success({"total": 0, "list": []})
        client = Service(nothing).client("sync")
        assert isinstance(client, CommerceClient)
        return list(client.all_products(request).to_pandas().columns)

    assert frames({"fields": ["shop", "product_id", "category.l1.id"]}) == [
        "product_id",
        "category.l1.id",
        "shop.seller_id",
        "shop.name",
        "shop.avatar",
        "shop.total_units_sold",
    ]
    whole = frames({})
    assert whole[:3] == ["product_id", "title", "region"]
    assert "price_info.amount" in whole
    assert "price_info" not in whole
