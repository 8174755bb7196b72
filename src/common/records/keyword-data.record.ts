import type { Type } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ListField, WholeField } from '../fields/field.js';

/** A word of the keywords that was read as other words. */
export class WordReading {
  @ApiProperty({ type: String, description: 'The word as it was asked for' })
  word: string;

  @ApiProperty({
    type: [String],
    description: 'What it was taken for, the likeliest first: without marks, plurals as singulars',
  })
  as: readonly string[];
}

/** The fields of `data` about keywords; present when keywords are given. */
export class KeywordData {
  @ApiPropertyOptional({
    type: String,
    enum: ['all_words', 'some_words'],
    description:
      'Only with keywords: whether every record matches all their words, or at least one because too few match all',
  })
  match?: 'all_words' | 'some_words';

  @ApiPropertyOptional({
    type: [WordReading],
    description: 'Only with keywords: their words that were taken for others',
  })
  read_as?: readonly WordReading[];
}

/**
 * The class of `data` of a search for records.
 * @param records their name in the plural, as in `videos`
 */
export function SearchResult<Found extends object>(
  record: Type<Found>,
  records: string,
): Type<KeywordData & { total: number; list: Found[] }> {
  class FoundData extends KeywordData {
    @WholeField(`${records.charAt(0).toUpperCase()}${records.slice(1)} that match, exact`, { required: true })
    total: number;

    @ListField(() => record, `The ${records} of the page`)
    list: Found[];
  }
  return FoundData;
}
