/** The names that suggestions complete to a document, and how well known it is: what Elasticsearch calls a completion. */
export interface SuggestInput {
  input: string[];
  /** A whole number up to 2^31 - 1. */
  weight: number;
}
