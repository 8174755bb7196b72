import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Lang, State } from '../../model/address.js';
import { readAddress, writeAddress } from '../../model/address.js';
import type { OpenApi } from '../../model/open-api.js';
import type { Theme } from '../../service/preferences.js';
import { applyTheme, readCovers, readTheme, writeCovers, writeTheme } from '../../service/preferences.js';
import { keepToken, takeToken } from '../../service/token.js';
import { textsOf } from '../../texts/texts.js';
import type { Explorer } from './context.js';
import { ExplorerProvider } from './context.js';
import { THINGS } from '../../model/things.js';
import { isThing } from '../../model/views.js';
import { ComparePage } from '../compare/compare-page.js';
import { HomePage } from '../home/home-page.js';
import { ThingPage } from '../things/thing-page.js';
import { ListPage } from '../list/list-page.js';
import { TokenPanel } from './token-panel.js';
import { TopBar } from './top-bar.js';

const browserLang: Lang = /^zh/i.test(navigator.language) ? 'ZH_CN' : 'EN_US';
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

/** The page: shows the state of the address. */
export function App() {
  const [state, setState] = useState(() => readAddress(location.search, browserLang));
  const [token, setToken] = useState(takeToken);
  const [theme, setTheme] = useState(readTheme);
  const [covers, setCovers] = useState(readCovers);
  const [systemDark, setSystemDark] = useState(prefersDark.matches);
  const [openApi, setOpenApi] = useState<OpenApi>();
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    const read = (): void => setState(readAddress(location.search, browserLang));
    const readToken = (): void => setToken(takeToken());
    const readSystem = (): void => setSystemDark(prefersDark.matches);
    addEventListener('popstate', read);
    addEventListener('hashchange', readToken);
    prefersDark.addEventListener('change', readSystem);
    return () => {
      removeEventListener('popstate', read);
      removeEventListener('hashchange', readToken);
      prefersDark.removeEventListener('change', readSystem);
    };
  }, []);
  useEffect(() => {
    fetch('openapi.json')
      .then((response) => response.json() as Promise<OpenApi>)
      .then(setOpenApi, () => setMissing(true));
  }, []);

  const texts = useMemo(() => textsOf(state.lang), [state.lang]);
  useEffect(() => {
    document.documentElement.lang = state.lang === 'ZH_CN' ? 'zh-CN' : 'en';
    document.title = `${texts.text(`view.${state.view}`)} · ${texts.text('title')}`;
  }, [state.lang, state.view]);
  const move = (how: 'pushState' | 'replaceState') => (next: State) => {
    history[how](null, '', writeAddress(next));
    setState(next);
  };
  const chooseTheme = (next: Theme): void => {
    writeTheme(next);
    applyTheme(next);
    setTheme(next);
  };
  if (openApi === undefined) return missing ? <Unreachable text={texts.text('unreachableHeading')} /> : <Blank />;

  const explorer: Explorer = {
    ...texts,
    state,
    document: openApi,
    token,
    scheme: theme === 'dark' || (theme === 'system' && systemDark) ? 'dark' : 'light',
    covers,
    go: move('pushState'),
    settle: move('replaceState'),
    setToken: (next) => {
      keepToken(next);
      setToken(next);
    },
    setCovers: (next) => {
      writeCovers(next);
      setCovers(next);
    },
  };
  return (
    <ExplorerProvider value={explorer}>
      <a class="skip" href="#results">
        {texts.text('skip')}
      </a>
      <TopBar theme={theme} onTheme={chooseTheme} />
      {token === '' ? <TokenPanel /> : <Room view={state.view} filter={state.filter} />}
    </ExplorerProvider>
  );
}

/** The page of a view. */
function Room({ view, filter }: Pick<State, 'view' | 'filter'>) {
  if (view === 'home') return <HomePage />;
  if (view === 'compare') return <ComparePage />;
  if (!isThing(view)) return <ListPage key={view} view={view} />;
  const id = filter[THINGS[view].id] ?? '';
  return <ThingPage key={`${view} ${id}`} kind={view} id={id} />;
}

const Blank = () => <div class="blank" role="status" aria-label="…" />;

const Unreachable = ({ text }: { readonly text: string }) => (
  <main class="page">
    <div class="notice notice-error" role="alert">
      <h1>{text}</h1>
    </div>
  </main>
);
