import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isReachable } from './server/server.mjs';
import { PROJECT_DIR } from '../../src/config/project-dir.js';

export const NODE_SOURCES = join(import.meta.dirname, 'server');

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** A folder for a node's data: in the project, or under /var/lib when the node's user can't enter the project. */
export async function nodeFolder(name: string): Promise<string> {
  const inProject = join(PROJECT_DIR, name);
  if (await isReachable(inProject)) return inProject;
  return join('/var/lib/commerce-analytics', digest(PROJECT_DIR), name);
}
