import { InternalFailure, UnavailableFailure } from '../errors/failure.js';
import { recordSchema } from '../records/fields/json-schema.js';
import { LiveRecord } from '../records/live.record.js';
import { localizeProduct, ProductRecord, toProductRecord } from '../records/product.record.js';
import { localizeVideo, toVideoRecord, VideoRecord } from '../records/video.record.js';
import { BUILT_IN_TREES } from '../reference/category-tree.js';
import type { CategoryNames } from '../reference/lang.js';
import { LANGS } from '../reference/lang.js';
import type { EncodedData } from './encoded-data.js';
import { fromLatin1, toLatin1 } from './encoded-data.js';
import { encodedAnswer } from './encoded-answer.js';
import { plainAnswer } from './plain-answer.js';
import type { Naming, ReadAnswer, SearchAnswer } from './search-answer.js';

interface Hit {
  readonly source: object;
  readonly extra?: object;
}

const asBytes = (answer: object): string => toLatin1(JSON.stringify(answer));

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

const decoded = ({ json }: EncodedData): unknown => JSON.parse(fromLatin1(json));
const recordsOf = (answer: SearchAnswer, naming?: Naming): unknown[] =>
  (decoded(answer.page({}, naming)) as { list: unknown[] }).list;

/** Texts that look like the structure around them, and ones of more than one byte a character. */
const RECORDS = [
  { id: '1', text: 'plain' },
  { id: '2', text: '","sort":[1],"_source":{"record":{}},"hits":[' },
  { id: '3', text: 'ends with a backslash \\', nested: { record: null, list: [{ a: 1 }, []] } },
  { id: '4', text: 'スマホ 📱 Übergröße \u0000 "quoted"' },
  {},
];

describe.each<[string, ReadAnswer]>([
  ['cut out of its text', encodedAnswer],
  ['read the plain way', plainAnswer],
])('a search answer %s', (_way, read) => {
  it('hands over each record as it was stored, whatever its texts hold', () => {
    const hits = RECORDS.map((record) => ({ source: { text: ['"record":', '日本'], record } }));
    const answer = read([answerOf(hits)]);
    expect(answer.total).toBe(70_000);
    expect(recordsOf(answer)).toEqual(RECORDS);
  });

  it('is the same in whatever pieces it comes', () => {
    const whole = answerOf(RECORDS.map((record) => ({ source: { text: ['日本'], record } })));
    for (let length = 1; length <= whole.length; length++) {
      const answer = read(cut(whole, length));
      expect(answer.total).toBe(70_000);
      expect(recordsOf(answer)).toEqual(RECORDS);
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
    expect(recordsOf(read([answerOf(hits)]))).toEqual(expected);
  });

  it.each([[{}], [{ text: 'x' }], [{ text: 'x', record: null }], [{ text: 'x', record: 'text' }]])(
    'is an error when a document has no record: %j',
    (source) => {
      expect(() => read([answerOf([{ source }])]).page({})).toThrow(InternalFailure);
    },
  );

  it('decodes whole documents', () => {
    const documents = RECORDS.map((record, at) => ({ at, record }));
    const hits = documents.map((source) => ({ source, extra: { _ignored: ['text'] } }));
    expect(read([answerOf(hits)]).documents()).toEqual(documents);
  });

  it('may have no hits', () => {
    expect(recordsOf(read([answerOf([])]))).toEqual([]);
  });

  it('is refused when it is a part', () => {
    expect(() => read([answerOf([], { timed_out: true })])).toThrow(UnavailableFailure);
    const shards = { total: 2, successful: 1, skipped: 0, failed: 1, failures: [{ reason: { type: 'x' } }] };
    expect(() => read([answerOf([], { _shards: shards })])).toThrow(UnavailableFailure);
  });

  it('is refused when it is none', () => {
    for (const pieces of [['{"acknowledged":true}'], ['{"hits":{"hi', 'ts":{}'], []]) {
      expect(() => read(pieces)).toThrow(InternalFailure);
    }
  });
});

describe('an answer cut out of its text', () => {
  it('is refused when a hit breaks off', () => {
    const whole = answerOf(RECORDS.map((record) => ({ source: { record } })));
    const broken = encodedAnswer(cut(whole.slice(0, whole.lastIndexOf(',"sort"')), 100));
    expect(() => recordsOf(broken)).toThrow(InternalFailure);
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

const product = BUILT_IN_TREES['product-categories'];
const creator = BUILT_IN_TREES['creator-categories'];
const [l1, l2] = [product.nodes[0]?.id as number, product.nodes[1]?.id as number];
const creatorId = creator.nodes[0]?.id as number;

const withNames = <T>(read: ReadAnswer, record: T, naming: Naming): T =>
  recordsOf(read([answerOf([{ source: { record } }])]), naming)[0] as T;

const VIDEO: VideoRecord = toVideoRecord({
  video_id: '1',
  publish_time: 1,
  desc: 'looks like one: "category":{"id":10000,"name":"x"} \\ 手机',
  creator: { uid: '2', nickname: '"category_id":1,"category_name":"x"', category: { id: creatorId, name: 'old' } },
  product_info: [
    { product_id: '3', category: { l1: { id: l1, name: 'quoted "name" \\' } } },
    { product_id: '4', category: { l1: { id: 987_654, name: 'of no tree' } } },
    { product_id: '5' },
  ],
});

const PRODUCT: ProductRecord = toProductRecord({
  product_id: '1',
  category: { l1: { id: l1, name: null }, l2: { id: l2, name: 'old' }, l3: { id: 987_654, name: 'of no tree' } },
});

describe.each<[string, ReadAnswer]>([
  ['cut out of the text', encodedAnswer],
  ['read the plain way', plainAnswer],
])('records %s', (_way, read) => {
  it.each(LANGS)('have their categories named in %s as when they were loaded', (lang) => {
    const names = { creator, product };
    expect(withNames(read, VIDEO, { ...names, lang })).toEqual(localizeVideo(VIDEO, names, lang));
    expect(withNames(read, PRODUCT, { product, lang })).toEqual(localizeProduct(PRODUCT, product, lang));
  });

  it('keep the names of a tree that is not given', () => {
    expect(withNames(read, VIDEO, { lang: 'EN_US' })).toEqual(VIDEO);
  });

  it('are named anew by a tree that took the place of another', () => {
    const tree = (name: string): CategoryNames => ({ name: () => name });
    let record = PRODUCT;
    for (const name of ['Beauty', 'Beauty & Care', 'Beauty', '美妆', 'with "quotes" \\', '\\', 'null', 'plain']) {
      record = withNames(read, record, { product: tree(name), lang: 'EN_US' });
      expect([record.category.l1.name, record.category.l2.name, record.category.l3.name]).toEqual([name, name, name]);
    }
    expect({ ...record, category: PRODUCT.category }).toEqual(PRODUCT);
  });
});
