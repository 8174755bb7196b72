import { useState } from 'preact/hooks';
import { withView } from '../../model/address.js';
import { fieldText } from '../../model/field-text.js';
import { valueAt } from '../../model/columns.js';
import type { RowNames } from '../../model/views.js';
import { useExplorer } from './context.js';
import { StateLink } from './state-link.js';

const HUES = 8;

/** A picture of a record: its own where the user wants pictures loaded and it is there, else a tile drawn from its name. */
export function Tile({
  name,
  picture,
  large = false,
}: {
  readonly name: string;
  readonly picture: unknown;
  readonly large?: boolean;
}) {
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
    <span class={`tile tile-${hue} ${large ? 'tile-large' : ''}`} aria-hidden="true">
      {isShown ? (
        <img src={picture} alt="" loading="lazy" referrerpolicy="no-referrer" onError={() => setBroken(true)} />
      ) : (
        initials.toUpperCase()
      )}
    </span>
  );
}

/** The tile, title and creator of a row. Creators link to their page. */
export function RowTitle({ row, names }: { readonly row: unknown; readonly names: RowNames }) {
  const { state, text } = useExplorer();
  const title = fieldText(valueAt(row, names.title) ?? valueAt(row, names.id) ?? '—');
  const subtitle = valueAt(row, names.subtitle);
  const uid = names.uid === undefined ? undefined : valueAt(row, names.uid);
  const isCreator = names.uid === names.id;
  const small = typeof subtitle === 'string' ? (isCreator ? `@${subtitle}` : subtitle) : '';
  const link = (words: string) =>
    typeof uid === 'string' ? (
      <StateLink to={{ ...withView(state, 'creator'), filter: { uid } }} label={text('open', { name: words })}>
        {words}
      </StateLink>
    ) : (
      words
    );
  return (
    <span class="row-title">
      <Tile name={title} picture={valueAt(row, names.picture)} />
      <span class="row-words">
        <span class="row-name" title={title}>
          {isCreator ? link(title) : title}
        </span>
        <span class="row-small">{isCreator ? small : link(small)}</span>
      </span>
    </span>
  );
}
