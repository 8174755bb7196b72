import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface MenuProps {
  readonly label: string;
  readonly face: ComponentChildren;
  readonly children: (close: () => void) => ComponentChildren;
  readonly class?: string;
}

/** A button that opens a panel below it; Escape, or a click elsewhere, closes it. */
export function Menu({ label, face, children, class: className = '' }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const holder = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const onPointer = (event: Event): void => {
      if (!holder.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener('pointerdown', onPointer);
    return () => removeEventListener('pointerdown', onPointer);
  }, [isOpen]);
  const closeByKey = ({ key }: KeyboardEvent): void => {
    if (key !== 'Escape') return;
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div class={`menu ${className}`} ref={holder} onKeyDown={closeByKey}>
      <button ref={button} class="button" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {face}
        <span class="visually-hidden">{label}</span>
      </button>
      {isOpen && (
        <div class="menu-panel" role="group" aria-label={label}>
          {children(() => setOpen(false))}
        </div>
      )}
    </div>
  );
}
