import type { Type } from '@nestjs/common';
import type { Lang } from '../common/lang.js';
import { KeywordData } from '../documents/keyword-data.record.js';
import { Fields, ListField, WholeField } from '../fields/field.js';
import { LangField, OrderbyField } from '../http/validation/fields.js';
import { NestedField } from '../http/validation/request-field.js';
import type { Selection } from '../search/compiler/types.js';
import { MatchField, type SearchKeywordsField } from './record.fields.js';

/** What the search for a kind of records says of itself. */
interface SelectionTexts {
  readonly keywords: ReturnType<typeof SearchKeywordsField>;
  /** What is said of the filter; that it is optional unless set. */
  readonly needed?: string;
  /** The fields of `orderby`. */
  readonly sorts: object;
  /** The order without keywords and `orderby`. */
  readonly order: string;
}

/** Makes the request class of the search, the export and the facets of a kind of records. */
export const SelectionOf = <Filter extends object>(
  filter: Type<Filter>,
  { keywords, needed, sorts, order }: SelectionTexts,
) => {
  const orders = `Sort items applied in turn. Default: relevance with keywords, else ${order}.`;
  const about = `Filter; ${needed ?? 'all its fields are optional'}.`;
  return Fields({
    keywords,
    match: MatchField(),
    filter: NestedField(() => filter, about, { required: needed !== undefined }),
    lang: LangField(),
    orderby: OrderbyField(Object.keys(sorts), orders),
  }) as Type<Selection<Filter, string> & { readonly lang: Lang }>;
};

/** Makes the class of `data` of the search for a kind of records. */
export const FoundData = <Record extends object>(record: Type<Record>, plural: string) =>
  Fields(
    {
      total: WholeField(`${plural.charAt(0).toUpperCase()}${plural.slice(1)} that match, exact`, { required: true }),
      list: ListField(() => record, `The ${plural} of the page`),
    },
    KeywordData,
  );
