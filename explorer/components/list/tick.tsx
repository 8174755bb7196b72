import { type State, withView } from '../../model/address.js';
import { valueAt } from '../../model/columns.js';
import { fieldText } from '../../model/field-text.js';
import type { Sheet } from '../../model/sheet.js';
import type { SentRequest } from '../../model/snippets.js';
import { ENTITIES } from '../../model/entities.js';
import type { RowNames, EntityId } from '../../model/views.js';
import { useExplorer } from '../app/context.js';
import { StateLink } from '../app/state-link.js';
import { ExportMenu } from './export-menu.js';

export const MOST_COMPARED = 5;
/** As many ids as a filter takes. */
const MOST_CHOSEN = 100;

/** Filters that a comparison keeps: they choose the sales that count. */
const COUNTED = /^(?:date_info|channel|ecommerce_type|product_category_id|l[123]_category_id)$/;

/** The state that compares entities of a kind, by the sales that their list counts. */
export function withComparison(state: State, entity: EntityId, ids: readonly string[]): State {
  const { id } = ENTITIES[entity];
  const kept = Object.entries(state.filter).filter(
    ([name]) => name !== id && (COUNTED.test(name) || (name === 'region' && entity === 'category')),
  );
  return {
    ...withView(state, 'compare'),
    measure: state.view === 'compare' ? state.measure : undefined,
    filter: { [id]: ids.join(','), ...Object.fromEntries(kept) },
  };
}

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

interface CompareBarProps {
  readonly entity: EntityId;
  readonly request: SentRequest | undefined;
  readonly title: string;
  readonly sheet: Sheet;
}

/** The ticked rows of a list: leads to their comparison, and exports them. */
export function CompareBar({ entity, request, title, sheet }: CompareBarProps) {
  const { state, settle, text } = useExplorer();
  const ticked = state.ticked ?? [];
  if (ticked.length === 0) return null;
  const chosen = request && {
    ...request,
    body: {
      ...request.body,
      filter: { ...(request.body as { filter?: object }).filter, [ENTITIES[entity].id]: ticked },
    },
  };
  return (
    <div class="compare-bar" role="region" aria-label={text('view.compare')}>
      <span>{text('compareCount', { count: ticked.length, most: MOST_CHOSEN })}</span>
      <span class="spacer" />
      <button type="button" class="link-button" onClick={() => settle({ ...state, ticked: undefined })}>
        {text('filtersClear')}
      </button>
      {chosen !== undefined && (
        <ExportMenu request={chosen} title={title} sheet={sheet} label={text('shortlistExport')} />
      )}
      {ticked.length > MOST_COMPARED && <span class="hint">{text('compareAtMost', { most: MOST_COMPARED })}</span>}
      {ticked.length > 1 && ticked.length <= MOST_COMPARED && (
        <StateLink to={withComparison(state, entity, ticked)} class="button button-primary">
          {text('view.compare')}
        </StateLink>
      )}
    </div>
  );
}
