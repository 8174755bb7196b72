import type { ComponentChildren } from 'preact';
import { formatNumber } from '../../model/format.js';
import { NamedSelect } from '../app/controls.js';
import { useExplorer } from '../app/context.js';

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
    <button class="button" disabled={isOff} onClick={() => toPage(to)}>
      {label}
    </button>
  );
  return (
    <nav class="pager" aria-label={text('page', { page })} data-field="page">
      <span>
        {text('page', { page })}
        {rows > 0 && ` · ${(page - 1) * pagesize + 1}–${(page - 1) * pagesize + rows}`}
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
