import { useState } from 'preact/hooks';
import { readAddress } from '../../model/address.js';
import { formatChange, formatUsd, formatUsdChange } from '../../model/format.js';
import { type Listed, withOwnList } from '../../model/lists.js';
import { periodName } from '../../model/period-days.js';
import { readLists, removeFromList } from '../../service/own-lists.js';
import { readSaved, removeSaved } from '../../service/preferences.js';
import { useListed } from '../../service/use-listed.js';
import { useExplorer } from '../app/context.js';
import { ProblemNotice } from '../app/notice.js';
import { NameLink, StateLink } from '../app/state-link.js';
import { Change, Moved } from '../list/result-table.js';
import { ListLinks, RemoveButton } from './list-links.js';

/** What this browser keeps: watched things with their newest figures, other lists, and saved queries. */
export function OwnLists({ week }: { readonly week: string }) {
  const { text, state } = useExplorer();
  const [[{ things }, ...named], setLists] = useState(readLists);
  const [saved, setSaved] = useState(readSaved);
  if (things.length + named.length + saved.length === 0) return null;
  return (
    <div class="own-lists">
      {things.length + named.length > 0 && (
        <section class="card home-card" aria-label={text('watched')}>
          <h2>
            <StateLink to={withOwnList(state, '')}>{text('watched')}</StateLink>{' '}
            <span class="hint">{periodName(week, state.lang)}</span>
          </h2>
          <WatchedRows
            week={week}
            things={things}
            onRemove={(thing) => {
              removeFromList('', thing);
              setLists(readLists());
            }}
          />
          {named.length > 0 && <ListLinks />}
        </section>
      )}
      {saved.length > 0 && (
        <section class="card home-card" aria-label={text('saved')}>
          <h2>{text('saved')}</h2>
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

interface WatchedRowsProps {
  readonly week: string;
  readonly things: readonly Listed[];
  readonly onRemove: (thing: Listed) => void;
}

/** The watched things: their sales of the week, and how these changed since they were added. */
function WatchedRows({ week, things, onRemove }: WatchedRowsProps) {
  const { text, state } = useExplorer();
  const { rows, problem, retry } = useListed(things, week);
  return (
    <ul>
      {problem !== undefined && (
        <li>
          <ProblemNotice problem={problem} isMinor onRetry={retry} />
        </li>
      )}
      {(rows ?? things).map((thing) => {
        const own = rows?.find((one) => one === thing);
        const { row, growth, since = 0, last } = own ?? {};
        const name = thing.name || thing.id;
        return (
          <li key={thing.id}>
            <span class="row-name">
              <NameLink entity={thing.entity} id={thing.id} name={name} />
            </span>
            <span class="figure">
              {own && (row === undefined ? text('notRanked') : formatUsd(own.gmv, state.lang))}
              {last && (
                <small>
                  {text('watchedLast', {
                    figure: formatUsd(last.gmv, state.lang),
                    period: periodName(last.period, state.lang),
                  })}
                </small>
              )}
              <small>
                {typeof growth === 'number' && <Change by={growth}>{formatChange(growth, state.lang)}</Change>}{' '}
                {row !== undefined && own?.change !== undefined && <Moved row={row} />}
              </small>
              {since !== 0 && (
                <small>
                  {text('watchedSince', {
                    change: formatUsdChange(since, state.lang),
                    period: periodName(thing.added ?? '', state.lang),
                  })}
                </small>
              )}
            </span>
            <RemoveButton name={name} onClick={() => onRemove(thing)} />
          </li>
        );
      })}
    </ul>
  );
}
