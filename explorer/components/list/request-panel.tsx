import { useState } from 'preact/hooks';
import { type SentRequest, SNIPPET_LANGUAGES, snippetOf } from '../../model/snippets.js';
import { CloseIcon, CopyButton, Dialog, Segments } from '../app/controls.js';
import { useExplorer } from '../app/context.js';

interface RequestPanelProps {
  readonly request: SentRequest;
  /** The whole answer, envelope included; undefined while there is none. */
  readonly answer: unknown;
  readonly onClose: () => void;
}

/** The request as code to copy, and the answer as it came. */
export function RequestPanel({ request, answer, onClose }: RequestPanelProps) {
  const { text } = useExplorer();
  const [chosen, setChosen] = useState<string>('curl');
  const base = location.href.replace(/\/explore(?:[?#].*)?$/, '');
  const language = SNIPPET_LANGUAGES.find((name) => name === chosen);
  const shown = language === undefined ? JSON.stringify(answer ?? null, null, 2) : snippetOf(language, base, request);
  const names = [...SNIPPET_LANGUAGES.map((name) => [name, name] as const), ['answer', text('answer')] as const];
  return (
    <Dialog class="drawer" label={text('request')} onClose={onClose}>
      {(close) => (
        <div class="drawer-body">
          <header class="card-head">
            <h2>
              {text('request')} <code>POST {request.path}</code>
            </h2>
            <button class="button button-icon" aria-label={text('close')} onClick={close}>
              <CloseIcon />
            </button>
          </header>
          <div class="card-head">
            <Segments options={names} chosen={chosen} onChoose={setChosen} />
            <CopyButton label={text('copy')} value={() => shown} />
          </div>
          {language !== undefined && <p class="hint">{text('requestHint')}</p>}
          <pre class="code" tabIndex={0}>
            <code>{shown}</code>
          </pre>
        </div>
      )}
    </Dialog>
  );
}
