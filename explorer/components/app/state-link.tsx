import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type State, writeAddress } from '../../model/address.js';
import { fieldText, textAt, valueAt } from '../../model/field-text.js';
import { entityNamedBy, withEntity } from '../../model/entities.js';
import type { RowNames, EntityId } from '../../model/views.js';
import { useExplorer } from './context.js';

interface StateLinkProps {
  readonly to: State;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly current?: boolean;
  readonly label?: string;
}

/** A link to a state of the page. A plain click goes there without a reload; other clicks work as for any link. */
export function StateLink({ to, children, class: className, current, label }: StateLinkProps) {
  const { go } = useExplorer();
  return (
    <a
      href={writeAddress(to)}
      class={className}
      aria-current={current === true ? 'page' : undefined}
      aria-label={label}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}

/** Hues that are told from each other. */
const HUES = 8;

interface TileProps {
  readonly name: string;
  readonly picture: unknown;
  readonly large?: boolean;
}

/** A picture of a record: its own where the user wants pictures loaded and it is there, else a tile drawn from its name. */
export function Tile({ name, picture, large = false }: TileProps) {
  const { covers } = useExplorer();
  const [isBroken, setBroken] = useState(false);
  const hue = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % HUES;
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word.replace(/^[^\p{L}\p{N}]+/u, '')][0] ?? '')
    .join('');
  const isShown = covers && !isBroken && typeof picture === 'string' && picture !== '';
  return (
    <span class={`tile ${large ? 'tile-large' : ''}`} style={{ '--hue': (360 / HUES) * hue }} aria-hidden="true">
      {isShown ? (
        <img src={picture} alt="" loading="lazy" referrerpolicy="no-referrer" onError={() => setBroken(true)} />
      ) : (
        initials.toUpperCase()
      )}
    </span>
  );
}

interface NameLinkProps {
  /** Its kind; undefined without a page. */
  readonly entity: EntityId | undefined;
  readonly id: unknown;
  readonly name: string;
  readonly level?: number | undefined;
}

/** The name of an entity: a link to its page where its id is known. */
export function NameLink({ entity, id, name, level }: NameLinkProps) {
  const { state, text } = useExplorer();
  const key = fieldText(id);
  if (entity === undefined || key === '') return <>{name}</>;
  return (
    <StateLink to={withEntity(state, entity, key, level)} label={text('open', { name })}>
      {name}
    </StateLink>
  );
}

/** The handle of a creator, or a name that links to its page; nothing for rows without either. */
export function Subtitle({ row, names }: { readonly row: unknown; readonly names: RowNames }) {
  const name = names.subtitle === '' ? '' : textAt(row, names.subtitle);
  const named = entityNamedBy(names.subtitle);
  if (name === '') return null;
  return named === undefined ? <>@{name}</> : <NameLink entity={named[0]} id={valueAt(row, named[1])} name={name} />;
}

/** The tile, title and subtitle of a row; names link to their pages. */
export function RowTitle({ row, names }: { readonly row: unknown; readonly names: RowNames }) {
  const { text } = useExplorer();
  const id = valueAt(row, names.id);
  const title = fieldText(valueAt(row, names.title) ?? id) || text('missingValues');
  return (
    <span class="row-title">
      <Tile name={title} picture={valueAt(row, names.picture)} />
      <span class="row-words">
        <span class="row-name" title={title}>
          <NameLink entity={names.entity} id={id} name={title} level={names.level} />
        </span>
        <span class="row-small">
          <Subtitle row={row} names={names} />
        </span>
      </span>
    </span>
  );
}

/** A row in a line: its name, and a figure with what is below it. */
export const ShortRow = ({
  children,
  ...title
}: Parameters<typeof RowTitle>[0] & { readonly children: ComponentChildren }) => (
  <li>
    <RowTitle {...title} />
    <span class="figure">{children}</span>
  </li>
);

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
