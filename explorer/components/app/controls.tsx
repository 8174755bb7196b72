import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useExplorer, useListener } from './context.js';

interface ChoicesProps<Value extends string> {
  readonly options: readonly (readonly [value: Value, label: ComponentChildren])[];
  readonly onChoose: (value: Value) => void;
}

interface SegmentsProps<Value extends string> extends ChoicesProps<Value> {
  readonly chosen: string | readonly string[];
  readonly label?: string;
}

/** Buttons side by side; those that are chosen are pressed. */
export const Segments = <Value extends string>({ options, chosen, onChoose, label }: SegmentsProps<Value>) => (
  <div class="segments" role="group" aria-label={label}>
    {options.map(([value, face]) => (
      <button key={value} aria-pressed={[chosen].flat().includes(value)} onClick={() => onChoose(value)}>
        {face}
      </button>
    ))}
  </div>
);

interface SelectProps<Value extends string> extends ChoicesProps<Value> {
  readonly value: string;
  readonly label?: string;
  readonly class?: string;
}

/** A list to choose from; a value that is not on it is shown as it is. */
export const Select = <Value extends string>({ options, onChoose, label, ...others }: SelectProps<Value>) => (
  <select {...others} aria-label={label} onChange={(event) => onChoose(event.currentTarget.value as Value)}>
    {options.map(([value, face]) => (
      <option key={value} value={value}>
        {face}
      </option>
    ))}
    {!options.some(([value]) => value === others.value) && <option value={others.value}>{others.value}</option>}
  </select>
);

/** A list to choose from next to its name. */
export const NamedSelect = ({
  name,
  field,
  ...select
}: SelectProps<string> & { readonly name: string; readonly field?: string }) => (
  <label class="inline-field" data-field={field}>
    <span>{name}</span>
    <Select {...select} />
  </label>
);

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

export const MenuItem = ({ class: className = '', ...others }: ButtonHTMLAttributes & { readonly class?: string }) => (
  <button class={`menu-item ${className}`} {...others} />
);

interface DialogProps {
  readonly label: string;
  readonly class: string;
  readonly onClose: () => void;
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

/** An icon of lines on a field of 20 by 20. */
const icon = (lines: string) => () => (
  <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    <path d={lines} />
  </svg>
);

export const ClockIcon = icon('M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0M10 6v4.2l2.8 1.8');
export const SunIcon = icon(
  'M6.8 10a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0M10 2.5v2M10 15.5v2M2.5 10h2M15.5 10h2M4.7 4.7l1.4 1.4M13.9 13.9l1.4 1.4M4.7 15.3l1.4-1.4M13.9 6.1l1.4-1.4',
);
export const KeyIcon = icon('M3.5 13a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M9.5 10.5l7-7M14 6l2 2M12 8l1.5 1.5');
export const SearchIcon = icon('M3.5 9a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M13.2 13.2l4 4');
export const FilterIcon = icon('M3 5h14M5.5 10h9M8.5 15h3');
export const CodeIcon = icon('m7 6-4 4 4 4M13 6l4 4-4 4');
export const LinkIcon = icon(
  'M8.5 11.5a3 3 0 0 0 4.3 0l2.9-2.9a3 3 0 1 0-4.3-4.3l-1 1M11.5 8.5a3 3 0 0 0-4.3 0l-2.9 2.9a3 3 0 1 0 4.3 4.3l1-1',
);
export const DownloadIcon = icon('M10 3v9M6.5 8.5 10 12l3.5-3.5M4 16h12');
export const ColumnsIcon = icon(
  'M4.5 4h11a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5h-11a1.5 1.5 0 0 1-1.5-1.5v-9a1.5 1.5 0 0 1 1.5-1.5zM8 4v12M12.5 4v12',
);
export const CloseIcon = icon('m5 5 10 10M15 5 5 15');
export const LeftIcon = icon('m12 5-5 5 5 5');
export const RightIcon = icon('m8 5 5 5-5 5');
export const ChartIcon = icon('M4 16V9M10 16V4M16 16v-4');
export const StarIcon = icon('m10 3 2.1 4.6 5 .6-3.7 3.4 1 5-4.4-2.5-4.4 2.5 1-5L2.9 8.2l5-.6z');

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
