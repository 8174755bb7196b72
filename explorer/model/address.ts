import { isList, isEntity, type ViewId, VIEWS } from './views.js';

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

const OWN = ['view', 'lang', 'keywords', 'match', 'orderby', 'page', 'pagesize', 'columns', 'ticked'];

const isView = (text: string | null): text is ViewId =>
  text !== null && (isList(text) || isEntity(text) || text === 'home' || text === 'compare');

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
  return {
    view: isView(view) ? view : 'home',
    lang,
    keywords: given.get('keywords') ?? '',
    filter: Object.fromEntries([...given].filter(([name, text]) => !OWN.includes(name) && text !== '')),
    orderby: given.get('orderby') ?? '',
    page: whole(given.get('page'), 1),
    pagesize: whole(given.get('pagesize'), PAGESIZE),
    ...((match === 'all_words' || match === 'some_words') && { match }),
    ...(columns.length > 0 && { columns }),
    ...(ticked.length > 0 && { ticked }),
  };
}

/** The query string that `readAddress` reads as this state. */
export function writeAddress({
  view,
  keywords,
  match,
  filter,
  orderby,
  page,
  pagesize,
  columns,
  ticked,
}: State): string {
  const parts: [string, string][] = [
    ['view', view],
    ['keywords', keywords],
    ['match', keywords === '' ? '' : (match ?? '')],
    ...Object.entries(filter),
    ['orderby', orderby],
    ['page', page === 1 ? '' : String(page)],
    ['pagesize', pagesize === PAGESIZE ? '' : String(pagesize)],
    ['columns', columns?.join(',') ?? ''],
    ['ticked', ticked?.join(',') ?? ''],
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
  return { ...state, page: 1, filter: text === '' ? others : { ...others, [name]: text } };
}

/** The texts of a filter without one field. */
export const without = (filter: State['filter'], name: string): State['filter'] =>
  Object.fromEntries(Object.entries(filter).filter(([other]) => other !== name));

/** Switches to another view and keeps the filters that both have. */
export function withView(state: State, view: ViewId): State {
  const { region, date_info: period } = state.filter;
  const isBoard = isList(view) && VIEWS[view].board !== undefined;
  return {
    view,
    lang: state.lang,
    keywords: '',
    filter: {
      ...(region !== undefined && (isList(view) || view === 'home') && { region }),
      ...(period !== undefined && isBoard && { date_info: period }),
    },
    orderby: '',
    page: 1,
    pagesize: state.pagesize,
  };
}
