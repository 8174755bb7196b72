import type { CreatorDocument } from '../../documents/creator.document.js';
import type { IndexKind } from '../../documents/index-kind.js';
import type { PointInTime } from '../../elastic/client/point-in-time.js';
import type { BuildTarget } from '../build-target.js';
import { creatorState } from '../rows/creator-state.js';
import { GroupedScan } from '../facts/grouped-scan.js';

/** A creator whose state in the rows is out of date: changed, removed or new. */
interface Outdated {
  readonly uid: string;
  readonly state: string;
}

/** How many creators are read at once. */
const BATCH = 400;

/**
 * The `board` values of rows whose creator has another region, category or account type now, was removed, or was
 * added.
 */
export async function boardsOfChangedCreators(
  target: BuildTarget,
  kind: IndexKind,
  creators: PointInTime,
): Promise<ReadonlySet<string>> {
  return target.atPointInTime(kind, async (rows) => {
    const boards = new Set<string>();
    let batch: Outdated[] = [];
    const lookUp = async () => {
      const should = batch.map(({ uid, state }) => ({
        bool: { filter: [{ term: { uid } }, { term: { creator_state: state } }] },
      }));
      for await (const { key } of rows.groups({ board: 'keyword' }, [], { bool: { should } })) boards.add(key.board);
      batch = [];
    };
    for await (const outdated of findOutdated(rows, creators)) {
      batch.push(outdated);
      if (batch.length === BATCH) await lookUp();
    }
    if (batch.length > 0) await lookUp();
    return boards;
  });
}

async function* findOutdated(rows: PointInTime, creators: PointInTime): AsyncGenerator<Outdated> {
  const known = new GroupedScan(creators.scan<CreatorDocument>({ match_all: {} }, ['uid']));
  let current: { uid: string; state: string } | undefined;
  for await (const { key } of rows.groups({ uid: 'keyword', creator_state: 'keyword' })) {
    if (current?.uid !== key.uid) current = { uid: key.uid, state: await stateOf(known, key.uid) };
    if (current.state !== key.creator_state) yield { uid: key.uid, state: key.creator_state };
  }
}

async function stateOf(known: GroupedScan<CreatorDocument>, uid: string): Promise<string> {
  return creatorState(await known.find(uid));
}
