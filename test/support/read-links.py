"""Fetches links with DuckDB and pandas; prints the rows that each has read, as JSON, one line a reader and link."""

import json
import os
import sys

import duckdb
import duckdb_extension_httpfs
import pandas as pd

FOLDER = os.path.join(os.path.dirname(duckdb_extension_httpfs.__file__), "extensions", f"v{duckdb.__version__}")
duckdb.execute(f"LOAD '{os.path.join(FOLDER, 'httpfs.duckdb_extension')}'")


def by_duckdb(url, form):
    read = {"csv": "read_csv(?, all_varchar = true)", "ndjson": "read_ndjson(?)", "parquet": "read_parquet(?)"}[form]
    result = duckdb.execute(f"SELECT * FROM {read}", [url])
    names = [column[0] for column in result.description]
    return [dict(zip(names, row)) for row in result.fetchall()]


def by_pandas(url, form):
    if form == "csv":
        frame = pd.read_csv(url, dtype=str, keep_default_na=False)
    elif form == "ndjson":
        frame = pd.read_json(url, lines=True, dtype=str, convert_dates=False)
    else:
        frame = pd.read_parquet(url, dtype_backend="numpy_nullable")
    return frame.astype(object).where(frame.notna(), None).to_dict("records")


for url in sys.argv[1:]:
    form = url.rsplit(".", 1)[1]
    for name, read in {"DuckDB": by_duckdb, "pandas": by_pandas}.items():
        rows = [{field: None if value in (None, "") else str(value) for field, value in row.items()} for row in read(url, form)]
        print(json.dumps({"reader": name, "form": form, "rows": rows}))
