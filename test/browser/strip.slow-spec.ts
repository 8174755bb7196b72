import type { Locator } from 'playwright-core';
import {
  cents,
  change,
  DAYS_OF_JUNE,
  DAYS_OF_WEEK,
  dollars,
  explorerFlows,
  type ExplorerPage,
  IN_JUNE,
  IN_WEEK,
  JUNE,
  number,
  type Row,
  WEEK,
  withBrowser,
} from './explorer-page.js';

const MAY = { from: '2026-05-01', to: '2026-05-31' };
const WEEK_BEFORE = { from: '2026-06-15', to: '2026-06-21' };

interface Days {
  readonly from: string;
  readonly to: string;
}

const rounded = (value: number): number => Math.round(100 * value) / 100;
const percentOf = (now: number, then: number): string => {
  const growth = rounded((100 * (now - then)) / then);
  if (growth >= 1000) return ` (×${(growth / 100 + 1).toLocaleString('en-US', { maximumFractionDigits: 1 })})`;
  return ` (${growth > 0 ? '+' : ''}${number(growth)}%)`;
};

withBrowser('the answer first', () => {
  const { start, startSettled, ask, best } = explorerFlows('strip');

  /** Sales of each day, asked for without any comparison. */
  const daily = async (filter: object, { from, to }: Days): Promise<Row[]> => {
    const { list } = await ask('/sales/v1/breakdown', { by: 'day', filter, from, to, pagesize: 100 });
    const days: Row[] = [];
    for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
      const date = new Date(at).toISOString().slice(0, 10);
      days.push(list.find((row) => row.date === date) ?? { date, usd_gmv: 0, units_sold: 0 });
    }
    return days;
  };
  const totalOf = (days: readonly Row[], field: string): number =>
    rounded(days.reduce((sum, day) => sum + Number(day[field]), 0));

  const expectAnswer = async (explorer: ExplorerPage, now: readonly Row[], then: readonly Row[], about: string) => {
    const [gmv, gmvBefore] = [totalOf(now, 'usd_gmv'), totalOf(then, 'usd_gmv')];
    const [units, unitsBefore] = [totalOf(now, 'units_sold'), totalOf(then, 'units_sold')];
    const [price, priceBefore] = [gmv / units, gmvBefore / unitsBefore];
    await explorer.page.locator('.sums .figure-card').first().waitFor();
    expect([about, await explorer.strip('GMV (USD)')]).toEqual([
      about,
      [dollars(gmv), `${change(gmv - gmvBefore)}${percentOf(gmv, gmvBefore)} from ${dollars(gmvBefore)}`],
    ]);
    const more = units > unitsBefore ? '+' : '';
    expect([about, await explorer.strip('Units sold')]).toEqual([
      about,
      [
        number(units),
        `${more}${number(units - unitsBefore)}${percentOf(units, unitsBefore)} from ${number(unitsBefore)}`,
      ],
    ]);
    const dearer = price > priceBefore ? '+' : '';
    expect([about, await explorer.strip('Average price (USD)')]).toEqual([
      about,
      [
        cents(price),
        `${dearer}${cents(price - priceBefore)}${percentOf(price, priceBefore)} from ${cents(priceBefore)}`,
      ],
    ]);
    const curve = explorer.page.locator('.curve');
    await curve.getByRole('button', { name: /as a table$/ }).click();
    const rows = await curve.locator('tbody tr').all();
    const shown = await Promise.all(rows.map((row) => row.locator('td').allInnerTexts()));
    expect([about, shown]).toEqual([
      about,
      now.map((day, at) => [dollars(day.usd_gmv), at < then.length ? dollars(then[at]?.usd_gmv) : '—']),
    ]);
    await curve.getByRole('button', { name: /as a chart$/ }).click();
  };

  it('of every ranking is what its rows sold, by day, on the month before', async () => {
    const [june, may] = [await daily({}, DAYS_OF_JUNE), await daily({}, MAY)];
    for (const view of ['sales', 'topProducts', 'topShops', 'topCategories']) {
      const explorer = await startSettled(`?view=${view}&${IN_JUNE}`);
      await expectAnswer(explorer, june, may, view);
      expect(await explorer.page.getByRole('heading', { level: 1 }).innerText()).toMatch(
        / · All regions · June 2026, against May$/,
      );
    }
    for (const [view, channel] of [
      ['topVideos', 'video'],
      ['topLives', 'live'],
    ] as const) {
      const explorer = await startSettled(`?view=${view}&${IN_JUNE}`);
      await expectAnswer(explorer, await daily({ channel }, DAYS_OF_JUNE), await daily({ channel }, MAY), view);
    }
  });

  it('of a ranking has a line in each row: as many days as the period, none in its files', async () => {
    const explorer = await startSettled(`?view=topShops&${IN_WEEK}`);
    const lines = explorer.page.locator('.results .spark polyline');
    await lines.first().waitFor();
    const points = await lines.evaluateAll((all) =>
      all.map((line) => (line as unknown as { points: { length: number } }).points.length),
    );
    expect(points).toEqual(Array.from({ length: 20 }, () => 7));
    await explorer.page.getByRole('button', { name: 'Export all rows' }).first().click();
    const [sent] = await Promise.all([
      explorer.page.waitForRequest(/topSelling\/export/),
      explorer.page.getByRole('button', { name: 'NDJSON', exact: true }).click(),
    ]);
    expect(Object.keys(sent.postDataJSON() as object)).toEqual(['filter', 'format']);
  });

  it('of filters by figures has no curve, and compares nothing', async () => {
    const explorer = await startSettled(`?view=topProducts&${IN_JUNE}&is_new=1`);
    const { sum } = await ask<{ sum: Row }>('/product/v1/rank/topSelling', {
      filter: { date_info: JUNE, is_new: true },
    });
    expect(await explorer.strip('GMV (USD)')).toEqual([dollars(sum.usd_gmv), '']);
    expect(await explorer.page.locator('.curve').count()).toBe(0);
  });

  it('of a day has figures without a curve', async () => {
    const explorer = await startSettled('?view=topProducts&date_info=day:2026-06-28');
    const [day] = await daily({}, { from: '2026-06-28', to: '2026-06-28' });
    expect((await explorer.strip('GMV (USD)'))[0]).toBe(dollars(day?.usd_gmv));
    expect(await explorer.page.locator('.curve, .results .spark').count()).toBe(0);
  });

  it('of a thing has its largest videos on the curve, that open by key', async () => {
    const { product_id } = await best('product');
    const explorer = await startSettled(`?view=product&product_id=${String(product_id)}&${IN_JUNE}`);
    const { page } = explorer;
    await page.waitForLoadState('networkidle');
    const filter = { product_id };
    await expectAnswer(explorer, await daily(filter, DAYS_OF_JUNE), await daily(filter, MAY), 'a product');
    // What it sold is first, here and in its record.
    const figures = page.locator('.entity-figures');
    expect((await figures.locator('dt').allInnerTexts()).slice(0, 4)).toEqual([
      ...['Total GMV (USD)', 'Total units sold', 'Price (USD)', 'Creators'],
    ]);
    const { list: records } = await ask('/product/v1/search', { filter });
    expect((await figures.locator('dd').first().innerText()).split('\n')[0]).toBe(dollars(records[0]?.total_usd_gmv));
    const { list } = await ask('/sales/v1/breakdown', { by: 'video', filter, ...DAYS_OF_JUNE, pagesize: 10 });
    const { list: lives } = await ask('/sales/v1/breakdown', { by: 'live', filter, ...DAYS_OF_JUNE, pagesize: 10 });
    const dots = [...list, ...lives].flatMap((row) => {
      const { publish_time, start_time, desc, title } = {
        ...(row.video as Row | undefined),
        ...(row.live as Row | undefined),
      };
      const day = new Intl.DateTimeFormat('sv-SE', {
        timeZone: 'America/New_York',
        dateStyle: 'short',
      }).format(1000 * Number(publish_time ?? start_time));
      return day.startsWith('2026-06') ? [{ row, day: Number(day.slice(8)), name: String(desc ?? title) }] : [];
    });
    const sold = totalOf(await daily(filter, DAYS_OF_JUNE), 'usd_gmv');
    const large = dots.filter(({ row }) => Number(row.usd_gmv) >= 0.02 * sold);
    const largest = large.sort((one, other) => Number(other.row.usd_gmv) - Number(one.row.usd_gmv)).slice(0, 5);
    expect(largest.length).toBeGreaterThan(0);
    const canvas = page.locator('.curve canvas');
    await canvas.focus();
    const [first] = largest.sort((one, other) => one.day - other.day);
    for (let day = 0; day < Number(first?.day); day++) await page.keyboard.press('ArrowRight');
    const words = await page.locator('.curve [role=status]').innerText();
    expect(words).toContain(`Jun ${first?.day}, 2026: `);
    expect(words).toContain(`May ${first?.day}, 2026: `);
    expect(words).toContain(`● ${first?.name.slice(0, 60)}`);
    await page.keyboard.press('Enter');
    await page.waitForURL(/view=(?:video|live)&/);
  });

  it('of a creator has its followers, and of the first page the newest week', async () => {
    const { list } = await ask('/creator/v1/rank/topEcommerce', {
      filter: { date_info: WEEK },
      pagesize: 1,
    });
    const uid = String(list[0]?.uid);
    const creator = await startSettled(`?view=creator&uid=${uid}&${IN_WEEK}`);
    await expectAnswer(creator, await daily({ uid }, DAYS_OF_WEEK), await daily({ uid }, WEEK_BEFORE), 'a creator');
    const { list: records } = await ask('/creator/v1/search', { filter: { uid } });
    expect(await creator.strip('Followers')).toEqual([number(Number(records[0]?.follower_count)), '']);
    const home = await startSettled('?region=');
    await expectAnswer(home, await daily({}, DAYS_OF_WEEK), await daily({}, WEEK_BEFORE), 'the first page');
    expect(await home.page.getByRole('heading', { level: 1 }).innerText()).toMatch(/^The newest week · All regions · /);
  });

  const boxOf = async (part: Locator) => {
    const box = await part.first().boundingBox();
    if (box === null) throw new Error('It is not there.');
    return box;
  };

  it.each([
    [1440, 900, 8, ''],
    [1440, 900, 8, '&region=US&l1_category_id=10000'],
    [820, 1180, 5, ''],
  ])('leaves, %i wide and %i high, room for %i rows%s', async (width, height, rows, filter) => {
    const explorer = await startSettled(`?view=topProducts&${IN_JUNE}${filter}`, {
      profile: { viewport: { width, height } },
    });
    await explorer.page.locator('.results .spark').first().waitFor();
    const { page } = explorer;
    const sizes = [await boxOf(page.locator('.sums')), await boxOf(page.locator('.curve'))].map((box) => box.height);
    expect(sizes).toEqual([84, 140]);
    const lines = await page.locator('.results tbody tr').all();
    const boxes = await Promise.all(lines.map((line) => boxOf(line)));
    expect(new Set(boxes.map((box) => Math.round(box.height)))).toEqual(new Set([44]));
    expect(boxes.filter((box) => box.y + box.height <= height).length).toBeGreaterThanOrEqual(rows);
  });

  it.each([
    ['a ranking', 4, async () => '?view=topProducts'],
    ['a ranking of creators', 4, async () => '?view=sales'],
    ['a thing', 8, async () => `?view=product&product_id=${String((await best('product')).product_id)}&${IN_WEEK}`],
    ['the first page', 10, async () => ''],
  ])('asks for %s at most %i times', async (_, most, search) => {
    const explorer = await startSettled(await search(), { profile: { viewport: { width: 1440, height: 900 } } });
    await explorer.page.waitForLoadState('networkidle');
    const asked = explorer.requested.filter((url) => /\/v1\//.test(url)).map((url) => new URL(url).pathname);
    expect([asked.length <= most, asked]).toEqual([true, asked]);
  });

  it('asks for three cards at once, which wait for a busy service and show no failure', async () => {
    const explorer = await start('?view=products');
    const { page } = explorer;
    let [open, most, refused] = [0, 0, 0];
    await page.route('**/v1/rank/top*', async (route) => {
      open++;
      most = Math.max(most, open);
      if (refused++ < 6) {
        const data = { code: 40001, message: 'Busy', data: { errors: [] }, timestamp: 0, request_id: 'r' };
        await page.waitForTimeout(50);
        open--;
        return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: data });
      }
      const response = await route.fetch();
      open--;
      await route.fulfill({ response });
    });
    await page.evaluate(`new MutationObserver(() => {
      window.failures = (window.failures ?? 0) + document.querySelectorAll('.notice-error').length;
      window.waits = (window.waits ?? 0) + document.querySelectorAll('.home-card [role=status].hint').length;
    }).observe(document.body, { childList: true, subtree: true })`);
    await page.getByRole('link', { name: 'Home' }).click();
    await page.locator('.home-card').nth(7).locator('li').first().waitFor();
    expect([most, await page.evaluate('window.failures'), await page.evaluate('window.waits > 0')]).toEqual([
      3,
      0,
      true,
    ]);
  });

  it('leads from bars by key, and from a cell of the heat map to its rows', async () => {
    const explorer = await startSettled(`?view=topProducts&${IN_WEEK}`);
    const { page } = explorer;
    await page.getByRole('button', { name: 'Show charts' }).click();
    const bars = page.locator('.chart-fold canvas');
    await bars.focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    const { list } = await ask('/product/v1/rank/topSelling', {
      filter: { date_info: WEEK },
      pagesize: 2,
    });
    await page.waitForURL(new RegExp(`product_id=${String(list[1]?.product_id)}`));
    const lives = await startSettled('?view=lives&region=GB&by=start_weekday,start_hour&measure=usd_gmv');
    const cell = lives.page.locator('.heat-map td a').first();
    const [, day, hour, count] =
      /^(\w+) (\d+):00 · Count: ([\d,]+)/.exec((await cell.getAttribute('aria-label')) ?? '') ?? [];
    expect(await cell.innerText()).toMatch(/^\$.*\n⌀\$/);
    await cell.focus();
    await lives.page.keyboard.press('Enter');
    await lives.page.waitForURL(new RegExp(`start_weekday=\\d.*start_hour=${Number(hour)}`));
    await lives.settled();
    expect([await lives.total(), day]).toEqual([Number(count?.replace(',', '')), expect.any(String)]);
  });
});
