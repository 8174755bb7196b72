import { useMemo, useState } from 'preact/hooks';
import { useExplorer } from '../components/app/context.js';
import { valueAt } from '../model/columns.js';
import { pageOf, recordRequests } from '../model/entity-pages.js';
import { fieldText } from '../model/field-text.js';
import { growthOf } from '../model/format.js';
import {
  isSame,
  type Listed,
  type ListedRow,
  listedRows,
  mainFigure,
  type RankedThings,
  rankRequests,
  yearRequest,
} from '../model/lists.js';
import { beforeOf } from '../model/period-days.js';
import { useAnswers } from './use-answer.js';
import type { Rows } from './use-records.js';

/** A row with its last sales, of who sold nothing in the newest week. */
interface KnownRow extends ListedRow {
  readonly last?: { readonly period: string; readonly gmv: number } | undefined;
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
  const before = beforeOf(ranked.success?.data[0]);
  const known = (listed: ListedRow): KnownRow => {
    if (listed.row !== undefined) return listed;
    const at = (own: readonly Listed[]): number => own.findIndex((one) => isSame(one, listed));
    const record = records.success?.data[at(nameless)]?.list[0];
    const name = listed.name || fieldText(valueAt(record, pageOf(listed.entity).record.names.title));
    const main = mainFigure(listed.entity);
    const year = years.success?.data[at(dated.map(({ thing }) => thing))]?.list;
    const sold = year?.findLast((one) => Number(one[main] ?? 0) > 0);
    const last = sold && { period: `week:${fieldText(sold.date_value)}`, gmv: Number(sold[main]) };
    const past = last?.period === before ? last.gmv : 0;
    const isCompared = year !== undefined && listed.isWhole;
    return { ...listed, name, last, ...(isCompared && { change: -past, growth: growthOf(0, past) }) };
  };
  return {
    ...ranked,
    problem: ranked.problem ?? records.problem ?? years.problem,
    retry: () => {
      for (const own of [ranked, records, years]) if (own.problem !== undefined) own.retry();
    },
    rows: rows?.filter((row) => things.some((own) => isSame(own, row))).map(known),
    /** The week that the newest is compared with. */
    before,
  };
}
