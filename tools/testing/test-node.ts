import { join } from 'node:path';
import { connectElasticsearch } from '../../src/elastic/connect-elasticsearch.js';
import { nodeFolder } from '../../src/elastic/embedded-node/data-directory.js';
import { Progress } from '../../src/cli/terminal/progress.js';

/**
 * Starts the node of a test run, with its own empty data folder, on a free port. Stops the node of a killed run first.
 * @throws WorkFailure while another test run of this checkout is in progress
 */
export async function startTestNode(): Promise<{ url: string; close(): Promise<void> }> {
  const dataDir = await nodeFolder(join('.cache', 'test-node'));
  const progress = new Progress('Elasticsearch for the tests');
  const onProgress = (text: string): void => progress.update(text);
  const connection = await connectElasticsearch(
    { kind: 'embedded', port: 0, heap: '1g', dataDir },
    { node: 'own', fresh: true, environment: process.env, onProgress },
  );
  progress.done();
  return connection;
}
