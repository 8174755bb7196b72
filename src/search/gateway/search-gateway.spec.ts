import { InternalFailure, UnavailableFailure } from '../../common/errors/failure.js';
import { recordsOf, requireWhole, type SearchAnswer } from './search-gateway.js';

const answerOf = (sources: readonly (object | undefined)[], head: object = {}): SearchAnswer =>
  requireWhole({
    took: 3,
    timed_out: false,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits: {
      total: { value: 70_000, relation: 'eq' },
      hits: sources.map((_source, at) => ({ _id: String(at), _source, sort: [at] })),
    },
    ...head,
  });

const RECORDS = [{ id: '1', text: 'スマホ 📱 Übergröße "quoted" \\' }, {}];

describe('a search answer', () => {
  it('hands over the total, and each record as it was stored', () => {
    const answer = answerOf(RECORDS.map((record) => ({ record: JSON.stringify(record) })));
    expect(answer.total).toBe(70_000);
    expect(recordsOf(answer)).toEqual(RECORDS);
  });

  it.each([[undefined], [{}], [{ record: null }], [{ record: { id: '1' } }]])(
    'is an error when a document has no record: %j',
    (source) => {
      const answer = answerOf([source]);
      expect(() => recordsOf(answer)).toThrow(InternalFailure);
    },
  );

  it('is refused when it is a part', () => {
    expect(() => answerOf([], { timed_out: true })).toThrow(UnavailableFailure);
    const shards = { total: 2, successful: 1, skipped: 0, failed: 1, failures: [{ reason: { type: 'x' } }] };
    expect(() => answerOf([], { _shards: shards })).toThrow(UnavailableFailure);
  });

  it.each([[{ acknowledged: true }], [{ hits: {} }], ['text']])('is refused when it is none: %j', (answer) => {
    expect(() => requireWhole(answer)).toThrow(InternalFailure);
  });
});
