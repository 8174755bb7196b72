import type { JsonObject } from '../../src/common/json-object.js';
import { gmvParts } from '../../src/common/numbers.js';
import { LoadSuite, startCommand } from '../../test/loading/load-suite.js';
import { FaultProxy } from '../../test/support/fault-proxy.js';
import { elasticsearchUrl } from '../../test/support/app.js';

const SALES = 20_000;
const ROUNDS = 18;
const SEED = 20260630;

/** Numbers between 0 and 1, the same in every run. */
function draw(): () => number {
  let state = SEED;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

/** Figures of a sale in a round. They differ from sale to sale, so that a figure of another sale shows as well. */
const figures = (at: number, round: number) => ({ units_sold: round, gmv: at + round / 4, usd_gmv: at + round / 8 });

describe(`an update of ${SALES} sales, killed at ${ROUNDS} random moments`, () => {
  let suite: LoadSuite;
  let proxy: FaultProxy;
  const rows: string[] = [];
  beforeAll(async () => {
    proxy = await FaultProxy.start(elasticsearchUrl());
    suite = await LoadSuite.start('killed-sales');
    const sales = Array.from({ length: SALES }, (_, at) => ({
      ...{ id: `s${at}`, date: '2026-06-01', uid: `u${at % 50}`, channel: 'video', content_id: 'v', product_id: '1' },
      product_category_id: 1,
      ...figures(at, 0),
    }));
    await suite.load('sales', [suite.records('sales.ndjson', sales)], { mode: 'replace' });
  });
  afterAll(async () => {
    process.stdout.write(
      `${['| Round | Killed at request | Sales updated before | By the next run |', '|---|---|---|---|', ...rows].join('\n')}\n`,
    );
    await suite?.close();
    await proxy?.down();
  });

  const update = (path: string) =>
    startCommand('load', ['sales', path, '--update', '--json'], {
      url: proxy.url,
      prefix: suite.prefix,
      cwd: suite.folder,
    });
  const fileOf = (round: number): string =>
    suite.records(
      `round-${round}.ndjson`,
      Array.from({ length: SALES }, (_, at) => ({ id: `s${at}`, ...figures(at, round) })),
    );

  it('leaves each sale as before or as after, and completes when it is run again', async () => {
    const next = draw();
    const loaded = await suite.contents<JsonObject>('sales');
    const documentOf = (at: number, round: number): string => {
      const { units_sold, gmv, usd_gmv } = figures(at, round);
      const amounts = {
        gmv: String(gmv),
        usd_gmv: String(usd_gmv),
        ...gmvParts(gmv, 'gmv'),
        usd_gmv_ten_thousandths: usd_gmv * 10_000,
      };
      return JSON.stringify(Object.entries({ ...loaded.get(`s${at}`), units_sold, ...amounts }).sort());
    };
    const stored = async (): Promise<string[]> => {
      const contents = await suite.contents<JsonObject>('sales');
      expect(contents.size).toBe(SALES);
      return Array.from({ length: SALES }, (_, at) =>
        JSON.stringify(Object.entries(contents.get(`s${at}`) ?? {}).sort()),
      );
    };
    const before = proxy.seen.length;
    const first = await update(fileOf(1)).ended;
    expect([first.status, JSON.parse(first.stdout)]).toMatchObject([0, { read: SALES, updated: SALES }]);
    const requests = proxy.seen.length - before;
    for (let round = 2; round < ROUNDS + 2; round += 1) {
      const path = fileOf(round);
      const place = 1 + Math.floor(next() * (requests - 1));
      let seen = 0;
      const { child, ended } = update(path);
      proxy.only = () => {
        if ((seen += 1) === place) child.kill('SIGKILL');
        return false;
      };
      const { status, stderr } = await ended;
      proxy.heal();
      // A load may end first: it sends fewer requests when it has to wait less.
      expect([status ?? 0, stderr]).toEqual([0, stderr]);
      const found = await stored();
      const updated = found.filter((document, at) => document === documentOf(at, round)).length;
      const left = found.filter((document, at) => document === documentOf(at, round - 1)).length;
      expect(updated + left).toBe(SALES);
      const again = await update(path).ended;
      const summary = JSON.parse(again.stdout) as { updated: number; unchanged: number };
      expect([again.status, summary]).toMatchObject([0, { read: SALES, loaded: 0, superseded: 0, rejected: 0 }]);
      expect(summary.updated + summary.unchanged).toBe(SALES);
      // Elasticsearch may have ended a batch after the sales were read.
      expect(summary.updated).toBeLessThanOrEqual(left);
      expect(await stored()).toEqual(Array.from({ length: SALES }, (_, at) => documentOf(at, round)));
      rows.push(`| ${round - 1} | ${place} of ${requests} | ${updated} | ${summary.updated} |`);
    }
    expect(rows.length).toBe(ROUNDS);
  }, 1_800_000);
});
