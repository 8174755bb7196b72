/** Every index of the service by its logical name; elastic/indices holds one definition of the same name each. */
export const INDEX_KINDS = [
  'videos',
  'products',
  'lives',
  'creators',
  'sales',
  'creator-days',
  'top-ecommerce-boards',
  'top-growth-boards',
  'periods',
  'product-categories',
  'creator-categories',
  'tokens',
  'state',
] as const;

export type IndexKind = (typeof INDEX_KINDS)[number];
