import type { Client } from '@elastic/elasticsearch';
import type { CompiledSearch, SearchBody } from '../../query/types.js';
import { readScoreName } from '../../query/score-name.js';

interface Part {
  readonly group: string;
  readonly says: string;
  readonly score: number;
}

/**
 * Why a record stands where it stands: what each reading of each word counted, in lines that a person reads.
 * @param compiled with names for all that scores
 * @param record the field of its id, and the id
 */
export async function explainScore(
  client: Client,
  index: string,
  { attempts, answers, enough }: CompiledSearch,
  record: Readonly<Record<string, string>>,
): Promise<string> {
  const at = await answering(client, index, attempts, enough);
  const { query } = attempts[at] ?? attempts[0];
  const { hits } = await client.search({
    index,
    search_type: 'dfs_query_then_fetch',
    query: { bool: { must: [query], filter: [{ term: record }] } },
    include_named_queries_score: true,
    size: 1,
    _source: false,
  });
  const answer = answers?.[at];
  const slips = answer?.read_as.map(({ word, as }) => `, "${word}" read as ${as.join(' or ')}`) ?? [];
  const head = `${Object.values(record).join()} (${answer?.match.replace('_', ' ') ?? 'no keywords'}${slips.join('')})`;
  const [hit] = hits.hits;
  if (hit === undefined) return `${head}: does not match.`;
  const scores = Object.entries((hit.matched_queries ?? {}) as unknown as Record<string, number>);
  const lines = linesOf(scores.map(([name, score]) => ({ ...readScoreName(name), score })));
  const sum = lines.reduce((total, { counts }) => total + counts, 0);
  const total = hit._score ?? 0;
  return [
    `${head}: ${shown(total)} = ${shown(sum)} for its words × ${(total / sum).toFixed(3)} for its popularity`,
    ...lines.map(({ text }) => text),
  ].join('\n');
}

/** Which attempt answers a search: the first that finds enough. */
async function answering(client: Client, index: string, attempts: readonly SearchBody[], enough: number) {
  for (const [at, { query }] of attempts.entries()) {
    if ((await client.count({ index, query })).count >= enough) return at;
  }
  return attempts.length - 1;
}

/** The readings of a word together, the best first, which alone counts; what belongs to no word counts each for itself. */
function linesOf(parts: readonly Part[]): { text: string; counts: number }[] {
  const groups = [...new Set(parts.map(({ group }) => group))].sort((one, other) =>
    one === '' ? 1 : one < other || other === '' ? -1 : 1,
  );
  return groups.flatMap((group) =>
    parts
      .filter((part) => part.group === group)
      .sort((one, other) => other.score - one.score)
      .map(({ says, score }, place) => {
        const counts = group === '' || place === 0 ? score : 0;
        const note = counts > 0 ? '' : '  (does not count beside the better one)';
        return { text: `  ${shown(score).padStart(9)}  ${says}${note}`, counts };
      }),
  );
}

const shown = (score: number): string => score.toFixed(2);
