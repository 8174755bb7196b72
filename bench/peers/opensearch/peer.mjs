import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeFolder } from '../../../dist/modules/tools/embedded-node/data-directory.js';
import { FolderLock } from '../../../dist/modules/tools/embedded-node/folder-lock.js';
import { letNodeUserRead } from '../../../dist/modules/tools/embedded-node/run-as-user.js';
import { costOf, ensureDataSet } from '../../pages/data-set.mjs';
import { treeResidentBytes } from '../../pages/process-group.mjs';
import { createOpenSearchClient } from './client.mjs';
import { HEAP, startNode } from './node.mjs';
import { buildServer, missingForServer } from './server.mjs';

export const name = 'opensearch';
export const title = 'OpenSearch 3.3';
export const beside = 'elasticsearch';

/** Bodies add BM25 scores to constant ones, so the order of some answers depends on how large scores are. */
const INDEX_SETTINGS = { 'index.similarity.default.type': 'LegacyBM25' };

/** How it was set up, and each way in which that differs from the Elasticsearch beside it. */
export const settings = [
  ['Server', 'OpenSearch 3.3.0 as Maven Central has it (Lucene 10.3.1; Elasticsearch 9.2.8: Lucene 10.3.2)'],
  ['Heap', `${HEAP}, as Elasticsearch; the same JDK`],
  ['Bodies, mappings, documents', 'those of Elasticsearch, unchanged; one segment, no replica'],
  ['Security', 'none, as in Elasticsearch'],
  ['Common analysis', 'the official module of 3.3.0'],
  [
    'ICU analysis',
    'a module of this benchmark (Lucene’s ICU analysis 10.3.1, ICU4J 77.1), as the official plugin is not on Maven Central; the tokens are the same',
  ],
  [
    'Scores',
    'index.similarity.default.type: LegacyBM25. OpenSearch’s own default leaves out a factor of 2.2 that Elasticsearch’s BM25 has, which changes the order where a handle is searched',
  ],
  ['max_score', 'it is in answers that are ordered by score, where Elasticsearch leaves it empty'],
  ['Everything else', 'as shipped'],
];

const dataFolder = () => nodeFolder(join('.cache', 'bench-opensearch'));

/** One sentence that says why it can't run here; undefined when it can. */
export const missing = async () => missingForServer(await dataFolder());

/**
 * A node with the set loaded: the same documents under the same definitions as in Elasticsearch. It is sent the bodies
 * that are compiled for Elasticsearch.
 * @throws FolderLockedError when another run uses its data; Error when Maven can't fetch the server or it does not start
 */
export async function start({ set, onProgress }) {
  letNodeUserRead();
  const folder = await dataFolder();
  await mkdir(folder, { recursive: true });
  const closings = [];
  const close = async () => {
    for (const closing of closings.reverse()) await closing();
  };
  try {
    const lock = await FolderLock.acquire(folder);
    closings.push(() => lock.release());
    const server = await buildServer(folder, onProgress);
    onProgress('OpenSearch: starting');
    const node = await startNode(folder, server);
    closings.push(node.close);
    const client = createOpenSearchClient(node.url);
    closings.push(() => client.close());
    const template = { index_patterns: ['*'], template: { settings: INDEX_SETTINGS } };
    await client.indices.putIndexTemplate({ name: 'peer', ...template });
    await ensureDataSet(client, set, onProgress);
    return {
      url: node.url,
      ...(await costOf(client, set, false)),
      residentBytes: () => treeResidentBytes(node.group),
      cannot: {},
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
