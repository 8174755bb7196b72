from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from commerce_analytics import ApiError, AsyncCommerceClient, Change, CommerceClient

Rows = list[dict[str, Any]]
URL = "http://service.example"


class Versions:
    """A service whose next version of the data comes with each look; a number in the place of rows is a refusal."""

    def __init__(self, *versions: Rows | int) -> None:
        self._versions: Iterator[tuple[int, Rows | int]] = enumerate(versions, start=1)
        self._number, self._rows = next(self._versions)

    def answer(self, request: httpx.Request) -> httpx.Response:
        rows: Rows = [] if isinstance(self._rows, int) else self._rows
        if request.method == "GET":
            self._number, self._rows = next(self._versions, (self._number, self._rows))
        elif isinstance(self._rows, int):
            envelope = {"code": 40001, "data": {"errors": []}, "message": "later", "request_id": "r", "timestamp": 1}
            return httpx.Response(self._rows, json=envelope)
        envelope = {"code": 0, "data": {"list": rows, "total": len(rows)}, "message": ""}
        return httpx.Response(200, json=envelope, headers={"X-Data-Version": f"e.{self._number}"})

    def changes(self, kind: str, looks: int, **options: Any) -> list[Change]:
        """The changes of so many looks."""
        transport = httpx.MockTransport(self.answer)
        found: list[Change] = []
        if kind == "sync":
            client = CommerceClient(URL, "t", http=httpx.Client(transport=transport), retries=0)
            for _ in range(looks):
                found += client.watch(client.all_creators, {}, key="uid", once=True, **options)
            return found
        other = AsyncCommerceClient(URL, "t", http=httpx.AsyncClient(transport=transport), retries=0)

        async def gather() -> list[Change]:
            for _ in range(looks):
                watching = other.watch(other.all_creators, {}, key="uid", once=True, **options)
                found.extend([change async for change in watching])
            return found

        return asyncio.run(gather())


def creators(**followers: int) -> Rows:
    return [{"uid": uid, "follower_count": count} for uid, count in followers.items()]


@pytest.fixture(params=["sync", "async"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_a_watch_gives_each_change_once(kind: str, tmp_path: Path) -> None:
    first, second = creators(a=3, b=2, c=1), creators(d=9, a=4, c=1)
    state = tmp_path / "state.json"
    changes = Versions([], first, first, second, second).changes(kind, 4, state=state)
    assert [json.dumps(change) for change in changes] == [
        json.dumps(change)
        for change in [
            {
                **{"change": "new", "id": {"uid": "d"}, "place": 1, "previous_place": None},
                **{"row": second[0], "previous": {}, "data_version": "e.4"},
            },
            {
                **{"change": "moved", "id": {"uid": "a"}, "place": 2, "previous_place": 1},
                **{"row": second[1], "previous": {"follower_count": 3}, "data_version": "e.4"},
            },
            {
                **{"change": "gone", "id": {"uid": "b"}, "place": None, "previous_place": 2},
                **{"row": first[1], "previous": {}, "data_version": "e.4"},
            },
        ]
    ]
    assert json.loads(state.read_text())["data_version"] == "e.5"


def test_a_file_of_another_question_is_refused(kind: str, tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    Versions([], creators(a=1)).changes(kind, 1, state=state)
    with pytest.raises(ValueError, match="keeps the rows of another question"):
        Versions([], creators(a=1)).changes(kind, 1, state=state, limit=5)
    state.write_text("[]")
    with pytest.raises(ValueError, match="is no file of watch"):
        Versions([], creators(a=1)).changes(kind, 1, state=state)


def test_what_a_reader_did_not_take_comes_again(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    Versions([], creators(a=1)).changes("sync", 1, state=state)
    service = Versions([], creators(a=1), creators(a=2, b=1))
    transport = httpx.MockTransport(service.answer)
    client = CommerceClient(URL, "t", http=httpx.Client(transport=transport))
    watching = client.watch(client.all_creators, {}, key="uid", every=0, state=state)
    assert next(watching)["id"] == {"uid": "a"}
    watching.close()
    again = client.watch(client.all_creators, {}, key="uid", once=True, state=state)
    assert [change["id"]["uid"] for change in again] == ["a", "b"]


def test_an_error_that_may_pass_ends_only_a_single_look(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(ApiError):
        Versions([], 503).changes("sync", 1)
    service = Versions([], creators(a=1), 503, creators(a=2))
    client = CommerceClient(URL, "t", http=httpx.Client(transport=httpx.MockTransport(service.answer)), retries=0)
    with caplog.at_level(logging.WARNING, "commerce_analytics"):
        watching = client.watch(client.all_creators, {}, key=["uid"], every=0)
        assert next(watching)["previous"] == {"follower_count": 1}
    assert caplog.messages == ["Looking again in 0 s: later"]
