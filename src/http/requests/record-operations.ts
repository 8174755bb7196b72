import { Body, Post, Res, type Type } from '@nestjs/common';
import type { Response } from 'express';
import type { Scope } from '../../common/access-token.js';
import type { EncodedData } from '../../common/records/encoded-data.js';
import type { Lang } from '../../common/lang.js';
import { SearchResult } from '../../common/records/keyword-data.record.js';
import { Fields } from '../../common/fields/field.js';
import { nameClass } from '../../common/fields/schema.js';
import { SEARCH_WINDOW } from '../../search/compiler/paging.js';
import { type MatchRequest, MATCHES, type Measure, type SortItem } from '../../search/compiler/request.js';
import type { RecordPlan, RecordService } from '../../search/record.service.js';
import { AnswerEnvelope } from '../answer/answer.dto.js';
import { ExportableRequest, PagedRequest } from '../export/export-request.js';
import type { ExportSender } from '../export/export-sender.js';
import { Export, Operation, type OperationMarks, type RequestExamples } from '../open-api/operation.decorator.js';
import { ChoiceField, KeywordsField, LangField } from '../validation/fields.js';
import { OrderbyField } from '../validation/orderby.field.js';
import { NestedField } from '../validation/request-field.js';
import { FacetedRequest, type FacetsData, FacetsResponse } from './facets.requests.js';

/** A record kind: what search, export and facets of its records take, and how they are described. */
export interface RecordOptions<Filter extends object, Document> {
  readonly plan: RecordPlan<Filter, Document>;
  readonly filter: Type<Filter>;
  readonly neededFilter?: string;
  /** The singular, which names the schemas: `Video`. */
  readonly name: string;
  /** The plural in texts: `live streams`. */
  readonly records: string;
  readonly path: string;
  readonly scope: Scope;
  readonly description: string;
  readonly keywords: readonly [searched: string, example?: string];
  readonly examples: Readonly<Record<'search' | 'export' | 'facets', RequestExamples>>;
  /** What the answer to a search has that those of other kinds have not. */
  readonly answer?: Pick<OperationMarks, 'response' | 'error' | 'envelope'>;
}

/** A request for more facets is an expensive one. */
const MOST_CHEAP_FACETS = 4;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Makes the request and answer classes of a record kind, and the controller of its three operations. */
export function recordOperations<Filter extends object, Document>(kind: RecordOptions<Filter, Document>) {
  const { plan, name, records, path, scope, neededFilter, examples, answer } = kind;
  const { record } = plan;
  const [searched, word] = kind.keywords;
  const Records = capitalized(records);
  const Names = records.split(' ').map(capitalized).join('');
  const filterText =
    neededFilter === undefined ? 'all its fields are optional.' : `${neededFilter} is required unless an id is given.`;
  const need = neededFilter === undefined ? '' : ` \`filter.${neededFilter}\` is required.`;

  class Match extends (Fields({
    keywords: KeywordsField(`${searched}; missing marks are forgiven, and slips unless all is in double quotes.`, word),
    match: ChoiceField(
      MATCHES,
      'Which records keywords find: all_words, those with every word, however few; some_words, those with a part of them as well. Default: all_words where 10 records have them. With orderby or quotes always all_words.',
    ),
    filter: NestedField(() => kind.filter, `Filter; ${filterText}`, { required: neededFilter !== undefined }),
  }) as Type<MatchRequest<Filter>>) {}

  class Selection extends (Fields(
    {
      orderby: OrderbyField(
        Object.keys(plan.sorts),
        `Sort items applied in turn, descending. Default: relevance with keywords, else ${plan.mainMetric}.`,
      ),
    },
    Match,
  ) as Type<Match & { orderby: SortItem[] }>) {}

  class SearchRequest extends PagedRequest(Selection, SEARCH_WINDOW, record) {
    declare lang?: Lang;
  }
  class ExportRequest extends ExportableRequest(Selection, record) {}
  for (const type of [SearchRequest, ExportRequest]) LangField()(type.prototype, 'lang');

  class FacetsRequest extends FacetedRequest(Match, kind.filter, Object.keys(plan.measures ?? {}) as Measure[]) {}
  class SearchData extends SearchResult(record, records) {}
  class SearchResponse extends AnswerEnvelope(SearchData, 'Total and page') {}

  const classes = { SearchRequest, ExportRequest, FacetsRequest, SearchData, SearchResponse };
  for (const [suffix, type] of Object.entries(classes)) nameClass(`${name}${suffix}`, type);

  abstract class RecordController {
    constructor(
      readonly records: RecordService<Filter, Document>,
      readonly exports: ExportSender,
    ) {}

    @Post(`${path}/v1/search`)
    @Operation({
      scope,
      summary: `Search ${records}`,
      description: `${kind.description}${need}`,
      request: SearchRequest,
      response: SearchResponse,
      ...answer,
      examples: examples.search,
    })
    [`search${Names}`](@Body() request: SearchRequest): Promise<EncodedData<object>> {
      return this.records.search(request);
    }

    @Post(`${path}/v1/export`)
    @Export({
      scope: [scope, 'export'],
      summary: `Export ${records}`,
      description: `${Records} by keywords and filters, into a file.${need}`,
      request: ExportRequest,
      record: record,
      examples: examples.export,
    })
    [`export${Names}`](@Body() options: ExportRequest, @Res() response: Response): Promise<void> {
      const pages = (limit: number) => this.records.export(options, limit);
      return this.exports.send(record, options, pages, response);
    }

    @Post(`${path}/v1/facets`)
    @Operation({
      scope,
      summary: `Count ${records}`,
      description: `${Records} of a search counted by the values of its filters, exactly.`,
      request: FacetsRequest,
      response: FacetsResponse,
      examples: examples.facets,
      expensive: ({ facets }: FacetsRequest) => facets.length > MOST_CHEAP_FACETS,
    })
    [`count${Names}ByFacet`](@Body() request: FacetsRequest): Promise<EncodedData<FacetsData>> {
      return this.records.facets(request);
    }
  }

  return { ...classes, RecordController };
}
