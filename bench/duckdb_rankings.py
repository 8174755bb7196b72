"""Computes the rows of all rankings with DuckDB, from the facts that `npm run bench -- rankings` leaves.

python3 -m venv .cache/duckdb && .cache/duckdb/bin/pip install duckdb && .cache/duckdb/bin/python bench/duckdb_rankings.py
"""

import resource
import time
from pathlib import Path

import duckdb

FACTS = Path(__file__).parent.parent / ".cache" / "bench-rankings"
SALE = "id VARCHAR, date DATE, uid VARCHAR, channel VARCHAR, content_id VARCHAR, product_id VARCHAR"
TABLES = {
    "sales": f"{SALE}, product_category_id BIGINT, units_sold BIGINT, gmv DECIMAL(18,4), usd_gmv DECIMAL(18,4)",
    "creator-days": "date DATE, uid VARCHAR, follower_count BIGINT",
    "creators": "uid VARCHAR, unique_id VARCHAR, nickname VARCHAR, region VARCHAR, category_id BIGINT, account_type BIGINT",
    "products": "product_id VARCHAR, region VARCHAR, shop STRUCT(seller_id VARCHAR)",
}
LISTS = {
    "creators": ("uid", ["NULL", "product_category_id::VARCHAR"]),
    "products": ("product_id", ["NULL"]),
    "shops": ("seller_id", ["NULL", "product_category_id::VARCHAR"]),
    "categories": ("product_category_id::VARCHAR", ["NULL", "creator_region"]),
}
CHANNELS = ", ".join(
    f"round(coalesce(sum({amount}) FILTER (channel = '{channel}'), 0), 2) AS {channel}_{amount}"
    for amount in ("gmv", "usd_gmv")
    for channel in ("video", "live")
)
DISTINCT = ", ".join(
    f"count(DISTINCT content_id) FILTER (channel = '{channel}') AS {channel}_count" for channel in ("video", "live")
)


def rows_by_sales(period: str, subject: str, part: str) -> str:
    """The rows of one list of all periods of a type, each with the figure of the period before."""
    return f"""
        WITH rows AS (
            SELECT date_trunc('{period}', date) AS start, {part} AS part, {subject} AS id, sum(units_sold) AS units_sold,
                round(sum(gmv), 2) AS gmv, round(sum(usd_gmv), 2) AS usd_gmv, {CHANNELS}, {DISTINCT},
                count(DISTINCT product_id) AS product_count, count(DISTINCT uid) AS creator_count
            FROM joined GROUP BY ALL
        )
        SELECT rows.*, before.usd_gmv AS before FROM rows LEFT JOIN rows AS before
        ON before.start = rows.start - INTERVAL 1 {period} AND before.id = rows.id
        AND before.part IS NOT DISTINCT FROM rows.part"""


def rows_by_growth(period: str) -> str:
    return f"""
        WITH latest AS (
            SELECT date_trunc('{period}', date) AS start, uid, max_by(follower_count, date) AS followers
            FROM creator_days GROUP BY ALL
        ), grown AS (
            SELECT now.*, now.followers - before.followers AS growth FROM latest AS now JOIN latest AS before
            ON before.start = now.start - INTERVAL 1 {period} AND before.uid = now.uid
        )
        SELECT grown.*, before.growth AS before FROM grown LEFT JOIN grown AS before
        ON before.start = grown.start - INTERVAL 1 {period} AND before.uid = grown.uid"""


db = duckdb.connect()
started = time.perf_counter()
for name, columns in TABLES.items():
    fields = ", ".join(f"'{field}': '{kind}'" for field, kind in (column.split(maxsplit=1) for column in columns.split(", ")))
    db.execute(
        f"CREATE TABLE {name.replace('-', '_')} AS "
        f"SELECT * FROM read_json('{FACTS}/{name}.ndjson', columns = {{{fields}}}, format = 'newline_delimited')"
    )
db.execute(
    "CREATE TABLE joined AS SELECT sales.*, products.shop.seller_id, creators.region AS creator_region "
    "FROM sales JOIN products USING (product_id) JOIN creators USING (uid)"
)
print(f"read in {time.perf_counter() - started:.1f} s")

started = time.perf_counter()
counts: dict[str, int] = {}
for period in ("day", "week", "month"):
    queries = [("growth", rows_by_growth(period))]
    for name, (subject, parts) in LISTS.items():
        queries += [(name, rows_by_sales(period, subject, part)) for part in parts]
    for number, (name, query) in enumerate(queries):
        db.execute(f"CREATE TABLE rows_{period}_{number} AS {query}")
        (rows,) = db.execute(f"SELECT count(*) FROM rows_{period}_{number}").fetchone()
        counts[name] = counts.get(name, 0) + rows
megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(f"{sum(counts.values())} rows in {time.perf_counter() - started:.1f} s, {megabytes:.0f} MB: {counts}")
