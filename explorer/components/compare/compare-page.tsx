import { withView } from '../../model/address.js';
import { ENTITIES, idField, levelIn } from '../../model/entities.js';
import { ENTITY_IDS, PLACES } from '../../model/views.js';
import { useExplorer } from '../app/context.js';
import { StateLink } from '../app/state-link.js';
import { MOST_COMPARED } from '../list/compare-bar.js';
import { CopyButton } from '../list/list-tools.js';
import { Comparison } from './comparison.js';
import { MarketComparison } from './market-comparison.js';

/** Compares entities of a kind, or the markets of one. */
export function ComparePage() {
  const { state, text } = useExplorer();
  const level = levelIn(state.filter);
  const kind = ENTITY_IDS.find(
    (id) => state.filter[idField(id, level)] !== undefined && ENTITIES[id].history !== undefined,
  );
  const ids = [...new Set((kind && state.filter[idField(kind, level)]?.split(',')) ?? [])].filter(Boolean);
  const isOfMarkets = ids.length === 1 && state.ticked !== undefined;
  const { length } = isOfMarkets ? (state.ticked ?? []) : ids;
  return (
    <main class="page entity-page" id="results">
      <header class="results-head">
        <div>
          <h1>{text('view.compare')}</h1>
          <p class="about">{text('about.compare')}</p>
        </div>
        <CopyButton label={text('share')} value={() => location.href} icon />
      </header>
      {kind === undefined || length < 2 || length > MOST_COMPARED ? (
        <div class="notice notice-empty">
          <h2>{text('compareNone', { most: MOST_COMPARED })}</h2>
          <p class="entity-links">
            {PLACES.rankings.map((view) => (
              <StateLink key={view} to={withView(state, view)}>
                {text(`view.${view}`)}
              </StateLink>
            ))}
          </p>
        </div>
      ) : isOfMarkets ? (
        <MarketComparison kind={kind} level={level} ids={ids} />
      ) : (
        <Comparison key={kind} kind={kind} level={level} ids={ids} />
      )}
    </main>
  );
}
