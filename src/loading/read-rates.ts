import { type RateLoad, Rates } from '../documents/rates.record.js';
import { currencyOf } from '../common/regions.js';
import { PointInTime } from '../elastic/client/point-in-time.js';
import type { Retry } from '../elastic/client/retry-policy.js';
import type { Cluster } from '../elastic/indices/index-names.js';
import type { SaleLoad } from '../figures/facts.record.js';
import type { FactRecords } from './dimensions/fact-records.js';

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
  return usd_gmv === null && Number.isFinite(gmv) && typeof uid === 'string' && typeof date === 'string';
};

/**
 * Gives sales without an amount in USD their gmv at the rate of their day, in the currency of the creator's region.
 * @returns why others have none
 */
export function fillUsd(rates: Rates, { creators }: FactRecords, values: readonly unknown[]) {
  const lacking = new Map<unknown, { readonly usd_gmv: string }>();
  for (const value of values) {
    if (!lacksUsd(value)) continue;
    const currency = currencyOf(creators.get(value.uid)?.region ?? null);
    const usd = rates.toUsd(value.gmv, currency, 4, value.date);
    if (usd !== null) value.usd_gmv = usd;
    else if (currency === null) lacking.set(value, { usd_gmv: `no creator ${value.uid} with a region is loaded` });
    else lacking.set(value, { usd_gmv: `no rate of ${currency} of ${value.date} or before is loaded` });
  }
  return lacking;
}
