import { readdirSync } from 'node:fs';
import type creatorDays from '../../elastic/indices/creator-days.json';
import type creators from '../../elastic/indices/creators.json';
import type lives from '../../elastic/indices/lives.json';
import type products from '../../elastic/indices/products.json';
import type sales from '../../elastic/indices/sales.json';
import type videos from '../../elastic/indices/videos.json';
import type sharedFields from '../../elastic/shared-fields.json';
import type { CreatorDayDocument, SaleDocument } from '../figures/facts.record.js';
import type { CreatorDocument } from '../creator/creator.record.js';
import { INDEX_KINDS } from '../common/record-kind.js';
import type { LiveDocument } from '../live/live.record.js';
import type { ProductDocument } from '../product/product.record.js';
import type { VideoDocument } from '../video/video.record.js';
import { inOneOrder, nameBeginnings, nounsOf, suggestInput, tagsIn } from './indexed-fields.js';
import { plainName } from '../common/id.js';

type SharedFields = typeof sharedFields;
interface DefinitionFile {
  readonly shared?: { readonly [Group in keyof SharedFields]?: boolean };
  readonly objects?: object;
  readonly mappings: { readonly properties: object };
}
type SharedWith<Definition> = Definition extends { shared: infer Groups }
  ? {
      [Group in keyof SharedFields]: Group extends keyof Groups ? keyof SharedFields[Group] : never;
    }[keyof SharedFields]
  : never;
type FieldsOf<Definition extends DefinitionFile> =
  | keyof Definition['mappings']['properties']
  | SharedWith<Definition>
  | (Definition extends { objects: infer Objects } ? keyof Objects : never);
/** `true` when the document's fields and the mapping's are the same, both ways; else a type error at compile time. */
type Agrees<Document, Definition extends DefinitionFile> = [
  Exclude<keyof Document, FieldsOf<Definition>>,
  Exclude<FieldsOf<Definition>, keyof Document>,
] extends [never, never]
  ? true
  : false;

const agreements: [
  Agrees<VideoDocument, typeof videos>,
  Agrees<ProductDocument, typeof products>,
  Agrees<LiveDocument, typeof lives>,
  Agrees<CreatorDocument, typeof creators>,
  Agrees<SaleDocument, typeof sales>,
  Agrees<CreatorDayDocument, typeof creatorDays>,
] = [true, true, true, true, true, true];

// @ts-expect-error negative control: a document never agrees with another index's definition
const control: Agrees<VideoDocument, typeof products> = true;

describe('documents and index definitions', () => {
  it('have the same fields, as the compiler has checked', () => {
    expect([...agreements, control]).not.toContain(false);
  });

  it('are there for every index kind and no other', () => {
    const files = readdirSync(new URL('../../elastic/indices', import.meta.url)).map((file) =>
      file.replace('.json', ''),
    );
    expect(files.sort()).toEqual([...INDEX_KINDS].sort());
  });
});

describe('the names that suggestions complete', () => {
  it('begin at the text and at each of its words', () => {
    expect(nameBeginnings('mia.beauty_shop', 'Mia  Beauty', null, ' ')).toEqual([
      'mia.beauty_shop',
      'beauty_shop',
      'shop',
      'Mia  Beauty',
      'Beauty',
    ]);
    expect(nameBeginnings('护肤 达人')).toEqual(['护肤 达人', '达人']);
    expect(nameBeginnings('a b c d e f g h i j k l')).toHaveLength(10);
  });

  it('are weighted by a whole number that Elasticsearch takes, and hold no control character', () => {
    expect(suggestInput(['a\u0000b\u001f', '\u0001'], 12.6)).toEqual({ input: ['a b'], weight: 13 });
    expect(suggestInput(['a'], 1e12, ' 7')).toEqual({ input: ['a 7'], weight: 2 ** 31 - 1 });
    expect(suggestInput(['a'], -5)).toEqual({ input: ['a'], weight: 0 });
    expect(suggestInput(['a'], null)).toEqual({ input: ['a'], weight: 0 });
    expect(suggestInput([], 5)).toBeNull();
  });
});

describe('the tags of a text', () => {
  it.each([
    [null, []],
    ['no tag, # alone, 50% #', []],
    ['#Skincare and #MAKEUP_2026, #skincare again', ['skincare', 'makeup_2026']],
    ['＃ｆｕｌｌ #Straße #one#two', ['full', 'straße', 'one', 'two']],
    ['#งานดี #スキンケア #ｽｷﾝｹｱ #护肤 #ألوان #हिन्दी', ['งานดี', 'スキンケア', '护肤', 'ألوان', 'हिन्दी']],
    ['#J\u030C', ['\u01F0']],
    [`#${'x'.repeat(101)} #${'y'.repeat(100)}`, ['y'.repeat(100)]],
  ])('of %j are %j', (text, tags) => {
    expect(tagsIn(text)).toEqual(tags);
    expect(tags.map((tag) => plainName(`#${tag}`, '#'))).toEqual(tags);
  });

  it('are at most 30', () => {
    const text = Array.from({ length: 40 }, (_, at) => `#t${at} #T${at}`).join(' ');
    expect(tagsIn(text)).toEqual(Array.from({ length: 30 }, (_, at) => `t${at}`));
  });
});

it.each([
  ['Lipstick', ['Lipstick']],
  ['Women’s Shoes', ['Shoes']],
  ['Luggage & Bags', ['Luggage', 'Bags']],
  ['Books, Magazines and Audio', ['Books', 'Magazines', 'Audio']],
  ['Vestidos de noche', ['Vestidos']],
  ['鞋包/箱包', ['鞋包', '箱包']],
  ['(!)', []],
])('the nouns of the category %s are %j', (name, nouns) => {
  expect(nounsOf(name)).toEqual(nouns);
});

it.each([
  ['a point below and a circumflex', 'e\u0302\u0323', '\u1ec7'],
  ['a tone before and behind the nikhahit', 'น\u0e4d\u0e49\u0e32', 'น\u0e49\u0e33'],
  ['a tone before a nikhahit', 'น\u0e49\u0e4d\u0e32', 'น\u0e49\u0e33'],
  ['a tone behind sara am', 'น\u0e33\u0e49', 'น\u0e49\u0e33'],
  ['a tone before a vowel', 'ท\u0e48\u0e35', 'ท\u0e35\u0e48'],
  ['two sara e', '\u0e40\u0e40ม', '\u0e41ม'],
  ['the same in Lao', 'ນ\u0ecd\u0ec9\u0eb2 \u0ec0\u0ec0', 'ນ\u0ec9\u0eb3 \u0ec1'],
  ['a shadda behind a vowel', 'ب\u064e\u0651', 'ب\u064e\u0651'],
  ['a shadda before a vowel', 'ب\u0651\u064e', 'ب\u064e\u0651'],
  ['a Hebrew point', 'ש\u05c1\u05bc', 'ש\u05bc\u05c1'],
  ['a Devanagari nukta', '\u0958', 'क\u093c'],
])('marks have one order: %s', (_, text, ordered) => {
  expect(inOneOrder(text)).toBe(ordered);
});
