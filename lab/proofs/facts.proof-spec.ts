import type { CreatorLoad } from '../../src/creator/creator.record.js';
import { Random } from '../../dev/seed/random.js';
import { startTestApp, type TestApp } from '../../test/support/app.js';
import { announce, expectRankingsAsComputed } from '../../test/support/rankings-suite.js';
import {
  drawCreator,
  drawSale,
  drawWorld,
  FactWriter,
  NOTABLE_DAYS,
  withContents,
} from '../../test/support/fact-world.js';
import { computedPage, drawPage, type Page, RANKINGS, SMALL, watchLists } from '../../test/support/ranking-pages.js';
import type { FactWorld } from '../../test/support/oracle/rankings.oracle.js';

/** Pages of each ranking in a round that are read as first rows, next to the same pages of whole lists. */
const PAGES = 20;

describe('rankings of random facts', () => {
  it('equal a brute-force computation in every row, also after every round of changes', async () => {
    const seen = { rounds: 0, rows: 0, pages: 0, byFirstRows: 0 };
    for (let seed = 1; seed <= 6; seed++) {
      const random = new Random('facts-proof', seed);
      const world = withContents(drawWorld(random, 30 + 20 * seed, 20 + 10 * seed), random);
      const app = await startTestApp({ name: 'proof-facts', config: { indexShards: seed % 2 === 0 ? 3 : 1 } });
      const over = (name: string) => startTestApp({ name, indices: app.config.indexPrefix });
      const [first, whole] = [await over('proof-facts-first'), await over('proof-facts-whole')];
      try {
        const lists = watchLists(first, SMALL.rows);
        watchLists(whole, 0);
        const facts = new FactWriter(app, world);
        await facts.writeAll();
        const loaded = new Map(world.creators);
        for (let round = 0; round < 5; round++) {
          for (let change = 0; round > 0 && change < 8; change++) await changeSomething(facts, world, loaded, random);
          await Promise.all([app, first, whole].map(announce));
          seen.rounds += 1;
          seen.rows += await expectRankingsAsComputed(app.api, world);
          const before = lists.mock.calls.length;
          seen.pages += await expectFirstRows(first, whole, world, random);
          seen.byFirstRows += PAGES * RANKINGS.length - (lists.mock.calls.length - before);
        }
      } finally {
        await first.close();
        await whole.close();
        await app.close();
      }
    }
    process.stdout.write(`equal to the brute-force computation: ${JSON.stringify(seen)}\n`);
    expect(seen.byFirstRows).toBeGreaterThan(seen.pages / 5);
  });

  /** Holds random pages of all rankings against whole lists and against the facts. @returns how many there were */
  async function expectFirstRows(first: TestApp, whole: TestApp, world: FactWorld, random: Random): Promise<number> {
    for (const ranking of RANKINGS) {
      const { path, subject } = ranking;
      for (let at = 0; at < PAGES; at++) {
        const drawn = drawPage(random, ranking, world);
        const [page, expected] = await Promise.all(
          [first, whole].map(async ({ api }) => (await api.post<Page>(path, drawn.body)).body),
        );
        const question = { path, body: drawn.body };
        expect({ ...question, data: page?.data }).toEqual({ ...question, data: expected?.data });
        if (subject === undefined) continue;
        expect({ ...question, ...page?.data }).toMatchObject({ ...question, ...computedPage(world, subject, drawn) });
      }
    }
    return PAGES * RANKINGS.length;
  }

  /** A late, corrected or withdrawn fact, or a creator who comes, goes or changes what rankings filter by. */
  async function changeSomething(
    facts: FactWriter,
    world: FactWorld,
    loaded: ReadonlyMap<string, CreatorLoad>,
    random: Random,
  ): Promise<void> {
    const uid = random.pick([...loaded.keys(), ...[...world.sales.values()].map((sale) => sale.uid)]);
    const date = random.pick(NOTABLE_DAYS);
    const sale = random.pick([...world.sales.values()]);
    const { region, category_id, category, account_type } = drawCreator(uid, random);
    const creator = { ...loaded.get(uid), uid, region, category_id, category, account_type };
    const changes = [
      () => facts.putSale(drawSale(`late-${random.next()}`, date, uid, random)),
      () => facts.putSale(drawSale(sale.id, date, uid, random)),
      () => facts.deleteSale(sale.id),
      () => facts.putCreatorDay({ date, uid, follower_count: random.whole(0, 1000), video_count: null }),
      () => facts.putCreator(creator),
      () => (world.creators.has(uid) ? facts.deleteCreator(uid) : facts.putCreator(creator)),
    ];
    await random.pick(changes)();
  }
});
