import { InternalFailure, UnavailableFailure } from '../../errors/failure.js';
import { LiveRecord } from '../../records/live.record.js';
import { ProductRecord } from '../../records/product.record.js';
import { recordSchema } from '../../records/fields/json-schema.js';
import { VideoRecord } from '../../records/video.record.js';
import { SearchAnswer } from './search-answer.js';

interface Hit {
  readonly source: object;
  readonly extra?: object;
}

const asBytes = (answer: object): string => Buffer.from(JSON.stringify(answer)).toString('latin1');

const cut = (text: string, length: number): string[] =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, at) => text.slice(at * length, (at + 1) * length));

const answerOf = (hits: readonly Hit[], head: object = {}): string =>
  asBytes({
    took: 3,
    timed_out: false,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits: {
      total: { value: 70_000, relation: 'eq' },
      max_score: null,
      hits: hits.map(({ source, extra }, at) => ({
        _index: 'videos-1',
        _id: String(at),
        _score: null,
        ...extra,
        _source: source,
        sort: [at, null, 'x'],
      })),
    },
    ...head,
  });

const decoded = (records: readonly string[]): unknown[] =>
  records.map((record) => JSON.parse(Buffer.from(record, 'latin1').toString('utf8')) as unknown);

/** Texts that look like the structure around them, and ones of more than one byte a character. */
const RECORDS = [
  { id: '1', text: 'plain' },
  { id: '2', text: '","sort":[1],"_source":{"record":{}},"hits":[' },
  { id: '3', text: 'ends with a backslash \\', nested: { record: null, list: [{ a: 1 }, []] } },
  { id: '4', text: 'スマホ 📱 Übergröße \u0000 "quoted"' },
  {},
];

describe('a search answer', () => {
  it('hands over each record as it was stored, whatever its texts hold', () => {
    const hits = RECORDS.map((record) => ({ source: { text: ['"record":', '日本'], record } }));
    const answer = new SearchAnswer([answerOf(hits)]);
    expect(answer.total).toBe(70_000);
    expect(decoded(answer.records())).toEqual(RECORDS);
  });

  it('gives the sort values of its last hit as they are, and the point in time', () => {
    const hits = RECORDS.map((record) => ({ source: { record } }));
    const whole = answerOf(hits)
      .replace('"sort":[4,null,"x"]', '"sort":[-9223372036854775807,null,"a\\"]}]b"]')
      .replace('"total":{"value":70000,"relation":"eq"},', '')
      .replace('{', '{"pit_id":"moment",');
    for (const length of [1, 7, whole.length]) {
      const answer = new SearchAnswer(cut(whole, length));
      expect([answer.pointInTime, answer.total]).toEqual(['moment', 0]);
      expect(answer.lastSort()).toBe('[-9223372036854775807,null,"a\\"]}]b"]');
    }
    expect(new SearchAnswer([answerOf([])]).lastSort()).toBeUndefined();
  });

  it('is the same in whatever pieces it comes', () => {
    const whole = answerOf(RECORDS.map((record) => ({ source: { text: ['日本'], record } })));
    for (let length = 1; length <= whole.length; length++) {
      const answer = new SearchAnswer(cut(whole, length));
      expect(answer.total).toBe(70_000);
      expect(decoded(answer.records())).toEqual(RECORDS);
    }
  });

  it.each([
    ['after the record', { record: { id: '1', list: [{ a: '}' }] }, more: { b: [1] } }],
    ['after the record, a text', { record: { id: '1', list: [{ a: '}' }] }, text: 'é' }],
    ['before it, and nothing else', { record: { id: '1', list: [{ a: '}' }] } }],
    ['in it, called as the structure is', { text: 1, record: { id: '1', sort: ['x'], list: [{ a: '}' }] } }],
  ])('hands over records of another writer too, with fields %s', (_, source) => {
    const expected = [RECORDS[0], source.record];
    const hits = [{ source: { text: 'x', record: RECORDS[0] } }, { source }];
    expect(decoded(new SearchAnswer([answerOf(hits)]).records())).toEqual(expected);
  });

  it.each([[{}], [{ text: 'x' }], [{ text: 'x', record: null }], [{ text: 'x', record: 'text' }]])(
    'is an error when a document has no record: %j',
    (source) => {
      expect(() => new SearchAnswer([answerOf([{ source }])]).records()).toThrow(InternalFailure);
    },
  );

  it('decodes whole documents', () => {
    const documents = RECORDS.map((record, at) => ({ at, record }));
    const hits = documents.map((source) => ({ source, extra: { _ignored: ['text'] } }));
    expect(new SearchAnswer([answerOf(hits)]).documents()).toEqual(documents);
  });

  it('may have no hits', () => {
    expect(new SearchAnswer([answerOf([])]).records()).toEqual([]);
  });

  it('is refused when it is a part', () => {
    expect(() => new SearchAnswer([answerOf([], { timed_out: true })])).toThrow(UnavailableFailure);
    const shards = { total: 2, successful: 1, skipped: 0, failed: 1, failures: [{ reason: { type: 'x' } }] };
    expect(() => new SearchAnswer([answerOf([], { _shards: shards })])).toThrow(UnavailableFailure);
  });

  it('is refused when it is none', () => {
    for (const pieces of [['{"acknowledged":true}'], ['{"hits":{"hi', 'ts":{}'], []]) {
      expect(() => new SearchAnswer(pieces)).toThrow(InternalFailure);
    }
  });

  it('is refused when a hit breaks off', () => {
    const whole = answerOf(RECORDS.map((record) => ({ source: { record } })));
    const broken = new SearchAnswer(cut(whole.slice(0, whole.lastIndexOf(',"sort"')), 100));
    expect(() => broken.records()).toThrow(InternalFailure);
  });

  it.each([
    [VideoRecord, '"product_info"'],
    [ProductRecord, '"seller_id"'],
    [LiveRecord, '"room_id"'],
  ])('is told apart from the fields of %p', (type, known) => {
    const names = JSON.stringify(recordSchema([type], []));
    expect(names).toContain(known);
    for (const structure of ['"_source"', '"record"', '"sort"', '"hits"']) expect(names).not.toContain(structure);
  });
});
