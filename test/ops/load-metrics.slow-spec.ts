import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { RunningCommand } from '../loading/load-process.js';
import { startCommand } from '../loading/load-process.js';
import type { TestApp } from '../support/app.js';
import { elasticsearchUrl, startTestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { FaultProxy } from '../support/fault-proxy.js';
import type { Samples } from '../support/metrics.js';
import { readMetrics, sumOf } from '../support/metrics.js';
import { buildService } from './service-process.js';

const RECORDS = 4500;
/** What a loader sends at once: a whole batch is stored before the input ends, the rest is not. */
const STORED_BEFORE_THE_END = 4000;
const linesOf = (from: number, count: number): string =>
  Array.from({ length: count }, (_, index) => `{"uid":"${from + index}"}\n`).join('');

describe('metrics of a load', () => {
  let folder: string;
  let proxy: FaultProxy;
  let service: TestApp;
  beforeAll(async () => {
    await buildService();
    folder = mkdtempSync(join(tmpdir(), 'load-metrics-'));
    proxy = await FaultProxy.start(elasticsearchUrl());
    service = await startTestApp({ name: 'load-metrics', serviceElasticsearchUrl: proxy.url });
  });
  afterAll(async () => {
    await service?.close();
    await proxy?.down();
    if (folder !== undefined) rmSync(folder, { recursive: true });
  });

  const startLoad = (...options: string[]): { load: RunningCommand; input: PassThrough } => {
    const input = new PassThrough();
    const { indexPrefix: prefix } = service.config;
    const parameters = ['creators', '-', '--rejects', 'rejects.ndjson', ...options];
    return { load: startCommand('load', parameters, { url: elasticsearchUrl(), prefix, cwd: folder, input }), input };
  };
  const creators = { index: 'creators' };
  const outcomes = (samples: Samples, name: string, mode: string, ...names: string[]): (number | undefined)[] =>
    names.map((outcome) => sumOf(samples, name, { ...creators, mode, outcome }));
  const whenRead = (read: number, stored: number): Promise<Samples> =>
    eventually(`${read} lines read, ${stored} stored`, async () => {
      const samples = await readMetrics(service);
      const [readNow, storedNow] = ['read', 'stored'].map((outcome) =>
        sumOf(samples, 'commerce_load_lines', { outcome }),
      );
      return readNow === read && storedNow === stored && samples;
    });

  /** A service shows what was so within the last second. */
  const whenEnded = (succeeded: 0 | 1, mode: string): Promise<Samples> =>
    eventually('the end of the load', async () => {
      const samples = await readMetrics(service);
      const last = sumOf(samples, 'commerce_load_last_succeeded', { ...creators, mode });
      const isUnderWay = sumOf(samples, 'commerce_load_lines') !== undefined;
      return last === succeeded && !isUnderWay && samples;
    });

  it('are absent before the first', async () => {
    const samples = await readMetrics(service);
    expect([...samples.keys()].filter((key) => key.startsWith('load_'))).toEqual([]);
  });

  it('show how far it is while it is under way, and its sum once it has ended', async () => {
    const begunAt = Date.now() / 1000;
    const { load, input } = startLoad('--replace');
    input.write(`${linesOf(0, RECORDS)}no record\n`);
    const during = await whenRead(RECORDS + 1, STORED_BEFORE_THE_END);
    const active = { ...creators, mode: 'replace' };
    expect(outcomes(during, 'commerce_load_lines', 'replace', 'rejected')).toEqual([1]);
    const startedAt = sumOf(during, 'commerce_load_started_timestamp_seconds', active) ?? 0;
    expect(startedAt).toBeGreaterThanOrEqual(begunAt);
    expect(startedAt).toBeLessThan(Date.now() / 1000);
    const heardAt = sumOf(during, 'commerce_load_heard_timestamp_seconds', active) ?? 0;
    await eventually('another word', async () => {
      return (sumOf(await readMetrics(service), 'commerce_load_heard_timestamp_seconds', active) ?? 0) > heardAt;
    });
    expect(sumOf(during, 'commerce_load_last_ended_timestamp_seconds')).toBeUndefined();
    input.end(linesOf(0, 1));
    expect((await load.ended).status).toBe(2);

    const after = await whenEnded(1, 'replace');
    const names = ['read', 'loaded', 'updated', 'unchanged', 'superseded', 'rejected'];
    expect(outcomes(after, 'commerce_load_last_lines', 'replace', ...names)).toEqual([
      RECORDS + 2,
      RECORDS,
      0,
      0,
      1,
      1,
    ]);
    expect(sumOf(after, 'commerce_load_last_ended_timestamp_seconds', active)).toBeGreaterThan(heardAt);
    expect(sumOf(after, 'commerce_load_last_duration_seconds', active)).toBeGreaterThan(heardAt - startedAt);
    expect(sumOf(after, 'commerce_load_lines')).toBeUndefined();
    expect(sumOf(after, 'commerce_load_started_timestamp_seconds')).toBeUndefined();
  });

  it('show one that was killed as no longer heard of, beside the last that ended', async () => {
    const { load, input } = startLoad();
    input.write(linesOf(0, 10));
    const during = await whenRead(10, 0);
    load.child.kill('SIGKILL');
    await load.ended;
    input.destroy();
    const after = await readMetrics(service);
    expect(outcomes(during, 'commerce_load_lines', 'merge', 'rejected')).toEqual([0]);
    expect(sumOf(after, 'commerce_load_heard_timestamp_seconds', { ...creators, mode: 'merge' })).toBeGreaterThan(0);
    expect(sumOf(after, 'commerce_load_last_succeeded', { ...creators, mode: 'replace' })).toBe(1);
  });

  it('show one that gave up, in the place of the one that was killed', async () => {
    const { load, input } = startLoad('--max-rejects', '0');
    input.end('{"uid":"1"}\nno record\n');
    expect((await load.ended).status).toBe(1);
    const after = await whenEnded(0, 'merge');
    expect(outcomes(after, 'commerce_load_last_lines', 'merge', 'read', 'stored', 'rejected')).toEqual([2, 0, 1]);
    expect(sumOf(after, 'commerce_load_heard_timestamp_seconds')).toBeUndefined();
  });

  it('are left out, and hold nobody up, while Elasticsearch does not answer', async () => {
    proxy.fault = { kind: 'hang' };
    const samples = await eventually('metrics without loads', async () => {
      const askedAt = performance.now();
      const answer = await readMetrics(service);
      expect(performance.now() - askedAt).toBeLessThan(8000);
      return sumOf(answer, 'commerce_load_last_succeeded') === undefined && answer;
    });
    proxy.heal();
    expect(sumOf(samples, 'nodejs_heap_size_used_bytes')).toBeGreaterThan(0);
    await eventually(
      'the last load',
      async () => sumOf(await readMetrics(service), 'commerce_load_last_succeeded') === 0,
    );
  });
});
