import type { SaleLoad } from '../../../src/figures/facts.record.js';
import { type Bounds, type FactWorld, lies } from './rankings.oracle.js';

/** What a sale has of its records. */
export interface SaleDimensions {
  readonly creator_category: number | null;
  readonly account_type: number | null;
  readonly is_ad: number | null;
  readonly seconds: number | null;
  readonly tags: readonly string[];
  readonly listed: string | null;
  readonly age: number | null;
}

const ZONES: Readonly<Record<string, string>> = {
  US: 'America/New_York',
  GB: 'Europe/London',
  ...{ MX: 'America/Mexico_City', BR: 'America/Sao_Paulo', JP: 'Asia/Tokyo', ID: 'Asia/Jakarta' },
  ...{ VN: 'Asia/Ho_Chi_Minh', TH: 'Asia/Bangkok', MY: 'Asia/Kuala_Lumpur', PH: 'Asia/Manila', SG: 'Asia/Singapore' },
  ...{ PT: 'Europe/Lisbon', ES: 'Europe/Madrid', DE: 'Europe/Berlin', IT: 'Europe/Rome', FR: 'Europe/Paris' },
  ...{ NL: 'Europe/Amsterdam', BE: 'Europe/Brussels', AT: 'Europe/Vienna', PL: 'Europe/Warsaw' },
};

/** The day of a product's listing on the calendar of Sweden, which writes days as ISO 8601 does. */
function listedOn(seconds: number | null | undefined, region: string | null | undefined): string | null {
  if (typeof seconds !== 'number') return null;
  return new Date(seconds * 1000).toLocaleDateString('sv-SE', { timeZone: ZONES[region ?? ''] ?? 'UTC' });
}

export function dimensionsIn({ creators, products, videos }: FactWorld, sale: SaleLoad): SaleDimensions {
  const [creator, product] = [creators.get(sale.uid), products.get(sale.product_id)];
  const video = sale.channel === 'video' ? videos?.get(sale.content_id) : undefined;
  const listed = listedOn(product?.launch_time, product?.region);
  return {
    creator_category: creator?.category_id ?? null,
    account_type: creator?.account_type ?? null,
    is_ad: video?.is_ad ?? null,
    seconds: video?.duration ?? null,
    tags: [...new Set((video?.desc ?? '').split(' ').filter((word) => word.startsWith('#')))].map((word) =>
      word.slice(1).toLowerCase(),
    ),
    listed,
    age: listed === null ? null : (Date.parse(sale.date) - Date.parse(listed)) / 86_400_000,
  };
}

/** The keys of a sale in a breakdown by one of its dimensions: of a step its first figure, -1 for one without. */
export function keysOf(by: string, of: SaleDimensions): readonly (string | number | null)[] {
  const stepIn = (steps: readonly number[], figure: number | null) =>
    figure === null ? null : steps.filter((step) => step <= figure).reduce((last, step) => Math.max(last, step), -1);
  if (by === 'tag') return of.tags.length === 0 ? [null] : of.tags;
  if (by === 'duration') return [stepIn([0, 15, 30, 60, 180, 600], of.seconds)];
  if (by === 'product_age') return [stepIn([0, 3, 7, 30, 90, 180, 365], of.age)];
  if (by === 'creator_category') return [of.creator_category === null ? null : String(of.creator_category)];
  return [by === 'is_ad' ? of.is_ad : of.account_type];
}

export const DIMENSION_KEYS = ['creator_category', 'account_type', 'is_ad', 'duration', 'product_age', 'tag'] as const;

export const DIMENSION_FILTERS = ['is_ad', 'tags', 'duration_range', 'product_age_range', 'listed_range'] as const;

export interface DimensionFilter {
  readonly is_ad?: boolean | number;
  readonly tags?: string | readonly string[];
  readonly duration_range?: Bounds;
  readonly product_age_range?: Bounds;
  readonly listed_range?: { readonly min?: string; readonly max?: string };
}

export function isKept(filter: DimensionFilter, { is_ad, tags, seconds, age, listed }: SaleDimensions): boolean {
  const { min = '', max = '9999' } = filter.listed_range ?? {};
  const asked = filter.tags === undefined ? undefined : [filter.tags].flat().map((tag) => tag.replace('#', ''));
  return (
    (filter.is_ad === undefined || Number(filter.is_ad) === is_ad) &&
    (asked === undefined || asked.some((tag) => tags.includes(tag.toLowerCase()))) &&
    lies(seconds, filter.duration_range) &&
    lies(age, filter.product_age_range) &&
    (filter.listed_range === undefined || (listed !== null && min <= listed && listed <= max))
  );
}
