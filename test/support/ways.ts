import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { relative, sep } from 'node:path';
import { DataVersionWatch } from '../../src/freshness/data-watch.js';
import type { TestApp } from './app.js';
import { eventually } from './eventually.js';

const PROJECT_DIR = fileURLToPath(new URL('../..', import.meta.url));
/** Functions that ran, and how often, by file. */
export type Way = ReadonlyMap<string, ReadonlyMap<string, number>>;

export interface WayFigures {
  readonly files: number;
  readonly functions: number;
  readonly calls: number;
}

/** Counts what requests run in this process, by V8's precise coverage. */
export class WayMeter {
  private readonly session = new Session();

  /** @param folders those whose files count */
  constructor(private readonly folders: readonly string[]) {}

  async start(): Promise<void> {
    this.session.connect();
    await this.session.post('Profiler.enable');
    await this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }

  /** What the work runs. */
  async wayOf(work: () => Promise<unknown>): Promise<Way> {
    await this.session.post('Profiler.takePreciseCoverage');
    await work();
    const { result } = await this.session.post('Profiler.takePreciseCoverage');
    const way = new Map<string, Map<string, number>>();
    for (const { url, functions } of result) {
      const file = this.fileOf(url);
      if (file === undefined) continue;
      for (const { functionName, ranges } of functions) {
        const [{ count, startOffset } = { count: 0, startOffset: 0 }] = ranges;
        if (count === 0) continue;
        const inFile = way.get(file) ?? new Map<string, number>();
        way.set(file, inFile.set(`${functionName || 'unnamed'}:${startOffset}`, count));
      }
    }
    return way;
  }

  /** The shortest of the ways that five requests take. */
  async shortestOf(send: (at: number) => Promise<unknown>): Promise<Way> {
    const ways: Way[] = [];
    for (let at = 0; at < RUNS; at += 1) ways.push(await this.wayOf(() => send(at)));
    const [shortest = new Map()] = ways.toSorted((one, other) => figuresOf(one).functions - figuresOf(other).functions);
    return shortest;
  }

  stop(): void {
    this.session.disconnect();
  }

  private fileOf(url: string): string | undefined {
    const path = url.startsWith('file:') ? fileURLToPath(url) : url;
    const file = relative(PROJECT_DIR, path).split(sep).join('/');
    return this.folders.some((folder) => file.startsWith(`${folder}/`)) ? file : undefined;
  }
}

export const RUNS = 5;

export function figuresOf(way: Way): WayFigures {
  const counts = [...way.values()].flatMap((functions) => [...functions.values()]);
  return { files: way.size, functions: counts.length, calls: counts.reduce((sum, count) => sum + count, 0) };
}

