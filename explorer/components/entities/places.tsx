import { useMemo } from 'preact/hooks';
import { type State, withFilter, without, withView } from '../../model/address.js';
import { chartFormat } from '../../model/charts.js';
import { textAt, valueAt } from '../../model/field-text.js';
import { formFields } from '../../model/forms.js';
import { pageWindow } from '../../model/open-api.js';
import { formatChange, formatDays, formatNumber, formatUsdChange } from '../../model/format.js';
import { comparedTo, daysOf, isCompared } from '../../model/periods.js';
import { longSpan } from '../../model/page-days.js';
import { type ListId, VIEWS } from '../../model/views.js';
import { CHANGE, resolveView } from '../../model/resolve-view.js';
import { LEVELS, OF } from '../../model/entities.js';
import { BREAKDOWN, placeFilter } from '../../model/entity-pages.js';
import { type Category, useCatalogue } from '../../service/use-catalogue.js';
import { useRows } from '../../service/use-answer.js';
import { useExplorer } from '../app/context.js';
import { CatalogueProblem, ProblemNotice } from '../app/notice.js';
import { StateLink } from '../app/state-link.js';
import { filtersInWords } from '../list/active-filters.js';
import type { ListData } from '../list/use-list.js';
import { Chip } from '../list/chip.js';
import { Change, Moved, Tied } from '../list/result-table.js';
import type { ChangesProps } from './changes.js';

interface PlacesProps extends Pick<ChangesProps, 'entity' | 'id' | 'chosen'> {
  /** The category of level 1 above a category. */
  readonly first: Category | undefined;
  /** The filter of the page: of the ranking that it was opened from, too. */
  readonly filter: State['filter'];
}

/** The rank on each ranking in a period, and how it moved: on the one that the page was opened from, and on the whole one. */
export function Places({ entity, id, first, filter, chosen }: PlacesProps) {
  const explorer = useExplorer();
  const { text, state, go, document: openApi } = explorer;
  const shown = [entity.id, 'date_info', 'region', 'channel', OF];
  const others = Object.fromEntries(Object.entries(filter).filter(([name]) => !shown.includes(name)));
  const catalogue = useCatalogue(Object.keys(others).some((name) => /category/.test(name)));
  const named: typeof catalogue = {
    ...catalogue,
    nameOf: (tree, own) => (own === String(first?.id) ? (first?.name ?? own) : catalogue.nameOf(tree, own)),
  };
  const chips = filtersInWords(
    explorer,
    entity.rankings.flatMap((ranking) => formFields(openApi, VIEWS[ranking].path)),
    others,
    catalogue,
  );
  const places = entity.rankings.flatMap((ranking) => {
    const fields = formFields(openApi, VIEWS[ranking].path);
    const { taken: own, left } = placeFilter(
      fields,
      entity,
      ranking,
      { ...filter, date_info: chosen },
      String(first?.id),
    );
    const names = ['date_info', entity.id, ...(entity.level === undefined ? [] : ['level', ...LEVELS])];
    const whole = Object.fromEntries(Object.entries(own).filter(([name]) => names.includes(name)));
    const isNarrow = Object.keys(own).length > Object.keys(whole).length;
    return (isNarrow ? [own, whole] : [own]).map((given) => {
      const words = filtersInWords(explorer, fields, without(given, entity.id), named);
      const out = given === own ? chips.filter(({ name }) => left.includes(name)) : [];
      return {
        ranking,
        filter: given,
        words: words.map((one) => one.words).join(' · '),
        left: out.map((one) => one.words).join(' · '),
      };
    });
  });
  if (places.length === 0) return null;
  return (
    <section class="edge" aria-label={text('places')}>
      <h2>{text('places')}</h2>
      <CatalogueProblem catalogue={catalogue} />
      {chips.length > 0 && (
        <div class="chips">
          {chips.map(({ name, words }) => (
            <Chip key={name} words={words} onRemove={() => go(withFilter(state, name, ''))} />
          ))}
        </div>
      )}
      <div class="places">
        {places.map((place) => (
          <Place key={`${place.ranking} ${place.words}`} {...place} id={id} field={entity.id} chosen={chosen} />
        ))}
      </div>
    </section>
  );
}

const MOST_ROWS = 100;

interface PlaceProps extends Pick<PlacesProps, 'id' | 'filter' | 'chosen'> {
  readonly ranking: ListId;
  readonly words: string;
  /** The filters of the page that it does not have. */
  readonly left: string;
  readonly field: string;
}

function Place({ ranking, filter, words, left, id, field, chosen }: PlaceProps) {
  const { text, state, field: nameOf, document: openApi } = useExplorer();
  const { path, names, main = '', growth: growthPath } = resolveView(ranking, { orderby: '', filter });
  // Where no filter names its row, it is among the first.
  const pagesize = filter[field] === undefined ? MOST_ROWS : 1;
  const { success, problem, retry } = useRows<ListData>(path, filter, {
    pagesize,
    ...comparedTo(chosen, state.base),
  });
  const row = success?.data.list.find((own) => textAt(own, names.id) === id);
  const isWhole = isCompared(success?.data);
  const rank = Number(valueAt(row, 'rank') ?? 0);
  const figure = valueAt(row, main);
  const [change, growth] = isWhole ? [valueAt(row, CHANGE), valueAt(row, growthPath)] : [];
  const to = withView(state, ranking);
  // Pages end at the window of the ranking; a row behind it is shown by itself.
  const lastPlace = pageWindow(openApi, path);
  const isOnPage = rank > 0 && rank <= lastPlace;
  return (
    <dl class="card figure-card" aria-busy={success === undefined && problem === undefined}>
      <dt>
        <StateLink
          to={{
            ...to,
            filter: rank > lastPlace ? filter : without(filter, field),
            page: isOnPage ? Math.ceil(rank / to.pagesize) : 1,
          }}
        >
          {text(`view.${ranking}`)}
        </StateLink>
        {` · ${words}`}
        {left !== '' && <small>{text('leftOut', { names: left })}</small>}
      </dt>
      <dd class="figure-large">
        {problem !== undefined
          ? ''
          : success === undefined
            ? '…'
            : row === undefined
              ? (success.data.total ?? 0) > MOST_ROWS
                ? `#${MOST_ROWS}+`
                : text('notRanked')
              : `#${formatNumber(rank, state.lang)}`}{' '}
        {row !== undefined && <Tied rows={success?.data.list ?? []} row={row} main={main} />}{' '}
        {row !== undefined && isWhole && <Moved row={row} />}
      </dd>
      <dd class="hint">
        {problem !== undefined && <ProblemNotice problem={problem} isMinor onRetry={retry} />}
        {typeof figure === 'number' && `${nameOf(main)}: ${chartFormat(main, state.lang).format(figure)} `}
        {typeof change === 'number' && <Change by={change}>{formatUsdChange(change, state.lang)} </Change>}
        {typeof growth === 'number' && <Change by={growth}>{formatChange(growth, state.lang)}</Change>}
      </dd>
      {isWhole && valueAt(row, 'is_new') === 1 && main.endsWith('gmv') && !LEVELS.includes(field) && (
        <FirstSale filter={{ [field]: filter[field] ?? '' }} chosen={chosen} />
      )}
    </dl>
  );
}

/** The day of the first sale of an entity that is new on a ranking. */
function FirstSale({ filter, chosen }: { readonly filter: State['filter']; readonly chosen: string }) {
  const { text, state } = useExplorer();
  const days = useMemo(() => daysOf(chosen), [chosen]);
  const { success, problem, retry } = useRows(BREAKDOWN, days && filter, {
    by: 'channel',
    ...(days && longSpan(days.to)),
  });
  const [first] = (success?.data.list ?? []).map((row) => textAt(row, 'first_date')).sort();
  return (
    <dd class="hint">
      {problem !== undefined && <ProblemNotice problem={problem} isMinor onRetry={retry} />}
      {first !== undefined && text('firstSale', { day: formatDays(first, first, state.lang) })}
    </dd>
  );
}
