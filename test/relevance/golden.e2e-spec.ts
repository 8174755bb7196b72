import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { testApp } from '../support/app.js';
import { loadRecords, type SearchRecords } from '../support/load-records.js';

const KINDS = {
  products: { path: '/product/v1/search', id: 'product_id', figure: 'day7_units_sold', filter: {} },
  videos: {
    path: '/video/v1/search',
    id: 'video_id',
    figure: 'play_count',
    filter: { create_time_range: { min: 0 } },
  },
  lives: { path: '/live/v1/search', id: 'room_id', figure: 'total_viewer_count', filter: {} },
} as const;

/** The top of golden.yml says what the fields mean. */
interface GoldenCase {
  readonly words: string;
  readonly in?: keyof typeof KINDS;
  readonly filter?: object;
  readonly sorted?: boolean;
  readonly finds: readonly string[];
  readonly before?: readonly string[];
  readonly without?: readonly string[];
  readonly match?: 'all_words' | 'some_words';
  readonly why: string;
  readonly fails?: string;
}

const read = (file: string): unknown => parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
const cases = read('golden.yml') as readonly GoldenCase[];
const written = read('golden-records.yml') as SearchRecords;
/** A record with `copies` stands for as many, of which the others have ids with a number behind them. */
const copied = <Load extends object>(loads: readonly (Load & { copies?: number })[] = [], id: keyof Load): Load[] =>
  loads.flatMap(({ copies = 1, ...load }) =>
    Array.from(
      { length: copies },
      (_, at) => ({ ...load, [id]: `${String(load[id as never])}${at === 0 ? '' : `-${at}`}` }) as never,
    ),
  );
const records = {
  products: copied(written.products, 'product_id'),
  videos: copied(written.videos, 'video_id'),
  lives: copied(written.lives, 'room_id'),
  synonyms: written.synonyms ?? [],
};

describe('the golden set', () => {
  const test = testApp(() => ({ name: 'golden', load: loadRecords(records) }));

  async function findsAsAsked(asked: GoldenCase): Promise<void> {
    const { path, id, figure, filter } = KINDS[asked.in ?? 'products'];
    const { list, match } = await test.api.ask<{ list: Readonly<Record<string, string>>[]; match: string }>(path, {
      keywords: asked.words,
      filter: { ...filter, ...asked.filter },
      orderby: asked.sorted === true ? [{ field: figure }] : [],
    });
    const found = list.map((record) => record[id] as string);
    const misplaced = (asked.before ?? []).flatMap((other) =>
      asked.finds.filter((wanted) => found.includes(other) && found.indexOf(other) < found.indexOf(wanted)),
    );
    const unwanted = (asked.without ?? []).filter((id) => found.includes(id));
    expect({ found, misplaced, unwanted, match }).toEqual({
      found: expect.arrayContaining([...asked.finds]) as string[],
      misplaced: [],
      unwanted: [],
      match: asked.match ?? match,
    });
  }

  const titled = (asked: readonly GoldenCase[]) => asked.map((one) => [one.words, one.fails ?? one.why, one] as const);
  it.each(titled(cases.filter(({ fails }) => fails === undefined)))('%s: %s', (_, __, asked) => findsAsAsked(asked));
  it.failing.each(titled(cases.filter(({ fails }) => fails !== undefined)))(
    '%s is known not to hold: %s',
    (_, __, asked) => findsAsAsked(asked),
  );

  it('names records that there are', () => {
    const { products, videos, lives } = records;
    const ids = {
      products: products.map((one) => one.product_id),
      videos: videos.map((one) => one.video_id),
      lives: lives.map((one) => one.room_id),
    };
    const unknown = cases.flatMap((asked) =>
      [...asked.finds, ...(asked.before ?? []), ...(asked.without ?? [])].filter(
        (id) => !ids[asked.in ?? 'products'].includes(id),
      ),
    );
    expect(unknown).toEqual([]);
  });
});
