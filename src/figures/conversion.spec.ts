import { inScope, type RequestScope } from '../common/request-scope.js';
import type { QueryClause } from '../search/compiler/types.js';
import { ConversionReader } from './conversion.js';
import type { FactGroups, GroupedFacts } from './fact-groups.js';
import { RowBudget } from './row-budget.js';

/** Reads figures of creators on a day; `isWhole` is what each grouping returns. @returns the groupings that were read */
async function readOn(day: string, isWhole = true): Promise<readonly GroupedFacts[]> {
  const read: GroupedFacts[] = [];
  const each = (grouped: GroupedFacts) => {
    read.push(grouped);
    return Promise.resolve(isWhole);
  };
  const budget = new RowBudget({ pageCacheBytes: 0, listsBytes: 0 });
  const reader = new ConversionReader({ each } as unknown as FactGroups, budget, { rankingMaxRows: 7 });
  const query = { subject: 'creator', key: { field: 'uid', clauses: [] }, clauses: [], filtered: [] } as const;
  const period = { type: 'day', value: day } as const;
  await inScope({} as RequestScope, () => reader.read({ ...query, period, ids: undefined }, ['period_videos']));
  return read;
}

/** The bounds of the first clause of a filter for a region. */
function boundsOf(grouped: GroupedFacts | undefined, region: string) {
  const parts = grouped?.clauses[0]?.bool?.should as readonly { readonly bool: { readonly filter: QueryClause[] } }[];
  const own = parts.find(({ bool: { filter } }) => filter[0]?.term?.['region'] === region);
  return own?.bool.filter[1]?.range?.['publish_time'];
}

describe('the videos of a day', () => {
  // The seconds are those of Python’s zoneinfo.
  it.each([
    ['US', '2026-03-08', 1772946000, 1773028800],
    ['US', '2026-11-01', 1793505600, 1793595600],
    ['US', '1970-01-01', 18000, 104400],
    ['GB', '2026-03-29', 1774742400, 1774825200],
    ['GB', '2026-10-25', 1792882800, 1792972800],
    ['MX', '2026-06-30', 1782799200, 1782885600],
    ['DE', '2026-03-29', 1774738800, 1774821600],
    ['PT', '2026-10-25', 1792882800, 1792972800],
    ['BR', '2018-02-17', 1518832800, 1518922800],
    ['BR', '2018-11-04', 1541300400, 1541383200],
    ['ID', '2026-01-01', 1767200400, 1767286800],
    ['JP', '2026-02-28', 1772204400, 1772290800],
    ['SG', '2024-02-29', 1709136000, 1709222400],
  ])('are those of the clock of %s on %s, where midnight may be skipped', async (region, day, gte, lt) => {
    const [, videos] = await readOn(day);
    expect(boundsOf(videos, region)).toEqual({ gte, lt });
  });

  it('are counted up to a bound', async () => {
    await expect(readOn('2026-06-30', false)).rejects.toMatchObject({
      rules: [{ path: 'date_info', rule: 'too_many_rows', given: { type: 'day', value: '2026-06-30' }, limit: 7 }],
    });
  });
});
