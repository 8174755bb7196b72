import { REGION_CODES } from '../../dist/modules/src/reference/regions.js';

/**
 * The kinds of request that are measured. Each makes requests that hardly ever repeat from a source of random numbers
 * and the data's own words, ids and boards (`world`). `weight` is its share in the mix (0: only by itself), `keywords`
 * marks those that search words, `quick` those of the short form.
 */
const DAY = 86_400;
/** Before every publish, launch and start time of the data: a bound below it leaves nothing out. */
const BEFORE_ALL = 1_600_000_000;
const NEWEST = 1_782_800_000;

/** A window that holds everything, different each time. */
const everything = (random) => ({ min: random.whole(1, BEFORE_ALL) });
const month = (random) => {
  const min = NEWEST - random.whole(31 * DAY, 89 * DAY);
  return { min, max: min + 30 * DAY };
};
const over = (random, typical) => ({ min: random.whole(0, typical * 10) / 10 });
const firstPages = (random) => ({ page: 1 + Math.floor(random.next() ** 3 * 10) });
const region = (random) => random.pick(REGION_CODES);
const keywords = (words) => words.join(' ');

const UNSPACED = /^[\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{3,}$/u;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** A letter changed, left out or doubled, not the first. */
function misspell(random, word) {
  const at = random.whole(1, word.length - 1);
  const instead = random.pick(['', word[at] + word[at], random.pick([...LETTERS])]);
  return word.slice(0, at) + instead + word.slice(at + 1);
}

/** Two words of one text, one of them misspelt. */
function misspelt(random, text) {
  const words = [...text];
  const long = words.findIndex((word) => /^[a-z]{5,}$/i.test(word));
  if (long < 0) return undefined;
  words[long] = misspell(random, words[long]);
  return keywords(words.slice(Math.max(0, long - 1), long + 1));
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

function slip(random, texts) {
  for (;;) {
    const found = misspelt(random, twoWords(random, texts));
    if (found !== undefined) return found;
  }
}

function searchShapes({ operation, path, index, texts, window, main, sorts, ranges, category, flags, extra }) {
  const shape = (name, make, options = {}) => ({
    name: `${operation}: ${name}`,
    operation,
    path,
    index,
    weight: 10,
    make,
    ...options,
  });
  const withWindow = (random, filter = {}) => ({ ...filter, [window]: everything(random) });
  return [
    shape(`by ${main}`, (random) => ({ filter: withWindow(random), ...firstPages(random) }), {
      weight: 10,
      quick: true,
    }),
    shape('first page of 10', (random) => ({ filter: withWindow(random) }), { quick: true, first: true }),
    shape(
      'two words',
      (random, world) => ({
        keywords: keywords(twoWords(random, world[texts])),
        filter: withWindow(random),
        ...firstPages(random),
      }),
      { keywords: true, quick: true, weight: 15 },
    ),
    shape(
      'two words, one misspelt',
      (random, world) => ({ keywords: slip(random, world[texts]), filter: withWindow(random), ...firstPages(random) }),
      { keywords: true, quick: true, weight: 5 },
    ),
    shape(
      'a word, filters, orderby',
      (random, world) => ({
        keywords: twoWords(random, world[texts])[0],
        filter: withWindow(random, { region: region(random), ...flags(random) }),
        orderby: [{ field: random.pick(sorts) }],
      }),
      { keywords: true },
    ),
    shape(
      'one word',
      (random, world) => ({
        keywords: twoWords(random, world[texts])[0],
        filter: withWindow(random),
        ...firstPages(random),
      }),
      { keywords: true, weight: 0 },
    ),
    shape(
      'a word of Thai or Japanese',
      (random, world) => ({ keywords: random.pick(world.unspaced[texts]), filter: withWindow(random) }),
      { keywords: true, weight: 0 },
    ),
    shape(
      'orderby',
      (random) => ({
        filter: withWindow(random),
        orderby: [{ field: random.pick([main, ...sorts]) }],
        ...firstPages(random),
      }),
      { weight: 0 },
    ),
    shape('wide ranges', (random) => ({ filter: { ...withWindow(random), ...ranges(random) } }), { quick: true }),
    shape('30 days', (random) => ({ filter: { [window]: month(random) }, ...firstPages(random) }), { quick: true }),
    shape('region and category, orderby', (random, world) => ({
      filter: withWindow(random, { region: region(random), ...category(random, world) }),
      orderby: [{ field: random.pick(sorts) }],
      ...firstPages(random),
    })),
    shape('page 500 of 10', (random) => ({ filter: withWindow(random), page: 500, pagesize: 10 }), { weight: 2 }),
    shape('page 50 of 100', (random) => ({ filter: withWindow(random), page: 50, pagesize: 100 }), {
      weight: 1,
      quick: true,
      last: true,
    }),
    ...extra(shape, withWindow),
  ];
}

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
  category: (random, world) => ({ product_category_id: random.pick(world.level1) }),
  flags: () => ({ is_ecommerce: 1 }),
  extra: (shape, withWindow) => [
    shape('a handle', (random, world) => ({ keywords: random.pick(world.handles), filter: withWindow(random) }), {
      keywords: true,
      weight: 5,
    }),
  ],
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
  category: (random, world) => ({ l1_category_id: random.pick(world.level1) }),
  flags: (random) => ({ is_free_shipping: random.pick([true, false]), off_shelves: 0 }),
  extra: (shape, withWindow) => [
    shape('ids', (random, world) => ({
      filter: { product_id: Array.from({ length: random.whole(2, 20) }, () => random.pick(world.productIds)) },
      pagesize: 20,
    })),
    shape(
      'a shop, price range',
      (random, world) => ({
        filter: withWindow(random, { seller_id: random.pick(world.sellers), price_range: over(random, 3) }),
      }),
      { weight: 5 },
    ),
  ],
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
  category: (random, world) => ({ product_category: random.pick(world.level1) }),
  flags: (random) => ({ live_type: random.pick([1, 2]) }),
  extra: (shape, withWindow) => [
    shape('a handle', (random, world) => ({ keywords: random.pick(world.handles), filter: withWindow(random) }), {
      keywords: true,
      weight: 5,
    }),
  ],
}).map((shape) => ({ ...shape, weight: shape.weight / 2 }));

function rankingShapes(operation, path, index, deepest, filters) {
  const shape = (name, make, options = {}) => ({
    name: `${operation}: ${name}`,
    operation,
    path,
    index,
    ranking: operation,
    weight: 4,
    make,
    ...options,
  });
  const dated = (random, world, filter = {}) => ({ ...filter, date_info: random.pick(world.periods) });
  const anyPage = (random) => {
    const pagesize = random.whole(5, 14);
    return { page: random.whole(1, 20), pagesize };
  };
  const filtered = (name, make, options) =>
    shape(
      name,
      (random, world) => ({ filter: dated(random, world, make(random, world)), ...anyPage(random) }),
      options,
    );
  return [
    filtered('whole board', () => ({}), { quick: true, weight: 12, first: true }),
    ...filters.map(([name, make]) => filtered(name, make, { quick: name === 'region' })),
    shape(
      'last page, of 10',
      (random, world) => ({
        filter: dated(random, world, { region: region(random) }),
        page: deepest / 10 - random.whole(0, 9),
        pagesize: 10,
      }),
      { weight: 1 },
    ),
    shape(
      'page of 100',
      (random, world) => ({
        filter: dated(random, world),
        page: random.whole(1, deepest / 100),
        pagesize: 100 - random.whole(0, 9),
      }),
      { weight: 1 },
    ),
  ];
}

const creatorCategory = (name) => (random, world) => ({ [name]: random.pick(world.creatorCategories) });
const inRegion = (random) => ({ region: region(random) });

const TOP_ECOMMERCE = rankingShapes('topEcommerce', '/creator/v1/rank/topEcommerce', 'top-ecommerce-boards', 1000, [
  ['region', inRegion],
  ['creator category', creatorCategory('creator_category_id')],
  [
    'region and creator category',
    (random, world) => ({ ...inRegion(random), ...creatorCategory('creator_category_id')(random, world) }),
  ],
  ['product category', (random, world) => ({ product_category_id: random.pick(world.level1) })],
  ['video sales', () => ({ ecommerce_type: 1 })],
  ['live sales, shops, region', (random) => ({ ecommerce_type: 2, account_type: 2, ...inRegion(random) })],
]);

const TOP_GROWTH = rankingShapes('topGrowth', '/creator/v1/rank/topGrowth', 'top-growth-boards', 500, [
  ['region', inRegion],
  ['category', creatorCategory('category_id')],
  [
    'region and category',
    (random, world) => ({ ...inRegion(random), ...creatorCategory('category_id')(random, world) }),
  ],
  ['two large markets', (random) => ({ region: random.pick(['US', 'ID']) })],
  ['a small market', (random) => ({ region: random.pick(['AT', 'BE', 'PT']) })],
]);

export const SHAPES = [...VIDEO, ...PRODUCT, ...LIVE, ...TOP_ECOMMERCE, ...TOP_GROWTH];

/** Words of texts that are written without spaces between them. */
function unspacedWords(texts) {
  const words = (text) => [...new Intl.Segmenter('ja', { granularity: 'word' }).segment(text)];
  const known = texts.flatMap(words).filter(({ segment, isWordLike }) => isWordLike && UNSPACED.test(segment));
  return [...new Set(known.map(({ segment }) => segment))];
}

/** The words, ids and boards of a data set that requests are made of. */
export function worldOf({ products, videos, lives }, periods, { level1, creatorCategories }) {
  const texts = {
    titles: products.map(({ title }) => title),
    descriptions: videos.map(({ desc }) => desc),
    streamTitles: lives.map(({ title }) => title),
  };
  return {
    ...texts,
    unspaced: Object.fromEntries(Object.entries(texts).map(([name, own]) => [name, unspacedWords(own)])),
    handles: [...new Set(videos.map(({ creator }) => creator.unique_id))],
    productIds: products.map(({ product_id: id }) => id),
    sellers: [...new Set(products.map(({ shop }) => shop.seller_id))],
    periods,
    level1,
    creatorCategories,
  };
}

/** A shape drawn by weight. */
export function drawShape(random, shapes) {
  const whole = shapes.reduce((sum, { weight }) => sum + weight, 0);
  let rest = random.next() * whole;
  return shapes.find(({ weight }) => (rest -= weight) < 0) ?? shapes[0];
}
