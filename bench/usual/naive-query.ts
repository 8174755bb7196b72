import { BY_ID } from '../../../src/query/paging.js';
import type { SortItem } from '../../../src/query/request.js';
import type { SearchBody } from '../../../src/query/types.js';

const IDS = { videos: 'video_id', products: 'product_id', lives: 'room_id' } as const;
const FIELDS = ['text_1', 'text_2', 'text_3'];

/** The same documents in arrival order, without the fields that the API's queries need. */
export const naiveIndex = (prefix: string, kind: string): string => `${prefix}naive-${kind}`;

/**
 * The body that one would write without a thought: one request, exact total, words fuzzily in three fields, ordered by
 * the id itself in the end.
 * @param compiled the API's body of the request without its keywords
 */
export function naiveBody(
  kind: keyof typeof IDS,
  { keywords, orderby }: { readonly keywords: string; readonly orderby: readonly SortItem[] },
  { query, sort: compiled, ...own }: SearchBody,
): SearchBody {
  const byFigures = compiled.filter((clause) => !BY_ID.includes(clause));
  const sort = [...byFigures, { [IDS[kind]]: { order: 'asc' as const } }];
  if (keywords === '') return { query, ...own, sort };
  const words = {
    multi_match: {
      query: keywords,
      fields: FIELDS,
      fuzziness: 'AUTO',
      operator: 'and' as const,
      type: 'best_fields' as const,
    },
  };
  const scored = { bool: { must: [words], filter: query?.bool?.filter ?? [] } };
  return { query: scored, ...own, sort: orderby.length > 0 ? sort : [{ _score: { order: 'desc' } }, ...sort] };
}
