import type { Browser } from 'playwright-core';
import { startTestApp, type TestApp, type TestAppOptions } from '../support/app.js';
import { seededIndices } from '../support/shared-indices.js';
import { findChromium, launchChromium } from './browser.js';
import { type ExplorerOptions, ExplorerPage } from './explorer-page.js';

const { BROWSER_SCREENSHOTS: screenshots, BROWSER_URL: givenUrl } = process.env;
const chromium = findChromium();
if (chromium === undefined) process.stderr.write('There is no Chromium: the flows of the explorer are skipped.\n');

/** Flows that take tokens away or count on the seed are not for a service that runs already. */
export const withBrowser = chromium === undefined || givenUrl !== undefined ? describe.skip : describe;

/** A row of an answer, and an answer with rows. */
export type Row = Readonly<Record<string, unknown>>;
export interface RowsData {
  readonly total: number;
  readonly list: readonly Row[];
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
  }, 240_000);
  afterEach(async () => {
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
    ask: async <Data = RowsData>(path: string, body: object): Promise<Data> =>
      (await service.api.post<Data>(path, body)).body.data,
    app: (): TestApp => service,
  };
}
