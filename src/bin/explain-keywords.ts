import { Argument, Command } from 'commander';
import { ClusterReads } from '../elastic/cluster-reads.js';
import { explainScore } from '../elastic/explain-score.js';
import { Vocabulary } from '../elastic/vocabulary.js';
import { readRequest } from '../http/validation/read-request.js';
import { compileLiveSearch } from '../operations/live/live.query.js';
import { LiveSearchRequest } from '../operations/live/live.request.dto.js';
import { compileProductSearch } from '../operations/product/product.query.js';
import { ProductSearchRequest } from '../operations/product/product.request.dto.js';
import { compileVideoSearch } from '../operations/video/video.query.js';
import { VideoSearchRequest } from '../operations/video/video.request.dto.js';
import type { ReadKeywords } from '../query/keyword-reading.js';
import type { CompiledSearch } from '../query/types.js';
import { runCommand } from './command.js';

interface Explained {
  readonly idField: string;
  readonly keywordsOf: (keywords: string) => string;
  readonly compile: (keywords: string, read: ReadKeywords) => CompiledSearch;
}

const EXPLAINED = { isExplained: true };
const filter = { create_time_range: { min: 0 } };
const videoRequest = (keywords: string) => readRequest(VideoSearchRequest, { keywords, filter });
const productRequest = (keywords: string) => readRequest(ProductSearchRequest, { keywords });
const liveRequest = (keywords: string) => readRequest(LiveSearchRequest, { keywords });

const KINDS = {
  videos: {
    idField: 'video_id',
    keywordsOf: (keywords) => videoRequest(keywords).keywords,
    compile: (keywords, read) => compileVideoSearch(videoRequest(keywords), read, EXPLAINED),
  },
  products: {
    idField: 'product_id',
    keywordsOf: (keywords) => productRequest(keywords).keywords,
    compile: (keywords, read) => compileProductSearch(productRequest(keywords), read, EXPLAINED),
  },
  lives: {
    idField: 'room_id',
    keywordsOf: (keywords) => liveRequest(keywords).keywords,
    compile: (keywords, read) => compileLiveSearch(liveRequest(keywords), read, EXPLAINED),
  },
} as const satisfies Record<string, Explained>;

type Kind = keyof typeof KINDS;

await new Command('explain-keywords')
  .description('Says what the keywords of a search count for in a record, and how they are read.')
  .argument('<keywords>')
  .addArgument(new Argument('<kind>', 'what is searched').choices(Object.keys(KINDS)))
  .argument('<ids...>', 'of records')
  .action((keywords: string, kind: Kind, ids: string[]) =>
    runCommand(async ({ client, names, config, signal }) => {
      const { idField, keywordsOf, compile } = KINDS[kind];
      const reads = new ClusterReads(client);
      const vocabulary = new Vocabulary(client, reads, names, { current: () => undefined }, config.requestTimeoutMs);
      const read = await vocabulary.read(kind, keywordsOf(keywords), signal);
      const index = names.alias(kind);
      for (const id of ids) console.log(await explainScore(client, index, compile(keywords, read), { [idField]: id }));
    }),
  )
  .parseAsync();
