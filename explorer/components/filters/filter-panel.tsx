import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isReached } from '../../model/facets.js';
import type { FormField as Field } from '../../model/form-fields.js';
import { boundTo, withField } from '../../model/request-body.js';
import { useExplorer } from '../app/context.js';
import { FilterIcon } from '../app/icons.js';
import { useTablet } from '../app/use-window.js';
import { FormField, type FormSources } from './form-field.js';

const MAIN_KINDS: readonly Field['kind'][] = ['period', 'times', 'choice', 'category', 'flag'];
const PRICE = /^(?:usd_)?price_range$/;
const ORDER: readonly Field['kind'][] = ['period', 'times', 'category', 'choice', 'flag'];

interface FilterPanelProps {
  readonly fields: readonly Field[];
  readonly sources: FormSources;
}

/** The form: a field for each filter of the operation, those with figures and ids, but for the price, folded away until they are used. */
export function FilterPanel({ fields, sources }: FilterPanelProps) {
  const { text, state, go, field: nameOf } = useExplorer();
  const shown = fields.filter(
    (field) => (!field.deprecated || state.filter[field.name] !== undefined) && isReached(field, state.filter),
  );
  const rank = ({ name, kind, required }: Field): number =>
    required ? -3 : /region/.test(name) ? -2 : PRICE.test(name) ? -1 : ORDER.indexOf(kind);
  const main = shown
    .filter(({ name, kind }) => PRICE.test(name) || MAIN_KINDS.includes(kind))
    .sort((one, other) => rank(one) - rank(other));
  const others = shown.filter((field) => !main.includes(field));
  const isUsed = others.some(
    ({ name }) => state.filter[name] !== undefined || sources.faults.some(({ path }) => path.includes(name)),
  );
  const input = (field: Field) => {
    const bound = boundTo(fields, state.filter, field.name);
    return (
      <>
        <FormField
          key={field.name}
          field={field}
          sources={sources}
          text={state.filter[field.name] ?? ''}
          onText={(given) => go(withField(state, fields, field.name, given))}
        />
        {bound.length > 0 && (
          <p class="hint">{text('boundHint', { names: bound.map(({ name }) => nameOf(name)).join(', ') })}</p>
        )}
      </>
    );
  };
  return (
    <>
      {main.map(input)}
      {others.length > 0 && (
        <details class="more-fields" open={isUsed}>
          <summary>{text('more')}</summary>
          {others.map(input)}
        </details>
      )}
    </>
  );
}

/** The filters beside the list; on a tablet or a phone behind a button, over it. */
export function FilterHolder({ count, children }: { readonly count: number; readonly children: ComponentChildren }) {
  const { text } = useExplorer();
  const [isOpen, setOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  if (!useTablet()) {
    return (
      <aside class="filters" aria-label={text('filters')}>
        {children}
      </aside>
    );
  }
  return (
    <>
      <button type="button" class="button filters-button" onClick={() => setOpen(true)}>
        <FilterIcon />
        {text('filters')}
        {count > 0 && <span class="badge">{count}</span>}
      </button>
      {isOpen && (
        <dialog ref={dialog} class="drawer drawer-filters" aria-label={text('filters')} onClose={() => setOpen(false)}>
          <div class="drawer-body">{children}</div>
          <footer>
            <button type="button" class="button button-primary" onClick={() => dialog.current?.close()}>
              {text('show')}
            </button>
          </footer>
        </dialog>
      )}
    </>
  );
}
