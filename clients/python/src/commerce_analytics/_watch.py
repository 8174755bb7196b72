"""What became of the rows of a list from one version of the data to another."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict


class Change(TypedDict):
    """What became of a row. Places count from 1."""

    change: str
    """`new`, `gone`, `moved` or `changed`."""
    id: dict[str, Any]
    place: int | None
    previous_place: int | None
    row: dict[str, Any]
    """The row as it is; of one that is gone as it was."""
    previous: dict[str, Any]
    """The former values of fields that changed."""
    data_version: str


class WatchedRow(TypedDict):
    """A row with the fields that identify it."""

    id: dict[str, Any]
    row: dict[str, Any]


class WatchedRows(TypedDict):
    """The rows of a question at a version of the data."""

    question: Any
    data_version: str
    rows: list[WatchedRow]


def watched_row(row: Mapping[str, Any], key: Sequence[str]) -> WatchedRow:
    def value_at(path: str) -> Any:
        value: Any = row
        for name in path.split("."):
            value = value.get(name) if isinstance(value, Mapping) else None
        return value

    fields = {path: value_at(path) for path in key}
    return {"id": {path: value for path, value in fields.items() if value is not None}, "row": dict(row)}


def changes_of(before: Sequence[WatchedRow], after: Sequence[WatchedRow], version: str) -> list[Change]:
    """The changes of a list: one for each row that is new, at another place, has other values or is gone."""
    places = {json.dumps(one["id"]): at for at, one in enumerate(before)}
    changes: list[Change] = []

    def add(change: str, one: WatchedRow, place: int | None, former: int | None, previous: dict[str, Any]) -> None:
        changes.append(
            {
                "change": change,
                "id": one["id"],
                "place": place,
                "previous_place": former,
                "row": one["row"],
                "previous": previous,
                "data_version": version,
            }
        )

    for at, one in enumerate(after):
        was = places.pop(json.dumps(one["id"]), None)
        if was is None:
            add("new", one, at + 1, None, {})
            continue
        old, row = before[was]["row"], one["row"]
        previous = {name: old.get(name) for name in {**old, **row} if old.get(name) != row.get(name)}
        if previous or was != at:
            add("changed" if was == at else "moved", one, at + 1, was + 1, previous)
    for was in places.values():
        add("gone", before[was], None, was + 1, {})
    return changes


def read_state(path: str | os.PathLike[str], question: Any) -> WatchedRows | None:
    """
    The rows that a file keeps; None where there is no file yet. Raises ValueError for a file of another question, and
    for one that no watch has written.
    """
    file = Path(path)
    if not file.exists():
        return None
    try:
        state: WatchedRows = json.loads(file.read_text())
        kept = state["question"], state["data_version"], state["rows"]
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{path} is no file of watch; delete it, or name another.") from error
    if kept[0] != question:
        raise ValueError(f"{path} keeps the rows of another question; give this one a file of its own.")
    return state


def write_state(path: str | os.PathLike[str], state: WatchedRows) -> None:
    """Replaces the file whole, so that a run that is ended leaves the file before."""
    draft = Path(f"{os.fspath(path)}.new")
    draft.write_text(json.dumps(state))
    draft.replace(path)
