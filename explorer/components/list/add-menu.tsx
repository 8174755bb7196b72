import { useState } from 'preact/hooks';
import { type Listed, withOwnList } from '../../model/lists.js';
import { newestPeriod } from '../../model/periods.js';
import { addToList, readList } from '../../service/own-lists.js';
import { readNamed } from '../../service/preferences.js';
import { usePeriods } from '../../service/use-catalogue.js';
import { useExplorer } from '../app/context.js';
import { Menu, MenuItem } from '../app/controls.js';
import { StateLink } from '../app/state-link.js';

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
