import { useState } from 'preact/hooks';
import { type State, withView } from '../../model/address.js';
import { textAt } from '../../model/field-text.js';
import { isListed, type Listed, withOwnList } from '../../model/lists.js';
import type { SentRequest } from '../../model/snippets.js';
import { idField, levelOfRows, LEVELS } from '../../model/entities.js';
import type { EntityId } from '../../model/views.js';
import { newestPeriod } from '../../model/periods.js';
import { addToList, readList } from '../../service/own-lists.js';
import { readNamed } from '../../service/preferences.js';
import { usePeriods } from '../../service/use-catalogue.js';
import { useExplorer } from '../app/context.js';
import { MOST_CHOSEN, StateLink } from '../app/state-link.js';
import { Menu, MenuItem } from '../app/controls.js';
import { ExportMenu } from './export-menu.js';
import type { LinkItemProps } from './link-item.js';

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

interface CompareBarProps extends Omit<LinkItemProps, 'request'> {
  readonly entity: EntityId;
  /** Of the page: a ticked row of another one is named by its record. */
  readonly rows: readonly unknown[];
  readonly request: SentRequest | undefined;
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

interface AddMenuProps {
  readonly things: readonly Listed[];
  readonly onAdd?: () => void;
}

/** Adds things to those that are watched, to another list, or to a new one. */
export function AddMenu({ things, onAdd }: AddMenuProps) {
  const { text, state } = useExplorer();
  const [chosen, setChosen] = useState<string>();
  const add = (name: string, week: string | undefined): void => {
    const dated = things.map((thing) => ({ ...thing, added: week }));
    addToList(name, dated);
    setChosen(name);
    onAdd?.();
  };
  return (
    <>
      <span role="status">
        {chosen !== undefined && (
          <StateLink to={withOwnList(state, chosen)}>{text('listOpen', { name: chosen || text('watched') })}</StateLink>
        )}
      </span>
      <Menu
        label={text('listAdd')}
        face={<span aria-hidden="true">{text('listAdd')}</span>}
        class="menu-right menu-wide"
      >
        {(close) => <ListChoice onChoose={(name, week) => close(add(name, week))} />}
      </Menu>
    </>
  );
}

interface ListChoiceProps {
  /** @param week the newest whole one */
  readonly onChoose: (name: string, week: string | undefined) => void;
}

function ListChoice({ onChoose }: ListChoiceProps) {
  const { text } = useExplorer();
  const [name, setName] = useState('');
  const periods = usePeriods('topEcommerce', 'week');
  const week = periods.success && newestPeriod(periods.success.data, 'topEcommerce', 'week');
  return (
    <>
      {[readList(''), ...readNamed()].map((list) => (
        <MenuItem key={list.name} disabled={periods.loading} onClick={() => onChoose(list.name, week)}>
          {list.name || text('watched')} ({list.things.length})
        </MenuItem>
      ))}
      <form
        class="save-panel"
        onSubmit={(event) => {
          event.preventDefault();
          onChoose(name.trim(), week);
        }}
      >
        <label class="field">
          <span class="field-name">{text('listNew')}</span>
          <input required pattern=".*\S.*" value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <button class="button button-primary" disabled={periods.loading}>
          {text('listMake')}
        </button>
      </form>
    </>
  );
}
