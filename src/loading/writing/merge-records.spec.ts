import { jest } from '@jest/globals';
import type { ElasticClient } from '../../elastic/client/elastic-client.js';
import { IndexNames } from '../../elastic/indices/index-names.js';
import { type LoadItem, toLoadItem } from '../load-item.js';
import { mergeRecords } from './merge-records.js';

const BATCH = 2000;
const BATCHES = 4;

async function* items(): AsyncGenerator<LoadItem> {
  for (let line = 1; line <= BATCH * BATCHES; line += 1) {
    const document = { line };
    yield toLoadItem({ id: `${line}`, document, returned: document }, { file: 'a', line, text: '' });
  }
}

/**
 * Merges four batches, each in half a second, and counts how often the data version was raised and the last number of
 * stored items that was reported.
 * @param isStored whether the index has all documents already
 */
async function merge(isStored: boolean): Promise<{ raised: number; reported: number; tally: object }> {
  let now = 0;
  let raised = 0;
  let reported = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const client = {
    mget: ({ ids }: { ids: string[] }) => {
      now += 500;
      const found = isStored ? { found: true, _seq_no: 1, _primary_term: 1 } : { found: false };
      return Promise.resolve({ docs: ids.map((_id) => ({ _id, ...found, _source: { line: Number(_id) } })) });
    },
    bulk: ({ operations }: { operations: Buffer }) => {
      const count = operations.toString().trimEnd().split('\n').length / 2;
      return Promise.resolve({ items: Array.from({ length: count }, () => ({ create: { status: 201 } })) });
    },
    get: () => Promise.resolve({ found: true, _source: { value: { indices: {} } } }),
    index: () => Promise.resolve({ _version: (raised += 1) }),
  } as unknown as ElasticClient;
  const target = { client, names: new IndexNames(''), retryOptions: { giveUpAfterMs: 0 } };
  const listener = { afterBatch: (stored: number) => (reported = stored), onRefused: () => undefined };
  const tally = await mergeRecords(target, 'videos', items(), listener, (batch) => Promise.resolve(batch));
  return { raised, reported, tally };
}

describe('a merge of two seconds', () => {
  afterEach(() => jest.restoreAllMocks());

  it('raises the data version once a second while documents change', async () => {
    const tally = { distinct: 8000, loaded: 8000, updated: 0, unchanged: 0 };
    expect(await merge(false)).toEqual({ raised: 2, reported: 8000, tally });
  });

  it('raises no version when nothing changes', async () => {
    const tally = { distinct: 8000, loaded: 0, updated: 0, unchanged: 8000 };
    expect(await merge(true)).toEqual({ raised: 0, reported: 8000, tally });
  });
});
