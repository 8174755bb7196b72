import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { TokenStore } from '../../src/access/token-store.js';
import { ClusterReads } from '../../src/elastic/client/cluster-reads.js';
import type { ElasticClient } from '../../src/elastic/client/elastic-client.js';
import { createElasticClient } from '../../src/elastic/client/elastic-client.js';
import { ensureIndices } from '../../src/elastic/indices/ensure-indices.js';
import { IndexNames } from '../../src/elastic/indices/index-names.js';
import { SCOPES } from '../../src/http/request/request-context.js';
import { buildService, ServiceProcess } from '../ops/service-process.js';
import { deleteIndices, elasticsearchUrl } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { loadSeed } from '../support/load-seed.js';
import { seedExpectations } from '../support/seed-expectations.js';
import { WatchedLoad } from '../support/watched-load.js';

/** SOAK_MINUTES shortens a trial; the proof is half an hour. */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 30);
const SCALE = 0.02;
const WORKERS = 2;
const PAUSE_MS = 100;
const GROWTH_ALLOWED = 0.1;
/** Full long before the first look: what the cache holds is no leak, and must not hide one. */
const PAGE_CACHE_MIB = 4;
const REPORT_HEAP = fileURLToPath(new URL('../support/report-heap.mjs', import.meta.url));

interface Memory {
  readonly heapUsed: number;
  readonly external: number;
  readonly rss: number;
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const mib = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);

describe('half an hour of requests', () => {
  const prefix = `soak-${process.pid}-`;
  let client: ElasticClient;
  let service: ServiceProcess;
  let load: WatchedLoad;
  let url: string;
  let token: string;

  beforeAll(async () => {
    await buildService();
    client = createElasticClient({ url: elasticsearchUrl() });
    const names = new IndexNames(prefix);
    await ensureIndices(client, names);
    await loadSeed(SCALE)(client, names);
    token = await new TokenStore(client, names, new ClusterReads(client)).create('soak', SCOPES, null);
    service = ServiceProcess.launch(tmpdir(), 0, {
      ELASTICSEARCH_URL: elasticsearchUrl(),
      INDEX_PREFIX: prefix,
      PAGE_CACHE_MIB: String(PAGE_CACHE_MIB),
      NODE_OPTIONS: `--import ${REPORT_HEAP}`,
    });
    url = await service.url();
    load = new WatchedLoad(url, token, seedExpectations(SCALE, prefix));
  });
  afterAll(async () => {
    await load?.stop();
    service?.signal('SIGKILL');
    await deleteIndices(client, prefix);
    await client.close();
  });

  async function memory(): Promise<Memory> {
    const seen = reports().length;
    process.kill(service.pid, 'SIGUSR2');
    await eventually('a report of the memory', () => Promise.resolve(reports().length > seen));
    return JSON.parse(reports().at(-1) as string) as Memory;
  }
  const reports = (): string[] => [...service.text.matchAll(/MEMORY (\{.*\})/g)].map(([, report]) => String(report));

  /** What leaves traces in a service that leaks: tokens nobody knows, faults, clients that go, requests never heard of. */
  async function misbehave(signal: AbortSignal): Promise<number> {
    const post = (path: string, body: string, given: string, leave?: AbortSignal): Promise<Response> =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${given}`, 'Content-Type': 'application/json' },
        body,
        ...(leave !== undefined && { signal: leave }),
      });
    let sent = 0;
    while (!signal.aborted) {
      const keywords = randomBytes(6).toString('hex');
      const requests = [
        post('/live/v1/search', '{}', randomBytes(32).toString('base64url')),
        post('/product/v1/search', JSON.stringify({ [keywords]: 1, pagesize: 1000 }), token),
        post('/product/v1/search', `{"keywords":"${keywords}"`, token),
        post(`/${keywords}`, '{}', token),
        post('/product/v1/search', JSON.stringify({ keywords }), token, AbortSignal.timeout(3)),
        fetch(`${url}/health/ready`),
      ];
      sent += requests.length;
      await Promise.allSettled(requests.map(async (request) => (await request).arrayBuffer()));
      await sleep(500, undefined, { signal }).catch(() => undefined);
    }
    return sent;
  }

  it('leave the memory as it was after a sixth of them', async () => {
    const over = new AbortController();
    load.start(WORKERS, PAUSE_MS);
    const misbehaving = misbehave(over.signal);
    const seen: Memory[] = [];
    print('| Minute | Heap MiB | External MiB | RSS MiB | Requests | Failed | Wrong |\n|---|---|---|---|---|---|---|');
    for (let part = 1; part <= 6; part += 1) {
      await sleep((MINUTES * 60_000) / 6);
      const now = await memory();
      const { sent, failed, wrong } = load.tally;
      const figures = [now.heapUsed, now.external, now.rss].map(mib);
      print(`| ${[(part * MINUTES) / 6, ...figures, sent, failed, wrong].join(' | ')} |`);
      seen.push(now);
    }
    over.abort();
    print(`and ${await misbehaving} requests of clients that misbehave`);
    await load.stop();
    const [first, last] = [seen[0], seen.at(-1)] as [Memory, Memory];
    expect(load.tally).toMatchObject({ failed: 0, wrong: 0, faults: [] });
    expect(last.heapUsed).toBeLessThan(first.heapUsed * (1 + GROWTH_ALLOWED));
    expect(last.external).toBeLessThan(first.external * (1 + GROWTH_ALLOWED) + 1024 * 1024);
  });
});
