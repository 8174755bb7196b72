import { BUILT_IN_TREES } from '../../../src/common/categories/category-tree.js';
import { firstDay, lastDay, periodOf, previousPeriod } from '../../../src/common/period/period.js';
import { REGION_CODES } from '../../../src/common/regions.js';
import { toStored } from '../../../src/loading/load-kind.js';
import { toCreatorDayDocument, toSaleDocument } from '../../../src/figures/facts.record.js';
import { Random } from '../../../dev/seed/random.js';

/** A heavy-tailed whole number from `min` to `max`: most are small, few are very large. */
const heavyTail = (random, min, max, shape) => Math.min(max, Math.floor(min * (1 - random.next()) ** (-1 / shape)));

const CATEGORIES = { product: BUILT_IN_TREES['product-categories'], creator: BUILT_IN_TREES['creator-categories'] };
const LEVEL_1 = CATEGORIES.product.children(null);

/** The week of a day and those before it, newest first. */
export function periodsBackFrom(day, count) {
  const periods = [periodOf('week', day)];
  while (periods.length < count) periods.push(previousPeriod(periods.at(-1)));
  return periods;
}

/** Creators, and for each of them and each week a sale by video, one by live stream, and a creator-day. */
export function creatorsAndFacts(periods, count) {
  const ofEach = (make) =>
    function* () {
      for (const [number, period] of periods.entries()) {
        for (let index = 0; index < count; index += 1) yield* make(makeCreator(index), index, number, period);
      }
    };
  return {
    *creators() {
      for (let index = 0; index < count; index += 1) {
        const { id, document } = toStored('creators', makeCreator(index), CATEGORIES);
        yield { id, source: JSON.stringify(document) };
      }
    },
    sales: ofEach(salesOf),
    'creator-days': ofEach(daysOf),
  };
}

function* salesOf(creator, index, number, period) {
  const random = new Random('bench sales', index, number);
  const channels = [index % 5 !== 0 && 'video', index % 3 !== 0 && 'live'].filter(Boolean);
  for (const channel of channels) {
    const usd_gmv = heavyTail(random, 5, 9_000_000, 0.8) / 100;
    const id = `${channel} ${number} ${index}`;
    const sale = {
      id,
      date: channel === 'video' ? firstDay(period) : lastDay(period),
      uid: creator.uid,
      channel,
      content_id: Random.id(channel === 'video' ? 7491 : 7498, 'content', id),
      product_id: Random.id(1729, 'product', index),
      product_category_id: LEVEL_1[index % LEVEL_1.length].id,
      units_sold: random.whole(1, 40),
      gmv: usd_gmv,
      usd_gmv,
    };
    yield { id, source: JSON.stringify(toSaleDocument(sale, creator)) };
  }
}

function* daysOf(creator, index, number, period) {
  const growth = heavyTail(new Random('bench growth', index, number), 1, 9000, 0.8);
  const day = { date: lastDay(period), uid: creator.uid, follower_count: creator.follower_count + growth };
  yield { id: `${day.date}:${day.uid}`, source: JSON.stringify(toCreatorDayDocument(day, creator)) };
}

function makeCreator(index) {
  const random = new Random('bench creator', index);
  const uid = Random.id(7129, 'creator', index);
  return {
    uid,
    unique_id: `maker.of.things_${index}`,
    nickname: `Maker ${index}`,
    avatar: `https://cdn.example/creators/${uid}.jpg`,
    region: random.pick(REGION_CODES),
    category_id: random.pick(CATEGORIES.creator.nodes).id,
    account_type: random.chance(0.2) ? 2 : 1,
    follower_count: heavyTail(random, 800, 60_000_000, 0.7),
  };
}
