import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { execute } from '../../tools/testing/python-package.js';
import { noteComplaints } from './browser.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const BUNDLES = `
import { build } from 'rolldown';
const { output } = await build({
  input: process.argv[1],
  platform: 'browser',
  output: { codeSplitting: false, format: 'iife' },
  write: false,
});
process.stdout.write(output[0].code);
`;

/** The host's own script as browsers take it; the bundler needs a process without the globals of tests. */
async function bundledPage(): Promise<string> {
  const page = join(import.meta.dirname, 'assistant-host-page.mjs');
  const { stdout } = await execute(process.execPath, ['--input-type=module', '--eval', BUNDLES, page], {
    maxBuffer: 10_000_000,
  });
  return stdout;
}
let bundling: Promise<string> | undefined;

interface HostOptions {
  readonly page: string;
  readonly csp: object;
  readonly context?: object;
  readonly width?: number;
  /** Whether it opens no link and takes no message. */
  readonly refuses?: boolean;
}

/** A host of assistants in a real browser, which shows the view of a tool’s answer. */
export class AssistantHost {
  private constructor(
    readonly page: Page,
    readonly complaints: readonly string[],
  ) {}

  static async open(browser: Browser, { width = 760, ...options }: HostOptions): Promise<AssistantHost> {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      locale: 'en-US',
      colorScheme: 'light',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const complaints: string[] = [];
    await noteComplaints(page, complaints);
    await page.setContent('<!doctype html><html lang="en"><title>host</title><body style="margin: 0"></body></html>');
    await page.addScriptTag({ content: await (bundling ??= bundledPage()) });
    await page.evaluate(`openView(${JSON.stringify(options)})`);
    return new AssistantHost(page, complaints);
  }

  get view(): FrameLocator {
    return this.page.frameLocator('iframe');
  }

  async show(input: object, structuredContent: object): Promise<void> {
    const result = { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
    await this.send('sendToolInput', { arguments: input });
    await this.send('sendToolResult', result);
    await this.view.getByRole('heading', { level: 1 }).waitFor();
  }

  async send(method: string, params: object): Promise<void> {
    await this.page.evaluate(`bridge.${method}(${JSON.stringify(params)})`);
  }

  did(): Promise<{ messages: { content: { text: string }[] }[]; links: { url: string }[] }> {
    return this.page.evaluate('did');
  }

  inView<Value>(expression: string): Promise<Value> {
    return (this.page.frames()[1] ?? this.page.mainFrame()).evaluate<Value>(expression);
  }

  async findSerious(): Promise<unknown[]> {
    await this.inView(AXE);
    return this.inView(
      'axe.run().then(({ violations }) => violations.filter(({ impact }) => /serious|critical/.test(impact)).map(({ id, nodes }) => [id, nodes[0].html]))',
    );
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}
