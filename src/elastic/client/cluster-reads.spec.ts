import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, errors } from '@elastic/elasticsearch';
import { InternalFailure, UnavailableFailure } from '../../common/errors/failure.js';
import { ClusterReads, type TryOptions } from './cluster-reads.js';

const REFUSED = 'it is being tried out';
/** Nothing is tried again after it. */
const AT_ONCE = { timeoutMs: 1 };

const down = (): Promise<never> => Promise.reject(new InternalFailure('failed'));
const well = (): Promise<string> => Promise.resolve('here');

/** What the client does with a request that nobody answers: waits until its signal ends it. */
const unanswered = ({ signal }: TryOptions): Promise<never> =>
  new Promise((_, reject) => {
    const end = (): void => reject(new errors.RequestAbortedError('Request aborted'));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });

/** Reads of a cluster that answers its probe or not. */
const readsOf = (nodes: number, probe: () => Promise<unknown> = down): ClusterReads =>
  new ClusterReads({ connectionPool: { size: nodes }, transport: { request: probe } } as unknown as Client);

describe('reads of a cluster', () => {
  let probes: number;
  let probe: () => Promise<unknown>;
  let reads: ClusterReads;
  beforeEach(() => {
    probes = 0;
    probe = down;
    reads = readsOf(1, () => {
      probes += 1;
      return probe();
    });
  });

  const messageOf = (reading: Promise<unknown>): Promise<string> =>
    reading.then(
      () => 'none',
      (error: unknown) => (error as Error).message,
    );
  const fail = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      await expect(reads.run('lives', unanswered, AT_ONCE)).rejects.toThrow(UnavailableFailure);
    }
  };

  it('share a probe when they fail at the same time, and wait for it no longer than a second', async () => {
    probe = () => new Promise((_, reject) => setTimeout(() => reject(new Error('silent')), 20));
    await Promise.all([1, 2, 3, 4, 5].map(() => fail(1)));
    expect([reads.breakerState, probes]).toEqual(['open', 1]);
  });

  it('are tried out by one read after a second, all others being refused meanwhile, and pass once it succeeds', async () => {
    await fail(4);
    expect(reads.breakerState).toBe('closed');
    await fail(1);
    expect(reads.breakerState).toBe('open');
    await sleep(1050);
    let answer: (text: string) => void = () => undefined;
    const tryingOut = reads.run('lives', () => new Promise<string>((resolve) => (answer = resolve)), AT_ONCE);
    expect(await messageOf(reads.run('lives', well, AT_ONCE))).toContain(REFUSED);
    expect(reads.breakerState).toBe('half-open');
    answer('back');
    await expect(tryingOut).resolves.toBe('back');
    expect(reads.breakerState).toBe('closed');
    await expect(reads.run('lives', well, AT_ONCE)).resolves.toBe('here');
    expect(reads.breakerState).toBe('closed');
  });

  it('go on being refused when the one that finds out fails, which no client ends', async () => {
    await fail(5);
    await sleep(1050);
    const gone = AbortSignal.abort();
    await expect(reads.run('lives', unanswered, { ...AT_ONCE, signal: gone })).rejects.toThrow(UnavailableFailure);
    expect(await messageOf(reads.run('lives', well, AT_ONCE))).toContain(REFUSED);
  });

  it('pass again when the one that finds out is only slow', async () => {
    await fail(5);
    await sleep(1050);
    probe = well;
    await fail(1);
    await expect(reads.run('lives', well, AT_ONCE)).resolves.toBe('here');
  });

  it('are not refused, nor is the cluster probed, for faults of the service’s own and clients that leave', async () => {
    const gone = AbortSignal.abort();
    for (let time = 0; time < 30; time += 1) {
      await expect(reads.run('lives', down, AT_ONCE)).rejects.toThrow(InternalFailure);
      await expect(reads.run('lives', unanswered, { ...AT_ONCE, signal: gone })).rejects.toBe(gone.reason);
    }
    await expect(reads.run('lives', well, AT_ONCE)).resolves.toBe('here');
    expect(probes).toBe(0);
  });

  it.each([new DOMException('late', 'TimeoutError'), new UnavailableFailure('cluster_late')])(
    'count as failed when their deadline ends them and the probe fails: %s',
    async (reason) => {
      const signal = AbortSignal.abort(reason);
      for (let time = 0; time < 5; time += 1) {
        await expect(reads.run('lives', unanswered, { ...AT_ONCE, signal })).rejects.toThrow(UnavailableFailure);
      }
      expect(reads.breakerState).toBe('open');
    },
  );
});

describe('the tries of a read', () => {
  const refusal = (statusCode: number, body: object = {}): Error =>
    new errors.ResponseError({ statusCode, body, headers: {}, warnings: null, meta: {} as never });

  it.each([
    ['one per node and four more', 3, refusal(503), 7],
    ['one more where a node refuses work', 3, refusal(429), 2],
    ['one where the only node refuses work', 1, refusal(429), 1],
    ['one where the search has timed out', 3, refusal(429, { error: { root_cause: [{ timed_out: true }] } }), 1],
    ['one per node where an index is missing', 3, refusal(404), 3],
    ['one where the only node misses an index', 1, refusal(404), 1],
    ['one where the query is at fault', 3, refusal(400), 1],
  ])('are %s', async (_, nodes, error, expected) => {
    let tries = 0;
    const send = (): Promise<never> => {
      tries += 1;
      return Promise.reject(error);
    };
    await expect(readsOf(nodes).withRetries(send, { timeoutMs: 60_000 })).rejects.toThrow();
    expect(tries).toBe(expected);
  });

  it('leave the others time where a node is silent: each gets 60 % of what is left, the last all of it', async () => {
    const timeouts: number[] = [];
    const send = ({ requestTimeout }: TryOptions): Promise<number> => {
      timeouts.push(requestTimeout ?? 0);
      return timeouts.length < 3 ? Promise.reject(new errors.TimeoutError('silent')) : Promise.resolve(timeouts.length);
    };
    await expect(readsOf(3).withRetries(send, { timeoutMs: 600_000 })).resolves.toBe(3);
    const shares = timeouts.map((timeout) => Math.ceil(timeout / 60_000));
    expect(shares).toEqual([6, 6, 10]);
  });
});
