import { EventEmitter } from 'node:events';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Request, Response } from 'express';
import { inScope } from '../../src/common/request-scope.js';
import { SingleFlight } from '../../src/freshness/data-cache.js';
import { RequestScopeMiddleware } from '../../src/http/request/request-scope.middleware.js';
import { SearchBulkhead } from '../../src/search/gateway/search-bulkhead.js';
import { scopeOf } from '../support/requests.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;

const REQUESTS = 4000;
const AT_ONCE = 12;
const KILOBYTES_OF_EACH = 16;
const PER_COLLECTION = 40;

/** What a request allocates: numbers that are no small integers take 8 bytes each. */
const load = (): number[] => Array.from({ length: KILOBYTES_OF_EACH * 128 }, (_, at) => at + 0.5);

const oldGeneration = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? NaN;

/** Megabytes that a young collection moves to the old generation; what V8 collects of that by itself does not count. */
function promoted(): number {
  const before = oldGeneration();
  collect({ type: 'minor' });
  return Math.max(0, oldGeneration() - before) / 1e6;
}

/**
 * Megabytes that many requests left in the old generation, so many of them at once, each ended when another comes.
 * @param begin begins one that holds the load, and returns what ends it
 */
async function leftBehind(begin: (load: number[], number: number) => () => unknown): Promise<number> {
  const ends: (() => unknown)[] = [];
  collect();
  let left = 0;
  for (let number = 0; number < REQUESTS; number += 1) {
    ends.push(begin(load(), number));
    if (ends.length === AT_ONCE) await ends.shift()?.();
    if (number % PER_COLLECTION === 0) left += promoted();
  }
  return left;
}

const ALL_LOADS = (REQUESTS * KILOBYTES_OF_EACH) / 1000;
const A_TENTH = ALL_LOADS / 10;

describe('what outlives a request until the whole heap is collected', () => {
  it('is all of it while something holds every request', async () => {
    const all: number[][] = [];
    const left = await leftBehind((held) => {
      all.push(held);
      return () => undefined;
    });
    expect(left).toBeGreaterThan(9 * A_TENTH);
  });

  it('is next to nothing of a search', async () => {
    const shared = new SingleFlight<number[]>();
    const left = await leftBehind((held, number) => {
      let end = (): void => undefined;
      const work = () => new Promise<number[]>((resolve) => (end = () => resolve(held)));
      const done = inScope(scopeOf(), () => shared.run(`search ${number}`, work));
      return () => {
        end();
        return done;
      };
    });
    expect(left).toBeLessThan(A_TENTH);
  });

  it('is next to nothing of an answer', async () => {
    const ignore = (): void => undefined;
    const middleware = new RequestScopeMiddleware(
      { requestTimeoutMs: 1000, pageHosts: [], publicUrl: undefined, logClients: false, slowRequestMs: 0 },
      { info: ignore, warn: ignore },
      { countRequest: ignore, isRoute: () => true },
      { answer: ignore },
    );
    const request = { method: 'POST', path: '/', headers: {} } as Request;
    const left = await leftBehind((held) => {
      const head = { setHeader: ignore, statusCode: 200, writableFinished: true };
      const response = Object.assign(new EventEmitter(), head, { held });
      middleware.use(request, response as unknown as Response, ignore);
      return () => response.emit('close');
    });
    expect(middleware.openResponses).toHaveLength(AT_ONCE - 1);
    expect(left).toBeLessThan(A_TENTH);
  });

  it('is next to nothing of a search that waited', async () => {
    const bulkhead = new SearchBulkhead(
      { requestsAtOnce: 2, requestsWaiting: AT_ONCE },
      { countShed: () => undefined },
    );
    const left = await leftBehind((held) => {
      let end = (): void => undefined;
      const ended = new Promise<number[]>((resolve) => (end = () => resolve(held)));
      const done = bulkhead.run(new AbortController().signal, () => ended);
      return () => {
        end();
        return done;
      };
    });
    expect(bulkhead.state.active).toBe(2);
    expect(left).toBeLessThan(A_TENTH);
  });
});
