import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useExplorer, useTablet } from '../app/context.js';
import { Dialog, FilterIcon } from '../app/controls.js';

interface FilterHolderProps {
  /** How many filters are set. */
  readonly count: number;
  /** Whether other counts of their values are on the way. */
  readonly isCounting: boolean;
  readonly children: ComponentChildren;
}

/** The filters beside the list; on a tablet or a phone behind a button, over it. */
export function FilterHolder({ count, isCounting, children }: FilterHolderProps) {
  const { text } = useExplorer();
  const [isOpen, setOpen] = useState(false);
  if (!useTablet()) {
    return (
      <aside class="filters" aria-label={text('filters')} aria-busy={isCounting}>
        {children}
      </aside>
    );
  }
  return (
    <>
      <button class="button filters-button" onClick={() => setOpen(true)}>
        <FilterIcon />
        {text('filters')}
        {count > 0 && <span class="badge">{count}</span>}
      </button>
      {isOpen && (
        <Dialog class="drawer drawer-filters" label={text('filters')} onClose={() => setOpen(false)}>
          {(close) => (
            <>
              <div class="drawer-body">{children}</div>
              <footer>
                <button class="button button-primary" onClick={close}>
                  {text('show')}
                </button>
              </footer>
            </>
          )}
        </Dialog>
      )}
    </>
  );
}
