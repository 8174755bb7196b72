import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isTokenKept } from '../../service/preferences.js';
import { tokenTexts } from '../../texts/token-words.js';
import { useExplorer } from './context.js';

/** Asks for a token: in the place of the results while there is none, and when the service no longer takes it. */
export function TokenPanel({ refused = false }: { readonly refused?: boolean }) {
  const { text, state, setToken } = useExplorer();
  const words = tokenTexts(state.lang);
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
        <h1>{refused ? text('problem.token') : words('heading')}</h1>
        <p>{words(refused ? 'refused' : 'about')}</p>
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
          {words('keep')}
        </label>
        <button class="button button-primary" disabled={draft.trim() === ''}>
          {words('use')}
        </button>
        <Contact />
      </form>
    </main>
  );
}

/** Whom to ask for a token, as those say who run the service. */
function Contact() {
  const { state } = useExplorer();
  const [contact, setContact] = useState<string>();
  useEffect(() => {
    fetch('explore/contact')
      .then((response) => (response.ok ? response.text() : ''))
      .then(setContact, () => setContact(''));
  }, []);
  if (contact === undefined) return <p class="hint" />;
  const words = tokenTexts(state.lang);
  if (contact === '') return <p class="hint">{words('ask')}</p>;
  const isMail = /^[^\s@:]+@[^\s@]+$/.test(contact);
  return (
    <p class="hint">
      {words('askFor')}{' '}
      {isMail || /^https?:\/\/\S+$/.test(contact) ? (
        <a href={isMail ? `mailto:${contact}` : contact}>{contact}</a>
      ) : (
        contact
      )}
    </p>
  );
}

/** Asks whether the token of a link replaces that of this tab. */
export function TokenOffer({ token, offered }: { readonly token: string; readonly offered: string }) {
  const { state, setToken } = useExplorer();
  const words = tokenTexts(state.lang);
  return (
    <div class="page token-offer">
      <div class="notice toolbar" role="alert">
        <p>{words('offered')}</p>
        <span class="spacer" />
        <button class="button button-primary" onClick={() => setToken(offered)}>
          {words('replace')}
        </button>
        <button class="button" onClick={() => setToken(token, isTokenKept() ? 'browser' : 'tab')}>
          {words('keepMine')}
        </button>
      </div>
    </div>
  );
}
