import type { Browser } from 'playwright-core';
import { startTestApp, type TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { seededIndices } from '../support/shared-indices.js';
import { findChromium } from '../../tools/testing/chromium.mjs';
import { launchChromium } from './browser.js';
import { ExplorerPage } from './explorer-page.js';

const { BROWSER_SCREENSHOTS: screenshots } = process.env;
const chromium = findChromium();
const withBrowser = chromium === undefined ? describe.skip : describe;

/** Texts of records and answers that have no length limit, in place of the seed's. */
const UNLIMITED = new Set(['unique_id', 'nickname', 'title', 'desc', 'name', 'label', 'read_as', 'text', 'note']);
const LONG = 'w'.repeat(5000);
const lengthen = (key: string, value: unknown): unknown =>
  typeof value === 'string' && UNLIMITED.has(key) ? LONG : value;

const FITS = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth';

const PERIOD = 'date_info=month:2026-06';
const UID = '7129000000000043360';
const PRODUCT = '1729000000000722459';
const SHOP = '7495000000000060265';

withBrowser('the explorer with texts of 5,000 letters', () => {
  let service: TestApp;
  let browser: Browser;
  let explorer: ExplorerPage;

  beforeAll(async () => {
    service = await startTestApp({ name: 'long-texts', indices: seededIndices() });
    browser = await launchChromium(chromium ?? '');
    explorer = await ExplorerPage.open(browser, service.url, { token: service.token, screenshots });
    await explorer.settled();
    await explorer.page.route(/\/v1\//, async (route) => {
      const answer = await route.fetch();
      const body = JSON.stringify(JSON.parse(await answer.text(), lengthen));
      await route.fulfill({ response: answer, body });
    });
  });
  afterAll(async () => {
    await explorer?.page.unrouteAll({ behavior: 'ignoreErrors' });
    await browser?.close();
    await service?.close();
  });

  const firstOf = async (path: string, filter: object, id: string): Promise<string> =>
    String((await service.api.ask<{ list: Record<string, unknown>[] }>(path, { filter })).list[0]?.[id]);

  it.each([
    ['the home page', ''],
    ['creators', '?view=creators'],
    ['creators of a keyword', `?view=creators&keywords=${LONG.slice(0, 100)}`],
    ['the ranking of creators', `?view=sales&${PERIOD}`],
    ['videos', '?view=videos'],
    ['products', '?view=products'],
    ['lives', '?view=lives'],
    ['that of products', `?view=topProducts&${PERIOD}`],
    ['that of shops', `?view=topShops&${PERIOD}`],
    ['that of categories', `?view=topCategories&${PERIOD}`],
    ['a creator', `?view=creator&uid=${UID}`],
    ['a product', `?view=product&product_id=${PRODUCT}`],
    ['a shop', `?view=shop&seller_id=${SHOP}`],
    ['a category', '?view=category&l1_category_id=10000'],
    ['a video', async () => `?view=video&video_id=${await firstOf('/video/v1/search', JUNE, 'video_id')}`],
    ['a live stream', async () => `?view=live&room_id=${await firstOf('/live/v1/search', {}, 'room_id')}`],
    ['a comparison', `?view=compare&uid=${UID},7129000000000060265`],
  ])('shows %s without scrolling sideways, on a screen, a tablet and a phone', async (_, search) => {
    const { page } = explorer;
    await page.setViewportSize({ width: 1440, height: 1000 });
    await page.goto(`${service.url}/explore${typeof search === 'string' ? search : await search()}`);
    await page.waitForLoadState('networkidle');
    await explorer.scrollThrough();
    const wide: unknown[] = [];
    for (const width of [1440, 800, 390]) {
      await page.setViewportSize({ width, height: 900 });
      // Charts take the new width a moment later.
      await eventually('the width', () => page.evaluate<boolean>(FITS)).catch(() => undefined);
      const found = await page.evaluate<string[]>(`(() => {
        const root = document.documentElement;
        if (${FITS}) return [];
        const isCut = (one) => one !== null && (getComputedStyle(one).overflowX !== 'visible' || isCut(one.parentElement));
        return [...document.querySelectorAll('body *')]
          .filter((one) => one.getBoundingClientRect().right > root.clientWidth + 1 && !isCut(one.parentElement))
          .map((one) => one.tagName + '.' + one.className + ' ' + Math.round(one.getBoundingClientRect().width))
          .slice(0, 12);
      })()`);
      if (found.length > 0) wide.push({ width, found });
    }
    const shown = await page.evaluate<boolean>(`document.body.textContent.includes('${LONG.slice(0, 100)}')`);
    expect({ wide, shown }).toEqual({ wide: [], shown: true });
  });
});

const JUNE = { create_time_range: { min: 1_780_272_000, max: 1_782_863_999 } };
