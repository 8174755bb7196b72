"""Reads exports in Parquet with pyarrow, pandas, Polars and DuckDB, and compares each with its export in NDJSON.

Prints a line of JSON for each file and reader: how many values were compared, and the first that differ.
"""

import json
import os
import sys
from datetime import date, datetime, timedelta
from glob import glob

import duckdb
import pandas as pd
import polars as pl
import pyarrow.parquet as pq


def by_duckdb(path):
    result = duckdb.execute("SELECT * FROM read_parquet(?)", [path])
    names = [column[0] for column in result.description]
    return [dict(zip(names, row)) for row in result.fetchall()]


def by_pandas(path):
    frame = pd.read_parquet(path, dtype_backend="numpy_nullable")
    return frame.astype(object).where(frame.notna(), None).to_dict("records")


READERS = {
    "pyarrow": lambda path: pq.read_table(path).to_pylist(),
    "pandas": by_pandas,
    "Polars": lambda path: pl.read_parquet(path).to_dicts(),
    "DuckDB": by_duckdb,
}


def in_json(value, expected):
    """A time or a day as NDJSON has it, whose type says how; anything else is left as it is."""
    if isinstance(value, datetime):
        assert value.utcoffset() == timedelta(), f"{value!r} is not of UTC"
        return f"{value:%Y-%m-%d %H:%M:%S}" if isinstance(expected, str) else value.timestamp()
    return value.isoformat() if isinstance(value, date) else value


def fields(record, path=""):
    """The values of a record by their paths. Lists are one value."""
    for name, value in record.items():
        if isinstance(value, dict):
            yield from fields(value, f"{path}{name}.")
        else:
            yield f"{path}{name}", value


for path in sorted(glob(os.path.join(sys.argv[1], "*.parquet"))):
    with open(path.replace(".parquet", ".ndjson"), encoding="utf-8", newline="\n") as file:
        records = [dict(fields(json.loads(line))) for line in file]
    for reader, read in READERS.items():
        rows = read(path)
        values, different = 0, [] if len(rows) == len(records) else [[len(rows), len(records)]]
        for row, record in zip(rows, records):
            # Below an object that is null, columns are null.
            for name in {*row, *record}:
                value, expected = row.get(name, "no column" if record.get(name) is not None else None), record.get(name)
                if isinstance(expected, list):
                    value = value and json.loads(value)
                value = in_json(value, expected)
                is_same = value == expected and isinstance(value, str) == isinstance(expected, str)
                values += 1
                if not is_same and len(different) < 3:
                    different.append([name, repr(value), repr(expected)])
        name = os.path.basename(path).replace(".parquet", "")
        print(json.dumps({"name": name, "reader": reader, "rows": len(rows), "values": values, "different": different}))
