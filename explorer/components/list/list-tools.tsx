import { useState } from 'preact/hooks';
import type { Column } from '../../model/columns.js';
import { sortOf } from '../../model/request-body.js';
import type { View } from '../../model/views.js';
import { ColumnsIcon, LinkIcon, Menu, MenuItem, NamedSelect } from '../app/controls.js';
import { useExplorer } from '../app/context.js';

/** The choice of the order; the first is the default order of the operation. */
export function SortSelect({ fields }: { readonly fields: readonly string[] }) {
  const { state, go, text, field: nameOf } = useExplorer();
  const usual = text(state.keywords === '' ? 'sortDefault' : 'sortRelevance');
  return (
    <NamedSelect
      name={nameOf('orderby')}
      field="orderby"
      value={sortOf(state.orderby).field}
      options={[['', usual], ...fields.map((field) => [field, nameOf(field)] as const)]}
      onChoose={(orderby) => go({ ...state, orderby, page: 1 })}
    />
  );
}

interface ColumnMenuProps {
  readonly view: View;
  readonly columns: readonly Column[];
  readonly chosen: readonly string[];
}

/** The choice of columns, and whether pictures are fetched. */
export function ColumnMenu({ view, columns, chosen }: ColumnMenuProps) {
  const { state, go, text, field: nameOf, covers, setCovers, help } = useExplorer();
  const toggle = (path: string): void => {
    const next = chosen.includes(path)
      ? chosen.filter((other) => other !== path)
      : columns.map((column) => column.path).filter((other) => other === path || chosen.includes(other));
    go({ ...state, columns: next.length === 0 ? undefined : next });
  };
  return (
    <Menu label={text('columns')} face={<ColumnsIcon />} class="menu-right menu-columns">
      {() => (
        <>
          <label class="check">
            <input type="checkbox" checked={covers} onChange={(event) => setCovers(event.currentTarget.checked)} />
            {text('covers')}
          </label>
          <p class="menu-title">{text('columns')}</p>
          {columns
            .filter(({ path }) => path !== view.names.title)
            .map(({ path, description }) => (
              <label key={path} class="check" title={help(description)}>
                <input type="checkbox" checked={chosen.includes(path)} onChange={() => toggle(path)} />
                {nameOf(path)}
              </label>
            ))}
          <MenuItem class="menu-quiet" onClick={() => go({ ...state, columns: undefined })}>
            {text('columnsReset')}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

const SHOWN_MS = 1500;

interface CopyButtonProps {
  readonly label: string;
  readonly value: () => string;
  readonly icon?: boolean;
}

/** Copies a value and confirms it for a moment. */
export function CopyButton({ label, value, icon = false }: CopyButtonProps) {
  const { text } = useExplorer();
  const [done, setDone] = useState<'copied' | 'copyFailed'>();
  const copy = async (button: HTMLElement): Promise<void> => {
    setDone((await copyText(value(), button)) ? 'copied' : 'copyFailed');
    setTimeout(() => setDone(undefined), SHOWN_MS);
  };
  return (
    <button class="button" aria-live="polite" onClick={(event) => void copy(event.currentTarget)}>
      {icon && <LinkIcon />}
      <span class={icon && done === undefined ? 'button-words' : ''}>{done === undefined ? label : text(done)}</span>
    </button>
  );
}

/**
 * Copies a text. A page that came over plain HTTP has no clipboard, so the text is copied out of a field next to the
 * button: an open dialog refuses the focus to anything outside of it.
 * @returns whether it was copied
 */
export async function copyText(text: string, button: HTMLElement): Promise<boolean> {
  if (isSecureContext) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  button.after(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  button.focus();
  return isCopied;
}
