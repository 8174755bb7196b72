import { jest } from '@jest/globals';
import type { ElasticClient } from '../../elastic/client/elastic-client.js';
import { type LoadItem, toLoadItem } from '../load-item.js';
import type { WriteTarget } from '../../elastic/client/bulk.js';
import { planMerging } from './merge-records.js';
import { planIndexing, type PlanWrites, writeItems } from './write-items.js';

const item = (id: string, value: number): LoadItem => {
  const document = { value };
  return toLoadItem({ id, document, returned: document }, { file: 'a', line: value, text: '' });
};

type Fault = 'busy' | 'missing' | 'refused' | 'interloper' | undefined;

/** An index in memory that answers bulk and mget as Elasticsearch does, with faults for single documents. */
class FakeIndex {
  readonly documents = new Map<string, { source: string; seqNo: number }>();
  /** Ids in the order in which they were sent, bulk by bulk. */
  readonly bulks: string[][] = [];
  private seqNo = 0;

  constructor(private readonly faultOf: (id: string, attempt: number, value: number) => Fault = () => undefined) {}

  get target(): WriteTarget {
    const client = {
      bulk: ({ operations }: { operations: Buffer }) =>
        Promise.resolve({ items: this.bulk(operations.toString().trimEnd().split('\n')) }),
      mget: ({ ids }: { ids: string[] }) => Promise.resolve({ docs: ids.map((id) => this.read(id)) }),
    };
    return { client: client as unknown as ElasticClient, alias: 'alias', retryOptions: { giveUpAfterMs: 5000 } };
  }

  /** The value of each stored document. */
  get values(): object {
    const values = [...this.documents].map(
      ([id, { source }]) => [id, JSON.parse(source) as { value: number }] as const,
    );
    return Object.fromEntries(values.map(([id, { value }]) => [id, value]));
  }

  put(id: string, value: number): void {
    this.documents.set(id, { source: `{"value":${value}}`, seqNo: this.seqNo++ });
  }

  private read(id: string): object {
    const found = this.documents.get(id);
    if (found === undefined) return { _id: id, found: false };
    return {
      _id: id,
      found: true,
      _source: JSON.parse(found.source) as object,
      _seq_no: found.seqNo,
      _primary_term: 1,
    };
  }

  private bulk(operations: readonly string[]): object[] {
    const items: object[] = [];
    this.bulks.push([]);
    for (let at = 0; at < operations.length; at += 2) {
      const [[kind, meta]] = Object.entries(
        JSON.parse(operations[at] ?? '') as Record<string, { _id: string; if_seq_no?: number }>,
      ) as [[string, { _id: string; if_seq_no?: number }]];
      items.push({ [kind]: this.write(kind, meta, operations[at + 1] ?? '') });
    }
    return items;
  }

  private write(kind: string, { _id, if_seq_no }: { _id: string; if_seq_no?: number }, source: string): object {
    this.bulks.at(-1)?.push(_id);
    const attempt = this.bulks.flat().filter((id) => id === _id).length;
    const { value } = JSON.parse(source) as { value: number };
    const fault = this.faultOf(_id, attempt, value);
    if (fault === 'busy')
      return { status: 429, error: { type: 'es_rejected_execution_exception', reason: 'queue full' } };
    if (fault === 'missing') return { status: 404, error: { type: 'index_not_found_exception', reason: 'no alias' } };
    if (fault === 'refused') return { status: 400, error: { type: 'document_parsing_exception', reason: 'no' } };
    if (fault === 'interloper') this.put(_id, -1);
    const there = this.documents.get(_id);
    const conflict = kind === 'create' ? there !== undefined : if_seq_no !== undefined && there?.seqNo !== if_seq_no;
    if (conflict) return { status: 409, error: { type: 'version_conflict_engine_exception', reason: 'changed' } };
    this.documents.set(_id, { source, seqNo: this.seqNo++ });
    return { status: there === undefined ? 201 : 200 };
  }
}

/** Writes items as one batch. @returns distinct ids by outcome, and the refused items */
async function write(target: WriteTarget, plan: PlanWrites, ...items: LoadItem[]) {
  const refused: [string, number, string][] = [];
  const onRefused = ({ id, origin }: LoadItem, reason: string) => void refused.push([id, origin.line, reason]);
  return { ...(await writeItems(target, items, plan, { onRefused })), refused };
}

const NONE = { distinct: 0, loaded: 0, updated: 0, unchanged: 0, refused: [] };

describe('writes of an index build', () => {
  it.each<[string, Fault]>([
    ['the cluster was too busy for', 'busy'],
    ['a node misses the new index of', 'missing'],
  ])('are sent again where %s them, and only these', async (_, fault) => {
    const index = new FakeIndex((id, attempt) => (id === 'b' && attempt < 3 ? fault : undefined));
    const written = await write(index.target, planIndexing, item('a', 1), item('b', 2), item('c', 3));
    expect(index.bulks).toEqual([['a', 'b', 'c'], ['b'], ['b']]);
    expect([written, index.values]).toEqual([
      { ...NONE, distinct: 3, loaded: 3 },
      { a: 1, c: 3, b: 2 },
    ]);
  });

  it('name what is refused for good with the reason, and store the rest', async () => {
    const index = new FakeIndex((id) => (id === 'b' ? 'refused' : undefined));
    const { refused } = await write(index.target, planIndexing, item('a', 1), item('b', 2));
    expect(refused).toEqual([['b', 2, 'Elasticsearch refuses it: document_parsing_exception: no.']]);
    expect(index.values).toEqual({ a: 1 });
  });

  it('fall back to the earlier line of an id when the last one is refused', async () => {
    const index = new FakeIndex((_, __, value) => (value >= 2 ? 'refused' : undefined));
    const { refused } = await write(index.target, planIndexing, item('a', 1), item('a', 2), item('a', 3));
    expect([refused.map(([, line]) => line), index.values]).toEqual([[3, 2], { a: 1 }]);
  });

  it('give up when nothing is taken for too long', async () => {
    const index = new FakeIndex(() => 'busy');
    const target = { ...index.target, retryOptions: { giveUpAfterMs: 0 } };
    await expect(write(target, planIndexing, item('a', 1))).rejects.toThrow(
      'Gave up after 0 s without progress: 1 of 1 documents: es_rejected_execution_exception: queue full',
    );
    expect(index.bulks).toHaveLength(1);
  });
});

describe('writes of a live index', () => {
  const merge = (target: WriteTarget, ...items: LoadItem[]) =>
    write(
      target,
      planMerging(target, (changed) => Promise.resolve(changed)),
      ...items,
    );

  it('are planned again for a document that can’t be read, which is not taken for a new one', async () => {
    const index = new FakeIndex();
    index.put('a', 1);
    const { target } = index;
    const unread = { docs: [{ _index: 'i', _id: 'a', error: { type: 'unavailable_shards_exception', reason: 'no' } }] };
    jest.spyOn(target.client, 'mget').mockResolvedValueOnce(unread);
    expect(await merge(target, item('a', 1))).toEqual({ ...NONE, distinct: 1, unchanged: 1 });
    expect(index.bulks).toEqual([]);
  });

  it('never go over what they have not seen: they are planned again, and win', async () => {
    const index = new FakeIndex((_, attempt) => (attempt === 1 ? 'interloper' : undefined));
    index.put('a', 1);
    const written = await merge(index.target, item('a', 2), item('b', 3));
    expect(index.bulks).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    expect(index.values).toEqual({ a: 2, b: 3 });
    expect(written).toEqual({ ...NONE, distinct: 2, loaded: 1, updated: 1 });
  });

  it('compare with the document before the first try where an earlier line is stored instead', async () => {
    const index = new FakeIndex();
    index.put('a', 1);
    const { target } = index;
    const plan = planMerging(target, (items) =>
      Promise.resolve(items.map((one) => (one.origin.line === 3 ? { refused: 'no' } : one))),
    );
    const written = await write(target, plan, item('a', 2), item('a', 3));
    expect(written).toEqual({ ...NONE, distinct: 1, updated: 1, refused: [['a', 3, 'no']] });
  });

  it('pause before they are planned again for what another writer has changed', async () => {
    const index = new FakeIndex((_, attempt) => (attempt < 3 ? 'interloper' : undefined));
    const pauses: string[] = [];
    const onPause = (reason: string): void => void pauses.push(reason);
    await merge({ ...index.target, retryOptions: { giveUpAfterMs: 5000, onPause } }, item('a', 2));
    expect(index.values).toEqual({ a: 2 });
    expect(pauses).toEqual(Array(2).fill('1 of 1 documents: another writer has changed them meanwhile'));
  });
});
