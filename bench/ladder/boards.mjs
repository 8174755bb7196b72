import { boardKey, buildOf } from '../../dist/modules/src/boards/board.js';
import { rowList } from '../../dist/modules/src/documents/board.document.js';
import { BUILT_IN_TREES } from '../../dist/modules/src/reference/category-tree.js';
import { periodOf, previousPeriod } from '../../dist/modules/src/period/period.js';
import { REGION_CODES } from '../../dist/modules/src/reference/regions.js';
import { Random } from '../../dist/modules/src/seed/random.js';

const BUILD = 'bench';
const LEVEL_1 = BUILT_IN_TREES['product-categories'].children(null);
const CREATOR_CATEGORIES = BUILT_IN_TREES['creator-categories'].nodes;

/** The week of a day and those before it, newest first. */
export function periodsBackFrom(day, count) {
  const periods = [periodOf('week', day)];
  while (periods.length < count) periods.push(previousPeriod(periods.at(-1)));
  return periods;
}

/** The boards of periods with so many creators each: what a build of rankings leaves, without the facts. */
export function boardRows(periods, creators) {
  const boards = (ranking) => periods.map((period) => ({ ranking, period }));
  return {
    counts: {
      periods: 2 * periods.length,
      'top-ecommerce-boards': 2 * creators * periods.length,
      'top-growth-boards': creators * periods.length,
    },
    *periods() {
      for (const board of [...boards('topEcommerce'), ...boards('topGrowth')]) {
        const entry = {
          ranking: board.ranking,
          date_type: board.period.type,
          date_value: board.period.value,
          board: buildOf(board, BUILD),
          creators,
          complete: true,
          rows: creators * (board.ranking === 'topEcommerce' ? 2 : 1),
          waiting: 0,
          facts: BUILD,
        };
        yield { id: boardKey(board), source: JSON.stringify(entry) };
      }
    },
    *'top-ecommerce-boards'() {
      for (const [number, board] of boards('topEcommerce').entries()) yield* topEcommerceRows(board, number, creators);
    },
    *'top-growth-boards'() {
      for (const [number, board] of boards('topGrowth').entries()) yield* topGrowthRows(board, number, creators);
    },
  };
}

function* topEcommerceRows(board, number, creators) {
  const build = buildOf(board, BUILD);
  for (let index = 0; index < creators; index += 1) {
    const random = new Random('bench sales', index, number);
    const creator = makeCreator(index);
    const [video, live] = [random.heavyTail(5, 9_000_000, 0.8) / 100, random.heavyTail(5, 9_000_000, 0.8) / 100];
    const row = (category) => ({
      board: build,
      list: rowList(build, category),
      has_video_sales: index % 5 !== 0,
      has_live_sales: index % 3 !== 0,
      creator_usd_gmv: Math.round((video + live) * 100) / 100,
      video_usd_gmv: video,
      live_usd_gmv: live,
      figures: {
        follower_count: creator.follower_count,
        product_count: random.whole(1, 40),
        video_count: random.whole(1, 20),
        live_count: random.whole(0, 9),
        creator_gmv: Math.round((video + live) * 100) / 100,
        video_gmv: video,
        live_gmv: live,
      },
      account_type: creator.account_type,
      ...creatorPart(creator),
    });
    const category = LEVEL_1[index % LEVEL_1.length].id;
    yield { id: `${build}/${2 * index}`, source: JSON.stringify(row(undefined)) };
    yield { id: `${build}/${2 * index + 1}`, source: JSON.stringify(row(category)) };
  }
}

function* topGrowthRows(board, number, creators) {
  const build = buildOf(board, BUILD);
  for (let index = 0; index < creators; index += 1) {
    const random = new Random('bench growth', index, number);
    const row = {
      board: build,
      follower_inc_count: random.heavyTail(1, 900_000, 0.8) - 40,
      figures: { follower_inc_rate: `${random.whole(0, 400) / 4}%` },
      ...creatorPart(makeCreator(index)),
    };
    yield { id: `${build}/${index}`, source: JSON.stringify(row) };
  }
}

function creatorPart(creator) {
  return {
    uid: creator.uid,
    region: creator.region,
    creator_category_id: creator.category_id,
    creator_state: `${creator.region} ${creator.category_id} ${creator.account_type}`,
    creator,
  };
}

function makeCreator(index) {
  const random = new Random('bench creator', index);
  const uid = Random.id(7129, 'creator', index);
  const category = random.pick(CREATOR_CATEGORIES);
  return {
    uid,
    unique_id: `maker.of.things_${index}`,
    nickname: `Maker ${index}`,
    avatar: `https://cdn.example/creators/${uid}.jpg`,
    region: random.pick(REGION_CODES),
    category_id: category.id,
    category_name: category.name.EN_US,
    account_type: random.chance(0.2) ? 2 : 1,
    follower_count: random.heavyTail(800, 60_000_000, 0.7),
    video_count: random.heavyTail(10, 20_000, 0.9),
  };
}
