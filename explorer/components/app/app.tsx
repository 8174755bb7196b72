import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary, useMemo, useState } from 'preact/hooks';
import { type Lang, langIn, readAddress, type State, withView, writeAddress } from '../../model/address.js';
import { withHelp } from '../../model/open-api.js';
import { OPEN_API } from '../../model/own-document.js';
import { idField, levelIn } from '../../model/entities.js';
import { isEntity } from '../../model/views.js';
import * as preferences from '../../service/preferences.js';
import { ENGLISH } from '../../texts/en.js';
import { textsOf, type Words } from '../../texts/texts.js';
import { HomePage } from '../home/home-page.js';
import { ListPage } from '../list/list-page.js';
import { type Explorer, ExplorerProvider, useExplorer, useListener, useMedia } from './context.js';
import { Blank, lazy, TokenOffer, TokenPanel } from './notice.js';
import { TopBar } from './top-bar.js';

const browserLang: Lang = /^zh/i.test(navigator.language) ? 'ZH_CN' : 'EN_US';

/** The language chosen in this browser; a link with one chooses where nobody has. */
function firstLang(): Lang {
  const given = langIn(location.search);
  if (preferences.readLang() === '' && given !== undefined) preferences.writeLang(given);
  return preferences.readLang() || browserLang;
}

// Pages scroll back by themselves, once they are long enough for that.
history.scrollRestoration = 'manual';

// Pages need the charts' file too: both come at once.
const loadCharts = () => import('../charts/strip.js');
const ComparePage = lazy(async () => {
  const [room] = await Promise.all([import('../compare/compare-page.js'), loadCharts()]);
  return room.ComparePage;
}, Blank);
const ListedPage = lazy(() => import('../home/listed-page.js').then((room) => room.ListedPage), Blank);
const EntityPage = lazy(async () => {
  const [room] = await Promise.all([import('../entities/entity-page.js'), loadCharts()]);
  return room.EntityPage;
}, Blank);

/** The page: shows the state of the address. */
export function App() {
  const [state, setState] = useState(() => readAddress(location.search, firstLang()));
  const [{ token, offered }, setTokens] = useState(preferences.takeTokens);
  const [theme, setTheme] = useState(preferences.readTheme);
  const [covers, setCovers] = useState(preferences.readCovers);
  const prefersDark = useMedia('(prefers-color-scheme: dark)');
  useListener('popstate', ({ state: left }) => {
    setState(({ lang }) => readAddress(location.search, lang));
    scrollBack((left as { y?: number } | null)?.y ?? 0);
  });
  useListener('hashchange', () => setTokens(preferences.takeTokens()));

  const [openApi, setOpenApi] = useState(OPEN_API);
  useEffect(() => {
    // Tooltips need a pointer.
    const load = (): void =>
      void import('../../model/own-help.js').then(
        ({ HELP }) => setOpenApi(withHelp(OPEN_API, HELP)),
        () => undefined,
      );
    addEventListener('pointerover', load, { once: true });
    return () => removeEventListener('pointerover', load);
  }, []);
  const isChinese = state.lang === 'ZH_CN';
  const [chinese, setChinese] = useState<Words>();
  useEffect(() => {
    if (!isChinese) return;
    import('../../texts/zh.js').then(
      ({ CHINESE }) => setChinese(CHINESE),
      () => setChinese(ENGLISH),
    );
  }, [isChinese]);
  const words = isChinese ? chinese : ENGLISH;
  const texts = useMemo(() => words && textsOf(state.lang, words), [words]);
  useEffect(() => {
    if (texts === undefined) return;
    document.documentElement.lang = isChinese ? 'zh-CN' : 'en';
    document.title = `${texts.text(`view.${state.view}`)} · ${texts.text('title')}`;
  }, [texts, state.view]);
  const move = (how: 'pushState' | 'replaceState') => (next: State) => {
    if (how === 'pushState') history.replaceState({ y: scrollY }, '');
    history[how](how === 'pushState' ? null : history.state, '', writeAddress(next));
    setState(next);
  };
  const chooseTheme = (next: preferences.Theme): void => {
    preferences.writeTheme(next);
    preferences.applyTheme(next);
    setTheme(next);
  };
  if (texts === undefined) return <header class="top-bar" />;
  const explorer: Explorer = {
    ...texts,
    state,
    document: openApi,
    token,
    scheme: theme === 'dark' || (theme === 'system' && prefersDark) ? 'dark' : 'light',
    covers,
    go: move('pushState'),
    setLang: (lang) => {
      preferences.writeLang(lang);
      setState((before) => ({ ...before, lang }));
    },
    settle: move('replaceState'),
    setToken: (next, where = 'tab') => {
      preferences.keepToken(next, where);
      setTokens({ token: next, offered: '' });
    },
    setCovers: (next) => {
      preferences.writeCovers(next);
      setCovers(next);
    },
  };
  return (
    <ExplorerProvider value={explorer}>
      <a class="skip" href="#results" onClick={skip}>
        {texts.text('skip')}
      </a>
      <TopBar theme={theme} onTheme={chooseTheme} />
      {offered !== '' && <TokenOffer token={token} offered={offered} />}
      <ErrorBoundary>{token === '' ? <TokenPanel /> : <Room view={state.view} filter={state.filter} />}</ErrorBoundary>
    </ExplorerProvider>
  );
}

/** To the first row where there are rows. */
function skip(event: Event): void {
  const row = document.querySelector<HTMLElement>('#results .row-name a');
  if (row === null) return;
  event.preventDefault();
  row.focus();
}

const SCROLLED_WITHIN_MS = 3000;
const LOOK_MS = 50;

/** Goes back to where a page was left, once it is long enough for that. Pixels. */
function scrollBack(y: number): void {
  const until = Date.now() + SCROLLED_WITHIN_MS;
  const step = (): void => {
    scrollTo({ top: y });
    if (Math.abs(scrollY - y) > 2 && Date.now() < until) setTimeout(step, LOOK_MS);
  };
  setTimeout(step);
}

/** The page of a view. */
function Room({ view, filter }: Pick<State, 'view' | 'filter'>) {
  if (view === 'home') return <HomePage />;
  if (view === 'compare') return <ComparePage />;
  if (view === 'list') return <ListedPage key={JSON.stringify(filter)} />;
  if (!isEntity(view)) return <ListPage key={view} view={view} />;
  const id = filter[idField(view, levelIn(filter))] ?? '';
  return <EntityPage key={`${view} ${id}`} kind={view} id={id} />;
}

/** Shows an error of the page in place of a blank page, with a way out of it; another address is tried afresh. */
function ErrorBoundary({ children }: { readonly children: ComponentChildren }) {
  const { text, state } = useExplorer();
  const [error, reset] = useErrorBoundary() as [unknown, () => void];
  useEffect(reset, [writeAddress(state)]);
  if (error === undefined) return <>{children}</>;
  return (
    <main class="page">
      <div class="notice notice-error" role="alert">
        <h1>{text('problem.failed')}</h1>
        <p>{error instanceof Error ? error.message : ''}</p>
        <a class="button" href={writeAddress(withView({ ...state, keywords: '' }, state.view))}>
          {text('startAgain')}
        </a>
      </div>
    </main>
  );
}
