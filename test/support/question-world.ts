import { Random } from '../../dev/seed/random.js';
import type { ProductLoad } from '../../src/product/product.record.js';
import type { VideoLoad } from '../../src/video/video.record.js';
import { drawListed, drawVideo, drawWorld, NOTABLE_DAYS, withContents, withPublished } from './fact-world.js';
import type { FactWorld } from './oracle/rankings.oracle.js';

const WORDS = ['velvet', 'garden', 'mirror', 'candle', 'kettle', 'brush', 'lantern', 'copper'];
const SHOPS = Array.from({ length: 6 }, (_, at) => `${7_495_000_000_000_000_000n + BigInt(at * 37)}`);
const RATES = ['12.5%', '0.01%', '33.33%', '100%', '0%', null];

/** The id of a product as marketplaces write it; `p8` of drawn sales is not loaded. */
const productId = (id: string | null | undefined) => `17293847561029384${id?.slice(1).padStart(2, '0')}`;

/** A product with a name, a price and figures, of one of few shops or of none. */
function drawNamed(id: string, random: Random, name: () => string): ProductLoad {
  const seller_id = random.chance(0.85) ? random.pick(SHOPS) : null;
  const shop = { seller_id, name: seller_id && `${WORDS[SHOPS.indexOf(seller_id)]} house` };
  const listed = Date.parse(random.pick(NOTABLE_DAYS.slice(7, 15))) / 1000;
  return {
    ...{
      ...drawListed(id, random),
      ...(random.chance(0.5) && { launch_time: listed }),
      title: name(),
      shop,
      commission_rate: random.pick(RATES),
    },
    ...{ floor_price: random.pick([1, 2, 2.5, 9, 20, null]), off_shelves: random.pick([0, 0, 1, null]) },
    ...{ total_units_sold: random.pick([0, 1, 20, 20, null]), total_gmv: random.pick([null, 0, 7, 1999]) },
    ...{ day7_units_sold: random.pick([0, 2, 2, null]), day7_gmv: random.pick([0, 5, 333, null]) },
    product_rating: random.pick([null, 4.5, 4.7, 5]),
  };
}

/**
 * A world of which everything can be asked: sales across borders, products listed before and after their sales, ads,
 * videos without tags and with many, what was published in its days, and names of few words.
 */
export function drawQuestionWorld(): FactWorld {
  const random = new Random('questions', 98);
  const world = withPublished(withContents(drawWorld(random, 40, 30), random), random);
  const name = () => [...new Set(Array.from({ length: random.whole(2, 3) }, () => random.pick(WORDS)))].join(' ');
  const sales = [...world.sales].map(
    ([id, sale]) => [id, { ...sale, product_id: productId(sale.product_id) }] as const,
  );
  const ids = Array.from({ length: 24 }, (_, at) => productId(`p${at + 1}`)).filter((id) => id !== productId('p8'));
  const creators = [...world.creators].map(([uid, creator]) => [uid, { ...creator, nickname: name() }] as const);
  const videos = [...(world.videos ?? [])].map(([id, video]): [string, VideoLoad] => {
    const product_info = (video.product_info ?? []).map(({ product_id }) => ({ product_id: productId(product_id) }));
    const { desc } = drawVideo(id, random);
    const figures = { digg_count: random.whole(0, 99), duration: random.pick([15, 29, 59, 600, null]) };
    return [id, { ...video, ...figures, product_info, desc, is_ad: random.pick([0, 1, null]) }];
  });
  return {
    ...world,
    sales: new Map(sales),
    creators: new Map(creators),
    products: new Map(ids.map((id) => [id, drawNamed(id, random, name)])),
    videos: new Map(videos),
  };
}
