import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { startNode } from '../../dev/embedded-node/start-node.js';
import { nodeFolder } from '../../dev/embedded-node/data-directory.js';
import { Progress } from '../../src/cli/terminal/progress.js';

/** The memory of Linux as a folder, and the free bytes that the data of a whole suite needs with room to spare. */
const MEMORY = '/dev/shm';
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * Starts the node of a test run, with its own empty data folder, on a free port. Stops the node of a killed run first.
 * @param inMemory keeps the data in memory if there is enough: for each index that a test file creates, a disk is waited
 * for. Measurements need the disk.
 * @throws WorkFailure while another test run of this checkout is in progress
 */
export async function startTestNode(inMemory = false): Promise<{ url: string; close(): Promise<void> }> {
  const folder = await nodeFolder(join('.cache', 'test-node'));
  const keepsInMemory = inMemory && (await hasRoom());
  const dataDir = keepsInMemory ? join(MEMORY, 'commerce-analytics-tests', folder) : folder;
  const progress = new Progress('Elasticsearch for the tests');
  const onProgress = (text: string): void => progress.update(text);
  const connection = await startNode(
    { port: 0, heap: '1g', dataDir },
    { fresh: true, environment: process.env, onProgress },
  );
  progress.done();
  const close = async (): Promise<void> => {
    await connection.close();
    if (keepsInMemory) await rm(dataDir, { recursive: true, force: true });
  };
  return { url: connection.url, close };
}

const hasRoom = (): Promise<boolean> =>
  statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize >= ROOM_BYTES,
    () => false,
  );
