import { useRef, useState } from 'preact/hooks';
import { type Lang, readAddress, withView } from '../../model/address.js';
import { PLACES } from '../../model/views.js';
import { isTokenKept, readRecent, type Theme, THEMES, writeRecent } from '../../service/preferences.js';
import { ClockIcon, KeyIcon, Menu, MenuItem, SearchIcon, Select, SunIcon } from './controls.js';
import { useExplorer, useListener, usePhone, useSize } from './context.js';
import { lazy } from './notice.js';
import { StateLink } from './state-link.js';

const LANGS: readonly (readonly [Lang, string])[] = [
  ['EN_US', 'English'],
  ['ZH_CN', '中文'],
];

/** The views, and the settings of the page. */
export function TopBar({ theme, onTheme }: { readonly theme: Theme; readonly onTheme: (theme: Theme) => void }) {
  const { text, field, state, setLang, token, setToken } = useExplorer();
  const isPhone = usePhone();
  const bar = useRef<HTMLElement>(null);
  useSize(bar, ({ offsetHeight }) => document.documentElement.style.setProperty('--top', `${offsetHeight}px`));
  return (
    <header class="top-bar" ref={bar}>
      <StateLink to={withView(state, 'home')} class="brand" current={state.view === 'home'}>
        <img
          src={document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? ''}
          alt={text('view.home')}
          width="28"
          height="28"
        />
        <span>{text('title')}</span>
      </StateLink>
      <nav class="tabs" aria-label={text('explorer')}>
        {(['rankings', 'search'] as const).map((group) => {
          const name = text(`places.${group}`);
          const links = (className: string) =>
            PLACES[group].map((view) => (
              <StateLink key={view} to={withView(state, view)} class={className} current={view === state.view}>
                {text(`view.${view}`)}
              </StateLink>
            ));
          return isPhone ? (
            <Menu key={group} label={name} face={<span aria-hidden="true">{name} ▾</span>}>
              {(close) => <div onClick={() => close()}>{links('menu-item')}</div>}
            </Menu>
          ) : (
            <div key={group} class="tab-group" role="group" aria-label={name}>
              {links('tab')}
            </div>
          );
        })}
      </nav>
      <div class="tools">
        <FindButton />
        <RecentMenu />
        <Select class="select-quiet" label={field('lang')} value={state.lang} options={LANGS} onChoose={setLang} />
        <Menu label={text('theme')} face={<SunIcon />} class="menu-right">
          {(close) =>
            THEMES.map((choice) => (
              <MenuItem key={choice} aria-pressed={choice === theme} onClick={() => close(onTheme(choice))}>
                {text(`theme.${choice}`)}
              </MenuItem>
            ))
          }
        </Menu>
        <Menu label={text('token')} face={<KeyIcon />} class="menu-right">
          {(close) => (
            <>
              <p class="menu-text">{text(token === '' ? 'tokenMissing' : isTokenKept() ? 'tokenKept' : 'tokenSet')}</p>
              {token !== '' && <MenuItem onClick={() => close(setToken(''))}>{text('tokenForget')}</MenuItem>}
            </>
          )}
        </Menu>
      </div>
    </header>
  );
}

const FindPanel = lazy(() => import('./find-panel.js').then((room) => room.FindPanel));

/** Opens the box for everything, also with Ctrl+K. */
function FindButton() {
  const { text, token } = useExplorer();
  const [isOpen, setOpen] = useState(false);
  useListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    setOpen(true);
  });
  if (token === '') return null;
  return (
    <>
      <button class="button" aria-label={text('find')} title="Ctrl+K" onClick={() => setOpen(true)}>
        <SearchIcon />
      </button>
      {isOpen && <FindPanel onClose={() => setOpen(false)} />}
    </>
  );
}

function RecentMenu() {
  const { text, state, go } = useExplorer();
  const [isWrong, setWrong] = useState(false);
  const take = async (file: Blob | undefined): Promise<void> => {
    const { importOwn } = await import('../../service/own-file.js');
    if (file === undefined || !(await importOwn(file))) return setWrong(true);
    location.assign('explore');
  };
  return (
    <Menu label={text('recent')} face={<ClockIcon />} class="menu-right menu-wide">
      {(close) => {
        const queries = readRecent();
        return (
          <>
            <p class="menu-title">{text('recent')}</p>
            {queries.length === 0 && <p class="menu-text">{text('recentEmpty')}</p>}
            {queries.map(({ search, title }) => (
              <MenuItem key={search} onClick={() => close(go(readAddress(search, state.lang)))}>
                {title}
              </MenuItem>
            ))}
            {queries.length > 0 && (
              <MenuItem class="menu-quiet" onClick={() => close(writeRecent([]))}>
                {text('recentClear')}
              </MenuItem>
            )}
            <MenuItem
              class="menu-quiet"
              onClick={() => close(void import('../../service/own-file.js').then(({ exportOwn }) => exportOwn()))}
            >
              {text('savedExport')}
            </MenuItem>
            <label class="menu-item menu-quiet">
              {text('savedImport')}
              <input
                class="visually-hidden"
                type="file"
                accept=".json"
                onChange={(event) => void take(event.currentTarget.files?.[0])}
              />
            </label>
            {isWrong && <p role="alert">{text('savedWrong')}</p>}
          </>
        );
      }}
    </Menu>
  );
}
