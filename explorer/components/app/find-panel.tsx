import { useEffect, useState } from 'preact/hooks';
import type { SuggestData } from '../../../clients/typescript/src/schema.js';
import { readAddress, type State, withView } from '../../model/address.js';
import { fieldText, textAt, valueAt } from '../../model/field-text.js';
import { formatShort } from '../../model/format.js';
import { takes } from '../../model/forms.js';
import { LEVELS, withEntity } from '../../model/entities.js';
import { pageOf } from '../../model/entity-pages.js';
import { PLACES } from '../../model/views.js';
import { readPasted } from '../../model/pasted.js';
import { endOfData, type PeriodsData } from '../../model/periods.js';
import { type Rows, useAnswer } from '../../service/use-answer.js';
import { type Choice, Combobox } from '../filters/keyword-box.js';
import { regionOf } from '../list/result-table.js';
import { useExplorer } from './context.js';
import { Dialog } from './controls.js';
import { ProblemNotice } from './notice.js';

interface Found extends Choice {
  readonly to: State;
}

const PAUSE_MS = 150;
const EACH = 5;
/** Videos are found by words within these last days of the data. */
const VIDEO_DAYS = 90;

/** One box for everything: pages, records by their words, and pasted addresses and ids; the choice opens it. */
export function FindPanel({ onClose }: { readonly onClose: () => void }) {
  const { text, state, go } = useExplorer();
  const [draft, setDraft] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(draft.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  const { found, isAnswered, failed } = useFound(asked);
  const isCurrent = isAnswered && asked === draft.trim();
  const words = draft.trim().toLowerCase();
  const pages = [...PLACES.rankings, ...PLACES.search].map((view): Found => ({
    key: view,
    name: text(`view.${view}`),
    more: '',
    to: withView(state, view),
  }));
  const isExact = ({ name }: Found): number => Number(name.toLowerCase() === words);
  const list = [...pages.filter(({ name }) => name.toLowerCase().includes(words)), ...(words === '' ? [] : found)].sort(
    (one, other) => isExact(other) - isExact(one),
  );
  const open = (close: () => void, to: State | undefined): void => {
    if (to === undefined) return;
    close();
    go(to);
  };
  return (
    <Dialog class="find-panel" label={text('find')} onClose={onClose}>
      {(close) => (
        <>
          <Combobox
            id="found"
            label={text('findHint')}
            draft={draft}
            onDraft={setDraft}
            list={list}
            isCurrent={isCurrent}
            isFirstTaken
            onChoose={(chosen) => open(close, chosen?.to)}
          />
          {failed?.problem !== undefined && <ProblemNotice problem={failed.problem} isMinor onRetry={failed.retry} />}
          {list.length === 0 && isCurrent && failed === undefined && (
            <p class="menu-text">
              {text('emptyHeading')}.{' '}
              <button
                class="link-button"
                onClick={() => open(close, { ...withView(state, 'products'), keywords: asked })}
              >
                {text('keywordsFor', { view: text('view.products').toLowerCase() })}
              </button>
            </p>
          )}
        </>
      )}
    </Dialog>
  );
}

/** The kinds that are found, and the figures that tell records of one name apart. */
const SIZES = {
  creator: 'follower_count',
  shop: '',
  product: 'total_units_sold',
  video: 'play_count',
  live: 'total_viewer_count',
} as const;
type Searched = keyof typeof SIZES;
const SEARCHED = Object.keys(SIZES) as Searched[];

/** What is found for typed words. */
function useFound(typed: string) {
  const { document: openApi, state, text, choice, field: nameOf } = useExplorer();
  const pasted = readPasted(typed);
  const handle = pasted.flatMap((one) => ('handle' in one ? [one.handle] : []))[0];
  const words = pasted.length === 0 ? typed : (handle ?? '');
  const newest = useAnswer<PeriodsData>(
    words === '' ? undefined : { path: '/creator/v1/rank/periods', body: { filter: { date_type: 'month' } } },
  ).success?.data;
  const end = newest && endOfData(newest, 'videos');
  const search = (kind: Searched) => {
    const { path, filter: field = '' } = pageOf(kind).record;
    const id = pasted.flatMap((one) => ('entity' in one && one.entity === kind ? [one.id] : []))[0];
    const isLater = kind === 'video' && end === undefined;
    if (
      id === undefined &&
      (words === '' || isLater || kind === 'shop' || (handle !== undefined && kind !== 'creator'))
    )
      return undefined;
    const recent = kind === 'video' && end && { create_time_range: { min: end + 1 - VIDEO_DAYS * 86_400, max: end } };
    const asked = id === undefined ? { keywords: words, filter: { ...recent } } : { filter: { [field]: id } };
    const lang = takes(openApi, path, 'lang') && { lang: state.lang };
    return { path, body: { ...asked, pagesize: kind === 'shop' ? 1 : EACH, ...lang } };
  };
  const answers = SEARCHED.map((kind) => useAnswer<Rows<unknown>>(search(kind)));
  const suggested = useAnswer<SuggestData>(
    words === '' || handle !== undefined
      ? undefined
      : { path: '/product/v1/suggest', body: { keywords: words, lang: state.lang } },
  );
  const regionIn = (region: unknown): string[] => (typeof region === 'string' ? [choice('region', region)] : []);
  const records = SEARCHED.map((kind, at): Found[] =>
    (answers[at]?.success?.data.list ?? []).map((row) => {
      const { names } = pageOf(kind).record;
      const id = textAt(row, names.id);
      const size = valueAt(row, SIZES[kind]);
      const subtitle = kind === 'product' ? '' : textAt(row, names.subtitle);
      const more = [
        text(`view.${kind}`),
        ...(subtitle === '' ? [] : [kind === 'creator' ? `@${subtitle}` : subtitle]),
        ...regionIn(regionOf(row)),
        ...(typeof size === 'number' ? [`${formatShort(size, state.lang)} ${nameOf(SIZES[kind])}`] : []),
      ];
      const name = textAt(row, names.title) || id;
      return { key: `${kind} ${id}`, name, more: more.join(' · '), to: withEntity(state, kind, id) };
    }),
  );
  const others = (suggested.success?.data.list ?? []).flatMap(({ kind, text: name, filter, region }): Found[] => {
    const [entry] = Object.entries(filter);
    const id = fieldText(entry?.[1]);
    if (entry === undefined || kind === 'creator') return [];
    const level = LEVELS.indexOf(entry[0]) + 1;
    const isPage = kind === 'shop' || level > 0;
    const list: State = { ...withView(state, 'products'), keywords: '', filter: { [entry[0]]: id } };
    const to = isPage ? withEntity(state, kind, id, level) : list;
    const more = [text(`view.${kind}`), ...regionIn(region)];
    return [{ key: `${kind} ${id}`, name, more: more.join(' · '), to }];
  });
  const own = pasted.flatMap((one): Found[] =>
    'search' in one
      ? [{ key: one.search, name: one.search, more: text('explorer'), to: readAddress(one.search, state.lang) }]
      : [],
  );
  const all = [...answers, suggested];
  const [creators = [], ...rest] = records;
  return {
    found: [...own, ...creators, ...others, ...rest.flat()],
    isAnswered: all.every((answer) => answer.isAnswered),
    failed: all.find(({ problem }) => problem !== undefined),
  };
}
