import { fieldText, textAt, valueAt } from '../../model/field-text.js';
import type { RowNames } from '../../model/views.js';
import { useExplorer } from '../app/context.js';

/** As many ids as a filter takes. */
export const MOST_CHOSEN = 100;

/** Chooses a row to be compared. */
export function Tick({ row, names }: { readonly row: unknown; readonly names: RowNames }) {
  const { text } = useExplorer();
  const name = fieldText(valueAt(row, names.title) ?? valueAt(row, names.id));
  return <TickBox label={text('compareTick', { name })} rows={[row]} names={names} />;
}

interface TickBoxProps {
  readonly label: string;
  readonly rows: readonly unknown[];
  readonly names: RowNames;
}

/** Chooses all of these rows, or none of them. */
export function TickBox({ label, rows, names }: TickBoxProps) {
  const { state, settle } = useExplorer();
  const ids = rows.map((row) => textAt(row, names.id)).filter((id) => id !== '');
  const others = (state.ticked ?? []).filter((id) => !ids.includes(id));
  const isAll = ids.every((id) => state.ticked?.includes(id));
  const next = isAll ? others : [...others, ...ids];
  if (ids.length === 0) return null;
  return (
    <input
      type="checkbox"
      class="tick"
      aria-label={label}
      checked={isAll}
      disabled={next.length > MOST_CHOSEN}
      onChange={() => settle({ ...state, ticked: next.length === 0 ? undefined : next })}
    />
  );
}
