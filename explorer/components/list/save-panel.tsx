import { useState } from 'preact/hooks';
import { writeAddress } from '../../model/address.js';
import type { FormField } from '../../model/forms.js';
import { ruleOf, type RuleSources } from '../../model/rules.js';
import { addSaved } from '../../service/preferences.js';
import { useExplorer } from '../app/context.js';

export interface SavePanelProps {
  readonly title: string;
  readonly fields: readonly FormField[];
  readonly sources: RuleSources | undefined;
  readonly onSaved: () => void;
}

/** Saves a list under a name, its dates as they are or as a rule that follows the data. */
export function SavePanel({ title, fields, sources, onSaved }: SavePanelProps) {
  const { state, text } = useExplorer();
  const [name, setName] = useState(title);
  const rules = Object.entries(state.filter).flatMap(([field, given]) => {
    const kind = fields.find((own) => own.name === field)?.kind;
    const rule = kind && sources && ruleOf(kind, given, sources);
    return rule === undefined ? [] : [[field, rule] as const];
  });
  const [isRuled, setRuled] = useState(rules.length > 0);
  return (
    <form
      class="save-panel"
      onSubmit={(event) => {
        event.preventDefault();
        const filter = { ...state.filter, ...(isRuled && Object.fromEntries(rules)) };
        addSaved({
          search: writeAddress({ ...state, page: 1, ticked: undefined, filter }),
          title: name.trim() || title,
        });
        onSaved();
      }}
    >
      <label class="field">
        <span class="field-name">{text('saveName')}</span>
        <input value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      {rules.length > 0 && (
        <label class="check">
          <input type="checkbox" checked={isRuled} onChange={(event) => setRuled(event.currentTarget.checked)} />
          {text('saveRule')}
        </label>
      )}
      <button class="button button-primary">{text('save')}</button>
    </form>
  );
}
