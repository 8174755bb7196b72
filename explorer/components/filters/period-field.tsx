import type { ComponentChild } from 'preact';
import type { Period } from '../../model/periods.js';
import { useExplorer } from '../app/context.js';
import { LeftIcon, RightIcon } from '../app/icons.js';

interface PeriodFieldProps {
  readonly name: string;
  /** `month:2026-06` */
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Those of the board, newest first within each kind. */
  readonly periods: readonly Period[];
}

const TYPES = ['day', 'week', 'month'] as const;

/** The period of a board: its kind, then one of those that there are; buttons step to its neighbours. */
export function PeriodField({ name, text, onText, periods }: PeriodFieldProps) {
  const { text: say, field: nameOf } = useExplorer();
  const [type = '', value = ''] = text.split(':');
  const own = periods.filter(({ date_type }) => date_type === type);
  const at = own.findIndex(({ date_value }) => date_value === value);
  const step = (to: number, label: string, face: ComponentChild) => {
    const period = at < 0 ? undefined : own[to];
    return (
      <button
        type="button"
        class="button button-icon"
        aria-label={label}
        disabled={period === undefined}
        onClick={() => period !== undefined && onText(`${type}:${period.date_value}`)}
      >
        {face}
      </button>
    );
  };
  const newestOf = (wanted: string): void => {
    const found = periods.find(({ date_type, complete }) => date_type === wanted && complete);
    const first = found ?? periods.find(({ date_type }) => date_type === wanted);
    if (first !== undefined) onText(`${wanted}:${first.date_value}`);
  };
  return (
    <fieldset class="field">
      <legend class="field-name">{nameOf(name)}</legend>
      <div class="segments">
        {TYPES.map((wanted) => (
          <button key={wanted} type="button" aria-pressed={wanted === type} onClick={() => newestOf(wanted)}>
            {say(wanted)}
          </button>
        ))}
      </div>
      <div class="field-steps">
        {step(at + 1, say('previous'), <LeftIcon />)}
        <select
          aria-label={say('period')}
          value={value}
          onChange={(event) => onText(`${type}:${event.currentTarget.value}`)}
        >
          {at < 0 && <option value={value}>{value}</option>}
          {own.map(({ date_value, complete }) => (
            <option key={date_value} value={date_value}>
              {complete ? date_value : say('partial', { period: date_value })}
            </option>
          ))}
        </select>
        {step(at - 1, say('next'), <RightIcon />)}
      </div>
    </fieldset>
  );
}
