import type { InputHTMLAttributes } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { fieldText, readRange, typedNumber, writeRange } from '../../model/field-text.js';
import { formatNumber } from '../../model/format.js';
import { type FormField, hasNeeds, localCurrency } from '../../model/forms.js';
import { dayOf, lastDays, momentOf } from '../../model/periods.js';
import { Segments, Select } from '../app/controls.js';
import { useExplorer } from '../app/context.js';

export interface FieldProps {
  readonly field: FormField;
  readonly text: string;
  readonly onText: (text: string) => void;
}

interface DraftInputProps extends Pick<
  InputHTMLAttributes,
  'inputMode' | 'placeholder' | 'disabled' | 'title' | 'aria-label'
> {
  readonly type?: 'date';
  readonly value: string;
  readonly onCommit: (typed: string) => void;
}

/** An input whose typed text stays while the page around it changes, until it is left. */
function DraftInput({ type, value, onCommit, ...others }: DraftInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null) input.current.value = value;
  }, [value]);
  const all = {
    ...others,
    ref: input,
    onChange: (event: { readonly currentTarget: HTMLInputElement }) => onCommit(event.currentTarget.value),
  };
  return type === 'date' ? <input type="date" {...all} /> : <input {...all} />;
}

/** A field of text: an id, several of them separated by commas, a number. */
export function TextField({ field, text, onText }: FieldProps) {
  const { field: nameOf, help } = useExplorer();
  return (
    <label class="field">
      <span class="field-name">{nameOf(field.name)}</span>
      <DraftInput
        value={text}
        inputMode={field.kind === 'number' ? 'numeric' : 'text'}
        title={help(field.description)}
        onCommit={(typed) => onText(field.kind === 'number' ? typedNumber(typed) : typed.trim())}
      />
    </label>
  );
}

const SPANS = [7, 30, 90] as const;

/**
 * The least and the most of a figure, or the first and the last day of a range of time, in UTC. An amount needs a region,
 * whose currency it is in. Quick ranges of time end where the data does.
 */
export function RangeField({ field, text, onText, end }: FieldProps & { readonly end: number | undefined }) {
  const { text: say, field: nameOf, state, help } = useExplorer();
  const isOfTime = field.kind === 'times';
  const isOff = text === '' && !hasNeeds(field, state.filter);
  const { min, max } = readRange(text);
  const input = (bound: 'min' | 'max') => {
    const value = bound === 'min' ? min : max;
    const label = say(isOfTime ? (bound === 'min' ? 'from' : 'to') : bound);
    const commit = (typed: string): void => {
      const given = isOfTime ? momentOf(typed, bound === 'min' ? 'first' : 'last') : typedNumber(typed);
      onText(bound === 'min' ? writeRange(given, max) : writeRange(min, given));
    };
    return (
      <DraftInput
        {...(isOfTime ? { type: 'date' } : { inputMode: 'decimal', placeholder: label })}
        disabled={isOff}
        aria-label={`${nameOf(field.name)}: ${label}`}
        value={isOfTime ? dayOf(value) : value}
        onCommit={commit}
      />
    );
  };
  return (
    <fieldset class="field" title={help(field.description)}>
      <legend class="field-name">
        {nameOf(field.name)}
        {localCurrency(field, state.filter)}
      </legend>
      <div class="field-pair">
        {input('min')}
        {input('max')}
      </div>
      {isOff && <p class="hint">{say('needsField', { names: field.needs.map(nameOf).join(' / ') })}</p>}
      {isOfTime && end !== undefined && (
        <Segments
          options={SPANS.map((count) => [lastDays(end, count), say('lastDays', { count })])}
          chosen={text}
          onChoose={onText}
        />
      )}
    </fieldset>
  );
}

export interface Option {
  readonly value: unknown;
  readonly label: string;
  readonly count?: number | undefined;
}

interface ChoiceFieldProps extends FieldProps {
  readonly options: readonly Option[];
  /** In the place of the field's name. */
  readonly label?: string | undefined;
}

/** One of a few values, or any: buttons side by side, with counts where they are known. */
export function SegmentField({ field, text, onText, options }: ChoiceFieldProps) {
  const { text: say, field: nameOf, state, help } = useExplorer();
  const faces = options.map(({ value, label, count }) => {
    const counted = count !== undefined && <small>{formatNumber(count, state.lang)}</small>;
    return [fieldText(value), [label, counted]] as const;
  });
  return (
    <fieldset class="field" title={help(field.description)}>
      <legend class="field-name">{nameOf(field.name)}</legend>
      <Segments options={[['', say('any')], ...faces]} chosen={text} onChoose={onText} />
    </fieldset>
  );
}

/** One of many values, or any. */
export function SelectField({ field, text, onText, options, label: name = '' }: ChoiceFieldProps) {
  const { text: say, field: nameOf, help } = useExplorer();
  // Categories are always of a level.
  const first = field.name === 'level' ? [] : [['', say('any')] as const];
  return (
    <label class="field" title={help(field.description)}>
      <span class="field-name">{name || nameOf(field.name)}</span>
      <Select
        value={text || (first.length > 0 ? '' : '1')}
        options={[...first, ...options.map(({ value, label }) => [fieldText(value), label] as const)]}
        onChoose={onText}
      />
    </label>
  );
}

const SHOWN_AT_FIRST = 6;

interface FacetListProps extends FieldProps {
  readonly options: readonly Option[];
  readonly otherCount: number;
  readonly missingCount: number;
}

/** The values of a field with how many records each has; a click narrows to one, another click takes that back. */
export function FacetList({ field, text, onText, options, otherCount, missingCount }: FacetListProps) {
  const { text: say, field: nameOf, state, help } = useExplorer();
  const [isWhole, setWhole] = useState(false);
  const name = nameOf(field.name);
  const most = Math.max(1, ...options.map(({ count = 0 }) => count));
  const chosen = options.findIndex(({ value }) => fieldText(value) === text);
  const shown = isWhole ? options : options.filter((_, at) => at < SHOWN_AT_FIRST || at === chosen);
  const rest: readonly (readonly [string, number])[] = [
    [say('otherValues'), otherCount],
    [say('missingValues'), missingCount],
  ];
  return (
    <fieldset class="field facet" title={help(field.description)}>
      <legend class="field-name">{name}</legend>
      <ul aria-label={say('breakdownOf', { name })}>
        {shown.map(({ value, label, count = 0 }) => {
          const own = fieldText(value);
          return (
            <li key={own}>
              <button class="facet-row" aria-pressed={own === text} onClick={() => onText(own === text ? '' : own)}>
                <span class="facet-bar" style={{ width: `${(100 * count) / most}%` }} />
                <span class="facet-label">{label}</span>
                <span class="facet-count">{formatNumber(count, state.lang)}</span>
              </button>
            </li>
          );
        })}
        {isWhole &&
          rest
            .filter(([, count]) => count > 0)
            .map(([label, count]) => (
              <li key={label} class="facet-rest">
                <span class="facet-label">{label}</span>
                <span class="facet-count">{formatNumber(count, state.lang)}</span>
              </li>
            ))}
      </ul>
      {options.length > SHOWN_AT_FIRST && (
        <button class="link-button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? say('showLess') : say('showAll', { count: options.length })}
        </button>
      )}
    </fieldset>
  );
}
