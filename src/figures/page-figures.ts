import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject } from '../common/json-object.js';
import { memoize } from '../common/memoize.js';
import { divideRounded } from '../common/numbers.js';
import { requestScope } from '../common/request-scope.js';
import { type Config, CONFIG } from '../config/config.js';
import type { QueryClause } from '../search/compiler/types.js';
import { subjectOf } from '../subjects/subjects.js';
import { byBytes, FactGroups, type FactKey, type GroupedField, ofChannel, rowsClause } from './fact-groups.js';
import { RowBudget } from './row-budget.js';
import { AMOUNT_SUMS, amountOf, shareOf } from './sums.js';

/** The rows of a page, and the sales that they are made of. */
export interface PageRows {
  readonly rows: number;
  /** The fields of sales that have the keys of rows. */
  readonly keys: readonly GroupedField[];
  /** The row, from 0, of values of `keys`; undefined where it is on another page. */
  readonly rowOf: (values: readonly string[]) => number | undefined;
  readonly clauses: readonly QueryClause[];
  /** The number of their sales, or more. */
  readonly facts: number;
}

/** The rows of some ids. @param clauses all of which their sales match */
export function pageOf(key: FactKey, ids: readonly string[], clauses: readonly QueryClause[], facts: number): PageRows {
  const rowAt = new Map(ids.map((id, at) => [id, at]));
  const rowOf: PageRows['rowOf'] = ([id = '']) => rowAt.get(id);
  return { rows: ids.length, keys: [key], rowOf, clauses: [...clauses, rowsClause(key, ids)], facts };
}

/** The figures of each row by their names; `note` says which are null, and why. */
export type PageFiguresAnswer = Readonly<{ rows: readonly JsonObject[]; note?: string }>;

type Named = 'creator' | 'product';
type Paired = Named | 'shop' | 'video' | 'live';

/** The ids that are paired with rows for a figure: `creator` for `creator_count` and `largest_creator`. */
const pairedIn = (figure: string): Paired =>
  (figure === 'estimated_commission' ? 'product' : figure.replace(/^largest_|_count$/, '')) as Paired;

type RecordFinder = (by: Named, ids: readonly string[]) => Promise<ReadonlyMap<string, object>>;

/** The exact amounts of the sales of a row in USD, in ten-thousandths, by the ids that they have. */
type Parts = ReadonlyMap<string, number>;

/** Reads figures of the rows of one page from pairs: the keys of a row, and an id of its sales. */
@Injectable()
export class PageFigures {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'rankingMaxRows'>,
    private readonly groups: FactGroups,
    private readonly budget: RowBudget,
  ) {}

  get mostPairs(): number {
    return Math.min(this.config.rankingMaxRows, this.budget.rows);
  }

  /** The figures that are asked for by name; null where there are too many pairs. @throws as `FactGroups.read` does */
  async read(page: PageRows, names: readonly string[], find: RecordFinder): Promise<PageFiguresAnswer> {
    const most = this.mostPairs;
    const partsBy = memoize((by: Paired) => this.partsOf(by, page, most));
    const columns = await Promise.all(
      names.map(async (name) => {
        const by = pairedIn(name);
        const rows = await partsBy(by);
        return rows && this.column(name, by, rows, find);
      }),
    );
    const lacking = names.filter((_, at) => columns[at] === undefined);
    const note = `${lacking.join(', ')}: not read, because these rows have more than ${most} pairs of a key and an ID. Narrow the request.`;
    const rows = Array.from({ length: page.rows }, (_, row) =>
      Object.fromEntries(names.map((name, at) => [name, columns[at]?.[row] ?? null])),
    );
    return { rows, ...(lacking.length > 0 && { note }) };
  }

  /** The parts of each row; undefined where there are too many pairs. */
  private async partsOf(by: Paired, page: PageRows, most: number): Promise<readonly Parts[] | undefined> {
    const { key: field, channel } = subjectOf(by);
    const [first = { field }, ...others] = [...page.keys, { field }];
    const clauses = [...page.clauses, ...ofChannel(channel)];
    const pairs = { ...first, facts: 'sales' as const, others, clauses, metrics: AMOUNT_SUMS.usd_gmv };
    const rows = Array.from({ length: page.rows }, () => new Map<string, number>());
    requestScope().isExpensive = true;
    const isWhole = await this.budget.run(Math.min(page.facts, most), () =>
      this.groups.each(pairs, most, (pair, _facts, { usd_gmv = 0 }) => {
        const values = pair.split('\n');
        const id = values.pop() ?? '';
        const parts = rows[page.rowOf(values) ?? -1];
        parts?.set(id, (parts.get(id) ?? 0) + usd_gmv);
      }),
    );
    return isWhole ? rows : undefined;
  }

  /** A figure of each row. */
  private async column(name: string, by: Paired, rows: readonly Parts[], find: RecordFinder): Promise<unknown[]> {
    if (name.endsWith('_count')) return rows.map(({ size }) => size);
    if (name === 'estimated_commission') {
      const ids = new Set(rows.flatMap((parts) => [...parts.keys()]));
      const rates = await this.groups.figuresOf('products', 'product_id', 'commission_rate', [...ids]);
      return rows.map((parts) => commissionOf(parts, rates));
    }
    const largest = rows.map(largestIn);
    const ids = largest.flatMap((part) => part?.id ?? []);
    const found = ids.length > 0 ? await find(by as Named, ids) : undefined;
    return largest.map((part) => {
      const { title, nickname = title } = (found?.get(part?.id ?? '') ?? {}) as Partial<Record<string, string | null>>;
      return part && { id: part.id, name: nickname ?? null, share: part.share };
    });
  }
}

const shown = (usd_gmv: number, id = 'a row'): number => amountOf({ usd_gmv }, 'usd_gmv', id);

const sumOf = (amounts: Iterable<number>): number => [...amounts].reduce((sum, amount) => sum + amount, 0);

/** The largest part as it is shown, of equal ones the first by id, and its share; undefined without a part. */
function largestIn(parts: Parts) {
  const amounts = [...parts].map(([id, amount]) => ({ id, amount: shown(amount, id) }));
  const [first] = amounts.sort((one, other) => other.amount - one.amount || byBytes(one.id, other.id));
  return first && { id: first.id, share: shareOf(first.amount, shown(sumOf(parts.values()))) };
}

/** Amounts times rates in hundredths of a percent, for one cent. */
const COMMISSION_CENT = 1_000_000n;

/** The commission of a row at the rates of its products, in percent. */
function commissionOf(parts: Parts, rates: ReadonlyMap<string, number>) {
  const covered = [...parts].filter(([id]) => rates.has(id));
  const exact = covered.reduce(
    (sum, [id, amount]) => sum + BigInt(amount) * BigInt(Math.round((rates.get(id) ?? 0) * 100)),
    0n,
  );
  const share = shareOf(shown(sumOf(covered.map(([, amount]) => amount))), shown(sumOf(parts.values())));
  return { usd: covered.length > 0 ? Number(divideRounded(exact, COMMISSION_CENT)) / 100 : null, covered_share: share };
}
