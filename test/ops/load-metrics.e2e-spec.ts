import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoadMode } from '../../src/loading/load-item.js';
import { loadRecords, type LoadSummary } from '../../src/loading/load-records.js';
import { findInputs } from '../../src/loading/reading/input.js';
import { RejectsFile } from '../../src/loading/rejects-file.js';
import { elasticsearchUrl, startTestApp, type TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { readMetrics, type Samples, sumOf } from '../support/metrics.js';

describe('metrics of the last load', () => {
  let folder: string;
  let proxy: FaultProxy;
  let service: TestApp;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'load-metrics-'));
    proxy = await FaultProxy.start(elasticsearchUrl());
    service = await startTestApp({ name: 'load-metrics', serviceElasticsearchUrl: proxy.url });
  });
  afterAll(async () => {
    await service?.close();
    await proxy?.down();
    if (folder !== undefined) rmSync(folder, { recursive: true });
  });

  async function load(mode: LoadMode, lines: string, mostRejects = Infinity): Promise<LoadSummary> {
    const path = join(folder, 'creators.ndjson');
    writeFileSync(path, lines);
    const rejects = new RejectsFile(join(folder, 'rejects.ndjson'), mostRejects);
    const target = {
      client: service.elasticsearch,
      names: service.names,
      retryOptions: { giveUpAfterMs: 20_000 },
    };
    try {
      return await loadRecords(
        target,
        { kind: 'creators', mode, inputs: await findInputs([path]), rejects, keep: 1 },
        { onProgress: () => undefined, onNote: () => undefined },
      );
    } finally {
      rejects.close();
    }
  }

  /** The metrics are at most a second old. */
  const whenShown = (succeeded: 0 | 1, mode: LoadMode): Promise<Samples> =>
    eventually('the result of the load', async () => {
      const samples = await readMetrics(service);
      return sumOf(samples, 'commerce_load_last_succeeded', { index: 'creators', mode }) === succeeded && samples;
    });
  const outcomes = (samples: Samples, mode: LoadMode, ...names: string[]): (number | undefined)[] =>
    names.map((outcome) => sumOf(samples, 'commerce_load_last_lines', { index: 'creators', mode, outcome }));

  it('are absent before the first', async () => {
    expect(sumOf(await readMetrics(service), 'commerce_load_last_succeeded')).toBeUndefined();
  });

  it('show lines by outcome, duration and end', async () => {
    const begunAt = Date.now() / 1000;
    await load('replace', '{"uid":"1"}\n{"uid":"2"}\nno record\n{"uid":"1"}\n');
    const samples = await whenShown(1, 'replace');
    const names = ['read', 'loaded', 'updated', 'unchanged', 'superseded', 'rejected'];
    expect(outcomes(samples, 'replace', ...names)).toEqual([4, 2, 0, 0, 1, 1]);
    const endedAt = sumOf(samples, 'commerce_load_last_ended_timestamp_seconds') ?? 0;
    const duration = sumOf(samples, 'commerce_load_last_duration_seconds') ?? 0;
    expect(duration).toBeGreaterThan(0);
    expect(endedAt - duration).toBeGreaterThanOrEqual(begunAt - 0.001);
    expect(endedAt).toBeLessThanOrEqual(Date.now() / 1000);
  });

  it('show a failed load instead of an earlier one', async () => {
    await expect(load('merge', '{"uid":"1"}\nno record\n', 0)).rejects.toThrow('More than 0 lines were rejected');
    const samples = await whenShown(0, 'merge');
    expect(outcomes(samples, 'merge', 'read', 'stored', 'rejected')).toEqual([2, 0, 1]);
    expect(sumOf(samples, 'commerce_load_last_succeeded', { mode: 'replace' })).toBeUndefined();
  });

  it('are left out, and delay nobody, while Elasticsearch does not answer', async () => {
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
