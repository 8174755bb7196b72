import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isTokenKept } from '../../service/preferences.js';
import { useExplorer } from './context.js';

/** Asks for a token: in the place of the results while there is none, and when the service no longer takes it. */
export function TokenPanel({ refused = false }: { readonly refused?: boolean }) {
  const { text, setToken } = useExplorer();
  const [draft, setDraft] = useState('');
  const [isKept, setKept] = useState(isTokenKept);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);
  return (
    <main class="page token-page" id="results">
      <form
        class="card token-card"
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.trim() !== '') setToken(draft.trim(), isKept ? 'browser' : 'tab');
        }}
      >
        <h1>{text(refused ? 'problem.token' : 'tokenHeading')}</h1>
        <p>{text(refused ? 'tokenRefusedHint' : 'tokenHint')}</p>
        <label class="field">
          <span class="field-name">{text('token')}</span>
          <input
            ref={input}
            type="password"
            autocomplete="off"
            spellcheck={false}
            value={draft}
            onInput={(event) => setDraft(event.currentTarget.value)}
          />
        </label>
        <label class="check">
          <input type="checkbox" checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)} />
          {text('tokenKeepHere')}
        </label>
        <button class="button button-primary" type="submit" disabled={draft.trim() === ''}>
          {text('tokenUse')}
        </button>
        <p class="hint">
          {text('tokenMake')} <code>npm run -s token -- create --name me</code>
        </p>
      </form>
    </main>
  );
}

/** Asks whether the token of a link replaces that of this tab. */
export function TokenOffer({ token, offered }: { readonly token: string; readonly offered: string }) {
  const { text, setToken } = useExplorer();
  return (
    <div class="page token-offer">
      <div class="notice toolbar" role="alert">
        <p>{text('tokenOffered')}</p>
        <span class="spacer" />
        <button type="button" class="button button-primary" onClick={() => setToken(offered)}>
          {text('tokenReplace')}
        </button>
        <button type="button" class="button" onClick={() => setToken(token, isTokenKept() ? 'browser' : 'tab')}>
          {text('tokenKeep')}
        </button>
      </div>
    </div>
  );
}
