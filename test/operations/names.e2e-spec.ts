import { expectError } from '../support/api-client.js';
import { testApp } from '../support/app.js';
import { OPEN_API } from '../support/open-api.js';
import { seededIndices } from '../support/shared-indices.js';

interface Found {
  readonly list: readonly Readonly<Record<string, unknown>>[];
}

/** The old names of ranges of live streams, their names in every search, bounds, and the figure that these are of. */
const RANGES = [
  ['follower_range', 'follower_count_range', { min: 10_000, max: 200_000 }, 'follower_count'],
  ['sold_range', 'units_sold_range', { min: 3 }, 'total_units_sold'],
  ['start_time', 'create_time_range', { min: 1_780_272_000, max: 1_782_000_000 }, 'start_time'],
] as const;

describe('names', () => {
  const app = testApp(() => ({ name: 'names', indices: seededIndices() }));

  const search = (filter: object) => app.api.post<Found>('/live/v1/search', { filter, pagesize: 100 });

  it.each(RANGES)('of live streams: %s is %s, and says so', async (old, name, bounds, figure) => {
    const [before, now] = [await search({ [old]: bounds }), await search({ [name]: bounds })];
    expect(now.body.data).toEqual(before.body.data);
    expect(now.body.data.list.length).toBeGreaterThan(2);
    const values = now.body.data.list.map((row) => Number(row[figure]));
    expect(values.filter((value) => value < bounds.min || value > ('max' in bounds ? bounds.max : Infinity))).toEqual(
      [],
    );
    expectError(await search({ [old]: bounds, [name]: bounds }), 400, 10001, [
      { path: `filter.${old}`, rule: 'alone' },
    ]);
    const { properties = {} } = OPEN_API.components.schemas.LiveFilter as {
      properties?: Record<string, Record<string, unknown>>;
    };
    expect(properties[old]).toMatchObject({ deprecated: true, 'x-replacement': name });
    expect(properties[name]).not.toHaveProperty('deprecated');
    const { body } = await app.api.post<{ facets: { values: unknown[] }[] }>('/live/v1/facets', {
      facets: [{ field: old }, { field: name }],
    });
    const [first, second] = body.data.facets.map(({ values }) => values);
    expect([first, first?.length]).toEqual([second, expect.any(Number)]);
  });

  it('of handles that nobody has begin longer ones', async () => {
    const { body } = await app.api.post<Found>('/creator/v1/search', { filter: { unique_id: 'grace.reed' } });
    expect(body).toMatchObject({
      data: {
        errors: [
          expect.objectContaining({
            rule: 'unknown_handle',
            valid: expect.arrayContaining(['grace.reed.glow']) as unknown,
            did_you_mean: 'grace.reed.glow',
          }),
        ],
      },
    });
  });
});
