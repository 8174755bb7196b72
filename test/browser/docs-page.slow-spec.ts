import type { Browser } from 'playwright-core';
import { startTestApp } from '../support/app.js';
import { type DocumentedExample, EXAMPLES } from '../support/open-api.js';
import { findChromium } from '../../tools/testing/chromium.mjs';
import { launchChromium } from './browser.js';
import { DocsPage } from './docs-page.js';
import { seededIndices } from '../support/shared-indices.js';

/** `npm run browser` sets these: a service that runs already, a token for it, and where pictures go. */
const { BROWSER_URL: givenUrl, BROWSER_TOKEN: givenToken = '', BROWSER_SCREENSHOTS: screenshots } = process.env;
const chromium = findChromium();
const withBrowser = chromium === undefined ? describe.skip : describe;
/** In `npm test` the first example of each operation; all of them where pictures are wanted. */
const CHOSEN = EXAMPLES.filter(
  (example, index) =>
    screenshots !== undefined ||
    EXAMPLES.findIndex(({ path, method }) => path === example.path && method === example.method) === index,
);
const OPERATIONS = EXAMPLES.filter(
  ({ operationId }, index) => EXAMPLES.findIndex((example) => example.operationId === operationId) === index,
);
const SCREEN_HEIGHT = 800;
const VIDEO = { tag: 'Search', operationId: 'searchVideos' };

interface Service {
  readonly url: string;
  readonly token: string;
  close(): Promise<void>;
}

const startService = (): Promise<Service> =>
  givenUrl === undefined
    ? startTestApp({ name: 'browser', indices: seededIndices() })
    : Promise.resolve({ url: givenUrl, token: givenToken, close: () => Promise.resolve() });

withBrowser('Swagger UI in a real Chromium', () => {
  let service: Service;
  let browser: Browser;
  let docs: DocsPage;

  beforeAll(async () => {
    service = await startService();
    browser = await launchChromium(chromium ?? '');
    docs = await DocsPage.open(browser, service.url, screenshots);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  it('refuses a request without a token, and says so on the screen', async () => {
    expect(await docs.title()).toBe('Commerce analytics API');
    await docs.screenshot('start');
    expect(await docs.isAuthorizeInSight()).toEqual([true, true]);
    expect(await docs.locked()).toBe(false);
    const { status, body } = await docs.executeBody(VIDEO, {});
    expect([status, body.code]).toEqual([401, 30001]);
    await docs.screenshot('error-401', VIDEO);
  });

  it('keeps the token over a reload once it is given', async () => {
    await docs.authorise(service.token);
    expect(await docs.locked()).toBe(true);
    await docs.reload();
    expect(await docs.locked()).toBe(true);
  });

  it('starts with an empty form where fields go into the address', async () => {
    for (const operation of OPERATIONS.filter(({ method }) => method === 'GET')) {
      const fields = operation.path === '/v1/usage' ? ['', '', ''] : ['', '', '', '', ''];
      expect(await docs.formOf(operation)).toEqual(fields);
    }
  });

  const offersFile = async (example: DocumentedExample): Promise<void> => {
    const { status, file } = await docs.executeExport(example);
    const name = example.path.replace('/v1', '').split('/').at(-2);
    expect([status, file]).toEqual([200, `${name}.${(example.value.format as string | undefined) ?? 'ndjson'}`]);
  };
  const answers200 = async (example: DocumentedExample): Promise<void> => {
    const { status, body, curl } = await docs.execute(example);
    expect([status, body.code]).toEqual([200, 0]);
    const { list, facets, scopes, url, peers } = body.data;
    expect((list ?? facets ?? scopes ?? url)?.length ?? peers ?? 0).toBeGreaterThan(0);
    expect(curl).toContain(`Bearer ${service.token}`);
  };

  // One after the other: it takes the page long to open an operation.
  describe.each(OPERATIONS)('$operationId', (operation) => {
    it('is shown on two screens', async () => {
      expect(await docs.heightOf(operation)).toBeLessThan(2 * SCREEN_HEIGHT);
      await docs.screenshot(`operation-${operation.operationId}`, operation);
    });

    const [execute, title] = operation.path.endsWith('/export')
      ? [offersFile, 'offers $title as a file']
      : [answers200, 'executes $title: 200 with hits'];
    it.each(CHOSEN.filter(({ operationId }) => operationId === operation.operationId))(title, async (example) => {
      await execute(example);
      await docs.screenshot(example.title, example);
    });
  });

  it('shows what is wrong with a request', async () => {
    const { status, body } = await docs.executeBody(VIDEO, { filter: { regoin: 'UK' }, pagesize: 200 });
    expect([status, body.code]).toEqual([400, 10001]);
    await docs.screenshot('error-400', VIDEO);
  });

  it('offers every example of a body under its name', async () => {
    const documented = EXAMPLES.filter((example) => example.operationId === VIDEO.operationId);
    expect(await docs.offered(VIDEO)).toEqual(documented.map(({ name }) => name));
  });

  it('asks nothing of any other host, and the console stays clean', () => {
    expect(docs.complaints).toEqual([]);
  });
});
