import type { SaleLoad } from '../../../src/figures/facts.record.js';
import type { VideoLoad } from '../../../src/video/video.record.js';
import { REGIONS } from '../../../src/common/regions.js';
import { type FactWorld, sumOf } from './rankings.oracle.js';

export type Figures = Readonly<Record<string, number | null>>;
type Keyed = 'creator' | 'product' | 'shop';

/** The names of the figures by videos, and by live streams: number, plays or viewers, rate. */
const NAMES = {
  video: ['period_videos', 'period_plays', 'usd_gmv_per_1000_plays'],
  live: ['period_lives', 'period_viewers', 'usd_gmv_per_1000_viewers'],
} as const;
const CHANNELS = ['video', 'live'] as const;
export const CONVERSION_NAMES: readonly string[] = [...NAMES.video, ...NAMES.live];

/** The day of a moment as a calendar on a wall of the region shows it. */
export function wallDay(region: string | null | undefined, seconds: number): string {
  const timeZone = REGIONS[(region ?? '') as keyof typeof REGIONS]?.zone ?? 'UTC';
  return new Date(seconds * 1000).toLocaleDateString('sv-SE', { timeZone });
}

interface Content {
  readonly id: string;
  readonly day: string | undefined;
  readonly seen: number | null;
  /** The rows that the record names. */
  readonly names: readonly (string | null | undefined)[];
}

/** What is asked for: rows by what, on which days, of which sales. */
export interface ConversionQuestion {
  readonly by: Keyed;
  readonly isAsked: (day: string) => boolean;
  readonly isCounted: (sale: SaleLoad) => boolean;
  /** Whether all sales of a row count, so that records name rows as well. */
  readonly isOfAll: boolean;
}

const shopOf = ({ products }: FactWorld, id: string | null | undefined) => products.get(id ?? '')?.shop?.seller_id;

/** The row of a sale; null where it has none. */
export function rowOf(world: FactWorld, by: Keyed, sale: SaleLoad): string | null {
  if (by === 'shop') return shopOf(world, sale.product_id) ?? null;
  return by === 'creator' ? sale.uid : sale.product_id;
}

function namedIn(world: FactWorld, by: Keyed, { uid, creator, product_info }: VideoLoad) {
  if (by === 'creator') return [uid ?? creator?.uid];
  const ids = (product_info ?? []).map((product) => product.product_id);
  return by === 'product' ? ids : ids.map((id) => shopOf(world, id));
}

function contentsOf(world: FactWorld, channel: 'video' | 'live', by: Keyed): Content[] {
  const dayOf = (region: string | null | undefined, time: number | null | undefined) =>
    typeof time === 'number' ? wallDay(region, time) : undefined;
  if (channel === 'video')
    return [...(world.videos ?? [])].map(([id, video]) => ({
      ...{ id, day: dayOf(video.region, video.publish_time), seen: video.play_count ?? null },
      names: namedIn(world, by, video),
    }));
  return [...(world.lives ?? [])].map(([id, live]) => ({
    ...{ id, day: dayOf(live.creator_region, live.start_time), seen: live.total_viewer_count ?? null },
    names: by === 'creator' ? [live.uid] : [],
  }));
}

/** An amount for 1,000 of a count, half away from zero. */
function rateOf(amount: number, count: number): number {
  const [dividend, divisor] = [BigInt(Math.round(amount * 100)) * 1000n, BigInt(count)];
  const size = dividend < 0n ? -dividend : dividend;
  const cents = Number((2n * size + divisor) / (2n * divisor));
  return (dividend < 0n && cents > 0 ? -cents : cents) / 100;
}

/** The figures of any row, content by content. */
export function conversionsOf(
  world: FactWorld,
  { by, isAsked, isCounted, isOfAll }: ConversionQuestion,
): (row: string | null) => Figures {
  const sales = [...world.sales.values()].filter((sale) => isAsked(sale.date) && isCounted(sale));
  const contents = CHANNELS.map((channel) => contentsOf(world, channel, by).filter(({ day }) => day && isAsked(day)));
  return (row) =>
    Object.fromEntries(
      CHANNELS.flatMap((channel, at): [string, number | null][] => {
        const [count, plays, rate] = NAMES[channel];
        if (row === null) return [count, plays, rate].map((name) => [name, null]);
        const own = sales.filter((sale) => sale.channel === channel && rowOf(world, by, sale) === row);
        const sold = new Set(own.map(({ content_id }) => content_id));
        const ofRow = (contents[at] ?? []).filter(({ id, names }) => sold.has(id) || (isOfAll && names.includes(row)));
        const known = new Map(ofRow.flatMap(({ id, seen }) => (seen === null ? [] : [[id, seen] as const])));
        const seen = [...known.values()].reduce((sum, one) => sum + one, 0);
        const through = own.filter(({ content_id }) => known.has(content_id));
        const amount = sumOf(through, (sale) => sale.usd_gmv);
        return [
          [count, ofRow.length],
          [plays, seen],
          [rate, seen < 1000 ? null : rateOf(amount, seen)],
        ];
      }),
    );
}
