import { useEffect, useRef, useState } from 'preact/hooks';
import type { SuggestData, SuggestionItem } from '../../../clients/typescript/src/schema.js';
import type { State } from '../../model/address.js';
import type { FormField } from '../../model/form-fields.js';
import { fieldText } from '../../model/field-text.js';
import { operationAt } from '../../model/open-api.js';
import { useAnswer } from '../../service/use-answer.js';
import { useExplorer } from '../app/context.js';
import { SearchIcon } from '../app/controls.js';
import { ProblemNotice } from '../app/notice.js';
import { useListener } from '../app/use-window.js';
import { Combobox } from './combobox.js';

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
