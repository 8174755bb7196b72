import { createHash } from 'node:crypto';
import { BUILT_IN_TREES } from '../../../src/reference/category-tree.js';
import { Random } from '../../../src/seed/random.js';
import { CONCEPTS } from '../corpus/concepts.js';
import type { Concept } from '../corpus/concepts.js';
import { tagOf } from '../corpus/corpus.js';
import type { Facts, Operation, WrittenAttribute } from '../corpus/facts.js';
import type { Language, Name } from '../corpus/language.js';
import { LANGUAGES } from '../corpus/language.js';
import { creatorsOf, shopsOf } from '../corpus/people.js';
import type { Want } from '../judging/judge.js';
import type { Kind } from './kinds.js';
import {
  dropCharacter,
  dropKanaMark,
  dropLongMarks,
  dropMarks,
  misspell,
  slip,
  spellOut,
  toHalfWidth,
  toHiragana,
} from './variants.js';

export interface JudgedQuery {
  /** Tells it from all others: kind, operation and text. */
  readonly id: string;
  readonly kind: Kind;
  readonly operation: Operation;
  readonly language: string;
  readonly text: string;
  /** An object of its own for each plain query. */
  readonly want: Want;
  /** The plain query that this one is another spelling of. */
  readonly plain?: JudgedQuery;
}

/** How many queries of a kind each language has at most. */
const EACH = { name: 10, attribute: 6, long: 6, variant: 6, script: 10, own: 2 };

/** All judged queries, the same on every run; `facts` are those of the corpus they are asked of. */
export function buildQueries(facts: readonly Facts[], languages: readonly Language[] = LANGUAGES): JudgedQuery[] {
  const queries = [...languages.flatMap((language) => queriesOf(language, languages, facts)), ...categoryQueries()];
  const unique = new Map(queries.map((query) => [query.id, query]));
  return [...unique.values()];
}

/** Half of the queries are for tuning, half are held out; other spellings of a query stay on its side. */
export function isHeldOut({ plain, id }: JudgedQuery): boolean {
  const digest = createHash('sha256')
    .update(plain?.id ?? id)
    .digest();
  return digest.readUInt8(0) % 2 === 1;
}

function query(
  kind: Kind,
  operation: Operation,
  language: string,
  text: string,
  want: Want,
  plain?: JudgedQuery,
): JudgedQuery {
  const id = `${kind}/${operation}/${text}`;
  return { id, kind, operation, language, text, want, ...(plain !== undefined && { plain }) };
}

/** The same want in other letters; nothing when the letters are the same. */
function respelt(kind: Kind, plain: JudgedQuery, text: string | undefined): JudgedQuery[] {
  if (text === undefined || text === plain.text) return [];
  return [query(kind, plain.operation, plain.language, text, plain.want, plain)];
}

function queriesOf(language: Language, all: readonly Language[], facts: readonly Facts[]): JudgedQuery[] {
  const random = new Random(`queries ${language.code}`, 0);
  const own = facts.filter((one) => one.language === language);
  const names = shuffled(language.names, random).map((name) => nameQuery(language, name, random));
  const plain = names.slice(0, EACH.name);
  const detailed = detailedQueries(language, own, random);
  const spellings = [...names, ...detailed];
  const variants = (kind: Kind, respell: (text: string) => string | undefined, most = EACH.variant) =>
    spellings.flatMap((one) => respelt(kind, one, respell(one.text))).slice(0, most);
  const japanese = (respell: (text: string) => string) => (text: string) =>
    language.code === 'ja' ? respell(text) : undefined;
  const groups = [
    plain,
    detailed,
    longQueries(language, own, random),
    typoQueries(language, [...plain, ...detailed], random),
    variants('no-marks', dropMarks, EACH.script),
    variants('spelt-out', (text) => spellOut(text, language.code)),
    variants('kana', japanese(toHiragana), EACH.script),
    variants('half-width', japanese(toHalfWidth), EACH.script),
    variants('long-mark', japanese(dropLongMarks), EACH.script),
    hanQueries(language, all, names),
    variants(
      'dropped-character',
      (text) => (language.script === 'unspaced' ? dropCharacter(text) : undefined),
      EACH.script,
    ),
    variants('dropped-mark', japanese(dropKanaMark), EACH.script),
    partQueries(language, names, random),
    joinedQueries(names),
    unitQueries(language, own, random),
    detailed.slice(0, EACH.own).flatMap((one) => respelt('reordered', one, reordered(language, one))),
    plain.slice(0, EACH.own).flatMap((one) => respelt('emoji', one, `${one.text} 🔥`)),
    names.flatMap((one) => respelt('plural', one, pluralOf(one))).slice(0, EACH.variant),
    plain.slice(0, EACH.own).flatMap((one) => respelt('capitals', one, one.text.toUpperCase())),
    tagQueries(language, own),
    ownerQueries(language, own, random),
  ];
  const queries = groups.flat();
  return [...queries, ...queries.flatMap((one) => one.plain ?? [])];
}

const drawOperation = (random: Random): Operation =>
  random.pick(['product', 'product', 'product', 'video', 'video', 'live'] as const);

const nameQuery = (language: Language, name: Name, random: Random): JudgedQuery =>
  query('name', drawOperation(random), language.code, lower(name.text), thing(language, name));

const thing = (language: Language, name: Name, attributes: readonly WrittenAttribute[] = []): Want => ({
  of: 'thing',
  language,
  name,
  attributes,
});

/** People hardly ever type capitals. */
const lower = (text: string): string => text.toLowerCase();

/** A name with one attribute that some record has. */
function detailedQueries(language: Language, own: readonly Facts[], random: Random): JudgedQuery[] {
  const candidates = own.filter(({ attributes }) => attributes.some(({ list }) => list !== 'size'));
  return distinctNames(shuffled(candidates, random))
    .slice(0, EACH.attribute)
    .flatMap(({ name, operation, attributes }) => {
      const attribute = attributes.find(({ list }) => list !== 'size');
      if (name === undefined || attribute === undefined) return [];
      const text = lower(inRun(language, name.text, attribute.text));
      return [query('name-and-attribute', operation, language.code, text, thing(language, name, [attribute]))];
    });
}

/** A name, up to two attributes that some record has, and what no record says. */
function longQueries(language: Language, own: readonly Facts[], random: Random): JudgedQuery[] {
  const candidates = own.filter(({ attributes }) => attributes.length >= 2);
  return distinctNames(shuffled(candidates, random))
    .slice(0, EACH.long)
    .flatMap(({ name, operation, attributes }) => {
      if (name === undefined) return [];
      const wanted = attributes.slice(0, 2);
      const text = [name.text, ...wanted.map((one) => one.text), random.pick(language.intents)].join(' ');
      return [query('long', operation, language.code, lower(text), thing(language, name, wanted))];
    });
}

/** In scripts without spaces the words of a query mostly run together, too. */
const inRun = ({ script }: Language, ...words: string[]): string => words.join(script === 'spaced' ? ' ' : '');

const distinctNames = (facts: readonly Facts[]): Facts[] => [
  ...new Map(facts.filter(({ name }) => name !== undefined).map((one) => [one.name?.key, one])).values(),
];

/** Listed misspellings first where there are any (English), slips of the keyboard besides. */
function typoQueries(language: Language, plain: readonly JudgedQuery[], random: Random): JudgedQuery[] {
  if (language.script === 'unspaced' && language.code !== 'th') return [];
  const listed =
    language.code === 'en' ? plain.flatMap((one) => respelt('typo', one, random.pick(misspell(one.text)))) : [];
  const slips = plain.flatMap((one) => respelt('typo', one, slip(one.text, random))).slice(0, 2 * EACH.variant);
  return [...listed, ...slips];
}

/** The same names as the other Chinese table writes them. */
function hanQueries(language: Language, all: readonly Language[], names: readonly JudgedQuery[]): JudgedQuery[] {
  const other = all.find(({ code, group }) => group === language.group && code !== language.code);
  if (other === undefined) return [];
  return names
    .flatMap((one) => (one.want.of === 'thing' ? respelt('han', one, lower(other.name(one.want.name.key).text)) : []))
    .slice(0, EACH.script);
}

/** A word inside a run, a part of a compound, compounds with a slip and compounds written apart. */
function partQueries(language: Language, names: readonly JudgedQuery[], random: Random): JudgedQuery[] {
  const compounds = names.filter(({ want }) => want.of === 'thing' && want.name.marked.includes('·'));
  const markedOf = ({ want }: JudgedQuery): string => (want.of === 'thing' ? want.name.marked.toLowerCase() : '');
  const lastPart = (plain: JudgedQuery, kind: Kind): JudgedQuery => {
    const word = markedOf(plain).split('·').at(-1) ?? '';
    return query(kind, plain.operation, language.code, word, { of: 'word', language, word }, plain);
  };
  if (language.script === 'unspaced') {
    return compounds
      .map((one) => lastPart(one, 'middle-word'))
      .filter(({ text }) => text.length > 1)
      .slice(0, EACH.script);
  }
  return [
    ...compounds.map((one) => lastPart(one, 'compound-part')).slice(0, EACH.variant),
    ...compounds.slice(0, EACH.script).flatMap((one) => respelt('compound-slip', one, slip(one.text, random))),
    ...compounds.flatMap((one) => respelt('split', one, markedOf(one).replaceAll('·', ' '))).slice(0, EACH.variant),
  ];
}

/** Names of two words written as one, hyphenated ones in every way; in scripts with spaces. */
function joinedQueries(names: readonly JudgedQuery[]): JudgedQuery[] {
  const pairs = names.filter(({ text }) => /^[\p{Script=Latin}\p{M}]+[ -][\p{Script=Latin}\p{M}]+$/u.test(text));
  return pairs
    .flatMap((one) => [
      ...respelt('joined', one, one.text.replace(/[ -]/, '')),
      ...respelt('joined', one, one.text.replace('-', ' ')),
      ...(one.text.includes(' ') ? respelt('joined', one, one.text.replace(' ', '-')) : []),
    ])
    .slice(0, EACH.variant);
}

/** A name with a size, once with and once without the space before the unit. */
function unitQueries(language: Language, own: readonly Facts[], random: Random): JudgedQuery[] {
  const sized = own.filter(({ name, attributes }) => name !== undefined && attributes.some(isSize));
  return distinctNames(shuffled(sized, random))
    .filter(({ name }) => name !== undefined && (CONCEPTS[name.key] as Concept).sizes !== undefined)
    .slice(0, EACH.variant / 2)
    .flatMap(({ name, operation, attributes }) => {
      const size = attributes.find(isSize);
      if (name === undefined || size === undefined) return [];
      const text = lower(`${name.text} ${size.text}`);
      const plain = query('units', operation, language.code, text, thing(language, name, [size]));
      return [plain, ...respelt('units', plain, lower(`${name.text} ${size.text.replace(' ', '')}`))];
    });
}

/** The attribute before the name. */
function reordered(language: Language, { want }: JudgedQuery): string | undefined {
  if (want.of !== 'thing') return undefined;
  return lower(inRun(language, ...want.attributes.map(({ text }) => text), want.name.text));
}

const isSize = ({ list }: WrittenAttribute): boolean => list === 'size';

const pluralOf = ({ want }: JudgedQuery): string | undefined =>
  want.of === 'thing' && want.name.plural !== undefined ? lower(want.name.plural) : undefined;

function tagQueries(language: Language, own: readonly Facts[]): JudgedQuery[] {
  return language.names
    .filter((name) => own.some((facts) => facts.name === name && facts.tags.includes(tagOf(name))))
    .slice(0, EACH.own + 1)
    .map((name) => {
      const tag = tagOf(name);
      return query('tag', 'video', language.code, `#${tag}`, { of: 'tag', language, name, tag });
    });
}

/** Creators by handle and nickname, shops by name, products and shops by ID. */
function ownerQueries(language: Language, own: readonly Facts[], random: Random): JudgedQuery[] {
  const { code } = language;
  const creators = creatorsOf(language).filter(({ unique_id }) => own.some(({ names }) => names.includes(unique_id)));
  const handles = creators.slice(0, EACH.own + 1).flatMap(({ unique_id, nickname }) => {
    const operation = random.pick(['video', 'live'] as const);
    const want = { of: 'creator', name: unique_id } as const;
    const plain = query('handle', operation, code, unique_id, want);
    return [
      plain,
      ...respelt('at-handle', plain, `@${unique_id}`),
      query('nickname', operation, code, lower(nickname), { of: 'creator', name: nickname }),
    ];
  });
  const shops = shopsOf(language)
    .filter(({ name }) => own.some(({ names }) => names.includes(name)))
    .slice(0, EACH.own);
  const products = shuffled(
    own.filter(({ operation }) => operation === 'product'),
    random,
  ).slice(0, 1);
  const ids = [...products.map(({ id }) => id), ...shops.slice(0, 1).map(({ seller_id }) => seller_id)];
  return [
    ...handles,
    ...shops.map(({ name }) => query('shop', 'product', code, lower(name), { of: 'shop', name })),
    ...ids.map((id) => query('id', 'product', code, id, { of: 'id', id })),
  ];
}

/** The level 3 categories of the corpus by their names in both languages. */
function categoryQueries(): JudgedQuery[] {
  const names = [...new Set(Object.values(CONCEPTS).map(({ category }) => category))].slice(0, 2 * EACH.name);
  return names.flatMap((category) => {
    const node = BUILT_IN_TREES['product-categories'].nodes.find(({ name }) => name.EN_US === category);
    const chinese = node?.name.ZH_CN ?? '';
    return [
      query('category-en', 'product', 'en', lower(category), { of: 'category', category }),
      query('category-zh', 'product', 'zh', chinese, { of: 'category', category: chinese }),
    ];
  });
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
