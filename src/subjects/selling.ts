/** A ranking by sales. */
export const BY_SALES = { facts: 'sales', figure: 'usd_gmv' } as const;

/** The fields of its rows for assistants. */
export const SELLING_FIELDS =
  'rank previous_rank is_new units_sold usd_gmv usd_gmv_growth_rate_info.rate usd_gmv_change';

/** The fields of a period of a product, shop or category. */
export const SALES_FIELDS =
  'previous usd_gmv_change date_value units_sold usd_gmv video_usd_gmv live_usd_gmv creator_count';

/** The figures of a product or shop that are compared with those of its peers. */
export const SELLING_FIGURES = 'usd_gmv video_usd_gmv live_usd_gmv units_sold creator_count video_count live_count';

/** The facts of a video or live stream, which belongs to a creator. */
export const contentOf = <Channel extends 'video' | 'live'>(channel: Channel) =>
  ({
    key: 'content_id',
    clauses: [{ term: { channel } }],
    agreed: ['uid', 'creator_region', 'creator_category_id'],
    channel,
  }) as const;

/** An id of a document as facts have it. */
export const idText = (value: number | null | undefined): string | null =>
  typeof value === 'number' ? String(value) : null;
