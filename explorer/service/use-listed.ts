import { useMemo, useState } from 'preact/hooks';
import { useExplorer } from '../components/app/context.js';
import { valueAt } from '../model/columns.js';
import { ENTITIES } from '../model/entities.js';
import { pageOf, recordRequests } from '../model/entity-pages.js';
import { fieldText } from '../model/field-text.js';
import { isSame, type Listed, listedRows, type RankedThings, rankRequests, yearRequest } from '../model/lists.js';
import { beforeOf } from '../model/period-days.js';
import { resolveView } from '../model/resolve-view.js';
import { useAnswers } from './use-answer.js';
import type { Rows } from './use-records.js';

/** The last week with sales of a thing that sold nothing in the newest one. */
export interface LastSold {
  readonly period: string;
  readonly gmv: number;
}

/**
 * The things of a list with their figures of a week. Who sold nothing then has its name from its record, and its last sales
 * from its history.
 * @param things those of the first call are asked for
 */
export function useListed(things: readonly Listed[], week: string) {
  const { token } = useExplorer();
  const [first] = useState(things);
  const [asked] = useState(() => rankRequests(first, week));
  const ranked = useAnswers<RankedThings>(
    asked.map(({ path, body }) => ({ path, body })),
    token,
  );
  const rows = useMemo(() => ranked.success && listedRows(first, week, asked, ranked.success.data), [ranked.success]);
  const missing = rows?.filter(({ row }) => row === undefined) ?? [];
  const nameless = missing.filter(({ name }) => name === '');
  const records = useAnswers<Rows<unknown>>(
    nameless.flatMap(({ entity, id }) => recordRequests(pageOf(entity), [id], undefined)),
    token,
  );
  const dated = missing.flatMap((thing) => {
    const request = yearRequest(thing, week);
    return request === undefined ? [] : [{ thing, request }];
  });
  const years = useAnswers<Rows<Readonly<Record<string, unknown>>>>(
    dated.map(({ request }) => request),
    token,
  );
  const nameOf = (thing: Listed): string => {
    const { title } = pageOf(thing.entity).record.names;
    return (
      thing.name ||
      fieldText(valueAt(records.success?.data[nameless.findIndex((own) => isSame(own, thing))]?.list[0], title))
    );
  };
  const lastSold = (thing: Listed): LastSold | undefined => {
    const [ranking = 'sales'] = ENTITIES[thing.entity].rankings;
    const { main = '' } = resolveView(ranking, { orderby: '', filter: {} });
    const own = years.success?.data[dated.findIndex((one) => isSame(one.thing, thing))]?.list;
    const row = own?.findLast((one) => Number(one[main] ?? 0) > 0);
    return row && { period: `week:${fieldText(row.date_value)}`, gmv: Number(row[main]) };
  };
  return {
    ...ranked,
    problem: ranked.problem ?? records.problem ?? years.problem,
    retry: () => {
      for (const own of [ranked, records, years]) if (own.problem !== undefined) own.retry();
    },
    rows: rows?.filter((row) => things.some((own) => isSame(own, row))).map((row) => ({ ...row, name: nameOf(row) })),
    /** The week that the newest is compared with. */
    before: ranked.success?.data.map(beforeOf).find(Boolean) ?? '',
    lastSold,
  };
}
