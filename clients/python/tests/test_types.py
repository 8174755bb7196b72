"""What mypy and pyright make of rows with the fields of a request, and what of whole ones."""

from __future__ import annotations

from typing import NotRequired, assert_type, get_origin, get_type_hints

from both import Service
from test_client import success

from commerce_analytics import AsyncCommerceClient, AsyncExport, AsyncRecords, CommerceClient, Records
from commerce_analytics import models as m

ROW = {"product_id": "1", "shop": {"name": "Shop"}}


def test_a_row_with_fields_may_lack_each_of_them() -> None:
    client = Service(success({"total": 1, "list": [ROW]})).client("sync")
    assert isinstance(client, CommerceClient)
    data = client.search_products({"fields": ["product_id", "shop.name"]})
    assert_type(data, m.PartialProductSearchData)
    [row] = data["list"]
    assert_type(row, m.PartialProductRecord)
    assert row.get("title") is None
    assert row.get("shop", {}).get("name") == "Shop"
    assert optional_fields(m.PartialProductRecord) == list(m.ProductRecord.__annotations__)
    assert optional_fields(m.PartialShopRecord) == list(m.ShopRecord.__annotations__)
    assert optional_fields(m.ProductRecord) == []


def optional_fields(record: type) -> list[str]:
    hints = get_type_hints(record, include_extras=True)
    return [name for name, hint in hints.items() if get_origin(hint) is NotRequired]


def test_a_row_without_fields_is_whole() -> None:
    client = Service(success({"total": 0, "list": []})).client("sync")
    assert isinstance(client, CommerceClient)
    assert_type(client.search_products({"filter": {"region": "US"}}), m.ProductSearchData)
    assert_type(client.all_products(), Records[m.ProductRecord])


def test_walks_and_exports_are_typed_like_pages() -> None:
    client = Service().client("async")
    assert isinstance(client, AsyncCommerceClient)
    assert_type(client.all_products({"fields": ["title"]}), AsyncRecords[m.PartialProductRecord])
    assert_type(client.export_products({"fields": ["title"]}), AsyncExport[m.PartialProductRecord])
    assert_type(client.export_products({"limit": 5}), AsyncExport[m.ProductRecord])


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
