import { useState } from 'preact/hooks';
import { isFigure } from '../../model/columns.js';
import { valueAt } from '../../model/field-text.js';
import { useExplorer } from '../app/context.js';
import { RowTitle, Tick } from '../app/state-link.js';
import { Cell, type ResultsProps, RowCurve, seriesIn, Tied } from './result-table.js';

interface ResultCardsProps extends Omit<ResultsProps, 'sortable'> {
  /** How many rows there are at first. */
  readonly most?: number;
}

/** The results as cards, for a phone. */
export function ResultCards({ view, rows, columns, isTickable = false, most = Infinity }: ResultCardsProps) {
  const { text, field: nameOf } = useExplorer();
  const [isWhole, setWhole] = useState(false);
  return (
    <ul class="cards" aria-label={text('results')}>
      {rows.slice(0, isWhole ? Infinity : most).map((row) => (
        <li key={String(valueAt(row, view.names.id))} class="card record-card">
          <span class="row-head">
            <RowTitle row={row} names={view.names} />
            {seriesIn(row) && <RowCurve row={row} />}
            {isTickable && <Tick row={row} names={view.names} />}
          </span>
          <dl>
            {columns.map((column) => (
              <div key={column.path}>
                <dt>{nameOf(column.path)}</dt>
                <dd class={isFigure(column.kind) ? 'whole' : ''}>
                  <Cell row={row} column={column} />{' '}
                  {column.path === 'rank' && <Tied rows={rows} row={row} main={view.main} />}
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
      {!isWhole && rows.length > most && (
        <li>
          <button class="link-button" onClick={() => setWhole(true)}>
            {text('showAll', { count: rows.length })}
          </button>
        </li>
      )}
    </ul>
  );
}
