import { jest } from '@jest/globals';
import { type Client, errors } from '@elastic/elasticsearch';
import fc from 'fast-check';
import { inManyOrders, stepOf } from '../../../test/support/schedules.js';
import { ClusterReads } from '../../elastic/client/cluster-reads.js';
import { SearchBulkhead } from './search-bulkhead.js';

const AT_ONCE = 2;
const WAITING = 3;

describe('the bulkhead with a circuit breaker behind it, in any order of searches, failures and leaving clients', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('never has too many in flight, frees every place, lets one read test the index, and passes again', async () => {
    const fate = fc.constantFrom('answered', 'fails', 'fails', 'fails', 'leaves');
    const drawn = fc.array(fate, { minLength: 20, maxLength: 20 });
    await inManyOrders(drawn, async (scheduler, fates) => {
      const step = stepOf(scheduler);
      let [shed, refused, inFlight, mostInFlight, testing] = [0, 0, 0, 0, 0];
      const reads = new ClusterReads({
        connectionPool: { size: 1 },
        transport: { request: () => Promise.reject(new Error('No answer.')) },
      } as unknown as Client);
      const bulkhead = new SearchBulkhead(
        { requestsAtOnce: AT_ONCE, requestsWaiting: WAITING },
        { countShed: () => void (shed += 1) },
        { isBusy: false },
      );
      const send = async (fails: boolean): Promise<void> => {
        const isTest = reads.breakerState !== 'closed';
        inFlight += 1;
        if (isTest) testing += 1;
        mostInFlight = Math.max(mostInFlight, inFlight);
        expect(testing).toBeLessThanOrEqual(1);
        await step('read');
        inFlight -= 1;
        if (isTest) testing -= 1;
        if (fails) throw new errors.RequestAbortedError('No answer.');
      };
      const search = async (fate: string): Promise<void> => {
        await step('arrival');
        const gone = new AbortController();
        const searching = bulkhead
          .run(gone.signal, () =>
            reads.run('lives', () => send(fate === 'fails'), { timeoutMs: 1, signal: gone.signal }),
          )
          .catch((error: unknown) => {
            if ((error as Error).message.startsWith('Too many')) refused += 1;
          });
        if (fate === 'leaves') {
          await step('leaves');
          gone.abort(new Error('gone'));
        }
        await searching;
      };
      const time = async (): Promise<void> => {
        for (let second = 0; second < 3; second += 1) {
          await step('a second passes');
          jest.advanceTimersByTime(1001);
        }
      };
      await scheduler.waitFor(Promise.all([...fates.map(search), time()]));
      expect(mostInFlight).toBeLessThanOrEqual(AT_ONCE);
      expect(bulkhead.state).toEqual({ active: 0, waiting: 0 });
      expect(refused).toBe(shed);
      jest.advanceTimersByTime(1001);
      await scheduler.waitFor(search('answered'));
      expect(reads.breakerState).toBe('closed');
    });
  });
});
