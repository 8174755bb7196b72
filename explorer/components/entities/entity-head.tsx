import { useMemo, useState } from 'preact/hooks';
import { chosenColumns, recordColumns } from '../../model/columns.js';
import { type Entity, withList } from '../../model/entity-pages.js';
import { textAt, valueAt } from '../../model/field-text.js';
import { isListed, isSame, type Listed } from '../../model/lists.js';
import { inTileOrder } from '../../model/strip.js';
import type { EntityId } from '../../model/views.js';
import { addToList, readList, removeFromList } from '../../service/own-lists.js';
import type { Category } from '../../service/use-catalogue.js';
import { useExplorer, usePhone } from '../app/context.js';
import { NameLink, StateLink, Subtitle, Tile } from '../app/state-link.js';
import { AddMenu } from '../list/compare-bar.js';
import { Cell } from '../list/result-table.js';

interface EntityHeadProps {
  readonly kind: EntityId;
  readonly entity: Entity;
  readonly id: string;
  readonly record: unknown;
  /** Of a category, those above it and itself. */
  readonly path: readonly Category[];
  /** Whether the data has the sales of the newest days. */
  readonly isSold: boolean;
  /** The newest whole one. */
  readonly week: string | undefined;
}

/** The record: its name, its figures, and the lists of what belongs to it. */
export function EntityHead({ kind, entity, id, record, path: categories, isSold, week }: EntityHeadProps) {
  const { document: openApi, text, state, field: nameOf } = useExplorer();
  const isPhone = usePhone();
  const { path, names, fields } = entity.record;
  const columns = useMemo(
    () =>
      inTileOrder(
        chosenColumns(
          recordColumns(openApi, path),
          fields.filter((field) => !isSold || !field.startsWith('day7_')),
        ),
      ),
    [openApi, path, fields, isSold],
  );
  const name = textAt(record, names.title) || id;
  return (
    <header class="card entity-head">
      <Tile name={name} picture={valueAt(record, names.picture)} large />
      <div class="entity-words">
        <p class="about">
          {text(`view.${kind}`)}
          {categories.slice(0, -1).map(({ id: above, name: given, level }) => (
            <span key={above}>
              {' › '}
              <NameLink entity={kind} id={above} name={given} level={level} />
            </span>
          ))}
        </p>
        <h1>{name}</h1>
        <p class="about">
          <Subtitle row={record} names={names} />
        </p>
        <div class="entity-links">
          {entity.lists.map((link) => (
            <StateLink key={link.view} to={withList(state, entity, link, id)}>
              {text(`view.${link.view}`)}
            </StateLink>
          ))}
          {isListed(kind) && <ListTools entity={kind} id={id} name={name} added={week} />}
        </div>
      </div>
      <details open={!isPhone} hidden={columns.length === 0}>
        <summary class="about">{text('allTime')}</summary>
        <dl class="entity-figures">
          {columns.map((column) => (
            <div key={column.path}>
              <dt>{nameOf(column.path)}</dt>
              <dd>
                <Cell row={record} column={column} />
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </header>
  );
}

/** Watches a thing or no longer, and adds it to lists. */
function ListTools(thing: Listed) {
  const { text } = useExplorer();
  const isWatched = () => readList('').things.some((own) => isSame(own, thing));
  const [isOn, setOn] = useState(isWatched);
  return (
    <>
      <button
        class="link-button"
        aria-pressed={isOn}
        disabled={thing.added === undefined}
        onClick={() => {
          if (isOn) removeFromList('', thing);
          else addToList('', [thing]);
          setOn(!isOn);
        }}
      >
        {text(isOn ? 'unwatch' : 'watch')}
      </button>
      <AddMenu things={[thing]} onAdd={() => setOn(isWatched())} />
    </>
  );
}
