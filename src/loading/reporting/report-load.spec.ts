import type { LoadReport } from '../../elastic/state/load-report.js';
import type { StateStore } from '../../elastic/state/state-store.js';
import { reportLoad } from './report-load.js';

const SUM = { read: 2, loaded: 2 };

describe('reportLoad', () => {
  let said: LoadReport[];
  const storeThat = (put: () => Promise<undefined>): StateStore =>
    ({
      get: () => Promise.resolve(undefined),
      put: (_id: string, report: LoadReport) => (said.push(report), put()),
    }) as unknown as StateStore;
  const well = storeThat(() => Promise.resolve(undefined));
  const load = (lost = new AbortController().signal) => ({
    kind: 'videos' as const,
    mode: 'merge',
    lines: () => ({ read: 1 }),
    lost,
  });
  beforeEach(() => (said = []));

  it('says that a load is under way, and how it ended', async () => {
    expect(await reportLoad(well, load(), () => new Promise<typeof SUM>((done) => setImmediate(done, SUM)))).toBe(SUM);
    expect(said).toMatchObject([
      { active: { mode: 'merge', lines: { read: 1 } } },
      { last: { mode: 'merge', succeeded: true, lines: SUM } },
    ]);
  });

  it('passes on why a load failed', async () => {
    await expect(reportLoad(well, load(), () => Promise.reject(new Error('why')))).rejects.toThrow('why');
    expect(said.at(-1)).toMatchObject({ last: { succeeded: false, lines: { read: 1 } } });
  });

  it('leaves a load alone that it can’t report on', async () => {
    const ill = storeThat(() => Promise.reject(new Error('no such alias')));
    expect(await reportLoad(ill, load(), () => Promise.resolve(SUM))).toBe(SUM);
    expect(said.length).toBeGreaterThan(0);
  });

  it('says nothing any more once the lock is another’s', async () => {
    const lost = new AbortController();
    const work = async (): Promise<typeof SUM> => {
      lost.abort();
      return Promise.resolve(SUM);
    };
    await reportLoad(well, load(lost.signal), work);
    expect(said).toEqual([]);
  });
});
