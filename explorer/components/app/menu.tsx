import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useListener } from './use-window.js';

interface MenuProps {
  readonly label: string;
  readonly face: ComponentChildren;
  /** @param close closes it, after what was chosen is done */
  readonly children: (close: (done?: void) => void) => ComponentChildren;
  readonly class?: string;
}

/** From the window's edge. Pixels. */
const MARGIN = 8;

/** A button that opens a panel below it, or above where there is no room; Escape, a click or the focus elsewhere closes it. */
export function Menu({ label, face, children, class: className = '' }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const holder = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  /** Where the focus was: a key may open a menu from elsewhere. */
  const from = useRef<Element>(null);
  const close = (): void => {
    setOpen(false);
    (from.current as HTMLElement | null)?.focus();
  };
  useLayoutEffect(() => {
    const [own, face] = [panel.current, button.current];
    if (own === null || face === null) return;
    const { bottom, left, right, height } = own.getBoundingClientRect();
    own.classList.toggle('menu-up', bottom > innerHeight && face.getBoundingClientRect().top > height);
    own.style.translate = `${Math.min(0, innerWidth - MARGIN - right) || Math.max(0, MARGIN - left)}px`;
  }, [isOpen]);
  const onPointer = ({ target }: Event): void => {
    if (!holder.current?.contains(target as Node)) setOpen(false);
  };
  useListener('pointerdown', onPointer, isOpen);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close();
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const own = [...(panel.current?.querySelectorAll<HTMLElement>('a, button, input') ?? [])];
    if (step === 0 || own.length === 0) return;
    event.preventDefault();
    const at = own.indexOf(document.activeElement as HTMLElement);
    own.at(at < 0 ? Math.min(0, step) : (at + step) % own.length)?.focus();
  };
  return (
    <div
      class={`menu ${className}`}
      ref={holder}
      onKeyDown={onKey}
      onFocusOut={({ relatedTarget: next }) => {
        if (next instanceof Node && !holder.current?.contains(next)) setOpen(false);
      }}
    >
      <button
        ref={button}
        class="button"
        type="button"
        aria-expanded={isOpen}
        onClick={() => {
          from.current = document.activeElement;
          setOpen(!isOpen);
        }}
      >
        {face}
        <span class="visually-hidden">{label}</span>
      </button>
      {isOpen && (
        <div ref={panel} class="menu-panel" role="group" aria-label={label}>
          {children(close)}
        </div>
      )}
    </div>
  );
}

/** A choice of a menu. */
export const MenuItem = ({ class: className = '', ...others }: ButtonHTMLAttributes & { readonly class?: string }) => (
  <button type="button" class={`menu-item ${className}`} {...others} />
);
