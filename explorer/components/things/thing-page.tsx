import { useEffect, useMemo } from 'preact/hooks';
import { withFilter, withView, writeAddress } from '../../model/address.js';
import { chosenColumns, columnsOf, valueAt } from '../../model/columns.js';
import { fieldText } from '../../model/field-text.js';
import { formFields } from '../../model/form-fields.js';
import { recordSchema } from '../../model/open-api.js';
import type { Thing } from '../../model/things.js';
import { THINGS } from '../../model/things.js';
import type { ThingId } from '../../model/views.js';
import { noteRecent } from '../../service/preferences.js';
import { useRecords } from '../../service/use-records.js';
import { useExplorer, useSettled } from '../app/context.js';
import { ProblemNotice } from '../app/notice.js';
import { Subtitle, Tile } from '../app/row-title.js';
import { StateLink } from '../app/state-link.js';
import { TokenPanel } from '../app/token-panel.js';
import { WhenSeen } from '../app/when-seen.js';
import { SegmentField } from '../filters/field-input.js';
import { FieldFaults } from '../filters/field-faults.js';
import { PeriodField } from '../filters/period-field.js';
import { CopyButton } from '../list/list-tools.js';
import { RequestButton } from '../list/request-button.js';
import { Cell, ResultSkeleton } from '../list/result-table.js';
import { BREAKDOWN, EdgeTable } from './edge-table.js';
import { Places } from './places.js';
import { HistoryCharts, HistoryTable } from './thing-history.js';
import { useHistory } from './use-history.js';

/** The page of one record: the record, its figures over time, its ranks, and its sales by what they are of. */
export function ThingPage({ kind, id }: { readonly kind: ThingId; readonly id: string }) {
  const { state, document: openApi, text, go, choice } = useExplorer();
  const thing = THINGS[kind];
  const { records, loading, problem: failure, retry } = useRecords(thing, id === '' ? [] : [id]);
  const record = records?.get(id);
  const isMissing = id === '' || (records !== undefined && record === undefined);
  const { periods, list, chosen, span, requests, history } = useHistory(thing, isMissing ? [] : [id]);
  const [request] = requests;
  const { channel } = state.filter;
  const whole = {
    ...state,
    filter: {
      [thing.id]: id,
      ...(chosen !== undefined && { date_info: chosen }),
      ...(channel !== undefined && { channel }),
    },
  };
  useSettled(chosen === undefined ? undefined : whole);
  const name = record === undefined ? id : fieldText(valueAt(record, thing.record.names.title)) || id;
  useEffect(() => {
    if (record === undefined) return;
    document.title = `${name} · ${text('title')}`;
    noteRecent({ search: writeAddress(whole), title: `${text(`view.${kind}`)} · ${name}` });
  }, [record]);
  const problem = failure ?? periods.problem ?? history.problem;
  if (problem?.kind === 'token') return <TokenPanel refused />;
  if (isMissing) return <NotFound kind={kind} id={id} />;

  const rows = history.success?.data[0] ?? [];
  const isFirstDone = record !== undefined && (request === undefined || !history.loading);
  const channels = thing.edges.some((edge) => 'by' in edge)
    ? formFields(openApi, BREAKDOWN).find((field) => field.name === 'channel')
    : undefined;
  const region = valueAt(record, 'region') ?? valueAt(record, 'creator_region');
  return (
    <main class="page thing-page" id="results" aria-busy={loading || history.loading}>
      {record === undefined ? <ResultSkeleton /> : <ThingHead kind={kind} thing={thing} id={id} record={record} />}
      {problem !== undefined && (
        <ProblemNotice problem={problem} onRetry={failure === undefined ? periods.retry : retry}>
          <FieldFaults faults={problem.faults} />
        </ProblemNotice>
      )}
      {chosen !== undefined && (
        <div class="toolbar period-bar">
          <PeriodField
            name="date_info"
            text={chosen}
            onText={(given) => go(withFilter(whole, 'date_info', given))}
            periods={list}
          />
          {channels !== undefined && (
            <SegmentField
              field={channels}
              text={channel ?? ''}
              onText={(given) => go(withFilter(whole, 'channel', given))}
              options={channels.choices.map((value) => ({ value, label: choice('channel', value) }))}
            />
          )}
          <div class="toolbar period-tools">
            <CopyButton label={text('share')} value={() => location.href} icon />
            {thing.history !== undefined && <RequestButton request={request} answer={history.success?.envelope} />}
          </div>
        </div>
      )}
      {thing.history !== undefined &&
        chosen !== undefined &&
        (history.success === undefined ? (
          <ResultSkeleton />
        ) : (
          <div class={history.loading ? 'stale' : ''}>
            <HistoryCharts charts={thing.history.charts} rows={rows} span={span} chosen={chosen} />
          </div>
        ))}
      {isFirstDone && chosen !== undefined && (
        <>
          {thing.boards.length > 0 && (
            <WhenSeen>
              <Places thing={thing} id={id} chosen={chosen} />
            </WhenSeen>
          )}
          {thing.edges.map((edge) => (
            <WhenSeen key={'by' in edge ? edge.by : edge.view}>
              <EdgeTable edge={edge} thing={thing} id={id} chosen={chosen} channel={channel} />
            </WhenSeen>
          ))}
          {thing.history !== undefined && rows.length > 0 && (
            <section class="edge">
              <h2>{text('figures')}</h2>
              <HistoryTable path={thing.history.path} rows={rows} chosen={chosen} region={region} />
            </section>
          )}
        </>
      )}
    </main>
  );
}

interface ThingHeadProps {
  readonly kind: ThingId;
  readonly thing: Thing;
  readonly id: string;
  readonly record: unknown;
}

/** The record: its name, its figures, and the lists of what belongs to it. */
function ThingHead({ kind, thing, id, record }: ThingHeadProps) {
  const { document: openApi, text, state, field: nameOf } = useExplorer();
  const { path, names, fields } = thing.record;
  const columns = useMemo(
    () => chosenColumns(columnsOf(openApi, recordSchema(openApi, path)), fields),
    [openApi, path, fields],
  );
  const name = fieldText(valueAt(record, names.title)) || id;
  return (
    <header class="card thing-head">
      <Tile name={name} picture={valueAt(record, names.picture)} large />
      <div class="thing-words">
        <p class="about">{text(`view.${kind}`)}</p>
        <h1>{name}</h1>
        <p class="about">
          <Subtitle row={record} names={names} />
        </p>
        <p class="thing-links">
          {thing.lists.map(({ view, filter }) => (
            <StateLink key={view} to={{ ...withView(state, view), filter: { [filter]: id } }}>
              {text(`view.${view}`)}
            </StateLink>
          ))}
        </p>
      </div>
      <dl class="thing-figures">
        {columns.map((column) => (
          <div key={column.path}>
            <dt>{nameOf(column.path)}</dt>
            <dd>
              <Cell row={record} column={column} />
            </dd>
          </div>
        ))}
      </dl>
    </header>
  );
}

/** Says that there is no such record, and where to look for one. */
function NotFound({ kind, id }: { readonly kind: ThingId; readonly id: string }) {
  const { text, state } = useExplorer();
  const lists = {
    creator: 'creators',
    product: 'products',
    shop: 'topShops',
    category: 'topCategories',
    video: 'videos',
    live: 'lives',
  } as const;
  return (
    <main class="page thing-page" id="results">
      <div class="notice notice-empty">
        <h1>{text('missingHeading')}</h1>
        <p>{text('missingHint', { kind: text(`view.${kind}`), id })}</p>
        <p>
          <StateLink to={withView(state, lists[kind])}>{text(`view.${lists[kind]}`)}</StateLink>
        </p>
      </div>
    </main>
  );
}
