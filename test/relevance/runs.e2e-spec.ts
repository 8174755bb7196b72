import { testApp } from '../support/app.js';
import { loadRecords } from '../support/load-records.js';

interface Answer {
  readonly match: string;
  readonly article?: readonly string[];
  readonly list: readonly { readonly product_id: string }[];
}

const LIPSTICK = [10000, 10100, 10101];
const EARBUDS = [90000, 90200, 90201];
const PHONE_CASE = [90000, 90100, 90101];
const BACKPACK = [80000, 80200, 80203];
/** Of what is no article here. */
const REST = [
  [10000, 10100, 10103],
  [10000, 10300, 10301],
  [90000, 90200, 90202],
];

/** Texts without blanks, with their articles, titles of these, of things for them, and of others with the rest of the text. */
const TEXTS = [
  {
    text: '红色口红',
    article: '口红',
    parted: '红色 口红',
    category: LIPSTICK,
    titles: ['丝绒口红 显白', '口红 滋润 持久', '口红礼盒'],
    mentions: ['桌面收纳盒 放口红', '手工模具 做口红'],
    others: ['红色连衣裙', '红色雨伞', '红色毛衣'],
  },
  {
    text: '新款透明手機殼',
    article: '手機殼',
    parted: '新款 透明 手機殼',
    category: PHONE_CASE,
    titles: ['硅胶手机壳', '手机壳 防摔', '手机壳 可爱'],
    mentions: ['钥匙扣 挂手机壳', '贴纸 装饰手机壳'],
    others: ['新款透明雨衣', '新款透明水杯', '新款透明围裙'],
  },
  {
    text: '赤いイヤホン',
    article: 'イヤホン',
    parted: '赤い イヤホン',
    category: EARBUDS,
    titles: ['ワイヤレスイヤホン 高音質', 'イヤホン 有線', 'スポーツイヤホン'],
    mentions: ['小物とイヤホン', 'ケース イヤホン'],
    others: ['赤いワンピース', '赤い財布', '赤いマフラー'],
  },
  {
    text: 'กระเป๋าสีแดง',
    article: 'กระเป๋า',
    parted: 'กระเป๋า สีแดง',
    category: BACKPACK,
    titles: ['กระเป๋าเดินป่า', 'กระเป๋าผ้าใบ', 'กระเป๋ากันน้ำ'],
    mentions: ['พวงกุญแจห้อยกระเป๋า', 'กระเป๋าจิ๋ว'],
    others: ['เดรสสีแดง', 'ร่มสีแดง', 'เสื้อสีแดง'],
  },
];
const COPIES = 8;

/** Eight records of each title; what is sold most is not the article. */
const titled = (id: string, titles: readonly string[], categories: readonly (readonly number[])[], sold: number) =>
  titles.flatMap((title, which) =>
    Array.from({ length: COPIES }, (_, at) => {
      const [l1, l2, l3] = categories[at % categories.length] ?? [];
      const category = { l1: { id: l1 }, l2: { id: l2 }, l3: { id: l3 } };
      return { product_id: `${id} ${which}.${at}`.replaceAll(' ', '-'), title, category, day7_units_sold: sold + at };
    }),
  );

describe('texts without blanks', () => {
  const products = TEXTS.flatMap(({ text, category, titles, mentions, others }) => [
    ...titled(`${text} article`, titles, [category], 10),
    ...titled(`${text} mention`, mentions, REST, 1000),
    ...titled(`${text} other`, others, REST, 9000),
    ...titled(`${text} whole`, [text], [category], 0).slice(0, 1),
  ]);
  const test = testApp(() => ({ name: 'runs', load: loadRecords({ products }) }));

  async function find(keywords: string, isSorted = false) {
    const orderby = isSorted ? [{ field: 'day7_units_sold' }] : [];
    const answer = await test.api.ask<Answer>('/product/v1/search', { keywords, orderby, pagesize: 50 });
    const kinds = answer.list.map(({ product_id }) => product_id.split('-')[1]);
    return { match: answer.match, article: answer.article, kinds };
  }

  it.each(TEXTS)('$text: the article comes before what mentions it, and nothing lacks it', async (asked) => {
    const counted = (kind: string, titles: readonly string[]) => new Array<string>(titles.length * COPIES).fill(kind);
    expect(await find(asked.text)).toEqual({
      match: 'some_words',
      article: [asked.article],
      kinds: ['whole', ...counted('article', asked.titles), ...counted('mention', asked.mentions)],
    });
    expect((await find(asked.parted)).article).toEqual([asked.article]);
  });

  it.each(TEXTS)('$text by a figure finds records with all of it', async ({ text }) => {
    expect(await find(text, true)).toEqual({ match: 'all_words', article: undefined, kinds: ['whole'] });
  });

  it('a text of which no end is an article may lack any half', async () => {
    const { article, kinds } = await find('红色毛衣架');
    expect({ article, first: kinds.slice(0, COPIES) }).toEqual({
      article: undefined,
      first: new Array<string>(COPIES).fill('other'),
    });
  });
});
