import { useState } from 'preact/hooks';
import { writeAddress } from '../../model/address.js';
import { type Listed, sharedList, withOwnList, withSharedList } from '../../model/lists.js';
import { newestPeriod, periodName } from '../../model/periods.js';
import { addToList, readList, removeFromList } from '../../service/own-lists.js';
import { usePeriods } from '../../service/use-catalogue.js';
import { useExplorer } from '../app/context.js';
import { ProblemNotice, ResultSkeleton, TokenPanel } from '../app/notice.js';
import { CopyButton } from '../app/controls.js';
import { ListLinks, Things } from './things.js';

/** A list: one that this browser keeps, or that of the address. */
export function ListedPage() {
  const { state, text, go } = useExplorer();
  const name = state.filter.list ?? '';
  const [own, setOwn] = useState(() => readList(name));
  const shared = sharedList(state.filter);
  const wrong = shared && 'wrong' in shared ? shared.wrong : undefined;
  const list = shared === undefined ? own : 'wrong' in shared ? undefined : shared;
  const periods = usePeriods('topEcommerce', 'week');
  const week = periods.success && newestPeriod(periods.success.data, 'topEcommerce', 'week');
  if (periods.problem?.kind === 'token') return <TokenPanel refused />;
  const remove = (thing: Listed): void => {
    removeFromList(name, thing);
    setOwn(readList(name));
  };
  const keep = (things: readonly Listed[]): void => {
    addToList(
      name,
      things.map((thing) => ({ ...thing, added: thing.added ?? week })),
    );
    go(withOwnList(state, name));
  };
  return (
    <main class="page entity-page" id="results">
      <header class="results-head">
        <div>
          <h1>{name || text('watched')}</h1>
          <p class="about">{week && text('listAbout', { week: periodName(week, state.lang) })}</p>
        </div>
        {list !== undefined && list.things.length > 0 && (
          <span class="toolbar">
            {shared !== undefined && (
              <button class="button button-primary" onClick={() => keep(list.things)}>
                {text('listKeep')}
              </button>
            )}
            <CopyButton
              label={text('share')}
              value={() => new URL(writeAddress(withSharedList(state, list)), location.href).href}
              icon
            />
          </span>
        )}
      </header>
      <ListLinks name={shared === undefined ? name : undefined} />
      {periods.problem !== undefined && <ProblemNotice problem={periods.problem} onRetry={periods.retry} />}
      {list === undefined || list.things.length === 0 ? (
        <div class="notice notice-empty">
          <h2>{wrong === undefined ? text('listEmpty') : text('listWrong', { part: wrong })}</h2>
        </div>
      ) : week === undefined ? (
        periods.problem === undefined && <ResultSkeleton />
      ) : (
        <Things list={list} week={week} onRemove={shared === undefined ? remove : undefined} />
      )}
    </main>
  );
}
