import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { SeriesPoint } from '../../../clients/typescript/src/schema.js';
import { type Column, isFigure, isSortedBy, localTwin, REGION_PATHS, tiedWith } from '../../model/columns.js';
import { valueAt } from '../../model/field-text.js';
import { formatMoney, formatNumber, formatPrice, formatTime, formatValue } from '../../model/format.js';
import { entityNamedBy } from '../../model/entities.js';
import { sortOf } from '../../model/forms.js';
import type { View } from '../../model/views.js';
import { useExplorer, useListener, useSize } from '../app/context.js';
import { NameLink, RowTitle, Tick, TickBox } from '../app/state-link.js';
import { lazy } from '../app/notice.js';

const Spark = lazy(() => import('../charts/chart-card.js').then((room) => room.Spark));

export const seriesIn = (row: unknown): readonly SeriesPoint[] | undefined =>
  valueAt(row, 'series') as readonly SeriesPoint[] | undefined;

/** The sales of a row over the period. */
export const RowCurve = ({ row }: { readonly row: unknown }) => (
  <Spark values={seriesIn(row)?.map(({ usd_gmv }) => usd_gmv) ?? []} />
);

export interface ResultsProps {
  readonly view: Pick<View, 'names' | 'main'>;
  readonly rows: readonly unknown[];
  readonly columns: readonly Column[];
  /** The sort fields of the list. */
  readonly sortable: readonly string[];
  /** Whether rows may be ticked to be compared. */
  readonly isTickable?: boolean;
  /** The order of a table that is not the list of the address. */
  readonly orderby?: string;
  readonly onOrder?: (orderby: string) => void;
}

/** The region whose currency the amounts of a record are in. */
export const regionOf = (row: unknown): unknown =>
  REGION_PATHS.map((path) => valueAt(row, path)).find((region) => typeof region === 'string');

interface ChangeProps {
  readonly by: number;
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** Something that changed, in the colour of its direction. */
export const Change = ({ by, ...others }: ChangeProps) => (
  <span class={`moved ${by > 0 ? 'moved-up' : by < 0 ? 'moved-down' : ''}`} {...others} />
);

/** A value of a row: names link to their pages, regions have a tooltip with their name. */
export function Cell({ row, column }: { readonly row: unknown; readonly column: Column }) {
  const { state, choice } = useExplorer();
  const value = valueAt(row, column.path);
  if (column.kind === 'region' && typeof value === 'string')
    return <abbr title={choice('region', value)}>{value}</abbr>;
  const named = entityNamedBy(column.path);
  if (named !== undefined && typeof value === 'string') {
    return <NameLink entity={named[0]} id={valueAt(row, named[1])} name={value} level={named[2]} />;
  }
  if (column.path === 'previous_rank') return <Moved row={row} />;
  if (column.path === 'account_type') return <>{value === null ? '—' : choice('account_type', value)}</>;
  const written = formatValue(column, value, regionOf(row), state.lang);
  if (column.kind === 'time' && typeof value === 'number') {
    return <time title={formatTime(value, state.lang, 'minute', regionOf(row))}>{written}</time>;
  }
  if ((column.kind === 'change' || column.kind === 'growth') && typeof value === 'number') {
    return <Change by={value}>{written}</Change>;
  }
  if (column.kind === 'money' || column.kind === 'usd') {
    const own = regionOf(row);
    // Without the rate of a day there is only the local amount.
    const isLocal = column.kind === 'usd' && (own !== 'US' || value === null);
    const local = isLocal ? valueAt(row, localTwin(column.path)) : undefined;
    const isPrice = /(?:price|plays|viewers)$/.test(column.path);
    return (
      <>
        {typeof value === 'number' ? (
          <span title={formatPrice(value, column.kind === 'usd' ? 'US' : own, state.lang)}>
            {isPrice ? formatPrice(value, 'US', state.lang) : written}
          </span>
        ) : (
          typeof local !== 'number' && '—'
        )}
        {typeof local === 'number' && typeof own === 'string' && (
          <small>{(isPrice ? formatPrice : formatMoney)(local, own, state.lang)}</small>
        )}
      </>
    );
  }
  return <>{written}</>;
}

/** How a row moved since the period before, and its rank then. */
export function Moved({ row }: { readonly row: unknown }) {
  const { text, state } = useExplorer();
  const { rank, previous_rank: before, is_new: isNew } = row as Readonly<Record<string, number | null | undefined>>;
  if (isNew === 1) {
    const why = text('movedNewHere');
    return (
      <Change by={1} title={why}>
        {text('movedNew')}
        <span class="visually-hidden">: {why}</span>
      </Change>
    );
  }
  if (typeof rank !== 'number' || typeof before !== 'number') return <>—</>;
  const by = before - rank;
  const words = text('movedFrom', { rank: formatNumber(before, state.lang) });
  return (
    <Change by={by} title={words}>
      <span aria-hidden="true">{by > 0 ? `▲ ${by}` : by < 0 ? `▼ ${-by}` : '='}</span>
      <span class="visually-hidden">{words}</span>
    </Change>
  );
}

interface TiedProps {
  readonly rows: readonly unknown[];
  readonly row: unknown;
  readonly main: string | undefined;
}

/** Which other row has the figure that the rank of a row is by. */
export function Tied({ rows, row, main }: TiedProps) {
  const { text, state } = useExplorer();
  const rank = tiedWith(rows, row, main);
  return rank === undefined ? null : <small>{text('tied', { rank: formatNumber(rank, state.lang) })}</small>;
}

/**
 * The results, one a row; clicks on the head of a sortable column sort it down, up and as usual. The head stays in sight below the top bar. A
 * table that is wider than the page scrolls sideways in a box, to which its head would stick: there it is moved instead.
 */
export function ResultTable({ view, rows, columns, sortable, isTickable = false, ...own }: ResultsProps) {
  const { state, go, text, field: nameOf, help } = useExplorer();
  const { orderby: given = state.orderby, onOrder = (orderby) => go({ ...state, orderby, page: 1 }) } = own;
  const sorted = sortOf(given);
  const isAscending = sorted.order === 'asc';
  const sortKey = ({ path }: Column): string | undefined => sortable.find((field) => isSortedBy(path, field));
  const holder = useRef<HTMLDivElement>(null);
  const [isWide, setWide] = useState(false);
  useSize(holder, ({ scrollWidth, clientWidth }) => setWide(scrollWidth > clientWidth), columns);
  const moveHead = (): void => {
    const { current } = holder;
    const bar = document.querySelector('.top-bar');
    if (current === null || bar === null) return;
    const hidden = bar.getBoundingClientRect().bottom - current.getBoundingClientRect().top;
    current.style.setProperty('--hidden', `${Math.max(0, Math.min(hidden, current.clientHeight))}px`);
  };
  useListener('scroll', moveHead, isWide);
  const hasCurves = seriesIn(rows[0]) !== undefined;
  const [ranks, figures] = [
    columns.filter(({ path }) => path === 'rank'),
    columns.filter(({ path }) => path !== 'rank'),
  ];
  const headOf = (column: Column) => {
    const key = sortKey(column);
    const isSorted = key !== undefined && key === sorted.field;
    const next = !isSorted ? key : isAscending ? '' : `${key}:asc`;
    return (
      <th
        key={column.path}
        scope="col"
        title={help(column.description)}
        class={isFigure(column.kind) ? 'figure' : ''}
        aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : undefined}
      >
        {key === undefined ? (
          nameOf(column.path)
        ) : (
          <button class="sort-button" onClick={() => onOrder(next ?? '')}>
            {nameOf(column.path)}
            <span aria-hidden="true">{isSorted ? (isAscending ? '↑' : '↓') : '↕'}</span>
          </button>
        )}
      </th>
    );
  };
  const cellOf = (row: unknown) => (column: Column) => (
    <td key={column.path} class={isFigure(column.kind) ? 'figure' : ''}>
      <Cell row={row} column={column} />
      {column.path === 'rank' && <Tied rows={rows} row={row} main={view.main} />}
    </td>
  );
  return (
    <div
      ref={holder}
      class={`table-holder ${isWide ? 'table-wide' : 'table-fits'}`}
      tabIndex={0}
      role="group"
      aria-label={text('results')}
    >
      <table class="results">
        <thead>
          <tr>
            {ranks.map(headOf)}
            <th scope="col" class="title-head">
              <span class="row-head">
                {isTickable && <TickBox label={text('tickAll')} rows={rows} names={view.names} />}
                {nameOf(view.names.title)}
              </span>
            </th>
            {hasCurves && <th scope="col">{text('trend')}</th>}
            {figures.map(headOf)}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={String(valueAt(row, view.names.id))}>
              {ranks.map(cellOf(row))}
              <th scope="row">
                <span class="row-head">
                  {isTickable && <Tick row={row} names={view.names} />}
                  <RowTitle row={row} names={view.names} />
                </span>
              </th>
              {hasCurves && (
                <td>
                  <RowCurve row={row} />
                </td>
              )}
              {figures.map(cellOf(row))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
