import { testApp } from '../support/app.js';
import { seededIndices, sharedSeed } from '../support/shared-indices.js';

/** Signs that stand between words: those of ASCII, of Chinese, Japanese and Korean texts, of Thai, and usual dashes and quotes. */
const SIGNS = [
  ...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
  ...'、。，．・「」『』【】（）《》〈〉！？：；～〜',
  ...'๏๚๛ฯ฿',
  ...'–—…·•’“”«»',
];
const PAIRS = 300;
const WORD_PAIRS = 30;

interface Answer {
  readonly total: number;
  readonly match: string;
  readonly list: readonly { readonly product_id: string }[];
}

describe('two words with a sign between them', () => {
  const products = [...sharedSeed().products()];
  const test = testApp(() => ({ name: 'signs', indices: seededIndices() }));

  async function find(keywords: string, orderby: readonly object[]): Promise<object> {
    const { total, match, list } = await test.api.ask<Answer>('/product/v1/search', {
      keywords,
      orderby,
      pagesize: 20,
    });
    return { total, match, ids: list.map((one) => one.product_id) };
  }

  /** Words of titles that stand next to each other, and whose letters no measure and no elision ends in. */
  function pairsOfTitles(count: number): string[] {
    const pairs = products.flatMap(({ title }) => title?.match(/\p{L}{5,}\s\p{L}{3,}/u)?.[0] ?? []);
    const all = [...new Set(pairs.map((pair) => pair.toLowerCase()))];
    return Array.from({ length: count }, (_, at) => all[(at * 37) % all.length] as string);
  }

  it.each([
    ['by relevance', []],
    ['with an orderby', [{ field: 'day7_units_sold' }]],
  ])(`is found as with a blank, ${PAIRS} times %s`, async (_, orderby) => {
    const differ: string[] = [];
    let sign = 0;
    for (const pair of pairsOfTitles(WORD_PAIRS)) {
      const answer = await find(pair, orderby);
      for (let at = 0; at < PAIRS / WORD_PAIRS; at += 1, sign += 1) {
        const signed = pair.replace(' ', SIGNS[sign % SIGNS.length] as string);
        if (JSON.stringify(await find(signed, orderby)) !== JSON.stringify(answer)) differ.push(signed);
      }
    }
    expect(sign).toBe(PAIRS);
    expect(differ).toEqual([]);
  });
});
