import { Injectable } from '@nestjs/common';
import type { KeywordData } from '../documents/keyword-data.record.js';
import { FactGroups } from '../figures/fact-groups.js';
import { ID_BYTES } from '../figures/ranked-list.js';
import { ListCache } from '../freshness/data-cache.js';
import { inObject, terms } from '../search/compiler/clauses.js';
import { planKeywords } from '../search/compiler/keywords.js';
import { Vocabulary } from '../search/vocabulary.js';
import { subjectOf } from '../subjects/subjects.js';
import type { RankingQuery } from './rankings.query.js';

/** Narrows rankings to the rows whose records keywords match. */
@Injectable()
export class KeywordIdsReader {
  /** The most ids by which facts are filtered. */
  mostIds = 10_000;

  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly groups: FactGroups,
    private readonly lists: ListCache,
  ) {}

  /**
   * The query of a ranking for the records that the search for its subject finds with these keywords and an `orderby`.
   * @throws as `FactGroups.read` does
   */
  async narrow(query: RankingQuery, keywords: string): Promise<RankingQuery> {
    const { subject, key, clauses, records, notes } = query;
    const { index, id: field, searchedIn = '', categories } = subjectOf(subject);
    const read = await this.vocabulary.read(index, keywords, searchedIn);
    const { attempts, answers } = planKeywords(read, true, categories);
    const clause = inObject(searchedIn, attempts[0]);
    // Undefined where there are too many.
    const { ids } = await this.lists.remember(`ids ${subject} ${keywords}`, async () => {
      const groups = await this.groups.read({ facts: index, field, clauses: [clause] }, this.mostIds);
      return { ids: groups?.map((group) => group.key), bytes: ID_BYTES * (1 + (groups?.length ?? 0)) };
    });
    const { read_as, also }: KeywordData = answers[0];
    return {
      ...query,
      ...(ids === undefined ? { records: [...records, clause] } : { clauses: [...clauses, terms(key.field, ids)] }),
      notes: { ...notes, read_as, ...(also && { also }) },
    };
  }
}
