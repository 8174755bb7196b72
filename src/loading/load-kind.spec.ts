import fc from 'fast-check';
import {
  copyOf,
  fieldsOf,
  inOrder,
  isStorable,
  linesOf,
  rateLines,
  schemaAt,
  store,
  stored,
  updated,
  updatesOf,
  valuesOf,
} from '../../test/support/random-changes.js';
import { amountPer } from '../common/numbers.js';
import { RECORD_KINDS } from '../common/record-kind.js';
import { Rates } from '../money/rates.record.js';
import { setAt } from '../fields/paths.js';
import { columnsOf, descriptionOf, idOf, loadOf } from './load-kind.js';

const RATES = new Rates(rateLines(2));
const NEWER = new Rates(rateLines(7));

describe.each(RECORD_KINDS)('an update of %s', (kind) => {
  it('stores what a replacement by the changed line stores, without what was made of changed fields', () => {
    fc.assert(
      fc.property(updatesOf(kind), (update) => {
        expect(inOrder(updated(kind, update, RATES))).toBe(inOrder(store(kind, copyOf(update.merged), RATES)));
      }),
      { numRuns: 400 },
    );
  });

  it('at newer rates changes the amounts in USD of changed amounts, and nothing else', () => {
    const { usdFields } = descriptionOf(kind);
    fc.assert(
      fc.property(updatesOf(kind), (update) => {
        const after = updated(kind, update, NEWER);
        const [older, newer] = [RATES, NEWER].map((rates) => store(kind, copyOf(update.merged), rates));
        if (typeof after === 'string' || typeof older !== 'object' || typeof newer !== 'object') {
          expect(after).toBe(newer);
          return;
        }
        const [now, kept, made] = [after, older, newer].map((document) => fieldsOf(kind, document)) as [
          Map<string, unknown>,
          Map<string, unknown>,
          Map<string, unknown>,
        ];
        const number = (path: string) => now.get(path) as number | null;
        const PER = {
          usd_gmv_per_1000_plays: () => amountPer(number('usd_gmv'), number('play_count'), 1000),
          average_usd_price: () => amountPer(number('total_usd_gmv'), number('total_units_sold')),
        };
        const isTwin = (path: string): boolean => usdFields.includes(path) || (kind === 'sales' && path === 'usd_gmv');
        const expected = [...kept].map(([path, value]) => {
          if (path in PER) return [path, PER[path as keyof typeof PER]()];
          return [path, isTwin(path) && update.isOutdated(path) ? made.get(path) : value];
        });
        expect([...now]).toEqual(expected);
      }),
      { numRuns: 400 },
    );
  });

  it('knows of every made field of which fields it is made', () => {
    const { keys, usdFields } = descriptionOf(kind);
    const found: Record<string, Set<string>> = {};
    const runs = { numRuns: 100, seed: 94 };
    for (const { path } of columnsOf(kind)) {
      const pairs = fc.tuple(linesOf(kind), valuesOf(schemaAt(kind, path)));
      for (const [line, value] of [...keys, ...usdFields].includes(path) ? [] : fc.sample(pairs, runs)) {
        const changed = copyOf(line);
        setAt(changed, path.split('.'), value);
        if (![line, changed].every((one) => isStorable(kind, one))) continue;
        const [before, after] = [line, changed].map((one) => fieldsOf(kind, stored(kind, one)));
        for (const [other, now] of after ?? [])
          if (other !== path && JSON.stringify(now) !== JSON.stringify(before?.get(other)))
            (found[other] ??= new Set()).add(path);
      }
    }
    const { made } = descriptionOf(kind);
    const sorted = (lists: Iterable<[string, Iterable<string>]>) =>
      Object.fromEntries([...lists].map(([path, others]) => [path, [...others].sort()]));
    expect(sorted(Object.entries(found))).toEqual(sorted(Object.entries(made)));
    expect(Object.keys(made).every((path) => columnsOf(kind).some((column) => column.path === path))).toBe(true);
  });

  it('is empty where the record is loaded again as it is stored', () => {
    fc.assert(
      fc.property(linesOf(kind), (line) => {
        fc.pre(isStorable(kind, line));
        const before = stored(kind, line);
        expect(inOrder(store(kind, loadOf(kind, before), NEWER))).toBe(inOrder(before));
        expect(idOf(kind, loadOf(kind, before))).toBe(idOf(kind, line));
      }),
      { numRuns: 200 },
    );
  });
});
