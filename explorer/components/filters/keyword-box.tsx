import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren, RefObject } from 'preact';
import type { SuggestData, SuggestionItem } from '../../../clients/typescript/src/schema.js';
import type { State } from '../../model/address.js';
import type { FormField } from '../../model/forms.js';
import { fieldText } from '../../model/field-text.js';
import { operationAt } from '../../model/open-api.js';
import { useAnswer } from '../../service/use-answer.js';
import { useExplorer, useListener } from '../app/context.js';
import { SearchIcon } from '../app/controls.js';
import { ProblemNotice } from '../app/notice.js';

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

interface KeywordBoxProps {
  readonly label: string;
  /** The operation that suggests; undefined: none. */
  readonly suggest: string | undefined;
  readonly keywords: string;
  /** Undefined: Enter takes the first suggestion. */
  readonly onKeywords?: (keywords: string) => void;
  readonly onSuggestion: (suggestion: SuggestionItem) => void;
}

const PAUSE_MS = 120;

/** Words to look for, with suggestions while they are typed. */
export function KeywordBox({ label, suggest, keywords, onKeywords, onSuggestion }: KeywordBoxProps) {
  const { text, document: openApi, state } = useExplorer();
  const [draft, setDraft] = useState(keywords);
  const [asked, setAsked] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => setDraft(keywords), [keywords]);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(draft === keywords ? '' : draft.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft, keywords]);
  useListener('keydown', (event) => {
    if (event.key !== '/' || /^(?:input|select|textarea)$/i.test((event.target as Element).tagName)) return;
    event.preventDefault();
    input.current?.focus();
  });
  const isThere = suggest !== undefined && operationAt(openApi, suggest) !== undefined;
  const request = isThere && asked !== '' ? { path: suggest, body: { keywords: asked, lang: state.lang } } : undefined;
  const { success, problem, isAnswered, retry } = useAnswer<SuggestData>(request);
  const again = (): void => {
    retry();
    input.current?.focus();
  };
  const list = (asked === '' ? [] : (success?.data.list ?? [])).map((suggestion) => ({
    key: suggestion.kind + suggestion.text + fieldText(Object.values(suggestion.filter)[0]),
    name: suggestion.text,
    more: text(`view.${suggestion.kind}`),
    suggestion,
  }));
  if (!isThere && onKeywords === undefined) return null;
  return (
    <>
      <Combobox
        id="suggestions"
        label={label}
        input={input}
        draft={draft}
        onDraft={setDraft}
        list={list}
        isCurrent={asked === draft.trim() && isAnswered}
        isFirstTaken={onKeywords === undefined}
        // A failed question stays for its retry, whose button takes the focus.
        onClose={() => problem ?? setAsked('')}
        onChoose={(chosen) => {
          setAsked('');
          if (chosen === undefined) return onKeywords?.(draft.trim());
          setDraft(keywords);
          onSuggestion(chosen.suggestion);
        }}
      >
        <SearchIcon />
        <kbd aria-hidden="true">/</kbd>
      </Combobox>
      {problem !== undefined && <ProblemNotice problem={problem} isMinor onRetry={again} />}
    </>
  );
}

/**
 * The state that a suggestion leads to: its filters that the form has, else its keywords. Forms have the category of
 * creators under names of their own.
 */
export function withSuggestion(state: State, { filter }: SuggestionItem, fields: readonly FormField[]): State {
  const found = Object.entries(filter).flatMap(([name, value]) => {
    const isOfCreators = ({ kind, tree }: FormField): boolean => kind === 'category' && tree === 'creator';
    const field = fields.find((candidate) =>
      name === 'creator_category_id' ? isOfCreators(candidate) : candidate.name === name,
    );
    return field === undefined ? [] : [[field.name, fieldText(value)] as const];
  });
  const keywords = found.length === 0 ? fieldText(filter.keywords) : '';
  return { ...state, page: 1, keywords, filter: { ...state.filter, ...Object.fromEntries(found) } };
}
