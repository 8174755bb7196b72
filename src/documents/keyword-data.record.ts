import { DocumentedField, Fields, SOMETIMES, TextField, TextListField } from '../fields/field.js';

/** A word of the keywords that was read as other words. */
class WordReading extends Fields({
  word: TextField('The word as it was asked for', { required: true }),
  as: TextListField('What it was taken for, the likeliest first: without marks, plurals as singulars', {
    required: true,
  }),
}) {}

/** Words of the keywords that the operator's synonyms were searched for as well. */
class WordSynonyms extends Fields({
  words: TextField('One to four words as they were asked for', { required: true }),
  as: TextListField('Their synonyms, as loaded', { required: true }),
}) {}

/** The days that a time range which follows the data stands for. */
export const TIME_DAYS = {
  time_from: TextField('Only with last in a time range: the first day that it stands for', {
    ...SOMETIMES,
    format: 'date',
    example: '2026-06-03',
  }),
  time_to: TextField('The last of these days', { ...SOMETIMES, format: 'date', example: '2026-06-30' }),
};

/** How keywords were read. */
export const READINGS = {
  read_as: DocumentedField<readonly WordReading[] | undefined>({
    type: [WordReading],
    required: false,
    description: 'Only with keywords: their words that were taken for others',
  }),
  also: DocumentedField<readonly WordSynonyms[] | undefined>({
    type: [WordSynonyms],
    required: false,
    description: 'Only with keywords that have synonyms of the operator: these',
  }),
};

/** The fields of `data` about keywords, present when keywords are given, and about time ranges. */
export class KeywordData extends Fields({
  ...TIME_DAYS,
  match: DocumentedField<'all_words' | 'some_words' | undefined>({
    type: String,
    required: false,
    enum: ['all_words', 'some_words'],
    description:
      'Only with keywords: whether every record matches all their words, or, because too few do, some match a part of them',
  }),
  ...READINGS,
  not_needed: DocumentedField<readonly string[] | undefined>({
    type: [String],
    required: false,
    description: 'Only with keywords without orderby: function words and praise, which no record needs',
  }),
  article: DocumentedField<readonly string[] | undefined>({
    type: [String],
    required: false,
    description: 'Only with some_words: the article that is asked for, which every record has',
  }),
}) {}
