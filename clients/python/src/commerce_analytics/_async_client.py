"""The client for asyncio. The other client is made from this file by `generate.py`."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import aclosing
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar, Unpack, cast, overload

import httpx

from . import models as m
from ._policy import (
    LOG,
    PAGESIZE,
    RETRIES,
    TIMEOUT,
    USER_AGENT,
    Answer,
    Attempt,
    CallOptions,
    Deadline,
    ExportFile,
    ExportFormat,
    ExportLines,
    ExportOptions,
    ExportRun,
    HeldAnswers,
    LinkOptions,
    WalkOptions,
    WalkVersion,
    address_of,
    api_error_of,
    check_options,
    checked_base_url,
    checked_timeout,
    checked_token,
    columns_of,
    envelope_of,
    failure_of,
    is_export,
    link_request,
    may_pass,
    newer_version,
    request_text,
    response_of,
    wait_before,
    without,
)
from ._watch import Change, changes_of, read_state, watched_row, write_state
from .errors import ApiError, CommerceError, DataChangedError, DeadlineError, NoAnswerError, PageWindowError
from .periods import PeriodType

if TYPE_CHECKING:
    import pandas

Row = TypeVar("Row")


class AsyncRecords(Generic[Row]):
    """The records of a walk or an export, as they come; they can be gone through once."""

    def __init__(self, rows: AsyncGenerator[Row, None], record: type, request: Mapping[str, Any] | None) -> None:
        self._rows = rows
        self._record = record
        self._fields = (request or {}).get("fields") or []

    def __aiter__(self) -> AsyncIterator[Row]:
        return self._rows

    async def to_list(self) -> list[Row]:
        return [row async for row in self._rows]

    async def to_pandas(self) -> pandas.DataFrame:
        """
        A data frame with a column for each field; those of objects are named by their path, such as `creator.uid`.
        It needs the extra `pandas`.
        """
        import pandas

        rows = cast("list[dict[str, Any]]", await self.to_list())
        return pandas.json_normalize(rows) if rows else pandas.DataFrame(columns=columns_of(self._record, self._fields))

    async def aclose(self) -> None:
        """Leaves the rest, and ends an export at the service."""
        await self._rows.aclose()


class AsyncExport(AsyncRecords[Row]):
    """The records of an export as they come, or its file."""

    def __init__(
        self,
        rows: AsyncGenerator[Row, None],
        record: type,
        request: Mapping[str, Any] | None,
        pieces: Callable[[Mapping[str, Any], ExportFile], AsyncGenerator[bytes, None]],
    ) -> None:
        super().__init__(rows, record, request)
        self._pieces = pieces

    async def iter_bytes(self, format: ExportFormat, *, excel: bool = False) -> AsyncGenerator[bytes, None]:
        """
        The file in one of the formats, piece by piece; raises BrokenExportError when it is not whole.

        excel: CSV that a spreadsheet opens.
        """
        file = ExportFile(format)
        async with aclosing(self._pieces({"format": format, **({"excel": True} if excel else {})}, file)) as pieces:
            async for piece in pieces:
                yield file.take(piece)
        file.require_whole()

    async def save(self, path: str | os.PathLike[str], format: ExportFormat, *, excel: bool = False) -> None:
        """Writes the file that `iter_bytes` gives. One that is not whole stays, with `.part` at the end of its name."""
        part = f"{os.fspath(path)}.part"
        with open(part, "wb") as file:
            async with aclosing(self.iter_bytes(format, excel=excel)) as pieces:
                async for piece in pieces:
                    file.write(piece)
        os.replace(part, path)


class AsyncCommerceClient:
    """
    The service's operations, by their ids in its OpenAPI document. Each call raises ApiError, NoAnswerError or
    DeadlineError. A walk (`all_…`) with a `limit` raises no PageWindowError as long as the pages reach that far. An
    export whose request names `fields` has only these fields.
    """

    def __init__(
        self,
        base_url: str | None = None,
        token: str | None = None,
        *,
        timeout: float = TIMEOUT,
        retries: int = RETRIES,
        http: httpx.AsyncClient | None = None,
        on_attempt: Callable[[Attempt], None] | None = None,
    ) -> None:
        """
        base_url: address of the service, with the path that a proxy adds to it. Default: COMMERCE_ANALYTICS_URL of the
        environment.
        token: access token. Default: COMMERCE_ANALYTICS_TOKEN of the environment.
        timeout: seconds that a call has, all its tries and waits together.
        retries: how often a call is repeated when that may help.
        http: the HTTP client to use, for proxies and certificates; whoever gives it closes it.
        on_attempt: called after each attempt of a call, for logs and metrics.

        Raises ValueError for a base URL, token or timeout that can't be one.
        """
        self._base_url = checked_base_url(base_url)
        self._headers = {
            "Authorization": f"Bearer {checked_token(token)}",
            "Content-Type": "application/json",
            "User-Agent": USER_AGENT,
        }
        self._timeout = checked_timeout(timeout)
        self._retries = retries
        self._http = httpx.AsyncClient() if http is None else http
        self._is_own_http = http is None
        self._on_attempt = on_attempt
        self._data_version: str | None = None
        self._held = HeldAnswers()

    async def __aenter__(self) -> AsyncCommerceClient:
        return self

    async def __aexit__(
        self, type: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections, unless they are of an `http` that was given."""
        if self._is_own_http:
            await self._http.aclose()

    async def last_complete_period(
        self,
        ranking: Ranking,
        type: PeriodType,
        **options: Unpack[CallOptions],
    ) -> m.DateInfo | None:
        """The newest complete period of a type that a ranking has; None when none is complete."""
        request: m.PeriodsRequest = {"filter": {"ranking": ranking, "date_type": type}}
        periods = (await self.list_ranking_periods(request, **options))["list"]
        values = [period["date_value"] for period in periods if period["complete"]]
        return cast(m.DateInfo, {"type": type, "value": values[0]}) if values else None

    # Made from docs/openapi.json by generate.py.
    Ranking: TypeAlias = Literal[
        "topEcommerce",
        "topGrowth",
        "productTopSelling",
        "shopTopSelling",
        "categoryTopSelling",
        "videoTopSelling",
        "liveTopSelling",
    ]

    async def show_usage(self, request: m.UsageRequest | None = None, **options: Unpack[CallOptions]) -> m.UsageData:
        """Usage of the token."""
        return cast(m.UsageData, await self._get("/v1/usage", request, options))

    async def search_videos(self, request: m.VideoSearchRequest, **options: Unpack[CallOptions]) -> m.VideoSearchData:
        """Search videos: a page."""
        return cast(m.VideoSearchData, await self._ask("/video/v1/search", request, options))

    def all_videos(self, request: m.VideoSearchRequest, **options: Unpack[WalkOptions]) -> AsyncRecords[m.VideoRecord]:
        """
        Search videos: all of them, as long as the pages reach them: 5000.

        More raise PageWindowError.
        """
        return AsyncRecords(self._walk("/video/v1/search", 5000, request, options), m.VideoRecord, request)

    def export_videos(
        self, request: m.VideoExportRequest, **options: Unpack[ExportOptions]
    ) -> AsyncExport[m.VideoRecord]:
        """Export videos, of one moment; raises BrokenExportError when some are missing."""
        return self._export("/video/v1/export", request, m.VideoRecord, options)

    async def count_videos_by_facet(
        self, request: m.VideoFacetsRequest, **options: Unpack[CallOptions]
    ) -> m.FacetsData:
        """Count videos."""
        return cast(m.FacetsData, await self._ask("/video/v1/facets", request, options))

    async def search_products(
        self, request: m.ProductSearchRequest | None = None, **options: Unpack[CallOptions]
    ) -> m.ProductSearchData:
        """Search products: a page."""
        return cast(m.ProductSearchData, await self._ask("/product/v1/search", request, options))

    def all_products(
        self, request: m.ProductSearchRequest | None = None, **options: Unpack[WalkOptions]
    ) -> AsyncRecords[m.ProductRecord]:
        """
        Search products: all of them, as long as the pages reach them: 5000.

        More raise PageWindowError.
        """
        return AsyncRecords(self._walk("/product/v1/search", 5000, request, options), m.ProductRecord, request)

    def export_products(
        self, request: m.ProductExportRequest | None = None, **options: Unpack[ExportOptions]
    ) -> AsyncExport[m.ProductRecord]:
        """Export products, of one moment; raises BrokenExportError when some are missing."""
        return self._export("/product/v1/export", request, m.ProductRecord, options)

    async def count_products_by_facet(
        self, request: m.ProductFacetsRequest, **options: Unpack[CallOptions]
    ) -> m.FacetsData:
        """Count products."""
        return cast(m.FacetsData, await self._ask("/product/v1/facets", request, options))

    async def suggest_product_filters(
        self, request: m.SuggestRequest | None = None, **options: Unpack[CallOptions]
    ) -> m.SuggestData:
        """Suggest shops and categories."""
        return cast(m.SuggestData, await self._ask("/product/v1/suggest", request, options))

    async def find_similar_products(
        self, request: m.SimilarProductsRequest, **options: Unpack[CallOptions]
    ) -> m.SimilarProductsData:
        """Similar products: a page."""
        return cast(m.SimilarProductsData, await self._ask("/product/v1/similar", request, options))

    def all_similar_products(
        self, request: m.SimilarProductsRequest, **options: Unpack[WalkOptions]
    ) -> AsyncRecords[m.ProductRecord]:
        """
        Similar products: all of them, as long as the pages reach them: 5000.

        More raise PageWindowError.
        """
        return AsyncRecords(self._walk("/product/v1/similar", 5000, request, options), m.ProductRecord, request)

    async def search_live_streams(
        self, request: m.LiveSearchRequest | None = None, **options: Unpack[CallOptions]
    ) -> m.LiveSearchData:
        """Search live streams: a page."""
        return cast(m.LiveSearchData, await self._ask("/live/v1/search", request, options))

    def all_live_streams(
        self, request: m.LiveSearchRequest | None = None, **options: Unpack[WalkOptions]
    ) -> AsyncRecords[m.LiveRecord]:
        """
        Search live streams: all of them, as long as the pages reach them: 5000.

        More raise PageWindowError. They come without a total, so that exactly 5000 raise it too.
        """
        return AsyncRecords(self._walk("/live/v1/search", 5000, request, options), m.LiveRecord, request)

    def export_live_streams(
        self, request: m.LiveExportRequest | None = None, **options: Unpack[ExportOptions]
    ) -> AsyncExport[m.LiveRecord]:
        """Export live streams, of one moment; raises BrokenExportError when some are missing."""
        return self._export("/live/v1/export", request, m.LiveRecord, options)

    async def count_live_streams_by_facet(
        self, request: m.LiveFacetsRequest, **options: Unpack[CallOptions]
    ) -> m.FacetsData:
        """Count live streams."""
        return cast(m.FacetsData, await self._ask("/live/v1/facets", request, options))

    async def search_creators(
        self, request: m.CreatorSearchRequest | None = None, **options: Unpack[CallOptions]
    ) -> m.CreatorSearchData:
        """Search creators: a page."""
        return cast(m.CreatorSearchData, await self._ask("/creator/v1/search", request, options))

    def all_creators(
        self, request: m.CreatorSearchRequest | None = None, **options: Unpack[WalkOptions]
    ) -> AsyncRecords[m.CreatorRecord]:
        """
        Search creators: all of them, as long as the pages reach them: 5000.

        More raise PageWindowError.
        """
        return AsyncRecords(self._walk("/creator/v1/search", 5000, request, options), m.CreatorRecord, request)

    def export_creators(
        self, request: m.CreatorExportRequest | None = None, **options: Unpack[ExportOptions]
    ) -> AsyncExport[m.CreatorRecord]:
        """Export creators, of one moment; raises BrokenExportError when some are missing."""
        return self._export("/creator/v1/export", request, m.CreatorRecord, options)

    async def count_creators_by_facet(
        self, request: m.CreatorFacetsRequest, **options: Unpack[CallOptions]
    ) -> m.FacetsData:
        """Count creators."""
        return cast(m.FacetsData, await self._ask("/creator/v1/facets", request, options))

    async def suggest_creators(
        self, request: m.SuggestRequest | None = None, **options: Unpack[CallOptions]
    ) -> m.SuggestData:
        """Suggest creators."""
        return cast(m.SuggestData, await self._ask("/creator/v1/suggest", request, options))

    async def search_shops(
        self, request: m.ShopSearchRequest | None = None, **options: Unpack[CallOptions]
    ) -> m.ShopSearchData:
        """Search shops: a page."""
        return cast(m.ShopSearchData, await self._ask("/shop/v1/search", request, options))

    def all_shops(
        self, request: m.ShopSearchRequest | None = None, **options: Unpack[WalkOptions]
    ) -> AsyncRecords[m.ShopFiguresRecord]:
        """
        Search shops: all of them, as long as the pages reach them: 1000.

        More raise PageWindowError.
        """
        return AsyncRecords(self._walk("/shop/v1/search", 1000, request, options), m.ShopFiguresRecord, request)

    def export_shops(
        self, request: m.ShopExportRequest | None = None, **options: Unpack[ExportOptions]
    ) -> AsyncExport[m.ShopFiguresRecord]:
        """Export shops, of one moment; raises BrokenExportError when some are missing."""
        return self._export("/shop/v1/export", request, m.ShopFiguresRecord, options)

    async def rank_top_ecommerce_creators(
        self, request: m.TopEcommerceRequest, **options: Unpack[CallOptions]
    ) -> m.TopEcommerceData:
        """Top e-commerce creators: a page."""
        return cast(m.TopEcommerceData, await self._ask("/creator/v1/rank/topEcommerce", request, options))

    def all_top_ecommerce_creators(
        self, request: m.TopEcommerceRequest, **options: Unpack[WalkOptions]
    ) -> AsyncRecords[m.TopEcommerceRecord]:
        """
        Top e-commerce creators: all of them, as long as the pages reach them: 1000.

        More raise PageWindowError.
        """
        return AsyncRecords(
            self._walk("/creator/v1/rank/topEcommerce", 1000, request, options), m.TopEcommerceRecord, request
        )

    def export_top_ecommerce_creators(
        self, request: m.TopEcommerceExportRequest, **options: Unpack[ExportOptions]
    ) -> AsyncExport[m.TopEcommerceRecord]:
        """Export the top e-commerce creators, of one moment; raises BrokenExportError when some are missing."""
        return self._export("/creator/v1/rank/topEcommerce/export", request, m.TopEcommerceRecord, options)

    async def rank_top_growth_creators(
        self, request: m.TopGrowthRequest, **options: Unpack[CallOptions]
    ) -> m.TopGrowthData:
        """Follower growth: a page."""
        return cast(m.TopGrowthData, await self._ask("/creator/v1/rank/topGrowth", request, options))

    def all_top_growth_creators(
        self, request: m.TopGrowthRequest, **options: Unpack[WalkOptions]
    ) -> AsyncRecords[m.TopGrowthRecord]:
        """
        Follower growth: all of them, as long as the pages reach them: 500.

        More raise PageWindowError.
        """
        return AsyncRecords(self._walk("/creator/v1/rank/topGrowth", 500, request, options), m.TopGrowthRecord, request)

    def export_top_growth_creators(
        self, request: m.TopGrowthExportRequest, **options: Unpack[ExportOptions]
    ) -> AsyncExport[m.TopGrowthRecord]:
        """Export follower growth, of one moment; raises BrokenExportError when some are missing."""
        return self._export("/creator/v1/rank/topGrowth/export", request, m.TopGrowthRecord, options)

    async def rank_top_selling_products(
        self, request: m.ProductTopSellingRequest, **options: Unpack[CallOptions]
    ) -> m.ProductTopSellingData:
        """Top selling products: a page."""
        return cast(m.ProductTopSellingData, await self._ask("/product/v1/rank/topSelling", request, options))

    def all_top_selling_products(
        self, request: m.ProductTopSellingRequest, **options: Unpack[WalkOptions]
    ) -> AsyncRecords[m.ProductTopSellingRecord]:
        """
        Top selling products: all of them, as long as the pages reach them: 1000.

        More raise PageWindowError.
        """
        return AsyncRecords(
            self._walk("/product/v1/rank/topSelling", 1000, request, options), m.ProductTopSellingRecord, request
        )

    def export_top_selling_products(
        self, request: m.ProductTopSellingExportRequest, **options: Unpack[ExportOptions]
    ) -> AsyncExport[m.ProductTopSellingRecord]:
        """Export the top selling products, of one moment; raises BrokenExportError when some are missing."""
        return self._export("/product/v1/rank/topSelling/export", request, m.ProductTopSellingRecord, options)

    async def rank_top_selling_shops(
        self, request: m.ShopTopSellingRequest, **options: Unpack[CallOptions]
    ) -> m.ShopTopSellingData:
        """Top selling shops: a page."""
        return cast(m.ShopTopSellingData, await self._ask("/shop/v1/rank/topSelling", request, options))

    def all_top_selling_shops(
        self, request: m.ShopTopSellingRequest, **options: Unpack[WalkOptions]
    ) -> AsyncRecords[m.ShopTopSellingRecord]:
        """
        Top selling shops: all of them, as long as the pages reach them: 1000.

        More raise PageWindowError.
        """
        return AsyncRecords(
            self._walk("/shop/v1/rank/topSelling", 1000, request, options), m.ShopTopSellingRecord, request
        )

    def export_top_selling_shops(
        self, request: m.ShopTopSellingExportRequest, **options: Unpack[ExportOptions]
    ) -> AsyncExport[m.ShopTopSellingRecord]:
        """Export the top selling shops, of one moment; raises BrokenExportError when some are missing."""
        return self._export("/shop/v1/rank/topSelling/export", request, m.ShopTopSellingRecord, options)

    async def rank_top_selling_categories(
        self, request: m.CategoryTopSellingRequest, **options: Unpack[CallOptions]
    ) -> m.CategoryTopSellingData:
        """Top selling categories: a page."""
        return cast(m.CategoryTopSellingData, await self._ask("/category/v1/rank/topSelling", request, options))

    def all_top_selling_categories(
        self, request: m.CategoryTopSellingRequest, **options: Unpack[WalkOptions]
    ) -> AsyncRecords[m.CategoryTopSellingRecord]:
        """
        Top selling categories: all of them, as long as the pages reach them: 1000.

        More raise PageWindowError.
        """
        return AsyncRecords(
            self._walk("/category/v1/rank/topSelling", 1000, request, options), m.CategoryTopSellingRecord, request
        )

    def export_top_selling_categories(
        self, request: m.CategoryTopSellingExportRequest, **options: Unpack[ExportOptions]
    ) -> AsyncExport[m.CategoryTopSellingRecord]:
        """Export the top selling categories, of one moment; raises BrokenExportError when some are missing."""
        return self._export("/category/v1/rank/topSelling/export", request, m.CategoryTopSellingRecord, options)

    async def rank_top_selling_videos(
        self, request: m.VideoTopSellingRequest, **options: Unpack[CallOptions]
    ) -> m.VideoTopSellingData:
        """Top selling videos: a page."""
        return cast(m.VideoTopSellingData, await self._ask("/video/v1/rank/topSelling", request, options))

    def all_top_selling_videos(
        self, request: m.VideoTopSellingRequest, **options: Unpack[WalkOptions]
    ) -> AsyncRecords[m.VideoTopSellingRecord]:
        """
        Top selling videos: all of them, as long as the pages reach them: 1000.

        More raise PageWindowError.
        """
        return AsyncRecords(
            self._walk("/video/v1/rank/topSelling", 1000, request, options), m.VideoTopSellingRecord, request
        )

    def export_top_selling_videos(
        self, request: m.VideoTopSellingExportRequest, **options: Unpack[ExportOptions]
    ) -> AsyncExport[m.VideoTopSellingRecord]:
        """Export the top selling videos, of one moment; raises BrokenExportError when some are missing."""
        return self._export("/video/v1/rank/topSelling/export", request, m.VideoTopSellingRecord, options)

    async def rank_top_selling_live_streams(
        self, request: m.LiveTopSellingRequest, **options: Unpack[CallOptions]
    ) -> m.LiveTopSellingData:
        """Top selling live streams: a page."""
        return cast(m.LiveTopSellingData, await self._ask("/live/v1/rank/topSelling", request, options))

    def all_top_selling_live_streams(
        self, request: m.LiveTopSellingRequest, **options: Unpack[WalkOptions]
    ) -> AsyncRecords[m.LiveTopSellingRecord]:
        """
        Top selling live streams: all of them, as long as the pages reach them: 1000.

        More raise PageWindowError.
        """
        return AsyncRecords(
            self._walk("/live/v1/rank/topSelling", 1000, request, options), m.LiveTopSellingRecord, request
        )

    def export_top_selling_live_streams(
        self, request: m.LiveTopSellingExportRequest, **options: Unpack[ExportOptions]
    ) -> AsyncExport[m.LiveTopSellingRecord]:
        """Export the top selling live streams, of one moment; raises BrokenExportError when some are missing."""
        return self._export("/live/v1/rank/topSelling/export", request, m.LiveTopSellingRecord, options)

    async def list_ranking_periods(
        self, request: m.PeriodsRequest | None = None, **options: Unpack[CallOptions]
    ) -> m.PeriodsData:
        """Periods with data."""
        return cast(m.PeriodsData, await self._ask("/creator/v1/rank/periods", request, options))

    async def list_creator_history(self, request: m.HistoryRequest, **options: Unpack[CallOptions]) -> m.HistoryData:
        """History of a creator."""
        return cast(m.HistoryData, await self._ask("/creator/v1/history", request, options))

    async def list_product_history(
        self, request: m.ProductHistoryRequest, **options: Unpack[CallOptions]
    ) -> m.ProductHistoryData:
        """History of a product."""
        return cast(m.ProductHistoryData, await self._ask("/product/v1/history", request, options))

    async def list_shop_history(
        self, request: m.ShopHistoryRequest, **options: Unpack[CallOptions]
    ) -> m.SellingHistoryData:
        """History of a shop."""
        return cast(m.SellingHistoryData, await self._ask("/shop/v1/history", request, options))

    async def list_category_history(
        self, request: m.CategoryHistoryRequest, **options: Unpack[CallOptions]
    ) -> m.SellingHistoryData:
        """History of a category."""
        return cast(m.SellingHistoryData, await self._ask("/category/v1/history", request, options))

    async def compare_creator_with_peers(
        self, request: m.CreatorPeersRequest, **options: Unpack[CallOptions]
    ) -> m.PeersData:
        """Place of a creator among its peers."""
        return cast(m.PeersData, await self._ask("/creator/v1/peers", request, options))

    async def compare_product_with_peers(
        self, request: m.ProductPeersRequest, **options: Unpack[CallOptions]
    ) -> m.PeersData:
        """Place of a product among its peers."""
        return cast(m.PeersData, await self._ask("/product/v1/peers", request, options))

    async def compare_shop_with_peers(self, request: m.ShopPeersRequest, **options: Unpack[CallOptions]) -> m.PeersData:
        """Place of a shop among its peers."""
        return cast(m.PeersData, await self._ask("/shop/v1/peers", request, options))

    async def list_product_categories(
        self, request: m.CategoryListRequest | None = None, **options: Unpack[CallOptions]
    ) -> m.CategoryListData:
        """Product categories."""
        return cast(m.CategoryListData, await self._get("/product/v1/category", request, options))

    async def list_creator_categories(
        self, request: m.CategoryListRequest | None = None, **options: Unpack[CallOptions]
    ) -> m.CategoryListData:
        """Creator categories."""
        return cast(m.CategoryListData, await self._get("/creator/v1/category", request, options))

    async def break_down_sales(self, request: m.BreakdownRequest, **options: Unpack[CallOptions]) -> m.BreakdownData:
        """Break sales down: a page."""
        return cast(m.BreakdownData, await self._ask("/sales/v1/breakdown", request, options))

    def all_sales(self, request: m.BreakdownRequest, **options: Unpack[WalkOptions]) -> AsyncRecords[m.BreakdownRecord]:
        """
        Break sales down: all of them, as long as the pages reach them: 1000.

        More raise PageWindowError.
        """
        return AsyncRecords(self._walk("/sales/v1/breakdown", 1000, request, options), m.BreakdownRecord, request)

    def export_sales_breakdown(
        self, request: m.BreakdownExportRequest, **options: Unpack[ExportOptions]
    ) -> AsyncExport[m.BreakdownRecord]:
        """Export a breakdown of sales, of one moment; raises BrokenExportError when some are missing."""
        return self._export("/sales/v1/breakdown/export", request, m.BreakdownRecord, options)

    async def create_link(self, request: m.LinkRequest, **options: Unpack[CallOptions]) -> m.LinkData:
        """Link to an export."""
        return cast(m.LinkData, await self._ask("/v1/links", request, options))

    @overload
    async def link(
        self,
        export: Literal["export_videos", "exportVideos"],
        request: m.VideoExportRequest,
        **options: Unpack[LinkOptions],
    ) -> m.LinkData: ...

    @overload
    async def link(
        self,
        export: Literal["export_products", "exportProducts"],
        request: m.ProductExportRequest,
        **options: Unpack[LinkOptions],
    ) -> m.LinkData: ...

    @overload
    async def link(
        self,
        export: Literal["export_live_streams", "exportLiveStreams"],
        request: m.LiveExportRequest,
        **options: Unpack[LinkOptions],
    ) -> m.LinkData: ...

    @overload
    async def link(
        self,
        export: Literal["export_creators", "exportCreators"],
        request: m.CreatorExportRequest,
        **options: Unpack[LinkOptions],
    ) -> m.LinkData: ...

    @overload
    async def link(
        self,
        export: Literal["export_shops", "exportShops"],
        request: m.ShopExportRequest,
        **options: Unpack[LinkOptions],
    ) -> m.LinkData: ...

    @overload
    async def link(
        self,
        export: Literal["export_top_ecommerce_creators", "exportTopEcommerceCreators"],
        request: m.TopEcommerceExportRequest,
        **options: Unpack[LinkOptions],
    ) -> m.LinkData: ...

    @overload
    async def link(
        self,
        export: Literal["export_top_growth_creators", "exportTopGrowthCreators"],
        request: m.TopGrowthExportRequest,
        **options: Unpack[LinkOptions],
    ) -> m.LinkData: ...

    @overload
    async def link(
        self,
        export: Literal["export_top_selling_products", "exportTopSellingProducts"],
        request: m.ProductTopSellingExportRequest,
        **options: Unpack[LinkOptions],
    ) -> m.LinkData: ...

    @overload
    async def link(
        self,
        export: Literal["export_top_selling_shops", "exportTopSellingShops"],
        request: m.ShopTopSellingExportRequest,
        **options: Unpack[LinkOptions],
    ) -> m.LinkData: ...

    @overload
    async def link(
        self,
        export: Literal["export_top_selling_categories", "exportTopSellingCategories"],
        request: m.CategoryTopSellingExportRequest,
        **options: Unpack[LinkOptions],
    ) -> m.LinkData: ...

    @overload
    async def link(
        self,
        export: Literal["export_top_selling_videos", "exportTopSellingVideos"],
        request: m.VideoTopSellingExportRequest,
        **options: Unpack[LinkOptions],
    ) -> m.LinkData: ...

    @overload
    async def link(
        self,
        export: Literal["export_top_selling_live_streams", "exportTopSellingLiveStreams"],
        request: m.LiveTopSellingExportRequest,
        **options: Unpack[LinkOptions],
    ) -> m.LinkData: ...

    @overload
    async def link(
        self,
        export: Literal["export_sales_breakdown", "exportSalesBreakdown"],
        request: m.BreakdownExportRequest,
        **options: Unpack[LinkOptions],
    ) -> m.LinkData: ...

    # The end of what is made.

    async def link(self, export: str, request: Mapping[str, Any], **options: Unpack[LinkOptions]) -> m.LinkData:
        """
        The address of an export, which a spreadsheet or another program fetches without a token; its request has the
        `format` of the file.
        """
        body = link_request(export, request, options.pop("expires_in", None), options.pop("name", None))
        return await self.create_link(body, **cast(CallOptions, options))

    async def watch(
        self,
        walk: Callable[..., AsyncRecords[Any]],
        request: Mapping[str, Any] | None = None,
        *,
        key: str | Sequence[str],
        every: float = 60,
        once: bool = False,
        state: str | os.PathLike[str] | None = None,
        **options: Unpack[WalkOptions],
    ) -> AsyncGenerator[Change, None]:
        """
        What became of the rows of a walk or an export, such as `client.all_creators`, whenever the version of the data
        is another. The first look only notes the rows.

        key: the fields that identify a row, by their paths.
        every: seconds between two looks at the version.
        once: look once, with `state`.
        state: a file that keeps the rows between two runs. They are noted once all changes are taken.

        Raises ValueError for a file of another question, and what a call raises; an error that may pass is logged, and
        the watch goes on unless it looks once.
        """
        names = [key] if isinstance(key, str) else list(key)
        question = json.loads(request_text({"walk": walk.__name__, "request": request, "limit": options.get("limit")}))
        noted = None if state is None else read_state(state, question)
        while True:
            try:
                headers = response_of(await self.list_creator_categories()).headers
                version: str = headers.get("X-Data-Version", "")
                if noted is None or version != noted["data_version"]:
                    # An export is of one moment.
                    walking = {"on_data_changed": "raise"} if walk.__name__.startswith("all_") else {}
                    rows = walk(request, **{**options, **walking})
                    found = [watched_row(row, names) async for row in rows]
                    for change in [] if noted is None else changes_of(noted["rows"], found, version):
                        yield change
                    noted = {"question": question, "data_version": version, "rows": found}
                    if state is not None:
                        write_state(state, noted)
            except DataChangedError:
                continue
            except CommerceError as error:
                if once or not may_pass(error):
                    raise
                LOG.warning("Looking again in %s s: %s", every, error)
            if once:
                return
            await asyncio.sleep(every)

    async def _get(self, path: str, request: Mapping[str, Any] | None, options: CallOptions) -> Answer:
        """Asks by GET; an answer that is held is sent again only when it has changed."""
        address = address_of(path, request or {})
        deadline = self._deadline(options)
        asked: CallOptions = {**options, "headers": {**self._held.headers(address), **(options.get("headers") or {})}}
        response, data = await self._open(address, None, deadline, asked, whole=True)
        return self._held.answer(address, data, response)

    async def _ask(self, path: str, request: Mapping[str, Any] | None, options: CallOptions) -> Answer:
        response, data = await self._open(path, request or {}, self._deadline(options), options, whole=True)
        return Answer(data, response)

    async def _walk(
        self, path: str, window: int, request: Mapping[str, Any] | None, options: WalkOptions
    ) -> AsyncGenerator[Any, None]:
        body = without(request or {}, "page", "pagesize")
        limit = options.pop("limit", None)
        version = WalkVersion(options.pop("on_data_changed", None))
        pagesize = PAGESIZE if limit is None else min(PAGESIZE, limit)
        page = listed = 0
        while limit is None or listed < limit:
            page += 1
            data = await self._ask(path, {**body, "page": page, "pagesize": pagesize}, options)
            version.follow(data.response.headers)
            rows: list[Any] = data["list"]
            total: int | None = data.get("total")
            if total is not None and min(total, total if limit is None else limit) > window:
                raise PageWindowError(window, total)
            for row in rows if limit is None else rows[: limit - listed]:
                yield row
            listed += len(rows)
            if len(rows) < pagesize or (total is not None and listed >= total):
                return
            if page * pagesize >= window and (limit is None or listed < limit):
                raise PageWindowError(window, total)
            if data.get("has_more") == 0:
                return

    def _export(
        self, path: str, request: Mapping[str, Any] | None, record: type, options: ExportOptions
    ) -> AsyncExport[Any]:
        body = without(request or {}, "format", "excel")

        async def rows() -> AsyncGenerator[Any, None]:
            lines = ExportLines()
            async with aclosing(self._pieces(path, body, options, lines)) as pieces:
                async for piece in pieces:
                    for row in lines.rows_in(piece):
                        yield row
            lines.require_whole()

        return AsyncExport(
            rows(), record, request, lambda chosen, file: self._pieces(path, {**body, **chosen}, options, file)
        )

    async def _pieces(
        self, path: str, body: Mapping[str, Any], options: ExportOptions, run: ExportRun
    ) -> AsyncGenerator[bytes, None]:
        """The time of a call is what the first piece may take, and then each next one."""
        call = cast(CallOptions, {name: value for name, value in options.items() if name != "on_truncated"})
        deadline = self._deadline(call)
        response, _ = await self._open(path, body, deadline, call, whole=False)
        response.request.extensions["timeout"]["read"] = deadline.timeout
        try:
            run.begin(response.headers, body.get("limit"), options.get("on_truncated"))
            async for piece in response.aiter_bytes():
                yield piece
        except httpx.TimeoutException as error:
            raise DeadlineError(deadline.timeout) from error
        except httpx.RequestError as error:
            raise run.broken() from error
        finally:
            await response.aclose()

    def _deadline(self, options: CallOptions) -> Deadline:
        check_options(options)
        timeout = options.get("timeout")
        return Deadline(self._timeout if timeout is None else timeout)

    async def _open(
        self, path: str, body: Mapping[str, Any] | None, deadline: Deadline, options: CallOptions, *, whole: bool
    ) -> tuple[httpx.Response, dict[str, Any]]:
        """
        Sends a request until its answer is 200, or 304 to a GET, and gives its data if the whole is wanted. Every
        operation only reads, so that each may be repeated.
        """
        retries = options.get("retries")
        number = 0
        while True:
            number += 1
            started_at = monotonic()
            response: httpx.Response | None = None
            data: dict[str, Any] = {}
            error: ApiError | NoAnswerError | DeadlineError | None = None
            try:
                response = await self._send(path, body, deadline, options.get("headers"))
                if whole:
                    content = await self._read(response, deadline)
                    data = {} if response.status_code == 304 else envelope_of(response, content)["data"]
                elif not is_export(response, body or {}):
                    raise api_error_of(response, await self._read(response, deadline))
            except ApiError as refusal:
                error = refusal
            except (httpx.RequestError, DeadlineError) as cause:
                error = failure_of(cause, deadline, self._base_url)
            wait = None if number > (self._retries if retries is None else retries) else wait_before(error, number - 1)
            if wait is not None and wait > deadline.remaining():
                wait = None
            if self._on_attempt is not None:
                self._on_attempt(Attempt(path, number, monotonic() - started_at, response, error, wait))
            if wait is not None:
                await asyncio.sleep(wait)
            elif error is not None:
                raise error
            else:
                return cast(httpx.Response, response), data

    async def _send(
        self, path: str, body: Mapping[str, Any] | None, deadline: Deadline, own_headers: Mapping[str, str] | None
    ) -> httpx.Response:
        """The response, to a GET without a body; its body is not read."""
        headers = httpx.Headers(self._headers)
        if self._data_version is not None:
            headers["X-Data-Version"] = self._data_version
        headers.update(own_headers)
        url = f"{self._base_url}{path}"
        method, content = ("GET", None) if body is None else ("POST", request_text(body))
        request = self._http.build_request(method, url, content=content, headers=headers, timeout=deadline.require())
        response = await self._http.send(request, stream=True)
        self._data_version = newer_version(self._data_version, response.headers)
        return response

    async def _read(self, response: httpx.Response, deadline: Deadline) -> bytes:
        content = b""
        try:
            async for piece in response.aiter_bytes():
                content += piece
                deadline.require()
        finally:
            await response.aclose()
        return content
