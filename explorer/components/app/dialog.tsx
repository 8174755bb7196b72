import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface DialogProps {
  readonly label: string;
  readonly class: string;
  readonly onClose: () => void;
  /** @param close closes it */
  readonly children: (close: () => void) => ComponentChildren;
}

/** A dialog over the page; Escape or a click beside it closes it. */
export function Dialog({ label, onClose, children, ...others }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      {...others}
      ref={dialog}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      {children(() => dialog.current?.close())}
    </dialog>
  );
}
