import { useMemo } from 'preact/hooks';
import { isFigure } from '../../model/columns.js';
import { textAt, valueAt } from '../../model/field-text.js';
import { BREAKDOWN, type Entity } from '../../model/entity-pages.js';
import { keyName, keyPath, namesOf, PERIODS } from '../../model/key-name.js';
import { requestSchema } from '../../model/open-api.js';
import type { RowNames } from '../../model/views.js';
import { withView } from '../../model/address.js';
import { NamedSelect } from '../app/controls.js';
import { useExplorer } from '../app/context.js';
import { NameLink, ShortRow, StateLink, Tick } from '../app/state-link.js';
import { FigureTable } from '../charts/chart-card.js';
import { Cell, type ResultsProps } from '../list/result-table.js';
import { MOST_COMPARED } from '../list/compare-bar.js';
import type { ChangesProps } from './changes.js';

/** Where rows have a key. */
export const keyPaths = (key: string): readonly string[] => {
  const names = namesOf(key);
  if (names !== undefined) return [names.id, names.title];
  return key === 'day' ? ['date'] : [key, `${key}.min`, `${key}.max`];
};

/** One or two keys of those that the operation takes; those of records need the page of one. */
export function KeyChoice({ keys, entity }: { readonly keys: readonly string[]; readonly entity: Entity }) {
  const { document: openApi, state, text, go } = useExplorer();
  const nameOf = useKeyName();
  const all = useMemo(
    () =>
      requestSchema(openApi, BREAKDOWN).properties?.by?.oneOf?.flatMap(({ enum: known = [] }) => known.map(String)) ??
      [],
    [openApi],
  );
  const isOfCategory = entity.level !== undefined;
  const own = all.filter((key) => {
    const names = namesOf(key);
    return names === undefined || (names.id !== entity.id && (!isOfCategory || key === 'category'));
  });
  const [first = '', second = ''] = keys;
  const others = own.filter((key) => key !== first && !(PERIODS.includes(first) && PERIODS.includes(key)));
  const choose = (...by: string[]): void => go({ ...state, by: by.filter((key) => key !== '') });
  return (
    <div class="toolbar">
      <NamedSelect
        name={text('byFirst')}
        field="by"
        value={first}
        options={own.map((key) => [key, nameOf(key)])}
        onChoose={(key) => choose(key, key === second ? '' : second)}
      />
      <NamedSelect
        name={text('bySecond')}
        field="by"
        value={second}
        options={[['', '—'], ...others.map((key) => [key, nameOf(key)] as const)]}
        onChoose={(key) => choose(first, key)}
      />
    </div>
  );
}

function useKeyName(): (key: string) => string {
  const { choice, field: nameOf } = useExplorer();
  return (key) => (PERIODS.includes(key) ? choice('date_type', key) : nameOf(namesOf(key)?.title ?? key));
}

const MARKET: RowNames = { id: 'region', title: 'region', subtitle: '', picture: '' };

interface KeyTableProps extends Pick<ResultsProps, 'rows' | 'columns'> {
  readonly keys: readonly string[];
  readonly label: string;
  readonly level: number | undefined;
  /** Whether its markets may be ticked to be compared. */
  readonly isTickable: boolean;
}

/** Sales by one or two keys. */
export function KeyTable({ keys, rows, columns, label, level, isTickable }: KeyTableProps) {
  const { field: nameOf, help } = useExplorer();
  const nameOfKey = useKeyName();
  return (
    <FigureTable
      label={label}
      class="table-holder"
      heads={[
        ...keys.map((key) => ({ name: nameOfKey(key), isText: true })),
        ...columns.map(({ path, kind, description }) => ({
          name: nameOf(path),
          help: help(description),
          isText: !isFigure(kind),
        })),
      ]}
      rows={rows.map((row) => {
        const [name, ...others] = keys.map((key) => <Key key={key} row={row} of={key} level={level} />);
        return {
          name: isTickable ? (
            <span class="row-head">
              <Tick row={row} names={MARKET} />
              {name}
            </span>
          ) : (
            name
          ),
          cells: [...others, ...columns.map((column) => <Cell key={column.path} row={row} column={column} />)],
        };
      })}
    />
  );
}

/** The key of a row in words; a record leads to its page. */
function Key({ row, of, level }: { readonly row: unknown; readonly of: string } & Pick<KeyTableProps, 'level'>) {
  const explorer = useExplorer();
  const name = keyName(row, of, explorer, explorer.state.lang);
  const id = valueAt(row, keyPath(of));
  return <NameLink entity={namesOf(of)?.entity} id={id} name={name} level={level} />;
}

/** Leads to the markets that are ticked, side by side. */
export function MarketsLink({ entity, id, chosen, channel, categories }: Omit<ChangesProps, 'isWhole'>) {
  const { state, text } = useExplorer();
  const { ticked = [] } = state;
  if (ticked.length < 2) return null;
  if (ticked.length > MOST_COMPARED) return <span class="hint">{text('compareAtMost', { most: MOST_COMPARED })}</span>;
  const filter = { ...categories, [entity.id]: id, date_info: chosen, ...(channel !== undefined && { channel }) };
  return (
    <StateLink to={{ ...withView(state, 'compare'), filter, ticked }} class="button button-primary">
      {text('view.compare')}
    </StateLink>
  );
}

/** The sales of rows and their change, in a line each. */
export function ShortRows({
  names,
  rows,
  columns,
}: Pick<KeyTableProps, 'rows' | 'columns'> & { readonly names: RowNames }) {
  const figure = columns.find(({ kind }) => kind === 'usd');
  const change = columns.find(({ kind }) => kind === 'change' || kind === 'growth');
  return (
    <div class="card home-card">
      <ol>
        {rows.map((row) => (
          <ShortRow key={textAt(row, names.id)} row={row} names={names}>
            {figure && <Cell row={row} column={figure} />}
            <small>{change && <Cell row={row} column={change} />}</small>
          </ShortRow>
        ))}
      </ol>
    </div>
  );
}
