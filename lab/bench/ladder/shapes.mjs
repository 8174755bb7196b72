import { REGION_CODES } from '../../../src/common/regions.js';
import { Random } from '../../../dev/seed/random.js';

/** Kinds of pages. Each makes requests from random numbers and from the words, ids and weeks of the data (`world`). */
const DAY = 86_400;
/** Before every publish, launch and start time of the data: a bound below it leaves nothing out. */
const BEFORE_ALL = 1_600_000_000;
const NEWEST = 1_782_800_000;
const TRIES = 1000;

/** A window that holds everything, different each time. */
const everything = (random) => ({ min: random.whole(1, BEFORE_ALL) });
const month = (random) => {
  const min = NEWEST - random.whole(31 * DAY, 89 * DAY);
  return { min, max: min + 30 * DAY };
};
const over = (random, typical) => ({ min: random.whole(0, typical * 10) / 10 });
const firstPages = (random) => ({ page: 1 + Math.floor(random.next() ** 3 * 10) });
const region = (random) => ({ region: random.pick(REGION_CODES) });

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
/** A letter changed, left out or doubled, not the first. */
function misspell(random, word) {
  const at = random.whole(1, word.length - 1);
  const instead = random.pick(['', word[at] + word[at], random.pick(LETTERS)]);
  return word.slice(0, at) + instead + word.slice(at + 1);
}

const wordsOf = (text) => text.split(/[\s,!?:;"“”]+/u).filter((word) => /^[\p{L}\p{N}][\p{L}\p{N}'-]{2,}$/u.test(word));

/** Two neighbouring words of a text. */
function twoWords(random, texts) {
  for (;;) {
    const words = wordsOf(random.pick(texts));
    if (words.length < 2) continue;
    const at = random.whole(0, words.length - 2);
    return words.slice(at, at + 2);
  }
}

/** Two words of one text, one of them misspelt. */
function slip(random, texts) {
  for (;;) {
    const words = twoWords(random, texts);
    const long = words.findIndex((word) => /^[a-z]{5,}$/i.test(word));
    if (long < 0) continue;
    words[long] = misspell(random, words[long]);
    return words.join(' ');
  }
}

/** Shapes of one search; `weight` is the share of each in the mix. */
function searchShapes({ operation, path, index, texts, window, main, sorts, ranges, category, flags, extra }) {
  const inWindow = (random, filter = {}) => ({ ...filter, [window]: everything(random) });
  const page = (random, filter) => ({ filter: inWindow(random, filter), ...firstPages(random) });
  const word = (random, world) => twoWords(random, world[texts])[0];
  const makers = {
    [`by ${main}`]: [10, (random) => page(random)],
    'first page of 10': [10, (random) => ({ filter: inWindow(random) })],
    'two words': [15, (random, world) => ({ keywords: twoWords(random, world[texts]).join(' '), ...page(random) })],
    'new words': [5, (random, world) => ({ keywords: slip(random, world[texts]), ...page(random) })],
    'a word, filters, orderby': [
      10,
      (random, world) => ({
        keywords: word(random, world),
        filter: inWindow(random, { ...region(random), ...flags(random) }),
        orderby: [{ field: random.pick(sorts) }],
      }),
    ],
    'wide ranges': [10, (random) => ({ filter: inWindow(random, ranges(random)) })],
    '30 days': [10, (random) => ({ filter: { [window]: month(random) }, ...firstPages(random) })],
    'region and category, orderby': [
      10,
      (random, world) => ({
        ...page(random, { ...region(random), [category]: random.pick(world.level1) }),
        orderby: [{ field: random.pick(sorts) }],
      }),
    ],
    'page 500 of 10': [2, (random) => ({ filter: inWindow(random), page: 500 })],
    'page 50 of 100': [1, (random) => ({ filter: inWindow(random), page: 50, pagesize: 100 })],
    'page of 100': [0, (random) => ({ filter: inWindow(random), page: random.whole(1, 5), pagesize: 100 })],
    ...extra(inWindow),
  };
  return Object.entries(makers).map(([name, [weight, make]]) => ({ name, operation, path, index, weight, make }));
}

const aHandle = (inWindow) => ({
  'a handle': [5, (random, world) => ({ keywords: random.pick(world.handles), filter: inWindow(random) })],
});

const VIDEO = searchShapes({
  operation: 'video',
  path: '/video/v1/search',
  index: 'videos',
  texts: 'descriptions',
  window: 'create_time_range',
  main: 'play_count',
  sorts: ['digg_count', 'units_sold', 'follower_count'],
  ranges: (random) => ({
    follower_count_range: over(random, 3000),
    digg_count_range: over(random, 20),
    interact_rate_range: { min: random.whole(1, 200) / 100, max: random.whole(800, 2000) / 100 },
  }),
  category: 'product_category_id',
  flags: () => ({ is_ecommerce: 1 }),
  extra: aHandle,
});

const PRODUCT = searchShapes({
  operation: 'product',
  path: '/product/v1/search',
  index: 'products',
  texts: 'titles',
  window: 'launch_time_range',
  main: 'day7_units_sold',
  sorts: ['total_units_sold', 'total_gmv', 'creator_count'],
  ranges: (random) => ({
    commission_rate_range: { min: random.whole(1, 400) / 100, max: random.whole(2000, 2900) / 100 },
    creator_count_range: over(random, 2),
    units_sold_range: over(random, 10),
  }),
  category: 'l1_category_id',
  flags: (random) => ({ is_free_shipping: random.pick([true, false]), off_shelves: 0 }),
  extra: (inWindow) => ({
    ids: [
      10,
      (random, { productIds }) => ({
        filter: { product_id: Array.from({ length: random.whole(2, 20) }, () => random.pick(productIds)) },
        pagesize: 20,
      }),
    ],
    'a shop, price range': [
      5,
      (random, { sellers }) => ({
        filter: inWindow(random, { seller_id: random.pick(sellers), price_range: over(random, 3) }),
      }),
    ],
  }),
});

const LIVE = searchShapes({
  operation: 'live',
  path: '/live/v1/search',
  index: 'lives',
  texts: 'streamTitles',
  window: 'start_time',
  main: 'start_time',
  sorts: ['total_viewer_count', 'total_units_sold', 'total_gmv'],
  ranges: (random) => ({
    follower_range: over(random, 3000),
    viewer_range: over(random, 80),
    sold_range: over(random, 1),
  }),
  category: 'product_category',
  flags: (random) => ({ live_type: random.pick([1, 2]) }),
  extra: aHandle,
}).map((shape) => ({ ...shape, weight: shape.weight / 2 }));

/** Pages of one ranking by weight, each of any of its weeks. */
function rankingShapes(operation, index, deepest, filters) {
  const path = `/creator/v1/rank/${operation}`;
  const sized = (random, page) => ({ page, pagesize: random.whole(5, 15) });
  const anyPage = (random) => sized(random, random.whole(1, Math.floor(deepest / 15)));
  const upperPage = (random) => sized(random, 1 + Math.floor(random.next() ** 3 * 20));
  const last = (random) => ({ page: deepest / 10 - random.whole(0, 9), pagesize: 10 });
  const of100 = (random) => ({ page: random.whole(1, deepest / 100), pagesize: 100 - random.whole(0, 9) });
  const shape = (name, weight, filter, paging) => ({
    ...{ name, operation, path, index, weight },
    make: (random, world) => ({
      filter: { ...filter(random, world), date_info: random.pick(world.periods) },
      ...paging(random),
    }),
  });
  return [
    shape('whole ranking', 12, () => ({}), anyPage),
    ...Object.entries(filters).map(([name, filter]) => shape(name, 4, filter, upperPage)),
    shape('last page of 10', 1, region, last),
    shape('page of 100 places', 1, () => ({}), of100),
  ];
}

const creatorCategory =
  (field) =>
  (random, { creatorCategories }) => ({ [field]: random.pick(creatorCategories) });

const RANKINGS = [
  ...rankingShapes('topEcommerce', 'sales', 1000, {
    region,
    'creator category': creatorCategory('creator_category_id'),
    'product category': (random, { level1 }) => ({ product_category_id: random.pick(level1) }),
    'video sales': () => ({ ecommerce_type: 1 }),
    'live sales, shops, region': (random) => ({ ecommerce_type: 2, account_type: 2, ...region(random) }),
  }),
  ...rankingShapes('topGrowth', 'creator-days', 500, { region, category: creatorCategory('category_id') }),
];

const SHAPES = [...VIDEO, ...PRODUCT, ...LIVE, ...RANKINGS];
const named = (name) => SHAPES.filter((shape) => shape.name === name);

/** What the ladder measures: the shapes that pages are drawn from by weight. */
export const PAGES = {
  mix: { shapes: SHAPES },
  zipf: { shapes: SHAPES, isRepeated: true },
  keywords: { shapes: named('new words') },
  ranking: { shapes: RANKINGS },
  'page of 100': { shapes: named('page of 100').map((shape) => ({ ...shape, weight: 1 })) },
};

/** Draws requests of some shapes over a set of records. */
export class Requests {
  #sent = new Set();
  #drawn = 0;

  constructor(world) {
    this.world = world;
  }

  /** As many requests as are wanted that were never drawn before. */
  fresh(shapes, count) {
    const random = new Random('bench requests', (this.#drawn += 1));
    return Array.from({ length: count }, () => this.#unsent(random, shapes));
  }

  /** Draws from a fixed number of requests; rank r comes up in proportion to 1 / r (Zipf's law). */
  zipf(pool, count) {
    const random = new Random('bench draws', (this.#drawn += 1));
    let sum = 0;
    const sums = pool.map((_, rank) => (sum += 1 / (rank + 1)));
    return Array.from({ length: count }, () => pool[random.pickByWeight(sums)]);
  }

  #unsent(random, shapes) {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { name, operation, path, index, make } = draw(random, shapes);
      const body = make(random, this.world);
      const key = `${path} ${name === 'new words' ? body.keywords : JSON.stringify(body)}`;
      if (this.#sent.has(key)) continue;
      this.#sent.add(key);
      return { operation, path, index, body };
    }
    throw new Error(`There are no more requests of ${shapes.map(({ name }) => name).join(', ')} that were never sent.`);
  }
}

/** A shape drawn by weight. */
function draw(random, shapes) {
  let rest = random.next() * shapes.reduce((sum, { weight }) => sum + weight, 0);
  return shapes.find(({ weight }) => (rest -= weight) < 0) ?? shapes[0];
}
