import type { Route } from 'playwright-core';
import { explorerFlows, IN_JUNE, PHONE, WEEK as date_info, withBrowser } from './explorer-page.js';

/** Cumulative layout shift of a page that is scrolled to its end. */
const MOST_SHIFT = 0.02;

/** Pages that have no parts of their own. */
const PAGES = [
  ['videos', `?view=topVideos&${IN_JUNE}`],
  ['points', `?view=sales&${IN_JUNE}&by=follower_count,creator_usd_gmv`],
  ['chinese', `?view=topProducts&${IN_JUNE}&lang=ZH_CN`],
  ['products', '?view=products&region=US'],
] as const;

/** The height of the page, the end of its first figure, the width of what it compares with, and figures in two lines. */
const READ_PHONE = `(() => {
  scrollTo(0, 0);
  const broken = [];
  const texts = document.createTreeWalker(document.querySelector('#results'), NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    for (const { index, 0: figure } of text.data.matchAll(/\\d[\\d.,]*/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + figure.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(text.data);
    }
  }
  const sold = document.querySelector('.sums .figure-large')?.getBoundingClientRect().bottom ?? 0;
  const choice = document.querySelector('[data-field=compare_to] select')?.clientWidth ?? Infinity;
  return [document.documentElement.scrollHeight, sold, choice, broken];
})()`;

/** Every page is opened once for each case: the service answers from its caches, as it does for users. */
withBrowser('the pages of the explorer', () => {
  const { startSettled, ask, best, app } = explorerFlows('explorer-pages');

  /** The addresses of pages with many parts, by what they show. */
  const pagesOfParts = async (): Promise<[page: string, search: string][]> => {
    const [{ product_id }, { seller_id }] = [await best('product'), await best('shop')];
    const { list } = await ask('/creator/v1/rank/topEcommerce', { filter: { date_info }, pagesize: 5 });
    return Object.entries({
      home: '',
      product: `?view=product&product_id=${String(product_id)}`,
      shop: `?view=shop&seller_id=${String(seller_id)}`,
      creator: `?view=creator&uid=${String(list[0]?.uid)}`,
      category: '?view=category&l2_category_id=10100',
      ranking: '?view=topProducts&date_info=week:2026-26',
      newest: '?view=sales',
      search: '?view=videos',
      compare: `?view=compare&uid=${list.map(({ uid }) => String(uid)).join(',')}`,
    });
  };
  const profileOf = (width: number) => ({ ...(width < 500 && PHONE), viewport: { width, height: 1000 } });

  it.each([
    ['desktop', 1440],
    ['tablet', 900],
    ['phone', 390],
  ] as const)('31 fits, in light and in dark: %s', async (name, width) => {
    const shifts: (readonly [page: string, shift: number])[] = [];
    const explorer = await startSettled('', { profile: profileOf(width) });
    const parts = await pagesOfParts();
    for (const [page, search] of [...parts, ...PAGES]) {
      await explorer.page.goto(`${app().url}/explore${search}`);
      await explorer.scrollThrough();
      // The window of a phone grows with its page.
      expect([page, await explorer.page.evaluate('document.documentElement.scrollWidth')]).toEqual([page, width]);
      const title = '(document.querySelector(".entity-words")?.offsetWidth ?? innerWidth) > innerWidth / 5';
      expect([page, await explorer.page.evaluate(title)]).toEqual([page, true]);
      for (const colorScheme of ['light', 'dark'] as const) {
        await explorer.page.emulateMedia({ colorScheme });
        await explorer.screenshot(`${page}-${name}-${colorScheme}`, true);
        expect([page, await explorer.findSerious()]).toEqual([page, []]);
      }
      const shift = await explorer.shift();
      if (shift > MOST_SHIFT && parts.some(([name]) => name === page)) shifts.push([page, shift]);
      await explorer.page.emulateMedia({ colorScheme: 'light' });
      if (width > 500) continue;
      await explorer.page.setViewportSize({ width: 360, height: 1000 });
      expect([page, await explorer.page.evaluate('document.documentElement.scrollWidth')]).toEqual([page, 360]);
      await explorer.page.setViewportSize({ width, height: 1000 });
    }
    expect(shifts).toEqual([]);
  });

  it('31c keeps figures in one piece on a phone, pages short, and what was sold on the first screen', async () => {
    const explorer = await startSettled('', { profile: profileOf(390) });
    const { page } = explorer;
    for (const [name, search] of await pagesOfParts()) {
      await page.goto(`${app().url}/explore${search}`);
      await explorer.scrollThrough();
      const [height, sold, choice, broken] = await page.evaluate<[number, number, number, string[]]>(READ_PHONE);
      // A search and a comparison have no strip, and only pages of one thing choose what it is compared with.
      expect([name, broken, height <= 5000, sold <= 844, choice >= 150]).toEqual([name, [], true, true, true]);
    }
  });

  it.each([
    [1440, 'last'],
    [1440, 'first'],
    [390, 'last'],
    [390, 'first'],
  ] as const)(
    '31a keeps its place in whatever order the answers come, %i wide: of those that are waited for, the %s one comes next',
    async (width, next) => {
      const shifts: (readonly [page: string, shift: number])[] = [];
      const explorer = await startSettled('', { profile: profileOf(width) });
      const { page } = explorer;
      for (const [name, search] of await pagesOfParts()) {
        const waiting: Route[] = [];
        await page.route('**/v1/**', (route) => void waiting.push(route));
        await page.goto(`${app().url}/explore${search}`);
        let isDone = false;
        const answers = (async () => {
          while (!isDone) {
            await page.waitForTimeout(150);
            const route = next === 'last' ? waiting.pop() : waiting.shift();
            // The page takes back what it no longer needs.
            await route?.fulfill({ response: await route.fetch() }).catch(() => undefined);
          }
        })();
        await explorer.settled();
        await explorer.scrollThrough();
        isDone = true;
        await answers;
        const shift = await explorer.shift();
        if (shift > MOST_SHIFT) shifts.push([name, shift]);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
      expect(shifts).toEqual([]);
    },
  );
});
