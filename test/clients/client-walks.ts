import { readFileSync } from 'node:fs';
import { Seed } from '../../dev/seed/seed.js';
import type { ApiClient } from '../support/api-client.js';
import { expectedTopEcommerce, expectedTopGrowth } from '../support/oracle/rankings.oracle.js';
import { factsOf } from '../support/seed-expectations.js';

export type IdsByKind = Readonly<Record<string, readonly string[]>>;

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

export interface Example {
  readonly title: string;
  readonly code: string;
}

/** The sections of a README that have code in a language; the first makes the client that the others use. */
export function readExamples(path: string, language: 'ts' | 'python'): Example[] {
  const sections = readFileSync(path, 'utf8').split('\n## ').slice(1);
  const block = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``);
  return sections.flatMap((section) => {
    const code = block.exec(section)?.[1];
    return code === undefined ? [] : [{ title: section.split('\n')[0] ?? '', code }];
  });
}

interface Rows {
  readonly total: number;
  readonly list: readonly Record<string, unknown>[];
}

const MAY_AND_JUNE = { min: Date.UTC(2026, 4, 1) / 1000, max: Date.UTC(2026, 6, 1) / 1000 - 1 };
const JUNE = { ...MAY_AND_JUNE, min: Date.UTC(2026, 5, 1) / 1000 };
const most = (field: string): { orderby: object[] } => ({ orderby: [{ field }] });

/** The lines that the example of each section prints, from requests without a client. */
export const EXPECTED_LINES: Readonly<Record<string, (api: ApiClient) => Promise<string[]>>> = {
  'One page of a search': async (api) => {
    const filter = { create_time_range: MAY_AND_JUNE };
    const body = { keywords: 'lipstick', filter, ...most('play_count'), pagesize: 3 };
    const { total, list } = await rows(api, '/video/v1/search', body);
    return [String(total), ...list.map(({ video_id, play_count }) => [video_id, play_count].join(' '))];
  },
  'All records of a search': async (api) => {
    const sold = await exported(api, '/product/v1/export', { filter: { region: 'US' } });
    const lives = await rows(api, '/live/v1/search', { ...most('total_viewer_count'), pagesize: 2 });
    return [String(sum(sold, 'day7_units_sold')), ...lives.list.map(({ room_id }) => String(room_id))];
  },
  'An export': async (api) => {
    const videos = await exported(api, '/video/v1/export', { filter: { create_time_range: JUNE } });
    const regions = [...new Set(videos.map(({ region }) => String(region)))].sort();
    return regions.map(
      (code) =>
        `${code} ${sum(
          videos.filter(({ region }) => region === code),
          'play_count',
        )}`,
    );
  },
  'A link to an export': async () => ['gb-products.csv product_id,title'],
  'What has changed': async (api) => {
    const products = await exported(api, '/product/v1/export', { filter: { region: 'GB' } });
    return [`${products.length} new or changed, 0 gone`, 'nothing new'];
  },
  'The last complete month, and those before it': async (api) => {
    const date_info = { type: 'month', value: '2026-06' };
    const { list } = await rows(api, '/creator/v1/rank/topEcommerce', { filter: { date_info }, pagesize: 1 });
    const uid = list[0]?.uid;
    const period = { date_type: 'month', from: '2026-04', to: '2026-06' };
    const history = await rows(api, '/creator/v1/history', { uid, ...period });
    const months = history.list.map(({ date_value, creator_usd_gmv }) => [date_value, creator_usd_gmv].join(' '));
    return [`2026-06 ${String(uid)}`, ...months, '2026-27', '2026-06-29'];
  },
  Errors: async () => ['400', 'page page_window 5000'],
  'What is repeated': async (api) => {
    const { list } = await rows(api, '/product/v1/category', { keywords: 'beauty' });
    return [String(list.length)];
  },
  'Headers and logs': async () => ['/product/v1/search 1 200', '1 my-request'],
  'With asyncio': async (api) => {
    const us = await rows(api, '/product/v1/search', { filter: { region: 'US' } });
    const gb = await rows(api, '/product/v1/search', { filter: { region: 'GB' }, pagesize: 2 });
    return [`${us.total} ${gb.total}`, gb.list.map(({ product_id }) => product_id).join(' ')];
  },
};

export const readCommands = (readme: string): string[] =>
  readme.split('\n').filter((line) => line.startsWith('npx commerce-analytics '));

const UID = '7129000000000043360';
const THREE_MONTHS = { date_type: 'month', from: '2026-04', to: '2026-06' };

/** The lines that the commands of the README print in a pipe, by their first words, from requests without a client. */
export const COMMAND_LINES: Readonly<Record<string, (api: ApiClient) => Promise<string[]>>> = {
  'search videos': async (api) => {
    const min = Date.UTC(2026, 5, 3) / 1000;
    const filter = { create_time_range: { min, max: Date.UTC(2026, 6, 1) / 1000 - 1 } };
    return ndjson(
      await rows(api, '/video/v1/search', { keywords: 'lipstick', filter, ...most('play_count'), pagesize: 3 }),
    );
  },
  'search creators': async (api) =>
    ndjson(await rows(api, '/creator/v1/search', { filter: { region: 'US' }, ...most('follower_count'), pagesize: 5 })),
  'rank top-products': async (api) => {
    const filter = { date_info: { type: 'month', value: '2026-06' } };
    return ndjson(await rows(api, '/product/v1/rank/topSelling', { filter, ...most('usd_gmv_change'), pagesize: 5 }));
  },
  'rank sales': async (api) => {
    const filter = { region: 'US', date_info: { type: 'week', value: '2026-26' } };
    return ndjson(await rows(api, '/creator/v1/rank/topEcommerce', { filter, pagesize: 20 }));
  },
  'history creator': async (api) => ndjson(await rows(api, '/creator/v1/history', { uid: UID, ...THREE_MONTHS })),
  'history category': async (api) =>
    ndjson(await rows(api, '/category/v1/history', { l1_category_id: 10000, region: 'US', ...THREE_MONTHS })),
  'breakdown product': async (api) => {
    const days = { from: '2026-06-03', to: '2026-06-30' };
    const { list } = await rows(api, '/sales/v1/breakdown', {
      by: 'product',
      filter: { uid: UID },
      ...days,
      pagesize: 20,
    });
    return list.map(({ product_id, usd_gmv }) => JSON.stringify({ product_id, usd_gmv }));
  },
  'export products': async (api) => {
    const products = await exported(api, '/product/v1/export', { filter: { region: 'GB' } });
    const cell = (text: string): string => (/[",]/.test(text) ? JSON.stringify(text) : text);
    return [
      'product_id,shop.name',
      ...products.map(({ product_id, shop }) => `${String(product_id)},${cell((shop as { name: string }).name)}`),
    ];
  },
  'facets products': async (api) => {
    const facets = [{ field: 'region' }, { field: 'price_range' }];
    const body = { keywords: 'lipstick', filter: { region: 'US' }, facets };
    const answer = await api.post<{ facets: { field: string; values: object[] }[] }>('/product/v1/facets', body);
    const counted = answer.body.data.facets;
    return counted.flatMap(({ field, values }) => values.map((one) => JSON.stringify({ field, ...one })));
  },
  'suggest creators': async (api) => ndjson(await rows(api, '/creator/v1/suggest', { keywords: 'beau' })),
};

const ndjson = ({ list }: Pick<Rows, 'list'>): string[] => list.map((row) => JSON.stringify(row));

const sum = (list: Rows['list'], field: string): number =>
  list.reduce((total, record) => total + ((record[field] as number | null) ?? 0), 0);

async function rows(api: ApiClient, path: string, body: object): Promise<Rows> {
  return api.ask<Rows>(path, body);
}

async function exported(api: ApiClient, path: string, body: object): Promise<Rows['list']> {
  const { body: text } = (await api.post(path, body)) as unknown as { readonly body: string };
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
