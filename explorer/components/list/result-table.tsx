import type { Column } from '../../model/columns.js';
import { isFigure, valueAt } from '../../model/columns.js';
import { formatTime, formatValue } from '../../model/format.js';
import type { View } from '../../model/views.js';
import { useExplorer } from '../app/context.js';
import { RowTitle } from '../app/row-title.js';

interface ResultsProps {
  readonly view: View;
  readonly rows: readonly unknown[];
  readonly columns: readonly Column[];
  /** The sort fields of the list. */
  readonly sortable: readonly string[];
}

const regionOf = (row: unknown): unknown => {
  const { region, creator_region, creator } = row as {
    region?: unknown;
    creator_region?: unknown;
    creator?: { region?: unknown };
  };
  return region ?? creator_region ?? creator?.region;
};

/** A value of a row; regions have a tooltip with their name. */
function Cell({ row, column }: { readonly row: unknown; readonly column: Column }) {
  const { state, choice } = useExplorer();
  const value = valueAt(row, column.path);
  if (column.kind === 'region' && typeof value === 'string')
    return <abbr title={choice('region', value)}>{value}</abbr>;
  const written = formatValue(column, value, regionOf(row), state.lang);
  if (column.kind === 'time' && typeof value === 'number') {
    return <time title={`${formatTime(value, state.lang, 'minute')} UTC`}>{written}</time>;
  }
  return <>{written}</>;
}

/** The results, one a row; a click on the head of a sortable column sorts. */
export function ResultTable({ view, rows, columns, sortable }: ResultsProps) {
  const { state, go, text, field: nameOf } = useExplorer();
  const sortKey = ({ path }: Column): string | undefined =>
    sortable.find(
      (field) =>
        field === path || path === `${field}_info.rate` || (path === 'publish_time' && field === 'create_time'),
    );
  return (
    <div class="table-holder" tabIndex={0} role="region" aria-label={text('results')}>
      <table class="results">
        <thead>
          <tr>
            <th scope="col">{nameOf(view.names.title)}</th>
            {columns.map((column) => {
              const key = sortKey(column);
              const isSorted = key !== undefined && key === state.orderby;
              return (
                <th
                  key={column.path}
                  scope="col"
                  title={column.description}
                  class={isFigure(column.kind) ? 'figure' : ''}
                  aria-sort={isSorted ? 'descending' : undefined}
                >
                  {key === undefined ? (
                    nameOf(column.path)
                  ) : (
                    <button
                      type="button"
                      class="sort-button"
                      onClick={() => go({ ...state, orderby: isSorted ? '' : key, page: 1 })}
                    >
                      {nameOf(column.path)}
                      <span aria-hidden="true">{isSorted ? '↓' : '↕'}</span>
                    </button>
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={String(valueAt(row, view.names.id))}>
              <th scope="row">
                <RowTitle row={row} names={view.names} />
              </th>
              {columns.map((column) => (
                <td key={column.path} class={isFigure(column.kind) ? 'figure' : ''}>
                  <Cell row={row} column={column} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The same as cards, for a phone. */
export function ResultCards({ view, rows, columns }: Omit<ResultsProps, 'sortable'>) {
  const { text, field: nameOf } = useExplorer();
  return (
    <ul class="cards" aria-label={text('results')}>
      {rows.map((row) => (
        <li key={String(valueAt(row, view.names.id))} class="card record-card">
          <RowTitle row={row} names={view.names} />
          <dl>
            {columns.map((column) => (
              <div key={column.path}>
                <dt>{nameOf(column.path)}</dt>
                <dd>
                  <Cell row={row} column={column} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** Placeholder rows until the first answer arrives. */
export function ResultSkeleton() {
  const { text } = useExplorer();
  return (
    <div class="skeleton" role="status" aria-label={text('loading')}>
      {Array.from({ length: 8 }, (_, at) => (
        <span key={at} />
      ))}
    </div>
  );
}
