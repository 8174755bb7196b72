import { useMemo } from 'preact/hooks';
import type { BreakdownData } from '../../../clients/typescript/src/schema.js';
import { without } from '../../model/address.js';
import { BREAKDOWN, categoriesOf, pageOf, placeFilter, salesFilter } from '../../model/entity-pages.js';
import { textAt } from '../../model/field-text.js';
import { filterValues, formFields } from '../../model/forms.js';
import { daysOf } from '../../model/periods.js';
import { channelOf } from '../../model/resolve-view.js';
import { type EntityId, ROW_NAMES, VIEWS } from '../../model/views.js';
import { type Asked, failureOf, type Rows, useAnswers, useRows } from '../../service/use-answer.js';
import { useCatalogue } from '../../service/use-catalogue.js';
import { useRecords } from '../../service/use-entities.js';
import { useExplorer } from '../app/context.js';
import { type HistoryRow, useHistory } from '../entities/entity-history.js';

/** A row of a ranking, with its days. */
type RankedRow = HistoryRow & { readonly series?: readonly HistoryRow[] };

interface RankedData extends Rows<RankedRow> {
  readonly sum_series?: readonly HistoryRow[] | null;
}

export interface Compared {
  readonly kind: EntityId;
  readonly level: number;
  readonly ids: readonly string[];
}

/** What is compared: histories, or under filters rows of the ranking with their days, and sales by market. */
export function useComparison({ kind, level, ids }: Compared) {
  const { state, document: openApi } = useExplorer();
  const entity = pageOf(kind, level);
  const asked = useRecords(entity, ids);
  const { records } = asked;
  const others = without(without(state.filter, entity.id), 'date_info');
  // Histories know no filters: then the ranking has the figures, and their days.
  const isNarrow = Object.keys(others).length > 0;
  const { periods, history, ...period } = useHistory(entity, isNarrow ? [] : ids);
  const { chosen } = period;
  const catalogue = useCatalogue(isNarrow);
  const days = useMemo(() => daysOf(chosen ?? ''), [chosen]);
  // A history of days has no sum of them: counts of creators or products do not add up. The ranking has them.
  const isRanked = chosen?.startsWith('range:') === true || isNarrow;
  // Below level 1 the ranking of categories has no filter for some of its rows: a breakdown has them.
  const isBelow = entity.level !== undefined && level > 1;
  const { path: rankingPath, names: rankingNames } = isBelow
    ? { path: BREAKDOWN, names: ROW_NAMES.category }
    : VIEWS[entity.rankings[0] ?? 'sales'];
  const rankingFields = useMemo(() => formFields(openApi, rankingPath), [openApi, rankingPath]);
  const [channel, region] = [channelOf(others), others.region];
  const { taken, left } = isBelow
    ? { taken: salesFilter(entity, { id: ids.join(','), channel, region }), left: [] }
    : placeFilter(rankingFields, entity, entity.rankings[0] ?? 'sales', {
        ...others,
        [entity.id]: ids.join(','),
        date_info: chosen ?? '',
      });
  const ranking = useRows<RankedData>(rankingPath, isRanked && chosen !== undefined ? taken : undefined, {
    pagesize: ids.length,
    ...(isBelow && { by: 'category', level, ...days }),
    ...(isNarrow && { series: 'day' }),
  });
  const categories = categoriesOf(entity, others, (own) => catalogue.pathTo(own).length || undefined);
  const isTreeHere =
    others.product_category_id === undefined || catalogue.product.length > 0 || catalogue.failed !== undefined;
  const sales = useMemo(() => formFields(openApi, BREAKDOWN), [openApi]);
  const markets = useAnswers<BreakdownData>(
    days === undefined || !isTreeHere
      ? []
      : ids.map((id) => ({
          path: BREAKDOWN,
          body: {
            by: 'region',
            filter: filterValues(sales, salesFilter(entity, { id, channel, region }, categories)),
            ...days,
            pagesize: 100,
          },
        })),
  );
  const nameOfId = (id: string): string => textAt(records?.get(id), entity.record.names.title) || id;
  const rankedRow = (id: string): RankedRow | undefined =>
    ranking.success?.data.list.find((row) => textAt(row, rankingNames.id) === id);
  // Who is on no row sold nothing on any day.
  const noDays: readonly HistoryRow[] = (ranking.success?.data.sum_series ?? []).map(({ date_value = '' }) => ({
    date_value,
    usd_gmv: 0,
    units_sold: 0,
  }));
  const histories: readonly (readonly HistoryRow[])[] = isNarrow
    ? ids.map((id) => rankedRow(id)?.series ?? noDays)
    : (history.success?.data.map(({ list: own }) => own) ?? []);
  const value = chosen?.split(':')[1];
  const rows = ids.map((id, at) =>
    isRanked ? rankedRow(id) : histories[at]?.find(({ date_value }) => date_value === value),
  );
  // Who is on no row of a ranking sold nothing.
  const isSold = isRanked && ranking.success !== undefined && !ranking.loading;
  // Figures show together: rows that came late would move the others, or stand empty until then.
  const isHere = ({ success, loading: isLoading }: Asked<unknown>): boolean => success !== undefined || !isLoading;
  return {
    ...period,
    ...{ records, isNarrow, isRanked, days, others, left, catalogue, rankingPath, rankingFields, histories, nameOfId },
    isMissing: (id: string): boolean => records !== undefined && !asked.loading && !records.has(id),
    figureOf: (at: number, of: string): HistoryRow[string] | undefined =>
      rows[at] === undefined && isSold && !of.startsWith('follower') ? 0 : rows[at]?.[of],
    /** What the histories are made of. */
    answers: isNarrow ? ranking.success : history.success,
    marketRows: markets.success?.data.map(({ list: own }) => own) ?? [],
    ...failureOf([asked, periods, history, ranking, markets]),
    isWhole: (isNarrow || history.success !== undefined) && isHere(markets) && (!isRanked || isHere(ranking)),
    isStale: history.loading || markets.loading || (isRanked && ranking.loading),
  };
}
