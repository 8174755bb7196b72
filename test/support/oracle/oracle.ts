import type { Random } from '../../../dev/seed/random.js';
import { inOrder } from './rankings.oracle.js';

export interface OracleRequest {
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly orderby?: readonly { readonly field: string; readonly order?: string }[];
  readonly page?: number;
  readonly pagesize?: number;
}

type Figure = number | null | undefined;
type Bounds = { readonly min?: number | null; readonly max?: number | null };

/** What a filter means for one record, and how to draw a value for it that some record has. */
export interface OracleFilter<Record> {
  readonly holds: (record: Record, value: never) => boolean;
  readonly draw: (records: readonly Record[], random: Random) => unknown;
}

/** A search operation as docs/api.md states it, computed record by record. */
export interface Oracle<Record> {
  readonly id: (record: Record) => string;
  readonly filters: Readonly<{ [name: string]: OracleFilter<Record> }>;
  readonly sorts: Readonly<{ [field: string]: (record: Record) => Figure }>;
  readonly defaultSort: (record: Record) => Figure;
  readonly always?: Readonly<{ [name: string]: unknown }>;
  /** For a filter the one that must stand beside it. */
  readonly needs?: Readonly<{ [name: string]: string }>;
}

/** The records that match, in the order of the request, all pages of them. */
export function allMatches<Record>(
  oracle: Oracle<Record>,
  records: readonly Record[],
  { filter = {}, orderby = [] }: OracleRequest,
): Record[] {
  const matches = records.filter((record) =>
    Object.entries({ ...oracle.always, ...filter }).every(([name, value]) =>
      oracle.filters[name]?.holds(record, value as never),
    ),
  );
  const items = orderby.map(({ field, order }) => ({ figure: oracle.sorts[field] ?? (() => null), order }));
  return matches.sort((a, b) => {
    for (const { figure, order } of items.length > 0 ? items : [{ figure: oracle.defaultSort, order: 'desc' }]) {
      const [one, other] = [figure(a) ?? null, figure(b) ?? null];
      if (one !== other) return inOrder(one, other, order);
    }
    return oracle.id(a) < oracle.id(b) ? -1 : 1;
  });
}

export function pageOf<Record>(matches: readonly Record[], { page = 1, pagesize = 10 }: OracleRequest): Record[] {
  return matches.slice((page - 1) * pagesize, page * pagesize);
}

/** What a record has that has something; a few are tried. */
function drawFrom<Record, Value>(records: readonly Record[], random: Random, of: (record: Record) => Value) {
  for (let attempt = 0; attempt < 50; attempt++) {
    const drawn = of(random.pick(records)) ?? undefined;
    if (drawn !== undefined) return drawn;
  }
  return undefined;
}

/** The record's value equals the filter's. */
export function equals<Record>(value: (record: Record) => unknown, values?: readonly unknown[]): OracleFilter<Record> {
  return {
    holds: (record, wanted) => value(record) === wanted,
    draw: (records, random) => (values === undefined ? drawFrom(records, random, value) : random.pick(values)),
  };
}

/** The record's 1 or 0 is what the filter's true, false, 1 or 0 says; a record without it never matches. */
export function flag<Record>(value: (record: Record) => Figure): OracleFilter<Record> {
  return {
    holds: (record, wanted: boolean | number) => value(record) === Number(wanted),
    draw: (_, random) => random.pick([true, false, 1, 0]),
  };
}

/** One of the record's values equals the filter's. */
export function includes<Record>(values: (record: Record) => readonly unknown[]): OracleFilter<Record> {
  return {
    holds: (record, wanted) => values(record).includes(wanted),
    draw: (records, random) =>
      drawFrom(records, random, (record) => {
        const own = values(record).filter((value) => value !== null && value !== undefined);
        return own.length > 0 ? random.pick(own) : undefined;
      }),
  };
}

/** One of the record's ids is the filter's, or one of the filter's list. */
export function listed<Record>(
  idsOf: (record: Record) => readonly (string | number | null | undefined)[],
): OracleFilter<Record> {
  return {
    holds: (record, wanted: string | number | readonly (string | number)[]) =>
      [wanted].flat().some((id) => idsOf(record).includes(id)),
    draw: (records, random) => {
      const known = records.flatMap(idsOf).filter((id) => id !== null && id !== undefined);
      const ids = Array.from({ length: random.whole(1, 100) }, () => random.pick(known));
      return random.chance(0.5) ? ids[0] : ids;
    },
  };
}

/** The record's figure lies between the filter's bounds; a record without the figure never matches. */
export function between<Record>(figure: (record: Record) => Figure, whole = true): OracleFilter<Record> {
  return {
    holds: (record, { min, max }: Bounds) => {
      const value = figure(record);
      if (value === null || value === undefined) return false;
      return value >= (min ?? -Infinity) && value <= (max ?? Infinity);
    },
    draw: (records, random) => {
      const a = drawFrom(records, random, figure) ?? 0;
      const b = drawFrom(records, random, figure) ?? 0;
      const [min, max] = [Math.min(a, b), Math.max(a, b)];
      if (random.chance(0.25)) return { min };
      if (random.chance(0.33)) return { max, min: null };
      if (whole && random.chance(0.33)) return { min: min + 0.5, max: max + 0.5 };
      return { min, max };
    },
  };
}

/** A request drawn at random: up to three filters, up to three sort items, any page. */
export function drawRequest<Record>(
  oracle: Oracle<Record>,
  records: readonly Record[],
  random: Random,
): Required<OracleRequest> {
  const filter: { [name: string]: unknown } = { ...oracle.always };
  const names = Object.keys(oracle.filters);
  for (let count = random.whole(0, 3); count > 0; count--) addFilter(random.pick(names));
  const fields = Object.keys(oracle.sorts);
  const orderby = Array.from({ length: random.whole(0, 3) }, () => random.pick(fields))
    .filter((field, index, drawn) => drawn.indexOf(field) === index)
    .map((field) => ({ field, ...(random.chance(0.6) && { order: random.pick(['desc', 'asc']) }) }));
  const pagesize = random.pick([1, 2, 7, 10, 33, 100]);
  return { filter, orderby, page: random.chance(0.5) ? 1 : random.whole(1, 4), pagesize };

  function addFilter(name: string): void {
    const value = oracle.filters[name]?.draw(records, random);
    if (value !== undefined) filter[name] = value;
    const needed = oracle.needs?.[name];
    if (needed !== undefined && filter[needed] === undefined) addFilter(needed);
  }
}
