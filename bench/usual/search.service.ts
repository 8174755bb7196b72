import type { estypes } from '@elastic/elasticsearch';
import { Client } from '@elastic/elasticsearch';
import { Injectable } from '@nestjs/common';
import type { IndexKind } from '../../../src/documents/index-kind.js';
import { Vocabulary } from '../../../src/elastic/search/vocabulary.js';
import type { ReadKeywords } from '../../../src/query/keyword-reading.js';
import type { CompiledSearch } from '../../../src/query/types.js';

const PREFIX = process.env.INDEX_PREFIX ?? '';
/** Data that never changes, as that of a benchmark. */
const UNCHANGING = { current: () => 0, lastKnown: () => ({ version: 0, ageMs: 0 }) };

/** A page as Elasticsearch found it. */
export interface Found<Source> {
  readonly total: number;
  readonly sources: Source[];
}

/** Sends searches with the official client. */
@Injectable()
export class SearchService {
  private readonly vocabulary: Vocabulary;

  constructor(private readonly client: Client) {
    const look = <Answer>(kind: IndexKind, body: object): Promise<Answer> =>
      this.client.search({ index: PREFIX + kind, ...body }) as Promise<Answer>;
    this.vocabulary = new Vocabulary({ look }, UNCHANGING);
  }

  /** Keywords as the API reads them, so that the queries are the same. */
  read(kind: IndexKind, keywords: string): Promise<ReadKeywords> {
    return this.vocabulary.read(kind, keywords, { signal: new AbortController().signal, useCache: true });
  }

  /** Tries the bodies of a search in turn until one finds enough. */
  async find<Source>({ index, attempts, enough }: CompiledSearch): Promise<Found<Source>> {
    let found: Found<Source> = { total: 0, sources: [] };
    for (const body of attempts) {
      found = await this.search<Source>(PREFIX + index, body);
      if (found.total >= enough) break;
    }
    return found;
  }

  async search<Source>(index: string, body: object): Promise<Found<Source>> {
    const { hits } = await this.client.search<Source>({ index, allow_partial_search_results: false, ...body });
    return {
      total: (hits.total as estypes.SearchTotalHits).value,
      sources: hits.hits.map(({ _source: source }) => source as Source),
    };
  }
}
