import { useState } from 'preact/hooks';
import type { SentRequest } from '../../model/snippets.js';
import { useExplorer } from '../app/context.js';
import { CodeIcon } from '../app/controls.js';
import { lazy } from '../app/lazy.js';

const RequestPanel = lazy(() => import('./request-panel.js').then((room) => room.RequestPanel));

interface RequestButtonProps {
  /** Undefined while it is not known. */
  readonly request: SentRequest | undefined;
  readonly answer: unknown;
}

/** Opens the request as code, with its answer. */
export function RequestButton({ request, answer }: RequestButtonProps) {
  const { text } = useExplorer();
  const [isShown, setShown] = useState(false);
  return (
    <>
      <button class="button" onClick={() => setShown(true)} disabled={request === undefined}>
        <CodeIcon />
        <span class="button-words">{text('request')}</span>
      </button>
      {isShown && request !== undefined && (
        <RequestPanel request={request} answer={answer} onClose={() => setShown(false)} />
      )}
    </>
  );
}
