import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useExplorer } from '../app/context.js';
import { FilterIcon } from '../app/icons.js';
import { useTablet } from '../app/use-window.js';

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
