import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { findChromium } from '../../tools/testing/chromium.mjs';
import { startTestApp, type TestApp } from '../support/app.js';
import { Assistant, SHOWS_VIEWS } from '../support/assistant.js';
import { eventually } from '../support/eventually.js';
import { seededIndices } from '../support/shared-indices.js';
import { AssistantHost } from './assistant-host.js';
import { launchChromium } from './browser.js';
import { change, DAYS_OF_JUNE, dollars, JUNE, number, type Row, withBrowser, within } from './explorer-page.js';

const screenshots = process.env.BROWSER_SCREENSHOTS;
const count = number;
/** From ten times more on, growth is a factor. */
const growth = (rate: unknown): string =>
  Number(rate) >= 1000
    ? `×${(Number(rate) / 100 + 1).toLocaleString('en-US', { maximumFractionDigits: 1 })}`
    : `${Number(rate) > 0 ? '+' : ''}${count(rate)}%`;

interface Told {
  readonly list: readonly Row[];
  readonly sum: Row;
  readonly sum_series: readonly Row[];
  readonly facets: readonly {
    readonly values: readonly Row[];
    readonly other_count: number;
    readonly missing_count: number;
  }[];
  readonly cross: { readonly cells: readonly { readonly values: number[]; readonly count: number }[] };
  readonly total: number;
  readonly completeness: string;
  readonly explorer_url: string;
}

withBrowser('the view of assistants', () => {
  let service: TestApp;
  let browser: Browser;
  let assistant: Assistant;
  let open: AssistantHost[] = [];
  let view: { readonly page: string; readonly csp: object };
  beforeAll(async () => {
    service = await startTestApp({ name: 'assistant-view', indices: seededIndices(), config: { mcp: true } });
    browser = await launchChromium(findChromium() ?? '');
    assistant = await Assistant.connect(service.url, service.token, '2025-11-25', SHOWS_VIEWS);
    const ranking = (await assistant.tools()).find(({ name }) => name === 'rank');
    const { ui } = ranking?._meta as { ui: { resourceUri: string } };
    const content = await assistant.content(ui.resourceUri);
    const meta = content?._meta as { ui: { csp: object } };
    view = { page: content !== undefined && 'text' in content ? content.text : '', csp: meta.ui.csp };
    if (screenshots !== undefined) mkdirSync(screenshots, { recursive: true });
  });
  afterEach(async () => {
    const title = expect.getState().currentTestName?.replaceAll(/[^\w-]+/g, '-');
    const folder = screenshots ?? '';
    for (const [at, { page }] of folder === '' ? [] : open.entries())
      await page.screenshot({ path: join(folder, `assistant-${title}-${at}.png`), fullPage: true });
    const complaints = open.flatMap((host) => host.complaints);
    await Promise.all(open.map((host) => host.close()));
    open = [];
    expect(complaints).toEqual([]);
  });
  afterAll(async () => {
    await assistant?.close();
    await browser?.close();
    await service?.close();
  });

  const start = async (options: object = {}): Promise<AssistantHost> => {
    const host = await AssistantHost.open(browser, { ...view, ...options });
    open.push(host);
    return host;
  };
  const shown = async (tool: string, input: object, options: object = {}) => {
    const { isError, data } = await assistant.call<Told>(tool, input);
    expect([isError, isError && data]).toEqual([false, false]);
    const host = await start(options);
    await host.show(input, data);
    return { host, data };
  };
  const column = async ({ view: frame }: AssistantHost, name: string): Promise<string[]> => {
    const table = frame.locator('table.results').last();
    const heads = await table.locator('thead th').allInnerTexts();
    const at = heads.findIndex((head) => head.startsWith(name));
    return table.locator(`tbody tr > :nth-child(${at + 1})`).allInnerTexts();
  };
  const chartRows = async ({ view: frame }: AssistantHost, title: string): Promise<string[][]> => {
    const card = frame.getByRole('region', { name: title, exact: true });
    await card.getByRole('button', { name: `${title} as a table` }).click();
    const rows = await card.getByRole('row').all();
    return Promise.all(rows.slice(1).map((row) => row.locator('th, td').allInnerTexts()));
  };
  const ranked = { of: 'topEcommerce', filter: { date_info: JUNE } };

  it('shows a ranking with its changes: every figure as the tool answers it', async () => {
    const { host, data } = await shown('rank', ranked);
    const { list } = data;
    expect(list).toHaveLength(10);
    const titles = await host.view.locator('.row-name').allInnerTexts();
    expect(titles).toEqual(list.map((row) => within(row, 'creator').nickname));
    expect(await column(host, 'Rank')).toEqual(list.map(({ rank }) => count(rank)));
    const gmv = await column(host, 'GMV (USD)');
    expect(gmv.map((cell) => cell.split('\n')[0])).toEqual(list.map((row) => dollars(row.creator_usd_gmv)));
    expect(await column(host, 'GMV growth')).toEqual(
      list.map((row) => growth(within(row, 'creator_usd_gmv_growth_rate_info').rate)),
    );
    const moves = list.map(({ rank, previous_rank: before }) => [before, Number(before) - Number(rank)] as const);
    expect(await column(host, 'Movement')).toEqual(
      moves.map(([before, by]) => {
        const arrow = by > 0 ? `▲ ${by}` : by < 0 ? `▼ ${-by}` : '=';
        return `${arrow}\nRank ${count(before)} in the period compared with`;
      }),
    );
    await host.view.getByText(data.completeness).waitFor();
    await host.view.getByText(`GMV (USD): ${dollars(data.sum.usd_gmv)}`).waitFor();
  });

  it('sorts, asks and opens pages by the keyboard, through the host', async () => {
    const { host, data } = await shown('rank', ranked);
    const before = data.list.map((row) => within(row, 'creator').nickname);
    const head = host.view.getByRole('button', { name: /^Followers/ });
    const followers = (direction: number): string[] =>
      [...data.list]
        .sort((one, other) => direction * (Number(one.follower_count) - Number(other.follower_count)))
        .sort((one, other) => Number(one.follower_count === null) - Number(other.follower_count === null))
        .map((row) => String(within(row, 'creator').nickname));
    const titles = (): Promise<string[]> => host.view.locator('.row-name').allInnerTexts();
    for (const expected of [followers(-1), followers(1), before]) {
      await head.focus();
      await host.page.keyboard.press('Enter');
      await expect(titles()).resolves.toEqual(expected);
    }
    const about = host.view.getByLabel('Ask about');
    await about.focus();
    await host.page.keyboard.press('ArrowDown');
    await host.page.keyboard.press('Tab');
    await host.page.keyboard.press('Enter');
    await host.view.getByText('The question is in the conversation.').waitFor();
    await host.page.keyboard.press('Tab');
    await host.page.keyboard.press('Space');
    const second = data.list[1];
    const name = `${String(before[1])} (uid ${String(second?.uid)})`;
    const opener = host.view.getByRole('button', { name: 'Open in the explorer' });
    await opener.focus();
    await host.page.keyboard.press('Enter');
    const link = host.view.locator('.row-name a').nth(1);
    await link.focus();
    await host.page.keyboard.press('Enter');
    await eventually('the messages of the view', () =>
      host.page.evaluate<boolean>('did.links.length === 2 && did.messages.length === 2'),
    );
    const { messages, links } = await host.did();
    expect(messages.map(({ content }) => content[0]?.text)).toEqual([
      `Show the history of ${name}.`,
      `What made the sales of ${name} in 2026-06?`,
    ]);
    expect(links[0]?.url).toBe(data.explorer_url);
    const page = new URL(links[1]?.url ?? '');
    expect(page.href).toMatch(`${service.url}/explore?`);
    expect(Object.fromEntries(page.searchParams)).toEqual({
      view: 'creator',
      uid: second?.uid,
      date_info: 'month:2026-06',
    });
  });

  it('says so where the host opens no link and takes no question', async () => {
    const { host } = await shown('rank', ranked, { refuses: true });
    for (const name of ['Open in the explorer', 'Its history']) {
      await host.view.getByRole('button', { name }).click();
      await host.view.getByText('This can’t be opened or asked here.').waitFor();
    }
  });

  it.each([
    ['light', 760],
    ['dark', 760],
    ['light', 320],
    ['dark', 320],
  ])('has the %s theme of the host, %d pixels wide', async (theme, width) => {
    const { host } = await shown('rank', ranked, { context: { theme }, width });
    const isLight = async (): Promise<boolean> => {
      const color = await host.inView<string>('getComputedStyle(document.body).backgroundColor');
      return Number(/\d+/.exec(color)?.[0]) > 128;
    };
    expect(await isLight()).toBe(theme === 'light');
    const overflow = 'document.documentElement.scrollWidth - innerWidth';
    expect(await host.inView(overflow)).toBeLessThanOrEqual(0);
    expect(await host.findSerious()).toEqual([]);
    await host.send('setHostContext', { theme: theme === 'light' ? 'dark' : 'light' });
    await eventually('the other theme', async () => (await isLight()) === (theme === 'dark'));
  });

  it('shows a history as a curve of the chosen figure', async () => {
    const { data: best } = await assistant.call<Told>('rank', { of: 'productTopSelling', filter: { date_info: JUNE } });
    const product_id = best.list[0]?.product_id;
    const input = { of: 'product', product_id, date_type: 'week', from: '2026-20', to: '2026-26' };
    const { host, data } = await shown('history', input, { context: { theme: 'dark' } });
    expect(data.list).toHaveLength(7);
    expect(await chartRows(host, 'GMV (USD)')).toEqual(data.list.map((row) => [row.date_value, dollars(row.usd_gmv)]));
    await host.view.getByLabel('Figure').selectOption({ label: 'Units sold' });
    expect(await chartRows(host, 'Units sold')).toEqual(
      data.list.map((row) => [row.date_value, count(row.units_sold)]),
    );
    await host.view.getByRole('button', { name: 'What made its sales' }).click();
    await eventually('the messages of the view', () => host.page.evaluate<boolean>('did.messages.length === 1'));
    expect((await host.did()).messages[0]?.content[0]?.text).toContain(`(product_id ${String(product_id)})`);
    expect(await host.findSerious()).toEqual([]);
  });

  it('shows a series of a ranking as a curve', async () => {
    const { host, data } = await shown('rank', { ...ranked, series: 'week' });
    const title = 'GMV (USD) · first 5 of 10 · Week';
    const lines = data.list.slice(0, 5).map(({ series }) => series as readonly Row[]);
    const [weeks = []] = lines;
    expect(weeks.length).toBeGreaterThan(3);
    expect(await chartRows(host, title)).toEqual(
      weeks.map(({ date_value: week }) => [
        week,
        ...lines.map((line) => dollars(line.find(({ date_value }) => date_value === week)?.usd_gmv)),
      ]),
    );
    const sums = await shown('rank', { ...ranked, series: 'day', fields: ['creator.nickname', 'rank'] });
    const daily = await chartRows(sums.host, 'GMV (USD) · Day');
    expect(daily.map(([, gmv]) => gmv)).toEqual(sums.data.sum_series.map((row) => dollars(row.usd_gmv)));
  });

  it('shows a breakdown as bars and a table', async () => {
    const { data: best } = await assistant.call<Told>('rank', ranked);
    const input = { by: 'product', filter: { uid: best.list[0]?.uid }, ...DAYS_OF_JUNE };
    const { host, data } = await shown('break_down_sales', input, { width: 320 });
    expect(data.list).toHaveLength(10);
    expect((await column(host, 'GMV (USD)')).map((cell) => cell.split('\n')[0])).toEqual(
      data.list.map((row) => dollars(row.usd_gmv)),
    );
    expect(await chartRows(host, 'GMV (USD)')).toEqual(
      data.list.map((row) => [within(row, 'product').title, dollars(row.usd_gmv)]),
    );
    expect(await host.findSerious()).toEqual([]);
  });

  it('shows breakdowns by steps and by days', async () => {
    const days = { from: '2026-06-01', to: '2026-06-14' };
    const bands = await shown('break_down_sales', { by: 'price_band', ...days });
    const rows = await chartRows(bands.host, 'GMV (USD)');
    expect(rows.map(([, gmv]) => gmv)).toEqual(bands.data.list.map((row) => dollars(row.usd_gmv)));
    const daily = await shown('break_down_sales', { by: 'day', ...days, pagesize: 14 });
    const byDay = [...daily.data.list].sort((one, other) => (String(one.date) < String(other.date) ? -1 : 1));
    expect((await chartRows(daily.host, 'GMV (USD)')).map(([, gmv]) => gmv)).toEqual(
      byDay.map((row) => dollars(row.usd_gmv)),
    );
  });

  it('shows counts as bars, and hours and weekdays as a heat map', async () => {
    const input = {
      of: 'videos',
      filter: { create_time_range: { min: 1_780_272_000, max: 1_782_863_999 } },
      facets: [{ field: 'region', size: 5 }],
      cross: ['publish_hour', 'publish_weekday'],
    };
    const { host, data } = await shown('count_by_facet', input, { width: 1000 });
    const [facet] = data.facets;
    expect(await chartRows(host, 'Region · Count')).toEqual([
      ...(facet?.values ?? []).map(({ label, count: records }) => [label, count(records)]),
      ['Others', count(facet?.other_count)],
    ]);
    const titles = "[...document.querySelectorAll('.heat-map td span')].map(({ title }) => title)";
    const counts = (await host.inView<string[]>(titles)).map((title) => /Count: ([\d,]+)/.exec(title)?.[1]);
    expect([...counts].sort()).toEqual(data.cross.cells.map((cell) => count(cell.count)).sort());
    await host.view.getByLabel('Ask about').selectOption('1');
    await host.view.getByRole('button', { name: 'Its records' }).click();
    await eventually('the messages of the view', () => host.page.evaluate<boolean>('did.messages.length === 1'));
    const value = facet?.values[1];
    expect((await host.did()).messages[0]?.content[0]?.text).toBe(
      `Show videos with region ${String(value?.label)} (${String(value?.value)}).`,
    );
    expect(await host.findSerious()).toEqual([]);
  });

  it('tells what a call was refused for, that it was cancelled, and speaks Chinese to a Chinese host', async () => {
    const refused = await start();
    const text = JSON.stringify({ code: 10001, message: 'no such period' });
    await refused.send('sendToolResult', { isError: true, content: [{ type: 'text', text }] });
    await refused.view.getByText('no such period').waitFor();
    const cancelled = await start();
    await cancelled.view.getByText('Loading').waitFor();
    await cancelled.send('sendToolCancelled', { reason: 'user' });
    await cancelled.view.getByText('The call was cancelled.').waitFor();
    const { host } = await shown('rank', ranked, { context: { locale: 'zh-CN' } });
    expect(await host.view.getByRole('heading', { level: 1 }).innerText()).toBe('达人带货榜');
    await host.view.getByRole('button', { name: '历史走势' }).waitFor();
    expect(await host.inView('document.documentElement.lang')).toBe('zh-CN');
  });

  it('writes changes as the table of the explorer does', async () => {
    const { data: best } = await assistant.call<Told>('rank', ranked);
    const input = {
      by: 'product',
      filter: { uid: best.list[0]?.uid },
      ...DAYS_OF_JUNE,
      compare: true,
    };
    const { host, data } = await shown('break_down_sales', input);
    expect(await column(host, 'Change of GMV')).toEqual(data.list.map((row) => change(row.usd_gmv_change)));
  });
});
