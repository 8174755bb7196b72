import { inScope, type RequestScope } from '../common/request-scope.js';
import { RowBudget } from './row-budget.js';

const MIB = 1024 * 1024;
const SIGNAL = new AbortController().signal;

/** A budget of some rows, and a list under way that ends when it is told. */
function budgetOf(rows: number) {
  const caches = { pageCacheBytes: 64 * MIB, listsBytes: 128 * MIB };
  const budget = new RowBudget(caches, (96 + 64 + 128) * MIB + rows * 240);
  const run = (size: number, signal: AbortSignal, work: () => Promise<void>) =>
    inScope({ signal } as RequestScope, () => budget.run(size, work));
  const begun: string[] = [];
  const begin = (name: string, size: number, signal = SIGNAL) => {
    let end = (): void => undefined;
    const ends = new Promise<void>((resolve) => (end = resolve));
    const done = run(size, signal, () => {
      begun.push(name);
      return ends;
    });
    return { end: () => (end(), done), done };
  };
  return { budget, run, begun, begin };
}

describe('the budget of rows', () => {
  it('is what the heap holds next to full caches, and that of a list of few rows at least', () => {
    expect(budgetOf(500_000).budget.rows).toBe(500_000);
    expect(budgetOf(-500_000).budget.rows).toBe(20_000);
  });

  it('lets lists wait in turn while others take the room, and those of few rows never', async () => {
    const { budget, begun, begin } = budgetOf(100_000);
    expect([100_000, 100_001].map((rows) => budget.hasRoom(rows))).toEqual([true, false]);
    const first = begin('first', 80_000);
    const second = begin('second', 30_000);
    const third = begin('third', 20_001);
    const few = begin('few', 20_000);
    expect(begun).toEqual(['first', 'few']);
    expect(budget.hasRoom(1)).toBe(false);
    await few.end();
    expect(begun).toEqual(['first', 'few']);
    await first.end();
    expect(begun).toEqual(['first', 'few', 'second', 'third']);
    await Promise.all([second.end(), third.end()]);
    const last = begin('last', 100_001);
    expect(begun.at(-1)).toBe('last');
    await last.end();
  });

  it('gives back the room of a list that failed, and the place of one whose client has gone', async () => {
    const { run, begun, begin } = budgetOf(100_000);
    const first = begin('first', 100_000);
    const controller = new AbortController();
    const gone = begin('gone', 100_000, controller.signal);
    const next = begin('next', 50_000);
    controller.abort(new Error('gone'));
    await expect(gone.done).rejects.toThrow('gone');
    await first.end();
    expect(begun).toEqual(['first', 'next']);
    await expect(run(50_000, SIGNAL, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    begin('last', 50_000);
    expect(begun).toEqual(['first', 'next', 'last']);
    await next.end();
    await expect(run(1, controller.signal, () => Promise.resolve())).rejects.toThrow('gone');
  });
});
