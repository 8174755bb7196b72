import { useState } from 'preact/hooks';
import { useExplorer, useListener } from '../app/context.js';
import { Dialog } from '../app/controls.js';

const KEYS = ['/', 'j', 'k', 'x', 'c', 'e', '?', 'Ctrl+K'] as const;

const rowOf = (element: Element | null): Element | null => element?.closest('tr, .record-card') ?? null;

/** The keys of a list: from row to row, tick, export; `?` lists them. */
export function ListKeys() {
  const { text } = useExplorer();
  const [isHelp, setHelp] = useState(false);
  useListener('keydown', ({ key, target, ctrlKey, metaKey, altKey }) => {
    const isTyped = /^(?:input|select|textarea)$/i.test((target as Element).tagName);
    const isTick = target instanceof HTMLInputElement && target.type === 'checkbox';
    if (ctrlKey || metaKey || altKey || (isTyped && !isTick)) return;
    if (document.querySelector('dialog[open]') !== null) return;
    const links = [...document.querySelectorAll<HTMLElement>('#results :is(table, .cards) .row-name a')];
    const own = rowOf(document.activeElement);
    const at = links.findIndex((link) => rowOf(link) === own);
    const focus = (to: number): void => {
      links[to]?.focus();
      links[to]?.scrollIntoView({ block: 'nearest' });
    };
    if (key === 'j') focus(own === null ? 0 : Math.min(at + 1, links.length - 1));
    if (key === 'k') focus(own === null ? 0 : Math.max(at - 1, 0));
    if (key === 'x') own?.querySelector<HTMLElement>('.tick')?.click();
    const press = (...places: string[]): void =>
      places.flatMap((place) => document.querySelector<HTMLElement>(place) ?? [])[0]?.click();
    if (key === 'c') press('.compare-bar a.button');
    if (key === 'e') {
      press('.compare-bar .menu-export > button', '.list-bar .menu-export > button');
      requestAnimationFrame(() => document.querySelector<HTMLElement>('.menu-panel button')?.focus());
    }
    if (key === '?') setHelp(true);
  });
  if (!isHelp) return null;
  return (
    <Dialog class="find-panel" label={text('keys')} onClose={() => setHelp(false)}>
      {() => (
        <>
          <h2>{text('keys')}</h2>
          <dl class="keys">
            {KEYS.map((key) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{text(key === '/' ? 'places.search' : `key.${key}`)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Dialog>
  );
}
