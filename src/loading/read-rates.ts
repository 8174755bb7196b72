import type { RateLoad } from '../common/rates.record.js';
import { Rates } from '../common/rates.record.js';
import { PointInTime } from '../elastic/client/point-in-time.js';
import type { Retry } from '../elastic/client/retry-policy.js';
import type { Cluster } from '../elastic/indices/index-names.js';

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
