"""Runs the same test over the client for ordinary code and the one for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any

import httpx

from commerce_analytics import AsyncCommerceClient, AsyncRecords, CommerceClient, Records

BASE_URL = "http://service.example/api"
Reply = Callable[[httpx.Request], httpx.Response]


class Pieces(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body of these pieces; an error among them is raised in its place."""

    def __init__(self, pieces: Sequence[bytes | Exception]) -> None:
        self._pieces = pieces
        self.is_closed = False

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._pieces:
            if isinstance(piece, Exception):
                raise piece
            yield piece

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self:
            yield piece

    def close(self) -> None:
        self.is_closed = True

    async def aclose(self) -> None:
        self.close()


class Service:
    """Answers with one reply after the other, and notes what it was asked."""

    def __init__(self, *replies: Reply | Exception) -> None:
        self._replies = replies
        self.requests: list[httpx.Request] = []

    def answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        reply = self._replies[len(self.requests) - 1]
        if isinstance(reply, Exception):
            raise reply
        return reply(request)

    def client(self, kind: str, **options: Any) -> CommerceClient | AsyncCommerceClient:
        transport = httpx.MockTransport(self.answer)
        if kind == "sync":
            return CommerceClient(BASE_URL, "token", http=httpx.Client(transport=transport), **options)
        return AsyncCommerceClient(BASE_URL, "token", http=httpx.AsyncClient(transport=transport), **options)

    def call(self, kind: str, name: str, *parameters: Any, **options: Any) -> Any:
        """What a call gives; of records all, as a list."""
        return outcome(self.client(kind), name, *parameters, **options)


def outcome(client: CommerceClient | AsyncCommerceClient, name: str, *parameters: Any, **options: Any) -> Any:
    async def run() -> Any:
        called = getattr(client, name)(*parameters, **options)
        return await (called.to_list() if isinstance(called, AsyncRecords) else called)

    if isinstance(client, AsyncCommerceClient):
        return asyncio.run(run())
    called = getattr(client, name)(*parameters, **options)
    return called.to_list() if isinstance(called, Records) else called


def rows_of(
    client: CommerceClient | AsyncCommerceClient, name: str, *parameters: Any
) -> tuple[list[Any], Exception | None]:
    """The rows that come, and what is raised after them."""
    rows: list[Any] = []

    async def gather() -> None:
        async for row in getattr(client, name)(*parameters):
            rows.append(row)

    try:
        if isinstance(client, AsyncCommerceClient):
            asyncio.run(gather())
        else:
            for row in getattr(client, name)(*parameters):
                rows.append(row)
    except Exception as error:
        return rows, error
    return rows, None
