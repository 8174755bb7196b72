import { type RateLoad, Rates } from '../common/rates.record.js';
import { currencyOf } from '../common/regions.js';
import { PointInTime } from '../elastic/client/point-in-time.js';
import type { Retry } from '../elastic/client/retry-policy.js';
import type { Cluster } from '../elastic/indices/index-names.js';
import type { SaleLoad } from '../sales/facts.record.js';
import type { ReadRecord } from './reading/input.js';

/** Reads all rates that are loaded. */
export async function readRates({ client, names }: Cluster, retry: Retry): Promise<Rates> {
  const rates: RateLoad[] = [];
  const point = await PointInTime.open(client, names.alias('rates'), retry);
  try {
    const pages = point.scan<RateLoad>({ match_all: {} }, ['date', 'currency']);
    for await (const page of pages) rates.push(...page.map(({ _source }) => _source));
    return new Rates(rates);
  } finally {
    await point.close();
  }
}

const lacksUsd = (value: unknown): value is SaleLoad => {
  const { uid, date, gmv, usd_gmv = null } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return usd_gmv === null && typeof gmv === 'number' && typeof uid === 'string' && typeof date === 'string';
};

/** Gives sales without an amount in USD their gmv at the rate of their day, in the currency of the creator's region. */
export async function fillUsd({ client, names }: Cluster, retry: Retry, rates: Rates, lines: readonly ReadRecord[]) {
  const sales = lines.map(({ value }) => value).filter(lacksUsd);
  if (sales.length === 0) return;
  const ids = [...new Set(sales.map(({ uid }) => uid))];
  const creators = { index: names.alias('creators'), ids, _source: ['region'] };
  const { docs } = await retry(() => client.mget<{ region: string | null }>(creators));
  const regions = new Map(docs.map((one) => [one._id, 'found' in one ? one._source?.region : undefined]));
  for (const sale of sales) {
    const usd = rates.toUsd(sale.gmv, currencyOf(regions.get(sale.uid) ?? null), 4, sale.date);
    if (usd !== null) sale.usd_gmv = usd;
  }
}
