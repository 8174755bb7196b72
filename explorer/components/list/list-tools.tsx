import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Column } from '../../model/columns.js';
import { formatNumber } from '../../model/format.js';
import { sortOf } from '../../model/request-body.js';
import type { View } from '../../model/views.js';
import { NamedSelect } from '../app/choices.js';
import { useExplorer } from '../app/context.js';
import { ColumnsIcon, LinkIcon } from '../app/icons.js';
import { Menu, MenuItem } from '../app/menu.js';

/** The choice of the order; the first is the default order of the operation. */
export function SortSelect({ fields }: { readonly fields: readonly string[] }) {
  const { state, go, text, field: nameOf } = useExplorer();
  const usual = text(state.keywords === '' ? 'sortDefault' : 'sortRelevance');
  return (
    <NamedSelect
      name={text('sort')}
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
    <button type="button" class="button" aria-live="polite" onClick={(event) => void copy(event.currentTarget)}>
      {icon && <LinkIcon />}
      <span class={icon && done === undefined ? 'button-words' : ''}>{done === undefined ? label : text(done)}</span>
    </button>
  );
}

const SIZES = ['10', '20', '50', '100'];

interface PagerProps {
  readonly rows: number;
  /** Undefined when the service returns no total. */
  readonly total: number | undefined;
  readonly hasMore: boolean;
  /** The rows that pages show at most. */
  readonly window: number;
  /** All rows as a file, where pages end before the rows do. */
  readonly children: ComponentChildren;
}

/** Buttons for pages; they end where the service's pages do. */
export function Pager({ rows, total, hasMore, window, children }: PagerProps) {
  const { state, go, text } = useExplorer();
  const { page, pagesize } = state;
  const isLast = total === undefined ? !hasMore : page * pagesize >= total;
  const isEnd = !isLast && (page + 1) * pagesize > window;
  const toPage = (to: number): void => {
    go({ ...state, page: to });
    scrollTo({ top: 0 });
  };
  const button = (to: number, label: string, isOff: boolean) => (
    <button type="button" class="button" disabled={isOff} onClick={() => toPage(to)}>
      {label}
    </button>
  );
  return (
    <nav class="pager" aria-label={text('page', { page })} data-field="page">
      <span>
        {text('page', { page })}
        {rows > 0 && ` · ${text('shown', { from: (page - 1) * pagesize + 1, to: (page - 1) * pagesize + rows })}`}
      </span>
      <NamedSelect
        name={text('perPage')}
        value={String(pagesize)}
        options={SIZES.map((size) => [size, size])}
        onChoose={(size) => go({ ...state, page: 1, pagesize: Number(size) })}
      />
      <span class="pager-buttons">
        {page > 2 && button(1, text('first'), false)}
        {button(page - 1, text('before'), page <= 1)}
        {button(page + 1, text('after'), isLast || isEnd)}
      </span>
      {isEnd && (
        <span class="toolbar">
          {text('pagesEnd', { count: formatNumber(window, state.lang) })} {children}
        </span>
      )}
    </nav>
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
