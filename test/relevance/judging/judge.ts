import type { Facts, WrittenAttribute } from '../corpus/facts.js';
import type { Language, Name } from '../corpus/language.js';
import type { Place } from './words.js';
import { placeOf, squash } from './words.js';

/** What a query is after, whatever it is spelt like: the judgement follows from it. */
export type Want =
  | {
      readonly of: 'thing';
      readonly language: Language;
      readonly name: Name;
      readonly attributes: readonly WrittenAttribute[];
    }
  | { readonly of: 'word'; readonly language: Language; readonly word: string }
  | { readonly of: 'tag'; readonly language: Language; readonly name: Name; readonly tag: string }
  | { readonly of: 'creator' | 'shop'; readonly name: string }
  | { readonly of: 'id'; readonly id: string }
  | { readonly of: 'category'; readonly category: string };

/** 3 what was asked for, 2 close to it, 1 has to do with it, 0 nothing to do with it. */
export type Grade = 0 | 1 | 2 | 3;

/** The grade of a record for what a query is after: the rules of test/relevance/README.md. */
export function judge(want: Want, facts: Facts): Grade {
  switch (want.of) {
    case 'thing':
      return judgeThing(want, facts);
    case 'word':
      return judgeWord(want, facts);
    case 'tag':
      return judgeTag(want, facts);
    case 'creator':
    case 'shop':
      return judgeOwner(want.name, facts);
    case 'id':
      return facts.ids.includes(want.id) ? 3 : 0;
    case 'category':
      return judgeCategory(want.category, facts);
  }
}

function judgeThing({ language, name, attributes }: Extract<Want, { of: 'thing' }>, facts: Facts): Grade {
  const relation = relationTo(language, name, facts);
  if (relation === 'none') return 0;
  if (relation === 'aside') return 1;
  if (relation === 'category') return attributes.length === 0 ? 2 : 1;
  const full = gradeByAttributes(attributes, facts, language);
  return relation === 'same' ? full : (Math.max(1, full - 1) as Grade);
}

function gradeByAttributes(wanted: readonly WrittenAttribute[], facts: Facts, language: Language): Grade {
  const met = wanted.filter((one) => facts.attributes.some((other) => agree(one, other, language, facts.language)));
  if (met.length === wanted.length) return 3;
  return met.length > 0 && met.length >= wanted.length / 2 ? 2 : 1;
}

function agree(one: WrittenAttribute, other: WrittenAttribute, language: Language, otherLanguage: Language): boolean {
  const isSameList = one.list === 'size' || language.group === otherLanguage.group;
  if (isSameList && one.list === other.list && one.list !== 'size') return one.index === other.index;
  return squash(one.text) === squash(other.text);
}

/** same: the thing itself; kind: one kind of it; category: it stands in its category, under another name; aside: it is only spoken of. */
type Relation = 'same' | 'kind' | 'category' | 'aside' | 'none';

function relationTo(language: Language, name: Name, facts: Facts): Relation {
  const isSame = (other: Name): boolean =>
    other.key === name.key && (facts.language.group === language.group || squash(other.text) === squash(name.text));
  const own = facts.name;
  if (own !== undefined && isSame(own)) return 'same';
  const place = own === undefined ? undefined : placeOf(name.text, own.marked);
  if (place !== undefined && isHead(place, facts.language)) return 'kind';
  if (facts.categories.some((category) => placeOf(name.text, category) !== undefined)) return 'category';
  const aside = [...facts.mentions.map(({ marked }) => marked), ...facts.names, ...facts.tags];
  const isSpokenOf = facts.mentions.some(isSame) || aside.some((text) => placeOf(name.text, text) !== undefined);
  return place !== undefined || isSpokenOf ? 'aside' : 'none';
}

/** The word that says what the thing is; the others say what kind of it. */
const isHead = (place: Place, { head }: Language): boolean => place === 'all' || place === head;

/** A word that is part of a name. */
function judgeWord({ word }: Extract<Want, { of: 'word' }>, facts: Facts): Grade {
  const place = facts.name === undefined ? undefined : placeOf(word, facts.name.marked);
  if (place !== undefined) return isHead(place, facts.language) ? 2 : 1;
  const others = [...facts.mentions.map(({ marked }) => marked), ...facts.names, ...facts.tags, ...facts.categories];
  return others.some((text) => placeOf(word, text) !== undefined) ? 1 : 0;
}

function judgeTag({ language, name, tag }: Extract<Want, { of: 'tag' }>, facts: Facts): Grade {
  const relation = relationTo(language, name, facts);
  if (facts.tags.includes(tag)) return relation === 'same' ? 3 : 2;
  return relation === 'none' ? 0 : 1;
}

function judgeOwner(wanted: string, facts: Facts): Grade {
  if (facts.names.some((name) => squashName(name) === squashName(wanted))) return 3;
  return facts.names.some((name) => placeOf(wanted, name) !== undefined) ? 1 : 0;
}

/** Signs part handles: `mia.beauty` and `mia_beauty` are two creators. */
const squashName = (name: string): string => name.toLowerCase();

function judgeCategory(wanted: string, facts: Facts): Grade {
  if (facts.categories.includes(wanted)) return 3;
  const place = facts.name === undefined ? undefined : placeOf(wanted, facts.name.marked);
  if (place !== undefined) return isHead(place, facts.language) ? 2 : 1;
  const others = [...facts.categories, ...facts.mentions.map(({ marked }) => marked), ...facts.names, ...facts.tags];
  return others.some((text) => placeOf(wanted, text) !== undefined) ? 1 : 0;
}
