import { isList, isEntity, meaningOf, PLACES, type ViewId, VIEWS } from './views.js';

export type Lang = 'EN_US' | 'ZH_CN';

/** The request and the display, as the address has them; never the token, nor the language, which is the reader's. */
export interface State {
  readonly view: ViewId;
  readonly lang: Lang;
  readonly keywords: string;
  /** Whether records must have all words of the keywords: as the counts that a filter was chosen by had it. */
  readonly match?: 'all_words' | 'some_words' | undefined;
  /** Texts of filter fields by name (`field-text`). Unknown fields are sent too, and the service refuses them. */
  readonly filter: Readonly<Record<string, string>>;
  /** Filters of the pages before that this one does not take, by what they mean: the next one may. */
  readonly kept?: Readonly<Record<string, string>> | undefined;
  /** The figure that charts add up in the place of counts. */
  readonly measure?: string | undefined;
  /** The fields that figures are broken down by, one or two. */
  readonly by?: readonly string[] | undefined;
  /** What the period is compared with: undefined for the period before, `year` for a year earlier, else a first day. */
  readonly base?: string | undefined;
  /** Empty: the operation's default order. */
  readonly orderby: string;
  readonly page: number;
  readonly pagesize: number;
  /** Undefined: the columns of the view. */
  readonly columns?: readonly string[] | undefined;
  /** The ids of the rows chosen to be compared. */
  readonly ticked?: readonly string[] | undefined;
}

const PAGESIZE = 20;

const whole = (text: string | null, fallback: number): number =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) : fallback;

const OWN = 'view lang keywords match measure by compare_to orderby page pagesize columns ticked'.split(' ');
const KEPT = 'kept.';

const isView = (text: string | null): text is ViewId =>
  text !== null && (isList(text) || isEntity(text) || ['home', 'compare', 'list'].includes(text));

const idsIn = (text: string | null): readonly string[] => text?.split(',').filter(Boolean) ?? [];

/** The language that an address asks for: a link from elsewhere may have one. */
export function langIn(search: string): Lang | undefined {
  const lang = new URLSearchParams(search).get('lang');
  return lang === 'EN_US' || lang === 'ZH_CN' ? lang : undefined;
}

/** @param search the query string of the address */
export function readAddress(search: string, lang: Lang): State {
  const given = new URLSearchParams(search);
  const view = given.get('view');
  const columns = idsIn(given.get('columns'));
  const ticked = idsIn(given.get('ticked'));
  const match = given.get('match');
  const measure = given.get('measure') ?? '';
  const by = idsIn(given.get('by'));
  const base = given.get('compare_to') ?? '';
  const filters = [...given].filter(([name, text]) => !OWN.includes(name) && text !== '');
  const kept = filters.filter(([name]) => name.startsWith(KEPT)).map(([name, text]) => [name.slice(KEPT.length), text]);
  return {
    view: isView(view) ? view : 'home',
    lang,
    keywords: given.get('keywords') ?? '',
    filter: Object.fromEntries(filters.filter(([name]) => !name.startsWith(KEPT))),
    orderby: given.get('orderby') ?? '',
    page: whole(given.get('page'), 1),
    pagesize: whole(given.get('pagesize'), PAGESIZE),
    ...((match === 'all_words' || match === 'some_words') && { match }),
    ...(measure !== '' && { measure }),
    ...(by.length > 0 && { by }),
    ...(base !== '' && { base }),
    ...(kept.length > 0 && { kept: Object.fromEntries(kept) as Record<string, string> }),
    ...(columns.length > 0 && { columns }),
    ...(ticked.length > 0 && { ticked }),
  };
}

/** The query string that `readAddress` reads as this state. */
export function writeAddress({ filter, kept = {}, page, pagesize, ...state }: State): string {
  const parts: [string, string][] = [
    ['view', state.view],
    ['keywords', state.keywords],
    ['match', state.keywords === '' ? '' : (state.match ?? '')],
    ...Object.entries(filter),
    ...Object.entries(kept).map(([name, text]): [string, string] => [`${KEPT}${name}`, text]),
    ['measure', state.measure ?? ''],
    ['by', state.by?.join(',') ?? ''],
    ['compare_to', state.base ?? ''],
    ['orderby', state.orderby],
    ['page', page === 1 ? '' : String(page)],
    ['pagesize', pagesize === PAGESIZE ? '' : String(pagesize)],
    ['columns', state.columns?.join(',') ?? ''],
    ['ticked', state.ticked?.join(',') ?? ''],
  ];
  // Characters that an address may have stay readable.
  const write = (text: string): string => encodeURIComponent(text).replace(/%3A/g, ':').replace(/%2C/g, ',');
  return `?${parts
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${write(name)}=${write(text)}`)
    .join('&')}`;
}

/** Sets a filter field, or removes it when its text is empty, and returns to the first page. */
export function withFilter(state: State, name: string, text: string): State {
  const others = without(state.filter, name);
  const { kept = {}, ...next } = state;
  const rest = without(kept, meaningOf(name) ?? '');
  return {
    ...next,
    ...(Object.keys(rest).length > 0 && { kept: rest }),
    page: 1,
    filter: text === '' ? others : { ...others, [name]: text },
  };
}

/** The texts of a filter without one field. */
export const without = (filter: State['filter'], name: string): State['filter'] =>
  Object.fromEntries(Object.entries(filter).filter(([other]) => other !== name));

/**
 * Switches to another view with the filters that both share, under its own names. Others are kept for the next one, those
 * that only their list has (`videos.play_count_range`) for the way back. Searches share their keywords; rankings keep them.
 */
export function withView(state: State, view: ViewId): State {
  // There the id of a category names a row.
  const isOfCategory = state.view === 'category' || state.view === 'topCategories';
  const own = Object.entries(state.filter).flatMap(([name, text]) => {
    const meaning = isOfCategory && name === 'l1_category_id' ? undefined : meaningOf(name);
    // Others are for their own list.
    const isOwn = isList(state.view) && state.view !== view;
    return meaning !== undefined || isOwn ? [[meaning ?? `${state.view}.${name}`, text] as const] : [];
  });
  // What was kept was chosen; a list may have added a period of its own since.
  const shared = new Map([...own, ...Object.entries(state.kept ?? {})]);
  const keywords = state.keywords || (shared.get('keywords') ?? '');
  const isSearch = PLACES.search.some((search) => search === view);
  shared.delete('keywords');
  if (keywords !== '' && isList(view) && !isSearch) shared.set('keywords', keywords);
  const names = isList(view) ? VIEWS[view].shared : view === 'home' ? ['region'] : [];
  const filter: Record<string, string> = {};
  for (const name of names) {
    const meaning = meaningOf(name) ?? '';
    const text = shared.get(meaning);
    if (text === undefined) continue;
    filter[name] = text;
    shared.delete(meaning);
  }
  for (const [key, text] of shared) {
    if (!key.startsWith(`${view}.`)) continue;
    filter[key.slice(view.length + 1)] = text;
    shared.delete(key);
  }
  return {
    view,
    lang: state.lang,
    keywords: isSearch ? keywords : '',
    filter,
    ...(shared.size > 0 && { kept: Object.fromEntries(shared) }),
    ...(state.base !== undefined && { base: state.base }),
    orderby: '',
    page: 1,
    pagesize: state.pagesize,
  };
}
