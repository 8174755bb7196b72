import type { CreatorDocument } from '../../creator/creator.document.js';
import { CREATOR_FIELDS } from '../../creator/creator.document.js';
import type { IndexKind } from '../../common/index-kind.js';
import type { PointInTime } from '../../elastic/client/point-in-time.js';
import type { BuildTarget } from '../build-target.js';
import { PRODUCT_FIELDS } from '../facts/add-up-sales.js';
import { GroupedScan } from '../facts/grouped-scan.js';
import type { FactSources } from '../facts/join-facts.js';
import { creatorState } from '../rows/creator-rows.js';
import type { BoardProduct } from '../rows/selling-rows.js';
import { productState } from '../rows/selling-rows.js';

/** The indices of rows. */
export const ROW_KINDS = [
  'top-ecommerce-boards',
  'top-growth-boards',
  'top-selling-boards',
] as const satisfies readonly IndexKind[];
export type RowKind = (typeof ROW_KINDS)[number];

/** A creator or product whose state in the rows is out of date: changed, removed or new. */
interface Outdated {
  readonly id: string;
  readonly state: string;
}

/** The records that rows depend on, and the fields of the rows that hold their id and state. */
interface Subjects {
  readonly id: string;
  readonly state: string;
  /** Gives the current state of one id after the other, ascending. */
  readonly read: (sources: FactSources) => (id: string) => Promise<string>;
}

const CREATORS: Subjects = {
  id: 'uid',
  state: 'creator_state',
  read: ({ creators }) => {
    const known = new GroupedScan(
      creators.scan<CreatorDocument>({ match_all: {} }, ['uid'], CREATOR_FIELDS),
      ({ uid }) => uid,
    );
    return async (uid) => creatorState(await known.find(uid));
  },
};

const PRODUCTS: Subjects = {
  id: 'id',
  state: 'product_state',
  read: ({ products }) => {
    const pages = products.scan<BoardProduct>({ match_all: {} }, ['product_id'], PRODUCT_FIELDS);
    const known = new GroupedScan(pages, ({ product_id }) => product_id);
    return async (id) => productState(await known.find(id));
  },
};

const SUBJECTS: Readonly<Record<RowKind, Subjects>> = {
  'top-ecommerce-boards': CREATORS,
  'top-growth-boards': CREATORS,
  'top-selling-boards': PRODUCTS,
};

/** Creators or products of one search. */
const BATCH = 400;

/**
 * The `board` values of rows whose creator or product has changed in a field that boards depend on, was removed, or was
 * added.
 */
export async function boardsOfChangedSubjects(
  target: BuildTarget,
  kind: RowKind,
  sources: FactSources,
): Promise<ReadonlySet<string>> {
  const subjects = SUBJECTS[kind];
  return target.atPointInTime(kind, async (rows) => {
    const boards = new Set<string>();
    let batch: Outdated[] = [];
    const lookUp = async () => {
      const should = batch.map(({ id, state }) => ({
        bool: { filter: [{ term: { [subjects.id]: id } }, { term: { [subjects.state]: state } }] },
      }));
      for await (const { key } of rows.groups({ board: 'keyword' }, [], { bool: { should } })) boards.add(key.board);
      batch = [];
    };
    for await (const outdated of findOutdated(rows, subjects, subjects.read(sources))) {
      batch.push(outdated);
      if (batch.length === BATCH) await lookUp();
    }
    if (batch.length > 0) await lookUp();
    return boards;
  });
}

async function* findOutdated(
  rows: PointInTime,
  subjects: Subjects,
  stateOf: (id: string) => Promise<string>,
): AsyncGenerator<Outdated> {
  let current: Outdated | undefined;
  for await (const { key } of rows.groups({ [subjects.id]: 'keyword', [subjects.state]: 'keyword' })) {
    const [id = '', state = ''] = [key[subjects.id], key[subjects.state]];
    if (current?.id !== id) current = { id, state: await stateOf(id) };
    if (current.state !== state) yield { id, state };
  }
}
