import { createHash } from 'node:crypto';
import { access, constants, stat } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { PROJECT_DIR } from '../../config/project-dir.js';

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

/** `nobody`: Elasticsearch refuses to run as root, so a root service runs it as this user. */
const NOBODY = { uid: 65534, gid: 65534 } as const;

/** The user that the node runs as; undefined for the user of the service. */
export function nodeUser(): { uid: number; gid: number } | undefined {
  return process.getuid?.() === 0 ? NOBODY : undefined;
}

/** Makes files that this process and its children create readable for the node's user, whatever the umask of root is. */
export function letNodeUserRead(): void {
  if (nodeUser() !== undefined) process.umask(0o022);
}

/** Whether the node's user may enter every folder on the way to `path`. */
export async function isReachable(path: string): Promise<boolean> {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const facts = await stat(folder).catch(() => undefined);
    if (facts !== undefined && !(await mayEnter(folder, facts))) return false;
    if (folder === dirname(folder)) return true;
  }
}

async function mayEnter(folder: string, { mode, uid }: { mode: number; uid: number }): Promise<boolean> {
  const user = nodeUser();
  if (user !== undefined) return (mode & (uid === user.uid ? constants.S_IXUSR : constants.S_IXOTH)) !== 0;
  return access(folder, constants.X_OK).then(
    () => true,
    () => false,
  );
}
