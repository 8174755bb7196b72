import type { State } from '../../model/address.js';
import { useExplorer } from '../app/context.js';
import { CloseIcon } from '../app/controls.js';
import { StateLink } from '../app/state-link.js';

export interface ChipProps {
  readonly words: string;
  readonly isOff?: boolean;
  /** The page of what it names. */
  readonly to?: State | undefined;
  readonly onRemove: () => void;
}

/** A filter in words, with a button that removes it. */
export function Chip({ words, isOff = false, to, onRemove }: ChipProps) {
  const { text } = useExplorer();
  if (to !== undefined) {
    return (
      <span class="chip">
        <StateLink to={to}>{words}</StateLink>
        <button aria-label={text('filterRemove', { name: words })} onClick={onRemove}>
          <CloseIcon />
        </button>
      </span>
    );
  }
  return (
    <button
      class={isOff ? 'chip chip-off' : 'chip'}
      aria-label={text('filterRemove', { name: words })}
      onClick={onRemove}
    >
      {words}
      <CloseIcon />
    </button>
  );
}
