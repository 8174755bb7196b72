import { RECORD_KINDS, type RecordKind } from './record-kind.js';

const OWN_KINDS = ['tokens', 'state'] as const;

export type IndexKind = RecordKind | (typeof OWN_KINDS)[number];

/** Names of all indices: those of loaded records, and those that the service writes. elastic/indices has a definition for each. */
export const INDEX_KINDS: readonly IndexKind[] = [...(Object.keys(RECORD_KINDS) as RecordKind[]), ...OWN_KINDS];

/** Indices that earlier releases wrote and no release reads. */
export const RETIRED_KINDS = ['top-ecommerce-boards', 'top-growth-boards', 'top-selling-boards', 'periods'] as const;
export type RetiredKind = (typeof RETIRED_KINDS)[number];
