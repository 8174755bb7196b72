import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { startTestApp, type TestApp, type TestAppOptions } from '../support/app.js';
import { seededIndices } from '../support/shared-indices.js';
import { exportAll, recordsIn } from '../export/export-client.js';
import { findChromium } from '../../tools/testing/chromium.mjs';
import { launchChromium, noteComplaints } from './browser.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const ACTION_TIMEOUT_MS = 60_000;
const TWO_FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
const DESKTOP = { width: 1440, height: 1000 };
export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

export interface ExplorerOptions {
  /** Behind `#` in the link; none without it. */
  readonly token?: string;
  readonly search?: string;
  readonly profile?: BrowserContextOptions;
  readonly isSlow?: boolean;
  readonly screenshots?: string | undefined;
}

export class ExplorerPage {
  readonly complaints: string[] = [];
  readonly requested: string[] = [];
  private readonly answers = new Map<string, { readonly name: string; readonly bytes?: number }>();

  private constructor(
    readonly page: Page,
    readonly context: BrowserContext,
    private readonly screenshots: string | undefined,
  ) {}

  static async open(browser: Browser, url: string, options: ExplorerOptions = {}): Promise<ExplorerPage> {
    const { token, search = '', profile, isSlow = false, screenshots } = options;
    const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-US', colorScheme: 'light', ...profile });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    page.setDefaultTimeout(ACTION_TIMEOUT_MS);
    const explorer = new ExplorerPage(page, context, screenshots);
    await noteComplaints(page, explorer.complaints);
    page.on('request', (request) => explorer.requested.push(request.url()));
    if (isSlow) await explorer.slowDown();
    await page.goto(`${url}/explore${search}${token === undefined ? '' : `#token=${token}`}`, {
      waitUntil: isSlow ? 'commit' : 'load',
    });
    if (screenshots !== undefined) mkdirSync(screenshots, { recursive: true });
    return explorer;
  }

  async settled(): Promise<this> {
    // A page whose address has just changed still shows what it was before, until its next frame.
    await this.page.evaluate(TWO_FRAMES).catch(() => undefined);
    await this.page
      .locator(
        '#results:not([aria-busy=true]) :is(.took, .places, .edge, .unseen, .comparison, .home-card li, .notice-empty)',
      )
      .first()
      .waitFor();
    await this.page
      .locator(':is(.stale, .filters:is(:empty, [aria-busy=true]), .filters .skeleton)')
      .first()
      .waitFor({ state: 'detached' });
    return this;
  }

  /** The files of the explorer that came so far, by their name, with the bytes of their answers. */
  get files(): readonly (readonly [name: string, bytes: number])[] {
    return [...this.answers.values()].flatMap(({ name, bytes }) =>
      bytes === undefined ? [] : [[name, bytes] as const],
    );
  }

  /** Slows the network down to a latency of 400 ms and 50 kB/s, and notes the files that come. Nobody points at the page. */
  private async slowDown(): Promise<void> {
    // A browser without a window has its pointer in the corner of the page.
    await this.page.addInitScript(
      'addEventListener("pointerover", (event) => event.stopImmediatePropagation(), { capture: true })',
    );
    const network = await this.context.newCDPSession(this.page);
    network.on('Network.responseReceived', ({ requestId, response }) => {
      const name = /\/(explore(?=$|[?#])|(?<=explore\/)[^/?#]+)/.exec(response.url)?.[1];
      if (name !== undefined) this.answers.set(requestId, { name });
    });
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
      const answer = this.answers.get(requestId);
      if (answer !== undefined) this.answers.set(requestId, { ...answer, bytes });
    });
    await network.send('Network.enable');
    const speed = { downloadThroughput: 50_000, uploadThroughput: 50_000 };
    await network.send('Network.emulateNetworkConditions', { offline: false, latency: 400, ...speed });
  }

  async goTo(view: string): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name: view, exact: true }).click();
    await this.settled();
  }

  titles(): Promise<string[]> {
    return this.page.locator('.row-name').allInnerTexts();
  }

  /** The cells of a column of the first list, in order; none where no column begins with the name. */
  async column(name: string): Promise<string[]> {
    const heads = await this.page.locator('table.results').first().locator('thead th').allInnerTexts();
    const at = heads.findIndex((head) => head.startsWith(name));
    return at < 0 ? [] : this.page.locator(`table.results tbody tr > :nth-child(${at + 1})`).allInnerTexts();
  }

  async compared(name: RegExp): Promise<string[]> {
    const row = this.part('Figures by period').getByRole('row', { name }).first();
    return (await row.getByRole('cell').allInnerTexts()).map((cell) => cell.split('\n')[0]?.trim() ?? '');
  }

  async scrollThrough(): Promise<void> {
    await this.settled();
    const isAtEnd =
      '(scrollBy(0, 500), scrollY + innerHeight >= document.documentElement.scrollHeight - 2 && !document.querySelector(".skeleton, .stale, .unseen, [aria-busy=true]"))';
    while (!(await this.page.evaluate<boolean>(isAtEnd))) await this.page.waitForTimeout(100);
  }

  async findSerious(): Promise<unknown[]> {
    // The head of a wide table follows the scroll event, which comes with the next frame.
    await this.page.evaluate(`scrollTo(0, 0), ${TWO_FRAMES}`);
    await this.page.evaluate(AXE);
    type Node = { readonly html: string; readonly failureSummary: string };
    const found = await this.page.evaluate<{ id: string; impact: string; nodes: Node[] }[]>(
      'axe.run({ rules: { "target-size": { enabled: true } } }).then(({ violations }) => violations)',
    );
    const serious = found.filter(
      ({ id, impact }) => impact === 'serious' || impact === 'critical' || id === 'landmark-unique',
    );
    return serious.map(({ id, nodes }) => [
      id,
      nodes.slice(0, 3).map(({ html, failureSummary }) => `${html} ${failureSummary}`),
    ]);
  }

  shift(): Promise<number> {
    return this.page.evaluate(`new Promise((resolve) => {
      let sum = 0;
      const add = (list) => list.getEntries().forEach((own) => (sum += own.hadRecentInput ? 0 : own.value));
      new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
      setTimeout(() => resolve(sum), 200);
    })`);
  }

  part(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  async strip(name: string): Promise<string[]> {
    const cell = this.page.locator('.sums .figure-card').filter({ has: this.page.getByText(name, { exact: true }) });
    const texts = await cell.locator('dd').allInnerTexts();
    return texts.map((text) => text.replace(/\s+/gu, ' ').trim());
  }

  async total(): Promise<number> {
    const words = await this.page.locator('.total').innerText();
    return Number(words.replace(/\D/g, ''));
  }

  get suggestions(): Locator {
    return this.page.getByRole('listbox').getByRole('option');
  }

  field(name: string): Locator {
    return this.page.locator(`[data-field="${name}"]`);
  }

  query(): URLSearchParams {
    return new URL(this.page.url()).searchParams;
  }

  async screenshot(name: string, fullPage = false): Promise<void> {
    if (this.screenshots === undefined) return;
    if (fullPage) await this.page.evaluate('scrollTo(0, 0)');
    await this.page.waitForTimeout(400);
    const file = `explorer-${name.replaceAll(/[^\w-]+/g, '-').slice(0, 150)}.png`;
    await this.page.screenshot({ path: join(this.screenshots, file), fullPage });
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

const { BROWSER_SCREENSHOTS: screenshots, BROWSER_URL: givenUrl } = process.env;
const chromium = findChromium();
if (chromium === undefined) process.stderr.write('There is no Chromium: the flows of the explorer are skipped.\n');

/** Flows that take tokens away or count on the seed are not for a service that runs already. */
export const withBrowser = chromium === undefined || givenUrl !== undefined ? describe.skip : describe;

/** The newest whole week of the seed, and its newest whole month, as requests and addresses have them. */
export const WEEK = { type: 'week', value: '2026-26' };
export const DAYS_OF_WEEK = { from: '2026-06-22', to: '2026-06-28' };
export const IN_WEEK = 'date_info=week:2026-26';
export const JUNE = { type: 'month', value: '2026-06' };
export const DAYS_OF_JUNE = { from: '2026-06-01', to: '2026-06-30' };
export const IN_JUNE = 'date_info=month:2026-06';

export async function savedBy(button: Locator): Promise<{ readonly name: string; readonly path: string }> {
  const [file] = await Promise.all([button.page().waitForEvent('download'), button.click()]);
  return { name: file.suggestedFilename(), path: await file.path() };
}

/** Counts and prices as the page writes them, and a text in one line. */
export const number = (value: unknown): string => Number(value).toLocaleString('en-US', { maximumFractionDigits: 2 });
export const plain = (text: string): string => text.replace(/\s+/gu, ' ').trim();
export const sumOf = (rows: readonly Row[]): number => rows.reduce((sum, row) => sum + Number(row.usd_gmv), 0);

export type Row = Readonly<Record<string, unknown>>;
export interface RowsData {
  readonly total: number;
  readonly list: readonly Row[];
}

export const within = (row: Row | undefined, name: string): Row => (row?.[name] ?? {}) as Row;

/** Amounts in USD as the page writes them: whole dollars, what they changed by, and with cents. */
export const dollars = (amount: unknown): string =>
  Number(amount).toLocaleString('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
export const change = (amount: unknown): string => `${Number(amount) > 0 ? '+' : ''}${dollars(amount)}`;
export const cents = (amount: unknown): string =>
  Number(amount).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

const LONDON = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Europe/London',
  ...({ weekday: 'long', hour: '2-digit', hourCycle: 'h23' } as const),
});

/** The weekday and the hour of a moment in London: `Monday 09:00`. */
export function londonHour(seconds: unknown): string {
  const parts = LONDON.formatToParts(Number(seconds) * 1000);
  const [day, hour] = ['weekday', 'hour'].map((type) => parts.find((part) => part.type === type)?.value);
  return `${day} ${hour}:00`;
}

/**
 * What the flows of a test file have in common: the service over the seed, and pages that complain of nothing.
 * @param prepare gives further options of the service
 */
export function explorerFlows(name: string, prepare?: () => Promise<Partial<TestAppOptions>>) {
  let service: TestApp;
  let browser: Browser;
  let open: ExplorerPage[] = [];
  beforeAll(async () => {
    service = await startTestApp({ name, indices: seededIndices(), ...(await prepare?.()) });
    browser = await launchChromium(chromium ?? '');
  });
  afterEach(async () => {
    const title = expect.getState().currentTestName ?? name;
    for (const [at, explorer] of open.entries()) await explorer.screenshot(`${title}-${at}`, true);
    const complaints = open.flatMap((explorer) => explorer.complaints);
    await Promise.all(open.map((explorer) => explorer.close()));
    open = [];
    expect(complaints).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });
  const start = async (search: string, options: ExplorerOptions = {}): Promise<ExplorerPage> => {
    const explorer = await ExplorerPage.open(browser, service.url, {
      token: service.token,
      search,
      screenshots,
      ...options,
    });
    open.push(explorer);
    return explorer;
  };
  return {
    start,
    startSettled: async (search: string, options: ExplorerOptions = {}): Promise<ExplorerPage> =>
      (await start(search, options)).settled(),
    ask: async <Data = RowsData>(path: string, body: object): Promise<Data> => await service.api.ask<Data>(path, body),
    exported: async (path: string, body: object): Promise<Row[]> =>
      recordsIn(await exportAll(service, `${path}/export`, body)),
    best: async (entity: 'product' | 'shop' | 'category'): Promise<Row> => {
      const body = { filter: { date_info: WEEK }, pagesize: 1 };
      return (await service.api.ask<RowsData>(`/${entity}/v1/rank/topSelling`, body)).list[0] ?? {};
    },
    app: (): TestApp => service,
  };
}
