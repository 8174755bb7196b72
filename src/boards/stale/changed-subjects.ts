import type { RowKind } from '../board.document.js';
import type { BuildTarget } from '../build-target.js';
import { productState, type Subjects, UNKNOWN } from '../subjects.js';

/** Creators or products of one search. */
const BATCH = 400;

/** The boards of rows whose creator or product was added, removed or changed in a field that boards depend on. */
export async function boardsOfChangedSubjects(
  target: BuildTarget,
  kind: RowKind,
  { creators, products }: Subjects,
): Promise<ReadonlySet<string>> {
  const [idField, stateField] = kind === 'top-selling-boards' ? ['id', 'product_state'] : ['uid', 'creator_state'];
  const stateOf = (id: string): string => {
    if (kind !== 'top-selling-boards') return creators.get(id)?.state ?? UNKNOWN;
    const product = products.get(id);
    return product === undefined ? UNKNOWN : productState(product);
  };
  return target.atPointInTime(kind, async (rows) => {
    const outdated: object[] = [];
    // Asked of all rows, Elasticsearch walks through the ids: at 9 million rows it took ten times as long.
    const withState = { exists: { field: stateField } };
    for await (const { key } of rows.groups({ [idField]: 'keyword', [stateField]: 'keyword' }, [], withState)) {
      const [id = '', state = ''] = [key[idField], key[stateField]];
      if (stateOf(id) === state) continue;
      outdated.push({ bool: { filter: [{ term: { [idField]: id } }, { term: { [stateField]: state } }] } });
    }
    const boards = new Set<string>();
    while (outdated.length > 0) {
      const query = { bool: { should: outdated.splice(-BATCH) } };
      for await (const { key } of rows.groups({ board: 'keyword' }, [], query)) boards.add(key.board);
    }
    return boards;
  });
}
