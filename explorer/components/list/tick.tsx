import { valueAt } from '../../model/columns.js';
import { fieldText } from '../../model/field-text.js';
import type { RowNames } from '../../model/views.js';
import { useExplorer } from '../app/context.js';

/** As many ids as a filter takes. */
export const MOST_CHOSEN = 100;

/** Chooses a row to be compared. */
export function Tick({ row, names }: { readonly row: unknown; readonly names: RowNames }) {
  const { state, settle, text } = useExplorer();
  const id = fieldText(valueAt(row, names.id));
  const ticked = state.ticked ?? [];
  const isTicked = ticked.includes(id);
  if (id === '') return null;
  return (
    <input
      type="checkbox"
      class="tick"
      aria-label={text('compareTick', { name: fieldText(valueAt(row, names.title) ?? id) })}
      checked={isTicked}
      disabled={!isTicked && ticked.length >= MOST_CHOSEN}
      onChange={() => {
        const next = isTicked ? ticked.filter((other) => other !== id) : [...ticked, id];
        settle({ ...state, ticked: next.length === 0 ? undefined : next });
      }}
    />
  );
}

/** Chooses all rows of a page, or none of them. */
export function TickAll({ rows, names }: { readonly rows: readonly unknown[]; readonly names: RowNames }) {
  const { state, settle, text } = useExplorer();
  const ids = rows.map((row) => fieldText(valueAt(row, names.id))).filter((id) => id !== '');
  const others = (state.ticked ?? []).filter((id) => !ids.includes(id));
  const isAll = ids.every((id) => state.ticked?.includes(id));
  const next = isAll ? others : [...others, ...ids];
  return (
    <input
      type="checkbox"
      class="tick"
      aria-label={text('tickAll')}
      checked={isAll}
      disabled={next.length > MOST_CHOSEN}
      onChange={() => settle({ ...state, ticked: next.length === 0 ? undefined : next })}
    />
  );
}
