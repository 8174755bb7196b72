import { useMemo, useState } from 'preact/hooks';
import type { BreakdownData } from '../../../clients/typescript/src/schema.js';
import { shiftDay } from '../../../src/common/period/period.js';
import { type State, withFilter, withView } from '../../model/address.js';
import { chosenColumns, recordColumns } from '../../model/columns.js';
import { valueAt } from '../../model/field-text.js';
import { formFields, fieldsOf, sortOf } from '../../model/forms.js';
import { formatDays, formatNumber, formatUsd, formatUsdChange } from '../../model/format.js';
import { namesOf } from '../../model/key-name.js';
import { baseOf, comparedTo, daysOf, periodName, rangeText, rangeValue } from '../../model/periods.js';
import { VIEWS } from '../../model/views.js';
import { CHANGE, channelFilter, leaveOutCompared, resolveView } from '../../model/resolve-view.js';
import { LEVELS } from '../../model/entities.js';
import { BREAKDOWN, type Edge, salesFilter } from '../../model/entity-pages.js';
import { useRows } from '../../service/use-answer.js';
import { useExplorer, usePhone } from '../app/context.js';
import { ProblemNotice, ResultSkeleton } from '../app/notice.js';
import { StateLink } from '../app/state-link.js';
import { Segments } from '../app/controls.js';
import { ExportMenu } from '../list/export-menu.js';
import { RequestButton } from '../list/list-tools.js';
import { ResultCards } from '../list/result-cards.js';
import { Change, ResultTable } from '../list/result-table.js';
import type { ChangesProps } from './changes.js';
import { KeyChoice, keyPaths, KeyTable, MarketsLink, ShortRows } from './key-table.js';

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

interface EdgeTableProps extends ChangesProps {
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
              sortable={requested ? fieldsOf(openApi, path, 'orderby') : []}
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

/** The top or rising rows of one of the rankings narrowed to the entity. */
export function Leaders(props: Omit<EdgeTableProps, 'edge'>) {
  const { text } = useExplorer();
  const [chosen, setChosen] = useState('0');
  const leaders = props.entity.leaders.filter(({ orderby }) => props.isWhole || orderby === undefined);
  const edge = leaders[Number(chosen)] ?? leaders[0];
  const options = leaders.map(({ view, orderby = '' }, at) => {
    return [String(at), text(resolveView(view, { orderby, filter: {} }).title)] as const;
  });
  return (
    <>
      <Segments label={text('leaders')} options={options} chosen={chosen} onChoose={setChosen} />
      {edge && <EdgeTable key={edge.view + edge.orderby} {...props} edge={edge} />}
    </>
  );
}
