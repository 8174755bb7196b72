import { jest } from '@jest/globals';
import fc from 'fast-check';
import { inManyOrders, stepOf } from '../../test/support/schedules.js';
import { UnavailableFailure } from '../common/errors/failure.js';
import { CachedTokenVerifier } from './cached-token-verifier.js';
import { hashToken, type TokenDocument } from './token-store.js';

const REVOKED_WITHIN_MS = 5000;
/** Jest's timers replace the global one. */
const { setImmediate: nextTurn } = globalThis;
const GOOD: TokenDocument = {
  name: 'one',
  hash: hashToken('good'),
  scopes: ['video'],
  created_at: 0,
  expires_at: null,
  revoked_at: null,
};

describe('a cache of tokens, in any order of reads, failures and time', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    // At 0 lru-cache takes its clock for one that does not go.
    jest.advanceTimersByTime(1);
  });
  afterEach(() => jest.useRealTimers());

  it('accepts no token that it has refused before, nor one revoked 5 s ago unless reads failed since', async () => {
    const drawn = fc.record({
      ticks: fc.array(fc.integer({ min: 40, max: 3000 }), { minLength: 6, maxLength: 6 }),
      failing: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    });
    await inManyOrders(drawn, async (scheduler, { ticks, failing }) => {
      const step = stepOf(scheduler);
      let revokedAt = Infinity;
      let failedAt = -Infinity;
      let reads = 0;
      const read = async (): Promise<TokenDocument[]> => {
        const fails = failing[reads++ % failing.length] === true && reads > 1;
        await step('read');
        const document = { ...GOOD, revoked_at: performance.now() > revokedAt ? 1 : null };
        await step('read answered');
        if (fails) throw new UnavailableFailure('cluster_down');
        return [document];
      };
      const findAll = (_hashes: readonly string[], timeoutMs: number): ReturnType<typeof read> =>
        Promise.race([
          read(),
          new Promise<never>((_, reject) =>
            setTimeout(() => reject(new UnavailableFailure('cluster_late')), timeoutMs),
          ),
        ]).catch((error: unknown) => {
          failedAt = performance.now();
          throw error;
        });
      const verifier = new CachedTokenVerifier({ findAll }, { requestTimeoutMs: 3000, limits: {} });
      const first = verifier.verify('good');
      await scheduler.waitFor(first);
      const faults: string[] = [];
      let refusedAt = Infinity;
      const ask = async (): Promise<void> => {
        const askedAt = performance.now();
        const wasRefused = refusedAt < askedAt;
        const found = await verifier.verify('good').catch(() => 'unavailable');
        if (found === 'unavailable') return;
        if (typeof found === 'string') refusedAt = Math.min(refusedAt, performance.now());
        else if (wasRefused) faults.push('accepted after a refusal');
        else if (askedAt - revokedAt >= REVOKED_WITHIN_MS && failedAt < revokedAt) faults.push('accepted after 5 s');
      };
      const time = async (): Promise<void> => {
        for (const [at, ms] of ticks.entries()) {
          await step(`${ms} ms pass`);
          // Time passes between turns of the event loop, not between promises that are resolved.
          await new Promise((resolve) => nextTurn(resolve));
          jest.advanceTimersByTime(ms);
          if (at === 1) revokedAt = performance.now();
        }
      };
      const asking = async (): Promise<void> => {
        for (let request = 0; request < 5; request += 1) {
          await step('request');
          await ask();
        }
      };
      const done = Promise.all([time(), asking(), asking()]);
      let isDone = false;
      done.then(
        () => (isDone = true),
        () => (isDone = true),
      );
      // A read waits for a timer as well as for its turn.
      while (!isDone) {
        if (scheduler.count() > 0) await scheduler.waitOne();
        else await jest.advanceTimersByTimeAsync(10);
      }
      await done;
      expect(faults).toEqual([]);
    });
  });
});
