import { Argument, Command } from 'commander';
import type { IndexKind } from '../../src/documents/index-kind.js';
import { explainScore } from '../../src/elastic/search/explain-score.js';
import type { SearchGateway } from '../../src/elastic/search/search-gateway.js';
import { Vocabulary } from '../../src/elastic/search/vocabulary.js';
import { compileLiveSearch } from '../../src/operations/live/live.query.js';
import { LiveSearchRequest } from '../../src/operations/live/live.request.dto.js';
import { compileProductSearch } from '../../src/operations/product/product.query.js';
import { ProductSearchRequest } from '../../src/operations/product/product.request.dto.js';
import { compileVideoSearch } from '../../src/operations/video/video.query.js';
import { VideoSearchRequest } from '../../src/operations/video/video.request.dto.js';
import type { ReadKeywords } from '../../src/query/keyword-reading.js';
import type { CompiledSearch } from '../../src/query/types.js';
import { runCommand } from '../../src/bin/process/command.js';
import { readRequest } from './read-request.js';

interface Explained {
  readonly idField: string;
  readonly compile: (keywords: string, read: (keywords: string) => Promise<ReadKeywords>) => Promise<CompiledSearch>;
}

const EXPLAINED = { isExplained: true };

const KINDS = {
  videos: {
    idField: 'video_id',
    compile: async (keywords, read) => {
      const request = await readRequest(VideoSearchRequest, { keywords, filter: { create_time_range: { min: 0 } } });
      return compileVideoSearch(request, await read(request.keywords), EXPLAINED);
    },
  },
  products: {
    idField: 'product_id',
    compile: async (keywords, read) => {
      const request = await readRequest(ProductSearchRequest, { keywords });
      return compileProductSearch(request, await read(request.keywords), EXPLAINED);
    },
  },
  lives: {
    idField: 'room_id',
    compile: async (keywords, read) => {
      const request = await readRequest(LiveSearchRequest, { keywords });
      return compileLiveSearch(request, await read(request.keywords), EXPLAINED);
    },
  },
} as const satisfies Record<string, Explained>;

type Kind = keyof typeof KINDS;

await new Command('explain-keywords')
  .description('Says what the keywords of a search count for in a record, and how they are read.')
  .argument('<keywords>')
  .addArgument(new Argument('<kind>', 'what is searched').choices(Object.keys(KINDS)))
  .argument('<ids...>', 'of records')
  .action((keywords: string, kind: Kind, ids: string[]) =>
    runCommand(async ({ client, names, signal }) => {
      const { idField, compile } = KINDS[kind];
      const look = (index: IndexKind, body: object) => client.search({ index: names.alias(index), ...body });
      const gateway = { look } as unknown as Pick<SearchGateway, 'look'>;
      const vocabulary = new Vocabulary(gateway, { lastKnown: () => undefined, current: () => undefined });
      const caller = { signal, useCache: false };
      const compiled = await compile(keywords, (trimmed) => vocabulary.read(kind, trimmed, caller));
      const index = names.alias(kind);
      for (const id of ids) console.log(await explainScore(client, index, compiled, { [idField]: id }));
    }),
  )
  .parseAsync();
