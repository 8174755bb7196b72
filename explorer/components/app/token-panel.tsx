import { useState } from 'preact/hooks';
import { useExplorer } from './context.js';

/** Asks for a token: in the place of the results while there is none, and when the service no longer takes it. */
export function TokenPanel({ refused = false }: { readonly refused?: boolean }) {
  const { text, setToken } = useExplorer();
  const [draft, setDraft] = useState('');
  return (
    <main class="page token-page" id="results">
      <form
        class="card token-card"
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.trim() !== '') setToken(draft.trim());
        }}
      >
        <h1>{text(refused ? 'tokenRefused' : 'tokenHeading')}</h1>
        <p>{text(refused ? 'tokenRefusedHint' : 'tokenHint')}</p>
        <label class="field">
          <span class="field-name">{text('token')}</span>
          <input
            type="password"
            autocomplete="off"
            spellcheck={false}
            value={draft}
            onInput={(event) => setDraft(event.currentTarget.value)}
          />
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
