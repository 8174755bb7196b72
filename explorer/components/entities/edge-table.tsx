import { useMemo, useState } from 'preact/hooks';
import type { BreakdownData } from '../../../clients/typescript/src/schema.js';
import { shiftDay } from '../../../src/common/period/period.js';
import { type State, withFilter, withView } from '../../model/address.js';
import { chosenColumns, type Column, recordColumns } from '../../model/columns.js';
import { textAt, valueAt } from '../../model/field-text.js';
import { formFields, sortFields } from '../../model/form-fields.js';
import { formatNumber, formatUsd, formatUsdChange, formatDays } from '../../model/format.js';
import { namesOf } from '../../model/key-name.js';
import { baseOf, comparedTo, daysOf, periodName, rangeText, rangeValue } from '../../model/period-days.js';
import { sortOf } from '../../model/request-body.js';
import { type RowNames, VIEWS } from '../../model/views.js';
import { CHANGE, channelFilter, resolveView, leaveOutCompared } from '../../model/resolve-view.js';
import { LEVELS } from '../../model/entities.js';
import { type Edge, salesFilter } from '../../model/entity-pages.js';
import { useRows } from '../../service/use-records.js';
import { useExplorer } from '../app/context.js';
import { ProblemNotice } from '../app/notice.js';
import { ShortRow, StateLink } from '../app/state-link.js';
import { usePhone } from '../app/use-window.js';
import { ExportMenu } from '../list/export-menu.js';
import { RequestButton } from '../list/request-button.js';
import { ResultCards } from '../list/result-cards.js';
import { Cell, Change, ResultSkeleton, ResultTable } from '../list/result-table.js';
import type { ChangesProps } from './changes.js';
import { BREAKDOWN, KeyChoice, keyPaths, KeyTable } from './key-table.js';
import { MarketsLink } from './markets-link.js';

const COLUMNS = ['usd_gmv', 'usd_gmv_change', 'share', 'units_sold', 'sales', 'first_date', 'last_date'];
/** What else is asked for: which creators convert, and how markets differ. */
const REQUESTED: Readonly<Record<string, readonly string[]>> = {
  creator: [
    ...['usd_gmv', 'usd_gmv_change', 'units_sold', 'follower_count', 'period_videos', 'period_plays'],
    ...['usd_gmv_per_1000_plays', 'usd_gmv_per_1000_viewers', 'sales'],
  ],
  region: ['usd_gmv', 'usd_gmv_change', 'share', 'average_usd_price', 'units_sold', 'creator_count', 'sales'],
};
const FEW = { table: 10, cards: 5 };
const MANY = 100;
const LONG_DAYS = 90;

export interface EdgeTableProps extends ChangesProps {
  readonly edge: Edge;
  /** The name of the entity, for files. */
  readonly name: string;
}

type EdgeData = Pick<BreakdownData, 'list' | 'total' | 'total_now'> & Partial<Pick<BreakdownData, 'sum'>>;

/** Sales of the entity by what they are of, or its best of a ranking: rows that lead on. */
export function EdgeTable({ edge, name, isWhole: isComparable, ...props }: EdgeTableProps) {
  const { entity, id, chosen, channel, categories } = props;
  const { document: openApi, text, state } = useExplorer();
  const [isWhole, setWhole] = useState(false);
  const [hasPast, setPast] = useState(false);
  const [orderby, setOrderby] = useState('');
  const isPhone = usePhone();
  const few = isPhone ? FEW.cards : FEW.table;
  const days = daysOf(chosen);
  const longer = days === undefined ? chosen : rangeText({ from: shiftDay(days.to, 1 - LONG_DAYS), to: days.to });
  const path = 'by' in edge ? BREAKDOWN : VIEWS[edge.view].path;
  const { region } = state.filter;
  const before = isComparable ? baseOf(chosen, state.base) : undefined;
  const filter: State['filter'] =
    'by' in edge
      ? salesFilter(entity, { id, channel, region }, categories)
      : {
          [edge.filter]: id,
          date_info: chosen,
          ...(region !== undefined && { region }),
          ...channelFilter(formFields(openApi, path), channel),
        };
  const isChosen = 'isChosen' in edge;
  const keys = isChosen ? (state.by ?? [edge.by]) : 'by' in edge ? [edge.by] : [];
  // The categories in a category are those below it.
  const level = keys.includes('category') && entity.level ? Math.min(entity.level + 1, LEVELS.length) : undefined;
  const chosenOrder = !isComparable && orderby.startsWith(CHANGE) ? '' : orderby;
  const order = 'view' in edge ? (edge.orderby ?? '') : chosenOrder;
  const view = 'view' in edge ? resolveView(edge.view, { orderby: order, filter }, isComparable) : undefined;
  const requested = isChosen ? undefined : REQUESTED[keys[0] ?? ''];
  const all = view?.columns ?? requested ?? COLUMNS;
  const paths = isComparable ? all : leaveOutCompared(all);
  const known = useMemo(() => recordColumns(openApi, path), [openApi, path]);
  const columns = useMemo(() => chosenColumns(known, paths), [known, paths.join()]);
  const { request, success, problem, loading, retry } = useRows<EdgeData>(path, days && filter, {
    ...('by' in edge
      ? { by: keys.length > 1 ? keys : keys[0], ...days, ...(before && { compare_to: rangeValue(before) }) }
      : comparedTo(chosen, state.base)),
    ...(level !== undefined && { level }),
    ...(requested && { fields: [...keys, ...keys.flatMap((key) => namesOf(key)?.id ?? []), ...paths] }),
    ...(order !== '' && { orderby: [sortOf(order)] }),
    // In another order than the usual one those that sold only before are among the others.
    pagesize: isWhole || chosenOrder !== '' ? MANY : few,
  });
  const togglePast = (): void => {
    setPast(!hasPast);
    setWhole(true);
  };
  const title = view
    ? text(view.title)
    : 'by' in edge && !isChosen
      ? text(level === undefined ? `by.${edge.by}` : 'niches')
      : text('sales');
  const { list = [], total: listed = 0, total_now: sold = listed } = success?.data ?? {};
  // Who sold only then has lost most.
  const isPastShown = hasPast || chosenOrder.startsWith(CHANGE);
  const rows = (isPastShown || !('by' in edge) ? list : list.filter((row) => valueAt(row, 'sales') !== 0)).slice(
    0,
    isWhole ? MANY : few,
  );
  const total = isPastShown ? listed : sold;
  const past = listed - sold;
  const names = view?.names ?? (keys.length > 1 ? undefined : namesOf(keys[0], level));
  const main = view?.main !== undefined && { main: view.main };
  const isTickable = !isChosen && keys[0] === 'region';
  const isKeyed = isChosen || names === undefined;
  const isShort = isPhone && !isWhole && !isKeyed && rows.length > 0;
  const { usd_gmv: sum, usd_gmv_change: change } = success?.data.sum ?? {};
  const count = formatNumber(sold, state.lang);
  return (
    <section class="edge" aria-label={title} aria-busy={loading}>
      <header class="card-head">
        <h2>
          {'by' in edge ? (
            title
          ) : (
            <StateLink to={{ ...withView(state, edge.view), filter, orderby: order }}>{title}</StateLink>
          )}
          {success !== undefined && (
            <span class="hint">
              {' '}
              {sum === undefined ? count : text('edgeSum', { count, sum: formatUsd(sum, state.lang) })}
            </span>
          )}
          {typeof change === 'number' && (
            <>
              {' '}
              <Change by={change}>{formatUsdChange(change, state.lang)}</Change>
            </>
          )}
          {past > 0 && (
            <>
              {' '}
              <button
                class="link-button"
                aria-pressed={isPastShown}
                disabled={chosenOrder.startsWith(CHANGE)}
                onClick={togglePast}
              >
                {text('edgePast', { count: formatNumber(past, state.lang) })}
              </button>
            </>
          )}
        </h2>
        <div class="toolbar">
          {isTickable && <MarketsLink {...props} />}
          <RequestButton request={request} answer={success?.envelope} />
          {request !== undefined && (
            <ExportMenu
              request={request}
              title={[
                name,
                title,
                periodName(chosen, state.lang),
                before && `${text('summaryBefore', { days: formatDays(before.from, before.to, state.lang) })}`,
              ]
                .filter(Boolean)
                .join(' · ')}
              sheet={{
                names,
                columns: names === undefined ? [...chosenColumns(known, keys.flatMap(keyPaths)), ...columns] : columns,
                all: known,
                period: chosen,
              }}
            />
          )}
        </div>
      </header>
      {isChosen && <KeyChoice keys={keys} entity={entity} />}
      {problem !== undefined && <ProblemNotice problem={problem} onRetry={retry} />}
      {success === undefined && problem === undefined && <ResultSkeleton />}
      {success !== undefined && problem === undefined && (
        <div class={loading ? 'stale' : ''}>
          {rows.length === 0 ? (
            <p class="card edge-empty">
              {text('edgeEmpty')}{' '}
              {longer !== chosen && (
                <StateLink to={withFilter(state, 'date_info', longer)}>
                  {text('lastDays', { count: LONG_DAYS })}
                </StateLink>
              )}
            </p>
          ) : isKeyed ? (
            <KeyTable {...{ keys, rows, columns, level, isTickable }} label={title} />
          ) : isShort ? (
            <ShortRows names={names} rows={rows} columns={columns} />
          ) : isPhone ? (
            <ResultCards view={{ names, ...main }} rows={rows} columns={columns} />
          ) : (
            <ResultTable
              view={{ names, ...main }}
              rows={rows}
              columns={columns}
              sortable={requested ? sortFields(openApi, path) : []}
              orderby={order}
              onOrder={setOrderby}
            />
          )}
          {!isWhole && (total > few || isShort) && (
            <button class="link-button" onClick={() => setWhole(true)}>
              {total > MANY
                ? text('showSome', { count: MANY, all: formatNumber(total, state.lang) })
                : text('showAll', { count: formatNumber(total, state.lang) })}
            </button>
          )}
        </div>
      )}
    </section>
  );
}

interface ShortRowsProps {
  readonly names: RowNames;
  readonly rows: readonly unknown[];
  readonly columns: readonly Column[];
}

/** The sales of rows and their change, in a line each. */
function ShortRows({ names, rows, columns }: ShortRowsProps) {
  const figure = columns.find(({ kind }) => kind === 'usd');
  const change = columns.find(({ kind }) => kind === 'change' || kind === 'growth');
  return (
    <div class="card home-card">
      <ol>
        {rows.map((row) => (
          <ShortRow key={textAt(row, names.id)} row={row} names={names}>
            {figure && <Cell row={row} column={figure} />}
            <small>{change && <Cell row={row} column={change} />}</small>
          </ShortRow>
        ))}
      </ol>
    </div>
  );
}
