import { boardKey, buildOf } from '../../dist/modules/src/boards/board.js';
import { rowList } from '../../dist/modules/src/boards/board.document.js';
import { BUILT_IN_TREES } from '../../dist/modules/src/common/categories/category-tree.js';
import { periodOf, previousPeriod } from '../../dist/modules/src/common/period/period.js';
import { REGION_CODES } from '../../dist/modules/src/common/regions.js';
import { Random } from '../../dist/modules/src/seed/random.js';

/** A heavy-tailed whole number from `min` to `max`: most are small, few are very large. */
const heavyTail = (random, min, max, shape) => Math.min(max, Math.floor(min * (1 - random.next()) ** (-1 / shape)));

/** The build that all boards of the benchmark have. */
export const BUILD = 'bench';
const LEVEL_1 = BUILT_IN_TREES['product-categories'].children(null);
const CREATOR_CATEGORIES = BUILT_IN_TREES['creator-categories'].nodes;

/** The week of a day and those before it, newest first. */
export function periodsBackFrom(day, count) {
  const periods = [periodOf('week', day)];
  while (periods.length < count) periods.push(previousPeriod(periods.at(-1)));
  return periods;
}

/** The boards of weeks with so many creators each, as a build of the rankings leaves them, made without the facts. */
export function boardRows(periods, creators) {
  const boardsOf = (ranking) => periods.map((period) => ({ ranking, period }));
  const rowsOf = (ranking, makeRows) =>
    function* () {
      for (const [number, board] of boardsOf(ranking).entries()) {
        const build = buildOf(board, BUILD);
        let row = 0;
        for (let index = 0; index < creators; index += 1) {
          for (const source of makeRows(build, index, number, number + 1 < periods.length))
            yield { id: `${build}/${row++}`, source: JSON.stringify(source) };
        }
      }
    };
  return {
    counts: {
      periods: 2 * periods.length,
      'top-ecommerce-boards': 2 * creators * periods.length,
      'top-growth-boards': creators * periods.length,
    },
    *periods() {
      for (const board of [...boardsOf('topEcommerce'), ...boardsOf('topGrowth')]) {
        const { ranking, period } = board;
        const rows = creators * (ranking === 'topEcommerce' ? 2 : 1);
        const named = { ranking, date_type: period.type, date_value: period.value, board: buildOf(board, BUILD) };
        const entry = { ...named, creators, complete: true, rows, waiting: 0, facts: BUILD, own: BUILD, before: null };
        yield { id: boardKey(board), source: JSON.stringify(entry) };
      }
    },
    'top-ecommerce-boards': rowsOf('topEcommerce', topEcommerceRows),
    'top-growth-boards': rowsOf('topGrowth', topGrowthRows),
  };
}

/** A creator's rows: of all product categories and of one. */
function topEcommerceRows(build, index, number, hasBefore) {
  const random = new Random('bench figures', index, number);
  const creator = makeCreator(index);
  const sales = salesOf(index, number);
  const row = {
    board: build,
    ...sales,
    figures: {
      follower_count: creator.follower_count,
      product_count: random.whole(1, 40),
      video_count: random.whole(1, 20),
      live_count: random.whole(0, 9),
      creator_gmv: sales.creator_usd_gmv,
      video_gmv: sales.video_usd_gmv,
      live_gmv: sales.live_usd_gmv,
    },
    before: hasBefore ? salesOf(index, number + 1) : null,
    account_type: creator.account_type,
    ...creatorPart(creator),
  };
  return [undefined, LEVEL_1[index % LEVEL_1.length].id].map((id) => ({ ...row, list: rowList(build, id) }));
}

/** Figures that rows are ordered by; weeks are numbered from the newest. */
function salesOf(index, number) {
  const random = new Random('bench sales', index, number);
  const [video, live] = [heavyTail(random, 5, 9_000_000, 0.8) / 100, heavyTail(random, 5, 9_000_000, 0.8) / 100];
  return {
    has_video_sales: index % 5 !== 0,
    has_live_sales: index % 3 !== 0,
    creator_usd_gmv: Math.round((video + live) * 100) / 100,
    video_usd_gmv: video,
    live_usd_gmv: live,
  };
}

function topGrowthRows(build, index, number, hasBefore) {
  const before = hasBefore ? growthOf(index, number + 1) : null;
  return [{ board: build, ...growthOf(index, number), before, ...creatorPart(makeCreator(index)) }];
}

function growthOf(index, number) {
  const random = new Random('bench growth', index, number);
  return {
    follower_inc_count: heavyTail(random, 1, 900_000, 0.8) - 40,
    follower_inc_rate: random.whole(0, 400) / 4,
    follower_count_at_period_end: heavyTail(random, 800, 60_000_000, 0.7),
  };
}

function creatorPart(creator) {
  const { uid, region, category_id, account_type } = creator;
  const creator_state = `${region} ${category_id} ${account_type}`;
  return { uid, region, creator_category_id: category_id, creator_state, creator };
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
    follower_count: heavyTail(random, 800, 60_000_000, 0.7),
    video_count: heavyTail(random, 10, 20_000, 0.9),
  };
}
