import { provideServer as provide, ServerFailure } from './server/server.mjs';
import { WorkFailure } from '../../src/common/errors/work-failure.js';
import { NODE_SOURCES } from './data-directory.js';

/** Makes the server of the embedded node, unless it is in the cache. @throws WorkFailure; the signal's reason */
export async function provideServer(
  options: Omit<Parameters<typeof provide>[0], 'sources'>,
): Promise<{ javaHome: string; serverDir: string }> {
  try {
    return await provide({ ...options, sources: NODE_SOURCES });
  } catch (error) {
    throw error instanceof ServerFailure ? new WorkFailure(error.message, { cause: error }) : error;
  }
}
