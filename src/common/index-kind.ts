/** Names of all indices of the service. elastic/indices has a definition for each. */
export const INDEX_KINDS = [
  'videos',
  'products',
  'lives',
  'creators',
  'sales',
  'creator-days',
  'top-ecommerce-boards',
  'top-growth-boards',
  'top-selling-boards',
  'periods',
  'product-categories',
  'creator-categories',
  'tokens',
  'state',
] as const;

export type IndexKind = (typeof INDEX_KINDS)[number];
