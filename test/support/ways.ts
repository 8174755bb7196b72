import { Session } from 'node:inspector/promises';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DataVersionWatch } from '../../src/freshness/data-watch.js';
import type { TestApp } from './app.js';
import { eventually } from './eventually.js';

const PROJECT_DIR = fileURLToPath(new URL('../..', import.meta.url));

/** How often each function ran, by file. */
export type Way = ReadonlyMap<string, ReadonlyMap<string, number>>;

export function figuresOf(way: Way): { readonly files: number; readonly functions: number; readonly calls: number } {
  const counts = [...way.values()].flatMap((functions) => [...functions.values()]);
  return { files: way.size, functions: counts.length, calls: counts.reduce((sum, count) => sum + count, 0) };
}

/** Tells which functions of some folders work runs in this process, by V8's precise coverage. */
export class WayMeter {
  private readonly session = new Session();

  constructor(private readonly folders: readonly string[]) {}

  async start(): Promise<void> {
    this.session.connect();
    await this.session.post('Profiler.enable');
    await this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }

  stop(): void {
    this.session.disconnect();
  }

  async wayOf(work: () => Promise<unknown>): Promise<Way> {
    await this.session.post('Profiler.takePreciseCoverage');
    await work();
    const { result } = await this.session.post('Profiler.takePreciseCoverage');
    return new Map(
      result.flatMap(({ url, functions }) => {
        const file = relative(PROJECT_DIR, url.startsWith('file:') ? fileURLToPath(url) : url).replaceAll(sep, '/');
        const counts = functions.flatMap(({ functionName, ranges: [range] }) =>
          range === undefined || range.count === 0
            ? []
            : [[`${functionName || 'unnamed'}:${range.startOffset}`, range.count] as const],
        );
        const isCounted = counts.length > 0 && this.folders.some((folder) => file.startsWith(`${folder}/`));
        return isCounted ? [[file, new Map(counts)] as const] : [];
      }),
    );
  }
}

export interface MeasuredRequest {
  readonly path: string;
  /** Sent before, so that code is compiled and what requests share is read. */
  readonly before: readonly object[];
  readonly measured: readonly object[];
  /** Bounds. A later change may raise one by at most 2 files and 15 functions, and names that in its note. */
  readonly most: { readonly files: number; readonly functions: number };
}

const keywords = (...texts: readonly string[]): object[] => texts.map((text) => ({ keywords: text }));
const months = (region: string, ...values: readonly string[]): object[] =>
  values.map((value) => ({ filter: { region, date_info: { type: 'month', value } } }));
const SOLD_IN = ['2026-06', '2026-05', '2026-04', '2026-03'];
const ASKED = keywords('phone');

/** Warm requests: words and months that were not asked before, and a page from the cache. */
export const MEASURED_REQUESTS = {
  'keyword search': {
    path: '/product/v1/search',
    before: keywords('lipgloss serun', 'camera tripodd', 'summer hatt'),
    measured: keywords('lipstikc dress', 'wirelss earbuds', 'phone casw', 'runing shoes', 'yoga matt'),
    most: { files: 43, functions: 241 },
  },
  topEcommerce: {
    path: '/creator/v1/rank/topEcommerce',
    before: months('GB', ...SOLD_IN),
    measured: months('US', ...SOLD_IN),
    most: { files: 56, functions: 317 },
  },
  'keyword search from the cache': {
    path: '/product/v1/search',
    before: [...ASKED, ...ASKED],
    measured: [...ASKED, ...ASKED, ...ASKED, ...ASKED, ...ASKED],
    most: { files: 21, functions: 52 },
  },
} satisfies Record<string, MeasuredRequest>;

/** Sends a request; the function that it returns resolves when the service has done with it. */
type Send = (path: string, body: object) => Promise<() => Promise<unknown>>;

/** Sends requests to a service that reads the version of the data before each, and never during one. */
export function quietSender({ app, url, token, log }: TestApp): Send {
  const watch = app.get(DataVersionWatch);
  watch.beforeApplicationShutdown();
  return async (path, body) => {
    const before = log.length;
    await watch.readAgain();
    return async () => {
      await post(url + path, token, body);
      // Written after the client has the answer.
      await eventually('its line in the log', () => log.slice(before).some(({ msg }) => msg === 'request'));
    };
  };
}

export async function post(url: string, token: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(text);
}

export async function shortestWay(
  meter: WayMeter,
  { path, before, measured }: MeasuredRequest,
  send: Send,
): Promise<Way> {
  for (const body of before) await (await send(path, body))();
  const ways: Way[] = [];
  for (const body of measured) ways.push(await meter.wayOf(await send(path, body)));
  return ways.reduce((least, way) => (figuresOf(way).functions < figuresOf(least).functions ? way : least));
}
