import { useMemo, useState } from 'preact/hooks';
import type { PeerFigure, PeersData } from '../../../clients/typescript/src/schema.js';
import { placeAmong } from '../../../src/common/quartiles.js';
import { withView } from '../../model/address.js';
import { fieldText, textAt, valueAt } from '../../model/field-text.js';
import { filterValues, formFields } from '../../model/forms.js';
import { formatNumber, formatPrice } from '../../model/format.js';
import { type EntityId, VIEWS } from '../../model/views.js';
import { isOfChannel } from '../../model/resolve-view.js';
import { type Rows, useAnswer, useRows } from '../../service/use-answer.js';
import { useCatalogue } from '../../service/use-catalogue.js';
import { peerTexts } from '../../texts/peer-words.js';
import { Segments } from '../app/controls.js';
import { useExplorer } from '../app/context.js';
import { CatalogueProblem, ProblemNotice, ResultSkeleton } from '../app/notice.js';
import { StateLink } from '../app/state-link.js';
import { filtersInWords } from '../list/active-filters.js';
import { RequestButton } from '../list/list-tools.js';
import type { ChangesProps } from './changes.js';

/** What peers may have in common, by the field with its name, and what of that only some kinds have. */
const SAME = { region: 'region', category: 'category.name', price: 'usd_price', followers: 'follower_count' } as const;
const ONLY_OF: Readonly<Record<string, EntityId>> = { price: 'product', followers: 'creator' };

/** The place of an entity among others of its region, category, size or price: its figures next to their quartiles. */
export function Peers({ kind, entity, id, chosen, channel }: ChangesProps & { readonly kind: EntityId }) {
  const explorer = useExplorer();
  const { state, document: openApi, field: nameOf } = explorer;
  const words = peerTexts(state.lang);
  const [same, setSame] = useState<readonly string[]>(['region', 'category']);
  const [ranking = 'sales'] = entity.rankings;
  const fields = useMemo(() => formFields(openApi, VIEWS[ranking].path), [openApi, ranking]);
  const filter = filterValues(fields, { [entity.id]: id, date_info: chosen });
  const request = { path: `/${kind}/v1/peers`, body: { filter, same } };
  const { success, problem, loading, retry } = useAnswer<PeersData>(request);
  const { peers = 0, filter: given, figures = [] } = success?.data ?? {};
  const texts = Object.fromEntries(Object.entries(given ?? {}).map(([name, value]) => [name, fieldText(value)]));
  const trees = fields.flatMap(({ name, kind: type, tree }) =>
    type === 'category' && texts[name] !== undefined ? [tree] : [],
  );
  const catalogue = useCatalogue(trees.length > 0, trees);
  const filters = filtersInWords(explorer, fields, texts, catalogue);
  // The ranking of shops by category counts only what they sold in it.
  const part = kind === 'shop' ? filters.find(({ field }) => field?.kind === 'category') : undefined;
  const count = formatNumber(peers, state.lang);
  const shown = figures.filter(({ name }) => isOfChannel(name, channel));
  return (
    <section class="edge" aria-label={words('peers')} aria-busy={loading}>
      <header class="card-head peers-head">
        <h2>
          {words('peers')}{' '}
          {given && (
            <span class="hint">
              <StateLink to={{ ...withView(state, ranking), filter: texts }}>{words('count', { count })}</StateLink>
              {` · ${filters.map((own) => own.words).join(' · ')}`}
            </span>
          )}
        </h2>
        <div class="toolbar">
          <Segments
            label={words('same')}
            options={Object.entries(SAME)
              .filter(([word]) => (ONLY_OF[word] ?? kind) === kind)
              .map(([word, path]) => [word, nameOf(path)])}
            chosen={same}
            onChoose={(word) => setSame(same.includes(word) ? same.filter((other) => other !== word) : [...same, word])}
          />
          <RequestButton request={request} answer={success?.envelope} />
        </div>
      </header>
      {shown.length > 0 && part !== undefined && <p class="hint">{words('part', { name: part.words })}</p>}
      {problem !== undefined && <ProblemNotice problem={problem} onRetry={retry} />}
      <CatalogueProblem catalogue={catalogue} />
      {success === undefined && problem === undefined && <ResultSkeleton />}
      {success !== undefined && figures.length === 0 && (
        <p class="card edge-empty">{given === null ? words('none') : words('few', { count })}</p>
      )}
      {shown.length > 0 && (
        <ul class={`card peers ${loading ? 'stale' : ''}`}>
          {shown.map((figure) => (
            <PeerRow key={figure.name} figure={figure} peers={peers} />
          ))}
        </ul>
      )}
    </section>
  );
}

const MOST_VIDEOS = 100;
const FEWEST_VIDEOS = 5;
const FIGURES = ['play_count', 'digg_count', 'units_sold', 'usd_gmv'];
const isNumber = (value: unknown): value is number => typeof value === 'number';

/** The place of a video among the newest others of its creator. */
export function VideoPeers({ id, record }: { readonly id: string; readonly record: unknown }) {
  const { state } = useExplorer();
  const words = peerTexts(state.lang);
  const uid = textAt(record, 'creator.uid');
  const more = { orderby: [{ field: 'create_time' }], pagesize: MOST_VIDEOS, fields: ['video_id', ...FIGURES] };
  const filter = uid === '' ? undefined : { uid };
  const { success, problem, request, retry } = useRows<Rows<unknown>>(VIEWS.videos.path, filter, more);
  const others = success?.data.list.filter((row) => valueAt(row, 'video_id') !== id) ?? [];
  const count = formatNumber(others.length, state.lang);
  const isFew = others.length < FEWEST_VIDEOS;
  return (
    <section class="edge" aria-label={words('videos')} aria-busy={filter && !success && !problem}>
      <header class="card-head peers-head">
        <h2>{words('videos')}</h2>
        <RequestButton request={request} answer={success?.envelope} />
      </header>
      {problem !== undefined && <ProblemNotice problem={problem} onRetry={retry} />}
      {success !== undefined && <p class="hint">{words(isFew ? 'videosFew' : 'videosAbout', { count })}</p>}
      {success !== undefined && !isFew && (
        <ul class="card peers">
          {FIGURES.map((name) => {
            const [value, values] = [valueAt(record, name), others.map((row) => valueAt(row, name)).filter(isNumber)];
            if (!isNumber(value) || values.length === 0) return null;
            return <PeerRow key={name} figure={{ name, value, ...placeAmong(value, values) }} peers={values.length} />;
          })}
        </ul>
      )}
    </section>
  );
}

/** A figure on a strip of its peers from the smallest to the largest; equal ones make its mark wider. */
function PeerRow({ figure, peers }: { readonly figure: PeerFigure; readonly peers: number }) {
  const { text, state, field: nameOf } = useExplorer();
  const { name, value, rank, percentile, p25, median, p75 } = figure;
  const write = (amount: number): string =>
    name.endsWith('gmv') ? formatPrice(amount, 'US', state.lang) : formatNumber(amount, state.lang);
  const [place = '', all = '', percent = ''] = [rank, peers + 1, percentile].map((number) =>
    formatNumber(number, state.lang),
  );
  return (
    <li>
      <span>{nameOf(name)}</span>
      <strong class="figure">{write(value)}</strong>
      <span class="strip">
        <i style={{ left: `${percentile}%`, right: `${(100 * (rank - 1)) / peers}%` }} />
        {[['25%', p25] as const, [text('median'), median] as const, ['75%', p75] as const].map(([label, quartile]) => (
          <small key={label}>
            {label} <b>{write(quartile)}</b>
          </small>
        ))}
      </span>
      <span class="hint">{peerTexts(state.lang)('place', { rank: place, all, percent })}</span>
    </li>
  );
}
