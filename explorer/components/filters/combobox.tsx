import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useExplorer } from '../app/context.js';

/** A choice below the typed words. */
export interface Choice {
  readonly key: string;
  readonly name: string;
  /** What tells it from others of the same name. */
  readonly more: string;
}

interface ComboboxProps<Item extends Choice> {
  readonly id: string;
  readonly label: string;
  readonly input?: RefObject<HTMLInputElement | null>;
  readonly draft: string;
  readonly onDraft: (draft: string) => void;
  readonly list: readonly Item[];
  /** Whether the list answers the typed words. */
  readonly isCurrent: boolean;
  /** Whether Enter takes the first choice unless another is active, and waits for a current list. */
  readonly isFirstTaken: boolean;
  /** @param chosen undefined: Enter without a choice */
  readonly onChoose: (chosen: Item | undefined) => void;
  readonly onClose?: () => void;
  readonly children?: ComponentChildren;
}

/** Typed words with choices below them: a combobox as ARIA describes it. */
export function Combobox<Item extends Choice>(props: ComboboxProps<Item>) {
  const { id, label, draft, list, isCurrent, isFirstTaken, onChoose, onClose } = props;
  const { text } = useExplorer();
  const first = isFirstTaken ? 0 : -1;
  const [active, setActive] = useState(first);
  const [isEntered, setEntered] = useState(false);
  useEffect(() => {
    if (!isEntered || !isCurrent) return;
    setEntered(false);
    onChoose(list[0]);
  }, [isEntered, isCurrent]);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') return onClose?.();
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || list.length === 0) return;
    event.preventDefault();
    const next = (active + step + list.length) % list.length;
    setActive(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <form
      class="keyword-box"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (isFirstTaken && active === 0) setEntered(true);
        else onChoose(list[active]);
      }}
    >
      <input
        ref={props.input}
        role="combobox"
        aria-label={label}
        aria-expanded={list.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 && list.length > 0 ? `${id}-${active}` : undefined}
        autocomplete="off"
        placeholder={label}
        value={draft}
        onInput={(event) => {
          // Not as an effect of the draft: it would come after an Enter that follows at once, and undo it.
          setActive(first);
          setEntered(false);
          props.onDraft(event.currentTarget.value);
        }}
        onKeyDown={onKey}
        onBlur={onClose}
      />
      {props.children}
      <ul id={id} role="listbox" aria-label={text('suggestions')} hidden={list.length === 0}>
        {list.map((choice, at) => (
          <li
            key={choice.key}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === active}
            onPointerDown={(event) => {
              event.preventDefault();
              onChoose(choice);
            }}
          >
            <span>{choice.name}</span>
            <span class="suggestion-kind">{choice.more}</span>
          </li>
        ))}
      </ul>
    </form>
  );
}
