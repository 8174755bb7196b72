import { Seed } from '../../dev/seed/seed.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { seededIndices, SHARED_SCALE } from '../support/shared-indices.js';

const seed = new Seed({ scale: SHARED_SCALE, until: '2026-06-30' });

/** The largest of what is there. */
const largest = <Value extends number | string>(values: Iterable<Value | null | undefined>): Value | null =>
  [...values].reduce<Value | null>(
    (best, one) => (one !== null && one !== undefined && (best === null || one > best) ? one : best),
    null,
  );

describe('the newest data', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp({ name: 'newest', indices: seededIndices() });
  });
  afterAll(() => test?.close());

  it('is told by the periods operation and by /health/ready', async () => {
    const newest = {
      videos: largest([...seed.videos()].map((video) => video.publish_time)),
      products: largest([...seed.products()].map((product) => product.launch_time)),
      lives: largest([...seed.lives()].map((live) => live.start_time)),
      sales: largest([...seed.sales()].map((sale) => sale.date)),
      rates: '2026-06-30',
      creator_days: largest([...seed.creatorDays()].map((day) => day.date)),
    };
    expect(Object.values(newest)).not.toContain(null);
    const { body } = await test.api.post<{ newest: object }>('/creator/v1/rank/periods');
    expect(body.data.newest).toEqual(newest);
    const ready = (await (await test.api.fetch('/health/ready')).json()) as { newest: object };
    expect(ready.newest).toEqual(newest);
  });
});
