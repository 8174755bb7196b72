import { Injectable } from '@nestjs/common';
import type { ReadKeywords } from '../../../src/query/keyword-reading.js';
import type { Paging, Selection } from '../../../src/query/request.js';
import type { CompiledSearch } from '../../../src/query/types.js';
import { naiveBody, naiveIndex } from './naive-query.js';
import { RecordEntity } from './record.entity.js';
import { SearchService } from './search.service.js';

export interface RecordPage {
  readonly total: number;
  readonly list: RecordEntity[];
}

type SearchKind = 'videos' | 'products' | 'lives';
type SearchRequest<Filter, Sort extends string> = Selection<Filter, Sort> & Paging;
type Compile<Request> = (request: Request, read: ReadKeywords) => CompiledSearch;

const IS_NAIVE = process.env.INDEX_DESIGN === 'naive';
const NOTHING_READ: ReadKeywords = { keywords: '', words: [], isName: false, names: [] };

/** Searches of records: the API's queries on its indices, or the naive ones on theirs. */
@Injectable()
export class RecordSearch {
  constructor(private readonly searches: SearchService) {}

  async page<Filter, Sort extends string, Request extends SearchRequest<Filter, Sort>>(
    kind: SearchKind,
    compile: Compile<Request>,
    request: Request,
  ): Promise<RecordPage> {
    const { total, sources } = IS_NAIVE
      ? await this.naive(kind, compile, request)
      : await this.searches.find<{ record: string }>(
          compile(request, await this.searches.read(kind, request.keywords)),
        );
    return { total, list: sources.map(({ record }) => new RecordEntity(JSON.parse(record) as object)) };
  }

  private naive<Filter, Sort extends string, Request extends SearchRequest<Filter, Sort>>(
    kind: SearchKind,
    compile: Compile<Request>,
    request: Request,
  ) {
    const compiled = compile({ ...request, keywords: '' }, NOTHING_READ);
    return this.searches.search<{ record: string }>(
      naiveIndex(process.env.INDEX_PREFIX ?? '', kind),
      naiveBody(kind, request, compiled.attempts[0]),
    );
  }
}
