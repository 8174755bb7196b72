import { useEffect, useMemo, useState } from 'preact/hooks';
import { withFilter, withView, writeAddress } from '../../model/address.js';
import { textAt, valueAt } from '../../model/field-text.js';
import { type FormField, formFields } from '../../model/forms.js';
import { isCompared, lastDaysText, nearestWithData, newestPeriod } from '../../model/periods.js';
import { coverageOf, daysFrom } from '../../model/page-days.js';
import { levelIn, LEVELS } from '../../model/entities.js';
import { BREAKDOWN, categoriesOf, pageOf } from '../../model/entity-pages.js';
import { type EntityId, VIEWS } from '../../model/views.js';
import { type Category, pathTo, useCatalogue } from '../../service/use-catalogue.js';
import { noteRecent } from '../../service/preferences.js';
import { useRecords } from '../../service/use-entities.js';
import { useExplorer, useSettled } from '../app/context.js';
import { CoverageNotice, DataAge, ProblemNotice, TokenPanel, WhenSeen } from '../app/notice.js';
import { StateLink } from '../app/state-link.js';
import { CopyButton } from '../app/controls.js';
import { type Option, SegmentField, SelectField } from '../filters/field-input.js';
import { BaseField, PeriodField } from '../filters/period-field.js';
import { RequestButton } from '../list/list-tools.js';
import { regionOf } from '../list/result-table.js';
import { EdgeTable, Leaders } from './edge-table.js';
import { Summary, WhatChanged } from './changes.js';
import { Peers, VideoPeers } from './peers.js';
import { Places } from './places.js';
import { EntityHead } from './entity-head.js';
import { HistoryTable, useHistory } from './entity-history.js';

/** The page of one record: the record, its figures over time, its ranks, and its sales by what they are of. */
export function EntityPage({ kind, id }: { readonly kind: EntityId; readonly id: string }) {
  const { state, document: openApi, text, go, choice } = useExplorer();
  const named = pageOf(kind, levelIn(state.filter));
  const { records, loading, problem: failure, retry } = useRecords(named, id === '' ? [] : [id]);
  const record = records?.get(id);
  const path = kind === 'category' && records !== undefined ? pathTo(records as ReadonlyMap<string, Category>, id) : [];
  // An address may name a category by the field of another level.
  const entity = pageOf(kind, path.length || named.level);
  const [isHistorySeen, setHistorySeen] = useState(false);
  const isMissing = id === '' || (records !== undefined && record === undefined);
  const { channel, product_category_id: category } = state.filter;
  const catalogue = useCatalogue(
    kind !== 'category' && Object.keys(state.filter).some((name) => /category/.test(name)),
  );
  const categories = useMemo(
    () => categoriesOf(entity, state.filter, (own) => catalogue.pathTo(own).length || undefined),
    [entity, state.filter, catalogue.pathTo],
  );
  const isNarrow = Object.keys(categories).length > 0;
  // The level of a category is known with its tree.
  const isTreeHere = category === undefined || catalogue.product.length > 0 || catalogue.failed !== undefined;
  const { periods, list, chosen, span, end, reach, coverage, requests, history } = useHistory(
    entity,
    // Histories know no category.
    isMissing || isNarrow || !isTreeHere ? [] : [id],
    record === undefined ? undefined : (last) => ownPeriod(record, last),
    isHistorySeen,
  );
  const [request] = requests;
  const others = Object.entries(state.filter).filter(([name]) => kind !== 'category' || !LEVELS.includes(name));
  const whole = {
    ...state,
    filter: { ...Object.fromEntries(others), [entity.id]: id, ...(chosen !== undefined && { date_info: chosen }) },
  };
  useSettled(chosen === undefined ? undefined : whole);
  const name = record === undefined ? id : textAt(record, entity.record.names.title) || id;
  useEffect(() => {
    if (record === undefined) return;
    document.title = `${name} · ${text('title')}`;
    noteRecent({ search: writeAddress(whole), title: `${text(`view.${kind}`)} · ${name}` });
  }, [record]);
  const problem = failure ?? periods.problem ?? history.problem;
  if (problem?.kind === 'token') return <TokenPanel refused />;
  if (isMissing) return <NotFound kind={kind} id={id} />;

  const week = end === undefined ? {} : coverageOf(lastDaysText(end, 7), undefined, reach);
  const newest =
    periods.success &&
    newestPeriod(periods.success.data, VIEWS[entity.rankings[0] ?? 'sales'].ranking ?? 'topEcommerce', 'week');
  const isSold = week.complete !== false && (end !== undefined || periods.success === undefined);
  const breakdown = formFields(openApi, BREAKDOWN);
  const channels = breakdown.find((field) => field.name === 'channel');
  const [ranking] = entity.rankings;
  const regions =
    ranking &&
    formFields(openApi, VIEWS[ranking].path).find((field) => field.name === 'region' && field.kind === 'choice');
  const choose = (field: string) => (given: string) => go(withFilter(whole, field, given));
  const optionsOf = ({ name: field, choices }: FormField): Option[] =>
    choices.map((value) => ({ value, label: choice(field, value) }));
  const part = { entity, id, chosen: chosen ?? '', channel, categories, isWhole: isCompared(coverage) };
  const words = Object.values(categories)
    .map((own) => catalogue.nameOf('product', own))
    .join(' · ');
  return (
    <main class="page entity-page" id="results" aria-busy={loading || periods.loading || history.loading}>
      {record === undefined ? (
        <div class="card entity-head" />
      ) : (
        <EntityHead kind={kind} entity={entity} id={id} record={record} path={path} isSold={isSold} week={newest} />
      )}
      {problem !== undefined && (
        <ProblemNotice problem={problem} onRetry={failure ? retry : periods.problem ? periods.retry : history.retry} />
      )}
      <div class="toolbar period-bar">
        {chosen !== undefined && (
          <>
            <PeriodField text={chosen} onText={choose('date_info')} periods={list} end={end} />
            <BaseField chosen={chosen} reach={reach} />
            {channels !== undefined && (
              <SegmentField
                field={channels}
                text={channel ?? ''}
                onText={choose('channel')}
                options={optionsOf(channels)}
              />
            )}
            {regions !== undefined && (
              <SelectField
                field={regions}
                label={kind === 'category' ? undefined : text('ranksRegion')}
                text={state.filter.region ?? ''}
                onText={choose('region')}
                options={optionsOf(regions)}
              />
            )}
            <div class="toolbar period-tools">
              <DataAge end={end} />
              <CopyButton label={text('share')} value={() => location.href} icon />
              {entity.history !== undefined && <RequestButton request={request} answer={history.success?.envelope} />}
            </div>
            <CoverageNotice {...coverage} nearest={nearestWithData(chosen, reach)} />
          </>
        )}
      </div>
      {isTreeHere && (
        <Summary {...part} words={words} followers={kind === 'creator' && valueAt(record, 'follower_count')} />
      )}
      {record !== undefined && isTreeHere && chosen !== undefined && (
        <>
          {[
            entity.changes.length > 0 && part.isWhole && <WhatChanged {...part} kinds={entity.changes} />,
            entity.rankings.length > 0 && (
              <Places entity={entity} id={id} first={path[0]} filter={whole.filter} chosen={chosen} />
            ),
            entity.leaders.length > 0 && <Leaders {...part} name={name} />,
            entity.changes.length > 0 && <Peers {...part} kind={kind} />,
            kind === 'video' && <VideoPeers id={id} record={record} />,
            ...entity.edges.map((edge) => <EdgeTable {...part} edge={edge} name={name} />),
            entity.history !== undefined && !isNarrow && (
              <HistoryTable
                path={entity.history}
                rows={history.success?.data[0]?.list}
                onShown={() => setHistorySeen(true)}
                chosen={chosen}
                span={span}
                channel={channel}
                region={regionOf(record)}
                title={`${text(`view.${kind}`)} · ${name}`}
              />
            ),
          ].map((own, at) => own && <WhenSeen key={at}>{own}</WhenSeen>)}
        </>
      )}
    </main>
  );
}

const VIDEO_DAYS = 28;
const LIVE_DAYS = 3;

/** The time of a record that has its own: of a video its first weeks, of a live stream its days. */
function ownPeriod(record: unknown, end: number | undefined): string | undefined {
  const [published, start] = [valueAt(record, 'publish_time'), valueAt(record, 'start_time')];
  if (typeof published === 'number') return daysFrom(published, VIDEO_DAYS, end);
  return typeof start === 'number' ? daysFrom(start, LIVE_DAYS, end) : undefined;
}

/** Says that there is no such record, and where to look for one. */
function NotFound({ kind, id }: { readonly kind: EntityId; readonly id: string }) {
  const { text, state } = useExplorer();
  const [list = 'sales'] = pageOf(kind).rankings;
  return (
    <main class="page entity-page" id="results">
      <div class="notice notice-empty">
        <h1>{text('missingHeading')}</h1>
        <p>{text('missingHint', { kind: text(`view.${kind}`), id })}</p>
        <p>
          <StateLink to={withView(state, list)}>{text(`view.${list}`)}</StateLink>
        </p>
      </div>
    </main>
  );
}
