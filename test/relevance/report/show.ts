import type { Engine } from '../engines/engine.js';
import type { Judgements } from '../evaluation.js';
import { RECALL_PLACES } from '../evaluation.js';
import type { JudgedQuery } from '../queries/queries.js';

const SHOWN = 20;
const MISSED_SHOWN = 10;

/** The lists of a query by relevance and sorted, each record with its grade, and the judged records that are in neither. */
export async function showQuery(
  engine: Engine,
  query: JudgedQuery,
  judgements: Judgements,
  textOf: (id: string) => string,
): Promise<string> {
  const grades = judgements.of(query);
  const line = (id: string): string => `  ${grades.get(id) ?? 0}  ${id}  ${textOf(id)}`;
  const parts = [`${query.id}: ${grades.size} judged records`];
  for (const order of ['relevance', 'figure'] as const) {
    const [found = []] = await engine.search([query], order, RECALL_PLACES);
    const missed = [...grades.keys()].filter((id) => !found.includes(id));
    const bestMissed = missed.sort((one, other) => (grades.get(other) ?? 0) - (grades.get(one) ?? 0));
    parts.push(
      [
        `${engine.name} by ${order}, ${found.length} of at most ${RECALL_PLACES}:`,
        ...found.slice(0, SHOWN).map(line),
      ].join('\n'),
      [`${missed.length} judged records are not among them:`, ...bestMissed.slice(0, MISSED_SHOWN).map(line)].join(
        '\n',
      ),
    );
  }
  return parts.join('\n');
}
