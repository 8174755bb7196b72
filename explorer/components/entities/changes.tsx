import { useMemo, useState } from 'preact/hooks';
import type { State } from '../../model/address.js';
import { valueAt } from '../../model/columns.js';
import { fieldText } from '../../model/field-text.js';
import { formatChange, formatDays, formatNumber, formatUsd, formatUsdChange, growthOf } from '../../model/format.js';
import { baseOf, daysOf, rangeValue } from '../../model/period-days.js';
import { type Entity, salesFilter } from '../../model/entity-pages.js';
import { ROW_NAMES } from '../../model/views.js';
import { useAnswers } from '../../service/use-answer.js';
import { type Rows, useRows } from '../../service/use-records.js';
import { Segments } from '../app/choices.js';
import { useExplorer } from '../app/context.js';
import { ProblemNotice } from '../app/notice.js';
import { RowTitle } from '../app/state-link.js';
import { Change, ResultSkeleton } from '../list/result-table.js';
import { BREAKDOWN } from './edge-table.js';

interface Sums {
  readonly usd_gmv: number;
  readonly units_sold: number;
  readonly usd_gmv_change: number;
  /** Absent where nothing is compared. */
  readonly previous?: { readonly usd_gmv: number; readonly units_sold: number };
}

interface ComparedData extends Rows<Sums> {
  readonly total: number;
  readonly sum: Sums;
}

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

/** The rows of a breakdown with those of the days compared with, and which these are. */
function useCompared({ entity, id, chosen, channel, categories, isWhole }: ChangesProps, by: string, pagesize: number) {
  const days = useMemo(() => daysOf(chosen), [chosen]);
  const { state, text } = useExplorer();
  const { region } = state.filter;
  const filter = salesFilter(entity, { id, channel, region }, categories);
  const before = isWhole ? baseOf(chosen, state.base) : undefined;
  return {
    before: before && text('summaryBefore', { days: formatDays(before.from, before.to, state.lang) }),
    ...useRows<ComparedData>(BREAKDOWN, days && filter, {
      by,
      ...days,
      ...(before && { compare_to: rangeValue(before) }),
      pagesize,
    }),
  };
}

interface Figure {
  readonly name: string;
  readonly path: 'usd_gmv' | 'units_sold';
  readonly of: Sums;
}

/** A figure, how it changed, and what it was. */
function FigureCard({ name, path, of: { [path]: value, previous } }: Figure) {
  const { text, state } = useExplorer();
  const format = path === 'usd_gmv' ? formatUsd : formatNumber;
  const before = previous?.[path];
  const growth = before === undefined ? undefined : growthOf(value, before);
  return (
    <dl class="card figure-card">
      <dt>{name}</dt>
      <dd class="figure-large">{format(value, state.lang)}</dd>
      <dd class="hint">
        {before !== undefined && (
          <>
            <Change by={value - before}>
              {`${value > before ? '+' : ''}${format(value - before, state.lang)}`}
              {growth !== undefined && ` (${formatChange(growth, state.lang)})`}
            </Change>{' '}
            {text('figureBefore', { figure: format(before, state.lang) })}
          </>
        )}
      </dd>
    </dl>
  );
}

/** The sales of an entity in a period, each figure with its change since the days before. */
export function Summary({ words, ...props }: ChangesProps & { readonly words: string }) {
  const { text, field: nameOf, choice } = useExplorer();
  const { before, success, problem, loading, retry } = useCompared(props, 'channel', 2);
  if (problem !== undefined) return <ProblemNotice problem={problem} onRetry={retry} />;
  const { sum: of, list = [] } = success?.data ?? {};
  const figures = (['usd_gmv', 'units_sold'] as const).flatMap((path): Figure[] =>
    of === undefined ? [] : [{ name: nameOf(path), path, of }],
  );
  const channels = (list.length > 1 ? list : []).map((row): Figure => {
    const channel = choice('channel', valueAt(row, 'channel'));
    return { name: `${nameOf('usd_gmv')} · ${channel}`, path: 'usd_gmv', of: row };
  });
  return (
    <section class="edge summary" aria-label={text('summary')} aria-busy={loading}>
      <h2>
        {text('summary')} <span class="hint">{[words, before].filter(Boolean).join(' · ')}</span>
      </h2>
      <div class={`places ${loading && of !== undefined ? 'stale' : ''}`}>
        {of === undefined && <div class="card figure-card" />}
        {[...figures, ...channels].map((figure) => (
          <FigureCard key={figure.name} {...figure} />
        ))}
      </div>
    </section>
  );
}

const PAGE = 100;
const MOST_PAGES = 10;
const SHOWN = 5;

const sumOf = (rows: readonly Sums[]): number => rows.reduce((sum, { usd_gmv_change: change }) => sum + change, 0);

/** What drove the sales of an entity up and down since the days before, of the kind that is chosen. */
export function WhatChanged({ kinds, ...props }: ChangesProps & { readonly kinds: Entity['changes'] }) {
  const { text, state, token } = useExplorer();
  const [by, setBy] = useState(kinds[0] ?? 'creator');
  const { before, request, success, problem, retry } = useCompared(props, by, PAGE);
  const pages = Math.min(MOST_PAGES, Math.ceil((success?.data.total ?? 0) / PAGE));
  const others = useAnswers<Rows<Sums>>(
    request === undefined
      ? []
      : Array.from({ length: Math.max(0, pages - 1) }, (_, at) => ({
          ...request,
          body: { ...request.body, page: at + 2 },
        })),
    token,
  );
  const isWhole = success !== undefined && (pages <= 1 || others.success !== undefined);
  const rows = [...(success?.data.list ?? []), ...(others.success?.data.flatMap(({ list }) => list) ?? [])].sort(
    (one, other) => other.usd_gmv_change - one.usd_gmv_change,
  );
  const up = rows.filter(({ usd_gmv_change: change }) => change > 0);
  const down = rows.filter(({ usd_gmv_change: change }) => change < 0).reverse();
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
                  <li key={fieldText(valueAt(row, ROW_NAMES[by].id))}>
                    <RowTitle row={row} names={ROW_NAMES[by]} />
                    <span class="figure">
                      <Change by={row.usd_gmv_change}>{formatUsdChange(row.usd_gmv_change, state.lang)}</Change>
                      <small>
                        {formatUsd(row.previous?.usd_gmv ?? 0, state.lang)} → {formatUsd(row.usd_gmv, state.lang)}
                      </small>
                    </span>
                  </li>
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
