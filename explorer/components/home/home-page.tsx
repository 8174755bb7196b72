import { useEffect, useMemo, useState } from 'preact/hooks';
import { withFilter, withView } from '../../model/address.js';
import { textAt, valueAt } from '../../model/field-text.js';
import { formFields } from '../../model/forms.js';
import { formatChange, formatHeading, formatNumber, formatShortUsd } from '../../model/format.js';
import { baseOf, daysOf, endOfData, isCompared, newestPeriod, seriesOf } from '../../model/periods.js';
import { type ListId, VIEWS } from '../../model/views.js';
import { CHANGE, resolveView } from '../../model/resolve-view.js';
import { readNamed, readRegion, readSaved, readWatched, writeRegion } from '../../service/preferences.js';
import { usePeriods } from '../../service/use-catalogue.js';
import { type Problem, useRows } from '../../service/use-answer.js';
import { NamedSelect } from '../app/controls.js';
import { useExplorer, useSettled } from '../app/context.js';
import { CoverageNotice, DataAge, ProblemNotice, ResultSkeleton, TokenPanel, WhenSeen, lazy } from '../app/notice.js';
import { ShortRow, StateLink } from '../app/state-link.js';
import { Change, Moved } from '../list/result-table.js';
import { StripPlace } from '../list/list-notes.js';
import type { ListData } from '../list/use-list.js';

/** The rankings of the page: top and rising. */
const RANKINGS: readonly { readonly view: ListId; readonly orderby: string }[] = [
  { view: 'sales', orderby: '' },
  { view: 'growth', orderby: '' },
  ...(['topProducts', 'topShops', 'topCategories'] as const).flatMap((view) => [
    { view, orderby: '' },
    { view, orderby: CHANGE },
  ]),
];

const OwnWait = () => (
  <div>
    <ResultSkeleton />
  </div>
);
const OwnLists = lazy(() => import('./things.js').then((room) => room.OwnLists), OwnWait);

const ROWS = 5;

const isBusy = ({ kind }: Problem): boolean => kind === 'limit' || kind === 'unavailable';

/** A busy service is no failure: the page asks again by itself. */
const CardProblem = (props: { readonly problem: Problem; readonly onRetry: () => void }) => {
  const { text } = useExplorer();
  return isBusy(props.problem) ? (
    <p class="hint" role="status">
      {text('waiting')}
    </p>
  ) : (
    <ProblemNotice {...props} />
  );
};

/** The first page: what is on top and what is rising in the newest complete week, in one region or all. */
export function HomePage() {
  const { state, document: openApi, text, field: nameOf, choice, go } = useExplorer();
  const [best, setBest] = useState<ListData>();
  const periods = usePeriods('topEcommerce', 'week');
  const week = periods.success && newestPeriod(periods.success.data, 'topEcommerce', 'week');
  const regions = useMemo(
    () => formFields(openApi, VIEWS.sales.path).find(({ name }) => name === 'region')?.choices ?? [],
    [openApi],
  );
  const region = state.filter.region ?? readRegion();
  const whole = withFilter(withView(state, 'home'), 'region', region);
  useSettled(whole);
  const days = daysOf(week ?? '');
  const dates = days && formatHeading(days, state.lang);
  const before = week === undefined ? undefined : baseOf(week, undefined);
  if (periods.problem?.kind === 'token') return <TokenPanel refused />;
  return (
    <main class="page entity-page home-page" id="results">
      <header class="results-head">
        <h1>
          {[text('homeHeading'), region === '' ? text('homeAllRegions') : choice('region', region), dates].join(' · ')}
          {before && text('headingBefore', { days: formatHeading(before, state.lang, before.from.slice(0, 4)) })}
        </h1>
        <DataAge end={periods.success && endOfData(periods.success.data, 'sales')} />
        <NamedSelect
          name={nameOf('region')}
          value={region}
          options={[
            ['', text('homeAllRegions')],
            ...regions.map((code) => [String(code), choice('region', code)] as const),
          ]}
          onChoose={(next) => {
            writeRegion(next);
            go(withFilter(whole, 'region', next));
          }}
        />
      </header>
      {periods.problem !== undefined && <CardProblem problem={periods.problem} onRetry={periods.retry} />}
      <StripPlace data={best} chosen={week ?? ''} total={undefined} />
      {readWatched().length + readNamed().length + readSaved().length > 0 &&
        (week === undefined ? <OwnWait /> : <OwnLists week={week} />)}
      <div class="home-cards">
        {RANKINGS.map(({ view, orderby }, at) => (
          <section
            key={view + orderby}
            class="card home-card"
            aria-label={text(resolveView(view, { orderby, filter: {} }).title)}
          >
            {week === undefined ? (
              <ResultSkeleton />
            ) : (
              <WhenSeen>
                <RankingCard
                  view={view}
                  orderby={orderby}
                  filter={{ ...whole.filter, date_info: week }}
                  {...(at === 0 && { onAnswer: setBest })}
                />
              </WhenSeen>
            )}
          </section>
        ))}
      </div>
    </main>
  );
}

interface RankingCardProps {
  readonly view: ListId;
  readonly orderby: string;
  readonly filter: Readonly<Record<string, string>>;
  /** Takes the answer, whose days it then has. */
  readonly onAnswer?: (data: ListData | undefined) => void;
}

/** The first rows of a ranking. */
function RankingCard({ view: id, orderby, filter, onAnswer }: RankingCardProps) {
  const { state, text } = useExplorer();
  const { path, names, title, growth: growthPath, main: figure = '' } = resolveView(id, { orderby, filter });
  const { success, problem, loading, retry } = useRows<ListData>(path, filter, {
    ...(orderby !== '' && { orderby: [{ field: orderby }] }),
    pagesize: ROWS,
    ...(onAnswer && seriesOf(filter.date_info)),
  });
  const isWhole = isCompared(success?.data);
  useEffect(() => onAnswer?.(success?.data), [success]);
  return (
    <>
      <header class="card-head">
        <h2>
          <StateLink to={{ ...withView(state, id), filter, orderby }}>{text(title)}</StateLink>
        </h2>
      </header>
      {problem !== undefined && <CardProblem problem={problem} onRetry={retry} />}
      {success === undefined && (problem === undefined || isBusy(problem)) && <ResultSkeleton />}
      <CoverageNotice {...success?.data} />
      {success !== undefined && (isWhole || orderby !== CHANGE) && (
        <ol class={loading ? 'stale' : ''}>
          {success.data.list.length === 0 && <li class="hint">{text('edgeEmpty')}</li>}
          {success.data.list.map((row) => {
            const growth = valueAt(row, growthPath);
            const value = valueAt(row, figure);
            return (
              <ShortRow key={textAt(row, names.id)} row={row} names={names}>
                {typeof value !== 'number'
                  ? '—'
                  : `${orderby !== '' && value > 0 ? '+' : ''}${/gmv/.test(figure) ? formatShortUsd(value, state.lang) : formatNumber(value, state.lang)}`}
                <small>
                  {typeof growth === 'number' && <Change by={growth}>{formatChange(growth, state.lang)}</Change>}{' '}
                  {orderby === '' && isWhole && <Moved row={row} />}
                </small>
              </ShortRow>
            );
          })}
        </ol>
      )}
    </>
  );
}
