"""Writes Parquet files with pyarrow, pandas, Polars and DuckDB into a folder, for parquet.slow-spec.ts.

Prints a line of JSON for each file: its name and its rows, with each value as pyarrow's cast to string has it.
"""

import datetime as dt
import decimal
import itertools
import json
import os
import sys
from decimal import Decimal

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

FOLDER = sys.argv[1]
decimal.getcontext().prec = 80
#: Enough for several pages and runs of each encoding.
ROWS = 700


KINDS = (
    ("text", lambda kind: pa.types.is_string(kind) or pa.types.is_large_string(kind)),
    ("flag", pa.types.is_boolean),
    ("time", pa.types.is_temporal),
    ("number", lambda kind: True),
)


def texts(array):
    """The values of an array as JSON has them, each a text behind its kind."""
    kind = array.type
    if isinstance(array, pa.ChunkedArray):
        return list(itertools.chain.from_iterable(texts(chunk) for chunk in array.chunks))
    if pa.types.is_dictionary(kind):
        return texts(array.dictionary_decode())
    if isinstance(array, pa.ExtensionArray):
        return [None if value is None else f"text {value}" for value in array.to_pylist()]
    if pa.types.is_struct(kind):
        fields = [(field.name, texts(array.field(at))) for at, field in enumerate(kind)]
        return [{name: values[row] for name, values in fields} if array[row].is_valid else None for row in range(len(array))]
    if pa.types.is_map(kind):
        def entries(row):
            begin, end = array.offsets[row].as_py(), array.offsets[row + 1].as_py()
            keys, items = texts(array.keys[begin:end]), texts(array.items[begin:end])
            return {"key_value": [{"key": key, "value": item} for key, item in zip(keys, items)]}
        return [entries(row) if array[row].is_valid else None for row in range(len(array))]
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        return [texts(array[row].values) if array[row].is_valid else None for row in range(len(array))]
    if pa.types.is_timestamp(kind) and kind.tz is not None:
        array = array.cast(pa.timestamp(kind.unit, "UTC"))
    if pa.types.is_null(kind):
        return [None] * len(array)
    if pa.types.is_binary(kind) or pa.types.is_large_binary(kind) or pa.types.is_fixed_size_binary(kind):
        return [None if value is None else f"text {value.decode()}" for value in array.to_pylist()]
    name = next(name for name, matches in KINDS if matches(kind))
    return [None if value is None else f"{name} {value}" for value in array.cast(pa.string()).to_pylist()]


def rows_of(path):
    table = pq.read_table(path, use_threads=False) if isinstance(path, str) else path
    columns = [(name, texts(table.column(name))) for name in table.column_names]
    return [{name: values[row] for name, values in columns} for row in range(table.num_rows)]



def write(name, writer, table=None):
    """Writes a file by `writer`, and says what is in it; by `table` where the file has another type than was given."""
    path = os.path.join(FOLDER, f"{name}.parquet")
    writer(path)
    print(json.dumps({"file": f"{name}.parquet", "rows": rows_of(path if table is None else table)}))


def some(values, with_nulls):
    cycle = list(itertools.islice(itertools.cycle(values), ROWS))
    return [None if with_nulls and row % 7 == 3 else value for row, value in enumerate(cycle)]


DAYS = [dt.date(1969, 12, 31), dt.date(1970, 1, 1), dt.date(2026, 5, 31), dt.date(1, 1, 1), dt.date(9999, 12, 31)]
WORDS = ["", "a", "é", "直播 😀", "x" * 300, "[1", '"', "a,b\nc", "null", "NaN", "\u0000", "00123"]
FLOATS = [0.0, -0.0, 9.99, 0.1, -1.5, 1e-7, 1e20, 123456.789, 16777217.0, 5e-324, 1.7976931348623157e308]
INSTANTS = [-1, 0, 1793889000123456, 1500, -62135596800000000, 4102444800000000]
IDS = [1799000000222448189, 1799000000222448191, 2**53 + 1, 2**63 - 1, -(2**63), 0, 7, 2**31]


def decimals(precision, scale):
    most = 10**precision - 1
    numbers = [0, 1, -1, 999, -1000, most, -most, most // 7, 1799000000222448189 % (most + 1), 10 ** (precision - 1)]
    return [Decimal(number).scaleb(-scale) for number in numbers]


def at_most(bits, signed):
    return [0, 1, 7, 2 ** (bits - signed) - 1] + ([-1, -(2 ** (bits - 1))] if signed else [2 ** (bits - 1)])


PLAIN = ("PLAIN",)
DELTA = ("PLAIN", "DELTA_BINARY_PACKED")
SPLIT = ("PLAIN", "BYTE_STREAM_SPLIT")
BYTES = ("PLAIN", "DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY")
WHOLE = (*DELTA, "BYTE_STREAM_SPLIT")
#: Of each type: its values, and its encodings besides dictionaries.
TYPES = {
    "bool": (pa.bool_(), [True, False, False], ("PLAIN", "RLE")),
    **{f"{'' if signed else 'u'}int{bits}": (getattr(pa, f"{'' if signed else 'u'}int{bits}")(), at_most(bits, signed), WHOLE)
       for bits in (8, 16, 32, 64) for signed in (True, False)},
    "ids": (pa.int64(), IDS, WHOLE),
    "float16": (pa.float16(), [np.float16(value) for value in (0, 9.99, -1.5, 65504, 6e-8)], ("PLAIN", "BYTE_STREAM_SPLIT")),
    "float32": (pa.float32(), [np.float32(value) for value in FLOATS[:-2]], SPLIT),
    "float64": (pa.float64(), FLOATS, SPLIT),
    "string": (pa.string(), WORDS, BYTES),
    "large_string": (pa.large_string(), WORDS, BYTES),
    "binary": (pa.binary(), [word.encode() for word in WORDS], BYTES),
    "fixed_binary": (pa.binary(4), [b"abcd", b"\0\0\0\0", "é12".encode()], ("PLAIN", "DELTA_BYTE_ARRAY", "BYTE_STREAM_SPLIT")),
    "category": (pa.dictionary(pa.int32(), pa.string()), WORDS, PLAIN),
    "date": (pa.date32(), DAYS, DELTA),
    **{f"decimal_{precision}_{scale}": (pa.decimal128(precision, scale), decimals(precision, scale), PLAIN)
       for precision, scale in ((9, 2), (18, 4), (19, 0), (38, 0), (38, 10), (38, 38))},
    "decimal256": (pa.decimal256(76, 20), decimals(76, 20), PLAIN),
    **{f"timestamp_{unit}{'_utc' if zone else ''}": (pa.timestamp(unit, zone), [int(instant * scale) for instant in INSTANTS[:limit]], DELTA)
       for unit, scale, limit in (("ms", 0.001, 6), ("us", 1, 6), ("ns", 1000, 4)) for zone in (None, "Asia/Shanghai")},
    "list": (pa.list_(pa.int64()), [[1, None, 2**53 + 1], [], [7]], WHOLE),
    "large_list": (pa.large_list(pa.string()), [["a", None], [], ["", "b"]], BYTES),
    "list_of_lists": (pa.list_(pa.list_(pa.decimal128(38, 0))), [[[Decimal(2**60 + 1)], [], None], [], [[None]]], PLAIN),
    "struct": (pa.struct([("a", pa.int64()), ("b", pa.struct([("c", pa.float32())]))]), [{"a": 1, "b": {"c": 9.99}}, {"a": None, "b": None}, {"a": 2, "b": {"c": None}}], PLAIN),
    "list_of_structs": (pa.list_(pa.struct([("a", pa.int64()), ("b", pa.list_(pa.string()))])), [[{"a": 1, "b": ["x", None]}, None], [], [{"a": None, "b": []}, {"a": 3, "b": None}]], PLAIN),
    "list_of_one": (pa.list_(pa.struct([("a", pa.int64())])), [[{"a": 1}, {"a": None}, None], []], PLAIN),
    "map": (pa.map_(pa.string(), pa.int64()), [[("a", 1), ("b", None)], [], [("__proto__", 7)]], PLAIN),
    "map_of_lists": (pa.map_(pa.string(), pa.list_(pa.date32())), [[("a", [DAYS[2], None]), ("b", None)], []], PLAIN),
}
CODECS = ("none", "snappy", "gzip", "brotli", "zstd", "lz4")


def pyarrow_files():
    codecs, pages = itertools.cycle(CODECS), itertools.cycle(itertools.product(("1.0", "2.0"), (False, True)))
    for name, (kind, values, encodings) in TYPES.items():
        for encoding in ("dictionary", *encodings):
            codec, (version, index) = next(codecs), next(pages)
            nulls = codec in ("none", "gzip", "zstd")
            table = pa.table({"value": pa.array(some(values, nulls), kind)})
            leaf = pa.types.is_nested(kind)
            options = dict(
                compression=codec, data_page_version=version, write_page_index=index, data_page_size=2000, row_group_size=ROWS // 2 + 50,
                use_dictionary=encoding == "dictionary",
                column_encoding=None if encoding == "dictionary" or leaf else encoding,
            )
            write(f"pyarrow-{name}-{encoding}-{codec}", lambda path: pq.write_table(table, path, **options))
        if pa.types.is_nested(kind):
            write(f"pyarrow-{name}-v1-names", lambda path: pq.write_table(table, path, use_compliant_nested_type=False, version="1.0"))
    local = pa.table({"value": pa.array(some(INSTANTS[:4], True), pa.timestamp("us"))})
    write("pyarrow-int96", lambda path: pq.write_table(local, path, use_deprecated_int96_timestamps=True))
    whole = pa.table({"value": pa.array(some([1, 2, 3], False), pa.int64())}, schema=pa.schema([pa.field("value", pa.int64(), nullable=False)]))
    write("pyarrow-required", lambda path: pq.write_table(whole, path))
    small = pa.table({"value": pa.array(some([Decimal("1.05"), Decimal("-0.01")], True), pa.decimal128(9, 2))})
    write("pyarrow-decimal-int32", lambda path: pq.write_table(small, path, store_decimal_as_integer=True))
    large = pa.table({"value": pa.array(some(decimals(18, 4), True), pa.decimal128(18, 4))})
    write("pyarrow-decimal-int64", lambda path: pq.write_table(large, path, store_decimal_as_integer=True))
    write("pyarrow-no-rows", lambda path: pq.write_table(whole.slice(0, 0), path))
    write("pyarrow-all-null", lambda path: pq.write_table(pa.table({"value": pa.array([None] * 50, pa.string())}), path, data_page_version="2.0"))
    many = pa.table({"value": pa.array([str(row) for row in range(120_000)]), "list": pa.array([[row, None] for row in range(120_000)])})
    write("pyarrow-many-rows", lambda path: pq.write_table(many, path, compression="zstd", row_group_size=110_000))


def pandas_files():
    frame = pd.DataFrame({
        "whole": [1, 2**53 + 1, 3], "some": [1.5, np.nan, 9.99], "text": ["a", None, "é"], "flag": [True, False, True],
        "day": pd.to_datetime(["2026-05-31", None, "2026-06-01"]), "at": pd.to_datetime(["2026-05-31 10:00", "2026-06-01 00:00", None], utc=True),
        "kind": pd.Categorical(["x", "y", None]), "nullable": pd.array([2**60 + 1, None, 3], dtype="Int64"),
    })
    for codec in ("snappy", "zstd", None):
        write(f"pandas-range-index-{codec}", lambda path: frame.to_parquet(path, compression=codec))
    # The index is left out, so that it is not among the values.
    for name, other in (("filtered", frame[frame["whole"] != 2]), ("named", frame.set_index(pd.Index([7, 8, 9], name="row"))),
                        ("levels", frame.set_index([pd.Index(["a", "b", "c"]), pd.Index([1, 2, 3])]))):
        write(f"pandas-index-{name}", other.to_parquet, pa.Table.from_pandas(other, preserve_index=False))


def polars_files():
    codecs = itertools.cycle(("uncompressed", "snappy", "gzip", "brotli", "zstd", "lz4"))
    for name, (kind, values, _) in TYPES.items():
        if name in ("map", "map_of_lists", "float16", "decimal256", "fixed_binary"):
            continue
        for nulls in (False, True):
            frame = pl.from_arrow(pa.table({"value": pa.array(some(values, nulls), kind)}))
            codec = next(codecs)
            write(f"polars-{name}-{codec}-{nulls}", lambda path: frame.write_parquet(path, compression=codec, row_group_size=500, data_page_size=2000))


def duckdb_files():
    codecs = itertools.cycle(("uncompressed", "snappy", "gzip", "zstd", "brotli", "lz4_raw"))
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    columns = {
        "hugeint": "range::hugeint * 170141183460469231", "uhuge": "range::uhugeint", "decimal9": "(range / 7)::decimal(9,3)",
        "decimal18": "(range / 7)::decimal(18,6)", "decimal38": "(range::hugeint * 100000000000000000000000000003)::decimal(38,0)",
        "ubigint": "18446744073709551615::ubigint - range::ubigint", "utinyint": "(range % 256)::utinyint", "text": "'t' || range",
        "float": "(range / 100)::float", "double": "range / 7", "date": "date '2026-01-01' + range::int", "flag": "range % 3 = 0",
        "timestamp": "timestamp '2026-05-31 15:09:53.123456' + to_seconds(range)", "timestamptz": "timestamptz '2026-05-31 15:09:53+08' + to_seconds(range)",
        "timestamp_s": "(timestamp '2026-05-31 15:09:53' + to_seconds(range))::timestamp_s", "timestamp_ms": "(timestamp '2026-05-31 15:09:53' + to_seconds(range))::timestamp_ms",
        "timestamp_ns": "(timestamp '2026-05-31 15:09:53' + to_seconds(range))::timestamp_ns", "uuid": "('00000000-0000-4000-8000-' || lpad(range::varchar, 12, '0'))::uuid",
        "enum": "(case when range % 2 = 0 then 'a' else 'b' end)::enum('a', 'b')", "list": "[range, null, 1]", "struct": "{a: range, b: {c: 'x' || range}}",
        "structs": "[{a: range, b: [1, 2]}, null]", "map": "map {'a': range}", "json": "('{\"a\":' || range || '}')::json",
    }
    for name, column in columns.items():
        for nulls, version in ((False, "v1"), (True, "v2")):
            codec = next(codecs)
            value = f"case when range % 5 = 2 then null else {column} end" if nulls else column
            query = f"SELECT {value} AS value FROM range({ROWS})"
            write(f"duckdb-{name}-{codec}-{version}", lambda path: connection.execute(
                f"COPY ({query}) TO '{path}' (FORMAT parquet, CODEC '{codec}', PARQUET_VERSION {version}, ROW_GROUP_SIZE 2048)"))


for files in (pyarrow_files, pandas_files, polars_files, duckdb_files):
    files()
