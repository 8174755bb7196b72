import { useMemo, useState } from 'preact/hooks';
import type { ChartSpec } from '../../model/charts.js';
import { columnsOf, isFigure } from '../../model/columns.js';
import { fieldText } from '../../model/field-text.js';
import { formFields } from '../../model/form-fields.js';
import { formatNumber, formatShort, formatShortUsd, formatUsd, formatValue } from '../../model/format.js';
import { recordSchema } from '../../model/open-api.js';
import { filterValues } from '../../model/request-body.js';
import { useAnswer } from '../../service/use-answer.js';
import { ChartCard } from '../charts/chart-card.js';
import { useExplorer } from '../app/context.js';
import { FieldFaults } from '../filters/field-faults.js';
import { SegmentField } from '../filters/field-input.js';
import { CodeIcon } from '../app/icons.js';
import { Took } from '../list/list-page.js';
import { CopyButton } from '../list/list-tools.js';
import { ProblemNotice } from '../app/notice.js';
import { RequestPanel } from '../list/request-panel.js';
import { ResultSkeleton } from '../list/result-table.js';

const PATH = '/creator/v1/history';

type HistoryRow = Readonly<Record<string, number | string | null>>;

interface CreatorHistoryProps {
  /** uid, date_type, from and to, as the address has them. */
  readonly filter: Readonly<Record<string, string>>;
  /** Of the creator, for amounts in its currency. */
  readonly region: string | undefined;
  readonly onStep: (step: string) => void;
}

/** A creator's figures, period by period: drawn, and as a table. */
export function CreatorHistory({ filter, region, onStep }: CreatorHistoryProps) {
  const { document: openApi, token, text, choice, state, field: nameOf } = useExplorer();
  const [isRequestShown, setRequestShown] = useState(false);
  const fields = useMemo(() => formFields(openApi, PATH), [openApi]);
  const request = { path: PATH, body: filterValues(fields, filter) };
  const { success, problem, loading, retry } = useAnswer<{ list: HistoryRow[] }>(request, token);
  const rows = success?.data.list ?? [];
  const specs = useMemo((): ChartSpec[] => {
    const labels = rows.map(({ date_value }) => fieldText(date_value));
    const figures = (names: readonly string[]) =>
      names.map((name) => ({ name: nameOf(name), values: rows.map((row) => numberOf(row[name])) }));
    const count = {
      format: (value: number) => formatNumber(value, state.lang),
      short: (value: number) => formatShort(value, state.lang),
    };
    const money = {
      format: (value: number) => formatUsd(value, state.lang),
      short: (value: number) => formatShortUsd(value, state.lang),
    };
    return [
      {
        title: text('gmvOverTime'),
        kind: 'column',
        labels,
        series: figures(['video_usd_gmv', 'live_usd_gmv']),
        ...money,
      },
      { title: text('followersOverTime'), kind: 'line', labels, series: figures(['follower_count']), ...count },
    ];
  }, [success, state.lang]);
  const step = fields.find(({ name }) => name === 'date_type');
  return (
    <section class="creator-history" aria-busy={loading}>
      <div class="toolbar">
        {step !== undefined && (
          <SegmentField
            field={step}
            text={filter.date_type ?? ''}
            onText={(chosen) => chosen !== '' && onStep(chosen)}
            options={step.choices.map((value) => ({ value, label: choice('date_type', value) }))}
            withAny={false}
          />
        )}
        <span class="spacer" />
        <CopyButton label={text('share')} value={() => location.href} icon />
        <button type="button" class="button" onClick={() => setRequestShown(true)}>
          <CodeIcon />
          {text('request')}
        </button>
      </div>
      {problem !== undefined && (
        <ProblemNotice problem={problem} onRetry={retry}>
          <FieldFaults faults={problem.faults} />
        </ProblemNotice>
      )}
      {success === undefined && problem === undefined && <ResultSkeleton />}
      {success !== undefined && problem?.kind !== 'refused' && (
        <div class={loading ? 'stale' : ''}>
          <div class="charts charts-two">
            {specs.map((spec) => (
              <ChartCard key={spec.title} spec={spec} labelsName={text('period')} />
            ))}
          </div>
          <h2>{text('figures')}</h2>
          <HistoryTable rows={rows} region={region} />
          <Took success={success} />
        </div>
      )}
      {isRequestShown && (
        <RequestPanel request={request} answer={success?.envelope} onClose={() => setRequestShown(false)} />
      )}
    </section>
  );
}

const numberOf = (value: number | string | null | undefined): number | null =>
  typeof value === 'number' ? value : null;

/** The newest period first. */
function HistoryTable({ rows, region }: { readonly rows: readonly HistoryRow[]; readonly region: string | undefined }) {
  const { document: openApi, field: nameOf, state, text } = useExplorer();
  const columns = useMemo(() => columnsOf(openApi, recordSchema(openApi, PATH)), [openApi]);
  return (
    <div class="table-holder" tabIndex={0} role="region" aria-label={text('figures')}>
      <table class="results">
        <thead>
          <tr>
            {columns.map(({ path, kind, description }) => (
              <th key={path} scope="col" title={description} class={isFigure(kind) ? 'figure' : ''}>
                {nameOf(path)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...rows].reverse().map((row) => (
            <tr key={fieldText(row.date_value)}>
              {columns.map((column) => (
                <td key={column.path} class={isFigure(column.kind) ? 'figure' : ''}>
                  {formatValue(column, row[column.path], region, state.lang)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
