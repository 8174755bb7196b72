import { type State, withView } from '../../model/address.js';
import type { Sheet } from '../../model/sheet.js';
import { textAt } from '../../model/field-text.js';
import { isListed } from '../../model/lists.js';
import type { SentRequest } from '../../model/snippets.js';
import { idField, levelOfRows, LEVELS } from '../../model/entities.js';
import type { EntityId } from '../../model/views.js';
import { useExplorer } from '../app/context.js';
import { StateLink } from '../app/state-link.js';
import { AddMenu } from './add-menu.js';
import { ExportMenu } from './export-menu.js';
import { MOST_CHOSEN } from './tick.js';

export const MOST_COMPARED = 5;

/** Filters that a comparison keeps: they choose the sales that count. */
const COUNTED = /^(?:date_info|channel|ecommerce_type|product_category_id|l[123]_category_id)$/;

/** The state that compares entities of a kind, by the sales that their list counts. */
export function withComparison(state: State, entity: EntityId, ids: readonly string[]): State {
  const isOfCategory = entity === 'category';
  const id = idField(entity, levelOfRows(state));
  // A search has no period, but that of the list or page before it.
  const { date_info } = state.kept ?? {};
  const given = { ...(date_info !== undefined && { date_info }), ...state.filter };
  const kept = Object.entries(given).filter(([name]) =>
    isOfCategory
      ? name === 'region' || (COUNTED.test(name) && !LEVELS.includes(name))
      : name !== id && COUNTED.test(name),
  );
  return {
    ...withView(state, 'compare'),
    measure: state.view === 'compare' ? state.measure : undefined,
    filter: { [id]: ids.join(','), ...Object.fromEntries(kept) },
  };
}

interface CompareBarProps {
  readonly entity: EntityId;
  /** Of the page: a ticked row of another one is named by its record. */
  readonly rows: readonly unknown[];
  readonly request: SentRequest | undefined;
  readonly title: string;
  readonly sheet: Sheet;
}

/** The ticked rows of a list: leads to their comparison, and exports them. */
export function CompareBar({ entity, rows, request, title, sheet }: CompareBarProps) {
  const { state, settle, text } = useExplorer();
  const ticked = state.ticked ?? [];
  if (ticked.length === 0) return null;
  const field = idField(entity, levelOfRows(state));
  const { filter } = (request?.body ?? {}) as { filter?: object };
  // Below level 1 the ranking of categories has no filter for some of its rows.
  const chosen = request &&
    (entity !== 'category' || field === LEVELS[0]) && {
      ...request,
      body: { ...request.body, filter: { ...filter, [field]: ticked } },
    };
  const nameOf = (id: string): string => {
    const row = rows.find((own) => sheet.names && textAt(own, sheet.names.id) === id);
    return textAt(row, sheet.names?.title ?? '');
  };
  return (
    <div class="compare-bar" role="region" aria-label={text('view.compare')}>
      <span>{text('compareCount', { count: ticked.length, most: MOST_CHOSEN })}</span>
      <span class="spacer" />
      <button class="link-button" onClick={() => settle({ ...state, ticked: undefined })}>
        {text('filtersClear')}
      </button>
      {isListed(entity) && <AddMenu things={ticked.map((id) => ({ entity, id, name: nameOf(id) }))} />}
      {chosen && <ExportMenu request={chosen} title={title} sheet={sheet} label={text('shortlistExport')} />}
      {ticked.length > MOST_COMPARED && <span class="hint">{text('compareAtMost', { most: MOST_COMPARED })}</span>}
      {ticked.length > 1 && ticked.length <= MOST_COMPARED && (
        <StateLink to={withComparison(state, entity, ticked)} class="button button-primary">
          {text('view.compare')}
        </StateLink>
      )}
    </div>
  );
}
