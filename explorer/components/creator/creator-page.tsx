import { useEffect, useMemo } from 'preact/hooks';
import { withFilter, withView, writeAddress } from '../../model/address.js';
import { withHistorySpan } from '../../model/defaults.js';
import { formatUsd } from '../../model/format.js';
import { newestPeriod } from '../../model/periods.js';
import { operationAt } from '../../model/open-api.js';
import { VIEWS } from '../../model/views.js';
import { useAnswer } from '../../service/use-answer.js';
import { usePeriods } from '../../service/use-periods.js';
import { useExplorer } from '../app/context.js';
import { CreatorHistory } from './creator-history.js';
import { CreatorProfile } from './creator-profile.js';
import type { BoardRow } from './creator-profile.js';
import { KeywordBox } from '../filters/keyword-box.js';
import { ProblemNotice } from '../app/notice.js';
import { ResultSkeleton } from '../list/result-table.js';
import { RowTitle } from '../app/row-title.js';
import { TokenPanel } from '../app/token-panel.js';

const LEADING = 12;

/** The page of a creator: profile, ranks and figures over time. */
export function CreatorPage() {
  const { state, document: openApi, token, text, go, settle } = useExplorer();
  const { uid } = state.filter;
  const periods = usePeriods();
  const whole = periods.success && withHistorySpan(state, periods.success.data);
  useEffect(() => {
    if (whole !== undefined && writeAddress(whole) !== writeAddress(state)) settle(whole);
  });
  const boardOf = (board: 'topEcommerce' | 'topGrowth') => {
    const newest = periods.success && newestPeriod(periods.success.data, board);
    const [type, value] = newest?.split(':') ?? [];
    return type === undefined ? undefined : { type, value };
  };
  const salesPeriod = boardOf('topEcommerce');
  const growthPeriod = boardOf('topGrowth');
  const rowOf = (path: string, period: object | undefined) =>
    uid === undefined || period === undefined
      ? undefined
      : { path, body: { filter: { uid, date_info: period }, pagesize: 1 } };
  const sales = useAnswer<{ list: BoardRow[] }>(rowOf(VIEWS.sales.path, salesPeriod), token);
  const growth = useAnswer<{ list: BoardRow[] }>(rowOf(VIEWS.growth.path, growthPeriod), token);
  const hasHistory = useMemo(() => operationAt(openApi, '/creator/v1/history') !== undefined, [openApi]);
  const problem = periods.problem ?? sales.problem ?? growth.problem;
  if (problem?.kind === 'token') return <TokenPanel refused />;
  return (
    <main class="page creator-page" id="results">
      <header class="results-head">
        <div>
          <h1>{text('view.creator')}</h1>
          <p class="about">{text('about.creator')}</p>
        </div>
      </header>
      <KeywordBox
        label={text('creatorFind')}
        suggest="/creator/v1/suggest"
        keywords=""
        onSuggestion={({ filter }) =>
          typeof filter.uid === 'string' && go({ ...withView(state, 'creator'), filter: { uid: filter.uid } })
        }
      />
      {problem !== undefined && <ProblemNotice problem={problem} onRetry={periods.retry} />}
      {uid === undefined ? (
        <Leading period={salesPeriod} />
      ) : (
        <>
          {sales.loading && sales.success === undefined ? (
            <ResultSkeleton />
          ) : (
            <CreatorProfile
              uid={uid}
              sales={sales.success?.data.list[0]}
              growth={growth.success?.data.list[0]}
              salesPeriod={salesPeriod}
              growthPeriod={growthPeriod}
            />
          )}
          {hasHistory && whole !== undefined ? (
            <CreatorHistory
              key={uid}
              filter={whole.filter}
              region={(sales.success ?? growth.success)?.data.list[0]?.creator.region ?? undefined}
              onStep={(step) => go(withFilter({ ...state, filter: { uid } }, 'date_type', step))}
            />
          ) : (
            !hasHistory && <p class="notice">{text('noHistory')}</p>
          )}
        </>
      )}
    </main>
  );
}

/** Creators to begin with: the first of the newest month's board. */
function Leading({ period }: { readonly period: object | undefined }) {
  const { text, token, state } = useExplorer();
  const request = period && {
    path: VIEWS.sales.path,
    body: { filter: { date_info: period }, pagesize: LEADING },
  };
  const { success } = useAnswer<{ list: BoardRow[] }>(request, token);
  return (
    <>
      <p class="hint">{text('creatorHint')}</p>
      <h2>{text('creatorStart')}</h2>
      {success === undefined ? (
        <ResultSkeleton />
      ) : (
        <ul class="leading">
          {success.data.list.map((row) => (
            <li key={row.uid} class="card">
              <RowTitle row={row} names={VIEWS.sales.names} />
              <span class="figure">{formatUsd(row.creator_usd_gmv ?? 0, state.lang)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
