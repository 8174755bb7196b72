import { jest } from '@jest/globals';
import type { ElasticClient } from '../../elastic/client/elastic-client.js';
import { type LoadItem, toLoadItem } from '../load-item.js';
import type { WriteTarget } from '../../elastic/client/bulk.js';
import { type MakeChanges, mergeBatch } from './merge-records.js';
import { indexBatch } from './write-items.js';

const item = (id: string, value: number, replaces?: LoadItem): LoadItem => {
  const document = { value };
  const stored = { id, document, returned: document };
  return { ...toLoadItem(stored, { file: 'a', line: value, text: '' }), ...(replaces && { replaces }) };
};

const asTheyAre: MakeChanges = (items) => Promise.resolve(items);

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

class Told {
  readonly stored: [string, number, string | undefined][] = [];
  readonly refusals: [string, number, string][] = [];

  readonly listener = {
    stored: (one: LoadItem, before: Buffer | undefined) =>
      void this.stored.push([one.id, one.origin.line, before?.toString()]),
    refused: (one: LoadItem, reason: string) => void this.refusals.push([one.id, one.origin.line, reason]),
  };
}

describe('indexBatch', () => {
  it.each<[string, Fault]>([
    ['the cluster was too busy for', 'busy'],
    ['a node misses the new index of', 'missing'],
  ])('sends again what %s, and only that', async (_, fault) => {
    const index = new FakeIndex((id, attempt) => (id === 'b' && attempt < 3 ? fault : undefined));
    const told = new Told();
    await indexBatch(index.target, [item('a', 1), item('b', 2), item('c', 3)], told.listener);
    expect(index.bulks).toEqual([['a', 'b', 'c'], ['b'], ['b']]);
    expect(told.stored.map(([id]) => id)).toEqual(['a', 'c', 'b']);
    expect(told.refusals).toEqual([]);
  });

  it('names what is refused for good with the reason, and stores the rest', async () => {
    const index = new FakeIndex((id) => (id === 'b' ? 'refused' : undefined));
    const told = new Told();
    await indexBatch(index.target, [item('a', 1), item('b', 2)], told.listener);
    expect(told.refusals).toEqual([['b', 2, 'Elasticsearch refuses it: document_parsing_exception: no.']]);
    expect([...index.documents.keys()]).toEqual(['a']);
  });

  it('falls back to the earlier line of an id when the last one is refused', async () => {
    const index = new FakeIndex((_, __, value) => (value >= 2 ? 'refused' : undefined));
    const told = new Told();
    await indexBatch(index.target, [item('a', 3, item('a', 2, item('a', 1)))], told.listener);
    expect(told.refusals.map(([, line]) => line)).toEqual([3, 2]);
    expect(told.stored.map(([id, line]) => [id, line])).toEqual([['a', 1]]);
  });

  it('gives up when nothing is taken for too long', async () => {
    const index = new FakeIndex(() => 'busy');
    const target = { ...index.target, retryOptions: { giveUpAfterMs: 0 } };
    await expect(indexBatch(target, [item('a', 1)], new Told().listener)).rejects.toThrow(
      'Gave up after 0 s without progress: 1 of 1 documents: es_rejected_execution_exception: queue full',
    );
  });
});

describe('mergeBatch', () => {
  it('asks again for a document that can’t be read, and does not take it for a new one', async () => {
    const index = new FakeIndex();
    index.put('a', 1);
    const told = new Told();
    const target = index.target;
    const unread = { docs: [{ _index: 'i', _id: 'a', error: { type: 'unavailable_shards_exception', reason: 'no' } }] };
    jest.spyOn(target.client, 'mget').mockResolvedValueOnce(unread);
    await mergeBatch(target, [item('a', 1)], told.listener, asTheyAre);
    expect([index.bulks, told.stored]).toEqual([[], [['a', 1, '{"value":1}']]]);
  });

  it('never writes over what it has not seen: compares again, and wins', async () => {
    const index = new FakeIndex((_, attempt) => (attempt === 1 ? 'interloper' : undefined));
    index.put('a', 1);
    const told = new Told();
    await mergeBatch(index.target, [item('a', 2), item('b', 3)], told.listener, asTheyAre);
    expect(index.bulks).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    expect([...index.documents].map(([id, { source }]) => [id, source])).toEqual([
      ['a', '{"value":2}'],
      ['b', '{"value":3}'],
    ]);
    expect(told.stored).toEqual([
      ['a', 2, '{"value":1}'],
      ['b', 3, undefined],
    ]);
  });

  it('pauses before it compares again with what another writer has changed', async () => {
    const index = new FakeIndex((_, attempt) => (attempt < 3 ? 'interloper' : undefined));
    const pauses: string[] = [];
    const target = {
      ...index.target,
      retryOptions: { giveUpAfterMs: 5000, onPause: (reason: string) => void pauses.push(reason) },
    };
    await mergeBatch(target, [item('a', 2)], new Told().listener, asTheyAre);
    expect(index.documents.get('a')?.source).toBe('{"value":2}');
    expect(pauses).toEqual([
      '1 of 1 documents: another writer has changed them meanwhile',
      '1 of 1 documents: another writer has changed them meanwhile',
    ]);
  });

  it('gives up when another writer changes the same documents for too long', async () => {
    const index = new FakeIndex((_, attempt) => (attempt <= 50 ? 'interloper' : undefined));
    const target = { ...index.target, retryOptions: { giveUpAfterMs: 0 } };
    await expect(mergeBatch(target, [item('a', 2)], new Told().listener, asTheyAre)).rejects.toThrow(
      'Gave up after 0 s without progress: 1 of 1 documents: another writer has changed them meanwhile',
    );
    expect(index.bulks).toHaveLength(1);
  });
});
