from __future__ import annotations

import asyncio
import json
import re
import socket
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
from both import BASE_URL, Pieces, Reply, Service, outcome, rows_of

from commerce_analytics import (
    ApiError,
    AsyncCommerceClient,
    Attempt,
    BrokenExportError,
    CommerceClient,
    DataChangedError,
    DeadlineError,
    ErrorCode,
    NoAnswerError,
    PageWindowError,
    TruncatedError,
    __version__,
    _policy,
    response_of,
)

DOCUMENT = json.loads((Path(__file__).parents[3] / "docs" / "openapi.json").read_text())
OPERATIONS = [(path, methods["post"]) for path, methods in DOCUMENT["paths"].items()]
FAULT = {"path": "page", "rule": "min", "message": "page is 0; it must be at least 1.", "limit": 1}


@pytest.fixture(params=["sync", "async"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(autouse=True)
def brief_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits that nobody asks for are brief."""
    monkeypatch.setattr(_policy, "_FIRST_WAIT", 0.001)


@pytest.fixture(autouse=True)
def empty_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMMERCE_ANALYTICS_URL", raising=False)
    monkeypatch.delenv("COMMERCE_ANALYTICS_TOKEN", raising=False)


def success(data: Any) -> Reply:
    envelope = {"code": 0, "data": data, "message": "", "timestamp": 1, "request_id": "r"}
    return lambda _: httpx.Response(200, json=envelope)


def refusal(status: int, code: int, headers: dict[str, str] | None = None) -> Reply:
    envelope = {"code": code, "data": {"errors": [FAULT]}, "message": "no", "timestamp": 1, "request_id": "r"}
    return lambda _: httpx.Response(status, json=envelope, headers=headers)


CUT = httpx.RemoteProtocolError("Server disconnected without sending a response.")


def snake_case(name: str) -> str:
    return re.sub("([A-Z])", r"_\1", name).lower()


def paged(records: int, window: int, is_live: bool) -> tuple[list[str], Reply]:
    """A search of so many records, and the pages that it is asked for."""
    asked: list[str] = []

    def reply(request: httpx.Request) -> httpx.Response:
        body = json.loads(request.content)
        end = body["page"] * body["pagesize"]
        asked.append(f"{body['page']} x {body['pagesize']}")
        rows = list(range(end - body["pagesize"], min(end, records)))
        more = {"has_more": int(records > end and end < window)} if is_live else {"total": records}
        return success({"list": rows, **more})(request)

    return asked, reply


def test_a_call_sends_the_token_and_json_below_the_path_of_the_base_url(kind: str) -> None:
    service = Service(success({"total": 7}))
    assert service.call(kind, "search_videos", {"filter": {"create_time_range": {"min": 1}}}) == {"total": 7}
    [request] = service.requests
    assert (request.method, str(request.url)) == ("POST", f"{BASE_URL}/video/v1/search")
    assert request.headers["Authorization"] == "Bearer token"
    assert json.loads(request.content) == {"filter": {"create_time_range": {"min": 1}}}


@pytest.mark.parametrize("token", ["", "two words", "two\nlines"])
def test_a_token_with_a_space_is_refused(token: str) -> None:
    with pytest.raises(ValueError, match=r"The token \(or COMMERCE_ANALYTICS_TOKEN\) is empty or holds a space"):
        CommerceClient(BASE_URL, token)


@pytest.mark.parametrize("address", ["service.example", "ftp://service.example", "http://", "https:///path"])
def test_a_base_url_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match=f'COMMERCE_ANALYTICS_URL\\) is "{address}"; it must be an address such'):
        AsyncCommerceClient(address, "token")


def test_the_environment_has_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match=r"base_url \(or COMMERCE_ANALYTICS_URL\) is \"\""):
        CommerceClient()
    monkeypatch.setenv("COMMERCE_ANALYTICS_URL", "http://from.environment/")
    with pytest.raises(ValueError, match="The token"):
        CommerceClient()
    monkeypatch.setenv("COMMERCE_ANALYTICS_TOKEN", "t2")
    service = Service(success({}), success({}))
    for parameters in ((), (BASE_URL, "token")):
        http = httpx.Client(transport=httpx.MockTransport(service.answer))
        CommerceClient(*parameters, http=http).search_products()
    assert [(str(request.url), request.headers["Authorization"]) for request in service.requests] == [
        ("http://from.environment/product/v1/search", "Bearer t2"),
        (f"{BASE_URL}/product/v1/search", "Bearer token"),
    ]


def test_a_call_has_headers_of_its_own(kind: str) -> None:
    service = Service(success({}), success({}))
    client = service.client(kind)
    outcome(client, "search_products", headers={"x-request-id": "mine", "user-agent": "mine/1"})
    outcome(client, "search_products")
    sent = [(request.headers.get("X-Request-Id"), request.headers["User-Agent"]) for request in service.requests]
    assert sent == [("mine", "mine/1"), (None, f"commerce-analytics-python/{__version__}")]


def test_the_response_is_beside_the_data(kind: str) -> None:
    def reply(request: httpx.Request) -> httpx.Response:
        envelope = {"code": 0, "data": {"total": 7}}
        return httpx.Response(200, json=envelope, headers={"RateLimit-Remaining": "3"})

    data = Service(reply).call(kind, "search_products")
    assert data == {"total": 7}
    assert (response_of(data).status_code, response_of(data).headers["ratelimit-remaining"]) == (200, "3")
    with pytest.raises(TypeError, match="the dictionary that a method of the client returned"):
        response_of(dict(data))


def test_every_attempt_is_reported(kind: str) -> None:
    attempts: list[Attempt] = []
    replies = (CUT, refusal(503, 40001, {"Retry-After": "0"}), success({}))
    outcome(Service(*replies).client(kind, on_attempt=attempts.append), "search_products")
    assert [(attempt.path, attempt.number) for attempt in attempts] == [("/product/v1/search", n) for n in (1, 2, 3)]
    assert [attempt.response and attempt.response.status_code for attempt in attempts] == [None, 503, 200]
    assert [type(attempt.error) for attempt in attempts] == [NoAnswerError, ApiError, type(None)]
    assert [attempt.retry_in is None for attempt in attempts] == [False, False, True]
    assert all(attempt.duration >= 0 for attempt in attempts)


def test_the_last_attempt_is_reported_with_its_error(kind: str) -> None:
    attempts: list[Attempt] = []
    with pytest.raises(ApiError) as raised:
        outcome(Service(refusal(400, 10001)).client(kind, on_attempt=attempts.append), "export_products")
    assert [(attempt.error, attempt.retry_in) for attempt in attempts] == [(raised.value, None)]


@pytest.mark.parametrize(("path", "operation"), OPERATIONS, ids=lambda value: value if isinstance(value, str) else "")
def test_every_operation_is_a_method(kind: str, path: str, operation: dict[str, Any]) -> None:
    service = Service(refusal(400, 10001))
    with pytest.raises(ApiError):
        service.call(kind, snake_case(operation["operationId"]), {"lang": "ZH_CN"})
    [request] = service.requests
    assert request.url.path == f"/api{path}"
    assert (json.loads(request.content) if request.content else dict(request.url.params)) == {"lang": "ZH_CN"}


WINDOWS = [
    (path, re.sub("^(search|find|rank|break_down)_", "all_", snake_case(operation["operationId"])), rule["limit"])
    for path, operation in OPERATIONS
    for rule in operation["x-rules"]
    if rule["name"] == "page_window"
]


@pytest.mark.parametrize(("path", "name", "window"), WINDOWS)
def test_a_walk_ends_where_the_document_says(kind: str, path: str, name: str, window: int) -> None:
    service = Service(success({"total": window + 1, "list": []}))
    with pytest.raises(PageWindowError) as raised:
        service.call(kind, name, {})
    assert (raised.value.window, raised.value.total) == (window, window + 1)
    assert [request.url.path for request in service.requests] == [f"/api{path}"]


def test_the_codes_are_those_of_the_document() -> None:
    assert list(ErrorCode) == DOCUMENT["components"]["schemas"]["ErrorCode"]["enum"]


def test_fourteen_operations_have_pages() -> None:
    assert len(WINDOWS) == 14


@pytest.mark.parametrize("records", [0, 1, 99, 100, 101, 500])
@pytest.mark.parametrize("name", ["all_top_growth_creators", "all_live_streams"])
def test_a_walk_gives_each_record_once(kind: str, name: str, records: int) -> None:
    asked, reply = paged(records, 500, name == "all_live_streams")
    assert Service(*[reply] * 6).call(kind, name, {}) == list(range(records))
    assert len(asked) == max(1, -(-records // 100))


@pytest.mark.parametrize(
    ("limit", "pages"),
    [(0, []), (7, ["1 x 7"]), (150, ["1 x 100", "2 x 100"]), (500, [f"{n} x 100" for n in range(1, 6)])],
)
@pytest.mark.parametrize("name", ["all_top_growth_creators", "all_live_streams"])
def test_a_walk_ends_at_its_limit(kind: str, name: str, limit: int, pages: list[str]) -> None:
    asked, reply = paged(600, 500, name == "all_live_streams")
    assert Service(*[reply] * 6).call(kind, name, {}, limit=limit) == list(range(limit))
    assert asked == pages


def test_a_walk_past_the_window_raises(kind: str) -> None:
    for limit in (None, 501):
        _, reply = paged(501, 500, is_live=False)
        with pytest.raises(PageWindowError, match="The search has 501 records; pages reach 500"):
            Service(reply).call(kind, "all_top_growth_creators", {}, limit=limit)
    asked, reply = paged(5001, 5000, is_live=True)
    rows, error = rows_of(Service(*[reply] * 51).client(kind), "all_live_streams")
    assert (rows, len(asked)) == (list(range(5000)), 50)
    assert isinstance(error, PageWindowError)
    assert error.total is None


@pytest.mark.parametrize(("name", "field"), [("all_videos", "page"), ("export_videos", "format")])
def test_what_a_call_sets_itself_is_refused(kind: str, name: str, field: str) -> None:
    with pytest.raises(ValueError, match=f"{field} can't be set here"):
        Service().call(kind, name, {field: 1})


@pytest.mark.parametrize("name", ["search_videos", "export_videos", "all_videos"])
def test_an_option_that_the_call_does_not_have_is_refused(kind: str, name: str) -> None:
    with pytest.raises(TypeError, match="retry is not an option of this call; it takes timeout, retries, headers"):
        Service().call(kind, name, {}, retry=1)


def test_an_error_says_everything(kind: str) -> None:
    with pytest.raises(ApiError, match="no") as raised:
        Service(refusal(400, 10001, {"RateLimit-Remaining": "3"})).call(kind, "search_products")
    error = raised.value
    assert (error.code, error.status, error.errors) == (ErrorCode.PARAMETER, 400, [FAULT])
    assert (error.request_id, error.retry_after, error.headers["RateLimit-Remaining"]) == ("r", None, "3")


@pytest.mark.parametrize(("status", "text"), [(502, "Bad gateway"), (200, "<html>"), (200, "null"), (404, '"text"')])
def test_an_answer_of_a_proxy_has_no_code(kind: str, status: int, text: str) -> None:
    with pytest.raises(ApiError, match=f"HTTP {status}, and not from the service: {text}") as raised:
        Service(lambda _: httpx.Response(status, text=text)).call(kind, "search_products", retries=0)
    assert (raised.value.code, raised.value.status, raised.value.errors) == (None, status, [])


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("7", 7),
        (format_datetime(datetime.now(UTC) + timedelta(seconds=90)), 90),
        ((datetime.now(UTC) + timedelta(seconds=90)).ctime(), 90),
        ("soon", None),
        ("1.5", None),
    ],
)
def test_an_error_says_how_long_to_wait(header: str, seconds: float | None) -> None:
    with pytest.raises(ApiError) as raised:
        Service(refusal(429, 30002, {"Retry-After": header})).call("sync", "search_products")
    assert raised.value.retry_after == (seconds if seconds is None else pytest.approx(seconds, abs=20))


def test_no_answer_says_why(kind: str) -> None:
    with pytest.raises(NoAnswerError, match=r"No whole answer from http://service\.example/api: Server disc") as raised:
        Service(CUT).call(kind, "search_products", retries=0)
    assert raised.value.__cause__ is CUT


PASSING: list[Reply | Exception] = [
    refusal(503, 40001),
    refusal(429, 30003),
    lambda _: httpx.Response(502),
    CUT,
    lambda _: httpx.Response(200, stream=Pieces([b"{", httpx.ReadError("cut")])),
]


@pytest.mark.parametrize("failure", PASSING, ids=["503", "429", "502", "no answer", "cut body"])
def test_what_may_pass_is_repeated_twice(kind: str, failure: Reply | Exception) -> None:
    assert Service(failure, failure, success({"total": 7})).call(kind, "search_products") == {"total": 7}


def test_a_call_gives_up_after_its_repetitions(kind: str) -> None:
    again = refusal(503, 40001, {"Retry-After": "0"})
    for options, tries in (({}, 3), ({"retries": 0}, 1), ({"retries": 4}, 5)):
        service = Service(*[again] * 5)
        with pytest.raises(ApiError):
            service.call(kind, "search_products", **options)
        assert len(service.requests) == tries


@pytest.mark.parametrize(
    ("status", "code"), [(400, 10001), (401, 30001), (403, 30001), (404, 20001), (500, 40001), (429, 30002)]
)
def test_what_does_not_pass_is_not_repeated(kind: str, status: int, code: int) -> None:
    service = Service(refusal(status, code, {"Retry-After": "0"}))
    with pytest.raises(ApiError) as raised:
        service.call(kind, "search_products")
    assert (raised.value.code, len(service.requests)) == (code, 1)


def test_the_wait_grows_where_nobody_says_how_long_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_policy, "_FIRST_WAIT", 0.25)
    waits = [_policy.wait_before(NoAnswerError(), tried) for tried in (0, 1, 2) for _ in range(100)]
    for wait, longest in zip(waits, [0.25] * 100 + [0.5] * 100 + [1.0] * 100, strict=True):
        assert wait is not None
        assert longest / 2 <= wait <= longest


def test_retry_after_is_waited_for(kind: str) -> None:
    started_at = time.monotonic()
    Service(refusal(503, 40001, {"Retry-After": "1"}), success({})).call(kind, "search_products")
    assert time.monotonic() - started_at >= 0.99


def test_a_wait_that_the_call_has_no_time_for_is_not_begun(kind: str) -> None:
    service = Service(refusal(429, 30003, {"Retry-After": "60"}))
    with pytest.raises(ApiError) as raised:
        service.call(kind, "search_products", timeout=30)
    assert (raised.value.retry_after, len(service.requests)) == (60, 1)


@pytest.fixture
def silent_service() -> Iterator[str]:
    """Takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}"


class SlowExport(BaseHTTPRequestHandler):
    """Asks for a second's wait first, and then sends two rows with as long between them."""

    asked = 0

    def do_POST(self) -> None:
        type(self).asked += 1
        self.send_response(503 if self.asked == 1 else 200)
        for name, value in {**NDJSON, "Retry-After": "1", "X-Total-Count": "2", "Connection": "close"}.items():
            self.send_header(name, value)
        self.end_headers()
        for row in ROWS.splitlines(keepends=True) if self.asked > 1 else []:
            self.wfile.write(row)
            time.sleep(1)

    def log_message(self, format: str, *args: object) -> None:
        pass


def test_each_piece_of_an_export_has_the_time_of_a_call_after_a_retry_too(kind: str) -> None:
    class Handler(SlowExport):
        pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever).start()
        make = CommerceClient if kind == "sync" else AsyncCommerceClient
        client = make(f"http://127.0.0.1:{server.server_port}", "token", timeout=1.5)
        rows, error = rows_of(client, "export_products")
        server.shutdown()
    assert ([row["id"] for row in rows], error, Handler.asked) == (["手机\u2028", "2"], None, 2)


@pytest.mark.parametrize("timeout", [float("inf"), float("nan"), 2**31 / 1000, 0, -1, "5"])
def test_a_time_that_nothing_can_wait_for_is_refused(kind: str, timeout: Any) -> None:
    with pytest.raises(ValueError, match=r"timeout is .*; it must be a number of seconds above 0, up to 2147483\."):
        Service().client(kind, timeout=timeout)
    for name in ("search_products", "all_products", "export_products"):
        with pytest.raises(ValueError, match="timeout is"):
            Service().call(kind, name, timeout=timeout)


def test_a_number_that_json_has_not_is_refused_and_an_id_keeps_its_digits(kind: str) -> None:
    for number in (float("nan"), float("inf"), float("-inf")):
        with pytest.raises(ValueError, match="JSON"):
            Service().call(kind, "search_products", {"filter": {"price_range": {"min": number}}})
    service = Service(success({"total": 7}))
    service.call(kind, "search_products", {"filter": {"product_id": 1729000001123436501}})
    assert json.loads(service.requests[0].content) == {"filter": {"product_id": 1729000001123436501}}
    assert service.requests[0].headers["Content-Type"] == "application/json"


def test_half_of_a_character_is_sent_as_it_is(kind: str) -> None:
    service = Service(success({"total": 7}))
    service.call(kind, "search_products", {"keywords": "phone \ud83d"})
    assert json.loads(service.requests[0].content) == {"keywords": "phone \ud83d"}


def test_a_token_may_have_the_newline_of_its_file() -> None:
    service = Service(success({"total": 7}))
    with CommerceClient(
        BASE_URL, "cas_1\n", http=httpx.Client(transport=httpx.MockTransport(service.answer))
    ) as client:
        client.search_products()
    assert service.requests[0].headers["Authorization"] == "Bearer cas_1"


def test_a_call_ends_when_its_time_is_over(kind: str, silent_service: str) -> None:
    make = CommerceClient if kind == "sync" else AsyncCommerceClient
    with pytest.raises(DeadlineError, match=r"No answer within 0.2 s\."):
        outcome(make(silent_service, "token", timeout=0.2), "search_products")


NDJSON = {"Content-Type": "application/x-ndjson; charset=utf-8"}
ROWS = '{"id":"手机\u2028"}\n{"id":"2"}\n'.encode()


def export(kind: str, pieces: list[bytes | Exception], headers: dict[str, str]) -> tuple[list[Any], Exception | None]:
    service = Service(lambda _: httpx.Response(200, headers={**NDJSON, **headers}, stream=Pieces(pieces)))
    return rows_of(service.client(kind), "export_products")


def test_an_export_gives_its_rows_wherever_the_pieces_are_cut(kind: str) -> None:
    for at in range(1, len(ROWS)):
        rows = export(kind, [ROWS[:at], ROWS[at:]], {"X-Total-Count": "2"})
        assert rows == ([{"id": "手机\u2028"}, {"id": "2"}], None)


def test_an_export_may_be_empty(kind: str) -> None:
    assert export(kind, [], {"X-Total-Count": "0"}) == ([], None)


@pytest.mark.parametrize(
    ("pieces", "reason"),
    [
        ([b'{"id":"1"}\n{"code":40001,"message":"It ends.","request_id":"r"}\n', httpx.ReadError("cut")], "It ends."),
        ([b'{"id":"1"}\n'], ""),
        ([b'{"id":"1"}\n{"id":'], ""),
        ([b'{"id":"1"}\n', httpx.RemoteProtocolError("cut")], ""),
        ([b'{"id":"1"}\n', httpx.DecodingError("invalid gzip")], ""),
        ([b'{"id":"1"}\n<html>\n'], ""),
        ([b'{"id":"1"}\n2\n'], ""),
    ],
    ids=["with a reason", "between rows", "within a row", "with its connection", "encoded", "by a page", "by no row"],
)
def test_an_export_that_breaks_off_raises(kind: str, pieces: list[bytes | Exception], reason: str) -> None:
    rows, error = export(kind, pieces, {"X-Total-Count": "2"})
    assert rows == [{"id": "1"}]
    assert isinstance(error, BrokenExportError)
    assert (error.rows, error.total_rows, error.reason) == (1, 2, reason)


@pytest.mark.parametrize("headers", [{"Content-Type": "text/html"}, {}])
def test_an_export_answered_by_a_proxy_raises_an_error_without_a_code(kind: str, headers: dict[str, str]) -> None:
    service = Service(lambda _: httpx.Response(200, headers=headers, stream=Pieces([b"<html>\n<p>Log in</p>"])))
    rows, error = rows_of(service.client(kind), "export_products")
    assert isinstance(error, ApiError)
    assert (rows, error.code, error.status) == ([], None, 200)
    assert "HTTP 200, and not from the service: <html>" in str(error)


def test_an_export_with_fewer_rows_than_match_raises_or_reports_as_asked(kind: str) -> None:
    headers = {**NDJSON, "X-Total-Count": "2", "X-Matched-Count": "7"}

    def export_with(request: dict[str, Any], **options: Any) -> Any:
        service = Service(lambda _: httpx.Response(200, headers=headers, stream=Pieces([ROWS])))
        return service.call(kind, "export_products", request, **options)

    for request, options in (({}, {}), ({"limit": 3}, {}), ({"limit": 2}, {"on_truncated": "raise"})):
        with pytest.raises(TruncatedError, match="The export has 2 of 7 rows that match") as raised:
            export_with(request, **options)
        assert (raised.value.rows, raised.value.matched_rows) == (2, 7)
    reported: list[TruncatedError] = []
    assert len(export_with({}, on_truncated=reported.append)) == 2
    assert [(error.rows, error.matched_rows) for error in reported] == [(2, 7)]
    assert len(export_with({"limit": 2})) == 2


def test_an_export_of_which_nobody_says_how_long_it_is_raises(kind: str) -> None:
    _, error = export(kind, [b'{"id":"1"}\n'], {})
    assert isinstance(error, BrokenExportError)


def test_an_export_whose_next_piece_takes_too_long_raises(kind: str) -> None:
    rows, error = export(kind, [b'{"id":"1"}\n', httpx.ReadTimeout("slow")], {"X-Total-Count": "2"})
    assert rows == [{"id": "1"}]
    assert isinstance(error, DeadlineError)


def test_an_export_is_ended_at_the_service_when_its_caller_leaves() -> None:
    pieces = Pieces([b'{"id":"1"}\n', b'{"id":"2"}\n'])
    service = Service(lambda _: httpx.Response(200, headers={**NDJSON, "X-Total-Count": "2"}, stream=pieces))
    client = service.client("sync")
    assert isinstance(client, CommerceClient)
    records = client.export_products()
    first: object = next(iter(records))
    assert first == {"id": "1"}
    records.close()
    assert pieces.is_closed


CONTENT_TYPES = {"ndjson": "application/x-ndjson", "csv": "text/csv", "parquet": "application/vnd.apache.parquet"}
REASON = b'{"code":40001,"message":"It ends.","request_id":"r"}'
FILES: dict[str, bytes] = {
    "ndjson": ROWS,
    "csv": b'id,title\r\n1,"a ""b"",\r\nc"\r\n2,\r\n',
    # A footer of five bytes, which nobody reads, its length and the mark.
    "parquet": b"PAR1columnsmetas\x05\0\0\0PAR1",
}


def file_export(kind: str, format: str, pieces: list[bytes | Exception]) -> tuple[Service, Any]:
    headers = {"Content-Type": CONTENT_TYPES[format], "X-Total-Count": "2"}
    service = Service(lambda _: httpx.Response(200, headers=headers, stream=Pieces(pieces)))
    client: Any = service.client(kind)
    return service, client.export_products({"limit": 5})


def saved(kind: str, format: Any, pieces: list[bytes | Exception], path: Path) -> None:
    _, exported = file_export(kind, format, pieces)
    saving = exported.save(path, format)
    if kind == "async":
        asyncio.run(saving)


@pytest.mark.parametrize("format", FILES)
def test_an_export_is_saved_wherever_the_pieces_are_cut(kind: str, format: str, tmp_path: Path) -> None:
    content = FILES[format]
    for at in range(1, len(content)):
        saved(kind, format, [content[:at], content[at:]], tmp_path / "file")
        assert (tmp_path / "file").read_bytes() == content
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize(("format", "rows"), [("ndjson", [0, 1]), ("csv", [0, 1]), ("parquet", [0])])
def test_a_file_that_is_cut_anywhere_raises(kind: str, format: str, rows: list[int], tmp_path: Path) -> None:
    raised = set()
    for length in range(len(FILES[format])):
        with pytest.raises(BrokenExportError) as error:
            saved(kind, format, [FILES[format][:length]], tmp_path / "file")
        raised.add(error.value.rows)
    assert sorted(raised) == rows
    assert [path.name for path in tmp_path.iterdir()] == ["file.part"]


@pytest.mark.parametrize(
    ("format", "content", "rows", "reason"),
    [
        ("ndjson", b'{"id":"1"}\n' + REASON + b"\n", 1, "It ends."),
        ("ndjson", ROWS + REASON + b"\n", 2, "It ends."),
        ("csv", b'id\r\n1\r\n"', 1, ""),
        ("csv", b'id\r\n1\r\n2\r\n"', 2, ""),
        ("parquet", FILES["parquet"] + REASON, 0, "It ends."),
    ],
)
def test_a_file_raises_the_reason_that_the_service_gave(
    kind: str, format: str, content: bytes, rows: int, reason: str, tmp_path: Path
) -> None:
    ends: list[list[bytes | Exception]] = [[content], [content, httpx.ReadError("cut")]]
    for pieces in ends:
        with pytest.raises(BrokenExportError) as raised:
            saved(kind, format, pieces, tmp_path / "file")
        assert (raised.value.rows, raised.value.total_rows, raised.value.reason) == (rows, 2, reason)


def test_a_file_is_asked_for_in_its_format(tmp_path: Path) -> None:
    service, exported = file_export("sync", "csv", [FILES["csv"]])
    assert b"".join(exported.iter_bytes("csv", excel=True)) == FILES["csv"]
    assert [json.loads(request.content) for request in service.requests] == [
        {"limit": 5, "format": "csv", "excel": True}
    ]


def test_a_file_in_another_format_raises_an_error_without_a_code(kind: str, tmp_path: Path) -> None:
    headers = {**NDJSON, "X-Total-Count": "2"}
    service = Service(lambda _: httpx.Response(200, headers=headers, stream=Pieces([ROWS])))
    client: Any = service.client(kind)
    with pytest.raises(ApiError, match="HTTP 200, and not from the service"):
        saving = client.export_products().save(tmp_path / "file", "parquet")
        if kind == "async":
            asyncio.run(saving)


def test_records_become_a_data_frame(kind: str) -> None:
    rows = [
        {"product_id": "7491823746501928374", "seller": {"id": "1"}, "price": 1.5},
        {"product_id": "2", "price": None},
    ]
    text = "".join(f"{json.dumps(row)}\n" for row in rows).encode()
    headers = {**NDJSON, "X-Total-Count": "2"}
    service = Service(lambda _: httpx.Response(200, headers=headers, stream=Pieces([text])))
    client = service.client(kind)
    frame = run_frame(client)
    assert list(frame.columns) == ["product_id", "price", "seller.id"]
    assert list(frame["product_id"]) == ["7491823746501928374", "2"]


def run_frame(client: CommerceClient | AsyncCommerceClient) -> Any:
    if isinstance(client, CommerceClient):
        return client.export_products().to_pandas()

    async def run() -> Any:
        return await client.export_products().to_pandas()

    return asyncio.run(run())


def versioned(version: str, data: Any) -> Reply:
    def reply(request: httpx.Request) -> httpx.Response:
        response = success(data)(request)
        response.headers["X-Data-Version"] = version
        return response

    return reply


def test_the_newest_version_of_the_data_is_sent(kind: str) -> None:
    versions = ["one.2", "one.10", "one.9", "two.1", "two.1"]
    pages = [versioned(version, {"total": 600, "list": [0] * 100}) for version in versions]
    service = Service(*pages)
    service.call(kind, "all_live_streams", {}, limit=500)
    sent = [request.headers.get("X-Data-Version") for request in service.requests]
    assert sent == [None, "one.2", "one.10", "one.10", "two.1"]


def test_a_call_may_send_another_version(kind: str) -> None:
    service = Service(versioned("one.2", {}), success({}))
    client = service.client(kind)
    outcome(client, "search_products")
    outcome(client, "search_products", headers={"X-Data-Version": "one.1"})
    assert [request.headers.get("X-Data-Version") for request in service.requests] == [None, "one.1"]


def test_a_walk_reports_or_raises_a_change_of_the_data(kind: str) -> None:
    def pages() -> Service:
        return Service(*[versioned(v, {"total": 300, "list": [0] * 100}) for v in ("e.1", "e.1", "e.2")])

    assert len(pages().call(kind, "all_videos", {})) == 300
    changes: list[DataChangedError] = []
    assert len(pages().call(kind, "all_videos", {}, on_data_changed=changes.append)) == 300
    assert [(change.before, change.after) for change in changes] == [("e.1", "e.2")]
    with pytest.raises(DataChangedError, match=r"from version e.1 to e.2"):
        pages().call(kind, "all_videos", {}, on_data_changed="raise")
