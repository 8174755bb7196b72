import type { SearchGateway } from '../search/gateway/search-gateway.js';
import { type FactGroup, FactGroups, MOST_GROUPS, readBuckets } from './fact-groups.js';

interface Bucket {
  readonly key: string;
  readonly doc_count: number;
}
interface Body {
  readonly query: {
    readonly bool?: {
      readonly filter: readonly { readonly range?: { readonly product_id: { readonly gt: string } } }[];
    };
  };
  readonly aggs: { readonly groups: { readonly terms: { readonly size: number } } };
}

/** Keys with what stands between and behind buckets. */
const NASTY = ['},{"key":', ']', '"buckets":[', '\\', '"', '\u2028', '}]}}', '😀', ''];
const answerOf = (buckets: readonly object[]): string =>
  `{"timed_out":false,"aggregations":{"groups":{"sum_other_doc_count":7,"buckets":${JSON.stringify(buckets)}}}}`;

describe('the buckets of an answer', () => {
  const read = async (buckets: readonly object[]) => {
    const portions: (readonly Bucket[])[] = [];
    let turns = 0;
    let next = setImmediate(function count() {
      turns += 1;
      next = setImmediate(count);
    });
    const rest = await readBuckets<Bucket>(answerOf(buckets), (some) => portions.push(some));
    clearImmediate(next);
    return { portions, rest, turns };
  };

  it.each([0, 1, 2, 40_000])('are read in portions, each once, whatever their keys: %d', async (count) => {
    const buckets = Array.from({ length: count }, (_, at) => ({
      key: `${NASTY[at % NASTY.length]}${at}${NASTY[(at * 7) % NASTY.length]}`,
      doc_count: at,
    }));
    const { portions, rest, turns } = await read(buckets);
    expect(portions.flat()).toEqual(buckets);
    expect(rest).toEqual(JSON.parse(answerOf([])));
    expect(portions.length > 2).toBe(count === 40_000);
    expect(turns).toBeGreaterThanOrEqual(Math.max(0, portions.length - 2));
  });

  it('are none in an answer without groups', async () => {
    const taken: unknown[] = [];
    expect(await readBuckets('{"timed_out":false}', (some) => taken.push(some))).toEqual({ timed_out: false });
    expect(taken).toEqual([]);
  });
});

/** Answers as Elasticsearch does, of a field that has these values in order, each once. */
function gatewayOf(keys: readonly string[]) {
  const searches: string[] = [];
  const searchRaw = async (
    kind: string,
    { query, aggs }: Body,
    { read }: { readonly read: (text: string) => Promise<object> },
  ) => {
    const after = query.bool?.filter.at(-1)?.range?.product_id.gt;
    const left = after === undefined ? keys : keys.slice(keys.indexOf(after) + 1);
    const page = left.slice(0, aggs.groups.terms.size);
    searches.push(`${kind} ${page.length}`);
    const buckets = page.map((key) => ({ key, doc_count: 2, units: { value: key.length } }));
    const sum_other_doc_count = 2 * (left.length - page.length);
    return read(JSON.stringify({ aggregations: { groups: { sum_other_doc_count, buckets } } }));
  };
  return { searches, gateway: { searchRaw } as unknown as SearchGateway };
}

const GROUPED = {
  facts: 'sales',
  field: 'product_id',
  clauses: [],
  metrics: { units: { sum: { field: 'u' } } },
} as const;
const keysOf = (count: number): string[] => Array.from({ length: count }, (_, at) => `p${String(at).padStart(7, '0')}`);
const read = async (count: number, most: number) => {
  const keys = keysOf(count);
  const { gateway, searches } = gatewayOf(keys);
  const groups = await new FactGroups(gateway).read(GROUPED, most);
  return { keys, searches, groups };
};

describe('groups of facts', () => {
  it('are all read, beyond what one search returns', async () => {
    const { keys, searches, groups } = await read(2 * MOST_GROUPS + 5, Infinity);
    expect(searches).toEqual(['sales 65000', 'sales 65000', 'sales 5']);
    const expected = keys.map((key): FactGroup => ({ key, facts: 2, values: { units: 8 } }));
    // Jest compares so many objects in seconds.
    expect(JSON.stringify(groups)).toBe(JSON.stringify(expected));
  });

  it.each([
    [3, 3, 3],
    [4, 3, undefined],
    [MOST_GROUPS, MOST_GROUPS, MOST_GROUPS],
    [MOST_GROUPS + 1, MOST_GROUPS, undefined],
    [MOST_GROUPS + 2, MOST_GROUPS + 1, undefined],
    [0, 3, 0],
  ])('%d of them with a bound of %d are %p', async (count, most, found) => {
    expect((await read(count, most)).groups?.length).toBe(found);
  });
});
