import { errors } from '@elastic/elasticsearch';
import type { CreatorDayDocument, SaleDocument } from '../sales/facts.document.js';
import type { IndexKind } from '../common/index-kind.js';
import type { ElasticClient } from '../elastic/client/elastic-client.js';
import { IndexNames } from '../elastic/indices/index-names.js';
import { toCreatorDayDocument, toSaleDocument } from '../sales/facts.record.js';
import { toCreatorDocument } from '../creator/creator.record.js';
import { BuildPlan } from './build-plan.js';
import { BuildTarget } from './build-target.js';
import { countFacts, noFacts } from './facts/count-facts.js';
import type { FactSources } from './facts/fact-sources.js';
import { boardsOfChangedSubjects } from './stale/changed-subjects.js';
import { readSubjects, toBoardCreator } from './subjects.js';

type Row = { readonly uid: string };
interface Search {
  readonly pit: { readonly id: IndexKind };
  readonly size: number;
  readonly search_after?: [number];
  readonly aggregations?: {
    readonly groups: { readonly composite: { readonly size: number; readonly after?: number } };
  };
}

/** So many documents are read in less than the ten minutes for which a point in time is kept. */
const READ_WHILE_KEPT = 30_000;

/**
 * Documents by index, in the order in which they are read. A real cluster lets a point in time go that is not used for
 * ten minutes: this one when so many documents of others were read meanwhile.
 */
class ForgetfulCluster {
  private readonly readSince = new Map<IndexKind, number>();

  constructor(private readonly documents: Partial<Record<IndexKind, readonly Row[]>>) {}

  readonly client = {
    indices: { refresh: () => Promise.resolve() },
    openPointInTime: ({ index: id }: { index: IndexKind }) => Promise.resolve((this.readSince.set(id, 0), { id })),
    closePointInTime: () => Promise.resolve(),
    search: (search: Search) => Promise.resolve().then(() => this.search(search)),
  } as unknown as ElasticClient;

  readonly target = new BuildTarget(this.client, new IndexNames(''), { giveUpAfterMs: 0 });

  /** At one point in time of each. */
  atFacts<T>(work: (sources: FactSources) => Promise<T>): Promise<T> {
    return this.target.atPointInTime('sales', (sales) =>
      this.target.atPointInTime('creator-days', (creatorDays) =>
        this.target.atPointInTime('creators', (creators) =>
          this.target.atPointInTime('products', (products) => work({ sales, creatorDays, creators, products })),
        ),
      ),
    );
  }

  private search({ pit: { id }, size, search_after: [from] = [0], aggregations }: Search): object {
    if ((this.readSince.get(id) ?? 0) > READ_WHILE_KEPT) {
      throw new errors.ResponseError({ statusCode: 404, body: {}, headers: {}, warnings: null, meta: {} as never });
    }
    const { after = from, size: most = size } = aggregations?.groups.composite ?? {};
    const page = (this.documents[id] ?? []).slice(after, after + most);
    for (const [kind, read] of this.readSince) this.readSince.set(kind, kind === id ? 0 : read + page.length);
    const buckets = page.map((key) => ({ key, doc_count: 1 }));
    const groups = { buckets, ...(page.length > 0 && { after_key: after + page.length }) };
    const hits = page.map((_source, at) => {
      const fields = Object.fromEntries(Object.entries(_source).map(([name, value]) => [name, [value as unknown]]));
      return { _id: String(after + at), _source, fields, sort: [after + at + 1] };
    });
    return { pit_id: id, hits: { hits }, ...(aggregations && { aggregations: { groups } }) };
  }
}

const uidOf = (at: number): string => `u${String(at).padStart(6, '0')}`;
const DATE = '2026-06-30';
const sale = (uid: string): SaleDocument => {
  const what = { channel: 'live', content_id: 'l', product_id: 'p', product_category_id: 1 } as const;
  return toSaleDocument({ id: uid, date: DATE, uid, ...what, units_sold: 1, gmv: 1, usd_gmv: 1 });
};
const creatorDay = (uid: string): CreatorDayDocument =>
  toCreatorDayDocument({ date: DATE, uid, follower_count: 1, video_count: null });

const CREATORS = Array.from({ length: 60_001 }, (_, at) => toCreatorDocument({ uid: uidOf(at), region: 'US' }));
const [FIRST, LAST] = [uidOf(0), uidOf(60_000)];

describe('the points in time of a build', () => {
  it.each([
    [
      'sales',
      { sales: [...Array<SaleDocument>(100_000).fill(sale(FIRST)), sale(LAST)], 'creator-days': [] },
      100_001,
      0,
    ],
    [
      'creator-days',
      {
        sales: [sale(LAST)],
        'creator-days': [...Array<CreatorDayDocument>(100_000).fill(creatorDay(FIRST)), creatorDay(LAST)],
      },
      1,
      100_001,
    ],
  ])('are all kept, however many %s are read before the next page of the others', async (_, facts, sales, days) => {
    const cluster = new ForgetfulCluster({ creators: CREATORS, ...facts });
    const plan = new BuildPlan([{ ranking: 'topEcommerce', period: { type: 'day', value: DATE } }], 'b1');
    const counts = noFacts();
    await cluster.atFacts(async (sources) => {
      const subjects = await readSubjects(sources);
      for await (const rows of countFacts(plan, sources, subjects, counts)) void rows;
    });
    expect(counts).toMatchObject({ sales, creatorDays: days, unknown: { ids: new Set() } });
  });

  it('are kept while creators are compared with the rows they stand in', async () => {
    const rows = CREATORS.map((creator) => ({ uid: creator.uid, creator_state: toBoardCreator(creator).state }));
    const cluster = new ForgetfulCluster({ creators: CREATORS, 'top-growth-boards': rows, sales: [sale(FIRST)] });
    await cluster.atFacts(async (sources) => {
      const subjects = await readSubjects(sources);
      expect(await boardsOfChangedSubjects(cluster.target, 'top-growth-boards', subjects)).toEqual(new Set());
      for await (const page of sources.sales.scan<SaleDocument>({ match_all: {} }, ['uid']))
        expect(page).toHaveLength(1);
    });
  });
});
