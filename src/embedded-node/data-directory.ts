import { createHash } from 'node:crypto';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_DIR } from '../config/project-dir.js';
import { isReachable, nodeUser } from './run-as-user.js';

/** Sources of the node. */
export const NODE_SOURCES = join(PROJECT_DIR, 'elastic', 'node');

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** A folder for a node's data: in the project, or under /var/lib when the node's user can't enter the project. */
export async function nodeFolder(name: string): Promise<string> {
  const inProject = join(PROJECT_DIR, name);
  if (await isReachable(inProject)) return inProject;
  return join('/var/lib/commerce-analytics', digest(PROJECT_DIR), name);
}

/** The folder of built servers, shared by all checkouts: the user's cache, or a folder that the node's user can enter. */
export async function serverCacheDir(environment: Readonly<Record<string, string | undefined>>): Promise<string> {
  const name = 'commerce-analytics-elasticsearch';
  const candidates = [join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), name), join('/var/cache', name)];
  for (const candidate of candidates) {
    if (await isReachable(candidate)) return candidate;
  }
  return join(tmpdir(), `${name}-${nodeUser() === undefined ? process.getuid?.() : 'root'}`);
}
