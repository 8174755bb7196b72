import { useEffect, useState } from 'preact/hooks';
import { readAddress } from '../../model/address.js';
import { valueAt } from '../../model/columns.js';
import { fieldText } from '../../model/field-text.js';
import { formatChange, formatUsd, formatUsdChange } from '../../model/format.js';
import { type Coverage, isCompared, periodName } from '../../model/period-days.js';
import type { EntityId } from '../../model/views.js';
import { resolveView } from '../../model/resolve-view.js';
import { ENTITIES } from '../../model/entities.js';
import { pageOf } from '../../model/entity-pages.js';
import {
  readSaved,
  readWatched,
  removeSaved,
  toggleWatched,
  type Watched,
  writeWatched,
} from '../../service/preferences.js';
import { type Rows, useRows } from '../../service/use-records.js';
import { exportOwn } from '../../service/own-file.js';
import { useExplorer } from '../app/context.js';
import { CloseIcon } from '../app/icons.js';
import { ProblemNotice } from '../app/notice.js';
import { NameLink, StateLink } from '../app/state-link.js';
import { periodOfRow, useHistory } from '../entities/entity-history.js';
import { Change, Moved } from '../list/result-table.js';

/** What this browser keeps: watched entities with their newest figures, and saved queries. */
export function OwnLists({ week }: { readonly week: string }) {
  const { text, state } = useExplorer();
  const [watched, setWatched] = useState(readWatched);
  const [saved, setSaved] = useState(readSaved);
  if (watched.length === 0 && saved.length === 0) return null;
  const kinds = [...new Set(watched.map(({ entity }) => entity))];
  return (
    <div class="own-lists">
      {watched.length > 0 && (
        <section class="card home-card" aria-label={text('watched')}>
          <h2>
            {text('watched')} <span class="hint">{periodName(week, state.lang)}</span>
          </h2>
          {kinds.map((entity) => (
            <WatchedRows
              key={entity}
              entity={entity}
              week={week}
              watched={watched.filter((own) => own.entity === entity)}
              onRemove={(own) => {
                toggleWatched(own);
                setWatched(readWatched());
              }}
            />
          ))}
        </section>
      )}
      {saved.length > 0 && (
        <section class="card home-card" aria-label={text('saved')}>
          <header class="card-head">
            <h2>{text('saved')}</h2>
            <button type="button" class="link-button" onClick={exportOwn}>
              {text('savedExport')}
            </button>
          </header>
          <ul>
            {saved.map((query) => (
              <li key={query.search}>
                <StateLink to={readAddress(query.search, state.lang)}>{query.title}</StateLink>
                <RemoveButton
                  name={query.title}
                  onClick={() => {
                    removeSaved(query);
                    setSaved(readSaved());
                  }}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const RemoveButton = ({ name, onClick }: { readonly name: string; readonly onClick: () => void }) => {
  const { text } = useExplorer();
  return (
    <button type="button" class="button button-icon" aria-label={text('remove', { name })} onClick={onClick}>
      <CloseIcon />
    </button>
  );
};

interface WatchedRowsProps {
  readonly entity: EntityId;
  readonly week: string;
  readonly watched: readonly Watched[];
  readonly onRemove: (watched: Watched) => void;
}

/** The watched entities of a kind: their sales of the week, and how these changed since the last look. */
function WatchedRows({ entity, week, watched, onRemove }: WatchedRowsProps) {
  const { text, state } = useExplorer();
  const [ranking = 'sales'] = ENTITIES[entity].rankings;
  const { path, names, main = '', growth: growthPath } = resolveView(ranking, { orderby: '', filter: {} });
  const ids = watched.map(({ id }) => id).join(',');
  const { success, problem, retry } = useRows<Rows<unknown> & Coverage>(
    path,
    { [ENTITIES[entity].id]: ids, date_info: week },
    { pagesize: 100 },
  );
  const rowOf = (id: string): unknown => success?.data.list.find((row) => fieldText(valueAt(row, names.id)) === id);
  const salesOf = (id: string): number => Number(valueAt(rowOf(id), main) ?? 0);
  // Who sold nothing in the week has figures of a week before.
  const missing = success === undefined ? [] : watched.filter(({ id }) => rowOf(id) === undefined);
  const { history } = useHistory(
    pageOf(entity),
    missing.map(({ id }) => id),
    undefined,
    week,
  );
  const lastOf = (own: Watched): Watched['seen'] => {
    const rows = history.success?.data[missing.indexOf(own)]?.list ?? [];
    const last = rows.findLast((row) => Number(row[main] ?? 0) > 0);
    return last === undefined ? own.seen : { period: periodOfRow(week, last), gmv: Number(last[main]) };
  };
  useEffect(() => {
    if (success === undefined) return;
    const isSeen = (own: Watched): boolean => own.entity === entity && rowOf(own.id) !== undefined;
    const seen = ({ id }: Watched) => ({ period: week, gmv: salesOf(id) });
    writeWatched(readWatched().map((own) => (isSeen(own) ? { ...own, seen: seen(own) } : own)));
  }, [success]);
  return (
    <ul>
      {problem !== undefined && (
        <li>
          <ProblemNotice problem={problem} isMinor onRetry={retry} />
        </li>
      )}
      {watched.map((own) => {
        const row = rowOf(own.id);
        const growth = valueAt(row, growthPath);
        const since = row === undefined || own.seen === undefined ? 0 : salesOf(own.id) - own.seen.gmv;
        const last = row === undefined && success !== undefined ? lastOf(own) : undefined;
        return (
          <li key={own.id}>
            <span class="row-name">
              <NameLink entity={entity} id={own.id} name={own.name} />
            </span>
            <span class="figure">
              {row !== undefined ? formatUsd(salesOf(own.id), state.lang) : success !== undefined && text('notRanked')}
              {last !== undefined && (
                <small>
                  {text('watchedLast', {
                    figure: formatUsd(last.gmv, state.lang),
                    period: periodName(last.period, state.lang),
                  })}
                </small>
              )}
              <small>
                {typeof growth === 'number' && <Change by={growth}>{formatChange(growth, state.lang)}</Change>}{' '}
                {row !== undefined && isCompared(success?.data) && <Moved row={row} />}
              </small>
              {success !== undefined && since !== 0 && (
                <small>
                  {text('watchedSince', {
                    change: formatUsdChange(since, state.lang),
                    period: periodName(own.seen?.period ?? '', state.lang),
                  })}
                </small>
              )}
            </span>
            <RemoveButton name={own.name} onClick={() => onRemove(own)} />
          </li>
        );
      })}
    </ul>
  );
}
