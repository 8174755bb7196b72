"""The client for ordinary code, made from `_async_client.py` by `generate.py`."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, cast

import httpx

from . import models as m
from ._policy import (
    BREAKDOWN_WINDOW,
    PAGESIZE,
    RETRIES,
    SEARCH_WINDOW,
    TIMEOUT,
    TOP_ECOMMERCE_WINDOW,
    TOP_GROWTH_WINDOW,
    Deadline,
    ExportLines,
    api_error_of,
    checked_base_url,
    checked_token,
    envelope_of,
    no_answer_error_of,
    wait_before,
    without,
)
from .errors import ApiError, DeadlineError, NoAnswerError, PageWindowError
from .periods import PeriodType

if TYPE_CHECKING:
    import pandas

Row = TypeVar("Row")


class Records(Generic[Row]):
    """The records of a walk or an export, as they come; they can be gone through once."""

    def __init__(self, rows: Generator[Row, None]) -> None:
        self._rows = rows

    def __iter__(self) -> Iterator[Row]:
        return self._rows

    def to_list(self) -> list[Row]:
        return [row for row in self._rows]

    def to_pandas(self) -> pandas.DataFrame:
        """
        A data frame with a column for each field; those of objects are named by their path, such as `creator.uid`.
        It needs the extra `pandas`.
        """
        import pandas

        return pandas.json_normalize(cast("list[dict[str, Any]]", self.to_list()))

    def close(self) -> None:
        """Leaves the rest, and ends an export at the service."""
        self._rows.close()


class CommerceClient:
    """
    The service's operations, by their ids in its OpenAPI document. Each call raises ApiError, NoAnswerError or
    DeadlineError. A walk (`all_…`) with a `limit` raises no PageWindowError as long as the pages reach that far. An
    export whose request names `fields` has these fields alone.
    """

    def __init__(
        self,
        base_url: str,
        token: str,
        *,
        timeout: float = TIMEOUT,
        retries: int = RETRIES,
        http: httpx.Client | None = None,
    ) -> None:
        """
        base_url: address of the service, with the path that a proxy adds to it: `https://analytics.example`.
        timeout: seconds that a call has, all its tries and waits together.
        retries: how often a call is repeated when that may help.
        http: the HTTP client to use, for proxies and certificates; whoever gives it closes it.

        Raises ValueError for a base URL or token that can't be one.
        """
        self._base_url = checked_base_url(base_url)
        self._headers = {"Authorization": f"Bearer {checked_token(token)}"}
        self._timeout = timeout
        self._retries = retries
        self._http = httpx.Client() if http is None else http
        self._is_own_http = http is None

    def __enter__(self) -> CommerceClient:
        return self

    def __exit__(
        self, type: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections, unless they are of an `http` that was given."""
        if self._is_own_http:
            self._http.close()

    def search_videos(
        self, request: m.VideoSearchRequest, *, timeout: float | None = None, retries: int | None = None
    ) -> m.VideoSearchData:
        """A page of videos."""
        return cast(m.VideoSearchData, self._ask("/video/v1/search", request, timeout, retries))

    def all_videos(
        self,
        request: m.VideoSearchRequest,
        *,
        limit: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Records[m.VideoRecord]:
        """All videos of a search, as long as its pages reach them: 5,000. More raise PageWindowError."""
        return Records(self._walk("/video/v1/search", SEARCH_WINDOW, request, limit, timeout, retries))

    def export_videos(
        self, request: m.VideoExportRequest, *, timeout: float | None = None, retries: int | None = None
    ) -> Records[m.VideoRecord]:
        """All videos of a search as they are at one moment; raises BrokenExportError when some are missing."""
        return Records(self._export("/video/v1/export", request, timeout, retries))

    def count_videos_by_facet(
        self, request: m.VideoFacetsRequest, *, timeout: float | None = None, retries: int | None = None
    ) -> m.FacetsData:
        """How many videos of a search have each value of a filter."""
        return cast(m.FacetsData, self._ask("/video/v1/facets", request, timeout, retries))

    def search_products(
        self, request: m.ProductSearchRequest | None = None, *, timeout: float | None = None, retries: int | None = None
    ) -> m.ProductSearchData:
        """A page of products."""
        return cast(m.ProductSearchData, self._ask("/product/v1/search", request, timeout, retries))

    def all_products(
        self,
        request: m.ProductSearchRequest | None = None,
        *,
        limit: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Records[m.ProductRecord]:
        """All products of a search, as long as its pages reach them: 5,000. More raise PageWindowError."""
        return Records(self._walk("/product/v1/search", SEARCH_WINDOW, request, limit, timeout, retries))

    def export_products(
        self, request: m.ProductExportRequest | None = None, *, timeout: float | None = None, retries: int | None = None
    ) -> Records[m.ProductRecord]:
        """All products of a search as they are at one moment; raises BrokenExportError when some are missing."""
        return Records(self._export("/product/v1/export", request, timeout, retries))

    def count_products_by_facet(
        self, request: m.ProductFacetsRequest, *, timeout: float | None = None, retries: int | None = None
    ) -> m.FacetsData:
        """How many products of a search have each value of a filter."""
        return cast(m.FacetsData, self._ask("/product/v1/facets", request, timeout, retries))

    def suggest_product_filters(
        self, request: m.SuggestRequest, *, timeout: float | None = None, retries: int | None = None
    ) -> m.SuggestData:
        """Shops and product categories while somebody types, as filters."""
        return cast(m.SuggestData, self._ask("/product/v1/suggest", request, timeout, retries))

    def search_live_streams(
        self, request: m.LiveSearchRequest | None = None, *, timeout: float | None = None, retries: int | None = None
    ) -> m.LiveSearchData:
        """A page of live streams."""
        return cast(m.LiveSearchData, self._ask("/live/v1/search", request, timeout, retries))

    def all_live_streams(
        self,
        request: m.LiveSearchRequest | None = None,
        *,
        limit: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Records[m.LiveRecord]:
        """
        All live streams of a search, as long as its pages reach them: 5,000. More raise PageWindowError. They come
        without a total, so that exactly 5,000 raise it too.
        """
        return Records(self._walk("/live/v1/search", SEARCH_WINDOW, request, limit, timeout, retries))

    def export_live_streams(
        self, request: m.LiveExportRequest | None = None, *, timeout: float | None = None, retries: int | None = None
    ) -> Records[m.LiveRecord]:
        """All live streams of a search as they are at one moment; raises BrokenExportError when some are missing."""
        return Records(self._export("/live/v1/export", request, timeout, retries))

    def count_live_streams_by_facet(
        self, request: m.LiveFacetsRequest, *, timeout: float | None = None, retries: int | None = None
    ) -> m.FacetsData:
        """How many live streams of a search have each value of a filter."""
        return cast(m.FacetsData, self._ask("/live/v1/facets", request, timeout, retries))

    def rank_top_ecommerce_creators(
        self, request: m.TopEcommerceRequest, *, timeout: float | None = None, retries: int | None = None
    ) -> m.TopEcommerceData:
        """A page of creators by sales in a day, week or month."""
        return cast(m.TopEcommerceData, self._ask("/creator/v1/rank/topEcommerce", request, timeout, retries))

    def all_top_ecommerce_creators(
        self,
        request: m.TopEcommerceRequest,
        *,
        limit: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Records[m.TopEcommerceRecord]:
        """All creators by sales in a period, as long as the pages reach them: 1,000. More raise PageWindowError."""
        path = "/creator/v1/rank/topEcommerce"
        return Records(self._walk(path, TOP_ECOMMERCE_WINDOW, request, limit, timeout, retries))

    def export_top_ecommerce_creators(
        self, request: m.TopEcommerceExportRequest, *, timeout: float | None = None, retries: int | None = None
    ) -> Records[m.TopEcommerceRecord]:
        """All creators by sales in a period; raises BrokenExportError when some are missing."""
        return Records(self._export("/creator/v1/rank/topEcommerce/export", request, timeout, retries))

    def rank_top_growth_creators(
        self, request: m.TopGrowthRequest, *, timeout: float | None = None, retries: int | None = None
    ) -> m.TopGrowthData:
        """A page of creators by growth of followers in a day, week or month."""
        return cast(m.TopGrowthData, self._ask("/creator/v1/rank/topGrowth", request, timeout, retries))

    def all_top_growth_creators(
        self,
        request: m.TopGrowthRequest,
        *,
        limit: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Records[m.TopGrowthRecord]:
        """All creators by growth in a period, as long as the pages reach them: 500. More raise PageWindowError."""
        path = "/creator/v1/rank/topGrowth"
        return Records(self._walk(path, TOP_GROWTH_WINDOW, request, limit, timeout, retries))

    def export_top_growth_creators(
        self, request: m.TopGrowthExportRequest, *, timeout: float | None = None, retries: int | None = None
    ) -> Records[m.TopGrowthRecord]:
        """All creators by growth in a period; raises BrokenExportError when some are missing."""
        return Records(self._export("/creator/v1/rank/topGrowth/export", request, timeout, retries))

    def list_ranking_periods(
        self, request: m.PeriodsRequest | None = None, *, timeout: float | None = None, retries: int | None = None
    ) -> m.PeriodsData:
        """The periods that have rankings, which of them are complete, and how new the data is."""
        return cast(m.PeriodsData, self._ask("/creator/v1/rank/periods", request, timeout, retries))

    def last_complete_period(
        self,
        ranking: Literal["topEcommerce", "topGrowth"],
        type: PeriodType,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> m.DateInfo | None:
        """The newest complete period of a type that a ranking has; None when none is complete."""
        request: m.PeriodsRequest = {"filter": {"ranking": ranking, "date_type": type}}
        periods = (self.list_ranking_periods(request, timeout=timeout, retries=retries))["list"]
        values = [period["date_value"] for period in periods if period["complete"]]
        return {"type": type, "value": values[0]} if values else None

    def list_creator_history(
        self, request: m.HistoryRequest, *, timeout: float | None = None, retries: int | None = None
    ) -> m.HistoryData:
        """A creator's followers and sales, period by period."""
        return cast(m.HistoryData, self._ask("/creator/v1/history", request, timeout, retries))

    def break_down_sales(
        self, request: m.BreakdownRequest, *, timeout: float | None = None, retries: int | None = None
    ) -> m.BreakdownData:
        """A page of the sales between two days, by creator, product, shop, video, day and more."""
        return cast(m.BreakdownData, self._ask("/sales/v1/breakdown", request, timeout, retries))

    def all_sales(
        self,
        request: m.BreakdownRequest,
        *,
        limit: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Records[m.BreakdownRecord]:
        """All rows of a breakdown, as long as the pages reach them: 1,000. More raise PageWindowError."""
        return Records(self._walk("/sales/v1/breakdown", BREAKDOWN_WINDOW, request, limit, timeout, retries))

    def export_sales_breakdown(
        self, request: m.BreakdownExportRequest, *, timeout: float | None = None, retries: int | None = None
    ) -> Records[m.BreakdownRecord]:
        """All rows of a breakdown; raises BrokenExportError when some are missing."""
        return Records(self._export("/sales/v1/breakdown/export", request, timeout, retries))

    def suggest_creators(
        self, request: m.SuggestRequest, *, timeout: float | None = None, retries: int | None = None
    ) -> m.SuggestData:
        """Creators and creator categories while somebody types, as filters."""
        return cast(m.SuggestData, self._ask("/creator/v1/suggest", request, timeout, retries))

    def list_product_categories(
        self, request: m.CategoryListRequest | None = None, *, timeout: float | None = None, retries: int | None = None
    ) -> m.CategoryListData:
        """The tree of product categories."""
        return cast(m.CategoryListData, self._ask("/product/v1/category", request, timeout, retries))

    def list_creator_categories(
        self, request: m.CategoryListRequest | None = None, *, timeout: float | None = None, retries: int | None = None
    ) -> m.CategoryListData:
        """The tree of creator categories."""
        return cast(m.CategoryListData, self._ask("/creator/v1/category", request, timeout, retries))

    def _ask(
        self, path: str, request: Mapping[str, Any] | None, timeout: float | None, retries: int | None
    ) -> dict[str, Any]:
        deadline = self._deadline(timeout)
        response, content = self._open(path, request or {}, deadline, retries, whole=True)
        return cast("dict[str, Any]", envelope_of(response, content)["data"])

    def _walk(
        self,
        path: str,
        window: int,
        request: Mapping[str, Any] | None,
        limit: int | None,
        timeout: float | None,
        retries: int | None,
    ) -> Generator[Any, None]:
        body = without(request or {}, "page", "pagesize")
        pagesize = PAGESIZE if limit is None else min(PAGESIZE, limit)
        page = listed = 0
        while limit is None or listed < limit:
            page += 1
            data = self._ask(path, {**body, "page": page, "pagesize": pagesize}, timeout, retries)
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
        self, path: str, request: Mapping[str, Any] | None, timeout: float | None, retries: int | None
    ) -> Generator[Any, None]:
        """The time of a call is what the first row may take, and then each next piece."""
        body = without(request or {}, "format", "excel")
        deadline = self._deadline(timeout)
        response, _ = self._open(path, body, deadline, retries, whole=False)
        lines = ExportLines(response.headers)
        try:
            for piece in response.iter_bytes():
                for row in lines.rows_in(piece):
                    lines.count(row)
                    yield row
        except httpx.TimeoutException as error:
            raise DeadlineError(deadline.timeout) from error
        except httpx.TransportError as error:
            raise lines.broken() from error
        finally:
            response.close()
        lines.require_whole()

    def _deadline(self, timeout: float | None) -> Deadline:
        return Deadline(self._timeout if timeout is None else timeout)

    def _open(
        self, path: str, body: Mapping[str, Any], deadline: Deadline, retries: int | None, *, whole: bool
    ) -> tuple[httpx.Response, bytes]:
        """Sends a request until its answer is 200. Every operation only reads, so that each may be repeated."""
        tried = 0
        while True:
            try:
                return self._send(path, body, deadline, whole)
            except httpx.TimeoutException as error:
                raise DeadlineError(deadline.timeout) from error
            except (httpx.TransportError, ApiError) as error:
                deadline.require()
                failure: ApiError | NoAnswerError = (
                    error if isinstance(error, ApiError) else no_answer_error_of(self._base_url, error)
                )
            wait = wait_before(failure, tried)
            most = self._retries if retries is None else retries
            if tried >= most or wait is None or wait > deadline.remaining():
                raise failure
            time.sleep(wait)
            tried += 1

    def _send(
        self, path: str, body: Mapping[str, Any], deadline: Deadline, whole: bool
    ) -> tuple[httpx.Response, bytes]:
        """The response and its body; that of a 200 is left unread unless the whole is wanted."""
        url = f"{self._base_url}{path}"
        request = self._http.build_request("POST", url, json=body, headers=self._headers, timeout=deadline.require())
        response = self._http.send(request, stream=True)
        if response.status_code == 200 and not whole:
            return response, b""
        content = b""
        try:
            for piece in response.iter_bytes():
                content += piece
                deadline.require()
        finally:
            response.close()
        if response.status_code != 200:
            raise api_error_of(response, content)
        return response, content
