import type { toProductDocument } from './product.record.js';

/** A document of the `products` index, as its mapper makes it. */
export type ProductDocument = ReturnType<typeof toProductDocument>;
