import type { State } from './address.js';
import { isSortedBy } from './columns.js';
import { sortOf } from './forms.js';
import { type ListId, type View, VIEWS } from './views.js';

/** The order of rows by how much their sales changed since the period before. */
export const CHANGE = 'usd_gmv_change';

const CHANNELS: Readonly<Record<string, string>> = { 1: 'video', 2: 'live' };

/** The channel of a list or a page, `video` or `live`. */
export const channelOf = ({ channel, ecommerce_type: type = '' }: State['filter']): string | undefined =>
  channel ?? CHANNELS[type];

/** A channel as the fields of an operation take it; nothing where they take none. */
export function channelFilter(fields: readonly { readonly name: string }[], channel?: string): State['filter'] {
  const takes = (wanted: string): boolean => fields.some(({ name }) => name === wanted);
  if (channel === undefined) return {};
  if (takes('channel')) return { channel };
  const type = Object.keys(CHANNELS).find((key) => CHANNELS[key] === channel);
  return type !== undefined && takes('ecommerce_type') ? { ecommerce_type: type } : {};
}

/** Figures of the other channel, or of all channels together. */
const OF_OTHERS = /(?:^|_)(?:usd_gmv|gmv)(?:_|$)|^(?:units_sold|(?:creator|product|video|live)_count)$/;

/** Whether a figure is true for a channel: its own, or none that channels have. */
export const isOfChannel = (path: string, channel: string | undefined): boolean =>
  channel === undefined || path.startsWith(`${channel}_`) || !OF_OTHERS.test(path);

/** The figures of one channel in the place of those of all. */
export function channelColumns(paths: readonly string[], channel: string | undefined): readonly string[] {
  const at = paths.findIndex((path) => OF_OTHERS.test(path));
  if (channel === undefined || at < 0) return paths;
  const kept = (part: readonly string[]): string[] => part.filter((path) => !OF_OTHERS.test(path));
  return [...kept(paths.slice(0, at)), `${channel}_usd_gmv`, `${channel}_count`, ...kept(paths.slice(at))];
}

/** Figures that compare with the period before. */
const COMPARED = /^(?:previous_rank|is_new)$|_change$|growth_rate_info\./;

export const leaveOutCompared = (paths: readonly string[]): string[] => paths.filter((path) => !COMPARED.test(path));

/** The rankings that can be in the order of that change. */
type RisingId = Extract<ListId, `top${string}`> | 'sales';
const isRising = (id: ListId): id is RisingId => id.startsWith('top') || id === 'sales';

/** Orders by a change: their rows have no place in the period before. */
const BY_CHANGE = [CHANGE, 'growth_rate', 'rank_change'];

/** The figures of a whole video, which a search for those of a product shows too. */
const OF_WHOLE = ['units_sold', 'usd_gmv', 'usd_gmv_per_1000_plays'];

/** The columns of a list without those that no row of it can have. */
function possibleColumns(id: ListId, { orderby, filter }: Pick<State, 'orderby' | 'filter'>): readonly string[] {
  const { columns, ranking } = VIEWS[id];
  if (id === 'videos' && filter.product_id !== undefined) return columns.filter((path) => !OF_WHOLE.includes(path));
  if (ranking === undefined) return columns;
  if (filter.is_new === '1') return leaveOutCompared(columns);
  return BY_CHANGE.includes(sortOf(orderby).field) ? columns.filter((path) => path !== 'previous_rank') : columns;
}

/** A list as its order and its channel show it: rising rows by their change, and no figure of another channel. */
export interface ShownView extends View {
  readonly title: `view.${ListId}` | `rising.${RisingId}`;
  readonly growth: string;
}

/**
 * The figure that orders a list is one of its columns, and drawn above a ranking.
 * @param isWhole whether the rows can be compared with the period before
 */
export function resolveView(id: ListId, state: Pick<State, 'orderby' | 'filter'>, isWhole = true): ShownView {
  const view = resolveColumns(id, state, isWhole);
  const { field } = sortOf(state.orderby);
  if (['', view.main].includes(field) || (field === CHANGE && (isRising(id) || !isWhole))) return view;
  const path = view.columns.find((own) => isSortedBy(own, field));
  // In sight, after rank, movement and region.
  const columns = [...view.columns];
  if (path === undefined) columns.splice(3, 0, field, `${field}_info.rate`, `creator.${field}`);
  const main = path ?? field;
  return { ...view, columns, ...(view.main !== undefined && { main, bars: [main] }) };
}

function resolveColumns(id: ListId, state: Pick<State, 'orderby' | 'filter'>, isWhole: boolean): ShownView {
  const { orderby, filter } = state;
  const columns = possibleColumns(id, state);
  const { names } = VIEWS[id];
  const view = {
    ...VIEWS[id],
    columns: isWhole ? columns : leaveOutCompared(columns),
    ...(id === 'topCategories' && { names: { ...names, level: Number(filter.level ?? 1) } }),
  };
  const growth = view.growth ?? `${view.main}_growth_rate_info.rate`;
  if (isRising(id) && sortOf(orderby).field === CHANGE) {
    const others = view.columns.filter((path) => path !== 'rank');
    const shown = isWhole ? ['rank', CHANGE, ...others] : view.columns;
    return { ...view, columns: shown, growth, bars: [CHANGE], main: CHANGE, title: `rising.${id}` };
  }
  const channel = channelOf(filter);
  if (channel === undefined || view.bars.length < 2) return { ...view, growth, title: `view.${id}` };
  const own = `${channel}_usd_gmv`;
  const shown = { bars: [own], title: `view.${id}` as const };
  // With `channel` every figure of a row is the channel's.
  if (filter.channel !== undefined) {
    return { ...view, ...shown, growth, columns: view.columns.filter((path) => !/^(?:video|live)_/.test(path)) };
  }
  return { ...view, ...shown, growth: '', main: own, columns: channelColumns(view.columns, channel) };
}
