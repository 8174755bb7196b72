import { setImmediate as nextTurn } from 'node:timers/promises';
import { UnavailableFailure } from '../../common/errors/failure.js';
import { HistoryService } from './histories.service.js';

const DAY = '2026-06-01';

describe('HistoryService', () => {
  // The process ends at a rejection that nobody waits for, and Jest fails a test that leaves one.
  it('leaves no failed read alone while others are under way', async () => {
    const late = new UnavailableFailure('cluster_late');
    const fail = () => Promise.reject(late);
    const days = {
      followEnds: () => Promise.resolve({ from: DAY, to: DAY }),
      reach: async () => {
        await nextTurn();
        return { covers: () => true, coverage: () => 'whole', factsIn: () => 1 };
      },
    };
    const stubs = [{ read: fail }, { read: fail }, { growth: fail }, days, { remember: callLast }, { get: fail }];
    const service = new HistoryService(...(stubs as unknown as ConstructorParameters<typeof HistoryService>));
    const asked = { uid: '1', date_type: 'day', from: DAY, to: DAY } as const;
    await expect(service.list('creator', asked as never)).rejects.toBe(late);
  });
});

const callLast = (_key: string, make: () => unknown): unknown => make();
