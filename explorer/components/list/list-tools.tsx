import { useState } from 'preact/hooks';
import type { Column } from '../../model/columns.js';
import { sortOf } from '../../model/forms.js';
import type { View } from '../../model/views.js';
import type { SentRequest } from '../../model/snippets.js';
import { CodeIcon, ColumnsIcon, Menu, MenuItem, NamedSelect } from '../app/controls.js';
import { useExplorer } from '../app/context.js';
import { lazy } from '../app/notice.js';

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

const RequestPanel = lazy(() => import('./request-panel.js').then((room) => room.RequestPanel));

interface RequestButtonProps {
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
