import type { Client } from '@elastic/elasticsearch';
import { ClusterReads } from '../elastic/client/cluster-reads.js';
import { IndexNames } from '../elastic/indices/index-names.js';
import { DATA_VERSION_ID } from '../elastic/state/data-version.js';
import { ClusterStateReader } from './cluster-state.js';

describe('the version that a cluster of three nodes names', () => {
  const names = new IndexNames('unit-');

  /** The number that is read, and of how many reads, when the nodes that are asked in turn answer with these numbers. */
  async function readFrom(answers: readonly number[], atLeast: string): Promise<[number | undefined, number]> {
    let reads = 0;
    const indices = { 'unit-state-1': { aliases: ['unit-state'], settings: { index: { uuid: 'now' } } } };
    const client = {
      connectionPool: { size: 3 },
      cluster: {
        state: () => Promise.resolve({ state_uuid: 'same', metadata: { indices } }),
        health: () => Promise.resolve({ status: 'green', number_of_nodes: 3, indices: {} }),
      },
      mget: () => {
        const doc = { _id: DATA_VERSION_ID, _source: { value: { cause: '', raised_at: '2026-01-01T00:00:00Z' } } };
        return Promise.resolve({ docs: [{ ...doc, _version: answers[Math.min(reads++, answers.length - 1)] }] });
      },
    } as unknown as Client;
    const reader = new ClusterStateReader(client, new ClusterReads(client), names);
    await reader.read(1000);
    const before = reads;
    const [epoch, number] = atLeast.split('.') as [string, string];
    const { dataVersion } = await reader.read(1000, { epoch, number: Number(number) });
    return [dataVersion?.number, reads - before];
  }

  it.each<[string, number[], string, [number, number]]>([
    ['is taken from the first node that is not behind', [28, 28, 27, 28], 'now.28', [28, 2]],
    ['may be newer than asked for', [28, 28, 27, 29], 'now.28', [29, 2]],
    ['is the newest of three nodes when all are behind', [28, 28, 25, 27, 26], 'now.28', [27, 3]],
    ['is believed at once in another epoch', [28, 28, 3], 'before.28', [3, 1]],
  ])('%s', async (_, answers, atLeast, read) => {
    expect(await readFrom(answers, atLeast)).toEqual(read);
  });
});

it('the indices are read again until they are those of the cluster state that was read', async () => {
  const names = new IndexNames('unit-');
  const answer = (stateUuid: string, index: string) => ({
    state_uuid: stateUuid,
    metadata: { indices: { [index]: { aliases: ['unit-videos'] } } },
  });
  // The second request reaches a node that is cut off from the others.
  const answers = [answer('new', 'two'), answer('old', 'one'), answer('new', 'two')];
  let asked = 0;
  const client = {
    connectionPool: { size: 3 },
    cluster: {
      state: () => Promise.resolve(answers[Math.min(asked++, 2)]),
      health: () => Promise.resolve({ status: 'green', number_of_nodes: 3, indices: {} }),
    },
    mget: () => Promise.resolve({ docs: [] }),
  } as unknown as Client;
  const reader = new ClusterStateReader(client, new ClusterReads(client), names);
  const indices = [(await reader.read(1000)).behind.get('videos'), (await reader.read(1000)).behind.get('videos')];
  expect([indices, asked]).toEqual([['one', 'two'], 4]);
});
