import { Seed } from '../../dev/seed/seed.js';
import { expectedTopEcommerce, expectedTopGrowth } from '../support/oracle/rankings.oracle.js';
import { factsOf } from '../support/seed-expectations.js';

/** The ids that come of each walk and export: what follows `all` and `export` in the methods' names, and its ids, sorted. */
export type IdsByKind = Readonly<Record<string, readonly string[]>>;

/** The ids of everything in a seed that ends on 2026-06-30, from its records and facts, and of its rankings of June. */
export function idsOfSeed(scale: number): IdsByKind {
  const seed = new Seed({ scale, until: '2026-06-30' });
  const facts = factsOf(seed);
  const uids = (rows: readonly { readonly uid: string }[]): string[] => rows.map(({ uid }) => uid).sort();
  return {
    Videos: [...seed.videos()].map(({ video_id }) => video_id).sort(),
    Products: [...seed.products()].map(({ product_id }) => product_id).sort(),
    LiveStreams: [...seed.lives()].map(({ room_id }) => room_id).sort(),
    TopEcommerceCreators: uids(expectedTopEcommerce(facts, 'month', '2026-06')),
    TopGrowthCreators: uids(expectedTopGrowth(facts, 'month', '2026-06')),
  };
}

/** A program that prints `[walks, exports]`, both as `IdsByKind`. */
export const TYPESCRIPT_WALKS = `
const videos = { filter: { create_time_range: { min: 0 } } };
const june = { filter: { date_info: { type: 'month' as const, value: '2026-06' } } };

async function gather(records: Record<string, AsyncIterable<object>>): Promise<Record<string, string[]>> {
  const ids: Record<string, string[]> = {};
  for (const [kind, rows] of Object.entries(records)) {
    const found = (ids[kind] = [] as string[]);
    for await (const row of rows) {
      const { video_id, product_id, room_id, uid } = row as Record<string, string>;
      found.push(video_id ?? product_id ?? room_id ?? uid ?? 'none');
    }
    found.sort();
  }
  return ids;
}

const walks = await gather({
  Videos: client.allVideos(videos),
  Products: client.allProducts(),
  LiveStreams: client.allLiveStreams(),
  TopEcommerceCreators: client.allTopEcommerceCreators(june),
  TopGrowthCreators: client.allTopGrowthCreators(june),
});
const exports = await gather({
  Videos: client.exportVideos(videos),
  Products: client.exportProducts({ fields: ['product_id'] }),
  LiveStreams: client.exportLiveStreams({}),
  TopEcommerceCreators: client.exportTopEcommerceCreators(june),
  TopGrowthCreators: client.exportTopGrowthCreators(june),
});
console.log(JSON.stringify([walks, exports]));
`;

/** Prints the same as `TYPESCRIPT_WALKS`: once with each client. */
export const PYTHON_WALKS = `
import asyncio, json
from collections.abc import Mapping
from typing import Any
from commerce_analytics import AsyncCommerceClient, AsyncRecords, Records
from commerce_analytics.models import DateInfo, VideoFilter

videos: VideoFilter = {"create_time_range": {"min": 0}}
june: DateInfo = {"type": "month", "value": "2026-06"}

def ids_in(rows: list[Any]) -> list[str]:
    names = ("video_id", "product_id", "room_id", "uid")
    return sorted(next(row[name] for name in names if name in row) for row in rows)

def gather(records: Mapping[str, Records[Any]]) -> dict[str, list[str]]:
    return {kind: ids_in(rows.to_list()) for kind, rows in records.items()}

async def gather_async(records: Mapping[str, AsyncRecords[Any]]) -> dict[str, list[str]]:
    return {kind: ids_in(await rows.to_list()) for kind, rows in records.items()}

print(json.dumps([
    gather({
        "Videos": client.all_videos({"filter": videos}),
        "Products": client.all_products(),
        "LiveStreams": client.all_live_streams(),
        "TopEcommerceCreators": client.all_top_ecommerce_creators({"filter": {"date_info": june}}),
        "TopGrowthCreators": client.all_top_growth_creators({"filter": {"date_info": june}}),
    }),
    gather({
        "Videos": client.export_videos({"filter": videos}),
        "Products": client.export_products({"fields": ["product_id"]}),
        "LiveStreams": client.export_live_streams(),
        "TopEcommerceCreators": client.export_top_ecommerce_creators({"filter": {"date_info": june}}),
        "TopGrowthCreators": client.export_top_growth_creators({"filter": {"date_info": june}}),
    }),
]))

async def main() -> None:
    async with AsyncCommerceClient() as asynchronous:
        walks = await gather_async({
            "Videos": asynchronous.all_videos({"filter": videos}),
            "Products": asynchronous.all_products(),
            "LiveStreams": asynchronous.all_live_streams(),
            "TopEcommerceCreators": asynchronous.all_top_ecommerce_creators({"filter": {"date_info": june}}),
            "TopGrowthCreators": asynchronous.all_top_growth_creators({"filter": {"date_info": june}}),
        })
        exports = await gather_async({
            "Videos": asynchronous.export_videos({"filter": videos}),
            "Products": asynchronous.export_products({"fields": ["product_id"]}),
            "LiveStreams": asynchronous.export_live_streams(),
            "TopEcommerceCreators": asynchronous.export_top_ecommerce_creators({"filter": {"date_info": june}}),
            "TopGrowthCreators": asynchronous.export_top_growth_creators({"filter": {"date_info": june}}),
        })
        print(json.dumps([walks, exports]))

asyncio.run(main())
`;

/** Exports all videos, and prints how many came and how it ended. */
export const TYPESCRIPT_EXPORT = `
import { CommerceError } from 'commerce-analytics-client';

let rows = 0;
try {
  for await (const { video_id } of client.exportVideos({ filter: { create_time_range: { min: 0 } } })) {
    if (video_id !== '') rows += 1;
  }
  console.log(rows, 'whole');
} catch (error) {
  if (!(error instanceof CommerceError)) throw error;
  console.log(rows, error.name);
}
`;

/** As `TYPESCRIPT_EXPORT`. */
export const PYTHON_EXPORT = `
from commerce_analytics import CommerceError

rows = 0
try:
    for video in client.export_videos({"filter": {"create_time_range": {"min": 0}}}):
        rows += 1
    print(rows, "whole")
except CommerceError as error:
    print(rows, type(error).__name__)
`;

/** A shop that sold in June. */
export const SHOP = '7495000000000060265';

/** Writes exports of videos and of a breakdown as files in each format, such as `videos.ndjson`. */
export const TYPESCRIPT_FILES = `
import { writeFile } from 'node:fs/promises';

const seller_id = '${SHOP}';
const exports = {
  videos: client.exportVideos({ filter: { create_time_range: { min: 0 } } }),
  sales: client.exportSalesBreakdown({ by: 'product', filter: { seller_id }, from: '2026-06-01', to: '2026-06-30' }),
};
for (const [name, exported] of Object.entries(exports)) {
  for (const format of ['ndjson', 'csv', 'parquet'] as const) {
    await writeFile(\`\${name}.\${format}\`, exported.bytes({ format }));
  }
}
`;

/** As `TYPESCRIPT_FILES`: the videos with one client, the breakdown with the other. */
export const PYTHON_FILES = `
import asyncio
from typing import get_args
from commerce_analytics import AsyncCommerceClient, ExportFormat

videos = client.export_videos({"filter": {"create_time_range": {"min": 0}}})
for format in get_args(ExportFormat):
    videos.save(f"videos.{format}", format)

async def main() -> None:
    async with AsyncCommerceClient() as asynchronous:
        sales = asynchronous.export_sales_breakdown(
            {"by": "product", "filter": {"seller_id": "${SHOP}"}, "from": "2026-06-01", "to": "2026-06-30"}
        )
        for format in get_args(ExportFormat):
            await sales.save(f"sales.{format}", format)

asyncio.run(main())
`;
