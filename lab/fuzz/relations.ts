import type { Random } from '../../dev/seed/random.js';
import type { ApiClient } from '../../test/support/api-client.js';

type Row = Readonly<Record<string, unknown>>;
type Body = Readonly<Record<string, unknown>>;

interface Facet {
  readonly values: readonly { readonly value: unknown; readonly count: number }[];
  readonly other_count: number;
  readonly missing_count: number;
}

/** A drawn request of a search operation. */
export interface SearchCase {
  readonly api: ApiClient;
  /** `/video/v1` */
  readonly group: string;
  readonly idField: string;
  readonly filter: Body;
  readonly orderby: readonly { readonly field: string }[];
  /** Another filter of the operation with a value. */
  readonly narrower: Body;
  /** Ids of records. */
  readonly ids: readonly string[];
  readonly random: Random;
}

/** A drawn row of a ranking of June 2026, with what names its subject. */
export interface RankingCase {
  readonly api: ApiClient;
  readonly path: string;
  readonly history: string;
  readonly by: string;
  readonly idField: string;
  /** The figures of a row that the history has as well. */
  readonly figures: readonly string[];
  /** The names of these figures in a breakdown. */
  readonly sums: readonly string[];
  readonly row: Row;
}

/** A promise that needs no oracle: two answers that must agree. The values on both sides are returned. */
export interface Relation<Case> {
  readonly name: string;
  readonly sides: (drawn: Case) => Promise<readonly [unknown, unknown]>;
}

const MONTH = { type: 'month', value: '2026-06' };
const DAYS = { from: '2026-06-01', to: '2026-06-30' };

/** @throws Error when the request is refused */
async function dataOf<Data>(api: ApiClient, path: string, body: object): Promise<Data> {
  const { status, body: answer } = await api.post<Data>(path, body);
  if (status !== 200) throw new Error(`${path} ${JSON.stringify(body)}: ${status} ${JSON.stringify(answer.data)}`);
  return answer.data;
}

const rowsOf = async (api: ApiClient, path: string, body: object): Promise<readonly Row[]> =>
  (await dataOf<{ list: readonly Row[] }>(api, path, body)).list;

async function ids({ api, group, idField, orderby, filter }: SearchCase, more: object = {}): Promise<unknown[]> {
  const rows = await rowsOf(api, `${group}/search`, { filter, orderby, pagesize: 100, ...more });
  return rows.map((row) => row[idField]);
}

const facet = ({ api, group, filter }: SearchCase, field: string, more: object = {}) =>
  dataOf<{ total: number; facets: readonly [Facet] }>(api, `${group}/facets`, { filter, facets: [{ field }], ...more });

const total = async (drawn: SearchCase, filter: Body = drawn.filter): Promise<number> =>
  (await facet({ ...drawn, filter }, 'region')).total;

const counted = (facets: Facet): number =>
  facets.values.reduce((sum, { count }) => sum + count, facets.other_count + facets.missing_count);

/** What holds for every search, its facets and its export. */
export const SEARCH_RELATIONS: readonly Relation<SearchCase>[] = [
  {
    name: 'a narrower filter never finds more',
    sides: async (drawn) => {
      const [wide, narrow] = [await total(drawn), await total(drawn, { ...drawn.narrower, ...drawn.filter })];
      return [Math.min(wide, narrow), narrow];
    },
  },
  {
    name: 'pages of 7 and of 100 are the same list',
    sides: async (drawn) => {
      const pages: unknown[] = [];
      for (const page of [1, 2, 3, 4]) pages.push(...(await ids(drawn, { page, pagesize: 7 })));
      return [pages, (await ids(drawn)).slice(0, 28)];
    },
  },
  {
    name: 'the counts of all regions add up to the total',
    sides: async (drawn) => {
      const { total: whole, facets } = await facet(drawn, 'region');
      return [counted(facets[0]), whole];
    },
  },
  {
    name: 'the count of a facet’s value is the total with this value as filter',
    sides: async (drawn) => {
      const { values } = (await facet(drawn, 'region')).facets[0];
      if (values.length === 0) return [0, 0];
      const { value, count } = drawn.random.pick(values);
      return [await total(drawn, { ...drawn.filter, region: value }), count];
    },
  },
  {
    name: 'the order of filters changes nothing',
    sides: async (drawn) => {
      const reversed = Object.fromEntries(Object.entries(drawn.filter).reverse());
      return [await ids({ ...drawn, filter: reversed }), await ids(drawn)];
    },
  },
  {
    name: 'an export is the pages in a row',
    sides: async (drawn) => {
      const { api, group, filter, orderby, idField } = drawn;
      const answer = await api.send(`${group}/export`, {
        text: JSON.stringify({ filter, orderby, limit: 100 }),
      });
      const lines = (answer.body as unknown as string).split('\n').filter(Boolean);
      const exported = lines.map((line) => (JSON.parse(line) as Row)[idField]).filter((id) => id !== undefined);
      return [exported, await ids(drawn)];
    },
  },
  {
    name: 'a list of ids finds the union of the single ids',
    sides: async (drawn) => {
      const { idField, filter } = drawn;
      const single: unknown[] = [];
      for (const id of drawn.ids) single.push(...(await ids({ ...drawn, filter: { ...filter, [idField]: id } })));
      const all = await ids({ ...drawn, filter: { ...filter, [idField]: drawn.ids } });
      return [single.sort(), all.sort()];
    },
  },
  {
    name: 'a list of categories finds as many as its categories together',
    sides: async (drawn) => {
      if (drawn.group !== '/product/v1') return [0, 0];
      const field = drawn.random.pick(['l1_category_id', 'l2_category_id', 'l3_category_id']);
      const filter = { ...drawn.filter, [field]: undefined };
      const { values } = (await facet({ ...drawn, filter }, field)).facets[0];
      if (values.length === 0) return [0, 0];
      const some = values.slice(0, drawn.random.whole(1, 4));
      const ids = some.map(({ value }) => value);
      return [await total(drawn, { ...filter, [field]: ids }), some.reduce((sum, { count }) => sum + count, 0)];
    },
  },
  {
    name: 'a choice of fields changes no ids',
    sides: async (drawn) => [await ids(drawn, { fields: [drawn.idField] }), await ids(drawn)],
  },
  {
    name: 'another language changes no count',
    sides: async (drawn) => {
      const [one, other] = [await facet(drawn, 'region', { lang: 'ZH_CN' }), await facet(drawn, 'region')];
      return [
        [one.total, counted(one.facets[0])],
        [other.total, counted(other.facets[0])],
      ];
    },
  },
  {
    name: 'the written direction of an order is its default',
    sides: async (drawn) => {
      const orderby = drawn.orderby.map(({ field }) => ({ field }));
      const written = orderby.map((item) => ({ ...item, order: 'desc' }));
      return [await ids(drawn, { orderby: written }), await ids(drawn, { orderby })];
    },
  },
];

const idOf = ({ row, idField }: RankingCase): object => ({ [idField]: row[idField] });
const figuresOf = (row: Row | undefined, names: readonly string[]): unknown[] => names.map((name) => row?.[name]);

/** What holds for every row of a ranking. */
export const RANKING_RELATIONS: readonly Relation<RankingCase>[] = [
  {
    name: 'a ranking filtered by an id is the row of that id',
    sides: async (drawn) => {
      const filter = { date_info: MONTH, ...idOf(drawn) };
      return [await rowsOf(drawn.api, drawn.path, { filter }), [drawn.row]];
    },
  },
  {
    name: 'the range of a month has the row of the month',
    sides: async (drawn) => {
      const date_info = { type: 'range', value: '2026-06-01~2026-06-30' };
      const [ranged] = await rowsOf(drawn.api, drawn.path, { filter: { date_info, ...idOf(drawn) } });
      return [figuresOf(ranged, [...drawn.figures, 'rank']), figuresOf(drawn.row, [...drawn.figures, 'rank'])];
    },
  },
  {
    name: 'the channels of a row add up to its units',
    sides: async (drawn) => {
      if (drawn.idField === 'uid') return [0, 0];
      const units = async (channel: string): Promise<number> => {
        const filter = { date_info: MONTH, channel, ...idOf(drawn) };
        const [row] = await rowsOf(drawn.api, drawn.path, { filter });
        return Number(row?.['units_sold'] ?? 0);
      };
      return [(await units('video')) + (await units('live')), drawn.row['units_sold']];
    },
  },
  {
    name: 'the history of a subject has the figures of its row',
    sides: async (drawn) => {
      const { api, history, figures, row } = drawn;
      const span = { date_type: MONTH.type, from: MONTH.value, to: MONTH.value };
      const [period] = await rowsOf(api, history, { ...idOf(drawn), ...span });
      return [figuresOf(period, figures), figuresOf(row, figures)];
    },
  },
  {
    name: 'the breakdown of a subject has the figures of its row',
    sides: async (drawn) => {
      const { api, by, figures, sums: names, row } = drawn;
      const [sums] = await rowsOf(api, '/sales/v1/breakdown', { by, filter: idOf(drawn), ...DAYS });
      return [figuresOf(sums, names), figuresOf(row, figures)];
    },
  },
  {
    name: 'the days, the channels and the categories of a breakdown add up to the same units, its sum',
    sides: async (drawn) => {
      const sums: number[] = [];
      let whole = 0;
      for (const by of ['day', 'channel', 'category']) {
        const body = { by, filter: idOf(drawn), ...DAYS, pagesize: 100 };
        const data = await dataOf<{ sum: { units_sold: number }; list: { units_sold: number }[] }>(
          drawn.api,
          '/sales/v1/breakdown',
          body,
        );
        whole = data.sum.units_sold;
        sums.push(data.list.reduce((sum, { units_sold }) => sum + units_sold, 0));
      }
      return [sums, [whole, whole, whole]];
    },
  },
];
