import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server';

/** A question that people ask often, as the calls that answer it. */
interface Playbook {
  readonly about: string;
  /** The arguments by name, each required, with their descriptions. */
  readonly takes: Readonly<Record<string, string>>;
  /** What to do; `{name}` stands for an argument. */
  readonly text: string;
}

const PRODUCT = { product: 'Product id, or words of its title' };
const CATEGORY = { category: 'Product category, by name', region: 'Region code such as US' };

/** How every playbook ends. */
const END = 'State the days that the data covers, the currency of each amount, and what is not known. Guess no figure.';

const PLAYBOOKS: Readonly<Record<string, Playbook>> = {
  diagnose_product: {
    about: 'How a product sells, and why it rises or falls',
    takes: PRODUCT,
    text: `How does the product "{product}" sell, and why?
1. search_products (filter.product_id or keywords): price, commission, sales.
2. history of product by week, over the last 12 complete weeks.
3. break_down_sales by creator and by channel with its product_id: the last 4 of these weeks, and the 4 before.
4. rank of productTopSelling with its product_id: its place in the last complete month, and in the one before.
Say whether it rises or falls, since when, and which creators or channels make the difference.`,
  },
  find_creators_for_product: {
    about: 'Creators who could sell a product',
    takes: PRODUCT,
    text: `Which creators could sell the product "{product}"?
1. search_products (filter.product_id or keywords): its category, region and price.
2. break_down_sales by creator with its product_id: who sells it already.
3. rank of topEcommerce for the last complete month, with its region and its product_category_id.
4. break_down_sales by product with the uids of creators who do not sell it yet: do they sell products like it?
List 10 with uid, handle, followers, sales in the category, and one reason each.`,
  },
  watch_shop: {
    about: 'What a shop sells, and what changed',
    takes: { shop: 'Shop id, or the beginning of its name' },
    text: `What does the shop "{shop}" sell, and what changed?
1. find_ids of products for its seller_id.
2. history of shop by week, over the last 8 complete weeks.
3. break_down_sales by product with its seller_id: the last complete week, and the week before.
4. break_down_sales by creator with its seller_id: the last complete week.
List products that came, left, rose or fell, and the creators behind them.`,
  },
  find_rising_products: {
    about: 'What rises in a category',
    takes: CATEGORY,
    text: `What rises in {category} in {region}?
1. find_ids of products for the product_category_id.
2. rank of productTopSelling in it, for the last complete week, orderby usd_gmv_change.
3. history of product by week for the first three: do they rise steadily, or once?
4. break_down_sales by channel and by creator with their product_ids.
List what rises with its change, its place now and before, and who sells it.`,
  },
  plan_live_stream: {
    about: 'When and with what to go live in a category',
    takes: CATEGORY,
    text: `Plan a live stream that sells {category} in {region}.
1. find_ids of products for the product_category_id.
2. rank of productTopSelling in it with ecommerce_type 2, for the last complete month: what sells live.
3. search_lives in the region with it, orderby total_gmv: the best streams, their start and duration.
4. break_down_sales by product with their room_ids: what they sold.
Propose a start, a duration, ten products in turn with prices, and whom to learn from.`,
  },
  check_creator: {
    about: 'Whether a creator is worth working with',
    takes: { creator: 'Creator uid, handle, or the beginning of a name' },
    text: `Is the creator "{creator}" worth working with?
1. find_ids of creators for the uid, and search_creators with it.
2. history of creator by month, over the last 6 complete months: followers and sales.
3. break_down_sales by product with the uid, for the last complete month: what, through what.
4. search_videos with filter.uid, orderby create_time: plays and engagement against followers.
Say what they sell, whether followers and sales rise, and what looks wrong.`,
  },
};

/** Descriptions of the prompts. */
export const PROMPTS: Prompt[] = Object.entries(PLAYBOOKS).map(([name, { about, takes }]) => ({
  name,
  description: about,
  arguments: Object.entries(takes).map(([argument, description]) => ({ name: argument, description, required: true })),
}));

/** The prompt of a name with its arguments filled in, or what is wrong with them. */
export function promptOf(name: string, given: Readonly<Record<string, string>>): GetPromptResult | string {
  const playbook = Object.hasOwn(PLAYBOOKS, name) ? PLAYBOOKS[name] : undefined;
  if (playbook === undefined) return `There is no prompt "${name}"; there are ${Object.keys(PLAYBOOKS).join(', ')}.`;
  const missing = Object.keys(playbook.takes).filter((argument) => !given[argument]?.trim());
  if (missing.length > 0) return `The prompt ${name} needs ${missing.join(', ')}.`;
  const text = playbook.text.replace(/\{(\w+)\}/g, (_, argument: string) => given[argument] ?? '');
  return {
    description: playbook.about,
    messages: [{ role: 'user', content: { type: 'text', text: `${text}\n${END}` } }],
  };
}
