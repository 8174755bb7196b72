import type { ComponentChild } from 'preact';
import {
  baseOf,
  type Days,
  daysOf,
  lastDaysText,
  type Period,
  periodName,
  rangeText,
  reachOf,
  YEAR,
} from '../../model/periods.js';
import { coverageOf } from '../../model/page-days.js';
import { LeftIcon, NamedSelect, RightIcon, Segments, Select } from '../app/controls.js';
import { useExplorer } from '../app/context.js';

interface PeriodFieldProps {
  /** `month:2026-06`, or `range:2026-06-03~2026-06-30` */
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Those of the ranking, newest first within each kind. */
  readonly periods: readonly Period[];
  readonly end?: number | undefined;
}

const TYPES = ['day', 'week', 'month'] as const;
const SPANS = [7, 28, 90] as const;

/** A period: its kind, then one of those that there are, with buttons to its neighbours, or the days chosen freely. */
export function PeriodField({ text, onText, periods, end }: PeriodFieldProps) {
  const { text: say, field: nameOf, choice, state } = useExplorer();
  const [type = '', value = ''] = text.split(':');
  const own = periods.filter(({ date_type }) => date_type === type);
  const at = own.findIndex(({ date_value }) => date_value === value);
  const days = daysOf(text);
  const reach = reachOf(periods, end);
  const step = (to: number, label: string, face: ComponentChild) => {
    const period = at < 0 ? undefined : own[to];
    return (
      <button
        class="button button-icon"
        aria-label={label}
        disabled={period === undefined}
        onClick={() => period !== undefined && onText(`${type}:${period.date_value}`)}
      >
        {face}
      </button>
    );
  };
  const choose = (wanted: string): void => {
    if (wanted === 'range') return days && onText(rangeText(days));
    const found = periods.find(({ date_type, complete }) => date_type === wanted && complete);
    const first = found ?? periods.find(({ date_type }) => date_type === wanted);
    if (first !== undefined) onText(`${wanted}:${first.date_value}`);
  };
  const kinds = TYPES.map((wanted) => [wanted, choice('date_type', wanted)] as const);
  const day = (end: 'from' | 'to') => (
    <input
      type="date"
      aria-label={`${nameOf('date_info')}: ${say(end)}`}
      value={days?.[end]}
      min={reach.from}
      max={reach.to}
      onChange={(event) => days && onText(rangeText({ ...days, [end]: event.currentTarget.value }))}
    />
  );
  return (
    <fieldset class="field">
      <legend class="field-name">{nameOf('date_info')}</legend>
      <Segments options={[...kinds, ['range', say('days')]]} chosen={type} onChoose={choose} />
      {type === 'range' ? (
        <>
          <div class="field-pair">
            {day('from')}
            {day('to')}
          </div>
          {end !== undefined && (
            <Segments
              options={SPANS.map((count) => [lastDaysText(end, count), say('lastDays', { count })])}
              chosen={text}
              onChoose={onText}
            />
          )}
        </>
      ) : (
        <div class="field-steps">
          {step(at + 1, say('previous'), <LeftIcon />)}
          <Select
            label={say('period')}
            value={text}
            options={(at < 0 ? [{ date_value: value, complete: true }, ...own] : own).map(
              ({ date_value, complete }) => {
                const period = periodName(`${type}:${date_value}`, state.lang);
                return [`${type}:${date_value}`, complete ? period : say('partial', { period })];
              },
            )}
            onChoose={onText}
          />
          {step(at - 1, say('next'), <RightIcon />)}
        </div>
      )}
    </fieldset>
  );
}

/** What a period is compared with: the one before, a year earlier, or as many days from a first one. */
export function BaseField({ chosen, reach }: { readonly chosen: string; readonly reach: Partial<Days> }) {
  const { text: say, field: nameOf, state, go } = useExplorer();
  const { base = '' } = state;
  const first = baseOf(chosen, base)?.from ?? '';
  const choose = (next: string): void => go({ ...state, base: next === '' ? undefined : next, page: 1 });
  const isRule = base === '' || base === YEAR;
  const name = nameOf('compare_to');
  const hasYear = base === YEAR || coverageOf(chosen, YEAR, reach).previous_complete !== false;
  return (
    <>
      <NamedSelect
        name={name}
        field="compare_to"
        value={isRule ? base : first}
        options={[
          ['', say('base.before')],
          ...(hasYear ? [[YEAR, say('base.year')] as const] : []),
          [first, say('base.other')],
        ]}
        onChoose={choose}
      />
      {!isRule && (
        <input
          type="date"
          aria-label={`${name}: ${say('from')}`}
          value={first}
          min={reach.from}
          max={reach.to}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      )}
    </>
  );
}
