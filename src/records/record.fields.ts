import { CLOCK_NAMES } from '../common/choice-names.js';
import { plainName } from '../common/id.js';
import { namedSchema } from '../fields/schema.js';
import { Check, Rule } from '../http/validation/broken-rule.js';
import { ChoiceField } from '../http/validation/fields.js';
import { brokenIds, IdListField, idList } from '../http/validation/id.field.js';
import { RangeField } from '../http/validation/range.field.js';
import { type Indexed, NUMBER_BOUNDS, Read, RequestField, schemaCheck } from '../http/validation/request-field.js';
import { withoutQuotes } from '../search/compiler/keyword-reading.js';
import { MATCHES, type Range } from '../search/compiler/types.js';

const MAX_KEYWORD_CHARACTERS = 120;

function readKeywords(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  const text = given.trim().toWellFormed();
  return withoutQuotes(text) === '' ? '' : text;
}

/** `keywords`: trimmed text of at most 120 code points in its double quotes; unpaired surrogates count as U+FFFD. */
export const KeywordsField = (description: string, example = 'lipstick') =>
  RequestField(
    { schema: { type: 'string', maxLength: MAX_KEYWORD_CHARACTERS, default: '', description, example } },
    Rule(
      'max_length',
      (given) => {
        const text = readKeywords(given);
        const length = typeof text === 'string' ? [...withoutQuotes(text)].length : 0;
        if (length <= MAX_KEYWORD_CHARACTERS) return undefined;
        return { rule: 'max_length', limit: MAX_KEYWORD_CHARACTERS, detail: String(length) };
      },
      { limit: MAX_KEYWORD_CHARACTERS },
    ),
    Read(readKeywords),
  );

/** `keywords` of a search for records. @param searched the words that it finds */
export const SearchKeywordsField = (searched: string, example?: string) =>
  KeywordsField(`${searched}; missing marks are forgiven, and slips unless all is in double quotes.`, example);

/** `keywords` of a ranking: up to 10,000 records that match are a filter of its facts, more are read with the whole list. */
export const RankedKeywordsField = () =>
  KeywordsField(
    'Words of the records of the rows, read as their search reads them with orderby: only rows that match, ranked among each other.',
  );

/** `match`: whether records must have all words of the keywords. */
export const MatchField = () =>
  ChoiceField(
    MATCHES,
    'Which records keywords find: all_words, those with every word, however few; some_words, those with a part of them as well. Default: all_words where 10 records have them. With orderby or quotes always all_words.',
  );

/** Names that people write with or without their sign, in any case. */
const NamesField = (sign: '@' | '#', name: string, example: string) => {
  const description = `${name}, with or without ${sign}, in any case, or a list of 1 to 100 of them.`;
  return <Index extends string = never>(indexed?: Indexed<Index>) =>
    IdListField(description, indexed, (written) => plainName(written, sign), example);
};
export const HandlesField = NamesField('@', 'Unique ID (handle) of the creator', 'grace.reed.glow');
export const TagsField = NamesField('#', 'Tag of the description', 'skincare');
export const VideoTagsField = NamesField('#', 'Tag of the video: only its sales count', 'skincare');

const CATEGORY_ID = { type: 'integer', format: 'int64', ...NUMBER_BOUNDS };
const CATEGORY_IDS = namedSchema('CategoryIds', {
  oneOf: [CATEGORY_ID, idList(CATEGORY_ID)],
  description: 'A category ID, or a list of 1 to 100 of them.',
});

/** A category id: any integer up to 2^53 - 1. An unknown one matches nothing. */
export const CategoryIdField = <Index extends string = never>(
  description: string,
  example?: number,
  indexed: Indexed<Index> = {},
) => RequestField({ schema: { ...CATEGORY_ID, description, ...(example !== undefined && { example }) }, ...indexed });

/** The id of a category, or several, any of which fits. */
export type CategoryIds = number | readonly number[];

/** A product category id of a level, or a list of 1 to 100 of them; a list of one is read as the id unless it stays a list. */
export const LevelField = <Index extends string = never>(
  level: 1 | 2 | 3,
  of: string,
  { staysList = false, ...indexed }: Indexed<Index> & { readonly staysList?: boolean } = {},
) => {
  const description = `Level ${level} category ID ${of}. A list of 1 to 100 IDs from /product/v1/category means any of them.`;
  const example = [10000, 10100, 10101][level - 1];
  return RequestField(
    { schema: { allOf: [CATEGORY_IDS], description, example }, ...indexed },
    Check('ids', brokenIds(schemaCheck(CATEGORY_ID))),
    Read((given) => {
      const ids = [...new Set([given].flat())];
      return ids.length > 1 || (staysList && Array.isArray(given)) ? ids : ids[0];
    }),
  );
};

/** A range of each of these figures of rows, named after it. */
export const figureRanges = <Name extends string>(figures: readonly Name[]) =>
  Object.fromEntries(
    figures.map((index) => {
      const measure = index.startsWith('usd_gmv') ? 'usd' : 'count';
      return [`${index}_range`, RangeField(measure, `${index} of the rows that are listed.`, { index })];
    }),
  ) as Readonly<Record<`${Name}_range`, PropertyDecorator & { readonly holds?: [Range | undefined] }>>;

export const CreatorCategoryField = <Index extends string>(indexed: Indexed<Index>) =>
  CategoryIdField('Creator category ID; the list is at /creator/v1/category.', 200000, indexed);

/** The hour or the weekday of a time on the clock of its market (docs/api.md, "Facets"). */
export const ClockField = <Index extends keyof typeof CLOCK_NAMES>(index: Index, time: string) => {
  const values = index.endsWith('_hour') ? '0 to 23' : '1 Monday to 7 Sunday';
  const description = `${time} on the clock of the market: ${values}.`;
  return ChoiceField(Object.keys(CLOCK_NAMES[index]).map(Number), description, { index, facet: index });
};
