import { withView } from '../../model/address.js';
import { useExplorer } from '../app/context.js';
import { StateLink } from '../app/state-link.js';
import { MOST_COMPARED } from '../list/compare-bar.js';
import type { ChangesProps } from './changes.js';

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
