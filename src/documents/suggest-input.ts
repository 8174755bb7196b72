/** The names that suggestions complete to a document, and how well known it is: what Elasticsearch calls a completion. */
export interface SuggestInput {
  input: string[];
  /** A whole number up to 2^31 - 1. */
  weight: number;
}

/** A name, or the beginning of one, as Elasticsearch takes it: it refuses control characters. */
export const toCompletion = (name: string): string => name.replace(/\p{Cc}/gu, ' ').trim();
