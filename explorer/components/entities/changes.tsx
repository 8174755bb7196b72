import { useMemo, useState } from 'preact/hooks';
import type { BreakdownData, BreakdownRecord } from '../../../clients/typescript/src/schema.js';
import type { State } from '../../model/address.js';
import { textAt, valueAt } from '../../model/field-text.js';
import { formatHeading, formatNumber, formatUsd, formatUsdChange } from '../../model/format.js';
import { baseOf, daysOf, rangeValue, seriesOf } from '../../model/periods.js';
import { BREAKDOWN, type Entity, salesFilter } from '../../model/entity-pages.js';
import { type Dot, DOT_PART, dotsOf } from '../../model/strip.js';
import { ROW_NAMES } from '../../model/views.js';
import { type Rows, useAnswers, useRows } from '../../service/use-answer.js';
import { Segments } from '../app/controls.js';
import { useExplorer } from '../app/context.js';
import { ProblemNotice, ResultSkeleton } from '../app/notice.js';
import { ShortRow } from '../app/state-link.js';
import { FigureCell, Strip } from '../charts/strip.js';
import { Change } from '../list/result-table.js';

export interface ChangesProps {
  readonly entity: Entity;
  readonly id: string;
  readonly chosen: string;
  readonly channel: string | undefined;
  /** Those of the list that the page was opened from. */
  readonly categories: State['filter'];
  /** Whether the period can be compared with the days before. */
  readonly isWhole: boolean;
}

/** The rows of a breakdown with those of the days compared with, and which these are; of no key none. */
function useCompared(
  { entity, id, chosen, channel, categories, isWhole }: ChangesProps,
  by: string | undefined,
  pagesize: number,
  more: object = {},
) {
  const days = useMemo(() => daysOf(chosen), [chosen]);
  const { state, text } = useExplorer();
  const { region } = state.filter;
  const filter = salesFilter(entity, { id, channel, region }, categories);
  const before = isWhole ? baseOf(chosen, state.base) : undefined;
  const year = days?.from.slice(0, 4);
  return {
    base: before,
    before: before && text('summaryBefore', { days: formatHeading(before, state.lang, year) }),
    ...useRows<BreakdownData>(BREAKDOWN, by && days ? filter : undefined, {
      by,
      ...days,
      ...(before && { compare_to: rangeValue(before) }),
      pagesize,
      ...more,
    }),
  };
}

interface SummaryProps extends ChangesProps {
  readonly words: string;
  /** Of a creator. */
  readonly followers: unknown;
}

/** The sales of an entity in a period, each figure with its change since the days before, and where its largest videos stand. */
export function Summary({ words, followers, ...props }: SummaryProps) {
  const { text, field: nameOf, choice, state } = useExplorer();
  const { chosen, entity } = props;
  const { lang } = state;
  const { base, before, success, problem, loading, retry } = useCompared(props, 'channel', 2, seriesOf(chosen));
  const { sum, list = [], sum_series: series } = success?.data ?? {};
  const keyOf = (by: Dot['entity']) => {
    const { usd_gmv: sold = 0 } = list.find((row) => valueAt(row, 'channel') === by) ?? {};
    const isLarge = sum !== undefined && sold > 0 && sold >= DOT_PART * sum.usd_gmv;
    return series && isLarge && entity.edges.some((edge) => 'by' in edge && edge.by === by) ? by : undefined;
  };
  const { success: videos } = useCompared(props, keyOf('video'), FEW);
  const { success: lives } = useCompared(props, keyOf('live'), FEW);
  const dots = useMemo(
    () => (series && sum ? dotsOf({ video: videos?.data.list, live: lives?.data.list }, series, sum.usd_gmv) : []),
    [series, videos, lives],
  );
  if (problem !== undefined) return <ProblemNotice problem={problem} onRetry={retry} />;
  return (
    <section class="edge summary" aria-label={text('summary')} aria-busy={loading}>
      <h2>
        {text('summary')} <span class="hint">{[words, before].filter(Boolean).join(' · ')}</span>
      </h2>
      <Strip sum={sum} series={series} chosen={chosen} before={base} dots={dots}>
        {list.length > 1 &&
          list.map((row) => (
            <FigureCell
              key={textAt(row, 'channel')}
              name={`${nameOf('usd_gmv')} · ${choice('channel', valueAt(row, 'channel'))}`}
              value={row.usd_gmv}
              before={row.previous?.usd_gmv}
              format={(value) => formatUsd(value, lang)}
            />
          ))}
        {typeof followers === 'number' && (
          <FigureCell name={nameOf('follower_count')} value={followers} format={(value) => formatNumber(value, lang)} />
        )}
      </Strip>
    </section>
  );
}

const FEW = 10;
const PAGE = 100;
const MOST_PAGES = 10;
const SHOWN = 5;

const changeOf = ({ usd_gmv_change: change }: BreakdownRecord): number => change ?? 0;
const sumOf = (rows: readonly BreakdownRecord[]): number => rows.reduce((sum, row) => sum + changeOf(row), 0);

/** What drove the sales of an entity up and down since the days before, of the kind that is chosen. */
export function WhatChanged({ kinds, ...props }: ChangesProps & { readonly kinds: Entity['changes'] }) {
  const { text, state } = useExplorer();
  const [by, setBy] = useState(kinds[0] ?? 'creator');
  const { before, request, success, problem, retry } = useCompared(props, by, PAGE);
  const pages = Math.min(MOST_PAGES, Math.ceil((success?.data.total ?? 0) / PAGE));
  const others = useAnswers<Rows<BreakdownRecord>>(
    request === undefined
      ? []
      : Array.from({ length: Math.max(0, pages - 1) }, (_, at) => ({
          ...request,
          body: { ...request.body, page: at + 2 },
        })),
  );
  const isWhole = success !== undefined && (pages <= 1 || others.success !== undefined);
  const rows = [...(success?.data.list ?? []), ...(others.success?.data.flatMap(({ list }) => list) ?? [])].sort(
    (one, other) => changeOf(other) - changeOf(one),
  );
  const up = rows.filter((row) => changeOf(row) > 0);
  const down = rows.filter((row) => changeOf(row) < 0).reverse();
  return (
    <section class="edge" aria-label={text('changes')}>
      <header class="card-head">
        <h2>
          {text('changes')} <span class="hint">{before}</span>
        </h2>
        <Segments options={kinds.map((kind) => [kind, text(`by.${kind}`)])} chosen={by} onChoose={setBy} />
      </header>
      {problem !== undefined && <ProblemNotice problem={problem} onRetry={retry} />}
      {!isWhole && problem === undefined && <ResultSkeleton />}
      {isWhole && (
        <div class="movers">
          {[['changesUp', up] as const, ['changesDown', down] as const].map(([title, list]) => (
            <section key={title} class="card home-card" aria-label={text(title)}>
              <header class="card-head">
                <h3>{text(title)}</h3>
                <Change by={sumOf(list)}>{formatUsdChange(sumOf(list), state.lang)}</Change>
              </header>
              <ol>
                {list.length === 0 && <li class="hint">{text('changesNone')}</li>}
                {list.slice(0, SHOWN).map((row) => (
                  <ShortRow key={textAt(row, ROW_NAMES[by].id)} row={row} names={ROW_NAMES[by]}>
                    <Change by={changeOf(row)}>{formatUsdChange(changeOf(row), state.lang)}</Change>
                    <small>
                      {formatUsd(row.previous?.usd_gmv ?? 0, state.lang)} → {formatUsd(row.usd_gmv, state.lang)}
                    </small>
                  </ShortRow>
                ))}
                {list.length > SHOWN && (
                  <li class="hint">
                    {text('changesMore', {
                      count: formatNumber(list.length - SHOWN, state.lang),
                      sum: formatUsdChange(sumOf(list.slice(SHOWN)), state.lang),
                    })}
                  </li>
                )}
              </ol>
            </section>
          ))}
        </div>
      )}
    </section>
  );
}
