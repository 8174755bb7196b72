import { useState } from 'preact/hooks';
import { readAddress } from '../../model/address.js';
import type { Listed } from '../../model/lists.js';
import { readList, removeFromList } from '../../service/own-lists.js';
import { readSaved, removeSaved } from '../../service/preferences.js';
import { useExplorer } from '../app/context.js';
import { StateLink } from '../app/state-link.js';
import { ListLinks, RemoveButton, Things } from './things.js';

/** What this browser keeps: watched things with their newest figures, other lists, and saved queries. */
export function OwnLists({ week }: { readonly week: string }) {
  const { text, state } = useExplorer();
  const [watched, setWatched] = useState(() => readList(''));
  const [saved, setSaved] = useState(readSaved);
  const remove = (thing: Listed): void => {
    removeFromList('', thing);
    setWatched(readList(''));
  };
  return (
    <div class="own-lists">
      <ListLinks />
      {watched.things.length > 0 && <Things list={watched} week={week} onRemove={remove} />}
      {saved.length > 0 && (
        <section class="card home-card" aria-label={text('saved')}>
          <h2>{text('saved')}</h2>
          <ul>
            {saved.map((query) => (
              <li key={query.search}>
                <StateLink to={readAddress(query.search, state.lang)}>{query.title}</StateLink>
                <RemoveButton
                  name={query.title}
                  onClick={() => {
                    removeSaved(query);
                    setSaved(readSaved());
                  }}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
