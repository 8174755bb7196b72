import type { ComponentChildren } from 'preact';
import { stepOf } from '../../model/periods.js';
import type { Success } from '../../service/use-answer.js';
import { useExplorer } from '../app/context.js';
import { StateLink } from '../app/state-link.js';
import { lazy } from '../app/notice.js';
import type { ListStripProps } from '../charts/strip.js';
import type { ListData } from './use-list.js';

/** Shows how the keywords were read, if not as written, and offers to search for them so. */
export function Reading({ data }: { readonly data: ListData }) {
  const { text, state } = useExplorer();
  const { keywords } = state;
  const also = data.also?.map((one) => ({ word: one.words, as: [one.words, ...one.as] }));
  const words = [...(data.read_as ?? []), ...(also ?? [])];
  const isPinned = state.match === 'all_words' && data.match === 'all_words' && state.orderby === '';
  if (words.length === 0 && data.match !== 'some_words' && !isPinned) return null;
  return (
    <p class="notice">
      {words.map(({ word, as }) => `${text('readAs', { word, as: as.map((other) => `“${other}”`).join(', ') })} `)}
      {words.length > 0 && !keywords.includes('"') && (
        <StateLink to={{ ...state, keywords: `"${keywords}"`, match: undefined, page: 1 }}>
          {text('asWritten', { keywords })}
        </StateLink>
      )}{' '}
      {data.match === 'some_words' && text('someWords')}
      {isPinned && <StateLink to={{ ...state, match: 'some_words', page: 1 }}>{text('allWords')}</StateLink>}
    </p>
  );
}

/** Says that there are no rows, and what may help. */
export function Empty({ children }: { readonly children: ComponentChildren }) {
  const { text, state } = useExplorer();
  const isNarrowed = state.keywords !== '' || Object.keys(state.filter).length > 0;
  return (
    <div class="notice notice-empty">
      <h2>{text('emptyHeading')}</h2>
      <p>{text(isNarrowed ? 'emptyHint' : 'emptyPlain')}</p>
      {children}
    </div>
  );
}

/** Shows how long the answer took, and whether it came from the cache. */
export function Took({ success: { tookMs, fromMemory, elasticMs } }: { readonly success: Success<unknown> }) {
  const { text } = useExplorer();
  const ms = Math.round(tookMs);
  const words = fromMemory
    ? text('tookMemory', { ms })
    : elasticMs === undefined
      ? text('took', { ms })
      : text('tookElasticsearch', { ms, elastic: Math.round(elasticMs) });
  return <p class="took">{words}</p>;
}

/** The heights of figures and curve to come; not empty, or what follows would wait for them. */
const Space = ({ chosen }: Pick<ListStripProps, 'chosen'>) => (
  <>
    <div class="sums-space"> </div>
    {(chosen === '' || stepOf(chosen) !== undefined) && <div style="min-height: 140px"> </div>}
  </>
);

const ListStrip = lazy(() => import('../charts/strip.js').then((room) => room.ListStrip), Space);

/** The strip of a list: its code comes after the first rows. */
export const StripPlace = (props: ListStripProps) =>
  props.data === undefined ? <Space {...props} /> : <ListStrip {...props} />;
