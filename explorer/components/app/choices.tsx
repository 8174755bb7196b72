import type { ComponentChildren } from 'preact';

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
      <button key={value} type="button" aria-pressed={[chosen].flat().includes(value)} onClick={() => onChoose(value)}>
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
