import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import type { DocumentedExample } from '../support/open-api.js';
import { noteComplaints } from './browser.js';

export interface ShownAnswer {
  readonly status: number;
  readonly body: {
    readonly code: number;
    readonly data: {
      readonly list?: readonly unknown[];
      readonly facets?: readonly unknown[];
      readonly peers?: number;
      readonly scopes?: readonly string[];
      readonly url?: string;
    };
  };
  readonly curl: string;
}

const ACTION_TIMEOUT_MS = 60_000;

export class DocsPage {
  readonly complaints: string[] = [];

  private constructor(
    private readonly page: Page,
    private readonly screenshots: string | undefined,
  ) {}

  /**
   * Opens /docs of the service at `url` in a fresh profile; requests to anywhere else are refused and noted.
   * @param screenshots folder for screenshots; none are taken without it
   */
  static async open(browser: Browser, url: string, screenshots: string | undefined): Promise<DocsPage> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 1600 } });
    const page = await context.newPage();
    page.setDefaultTimeout(ACTION_TIMEOUT_MS);
    const docs = new DocsPage(page, screenshots);
    await noteComplaints(page, docs.complaints);
    await page.goto(`${url}/docs`);
    await page.locator('.opblock').first().waitFor();
    if (screenshots !== undefined) mkdirSync(screenshots, { recursive: true });
    return docs;
  }

  title(): Promise<string> {
    return this.page.title();
  }

  async authorise(token: string): Promise<void> {
    await this.page.locator('.auth-wrapper .btn.authorize').click();
    const dialog = this.page.locator('.dialog-ux');
    await dialog.locator('input').fill(token);
    await this.screenshot('authorise');
    await dialog.locator('.btn.authorize').click();
    await dialog.locator('.btn-done').click();
  }

  async isAuthorizeInSight(): Promise<boolean[]> {
    const isInSight = async (): Promise<boolean> => {
      const box = await this.page.locator('.auth-wrapper .btn.authorize').boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= 800;
    };
    const atStart = await isInSight();
    await this.page.locator('.opblock').last().scrollIntoViewIfNeeded();
    const atEnd = await isInSight();
    await this.page.evaluate('scrollTo(0, 0)');
    return [atStart, atEnd];
  }

  reload(): Promise<unknown> {
    return this.page.reload().then(() => this.page.locator('.opblock').first().waitFor());
  }

  async locked(): Promise<boolean | undefined> {
    const closed = await this.page.locator('.opblock [aria-label="authorization button locked"]').count();
    const all = await this.page.locator('.opblock').count();
    return closed === all ? true : closed === 0 ? false : undefined;
  }

  async execute(example: DocumentedExample): Promise<ShownAnswer> {
    return this.send(await this.choose(example));
  }

  /** As `execute`, of an example whose answer is a file: its status, and the name under which the page offers it. */
  async executeExport(example: DocumentedExample): Promise<{ status: number; file: string | null }> {
    const block = await this.choose(example);
    const { row, status } = await this.press(block);
    return { status, file: await row.locator('a[download]').getAttribute('download') };
  }

  private async choose(example: DocumentedExample): Promise<Locator> {
    const block = await this.expand(example);
    await (example.parameter === undefined ? chooseBody(block, example.name) : chooseParameter(block, example));
    return block;
  }

  async executeBody(operation: Pick<DocumentedExample, 'tag' | 'operationId'>, body: unknown): Promise<ShownAnswer> {
    const block = await this.expand(operation);
    await block.locator('textarea.body-param__text').fill(JSON.stringify(body, null, 2));
    return this.send(block);
  }

  async offered(operation: Pick<DocumentedExample, 'tag' | 'operationId'>): Promise<string[]> {
    const block = await this.expand(operation);
    const options = await block
      .locator('.opblock-section-request-body select.examples-select-element option:not([value="__MODIFIED__VALUE__"])')
      .all();
    return Promise.all(options.map(async (option) => (await option.getAttribute('value')) ?? ''));
  }

  async heightOf(operation: Pick<DocumentedExample, 'tag' | 'operationId'>): Promise<number> {
    return (await (await this.expand(operation)).boundingBox())?.height ?? Infinity;
  }

  async formOf(operation: Pick<DocumentedExample, 'tag' | 'operationId'>): Promise<string[]> {
    const block = await this.expand(operation);
    const fields = block.locator('tr[data-param-name] :is(input, select)');
    await fields.first().waitFor();
    return Promise.all((await fields.all()).map((field) => field.inputValue()));
  }

  async screenshot(name: string, operation?: Pick<DocumentedExample, 'tag' | 'operationId'>): Promise<void> {
    if (this.screenshots === undefined) return;
    const path = join(this.screenshots, `${name.replaceAll(/[^\w-]+/g, '-')}.png`);
    if (operation !== undefined) {
      await this.block(operation).evaluate((block: { scrollIntoView(): void }) => block.scrollIntoView());
    }
    await this.page.screenshot({ path });
  }

  private block({ tag, operationId }: Pick<DocumentedExample, 'tag' | 'operationId'>): Locator {
    return this.page.locator(`[id="operations-${tag}-${operationId}"]`);
  }

  private async expand(operation: Pick<DocumentedExample, 'tag' | 'operationId'>): Promise<Locator> {
    const block = this.block(operation);
    const body = block.locator('.opblock-body');
    if ((await body.count()) === 0) {
      for (const open of await this.page.locator('.opblock.is-open .opblock-summary-control').all()) await open.click();
      await block.locator('.opblock-summary-control').click();
    }
    await body.waitFor();
    return block;
  }

  private async press(block: Locator): Promise<{ row: Locator; status: number }> {
    const clear = block.locator('.btn-clear');
    if ((await clear.count()) > 0) await clear.click();
    await block.locator('.btn.execute').click();
    const row = block.locator('.live-responses-table tbody tr.response');
    await row.waitFor();
    return { row, status: Number.parseInt((await row.locator('.response-col_status').textContent()) ?? '', 10) };
  }

  private async send(block: Locator): Promise<ShownAnswer> {
    const { row, status } = await this.press(block);
    const text = (await row.locator('.response-col_description .highlight-code code').first().textContent()) ?? '';
    const curl = (await block.locator('.curl-command .curl code, .curl-command .curl').first().textContent()) ?? '';
    return { status, body: JSON.parse(text) as ShownAnswer['body'], curl };
  }
}

async function chooseBody(block: Locator, name: string): Promise<void> {
  await block.locator('.opblock-section-request-body select.examples-select-element').selectOption(name);
}

/** Sets one parameter, to the value of its example, and empties the others. */
async function chooseParameter(block: Locator, { parameter, value }: DocumentedExample): Promise<void> {
  for (const row of await block.locator('tr[data-param-name]').all()) {
    const isChosen = (await row.getAttribute('data-param-name')) === parameter;
    const wanted = isChosen ? String(value[parameter ?? '']) : '';
    const choice = row.locator('.parameters-col_description > select');
    if ((await choice.count()) > 0) await choice.selectOption(wanted);
    else await row.locator('.parameters-col_description > input').fill(wanted);
  }
}
