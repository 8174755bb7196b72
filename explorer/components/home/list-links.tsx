import { withOwnList } from '../../model/lists.js';
import { readLists } from '../../service/own-lists.js';
import { useExplorer } from '../app/context.js';
import { CloseIcon } from '../app/icons.js';
import { StateLink } from '../app/state-link.js';

/** The lists of this browser. @param props.name of the one that is shown */
export function ListLinks({ name: shown }: { readonly name?: string | undefined }) {
  const { state, text } = useExplorer();
  const lists = readLists();
  if (lists.length === 0) return null;
  return (
    <p class="entity-links">
      {lists.map(({ name, things }) => (
        <StateLink key={name} to={withOwnList(state, name)} class="tab" current={name === shown}>
          {name || text('watched')} ({things.length})
        </StateLink>
      ))}
    </p>
  );
}

/** Takes something from a list of this browser. */
export function RemoveButton({ name, onClick }: { readonly name: string; readonly onClick: () => void }) {
  const { text } = useExplorer();
  return (
    <button type="button" class="button button-icon" aria-label={text('remove', { name })} onClick={onClick}>
      <CloseIcon />
    </button>
  );
}
