import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { build } from 'rolldown';
import { noteComplaints } from './browser.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The host's own script: the bridge of the extension's package, and the view in a frame with the policy of the extension. */
const SCRIPT = `
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

const policyOf = ({ resourceDomains = [], connectDomains = [] } = {}) => [
  "default-src 'none'",
  ["script-src 'unsafe-inline'", ...resourceDomains].join(' '),
  ["style-src 'unsafe-inline'", ...resourceDomains].join(' '),
  ['img-src data:', ...resourceDomains].join(' '),
  connectDomains.length > 0 ? 'connect-src ' + connectDomains.join(' ') : "connect-src 'none'",
  "base-uri 'none'",
].join('; ');

globalThis.did = { messages: [], links: [] };
globalThis.openView = async ({ page, csp, context, refuses }) => {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.title = 'view';
  frame.style = 'display: block; width: 100%; border: 0';
  const policy = '<meta http-equiv="Content-Security-Policy" content="' + policyOf(csp) + '">';
  frame.srcdoc = page.replace('<head>', () => '<head>' + policy);
  document.body.append(frame);
  const bridge = new AppBridge(null, { name: 'host', version: '1' }, { openLinks: {} }, { hostContext: context });
  globalThis.bridge = bridge;
  const take = (list) => async (given) => {
    if (refuses) return { isError: true };
    list.push(given);
    return {};
  };
  bridge.onmessage = take(did.messages);
  bridge.onopenlink = take(did.links);
  bridge.onsizechange = ({ height }) => { if (height !== undefined) frame.style.height = height + 'px'; };
  const ready = new Promise((resolve) => (bridge.oninitialized = resolve));
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  await ready;
};
`;

async function scriptOfHost(): Promise<string> {
  const id = join(import.meta.dirname, 'assistant-host.js');
  const { output } = await build({
    input: id,
    platform: 'browser',
    plugins: [
      {
        name: 'host',
        load: (path) => (path === id ? SCRIPT : undefined),
        resolveId: (path) => (path === id ? id : undefined),
      },
    ],
    output: { codeSplitting: false, format: 'iife' },
    write: false,
  });
  return output[0].code;
}

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
    /** What a user would see in the console, and each request that left. */
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
    await page.addScriptTag({ content: await scriptOfHost() });
    await page.evaluate(`openView(${JSON.stringify(options)})`);
    return new AssistantHost(page, complaints);
  }

  get view(): FrameLocator {
    return this.page.frameLocator('iframe');
  }

  /** Sends the view what a tool was asked and what it answered. */
  async show(input: object, structuredContent: object): Promise<void> {
    const result = { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
    await this.send('sendToolInput', { arguments: input });
    await this.send('sendToolResult', result);
    await this.view.getByRole('heading', { level: 1 }).waitFor();
  }

  /** Calls a method of the bridge. */
  async send(method: string, params: object): Promise<void> {
    await this.page.evaluate(`bridge.${method}(${JSON.stringify(params)})`);
  }

  /** The messages and links that the view asked for. */
  did(): Promise<{ messages: { content: { text: string }[] }[]; links: { url: string }[] }> {
    return this.page.evaluate('did');
  }

  /** Evaluates an expression in the view. */
  inView<Value>(expression: string): Promise<Value> {
    return (this.page.frames()[1] ?? this.page.mainFrame()).evaluate<Value>(expression);
  }

  /** Serious and critical findings of axe in the view. */
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
