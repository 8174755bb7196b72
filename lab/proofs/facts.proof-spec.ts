import type { CreatorLoad } from '../../src/creator/creator.record.js';
import { Random } from '../../dev/seed/random.js';
import { startTestApp } from '../../test/support/app.js';
import { announce, expectRankingsAsComputed } from '../../test/support/rankings-suite.js';
import { drawCreator, drawSale, drawWorld, FactWriter, NOTABLE_DAYS } from '../../test/support/fact-world.js';
import type { FactWorld } from '../../test/support/oracle/rankings.oracle.js';

describe('rankings of random facts', () => {
  it('equal a brute-force computation in every row, also after every round of changes', async () => {
    let rows = 0;
    let rounds = 0;
    for (let seed = 1; seed <= 6; seed++) {
      const random = new Random('facts-proof', seed);
      const world = drawWorld(random, 30 + 20 * seed, 20 + 10 * seed);
      const app = await startTestApp({ name: 'proof-facts' });
      try {
        const facts = new FactWriter(app.elasticsearch, app.names, world);
        await facts.writeAll();
        const loaded = new Map(world.creators);
        for (let round = 0; round < 5; round++) {
          for (let change = 0; round > 0 && change < 8; change++) await changeSomething(facts, world, loaded, random);
          await announce(app);
          rounds += 1;
          rows += await expectRankingsAsComputed(app.api, world);
        }
      } finally {
        await app.close();
      }
    }
    process.stdout.write(`${rounds} rounds, ${rows} rows equal to the brute-force computation\n`);
  });

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
