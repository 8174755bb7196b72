import { Injectable } from '@nestjs/common';
import { MOST_SYNONYMS, type SynonymLoad } from '../../documents/synonym.record.js';
import { SynonymTable } from '../compiler/synonyms.js';
import { RefreshedCache } from './refreshed-cache.js';

/** Holds the operator's synonyms as loaded now. A failed first read throws UnavailableFailure. */
@Injectable()
export class Synonyms extends RefreshedCache<'synonyms', SynonymTable> {
  protected override async read(kind: 'synonyms'): Promise<SynonymTable> {
    const all = { size: MOST_SYNONYMS, sort: ['id'], allow_partial_search_results: false, ignore_unavailable: true };
    const hits = await this.hitsOf<SynonymLoad>(kind, all);
    return new SynonymTable(hits.map(({ _source }) => _source as SynonymLoad));
  }
}
