import type { EncodedData } from '../../encoding/encoded-data.js';
import type { CompiledSearch } from '../../query/types.js';
import type { Lang } from '../../reference/lang.js';
import type { PageCache } from './page-cache.js';
import type { SearchAnswer } from './search-answer.js';
import type { SearchCaller } from './search-caller.js';
import type { SearchGateway } from './search-gateway.js';

/** The way of every search to its page: the page cache, else the search gateway and the mapper of the operation. */
export class CachedSearch {
  constructor(
    private readonly gateway: Pick<SearchGateway, 'search'>,
    private readonly cache: Pick<PageCache, 'remember'>,
  ) {}

  /**
   * The page of a compiled search, in a language, as `map` makes it of the search's answer. A page is cached by what the
   * request compiles to: two requests that compile to the same share it.
   * @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full
   */
  page<Data extends object>(
    compiled: CompiledSearch,
    lang: Lang,
    caller: SearchCaller,
    map: (answer: SearchAnswer) => EncodedData<Data> | Promise<EncodedData<Data>>,
  ): Promise<EncodedData<Data>> {
    const key = `${lang} ${compiled.index} ${compiled.enough} ${JSON.stringify(compiled.attempts)}`;
    return this.cache.remember(key, caller, async () => map(await this.gateway.search(compiled, caller)));
  }
}
