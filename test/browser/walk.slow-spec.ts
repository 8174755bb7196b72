import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { stringify } from 'yaml';
import { csvRows } from '../../explorer/model/sheet.js';
import { findChromium } from '../../tools/testing/chromium.mjs';
import { execute } from '../../tools/testing/python-package.js';
import type { RecordKind } from '../../src/common/record-kind.js';
import { LoadSuite, proposedIn, startCommand } from '../loading/load-suite.js';
import { elasticsearchUrl, startTestApp, type TestApp } from '../support/app.js';
import { Assistant } from '../support/assistant.js';
import { makeCommand } from '../support/client-command.js';
import { eventually } from '../support/eventually.js';
import { launchChromium } from './browser.js';
import { dollars, ExplorerPage, type Row, type RowsData, savedBy, WEEK, withBrowser } from './explorer-page.js';

const SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const WATCH = ['command.js', 'watch', '--rules', 'rules.yml'];
/** Face serums: a category of level 3, with those above it. */
const NICHE = { l1: 10000, l2: 10200, l3: 10201 };

const WRITE_SHEETS = join('test', 'support', 'write-walk-sheets.py');

/** Reads a link as a spreadsheet does. */
const READ_LINK = `
import csv, io, json, sys, urllib.request
with urllib.request.urlopen(sys.argv[1]) as answer:
    print(json.dumps(list(csv.DictReader(io.TextIOWrapper(answer, encoding="utf-8-sig", newline="")))))
`;

type Prices = Readonly<Record<'floor_price' | 'usd_price', string>>;
interface Expected {
  readonly prices: Readonly<Record<string, Prices>>;
  readonly changed: readonly [id: string, prices: Prices];
  readonly sales: Readonly<Record<string, string>>;
  readonly regions: readonly string[];
  readonly all: string;
  readonly week: readonly string[];
}
interface Message {
  readonly explorer_url: string;
  readonly rows: readonly { readonly row: Row; readonly previous: Row }[];
}

const priceIn = ({ floor_price, usd_price }: Row): Prices => ({
  ...{ floor_price: Number(floor_price).toFixed(2), usd_price: Number(usd_price).toFixed(2) },
});

const hasPython = spawnSync('python3', ['--version']).status === 0;
(hasPython ? withBrowser : describe.skip)('one walk across everything', () => {
  let service: TestApp;
  let suite: LoadSuite;
  let browser: Browser;
  let explorer: ExplorerPage;
  let assistant: Assistant | undefined;
  let receiver: Server;
  let watch: ChildProcess | undefined;
  let expected: Expected;
  const names = ['Öl-Serum Größe 10', 'Öl-Serum Größe 11', 'Öl-Serum Größe 12'] as const;
  const received: { readonly body: string; readonly headers: Record<string, string> }[] = [];
  beforeAll(async () => {
    service = await startTestApp({ name: 'walk', config: { mcp: true } });
    suite = LoadSuite.of(service);
    browser = await launchChromium(findChromium() ?? '');
    await makeCommand(suite.folder);
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => (body += String(part)));
      request.on('end', () => {
        received.push({ body, headers: request.headers as Record<string, string> });
        response.writeHead(204).end();
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const { stdout } = await execute('python3', [WRITE_SHEETS, suite.folder, `${NICHE.l1}`]);
    expected = JSON.parse(stdout) as Expected;
  });
  afterAll(async () => {
    watch?.kill('SIGKILL');
    await assistant?.close();
    receiver?.close();
    await browser?.close();
    await service?.close();
  });

  const load = (...parameters: readonly string[]) =>
    startCommand('load', parameters, { url: elasticsearchUrl(), prefix: suite.prefix, cwd: suite.folder }).ended;
  async function loadSheet(kind: RecordKind, file: string, mode: string, region = 'DE'): Promise<void> {
    const { stderr } = await load(kind, file, mode);
    expect(stderr).toContain('; none is refused.');
    expect(await load(...proposedIn(stderr, { REGION: region }))).toMatchObject({ status: 0 });
  }
  /** Amounts as they show where somebody points at them, without currency signs and separators. */
  const centsIn = async (cells: Locator): Promise<string[]> => {
    const spans = await cells.locator('[title]').all();
    const titles = await Promise.all(spans.map((span) => span.getAttribute('title')));
    return titles.map((title) => (title ?? '').replace(/[^\d.]/g, ''));
  };
  const pricesOf = async (title: string): Promise<Prices> => {
    const { page } = explorer;
    const row = page.locator('table.results tbody tr').filter({ has: page.getByText(title, { exact: true }) });
    const texts = await row.locator('td:nth-child(3) :is(span, small)').allInnerTexts();
    const [usd = '', euros = ''] = texts.map((text) => text.replace(/[^\d.]/g, ''));
    return { floor_price: euros, usd_price: usd };
  };
  async function gather(): Promise<void> {
    const { page } = explorer;
    for (const name of names) await page.getByLabel(`Compare ${name}`, { exact: true }).check();
    await page.getByRole('button', { name: 'Add to list…' }).click();
    const panel = page.getByRole('group', { name: 'Add to list…' });
    await panel.getByLabel('New list').fill('Serums');
    await panel.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('link', { name: 'Added. Open “Serums”' }).waitFor();
  }
  /** The names and sales of the list in the newest whole week: as its page shows them, and in its file. */
  async function readList(): Promise<{ readonly shown: string[]; readonly saved: string[][] }> {
    const { page } = explorer;
    await page.goto(`${service.url}/explore?view=list&list=Serums`);
    const cells = page.locator('.edge tbody td:nth-child(2)');
    await cells.first().waitFor();
    await page.getByRole('button', { name: 'Export this list' }).click();
    const { path } = await savedBy(page.getByRole('button', { name: 'CSV for spreadsheets', exact: true }));
    const [, ...rows] = csvRows(await readFile(path, 'utf8'));
    return {
      shown: (await cells.allInnerTexts()).map((text) => text.split('\n')[0] ?? ''),
      saved: rows.map(([, , name = '', gmv]) => [name, Number(gmv).toFixed(2)]),
    };
  }
  async function copyLink(): Promise<string> {
    const { page } = explorer;
    await page.getByRole('button', { name: 'Export chosen' }).click();
    await page.getByRole('button', { name: 'Copy link for spreadsheets' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').last().selectOption('CSV');
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    return link;
  }
  const readLink = async (url: string): Promise<Row[]> =>
    JSON.parse((await execute('python3', ['-c', READ_LINK, url])).stdout) as Row[];

  it('has one figure, to the cent, in file, page, list, link, message and tool', async () => {
    const [id, newPrices] = expected.changed;
    const { [id]: prices } = expected.prices;
    const [, name] = names;
    for (const kind of ['rates', 'creators'] as const)
      expect(await load(kind, `${kind}.ndjson`)).toMatchObject({ status: 0 });
    const niche = Object.entries(NICHE).map(([level, category]) => `category.${level}.id=${category}`);
    await loadSheet('products', 'artikel.csv', '--replace', ['DE', ...niche].join(','));
    await loadSheet('sales', 'umsatz.csv', '--replace');

    // The page of the niche: German products, sold by creators of three countries.
    explorer = await ExplorerPage.open(browser, service.url, {
      token: service.token,
      search: `?view=category&l3_category_id=${NICHE.l3}&date_info=month:2026-06`,
    });
    const { page } = explorer;
    await explorer.scrollThrough();
    const cellsOf = (part: string, at: number) => centsIn(explorer.part(part).locator(`tbody td:nth-child(${at})`));
    const sum = explorer.part('Sales in this period').locator('.figure-large').first();
    expect(await sum.innerText()).toBe(dollars(expected.all));
    expect(await cellsOf('Sales by region of creators', 2)).toEqual(expected.regions);
    expect(await cellsOf('Top products', 4)).toEqual(Object.values(expected.sales).reverse().slice(0, 10));

    // Three of its products, and what they sold.
    await page.locator('.entity-links').getByRole('link', { name: 'Products', exact: true }).click();
    await explorer.settled();
    expect(await pricesOf(name)).toEqual(prices);
    await gather();
    const link = await copyLink();
    const rows = await readLink(link);
    expect(rows.map((row) => [row.product_id, priceIn(row)])).toEqual(Object.entries(expected.prices).slice(-3));
    expect(rows.map(({ title }) => title)).toEqual(names);
    await page.getByRole('region', { name: 'Compare' }).getByRole('link', { name: 'Compare' }).click();
    await page.waitForURL(/view=compare&/);
    await explorer.settled();
    expect(await explorer.compared(/^GMV \(USD\) /)).toEqual(Object.values(expected.sales).slice(-3).map(dollars));

    // Their list.
    const week = expected.week.slice(-3);
    expect(await readList()).toEqual({ shown: week.map(dollars), saved: names.map((own, at) => [own, week[at]]) });

    // A rule on one of them, and its new price.
    const { port } = receiver.address() as AddressInfo;
    const send = { webhook: { url: `http://127.0.0.1:${port}`, secret: { env: 'SECRET' } } };
    const when = { field: 'price_info.amount', changed: 0.01 };
    const rule = { name: 'a price', operation: 'searchProducts', request: { filter: { product_id: id } }, when, send };
    suite.file('rules.yml', stringify({ every: '1s', state: 'rules.json', rules: [rule] }));
    const address = { COMMERCE_ANALYTICS_URL: service.url, COMMERCE_ANALYTICS_TOKEN: service.token };
    const environment = { cwd: suite.folder, env: { PATH: process.env.PATH, SECRET, ...address } };
    await execute(process.execPath, [...WATCH, '--once'], environment);
    await loadSheet('products', 'preise.csv', '--update');
    watch = spawn(process.execPath, WATCH, { ...environment, stdio: 'ignore' });
    const { body, headers } = await eventually('the message', () => received[0]);
    const message = new Webhook(SECRET).verify(body, headers) as Message;

    // The address of the message, and all others who tell the price.
    await page.goto(message.explorer_url);
    await explorer.settled();
    assistant = await Assistant.connect(service.url, service.token);
    const { data: found } = await assistant.call<RowsData>('search_products', {
      ...{ filter: { product_id: id }, fields: Object.keys(newPrices) },
    });
    const { data: ranked } = await assistant.call<RowsData>('rank', {
      ...{ of: 'productTopSelling', filter: { product_id: id, date_info: WEEK } },
    });
    const linked = (await readLink(link)).filter(({ product_id }) => product_id === id);
    expect({
      page: await pricesOf(name),
      link: linked.map(priceIn),
      message: message.rows.map(({ row }) => priceIn(row)),
      before: message.rows.map(({ previous }) => priceIn(previous)),
      tool: found.list.map(priceIn),
      sales: ranked.list.map((row) => String(row.usd_gmv)),
    }).toEqual({
      ...{ page: newPrices, link: [newPrices], message: [newPrices], before: [prices], tool: [newPrices] },
      sales: [week[1]],
    });
    expect([explorer.complaints, received.length]).toEqual([[], 1]);
  });
});
