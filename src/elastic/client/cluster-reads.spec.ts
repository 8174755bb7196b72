import { setTimeout as sleep } from 'node:timers/promises';
import { errors } from '@elastic/elasticsearch';
import type { Client } from '@elastic/elasticsearch';
import { UnavailableFailure } from '../../errors/failure.js';
import { IndexNames } from '../indices/index-names.js';
import type { TryOptions } from './cluster-reads.js';
import { ClusterReads } from './cluster-reads.js';

const TIMEOUT_MS = 10_000;
const CLIENT_WAITS_MS = 20;
/** The index is probed once in such a time, however many clients leave. */
const PROBED_FOR_MS = 1000;

/** What the client does with a request that nobody answers: waits until its signal ends it. */
const unanswered = ({ signal }: { signal?: AbortSignal }): Promise<never> =>
  new Promise((_, reject) => {
    const end = (): void => reject(new errors.RequestAbortedError('Request aborted'));
    if (signal?.aborted === true) end();
    else signal?.addEventListener('abort', end, { once: true });
  });

/** A cluster of one node that answers nothing until it is told to. */
class SilentCluster {
  answers = false;
  counted = 0;

  readonly client = {
    connectionPool: { size: 1 },
    count: (_: object, options: TryOptions) => {
      this.counted += 1;
      return this.read(options);
    },
  } as unknown as Client;

  readonly read = (options: TryOptions): Promise<object> =>
    this.answers ? Promise.resolve({ count: 1 }) : unanswered(options);
}

describe('ClusterReads', () => {
  let cluster: SilentCluster;
  let reads: ClusterReads;
  beforeEach(() => {
    cluster = new SilentCluster();
    reads = new ClusterReads(cluster.client, new IndexNames('test-'));
  });

  /** Requests whose clients wait for a moment each, and then leave. */
  const leaveEarly = async (times: number, send: (options: TryOptions) => Promise<object>): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      const client = new AbortController();
      const reading = reads.run('lives', send, { timeoutMs: TIMEOUT_MS, signal: client.signal });
      reading.catch(() => undefined);
      await sleep(CLIENT_WAITS_MS);
      client.abort(new DOMException('The client has gone.', 'AbortError'));
      await expect(reading).rejects.toThrow(UnavailableFailure);
    }
  };

  const fail = (): Promise<never> => Promise.reject(new UnavailableFailure('down'));
  const openBreaker = async (): Promise<void> => {
    for (let time = 0; time < 10; time += 1) await reads.run('lives', fail, { timeoutMs: 1 }).catch(() => undefined);
    expect(reads.troubled).toEqual(['lives']);
  };

  it('refuse reads of a silent index, though every client leaves before its deadline', async () => {
    await leaveEarly(12, cluster.read);
    for (const giveUpAt = performance.now() + 4000; reads.troubled.length === 0 && performance.now() < giveUpAt;) {
      await sleep(50);
    }
    expect(reads.troubled).toEqual(['lives']);
    expect(cluster.counted).toBe(1);
  });

  it('take clients that leave for neither failures nor successes while the index answers', async () => {
    cluster.answers = true;
    const startedAt = performance.now();
    await leaveEarly(30, unanswered);
    expect(reads.troubled).toEqual([]);
    const most = Math.ceil((performance.now() - startedAt) / PROBED_FOR_MS);
    expect(cluster.counted).toBeGreaterThan(0);
    expect(cluster.counted).toBeLessThanOrEqual(most);
    for (let time = 0; time < 10; time += 1) await reads.run('lives', fail, { timeoutMs: 1 }).catch(() => undefined);
    expect(reads.troubled).toEqual(['lives']);
  });

  it('go on refusing when the client of the read that finds out has left', async () => {
    await openBreaker();
    await sleep(1050);
    await leaveEarly(1, cluster.read);
    expect(reads.troubled).toEqual(['lives']);
    await expect(reads.run('lives', cluster.read, { timeoutMs: TIMEOUT_MS })).rejects.toThrow('it is being tried out');
  });

  it('are used again when the read that finds out is answered, though its client has left', async () => {
    await openBreaker();
    await sleep(1050);
    cluster.answers = true;
    const late = async (options: TryOptions): Promise<object> => {
      await sleep(5 * CLIENT_WAITS_MS);
      return cluster.read(options);
    };
    const client = new AbortController();
    const reading = reads.run('lives', late, { timeoutMs: TIMEOUT_MS, signal: client.signal });
    client.abort(new DOMException('The client has gone.', 'AbortError'));
    await reading.catch(() => undefined);
    expect(reads.troubled).toEqual([]);
  });
});
