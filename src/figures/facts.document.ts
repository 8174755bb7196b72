import type { toCreatorDayDocument, toSaleDocument } from './facts.record.js';

/** A document of the `sales` index. A sale with the same `id` replaces it; sales with different ids add up. */
export type SaleDocument = ReturnType<typeof toSaleDocument>;

export type SaleChannel = SaleDocument['channel'];

/** A document of the `creator-days` index: followers and videos of a creator on one day. Its id is made of date and uid. */
export type CreatorDayDocument = ReturnType<typeof toCreatorDayDocument>;
