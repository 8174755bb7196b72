import { useEffect, useRef, useState } from 'preact/hooks';
import { type State, withView } from '../../model/address.js';
import { valueAt } from '../../model/columns.js';
import { fieldText } from '../../model/field-text.js';
import { formatShort } from '../../model/format.js';
import { withEntity } from '../../model/entities.js';
import { PLACES, type EntityId, VIEWS } from '../../model/views.js';
import { useAnswer } from '../../service/use-answer.js';
import type { Rows } from '../../service/use-records.js';
import { type Choice, Combobox } from '../filters/combobox.js';
import type { Suggestion } from '../filters/keyword-box.js';
import { useExplorer } from './context.js';

interface Found extends Choice {
  readonly to: State;
}

const PAUSE_MS = 150;
const EACH = 5;

/** One box for everything: pages, creators, products, shops and categories; the choice opens it. */
export function FindPanel({ onClose }: { readonly onClose: () => void }) {
  const { text, state, token, go } = useExplorer();
  const dialog = useRef<HTMLDialogElement>(null);
  const [draft, setDraft] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(draft.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  const { found, isAnswered } = useFound(asked, token);
  const isCurrent = isAnswered && asked === draft.trim();
  const words = draft.trim().toLowerCase();
  const pages = [...PLACES.rankings, ...PLACES.search].map((view): Found => ({
    key: view,
    name: text(`view.${view}`),
    more: '',
    to: withView(state, view),
  }));
  const list = [...pages.filter(({ name }) => name.toLowerCase().includes(words)), ...(words === '' ? [] : found)];
  const open = (to: State | undefined): void => {
    if (to === undefined) return;
    dialog.current?.close();
    go(to);
  };
  return (
    <dialog
      ref={dialog}
      class="find-panel"
      aria-label={text('find')}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      <Combobox
        id="found"
        label={text('findHint')}
        draft={draft}
        onDraft={setDraft}
        list={list}
        isCurrent={isCurrent}
        isFirstTaken
        onChoose={(chosen) => open(chosen?.to)}
      />
      {list.length === 0 && isCurrent && (
        <p class="menu-text">
          {text('emptyHeading')}.{' '}
          <button
            type="button"
            class="link-button"
            onClick={() => open({ ...withView(state, 'products'), keywords: asked })}
          >
            {text('keywordsFor', { view: text('view.products').toLowerCase() })}
          </button>
        </p>
      )}
    </dialog>
  );
}

/** The sizes that tell entities of one name apart. */
const SIZES = { creator: 'follower_count', product: 'total_units_sold' } as const;

function useFound(asked: string, token: string): { readonly found: readonly Found[]; readonly isAnswered: boolean } {
  const { state, text, choice, field: nameOf } = useExplorer();
  const body = { keywords: asked, pagesize: EACH };
  const request = (path: string, more: object) => (asked === '' ? undefined : { path, body: more });
  const creators = useAnswer<Rows<unknown>>(request(VIEWS.creators.path, { ...body, lang: state.lang }), token);
  const products = useAnswer<Rows<unknown>>(request(VIEWS.products.path, body), token);
  const suggested = useAnswer<Rows<Suggestion & { readonly region?: string | null }>>(
    request('/product/v1/suggest', { keywords: asked, lang: state.lang }),
    token,
  );
  const recordsOf = (kind: 'creator' | 'product', rows: readonly unknown[] = []): Found[] =>
    rows.map((row) => {
      const { names } = VIEWS[`${kind}s`];
      const id = fieldText(valueAt(row, names.id));
      const [region, size] = [valueAt(row, 'region'), valueAt(row, SIZES[kind])];
      const handle = kind === 'creator' ? fieldText(valueAt(row, names.subtitle)) : '';
      const more = [
        text(`view.${kind}`),
        ...(handle === '' ? [] : [`@${handle}`]),
        ...(typeof region === 'string' ? [choice('region', region)] : []),
        ...(typeof size === 'number' ? [`${formatShort(size, state.lang)} ${nameOf(SIZES[kind])}`] : []),
      ];
      const name = fieldText(valueAt(row, names.title)) || id;
      return { key: `${kind} ${id}`, name, more: more.join(' · '), to: withEntity(state, kind, id) };
    });
  const others = (suggested.success?.data.list ?? []).flatMap(({ kind, text: name, filter, region }): Found[] => {
    const [entry] = Object.entries(filter);
    const id = fieldText(entry?.[1]);
    if (entry === undefined || kind === 'creator') return [];
    const entity: EntityId = kind;
    const isPage = entry[0] === 'seller_id' || entry[0] === 'l1_category_id';
    const list: State = { ...withView(state, 'products'), filter: { [entry[0]]: id } };
    const to = isPage ? withEntity(state, entity, id) : list;
    const more = [text(`view.${kind}`), ...(typeof region === 'string' ? [choice('region', region)] : [])];
    return [{ key: `${kind} ${id}`, name, more: more.join(' · '), to }];
  });
  return {
    found: [
      ...recordsOf('creator', creators.success?.data.list),
      ...others,
      ...recordsOf('product', products.success?.data.list),
    ],
    isAnswered: creators.isAnswered && products.isAnswered && suggested.isAnswered,
  };
}
